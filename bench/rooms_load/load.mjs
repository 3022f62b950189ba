// Plays many rooms at once, two people each, who wait for the server's own answer to each move before the next.
//   node load.mjs ours|rival ADDRESS ROOMS SECONDS GAME [MOVES]
// MOVES is how many a second all rooms together are given; without it each room goes as fast as it can. Prints JSON.

import { io } from "socket.io-client";
import { WebSocket } from "ws";

const [kind, address, rooms, seconds, game, rate = "0"] = process.argv.slice(2);
const waited = [];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let until = Infinity;
let counting = false;

const post = async (path, body, secret) => {
  const headers = { "content-type": "application/json", ...(secret ? { authorization: `Bearer ${secret}` } : {}) };
  const answer = await fetch(`http://${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};

// One end of a room of ours: it knows the last state, and resolves who waits for one or for its own `done`.
class Ours {
  static async pair(number) {
    const secrets = [await post("/api/me", {}), await post("/api/me", {})].map(({ secret }) => secret);
    const { room } = await post("/api/rooms", { game, levels: [0, 0], seat: 0 }, secrets[0]);
    const players = secrets.map((secret, seat) => new Ours(room, secret, `${number}-${seat}`));
    for (const player of players) await player.join();
    await players[1].act({ type: "sit", seat: 1 });
    await players[0].reaches((state) => !state.seats.some((seat) => seat.is_open));
    return players;
  }

  constructor(room, secret, name) {
    Object.assign(this, { room, secret, name, acts: 0, state: null, waits: [], done: null });
  }

  async join() {
    this.socket = new WebSocket(`ws://${address}/socket`, { headers: { authorization: `Bearer ${this.secret}` }, perMessageDeflate: false });
    await new Promise((done) => { this.socket.on("open", done); });
    this.socket.on("message", (data) => this.hear(JSON.parse(data)));
    this.socket.send(JSON.stringify({ type: "join", room: this.room, version: 1 }));
    await this.reaches(() => true);
  }

  hear(message) {
    if (message.type === "refused") throw new Error(message.sentence);
    if (message.type === "state") this.state = message;
    if (message.type === "done" && message.id === this.id) this.done();
    this.waits = this.waits.filter(([wanted, done]) => !(wanted(this.state) && (done(), true)));
  }

  reaches(wanted) {
    return this.state && wanted(this.state) ? Promise.resolve() : new Promise((done) => { this.waits.push([wanted, done]); });
  }

  act(what) {
    this.id = `${this.name}-${this.acts += 1}`;
    const answered = new Promise((done) => { this.done = done; });
    this.socket.send(JSON.stringify({ id: this.id, room: this.room, ...what }));
    return answered;
  }

  get next() {
    return this.state.scene.player;
  }

  async move() {
    const { legal } = this.state.scene;
    await this.act({ type: "play", ply: this.state.ply, move: legal[this.state.ply % legal.length] });
    return this.state.ply;
  }

  caughtUp(ply) {
    return this.reaches((state) => state.ply >= ply);
  }

  leave() {
    this.socket.close();
  }
}

// One end of a match of boardgame.io: it is told of its own move by the same `update` as the other.
class Rival {
  static async pair(number) {
    const match = `m${number}-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const players = ["0", "1"].map((seat) => new Rival(match, seat));
    for (const player of players) await player.join();
    return players;
  }

  constructor(match, seat) {
    Object.assign(this, { match, seat, state: null, waits: [] });
  }

  async join() {
    this.socket = io(`http://${address}/counting`, { transports: ["websocket"], forceNew: true });
    this.socket.on("sync", (_match, { state }) => this.hear(state));
    this.socket.on("update", (_match, state) => this.hear(state));
    await new Promise((done) => { this.socket.on("connect", done); });
    this.socket.emit("sync", this.match, this.seat, undefined, 2);
    await this.reaches(() => true);
  }

  hear(state) {
    if (!state || (this.state && state._stateID < this.state._stateID)) return;
    this.state = state;
    this.waits = this.waits.filter(([wanted, done]) => !(wanted(state) && (done(), true)));
  }

  reaches(wanted) {
    return this.state && wanted(this.state) ? Promise.resolve() : new Promise((done) => { this.waits.push([wanted, done]); });
  }

  get next() {
    return this.state.ctx.gameover ? -2 : Number(this.state.ctx.currentPlayer);
  }

  async move() {
    const ply = this.state._stateID;
    const action = { type: "MAKE_MOVE", payload: { type: "count", args: [], playerID: this.seat } };
    this.socket.emit("update", action, ply, this.match, this.seat);
    await this.caughtUp(ply + 1);
    return this.state._stateID;
  }

  caughtUp(ply) {
    return this.reaches((state) => state._stateID >= ply);
  }

  leave() {
    this.socket.disconnect();
  }
}

const End = kind === "ours" ? Ours : Rival;
const every = Number(rate) ? (1000 * Number(rooms)) / Number(rate) : 0;

async function play(number, players) {
  await pause(Math.random() * every);
  while (performance.now() < until) {
    players ??= await End.pair(number);
    let mover = players[0];
    while (performance.now() < until && mover.next >= 0) {
      mover = players[mover.next];
      const began = performance.now();
      const ply = await mover.move();
      const took = performance.now() - began;
      if (counting) waited.push(took);
      await Promise.all(players.map((player) => player.caughtUp(ply)));
      if (every) await pause(Math.max(0, every - (performance.now() - began)));
    }
    for (const player of players) player.leave();
    players = null;
  }
}

const pairs = [];
for (let number = 0; number < Number(rooms); number += 1) pairs.push(await End.pair(number));
const playing = pairs.map((players, number) => play(number, players));
await pause(1000); // everything is warm, and in its stride
counting = true;
const [began, used] = [performance.now(), process.cpuUsage()];
until = began + 1000 * Number(seconds);
await pause(1000 * Number(seconds));
counting = false;
const took = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(used);
await Promise.race([Promise.all(playing), pause(5000)]);
waited.sort((one, other) => one - other);
const at = (share) => waited[Math.min(waited.length - 1, Math.floor(share * waited.length))];
process.stdout.write(JSON.stringify({
  rate: waited.length / took, p50: at(0.5), p99: at(0.99), worst: waited.at(-1), busy: (user + system) / 1e6 / took,
}) + "\n");
process.exit(0);
