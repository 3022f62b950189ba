// 'Your turn' for one who looks elsewhere: in the title, the icon, and a notification if that is allowed.

import { $, remembered } from "./dom.js";
import { _ } from "./words.js";

export class Turn {
  constructor() {
    this.icon = $("link[rel=icon]");
    this.calm = this.icon?.href;
    this.was = null;
  }

  show(state) {
    const mine = state.seats.length > 1 && state.may.includes("play");
    document.title = `${mine ? `● ${_("Your turn")} · ` : ""}${state.title} · Ludoteca`;
    if (this.icon) this.icon.href = mine ? this.icon.dataset.turn : this.calm;
    if (mine && this.was === false && document.hidden && remembered("notify", false)
      && globalThis.Notification?.permission === "granted") {
      notified(state.title, { tag: state.room, icon: this.calm, data: location.href });
    }
    this.was = mine;
  }
}

// Notify somebody, where the browser lets a page do that; on a telephone only the worker of the pages may.
async function notified(body, options) {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(_("Your turn"), { body, ...options });
  try {
    const note = new Notification(_("Your turn"), { body, ...options });
    note.onclick = () => { focus(); note.close(); };
  } catch { /* the title says it too */ }
  return undefined;
}
