// Who plays: names, levels, clocks, who is there, whose turn it is.

import { el, remake, say } from "./dom.js";
import { _, lang } from "./words.js";

export class Seats {
  constructor() {
    this.element = el("ul", { class: "seats", "aria-label": _("Players") });
    setInterval(() => this.#tick(), 500);
  }

  show(state) {
    this.state = state;
    this.since = performance.now();
    const { seats, scene } = state;
    this.element.hidden = seats.length < 2;
    remake(this.element, [seats.map((seat) => ({ ...seat, left: seat.left === null })), scene.player, scene.winner, lang],
      () => seats.map((seat, at) => this.#seat(seat, at)));
    this.#tick();
  }

  #seat(seat, at) {
    const { scene, seats } = this.state;
    const turn = scene.player === at && !seats.some(({ is_open }) => is_open);
    const facts = [seat.title !== who(seat) ? seat.title : "", seat.is_you ? _("you") : "",
      !seat.level && !seat.is_open && !seat.is_here ? _("away") : "", turn ? (seat.is_you ? _("your turn") : _("to move")) : "",
      scene.winner === at ? _("winner") : ""].filter(Boolean);
    const classes = ["seat", turn && "turn", seat.is_here || seat.level ? "here" : "", seat.is_you && "you"];
    return el("li", { class: classes.filter(Boolean).join(" ") },
      el("span", { class: "dot", "aria-hidden": "true" }),
      el("span", { class: "who" }, el("b", {}, who(seat)), el("small", {}, facts.join(" · "))),
      seat.left === null ? null : el("time", { class: "clock", "data-seat": at }));
  }

  #tick() {
    if (!this.state) return;
    const { seats, scene, running } = this.state;
    for (const clock of this.element.querySelectorAll(".clock")) {
      const at = Number(clock.dataset.seat);
      const gone = running && scene.player === at ? (performance.now() - this.since) / 1000 : 0;
      const left = Math.max(0, Math.ceil(seats[at].left - gone));
      say(clock, `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
      clock.classList.toggle("short", left < 20);
    }
  }
}

// What somebody on a seat is called.
export function who(seat) {
  if (seat.is_open) return _("open seat");
  return seat.name || seat.title;
}
