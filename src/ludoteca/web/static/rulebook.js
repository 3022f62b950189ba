// The rules of a game, as they are told everywhere: a text whose parts are headings, tables, lists or paragraphs.

import { ask, el } from "./dom.js";
import { _, lang } from "./words.js";

export const rulesOf = (game) => `/api/rules/${game}?lang=${lang}`;

// What a text of rules is on a page, without its title.
export const told = (text) => text.trim().split(/\n\s*\n/).slice(1).map(part);

function part(text) {
  if (text === text.toUpperCase() && /\p{L}/u.test(text) && !text.includes("\n")) return el("h2", {}, sentence(text));
  if (text.split("\n").every((line) => line.startsWith("  "))) return el("pre", { tabindex: "0" }, dedented(text));
  return el("p", {}, text.replace(/\n(?! |\d+\.)/g, " "));
}

// Without what all lines are set in by.
function dedented(text) {
  const by = Math.min(...text.split("\n").map((line) => line.search(/\S|$/)));
  return text.split("\n").map((line) => line.slice(by)).join("\n");
}

const sentence = (text) => text.trim().charAt(0) + text.trim().slice(1).toLowerCase();

// Show them over the game.
export async function openRules(game) {
  const { title, text } = await ask(rulesOf(game));
  const dialog = el("dialog", { class: "rules", "aria-labelledby": "rules-title" },
    el("form", { method: "dialog", class: "top" }, el("h2", { id: "rules-title" }, title), el("button", {}, _("Close"))),
    el("article", { class: "text" }, ...told(text)));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  dialog.scrollTop = 0;
}
