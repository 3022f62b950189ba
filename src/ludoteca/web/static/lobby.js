// The lobby: the games as cards, today's boards, what to go on with, and whom to play.

import { picture } from "./board.js";
import { $, el, needed, remembered, root } from "./dom.js";
import { known } from "./identity.js";
import { learn } from "./looks.js";
import "./menu.js";
import { moves, names, rooms } from "./rooms.js";
import { begin, setUp } from "./setup.js";
import { _, lang, ngettext } from "./words.js";

await known();
const data = await needed(`/api/lobby?lang=${lang}`);
learn(data.looks);

function card(game) {
  const { players, name, title } = game;
  const plays = () => (players > 1 ? setUp(game).catch(failed) : begin(game, remembered(`setup.${name}`, {})).catch((error) => plain(error, game)).catch(failed));
  const begun = data.mine.find((room) => room.game === name && room.daily === data.day && !room.result);
  const today = () => {
    if (begun) location.assign(`${root}/r/${begun.room}`);
    else (players > 1 ? setUp(game, data.day) : begin(game, { daily: data.day })).catch(failed);
  };
  return el("article", { class: "card" },
    el("button", { type: "button", class: "shot", tabindex: "-1", "aria-hidden": "true", onclick: plays }, picture(game.small)),
    el("div", { class: "about" },
      el("h2", {}, title),
      el("p", { class: "quiet" }, players > 1 ? ngettext("{count} player", "{count} players", players) : _("alone")),
      el("div", { class: "acts" },
        el("button", { type: "button", class: "main", "data-play": name, "aria-label": `${_("Play")}: ${title}`, onclick: plays }, _("Play")),
        players < 2 ? el("button", { type: "button", "data-setup": name, "aria-label": `${_("Set up")}: ${title}`, onclick: () => setUp(game).catch(failed) }, _("Set up")) : null,
      ),
      el("div", { class: "more" },
        el("button", { type: "button", class: "plain", "data-daily": name, "aria-label": `${_("Today's board")}: ${title}`, onclick: today }, _("Today's board")),
        el("a", { href: `${root}/rules/${name}`, "aria-label": `${_("Rules")}: ${title}` }, _("Rules")))));
}

// What was played last may not be offered any more: then the usual game.
function plain(error, game) {
  if (error.status !== 400) throw error;
  return begin(game);
}

function failed(error) {
  $(".error").textContent = error.message;
}

function best() {
  const played = data.games.filter((game) => data.today[game.name]?.length);
  if (!played.length) return null;
  return el("section", {}, el("h2", {}, _("Today's best")), ...played.map((game) => el("div", { class: "best" },
    el("h3", {}, game.title),
    el("ol", {}, ...data.today[game.name].map((each) => el("li", {},
      el("b", {}, each.name || _("somebody")), ` ${result(each).join(" · ")}`))))));
}

const result = ({ won, decisions, points, against, helped }) => [
  won ? "" : _("not won"), ngettext("{count} move", "{count} moves", decisions),
  points ? _("{points} points", { points }) : "",
  against, helped ? _("with help") : ""].filter(Boolean);

const going = data.mine.filter((room) => !room.result).slice(0, 8);
const noteOf = (room) => [names(room), moves(room), room.turn && room.names.length > 1 ? _("your turn") : ""];

$("#main").replaceChildren(
  el("h1", { class: "spoken" }, "Ludoteca"), el("p", { class: "error", role: "alert" }),
  el("div", { class: "lobby" },
    el("div", { class: "games" }, ...data.games.map(card)),
    el("aside", { class: "lists" }, ...[
      rooms(_("Go on with"), going, noteOf),
      rooms(_("Open games"), data.open, (room) => [names(room) || _("nobody yet")]), best()].filter(Boolean))));
