// A list of rooms, in the lobby and among one's own.

import { el, root } from "./dom.js";
import { _, ngettext } from "./words.js";

// Rooms under a title, as they are given, each with what `note` says of it; nothing where there are none.
export function rooms(title, list, note) {
  if (!list.length) return null;
  return el("section", {}, el("h2", {}, title), el("ul", { class: "rooms" }, ...list.map((room) => el("li", {},
    el("a", { href: `${root}/r/${room.room}`, class: room.turn ? "turn" : null },
      el("b", {}, room.title), el("span", { class: "quiet" }, note(room).filter(Boolean).join(" · ")))))));
}

export const names = (room) => room.names.filter(Boolean).join(" – ");
export const moves = (room) => ngettext("{count} move", "{count} moves", room.decisions);
export const points = (room) => (room.points && room.result ? _("{points} points", { points: room.points }) : "");
