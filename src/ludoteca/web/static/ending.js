// How a game ended, in large type, and what may come next.

import { el, facts, remake } from "./dom.js";
import { _, ngettext } from "./words.js";

export class Ending {
  constructor(act) {
    this.element = el("section", { class: "ending", hidden: true });
    this.act = act;
  }

  show(state) {
    const { scene, may, next_room: next, helps } = state;
    this.element.hidden = scene.player !== facts.over;
    if (this.element.hidden) return;
    remake(this.element, [scene.verdict, scene.status, may, next], () => {
      const button = (what, label, kind) => el("button", { type: "button", class: kind, onclick: () => this.act(what) }, label);
      const again = next ? button("follow", _("To the next game"), "main") : anew(state, button);
      return [
        el("h2", {}, short(state)), el("p", {}, scene.verdict),
        helps ? el("p", { class: "quiet" }, ngettext("With help in {count} position.", "With help in {count} positions.", helps)) : null,
        el("div", { class: "acts" },
          again,
          may.includes("review") ? button("review", _("Review")) : null,
          button("share", _("Share")), button("lobby", _("Other games"))),
      ];
    });
  }
}

// Who sat plays again, unless that is proposed already; who watched may play the same.
function anew({ may, seats }, button) {
  if (!seats.some((seat) => seat.is_you)) return button("again", _("Play this yourself"), "main");
  return may.includes("next") ? button("again", seats.length > 1 ? _("Rematch") : _("Play again"), "main") : null;
}

// The result in two words.
function short({ scene, seats }) {
  const you = seats.findIndex((seat) => seat.is_you);
  if (seats.length === 1) return scene.winner === 0 ? _("You win") : _("The end");
  if (scene.winner === null) return _("Draw");
  if (seats.filter((seat) => seat.is_you).length === 1) return scene.winner === you ? _("You win") : _("You lose");
  return _("Winner: {player}", { player: seats[scene.winner].name || seats[scene.winner].title });
}
