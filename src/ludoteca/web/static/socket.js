// The one connection to the server: it joins a room, keeps what is not answered yet, and says it again after a break.

import { facts, root } from "./dom.js";
import { lang } from "./words.js";

const [SOONEST, LATEST] = [500, 10_000]; // ms before another try
const [AGAIN, AFTER] = [5, 1000]; // how often actions are said again to a server that is too busy, after so many ms
const STEPS = new Set(["play", "undo"]); // what may be said before the answer to the one before is there
const [PING, PATIENCE] = [20_000, 6_000]; // ms between questions, and to wait for an answer
const FIRST = 90_000; // ms to wait for the first state, which may be long and the line slow

export class Link {
  // `heard(message)` gets what the server says; `changed(state)` is told 'open', 'opening' or 'closed'.
  constructor(room, { heard, changed }) {
    Object.assign(this, { room, heard, changed });
    this.outbox = new Map(); // by id, in the order in which they were said
    this.ply = 0;
    this.last = null; // the last of the steps that no state shows yet: its id, and the ply after it once that is known
    this.tries = 0;
    this.again = 0;
    addEventListener("online", () => this.#now());
    addEventListener("offline", () => this.#drop());
    addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#now());
    setInterval(() => this.#ping(), PING);
    this.#open();
  }

  get busy() {
    return this.last !== null;
  }

  // Say an action or a question, for sure: its id.
  act(type, fields = {}) {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const message = { type, id, room: this.room, ...(type === "sit" ? {} : { ply: this.ply }), ...fields };
    if (STEPS.has(type)) {
      if (this.last) message.after = this.last.id;
      this.last = { id, ply: null };
    }
    this.outbox.set(id, message);
    this.#send(message);
    this.patience ??= setTimeout(() => this.#ping(), PATIENCE / 2); // is anybody there?
    return id;
  }

  // Forget a question that nobody waits for any more.
  forget(id) {
    this.outbox.delete(id);
  }

  close() {
    this.gone = true;
    this.socket?.close();
  }

  #open() {
    if (this.gone) return;
    clearTimeout(this.timer);
    this.changed(this.tries ? "closed" : "opening");
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${root}/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.isNew = true;
      this.#send({ type: "join", room: this.room, version: facts.version, lang });
      for (const message of this.outbox.values()) this.#send(message);
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => socket === this.socket && this.#lost());
  }

  #lost(wait = Math.min(LATEST, SOONEST * 2 ** this.tries) * (0.5 + Math.random() / 2)) {
    this.socket = null;
    this.#heard();
    if (this.gone) return;
    this.tries += 1;
    this.changed("closed");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#open(), wait);
  }

  // Somebody came back: try at once, and ask whether an old connection still lives.
  #now() {
    if (!this.socket) this.#open();
    else this.#ping();
  }

  #ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.#send({ type: "ping", id: "alive" });
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.#drop(), this.isNew ? FIRST : PATIENCE);
  }

  // The connection is dead, whatever it says.
  #drop() {
    const dead = this.socket;
    if (!dead) return;
    this.#lost(0);
    dead.close();
  }

  #heard() {
    clearTimeout(this.patience);
    this.patience = null;
    this.isNew = false;
  }

  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  #hear(message) {
    this.#heard();
    switch (message.type) {
      case "pong": return;
      case "bye": {
        const old = this.socket;
        this.#lost(1000 * message.seconds * (0.75 + Math.random() / 2)); // not all at once
        old?.close();
        return;
      }
      case "state":
        this.tries = 0;
        this.ply = message.ply;
        if (this.last && this.#shown(message.ply)) this.last = null;
        this.changed("open");
        break;
      case "done": this.#done(message); break;
      case "refused": this.#refused(message); return;
      case "told": if (message.is_last) this.outbox.delete(message.id); break;
    }
    this.heard(message);
  }

  // Whether a state of so many plies shows the last step: it comes just before or just after its `done`.
  #shown(ply) {
    const { id, ply: after } = this.last;
    const [first, ...more] = this.#waiting().filter(({ type }) => STEPS.has(type));
    if (after !== null || !first) return true;
    return !more.length && first.id === id && (first.type === "play" ? ply > first.ply : ply < first.ply);
  }

  #done({ id, ply }) {
    this.#answered(id);
    if (this.last?.id !== id) return;
    if (this.ply >= ply) this.last = null;
    else this.last.ply = ply;
  }

  #answered(id) {
    this.outbox.delete(id);
    if (!this.#waiting().length) this.again = 0;
  }

  // The actions that are not answered yet, in the order in which they were said.
  #waiting() {
    return [...this.outbox.values()].filter((message) => message.type !== "ask");
  }

  // The server tries each move in its order, those after a refused one too: only what is refused is forgotten.
  #refused(message) {
    const mine = this.outbox.get(message.id);
    if (message.id && !mine) return; // nobody waits for it any more
    if (mine && this.#isToCome(mine, message.code)) return;
    this.#answered(message.id);
    if (this.last?.id === message.id) this.last = null;
    for (const each of this.#waiting()) if (mine && each.after === mine.id) each.after = mine.after ?? ""; // should it be said again
    this.heard(message);
  }

  // Whether an action is not refused for good: a busy server is asked again soon, and then also for the moves that
  // came too early because the one before them was not done.
  #isToCome({ type, after }, code) {
    if (type === "ask" || (code === "stale" ? !this.outbox.has(after) : code !== "busy")) return false;
    if (code === "busy" && !this.timed) {
      if (this.again >= AGAIN) return false;
      this.again += 1;
      this.timed = setTimeout(() => {
        this.timed = null;
        this.#waiting().forEach((each) => this.#send(each));
      }, AFTER);
    }
    return true;
  }
}
