// The drawings that boards use by name: each is kept once in the page as a symbol.

import { facts, svg } from "./dom.js";

const kept = svg("svg", { class: "kept", width: 0, height: 0, "aria-hidden": "true" });
const known = new Set();
document.body.append(kept);

export const BOX = facts.box;
const SEAM = 0.6; // by which cells overlap, so that no line shows between them

// Keep drawings: markup of our own server, in a box of 48 by 48.
export function learn(looks) {
  for (const [id, markup] of Object.entries(looks)) {
    if (known.has(id)) continue;
    known.add(id);
    const symbol = svg("symbol", { id: `look-${id}`, viewBox: `0 0 ${BOX} ${BOX}` });
    symbol.innerHTML = markup;
    kept.append(symbol);
  }
}

export function look(id) {
  return svg("use", { href: `#look-${id}`, x: -SEAM / 2, y: -SEAM / 2, width: BOX + SEAM, height: BOX + SEAM });
}

// What lies on a cell, without the ground that fills all of it: what moves when a piece moves.
export function piece(id) {
  const drawn = svg("g", { class: "piece" });
  const symbol = id && document.getElementById(`look-${id}`);
  for (const part of symbol ? symbol.children : []) {
    const ground = part.localName === "rect" && part.getAttribute("width") === String(BOX);
    if (!ground) drawn.append(part.cloneNode(true));
  }
  return drawn;
}
