// The panel that shares a room: its link, the same as a picture for another camera, and the game's id.

import { el, root } from "./dom.js";
import { _ } from "./words.js";

export const linkOf = (state) => `${location.origin}${root}/r/${encodeURIComponent(state.room)}`;

export function share(state) {
  const link = linkOf(state);
  const open = state.seats.some((seat) => seat.is_open);
  const said = open ? _("Whoever opens this link first can sit down and play.") : _("Whoever opens this link can watch.");
  const qr = el("img", { class: "qr", width: 220, height: 220, alt: _("The link as a QR code"),
    src: `${root}/api/qr?text=${encodeURIComponent(link)}` });
  const dialog = el("dialog", { class: "share", "aria-labelledby": "share-title" },
    el("h2", { id: "share-title" }, _("Share")),
    el("p", {}, said),
    copied(_("Link"), link), qr,
    copied(_("Open this game in a terminal"), `ludoteca play ${state.id}`),
    el("form", { method: "dialog" }, el("button", { class: "main" }, _("Close"))));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

// A text that one click copies.
export function copied(label, text) {
  const field = el("input", { readonly: "", value: text, onfocus: () => field.select() });
  const button = el("button", { type: "button", onclick: async () => {
    field.focus();
    button.textContent = (await copy(text)) ? _("Copied") : _("Not copied");
  } }, _("Copy"));
  return el("label", { class: "copied" }, el("span", {}, label), el("span", { class: "row" }, field, button));
}

// Copy a text that is selected; a page that came without encryption may do it only in the old way.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
