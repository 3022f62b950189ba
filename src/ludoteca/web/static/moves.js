// The list of moves, and a slider through the positions of a game.

import { el, say } from "./dom.js";
import { _, spelled } from "./words.js";

export class Moves {
  // `look(ply)` is called when somebody wants to see an earlier position; null is the game as it is.
  constructor(look) {
    this.look = look;
    this.list = el("ol", { class: "moves", "aria-label": _("Moves"), tabindex: "0" });
    this.slider = el("input", { type: "range", min: 0, value: 0, step: 1, "aria-label": _("Position"),
      oninput: () => look(this.#at(Number(this.slider.value))) });
    this.count = el("output", { "aria-live": "off" });
    this.now = el("button", { type: "button", onclick: () => look(null) }, _("Back to the game"));
    const step = (by, label, sign) => el("button", { type: "button", class: "step", "aria-label": label,
      onclick: () => this.step(by) }, sign);
    this.steps = [step(-1, _("One move back"), "‹"), step(1, _("One move on"), "›")];
    this.element = el("section", { class: "course" },
      el("h2", {}, _("Moves")), this.list,
      el("div", { class: "slider" }, this.steps[0], this.slider, this.steps[1], this.count),
      this.now);
    this.moves = [];
    this.buttons = []; // one for each of them
    this.viewed = null;
    this.mistakes = new Map();
    this.list.addEventListener("click", (event) => {
      const move = event.target.closest("button");
      if (move) look(this.#at(Number(move.dataset.ply)));
    });
  }

  // The moves so far, each with its number as people count and whose it was, and which position is looked at (null: the last).
  show(moves, viewed) {
    const kept = moves.findIndex((move, at) => this.moves[at] !== move); // those that were known are the same objects
    const stay = kept < 0 ? Math.min(moves.length, this.moves.length) : kept;
    while (this.buttons.length > stay) this.#forget();
    for (const move of moves.slice(stay)) this.#add(move);
    const [was, grown] = [this.viewed, moves.length !== this.moves.length];
    this.moves = moves;
    this.viewed = viewed;
    this.element.hidden = !moves.length;
    const at = viewed ?? moves.length;
    this.slider.max = moves.length;
    this.slider.value = at;
    say(this.count, `${at} / ${moves.length}`);
    this.now.hidden = viewed === null;
    this.steps.forEach((button, on) => button.setAttribute("aria-disabled", String(at === (on ? moves.length : 0))));
    this.#current(at, was !== viewed || grown);
  }

  step(by) {
    const to = Math.min(this.moves.length, Math.max(0, (this.viewed ?? this.moves.length) + by));
    this.look(this.#at(to));
  }

  // Mark the plies that were mistakes, each with a sentence.
  judge(mistakes) {
    this.mistakes = new Map(mistakes);
    this.buttons.forEach((button, ply) => this.#judged(button, ply));
  }

  // The position after the next mistake from here on, round and round; null where there is none.
  mistake(by) {
    const here = this.viewed ?? this.moves.length;
    const plies = [...this.mistakes.keys()].map((ply) => ply + 1).sort((one, other) => one - other);
    return (by > 0 ? plies.find((ply) => ply > here) : plies.findLast((ply) => ply < here)) ?? plies.at(by > 0 ? 0 : -1) ?? null;
  }

  #at(ply) {
    return ply >= this.moves.length ? null : ply;
  }

  // One more move; those of one number stand together.
  #add({ word, number, by }) {
    const ply = this.buttons.length;
    const button = el("button", { type: "button", class: by < 0 ? "nature" : null, "data-ply": ply + 1 }, spelled(word));
    const together = this.list.lastChild?.dataset.number === `${number}.`;
    if (!together) this.list.append(el("li", { "data-number": `${number}.` }));
    this.list.lastChild.append(button);
    this.buttons.push(button);
    this.#judged(button, ply);
  }

  #forget() {
    this.buttons.pop().remove();
    if (!this.list.lastChild.firstChild) this.list.lastChild.remove();
  }

  #judged(button, ply) {
    const sentence = this.mistakes.get(ply);
    button.classList.toggle("mistake", Boolean(sentence));
    button.title = sentence ?? "";
  }

  #current(ply, moved) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = this.buttons[ply - 1];
    now?.setAttribute("aria-current", "step");
    if (!moved) return;
    const { list } = this;
    list.scrollTop = now ? now.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }
}
