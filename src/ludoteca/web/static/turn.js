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
    const mine = state.seats.length > 1 && state.may.includes("play") && !state.seats.some((seat) => seat.is_open);
    document.title = `${mine ? `● ${_("Your turn")} · ` : ""}${state.title} · Ludoteca`;
    if (this.icon) this.icon.href = mine ? this.icon.dataset.turn : this.calm;
    if (mine && this.was === false && document.hidden && remembered("notify", false)
      && globalThis.Notification?.permission === "granted") {
      const note = new Notification(_("Your turn"), { body: state.title, tag: state.room, icon: this.calm });
      note.onclick = () => { focus(); note.close(); };
    }
    this.was = mine;
  }
}
