// One's own games and figures, and the link that makes another device the same player.

import { $, ask, el, needed, root } from "./dom.js";
import { known } from "./identity.js";
import "./menu.js";
import { moves, names, points, rooms } from "./rooms.js";
import { copied } from "./share.js";
import { _, lang } from "./words.js";

const secret = location.hash.slice(1);
const problem = secret ? await adopt(secret) : "";
await known();

// From now on this browser is whoever has that secret, if it is one and that is wanted; what went wrong, if it did.
async function adopt(text) {
  history.replaceState(null, "", location.pathname);
  if (!new RegExp(`^${document.body.dataset.secret}$`).test(text)) return _("This private link is not whole. Copy all of it.");
  if (!confirm(_("Play here as the same player as on your other device?"))) return "";
  const headers = { Authorization: `Bearer ${text}` };
  const answer = await fetch(`${root}/api/me`, { method: "POST", body: "{}", headers }).catch(() => null);
  return answer?.ok ? "" : _("The server does not answer. Open the link again later.");
}

const { mine, tallies } = await needed(`/api/mine?lang=${lang}`);
const over = mine.filter((room) => room.result);

const FIGURES = { games: _("Games"), finished: _("Finished"), won: _("Won"), drawn: _("Drawn"), unhelped: _("Without help") };
const row = ({ title, against, ...counts }) => el("tr", {},
  el("th", { scope: "row" }, [title, against].filter(Boolean).join(" · ")), ...Object.entries(FIGURES).map(([key, word]) => el("td", { "data-of": word }, String(counts[key]))));
const figures = () => (tallies.length ? el("table", { class: "figures" },
  el("thead", {}, el("tr", {}, ...[_("Game"), ...Object.values(FIGURES)].map((word) => el("th", { scope: "col" }, word)))),
  el("tbody", {}, ...tallies.map(row))) : el("p", { class: "quiet" }, _("You have not played here yet.")));
const when = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
const noteOf = (room) => [room.ended, points(room), names(room), moves(room), room.changed ? when.format(room.changed * 1000) : ""];

const place = el("div", {});
const link = el("button", { type: "button", onclick: async () => {
  const said = await ask("/api/me", {});
  place.replaceChildren(copied(_("Private link"), `${location.origin}${root}/me#${said.secret}`));
} }, _("Show the link"));

$("#main").replaceChildren(el("div", { class: "own" }, ...[
  el("h1", {}, _("My games")), el("p", { class: "error", role: "alert" }, problem),
  figures(),
  rooms(_("Go on with"), mine.filter((room) => !room.result), noteOf), rooms(_("Finished"), over, noteOf),
  el("section", {}, el("h2", {}, _("Another device")),
    el("p", { class: "quiet" }, _("With your private link another device plays as you. Whoever has it is you: show it to nobody.")),
    place, link)].filter(Boolean)));
