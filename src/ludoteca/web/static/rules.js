// The page of a game's rules.

import { $, el, needed, root } from "./dom.js";
import "./menu.js";
import { rulesOf, told } from "./rulebook.js";
import { begin, setUp } from "./setup.js";
import { _ } from "./words.js";

const game = await needed(rulesOf(document.body.dataset.game));
document.title = `${game.title} · Ludoteca`;
const failed = (error) => { $(".error").textContent = error.message; };
const play = () => (game.players > 1 ? setUp(game) : begin(game)).catch(failed);
$("#main").replaceChildren(el("article", { class: "text" }, el("h1", {}, game.title), ...told(game.text),
  el("p", { class: "error", role: "alert" }),
  el("p", { class: "acts" }, el("button", { type: "button", class: "main", onclick: play }, _("Play")),
    el("a", { class: "beside", href: `${root}/` }, _("Other games")))));
