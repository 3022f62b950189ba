// Hands on a board: clicks, drags, swipes, keys and buttons become words, and words become moves.

import { remembered } from "./dom.js";
import { Gestures, stepped } from "./gestures.js";
import { listen } from "./pointing.js";
import { _ } from "./words.js";

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const LETTERS = { k: "up", w: "up", j: "down", s: "down", h: "left", a: "left", l: "right", d: "right" };

export const lettersOn = () => remembered("letters", true);

// Whether a key press belongs to something else: a field, a menu, a dialog, a shortcut of the browser.
export function taken(event) {
  const field = event.target.closest?.("input, select, textarea, dialog, details");
  return event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || Boolean(field);
}

export class Playing {
  // `send(move)` plays; `tell(sentence)` says why something cannot be; `waits()` tells whether an answer is on its
  // way; `changed()` is called when other words may be said.
  constructor(board, { send, tell, waits, changed }) {
    Object.assign(this, { board, send, tell, waits, changed });
    this.gestures = new Gestures([]);
    this.hinted = [];
    this.usesKeys = false;
    listen(board, this);
    board.element.addEventListener("focusin", (event) => {
      const place = board.placeOf(event.target);
      if (place && String(place) !== String(board.cursor)) board.point(place);
      this.refresh();
    });
    addEventListener("pointerdown", () => { this.usesKeys = false; });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  // The moves of a scene are open now, or none of them; it is the `own` one of the game, or an earlier one.
  open(scene, { own, may, queues, shows }) {
    const same = this.may === may && this.scene && String(this.scene.legal) === String(scene.legal);
    Object.assign(this, { scene, own, may, queues, shows });
    if (!same) {
      this.gestures = Gestures.of(may ? scene.legal : []);
      if (!this.board.hasFocus) this.board.point(this.gestures.aimed(scene.board) ?? this.board.cursor);
    }
    this.refresh();
  }

  hint(words) {
    this.hinted = words;
    this.refresh();
  }

  // One word more of a move.
  say(word) {
    if (this.waits()) {
      if (this.queues && word in this.scene.buttons && this.scene.legal.length > 1) this.send(word);
      return;
    }
    const next = this.gestures.say(word);
    if (!next) return void this.#refuse(word);
    this.tell("");
    this.gestures = next;
    if (next.move && !next.words.length) {
      this.send(next.move);
      this.gestures = this.gestures.anew();
    }
    this.refresh();
  }

  // What was said is taken back.
  release() {
    this.tell("");
    this.gestures = this.gestures.anew();
    this.refresh();
  }

  get pushes() {
    return this.may && this.gestures.pushes;
  }

  click(place) {
    const cell = this.scene.board[place[0]][place[1]];
    if (!this.may || !cell[1]) return;
    this.board.point(place);
    const word = this.gestures.wordOf(cell);
    if (word) this.say(word);
    else if (!this.pushes) this.#refuse(cell[2].find((each) => each in this.scene.buttons) ?? cell[1]);
  }

  // A piece is taken where its cell begins a move of more than one word.
  grab(place) {
    const cell = this.scene.board[place[0]][place[1]];
    if (!this.may || this.waits() || !cell[1]) return false;
    const anew = this.gestures.anew();
    const word = anew.wordOf(cell);
    const next = word && anew.say(word);
    if (!next?.words.length) return false;
    this.gestures = next;
    this.refresh();
    return true;
  }

  drop(place) {
    const cell = place && this.scene.board[place[0]][place[1]];
    const word = cell && this.gestures.wordOf(cell);
    if (word && this.gestures.words.includes(word)) return this.say(word);
    if (!cell?.[1]) return this.release();
    return this.#refuse(cell[1]);
  }

  swipe(way) {
    this.say(way);
  }

  // Show what has been said, what may come next, and what is hinted.
  refresh() {
    const { board, scene, gestures } = this;
    if (!scene) return;
    const places = (names) => names.map((name) => board.at(name)).filter(Boolean);
    const last = scene.ways.length === 1 ? [scene.ways[0][0], scene.ways[0].at(-1)] : [];
    const shown = this.usesKeys && this.may && !this.pushes && board.cursor;
    board.mark({
      last: places(last),
      hint: this.own ? places(this.hinted) : [],
      chosen: places(gestures.said),
      target: gestures.said.length ? places(gestures.words) : [],
      cursor: shown ? [board.cursor] : [],
    });
    board.lift(places(this.may ? this.gestures.moves.filter((move) => move.length > 1).map(([word]) => word) : []));
    board.element.classList.toggle("pushes", Boolean(this.pushes));
    board.element.classList.toggle("open", Boolean(this.may));
    board.element.classList.toggle("shows", Boolean(this.may && this.shows && !gestures.said.length));
    this.changed();
  }

  // Why a word goes nowhere: the server tells what the rules have against a whole move.
  #refuse(word) {
    if (!this.may) return;
    const { said } = this.gestures;
    if (said.length && this.gestures.words.length && !this.pushes) this.send([...said, word].join(" "));
    else if (this.gestures.moves.some((move) => move.length > 1)) {
      this.tell(_("Nothing on {word} can move now.", { word }));
    } else if (this.pushes) this.tell(_("Nothing moves that way."));
    else this.tell(_("'{word}' cannot be chosen now.", { word: _(word) }));
    this.gestures = this.gestures.anew();
    this.refresh();
  }

  // Arrows step from cell to cell, whoever is to move; where they push the tiles they do so with Shift.
  #key(event) {
    if (taken(event) || !this.scene) return;
    const letter = event.key.length === 1 && lettersOn() ? event.key.toLowerCase() : "";
    const way = ARROWS[event.key] ?? LETTERS[letter];
    const onBoard = this.board.hasFocus;
    if (way && (this.may || onBoard || event.shiftKey)) {
      event.preventDefault();
      this.usesKeys = true;
      if (this.pushes && !event.shiftKey) this.say(way);
      else this.#step(way);
    } else if (!this.may) return;
    else if (event.key === "Enter" || event.key === " ") {
      if (!onBoard && event.target !== document.body) return;
      event.preventDefault();
      this.usesKeys = true;
      this.#choose();
    } else if (/^\d$/.test(event.key)) {
      this.#number(event.key === "0" ? "10" : event.key);
    } else if (event.key === "Escape") this.release();
  }

  #step(way) {
    const { board, scene } = this;
    const from = board.cursor;
    board.point(board.hasFocus || this.stepping ? stepped(scene.board, from, way) : from, { focus: true });
    this.stepping = true;
    this.refresh();
  }

  #choose() {
    const { words } = this.gestures;
    const only = words.length === 1 && words[0] in this.scene.buttons;
    if (only) this.say(words[0]);
    else if (this.board.cursor) this.click(this.board.cursor);
  }

  #number(text) {
    if (this.gestures.words.includes(text) || text in this.scene.buttons) return this.say(text);
    const word = Object.keys(this.scene.buttons)[Number(text) - 1];
    return word ? this.say(word) : undefined;
  }
}
