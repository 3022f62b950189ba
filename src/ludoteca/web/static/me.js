// One's own games and figures, and the link that makes another device the same player.

import { $, ask, el, root } from "./dom.js";
import { known } from "./identity.js";
import "./menu.js";
import { copied } from "./share.js";
import { _, lang, ngettext } from "./words.js";

const secret = location.hash.slice(1);
if (secret) {
  history.replaceState(null, "", location.pathname);
  if (confirm(_("Play here as the same player as on your other device?"))) await adopt(secret);
} else await known();

// From now on this browser is whoever has that secret.
async function adopt(text) {
  await fetch(`${root}/api/me`, { method: "POST", body: "{}", headers: { Authorization: `Bearer ${text}` } });
}

const { mine, tallies } = await ask(`/api/mine?lang=${lang}`);
const over = mine.filter((room) => room.result);

const row = ({ title, against, games, finished, won, unhelped }) => el("tr", {},
  el("th", { scope: "row" }, [title, against].filter(Boolean).join(" · ")), ...[games, finished, won, unhelped].map((count) => el("td", {}, String(count))));
const figures = () => (tallies.length ? el("table", { class: "figures" },
  el("thead", {}, el("tr", {}, ...[_("Game"), _("Games"), _("Finished"), _("Won"), _("Without help")].map((word) => el("th", { scope: "col" }, word)))),
  el("tbody", {}, ...tallies.map(row))) : el("p", { class: "quiet" }, _("You have not played here yet.")));
const when = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
const rooms = (title, list) => (list.length ? el("section", {}, el("h2", {}, title),
  el("ul", { class: "rooms" }, ...list.map((room) => el("li", {}, el("a", { href: `${root}/r/${room.room}` },
    el("b", {}, room.title), el("span", { class: "quiet" }, [room.names.filter(Boolean).join(" – "),
      ngettext("{count} move", "{count} moves", room.decisions), room.changed ? when.format(room.changed * 1000) : ""]
      .filter(Boolean).join(" · "))))))) : null);

const place = el("div", {});
const link = el("button", { type: "button", onclick: async () => {
  const said = await ask("/api/me", {});
  place.replaceChildren(copied(_("Private link"), `${location.origin}${root}/me#${said.secret}`));
} }, _("Show the link"));

$("#main").replaceChildren(el("div", { class: "own" }, ...[
  el("h1", {}, _("My games")),
  figures(),
  rooms(_("Go on with"), mine.filter((room) => !room.result)), rooms(_("Finished"), over),
  el("section", {}, el("h2", {}, _("Another device")),
    el("p", { class: "quiet" }, _("With your private link another device plays as you. Whoever has it is you: show it to nobody.")),
    place, link)].filter(Boolean)));
