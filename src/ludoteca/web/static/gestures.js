// From keys and clicks to moves, as in the terminal: a gesture is a word, matched against what may be played.

export const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

export class Gestures {
  // `moves` are the open ones, each a list of words; `said` are the words said so far.
  constructor(moves, said = []) {
    this.moves = moves;
    this.said = said;
    const at = said.length;
    const open = moves.filter((move) => move.length > at && said.every((word, i) => move[i] === word));
    this.words = [...new Set(open.map((move) => move[at]))];
    this.openings = at ? new Set(moves.map((move) => move[0])) : new Set(this.words);
  }

  static of(legal) {
    return new Gestures(legal.map((move) => move.split(" ")));
  }

  // The whole move, once it is said.
  get move() {
    const { said } = this;
    const whole = this.moves.some((move) => move.length === said.length && said.every((word, i) => move[i] === word));
    return whole && said.length ? said.join(" ") : null;
  }

  // One word more; the last one again takes it back, another first word begins anew; null where no move goes on so.
  say(word) {
    if (this.words.includes(word)) return new Gestures(this.moves, [...this.said, word]);
    if (this.said.at(-1) === word) return new Gestures(this.moves, this.said.slice(0, -1));
    if (this.said.length && this.openings.has(word)) return new Gestures(this.moves, [word]);
    return null;
  }

  anew() {
    return new Gestures(this.moves);
  }

  // What a click on a cell says: the first of its words that goes on, else its name to take back or begin anew.
  wordOf([, name, words]) {
    const known = this.openings.has(name) || this.said.includes(name);
    return words.find((word) => this.words.includes(word)) ?? (known && name ? name : null);
  }

  // Whether arrows are words here, and not steps of a cursor.
  get pushes() {
    return this.words.some((word) => word in STEPS);
  }

  // Where a cursor is to be seen at first: the cell nearest the middle that says a word; null where keys say all.
  aimed(board) {
    if (this.pushes || this.words.some((word) => /^\d{1,9}$/.test(word))) return null;
    const [middle, centre] = [board.length >> 1, board[0].length >> 1];
    let [best, least] = [null, Infinity];
    board.forEach((cells, row) => cells.forEach((cell, col) => {
      const far = Math.abs(row - middle) + Math.abs(col - centre);
      if (far < least && this.words.includes(this.wordOf(cell))) [best, least] = [[row, col], far];
    }));
    return best;
  }
}

// The next cell that has a name in a direction; the same where there is none.
export function stepped(board, cursor, way) {
  let [row, col] = cursor ?? [board.length >> 1, board[0].length >> 1];
  const [down, right] = STEPS[way];
  for (;;) {
    row += down;
    col += right;
    const cell = board[row]?.[col];
    if (!cell) return cursor ?? [board.length >> 1, board[0].length >> 1];
    if (cell[1]) return [row, col];
  }
}

// The direction of a drag of so many pixels; null where it is too short to be meant.
export function swiped(across, along, least = 24) {
  if (Math.max(Math.abs(across), Math.abs(along)) < least) return null;
  if (Math.abs(across) > Math.abs(along)) return across > 0 ? "right" : "left";
  return along > 0 ? "down" : "up";
}
