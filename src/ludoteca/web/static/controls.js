// What can be done in a room beside the board: words that no cell says, and deals with the others.

import { el, facts, remake, say, svg } from "./dom.js";
import { BOX, look } from "./looks.js";
import { _ } from "./words.js";

const WAYS = { up: "M24 8 40 28H28v12h-8V28H8Z", down: "M24 40 40 20H28V8h-8v12H8Z",
  left: "M8 24 28 8v12h12v8H28v12Z", right: "M40 24 20 8v12H8v8h12v12Z" };

// The buttons of a scene for those who sit there: each always in its place, what cannot be said now is off.
export class Words {
  constructor(say) {
    this.element = el("div", { class: "words", role: "group", "aria-label": _("Moves") });
    this.said = say;
  }

  // What each move is worth, beside its button; what has none is not told here.
  value(worths) {
    for (const button of this.element.children) {
      const worth = worths[button.dataset.word] ?? "";
      say(button.lastChild, worth);
    }
  }

  show(scene, { sits, words, hinted, blind }) {
    const all = Object.entries(scene.buttons);
    this.element.hidden = !sits || !all.length;
    const ways = all.length === 4 && all.every(([word]) => word in WAYS);
    this.element.classList.toggle("ways", ways);
    remake(this.element, all, () => all.map(([word, role]) => this.#button(word, role)));
    for (const button of this.element.children) {
      const { word } = button.dataset;
      const off = !words.includes(word) && !blind;
      button.setAttribute("aria-disabled", String(off));
      button.classList.toggle("hint", hinted.includes(word));
      button.setAttribute("aria-label", _(word) + (hinted.includes(word) ? `, ${_("hint")}` : ""));
    }
  }

  #button(word, role) {
    const attributes = { type: "button", class: `word ${word in WAYS ? word : ""}`, "data-word": word,
      onclick: () => this.said(word) };
    return el("button", attributes, drawn(word, role), el("small", { class: "worth" }));
  }
}

function drawn(word, role) {
  const box = { viewBox: `0 0 ${BOX} ${BOX}`, width: 32, height: 32, "aria-hidden": "true" };
  if (word in WAYS) return svg("svg", box, svg("path", { d: WAYS[word], fill: "currentColor" }));
  if (!role) return el("span", {}, _(word));
  if (document.getElementById(`look-${role}`)) return svg("svg", box, look(role));
  const colour = role.replace(/[^\w-]/g, "");
  const text = svg("text", { x: 24, y: 24, dy: ".35em", class: "number", fill: `var(--on-${colour}, #000)` });
  text.textContent = word;
  return svg("svg", box, svg("rect", { width: BOX, height: BOX, rx: 8, fill: `var(--${colour}, #ccc)` }), text);
}

const DEALS = {
  back: (name) => [_("{name} asks to take a move back.", { name }), _("You asked to take a move back.")],
  draw: (name) => [_("{name} offers a draw.", { name }), _("You offered a draw.")],
  next: (name) => [_("{name} wants to play again.", { name }), _("You asked for another game.")],
};

// Whether one plays here, and moves now or when it is one's turn again.
export const plays = ({ scene, seats }) => scene.player !== facts.over && seats.some((seat) => seat.is_you);

// Undo, hint, truth, deals: a button for all that may be done; `act(what)` does it.
export class Acts {
  constructor(act) {
    this.act = act;
    this.element = el("div", { class: "acts", role: "group", "aria-label": _("Actions") });
    this.deal = el("div", { class: "deal", role: "status" });
  }

  show(state, { truth }) {
    const { may } = state;
    const offers = [
      ["undo", _("Undo")], ["hint", _("Hint")], ["truth", _("Truth"), truth],
      ["back", _("Ask to take back")], ["draw", _("Offer a draw")], ["resign", _("Resign")],
    ].filter(([what]) => may.includes(what));
    offers.push(["typed", _("Type a move")], ["rules", _("Rules")], ["share", _("Share")]);
    const kept = plays(state) ? offers : offers.filter(([what]) => what !== "typed");
    remake(this.element, kept, () => kept.map(([what, label, pressed]) => el("button",
      { type: "button", "data-act": what, "aria-pressed": pressed === undefined ? null : String(pressed),
        onclick: () => this.act(what) }, label)));
    this.#deal(state);
  }

  #deal({ proposed, proposed_by: by, seats, ply, scene, next_room: next }) {
    const sitting = seats.some((seat) => seat.is_you);
    const own = seats[by]?.is_you;
    const stands = JSON.stringify([ply, scene.player, next]);
    const declined = !proposed && this.offered === stands;
    this.offered = proposed && own ? stands : declined ? stands : null;
    remake(this.deal, [proposed, by, sitting, own, declined], () => {
      if (declined) return [el("p", {}, _("It was not agreed."))];
      if (!proposed || !DEALS[proposed] || !sitting) return [];
      const [theirs, mine] = DEALS[proposed](seats[by]?.name || seats[by]?.title || "");
      const answer = (yes, label, kind) => el("button",
        { type: "button", class: kind, onclick: () => this.act("answer", { deal: proposed, yes }) }, label);
      return [el("p", {}, own ? mine : theirs),
        ...(own ? [answer(false, _("Withdraw"))] : [answer(true, _("Agree"), "main"), answer(false, _("Decline"))])];
    });
  }
}
