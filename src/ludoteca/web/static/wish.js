// A room is wished for: the server opens it, and one goes there.

import { ask, root } from "./dom.js";
import { name } from "./identity.js";

// Open a room and go there; `before(room)` is called on the way.
export async function open(wish, before = () => {}) {
  const { room } = await ask("/api/rooms", { name: name(), ...wish });
  before(room);
  location.assign(`${root}/r/${room}`);
}

// The wish for a game like one that is shown: the same beginning and clock, other dice, oneself on the first free seat.
export function alike({ id, seats, clock }) {
  const levels = seats.map((seat) => seat.level);
  const wish = { game: id.split("#")[0], levels, seat: levels.indexOf(0) };
  return clock ? { ...wish, clock } : wish;
}
