// Mouse, pen and finger on a board: clicks, pieces that are dragged, swipes.

import { svg } from "./dom.js";
import { swiped } from "./gestures.js";
import { BOX, piece } from "./looks.js";

const FAR = 6; // pixels before a press becomes a drag

// Listen on a board; `hands` says `click(place)`, `grab(place)` (whether a piece can be taken there), `drop(place)`,
// `release()` and `swipe(way)`, and whether it `pushes`.
export function listen(board, hands) {
  const surface = board.element;
  let press = null;

  surface.addEventListener("pointerdown", (event) => {
    if (press || event.button || !event.isPrimary) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, place: board.placeOf(event.target) };
    if (hands.pushes) surface.setPointerCapture(event.pointerId);
  });
  addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const [across, along] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.moved && Math.hypot(across, along) < FAR) return;
    if (!press.moved) {
      press.moved = true;
      if (!hands.pushes && press.place && hands.grab(press.place)) press.ghost = lifted(board, press.place);
    }
    press.ghost?.follow(event);
  });
  addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { x, y, place, moved, ghost } = press;
    press = null;
    ghost?.away();
    const under = board.placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (hands.pushes) {
      const way = swiped(event.clientX - x, event.clientY - y);
      if (way) return hands.swipe(way);
    }
    if (ghost) return same(under, place) ? hands.release() : hands.drop(under);
    if (place && (!moved || same(under, place))) hands.click(place);
    return undefined;
  });
  addEventListener("pointercancel", (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (press.ghost) hands.release();
    press.ghost?.away();
    press = null;
  });
}

const same = (one, other) => Boolean(one && other && one[0] === other[0] && one[1] === other[1]);

// The piece of a cell, lifted: it follows the pointer until it is put away.
function lifted(board, place) {
  const [row, col] = place;
  const drawn = svg("g", { class: "lifted" }, piece(board.scene.board[row][col][0]));
  const node = board.node(place);
  node.classList.add("left");
  board.over.append(drawn);
  return {
    follow(event) {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.element.getScreenCTM().inverse());
      drawn.setAttribute("transform", `translate(${point.x - BOX / 2} ${point.y - BOX / 2})`);
    },
    away() {
      drawn.remove();
      node.classList.remove("left");
    },
  };
}
