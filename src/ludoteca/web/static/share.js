// The panel that shares a room: its link, the same as a picture for another camera, and the game's id.

import { el, root, svg } from "./dom.js";
import { modules } from "./qr.js";
import { _ } from "./words.js";

export const linkOf = (state) => `${location.origin}${root}/r/${encodeURIComponent(state.room)}`;

export function share(state) {
  const link = linkOf(state);
  const open = state.seats.some((seat) => seat.is_open);
  const said = open ? _("Whoever opens this link first can sit down and play.") : _("Whoever opens this link can watch.");
  const dialog = el("dialog", { class: "share", "aria-labelledby": "share-title" },
    el("h2", { id: "share-title" }, _("Share")),
    el("p", {}, said),
    copied(_("Link"), link), picture(link),
    copied(_("Open this game in a terminal"), `ludoteca play ${state.id}`),
    el("form", { method: "dialog" }, el("button", { class: "main" }, _("Close"))));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

// The link for another camera; nothing where it is too long for that.
function picture(link) {
  const dark = modules(link);
  if (!dark) return null;
  const size = dark.length + 8;
  const path = dark.flatMap((line, row) => line.flatMap((is, col) => (is ? [`M${col + 4} ${row + 4}h1v1h-1z`] : [])));
  const title = svg("title");
  title.textContent = _("The link as a QR code");
  return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, width: 220, height: 220, role: "img",
    "shape-rendering": "crispEdges" }, title, svg("path", { d: path.join(""), fill: "#000" }));
}

// A text that one click copies.
export function copied(label, text) {
  const field = el("input", { readonly: "", value: text, onfocus: () => field.select() });
  const button = el("button", { type: "button", onclick: async () => {
    field.select();
    await navigator.clipboard?.writeText(text).catch(() => document.execCommand("copy"));
    button.textContent = _("Copied");
  } }, _("Copy"));
  return el("label", { class: "copied" }, el("span", {}, label), el("span", { class: "row" }, field, button));
}
