// A room: play, watch, look back, review; everything that is shown comes from the server's last `state`.

import { Board } from "./board.js";
import { Acts, plays, Words } from "./controls.js";
import { $, ask, el, facts, remake, root, say } from "./dom.js";
import { die } from "./die.js";
import { Ending } from "./ending.js";
import { known, name, rename } from "./identity.js";
import { learn } from "./looks.js";
import "./menu.js";
import { Moves } from "./moves.js";
import { openRules } from "./rulebook.js";
import { lettersOn, Playing, taken } from "./playing.js";
import { Seats, who } from "./seats.js";
import { copied, linkOf, share } from "./share.js";
import { Link } from "./socket.js";
import { Truth } from "./truth.js";
import { Turn } from "./turn.js";
import { alike, open as opened } from "./wish.js";
import { _, lang, ngettext, spelled } from "./words.js";

const SLIDES = 60; // ms that a position is looked at before it is asked for
const EARLY = 2; // decisions of each, before which one is shown what can move
const SHORT = { u: "undo", i: "hint", t: "truth", m: "typed", "?": "rules" };
const CONNECTION = { opening: "", open: "", closed: _("No connection. What you do is kept, and sent when it is back.") };

class Room {
  constructor(room) {
    this.room = room;
    this.moves = [];
    this.viewed = null;
    this.scenes = new Map();
    this.board = new Board();
    this.link = new Link(room, { heard: (message) => this.hear(message), changed: (now) => this.#connection(now) });
    document.addEventListener("keydown", (event) => this.#key(event)); // before those who play
    this.playing = new Playing(this.board, {
      send: (move) => this.#do("play", { move }), tell: (sentence) => this.#refused(sentence),
      waits: () => this.link.busy, changed: () => this.#prompt(),
    });
    const act = (what, more) => this.act(what, more);
    this.words = new Words((word) => this.playing.say(word));
    this.acts = new Acts(act);
    this.ending = new Ending(act);
    this.seats = new Seats();
    this.list = new Moves((ply) => this.look(ply));
    this.turn = new Turn();
    this.truth = new Truth(this.link, {
      hinted: (words) => this.playing.hint(words), reviewed: (mistakes) => this.list.judge(mistakes),
      look: (ply) => {
        this.look(ply >= this.moves.length ? null : ply);
        this.board.element.scrollIntoView({ block: "nearest" });
      },
      valued: (worths) => this.words.value(worths), changed: () => this.#acts(),
    });
    this.#build();
  }

  #build() {
    this.heading = el("h1", {});
    this.prompt = el("p", { class: "prompt" });
    this.error = el("p", { class: "error", role: "alert" });
    this.live = el("div", { class: "spoken", "aria-live": "polite" });
    this.status = el("div", { class: "status" });
    this.die = el("div", { class: "thrown" });
    const reading = el("p", { class: "spoken", id: "reading" }, _("With Shift the arrows read the board, whoever is to move."));
    this.board.element.setAttribute("aria-describedby", reading.id);
    this.hand = el("div", { class: "hand" }, this.die, this.words.element);
    this.connection = el("p", { class: "connection", role: "status" });
    this.sit = el("div", { class: "sit" });
    this.invitation = el("div", { class: "invitation" });
    this.typed = this.#typedForm();
    this.page = el("div", { class: "room unknown" },
      el("section", { class: "table", "aria-label": _("Board") },
        this.heading, el("div", { class: "frame" }, this.board.element), this.error, this.prompt, this.hand, this.typed,
        reading, this.live),
      el("aside", { class: "side" }, this.connection, this.ending.element, this.acts.deal, this.seats.element, this.invitation,
        this.sit, this.status, this.truth.element, this.acts.element, this.list.element));
    $("#main").replaceChildren(this.page);
  }

  #typedForm() {
    const field = el("input", { name: "move", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const close = () => { this.typed.hidden = true; };
    return el("form", { class: "typed", hidden: true, onkeydown: (event) => event.key === "Escape" && close(), onsubmit: (event) => {
      event.preventDefault();
      const move = field.value.trim().toLowerCase().replace(/\s+/g, " ");
      if (move) this.written = { id: this.#do("play", { move: move.slice(0, 80) }), text: field.value };
      field.value = "";
    } }, el("label", {}, _("Type a move"), field), el("button", {}, _("Play")));
  }

  hear(message) {
    if (message.type === "state") this.#state(message);
    else if (this.truth.hear(message)) return;
    else if (message.type === "done") this.#prompt();
    else if (message.type === "refused") this.#refused(message.sentence, message);
    else if (message.type === "thinking" && !message.id && this.viewed === null) say(this.prompt, message.sentence);
  }

  #state(state) {
    const [before, moves] = [this.state, this.moves];
    this.page.classList.remove("unknown");
    learn(state.looks);
    state.scene.board ??= changed(before.scene.board, state.scene.changed);
    this.state = state;
    this.moves = [...moves.slice(0, state.moves_from),
      ...state.moves.map((word, at) => ({ word, number: state.numbers[at], by: state.by[at] }))];
    const same = shared(moves, this.moves); // plies that are as they were
    const further = before && this.moves.length > same;
    for (const ply of this.scenes.keys()) if (ply > same) this.scenes.delete(ply);
    if (this.viewed > same || (this.viewed !== null && further && state.may.includes("play"))) this.viewed = null;
    if (this.viewed === null) {
      this.page.classList.remove("looking");
      this.#show(state.scene, further);
    }
    this.heading.textContent = state.title;
    this.seats.show(state);
    this.ending.show(state);
    this.hand.hidden = state.scene.player === facts.over;
    this.truth.show(state, { moved: further || moves.length > same });
    this.#acts();
    this.#seat(state);
    this.#invite(state);
    if (before) this.#spoken(before.scene, moves.slice(same), this.moves.slice(same));
    this.list.show(this.moves, this.viewed);
    this.#sitHere(state);
    this.turn.show(state);
    if (this.following && state.next_room) this.act("follow");
  }

  // Draw a scene, the game's own or an earlier one.
  #show(scene, moves) {
    const own = scene === this.state.scene;
    const may = own && this.#mayPlay;
    this.board.show(scene, { moves });
    this.shown = scene;
    this.playing.open(scene, { own, may, queues: this.state.seats.length === 1, shows: this.state.ply < EARLY * this.state.seats.length });
    remake(this.status, [scene.status, scene.told, lang], () =>
      [...scene.told.map((said) => el("p", { class: "told" }, said)), ...scene.status.map((said) => el("p", {}, said))]);
    remake(this.die, [scene.thrown], () => (scene.thrown ? [die(scene.thrown)] : []));
  }

  get #mayPlay() {
    return this.state.may.includes("play");
  }

  #acts() {
    if (!this.state) return;
    this.acts.show(this.state, { truth: this.truth.on });
    this.typed.hidden ||= !plays(this.state);
  }

  #prompt() {
    if (!this.state || !this.shown) return;
    const { gestures, hinted } = this.playing;
    const blind = this.playing.queues && this.playing.may && this.link.busy;
    this.words.show(this.shown, { sits: plays(this.state), words: this.playing.may ? gestures.words : [], hinted, blind });
    say(this.prompt, this.#sentence());
  }

  #sentence() {
    const { scene, seats } = this.state;
    if (this.viewed !== null) return position(this.viewed);
    if (scene.player === facts.over) return "";
    const prompt = scene.prompts[Math.min(this.playing.gestures.said.length, scene.prompts.length - 1)] ?? "";
    if (seats.length === 1 && !plays(this.state)) return _("You watch this game.");
    if (seats.some((seat) => seat.is_open)) return _("Waiting for somebody to sit down.");
    if (this.#mayPlay) {
      const single = scene.legal.length === 1 && scene.legal[0] in scene.buttons;
      const wish = single ? _(scene.legal[0]) : prompt;
      return seats.length > 1 ? `${_("Your turn")}: ${wish}` : wish.charAt(0).toUpperCase() + wish.slice(1);
    }
    return scene.player >= 0 ? _("{name} is to move.", { name: who(seats[scene.player]) }) : "";
  }

  // Tell a screen reader what happened since it was last told: moves that were taken back, played, and the end.
  #spoken(before, back, played) {
    const { told, verdict } = this.state.scene;
    const listed = (moves) => moves.slice(-4).map(({ word }) => spelled(word)).join(", ");
    const said = [back.length && _("Taken back: {moves}", { moves: listed(back) }), listed(played), ...(played.length ? told : []),
      verdict !== before.verdict && verdict].filter(Boolean);
    if (said.length) this.#aloud(said.join(". ").replaceAll("..", "."));
  }

  // The same words twice are told twice.
  #aloud(said) {
    this.live.replaceChildren(el("p", {}, said));
  }

  #refused(sentence, { code = "", id = "" } = {}) {
    say(this.error, "");
    this.error.textContent = sentence;
    const field = $("input", this.typed);
    if (id && id === this.written?.id && !field.value) field.value = this.written.text; // to be mended
    if (code === "unknown") {
      this.link.close();
      this.page.replaceChildren(this.error, el("p", {}, el("a", { href: `${root}/` }, _("Other games"))));
      return;
    }
    this.#prompt();
  }

  #connection(now) {
    if (this.connection) say(this.connection, CONNECTION[now]);
    document.body.dataset.connection = now;
  }

  // A form for each open seat.
  #seat(state) {
    const open = state.seats.flatMap((seat, at) => (seat.is_open && state.may.includes("sit") ? [[seat.title, at]] : []));
    const sitting = state.seats.some((seat) => seat.is_you);
    remake(this.sit, [open, sitting], () => open.map(([title, at]) => {
      const field = el("input", { name: "name", value: name(), maxlength: facts.longest_name, autocomplete: "nickname" });
      return el("form", { class: "row", onsubmit: async (event) => {
        event.preventDefault();
        rename(field.value);
        this.act("sit", { seat: at, name: field.value.trim() });
      } }, el("label", {}, _("Your name"), field), el("button", { class: sitting ? "" : "main" }, sitting ? _("Play {seat} here too", { seat: title }) : _("Play as {seat}", { seat: title })));
    }));
  }

  // While somebody is waited for, the link to send to them.
  #invite(state) {
    const waits = state.seats.some((seat) => seat.is_open) && state.seats.some((seat) => seat.is_you);
    remake(this.invitation, waits, () => (waits ? [copied(_("Send this link to a friend"), linkOf(state))] : []));
  }

  // Sit down on the other seats too that are to be played at this screen.
  #sitHere(state) {
    const seats = JSON.parse(sessionStorage.getItem(`here.${this.room}`) ?? "[]");
    sessionStorage.removeItem(`here.${this.room}`);
    for (const seat of seats) if (state.seats[seat]?.is_open) this.link.act("sit", { seat, name: "" });
  }

  // Say an action to the server; what was refused before is not said any more.
  #do(type, fields) {
    say(this.error, "");
    return this.link.act(type, fields);
  }

  act(what, more = {}) {
    const simple = {
      hint: () => {
        if (this.viewed !== null) this.look(null);
        this.truth.ask("hint");
      },
      review: () => {
        this.truth.ask("review");
        this.truth.element.scrollIntoView({ block: "start" });
      },
      rules: () => openRules(this.state.game).catch((error) => this.#refused(error.message)), truth: () => this.truth.toggle(),
      share: () => share(this.state), lobby: () => location.assign(`${root}/`),
      follow: () => location.assign(`${root}/r/${this.state.next_room}`),
      answer: () => {
        this.following ||= more.deal === "next" && more.yes;
        this.#do("answer", more);
      },
      back: () => this.#do("propose", { deal: "back" }), draw: () => this.#do("propose", { deal: "draw" }),
      again: () => this.#again(), undo: () => this.#do("undo"),
      resign: () => confirm(_("Give this game up?")) && this.#do("resign"),
      typed: () => { this.typed.hidden = !this.typed.hidden; if (!this.typed.hidden) $("input", this.typed).focus(); },
    };
    (simple[what] ?? (() => this.#do(what, more)))();
  }

  async #again() {
    if (this.state.may.includes("next")) {
      this.following = true;
      const people = this.state.seats.filter((seat) => !seat.level && !seat.is_open);
      this.#do("propose", { deal: "next" });
      if (people.every((seat) => seat.is_you)) this.#do("answer", { deal: "next", yes: true });
      return;
    }
    await opened(alike(this.state)).catch((error) => this.#refused(error.message));
  }

  // Look at the position after a ply; null is the game as it stands.
  async look(ply) {
    say(this.error, "");
    this.viewed = ply;
    this.page.classList.toggle("looking", ply !== null);
    this.list.show(this.moves, ply);
    this.truth.at(ply ?? this.moves.length);
    this.#aloud(ply === null ? _("Back to the game") : position(ply));
    if (ply === null) return this.#show(this.state.scene, false);
    if (!this.scenes.has(ply)) {
      await new Promise((soon) => { setTimeout(soon, SLIDES); });
      if (this.viewed !== ply) return undefined; // the slider went on
      const { moves } = this;
      const got = await ask(`/api/rooms/${this.room}/scene?ply=${ply}&lang=${lang}`).catch((error) => error);
      if (got instanceof Error) {
        if (this.viewed === ply) this.look(null).then(() => this.#refused(got.message));
        return undefined;
      }
      learn(got.looks);
      if (shared(moves, this.moves) >= ply) this.scenes.set(ply, got.scene);
    }
    if (this.viewed === ply && this.scenes.has(ply)) this.#show(this.scenes.get(ply), false);
    return undefined;
  }

  #key(event) {
    if (taken(event) || !this.state) return;
    if (event.key === "Escape" && this.viewed !== null) return void this.look(null);
    const over = this.state.scene.player === facts.over || this.viewed !== null;
    if (over && !event.shiftKey && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      event.preventDefault();
      this.list.step(event.key === "ArrowLeft" ? -1 : 1);
    } else if (over && event.key.toLowerCase() === "n" && lettersOn()) {
      const ply = this.list.mistake(event.key === "n" ? 1 : -1);
      if (ply !== null) this.look(ply >= this.moves.length ? null : ply);
    } else if (lettersOn() && SHORT[event.key] && $(`[data-act=${SHORT[event.key]}]`)) {
      event.preventDefault();
      this.act(SHORT[event.key]);
    }
  }
}

const position = (count) => ngettext("Position after {count} move", "Position after {count} moves", count);

// How many moves two games begin with alike.
function shared(one, other) {
  const at = one.findIndex(({ word }, ply) => word !== other[ply]?.word);
  return at < 0 ? one.length : at;
}

// A board, with some cells `[row, column, cell]` in place of others.
function changed(board, cells) {
  const now = board.map((row) => [...row]);
  for (const [row, col, cell] of cells) now[row][col] = cell;
  return now;
}

await known();
new Room(document.body.dataset.room);
