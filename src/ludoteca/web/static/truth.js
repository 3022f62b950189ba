// What the server knows about a position: a hint, the truth, and the review of a whole game.

import { el, remake, say, svg } from "./dom.js";
import { _ } from "./words.js";

const [WIDE, HIGH] = [300, 60];

export class Truth {
  // `link` asks; `hinted(words)` marks a hint; `reviewed(mistakes)` is told what was found; `look(ply)` goes there;
  // `valued(worths)` shows what each move is worth.
  constructor(link, { hinted, reviewed, look, valued, changed }) {
    Object.assign(this, { link, hinted, reviewed, look, valued, changed });
    this.on = false;
    this.asked = {};
    this.ply = -1;
    this.bar = el("p", { class: "bar", hidden: true });
    this.hints = el("p", { class: "hints", hidden: true });
    const progress = el("p", { hidden: true, "aria-live": "off" });
    this.lines = { hint: this.hints, truth: this.bar, review: progress };
    this.graph = el("div", { class: "graph", hidden: true });
    this.verdicts = el("ul", { class: "verdicts" });
    const later = el("p", { class: "later" }, _("This is told of the game as it stands; escape leads back to it."));
    this.element = el("section", { class: "truth", "aria-live": "polite" }, this.hints, this.bar, later, progress, this.graph, this.verdicts);
  }

  // How the room stands now; once something was `moved`, what was told of another position is void.
  show({ ply, may, seats }, { moved }) {
    Object.assign(this, { ply, may, seats });
    if (!may.includes("review")) this.#close();
    if (!moved) return;
    this.#drop("hint");
    if (this.on && may.includes("truth")) this.ask("truth");
    else this.#drop("truth");
  }

  ask(what) {
    this.#forget(what);
    this.asked[what] = this.link.act("ask", { what });
    const line = this.lines[what];
    line.hidden = false;
    line.classList.add("thinking");
    if (!line.textContent) say(line, _("thinking…"));
  }

  toggle() {
    this.on = !this.on;
    this.element.classList.toggle("on", this.on);
    if (this.on) this.ask("truth");
    else this.#drop("truth");
    this.changed();
  }

  // Nobody waits for an answer any more.
  #forget(what) {
    if (this.asked[what]) this.link.forget(this.asked[what]);
    delete this.asked[what];
  }

  #drop(what) {
    this.#forget(what);
    this.lines[what].hidden = true;
    say(this.lines[what], "");
    if (what === "hint") this.hinted([]);
    if (what === "truth") this.valued({});
  }

  // Whether a message answers one of our questions; then it is shown.
  hear(message) {
    const what = Object.keys(this.asked).find((key) => this.asked[key] === message.id);
    if (!what) return false;
    if (message.type === "told") this.#told(what, message);
    else {
      const line = this.lines[what];
      line.hidden = false;
      say(line, message.sentence);
      line.classList.toggle("thinking", message.type === "thinking");
    }
    if (message.type === "refused" || message.is_last) this.#answered(what);
    return true;
  }

  // Where the server could not tell the truth beside another question, it is asked for again.
  #answered(what) {
    delete this.asked[what];
    if (what !== "truth" && this.on && this.bar.hidden && this.may.includes("truth")) this.ask("truth");
  }

  // There is nothing to look back on: the game goes on.
  #close() {
    this.graph.hidden = true;
    remake(this.verdicts, null, () => []);
    this.reviewed([]);
  }

  #told(what, told) {
    if (what !== "review" && told.ply !== this.ply) return;
    const line = this.lines[what];
    const sentences = told.sentences.length || what === "hint" ? told.sentences : [told.bar];
    const said = (what === "truth" && told.bar ? [told.bar] : sentences).filter(Boolean).join(" · ");
    line.hidden = !said;
    line.classList.toggle("thinking", !told.is_last);
    say(line, said);
    if (what === "hint") this.hinted(told.move ? [told.move, ...told.move.split(" ")] : []);
    if (what === "truth") this.valued(told.worths);
    if (what === "review") this.#review(told);
  }

  #review(told) {
    this.graph.hidden = told.course.length < 2;
    this.course = told.course;
    this.mistakes = told.mistakes;
    this.reviewed(told.mistakes);
    remake(this.graph, [told.course, told.mistakes], () => [drawn(told, (ply) => this.look(ply)),
      el("p", { class: "quiet" }, legend(this.seats))]);
    remake(this.verdicts, told.mistakes, () => told.mistakes.map(([ply, sentence]) => el("li", {},
      el("button", { type: "button", class: "plain", onclick: () => this.look(ply + 1) }, sentence))));
  }

  // Show in the graph which position is looked at.
  at(ply) {
    const line = this.graph.querySelector(".here");
    if (!line || !this.course) return;
    const x = (WIDE * ply) / Math.max(1, this.course.length - 1);
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
  }
}

// What up and down mean in the graph.
function legend([first, second, ...more]) {
  if (!second) return _("Higher is better.");
  if (more.length) return _("Up: {player} wins.", { player: first.title });
  return _("Up: {player} wins. Down: {other} wins.", { player: first.title, other: second.title });
}

// How the first seat stood after each ply, as a line; a click goes there.
function drawn({ course, mistakes }, look) {
  const last = Math.max(1, course.length - 1);
  const known = course.map((worth, ply) => [ply, worth]).filter(([, worth]) => worth !== null);
  const values = known.map(([, worth]) => worth);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (ply) => (WIDE * ply) / last;
  const y = (worth) => HIGH - 4 - ((HIGH - 8) * (worth - low)) / (high - low || 1);
  const worthAt = new Map(known);
  const title = svg("title");
  title.textContent = _("How the game went");
  const graph = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img" }, title,
    svg("line", { x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2, class: "half" }),
    svg("polyline", { points: known.map(([ply, worth]) => `${x(ply)},${y(worth)}`).join(" ") }),
    ...mistakes.filter(([ply]) => worthAt.has(ply + 1)).map(([ply]) =>
      svg("circle", { cx: x(ply + 1), cy: y(worthAt.get(ply + 1)), r: 3 })),
    svg("line", { x1: WIDE, x2: WIDE, y1: 0, y2: HIGH, class: "here" }));
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    look(Math.round((last * (event.clientX - box.left)) / box.width));
  });
  return graph;
}
