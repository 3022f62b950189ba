// A game is set up: who sits where, its options, a clock; what was played last is there again.

import { ask, el, remember, remembered, root } from "./dom.js";
import { name, rename } from "./identity.js";
import { _ } from "./words.js";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const USUAL = 3; // the level of a computer that nobody has chosen
const CLOCKS = ["", "180 2", "300 5", "600 5", "900 10"]; // seconds for each, and what a move adds

// Open a room and go there. `seats` says who sits where: 'me', 'link', or the level of a computer.
export async function begin(game, { options = {}, seats = ["me"], clock = "", listed = false, daily = "" } = {}) {
  const chosen = game.options.filter((each) => (options[each.key] ?? each.default) !== each.default);
  const words = chosen.map((each) => `${each.key}=${options[each.key]}`);
  const here = seats.flatMap((seat, at) => (seat === "me" ? [at] : []));
  const body = {
    game: daily ? game.daily : [game.name, words.join(",")].filter(Boolean).join(":"),
    levels: seats.map((seat) => Number(seat) || 0), seat: here[0] ?? -1, name: name(), listed,
  };
  if (daily) body.daily = daily;
  if (clock) body.clock = clock.split(" ").map(Number);
  const { room } = await ask("/api/rooms", body);
  if (here.length > 1) sessionStorage.setItem(`here.${room}`, JSON.stringify(here.slice(1)));
  location.assign(`${root}/r/${room}`);
}

const select = (label, key, values, now) => el("label", {}, el("span", {}, label),
  el("select", { name: key }, ...values.map(([value, word]) => el("option", { value, selected: String(value) === String(now) }, word))));

// How many seats there are with these options: an option of that name says so, else the game.
const seatsOf = (game, options) => (options.players ? Number(options.players) : game.players);

export function setUp(game, daily = "") {
  const last = remembered(`setup.${game.name}`, {});
  let shown = false;
  const error = el("p", { class: "error", role: "alert" });
  const people = el("div", { class: "fields" });
  const fields = daily ? [] : game.options.map((each) => select(each.word, `option ${each.key}`,
    each.values.map(({ value, word }) => [value, word]), last.options?.[each.key] ?? each.default));
  const form = el("form", { onchange: () => seated(), onsubmit: async (event) => {
    event.preventDefault();
    const wish = read();
    rename(form.elements.nick?.value ?? name());
    if (!daily) remember(`setup.${game.name}`, wish);
    await begin(game, { ...wish, daily }).catch((problem) => { error.textContent = problem.message; });
  } }, people, ...(fields.length ? [el("div", { class: "fields" }, ...fields)] : []), error,
  el("div", { class: "row" },
    el("button", { type: "button", onclick: () => dialog.close() }, _("Cancel")),
    el("button", { class: "main", "data-begin": game.name }, _("Play"))));

  function read() {
    const said = [...new FormData(form)];
    const options = Object.fromEntries(said.flatMap(([key, value]) => (key.startsWith("option ") ? [[key.slice(7), value]] : [])));
    const seats = said.flatMap(([key, value]) => (key.startsWith("seat ") ? [value] : []));
    return { options, seats: seats.length ? seats : ["me"], clock: form.elements.clock?.value ?? "", listed: Boolean(form.elements.listed?.checked) };
  }

  // Rows for the seats, as many as the options now make; what is chosen already stays.
  function seated() {
    const { options = {}, seats, clock, listed } = shown ? read() : last;
    shown = true;
    const count = seatsOf(game, daily ? {} : options);
    if (count < 2) return void people.replaceChildren();
    const computers = game.skill ? LEVELS.map((level) => [level, _("Computer, level {level}", { level })]) : [[1, _("Computer")]];
    const now = (at) => (seats?.length > 1 && seats[at]) || (at ? (game.skill ? USUAL : 1) : "me");
    const rows = Array.from({ length: count }, (_none, at) => select(
      game.seats?.[at] && count === game.players ? game.seats[at] : _("Player {number}", { number: at + 1 }),
      `seat ${at}`, [["me", _("Me, here")], ["link", _("A friend, by a link")], ...computers], now(at)));
    const shared = Array.from({ length: count }, (_none, at) => now(at)).includes("link");
    const more = shared ? [
      select(_("Clock"), "clock", CLOCKS.map((each) => [each, clockWord(each)]), clock ?? ""),
      el("label", { class: "tick" }, el("input", { type: "checkbox", name: "listed", checked: Boolean(listed) }), _("Show it in the lobby, for anybody")),
    ] : [];
    const nick = el("label", {}, el("span", {}, _("Your name")),
      el("input", { name: "nick", maxlength: 30, autocomplete: "nickname", value: form.elements.nick?.value ?? name() }));
    const focused = document.activeElement?.name;
    people.replaceChildren(...rows, ...more, nick);
    if (focused) form.elements[focused]?.focus();
    return undefined;
  }

  const dialog = el("dialog", { class: "setup", "aria-labelledby": "setup-title" },
    el("h2", { id: "setup-title" }, daily ? `${game.title} · ${_("Today's board")}` : game.title), form);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  seated();
  form.querySelector("[data-begin]").focus();
}

function clockWord(text) {
  if (!text) return _("none");
  const [time, added] = text.split(" ").map(Number);
  return _("{minutes} minutes and {seconds} seconds a move", { minutes: time / 60, seconds: added });
}
