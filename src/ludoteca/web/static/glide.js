// Pieces that go their ways on a board: a short film of what changed between two scenes.

import { svg } from "./dom.js";
import { BOX, look, piece } from "./looks.js";

const LASTS = 150; // ms

export const still = () =>
  document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

// Start the film; `finish` ends it at once. The board shows the later scene already.
export function glide(board, before, scene) {
  const ways = (scene.ways ?? []).filter((way) => way.length > 1 && way.every((name) => board.at(name)));
  if (!ways.length || still()) return null;
  const waiting = new Map();
  const running = [];
  for (const way of ways) {
    const places = way.map((name) => board.at(name));
    const [from, to] = [places[0], places.at(-1)];
    const [old] = before.board[from[0]]?.[from[1]] ?? [];
    const [now] = scene.board[from[0]][from[1]];
    const moving = old ? left(old, now) : null;
    if (!moving) continue;
    waiting.set(String(to), to);
    board.over.append(moving);
    running.push(moving.animate(
      places.map(([row, col]) => ({ transform: `translate(${col * BOX}px, ${row * BOX}px)` })),
      { duration: Math.min(LASTS * Math.max(1, way.length - 1), 3 * LASTS), easing: "ease-in-out", fill: "both" },
    ));
  }
  const shown = [...waiting.values()].map((to) => asBefore(board, before, to));
  const film = {
    finish() {
      if (board.films === film) board.films = null;
      running.forEach((each) => each.cancel());
      board.over.replaceChildren();
      shown.forEach((restore) => restore());
    },
  };
  Promise.all(running.map((each) => each.finished)).then(() => film.finish(), () => {});
  return film;
}

// What has left a cell: the parts of its drawing that are not there any more; others may have moved up.
function left(old, now) {
  const form = (part) => part.outerHTML.replace(/ (?:cx|cy|x|y)="[^"]*"/g, "");
  const stays = [...piece(now).children].map(form);
  const drawn = piece(old);
  const gone = [...drawn.children].filter((part) => {
    const at = stays.indexOf(form(part));
    if (at >= 0) stays.splice(at, 1);
    return at < 0;
  });
  if (gone.length) drawn.replaceChildren(...gone);
  return drawn.children.length ? svg("g", { class: "going" }, drawn) : null;
}

// Show the target of a way as it was until the piece arrives; what it returns shows it as it is.
function asBefore(board, before, [row, col]) {
  const cell = board.cells[row][col];
  const [id] = before.board[row]?.[col] ?? [];
  const now = cell.drawn;
  const old = id ? look(id) : null;
  if (old) cell.node.prepend(old);
  now?.remove();
  return () => {
    old?.remove();
    if (now && cell.drawn === now) cell.node.prepend(now);
  };
}
