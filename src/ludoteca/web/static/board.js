// One board of any game as SVG: a grid of cells drawn by name, with marks, a cursor, and words for screen readers.

import { el, svg } from "./dom.js";
import { glide } from "./glide.js";
import { BOX, look } from "./looks.js";
import { _ } from "./words.js";

const EDGE = 20;

export class Board {
  // Without `live` it is a picture that nobody can touch.
  constructor({ live = true } = {}) {
    this.live = live;
    this.element = svg("svg", live ? { class: "board", role: "grid" } : { class: "board", "aria-hidden": "true" });
    this.cells = [];
    this.cursor = null;
    this.marked = new Map();
    this.films = null;
  }

  // Draw a scene; with `moves`, pieces go the ways that it tells of.
  show(scene, { moves = false } = {}) {
    this.films?.finish();
    const before = this.scene;
    const size = scene.board.map((row) => row.length).join() + (scene.rows.length ? "named" : "");
    if (size !== this.size) {
      this.size = size;
      this.#lay(scene);
    }
    this.scene = scene;
    this.places = new Map(scene.board.flatMap((cells, r) => cells.map((cell, c) => [cell[1], [r, c]])));
    const changed = [];
    scene.board.forEach((cells, r) => cells.forEach((cell, c) => {
      if (this.#draw(r, c, cell)) changed.push([r, c]);
    }));
    if (moves && before && changed.length) this.films = glide(this, before, scene);
    if (this.live) this.#tabStop();
  }

  at(name) {
    return this.places.get(name);
  }

  node([row, col]) {
    return this.cells[row][col].node;
  }

  // The place of a cell that an element belongs to; null for none.
  placeOf(element) {
    const node = element?.closest?.("[data-at]");
    return node && this.element.contains(node) ? node.dataset.at.split(" ").map(Number) : null;
  }

  // Set the marks of all cells: `marks` is a map from a mark to the places that have it.
  mark(marks) {
    const wanted = new Map();
    for (const [mark, places] of Object.entries(marks)) {
      for (const [row, col] of places) {
        const key = `${row} ${col}`;
        wanted.set(key, [...(wanted.get(key) ?? []), mark]);
      }
    }
    for (const key of new Set([...wanted.keys(), ...this.marked.keys()])) {
      const now = (wanted.get(key) ?? []).join(" ");
      if ((this.marked.get(key) ?? "") === now) continue;
      const [row, col] = key.split(" ").map(Number);
      const cell = this.cells[row]?.[col];
      if (!cell) continue;
      cell.mark.setAttribute("class", `mark ${now}`);
      if (this.live && cell.known?.[1]) {
        cell.node.setAttribute("aria-selected", String(now.includes("chosen")));
        this.#label(cell, now);
      }
    }
    this.marked = new Map([...wanted].map(([key, list]) => [key, list.join(" ")]));
  }

  // Which pieces a finger may take; from other cells it scrolls the page.
  lift(places) {
    const wanted = new Set(places.map(String));
    this.cells.forEach((line, r) => line.forEach(({ node }, c) => node.classList.toggle("live", wanted.has(`${r},${c}`))));
  }

  // Put the cursor on a cell, which is the board's one tab stop; `focus` takes the keyboard there.
  point(place, { focus = false } = {}) {
    const old = this.cursor && this.cells[this.cursor[0]]?.[this.cursor[1]];
    old?.node.setAttribute("tabindex", "-1");
    this.cursor = place;
    this.#tabStop();
    if (focus && place) this.node(place).focus({ preventScroll: false });
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  #tabStop() {
    const place = this.cursor && this.cells[this.cursor[0]]?.[this.cursor[1]] ? this.cursor : this.#first();
    if (place) this.node(place).setAttribute("tabindex", "0");
    this.cursor = place;
  }

  #first() {
    const [row, col] = [this.cells.length >> 1, this.cells[0].length >> 1];
    if (this.scene.board[row][col][1]) return [row, col];
    for (const [r, cells] of this.scene.board.entries()) {
      const c = cells.findIndex((cell) => cell[1]);
      if (c >= 0) return [r, c];
    }
    return null;
  }

  #lay(scene) {
    const [rows, cols] = [scene.board.length, scene.board[0].length];
    const edge = scene.rows.length && this.live ? EDGE : 0;
    this.element.setAttribute("viewBox", `${-edge} ${-edge} ${cols * BOX + edge} ${rows * BOX + edge}`);
    this.element.classList.toggle("large", cols > 11);
    if (this.live) {
      this.element.setAttribute("aria-rowcount", rows);
      this.element.setAttribute("aria-colcount", cols);
      this.element.setAttribute("aria-label", _("Board"));
    }
    this.marked = new Map();
    this.cells = scene.board.map((line, r) => line.map((_cell, c) => {
      const place = { transform: `translate(${c * BOX} ${r * BOX})`, "data-at": `${r} ${c}` };
      const mark = svg("rect", { class: "mark", x: 3, y: 3, width: BOX - 6, height: BOX - 6 });
      const node = svg("g", place, mark);
      return { node, mark, known: null, drawn: null };
    }));
    const grid = this.cells.map((line) => svg("g", this.live ? { role: "row" } : {}, ...line.map((cell) => cell.node)));
    this.over = svg("g", { class: "over", "aria-hidden": "true" });
    this.element.replaceChildren(...this.#edges(scene, edge), ...grid, this.over);
  }

  #edges(scene, edge) {
    if (!edge) return [];
    const text = (said, x, y) => {
      const node = svg("text", { x, y, class: "edge", "aria-hidden": "true" });
      node.textContent = said;
      return node;
    };
    return [
      ...scene.rows.map((said, row) => text(said, -edge / 2, (row + 0.5) * BOX)),
      ...scene.cols.map((said, col) => text(said, (col + 0.5) * BOX, -edge / 2)),
    ];
  }

  // Draw a cell if it is not as it was; whether it was not.
  #draw(row, col, now) {
    const cell = this.cells[row][col];
    const [id, name, , label] = now;
    const [oldId, oldName, , oldLabel] = cell.known ?? [];
    cell.known = now;
    if (this.live && (name !== oldName || label !== oldLabel)) this.#spoken(cell, name);
    if (id === oldId) return false;
    const drawn = id ? look(id) : null;
    if (cell.drawn) cell.drawn.remove();
    if (drawn) cell.node.prepend(drawn);
    cell.drawn = drawn;
    return true;
  }

  #spoken(cell, name) {
    cell.node.setAttribute("role", "gridcell");
    if (!name) {
      cell.node.setAttribute("aria-hidden", "true");
      return;
    }
    cell.node.removeAttribute("aria-hidden");
    cell.node.dataset.name = name;
    if (!cell.node.hasAttribute("tabindex")) cell.node.setAttribute("tabindex", "-1");
    cell.node.setAttribute("aria-selected", "false");
    this.#label(cell, "");
  }

  #label(cell, marks) {
    const [, name, , label] = cell.known;
    const said = [label && label !== name ? label : null, name, marks.includes("target") ? _("target") : null,
      marks.includes("hint") ? _("hint") : null];
    cell.node.setAttribute("aria-label", said.filter(Boolean).join(", "));
  }
}

// A small board that is only looked at.
export function picture(scene) {
  const board = new Board({ live: false });
  board.show(scene);
  return el("div", { class: "picture" }, board.element);
}

