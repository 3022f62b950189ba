// A game is set up: its options as the server offers them, who sits where, a clock; what was played last is
// there again.

import { picture } from "./board.js";
import { ask, el, facts, remember, remembered } from "./dom.js";
import { name, rename } from "./identity.js";
import { learn } from "./looks.js";
import { open } from "./wish.js";
import { _, lang } from "./words.js";

const CLOCKS = ["", "180 2", "300 5", "600 5", "900 10"]; // seconds for each, and what a move adds

// Open a room and go there. `seats` says who sits where: 'me', 'link', or the level of a computer.
export async function begin(game, { options = "", seats = ["me"], clock = "", listed = false, daily = "" } = {}) {
  const here = seats.flatMap((seat, at) => (seat === "me" ? [at] : []));
  const body = {
    game: daily ? game.daily : [game.name, options].filter(Boolean).join(":"),
    levels: seats.map((seat) => Number(seat) || 0), seat: here[0] ?? -1, listed,
  };
  if (daily) body.daily = daily;
  if (clock) body.clock = clock.split(" ").map(Number);
  await open(body, (room) => {
    if (here.length > 1) sessionStorage.setItem(`here.${room}`, JSON.stringify(here.slice(1)));
  });
}

// Ask for all that, in a dialog.
export async function setUp(game, daily = "") {
  const last = remembered(`setup.${game.name}`, {});
  const planned = (options) => ask(`/api/plan/${game.name}?${new URLSearchParams({ options, lang })}`);
  let plan = await planned(daily ? game.daily_options : last.options ?? "");
  let wish = last; // what is chosen, until the rows are there to be read
  const error = el("p", { class: "error", role: "alert" });
  const [shown, rows] = [el("div", { class: "shown", "aria-hidden": "true" }), el("div", { class: "fields" })];
  const form = el("form", { onchange: changed, onsubmit: submitted }, shown, rows, error, el("div", { class: "row" },
    el("button", { type: "button", onclick: () => dialog.close() }, _("Cancel")),
    el("button", { class: "main", "data-begin": game.name }, _("Play"))));

  function read() {
    const { clock, listed } = form.elements;
    const seats = [...new FormData(form)].flatMap(([key, value]) => (key.startsWith("seat ") ? [value] : []));
    return { options: plan.options, seats: seats.length ? seats : ["me"], clock: clock?.value ?? "", listed: Boolean(listed?.checked) };
  }

  async function submitted(event) {
    event.preventDefault();
    wish = read();
    rename(form.elements.nick?.value ?? name());
    if (!daily) remember(`setup.${game.name}`, wish);
    await begin(game, { ...wish, daily }).catch(failed);
  }

  // An option leads to another plan, whose rows take the place of these; what else is chosen stays.
  async function changed({ target }) {
    wish = read();
    if (target.name.startsWith("option ")) plan = await planned(target.value).catch(failed) ?? plan;
    draw();
    form.elements[target.name]?.focus();
  }

  function failed(problem) {
    error.textContent = problem.message;
  }

  function draw() {
    learn(plan.looks);
    shown.replaceChildren(picture(plan.picture));
    const options = daily ? [] : plan.controls.map(({ key, word, values, now }) => select(word, key, values, now));
    rows.replaceChildren(...plan.seats.length > 1 ? seated() : [], ...options);
  }

  function seated() {
    const now = plan.seats.map((_seat, at) => (wish.seats?.length > 1 && wish.seats[at]) || (at ? plan.usual : "me"));
    const sitters = [["me", _("Me, here")], ["link", _("A friend, by a link")],
      ...plan.levels];
    const nick = el("label", {}, el("span", {}, _("Your name")),
      el("input", { name: "nick", maxlength: facts.longest_name, autocomplete: "nickname", value: form.elements.nick?.value ?? name() }));
    const watches = now.includes("me") ? [] : [el("p", { class: "quiet" }, _("You have no seat, and watch."))];
    return [...plan.seats.map((seat, at) => select(seat, `seat ${at}`, sitters, now[at])), ...watches, ...now.includes("link") ? shared() : [], nick];
  }

  const shared = () => [
    select(_("Clock"), "clock", CLOCKS.map((each) => [each, clockWord(each)]), wish.clock ?? ""),
    el("label", { class: "tick" }, el("input", { type: "checkbox", name: "listed", checked: Boolean(wish.listed) }), _("Show it in the lobby, for anybody"))];

  const dialog = el("dialog", { class: "setup", "aria-labelledby": "setup-title" },
    el("h2", { id: "setup-title" }, daily ? `${game.title} · ${_("Today's board")}` : game.title), form);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  draw();
  dialog.showModal();
  form.querySelector("[data-begin]").focus({ preventScroll: true });
  dialog.scrollTop = 0;
}

const select = (label, key, values, now) => el("label", {}, el("span", {}, label),
  el("select", { name: key }, ...values.map(([value, word]) => el("option", { value, selected: String(value) === String(now) }, word))));

function clockWord(text) {
  if (!text) return _("none");
  const [time, added] = text.split(" ").map(Number);
  return _("{minutes} minutes and {seconds} seconds a move", { minutes: time / 60, seconds: added });
}
