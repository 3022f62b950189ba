// The rules of a game, as they are told everywhere.

import { $, el, needed, root } from "./dom.js";
import "./menu.js";
import { _, lang } from "./words.js";

// A part of the text: a heading in capitals, a table that is set in, or a paragraph.
function shown(part) {
  if (part === part.toUpperCase() && /\p{L}/u.test(part) && !part.includes("\n")) return el("h2", {}, sentence(part));
  if (part.split("\n").every((line) => line.startsWith("  "))) return el("pre", { tabindex: "0" }, part);
  return el("p", {}, part.replace(/\n(?! )/g, " "));
}

const sentence = (text) => text.trim().charAt(0) + text.trim().slice(1).toLowerCase();

const { title, text } = await needed(`/api/rules/${document.body.dataset.game}?lang=${lang}`);
document.title = `${title} · Ludoteca`;
$("#main").replaceChildren(el("article", { class: "text" }, el("h1", {}, title),
  ...text.trim().split(/\n\s*\n/).slice(1).map(shown),
  el("p", {}, el("a", { href: `${root}/` }, _("Other games")))));
