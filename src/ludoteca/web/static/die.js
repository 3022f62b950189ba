// A die that shows a number, or the number where no die has so many pips.

import { svg } from "./dom.js";
import { _ } from "./words.js";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function die(number) {
  const title = svg("title");
  title.textContent = _("Thrown: {number}", { number });
  const text = svg("text", { x: 24, y: 24, dy: ".35em", class: "number" });
  text.textContent = number;
  const pips = PIPS[number]?.map((at) => svg("circle", { cx: 12 + 12 * (at % 3), cy: 12 + 12 * Math.floor(at / 3), r: 4 }));
  return svg("svg", { viewBox: "0 0 48 48", width: 48, height: 48, role: "img", class: "die" }, title,
    svg("rect", { x: 1, y: 1, width: 46, height: 46, rx: 9 }), ...(pips ?? [text]));
}
