// The menu of every page: where to go, and how things look: language, colours, light or dark, animations.

import { el, facts, remember, remembered, root } from "./dom.js";
import { _, lang } from "./words.js";

const { dataset } = document.documentElement;
const cookie = (key, value) => {
  document.cookie = `${key}=${value};path=${root}/;max-age=31536000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
};

function choice(label, key, values, now, change) {
  const options = Object.entries(values).map(([value, word]) => el("option", { value, selected: value === now }, word));
  return el("label", {}, el("span", {}, label), el("select", { onchange: (event) => {
    cookie(key, event.target.value);
    change(event.target.value);
  } }, ...options));
}

function tick(label, now, change) {
  return el("label", { class: "tick" }, el("input", { type: "checkbox", checked: now, onchange: (event) => change(event.target) }), label);
}

async function notify(box) {
  if (box.checked && globalThis.Notification) box.checked = (await Notification.requestPermission()) === "granted";
  remember("notify", box.checked);
}

function settings() {
  const set = (key) => (value) => { dataset[key] = value; };
  return [
    choice(_("Language"), "lang", facts.languages, lang, () => {
      const address = new URL(location.href);
      address.searchParams.delete("lang");
      location.replace(address);
    }),
    choice(_("Light or dark"), "theme", { system: _("as the system"), light: _("light"), dark: _("dark") }, dataset.theme, set("theme")),
    choice(_("Colours"), "palette", facts.palettes, dataset.palette, set("palette")),
    choice(_("Animations"), "motion", { on: _("on"), off: _("off") }, dataset.motion, set("motion")),
    tick(_("Letter keys (u undo, i hint, t truth, m type a move)"), remembered("letters", true), (box) => remember("letters", box.checked)),
    tick(_("Notify me when it is my turn"), remembered("notify", false), notify),
  ];
}

const KEYS = _("Keys: arrows move a cursor or push the tiles, with Shift they read the board at any time; space or enter chooses, digits choose a colour. Once a game is over ← and → go through its moves, n and N to the mistakes of a review; escape leads back. ? shows the rules.");
const links = [["/", _("Play")], ["/me", _("My games")]]
  .map(([path, word]) => el("a", { href: root + path }, word));
const icon = el("span", { "aria-hidden": "true", class: "bars" });
const menu = el("details", { class: "menu" }, el("summary", {}, icon, el("span", { class: "menu-word" }, _("Menu"))),
  el("div", { class: "sheet" }, el("nav", { "aria-label": _("Pages") }, ...links), ...settings(),
    el("p", { class: "quiet" }, KEYS)));
document.querySelector("header").append(menu);
// Only where the connection is encrypted, and a person lets it, there is a worker.
navigator.serviceWorker?.register(`${root}/worker.js?lang=${lang}`).catch(() => {});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.firstChild.focus();
  }
});
document.addEventListener("pointerdown", (event) => {
  if (!menu.contains(event.target)) menu.open = false;
});
