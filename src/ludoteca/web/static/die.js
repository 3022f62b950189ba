// A die that shows a number, or the number where no die has so many pips.

import { svg } from "./dom.js";
import { BOX } from "./looks.js";
import { _ } from "./words.js";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function die(number) {
  const [title, middle] = [svg("title"), BOX / 2];
  title.textContent = _("Thrown: {number}", { number });
  const text = svg("text", { x: middle, y: middle, dy: ".35em", class: "number" });
  text.textContent = number;
  const pips = PIPS[number]?.map((at) => svg("circle", { cx: (middle / 2) * (1 + (at % 3)), cy: (middle / 2) * (1 + Math.floor(at / 3)), r: 4 }));
  return svg("svg", { viewBox: `0 0 ${BOX} ${BOX}`, width: BOX, height: BOX, role: "img", class: "die" }, title,
    svg("rect", { x: 1, y: 1, width: BOX - 2, height: BOX - 2, rx: 9 }), ...(pips ?? [text]));
}
