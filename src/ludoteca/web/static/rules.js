// The page of a game's rules.

import { $, el, needed, root } from "./dom.js";
import { known } from "./identity.js";
import "./menu.js";
import { rulesOf, told } from "./rulebook.js";
import { begin, setUp } from "./setup.js";
import { _ } from "./words.js";

await known();
const name = document.body.dataset.game;
const game = { ...(await needed(rulesOf(name))), name };
document.title = `${game.title} · Ludoteca`;
const failed = (error) => { $(".error").textContent = error.message; };
const play = () => (game.players > 1 ? setUp(game) : begin(game)).catch(failed);
$("#main").replaceChildren(el("article", { class: "text" }, el("h1", {}, game.title), ...told(game.text),
  el("p", { class: "error", role: "alert" }),
  el("p", { class: "acts" }, el("button", { type: "button", class: "main", onclick: play }, _("Play")),
    el("a", { class: "beside", href: `${root}/` }, _("Other games")))));
