// Who this browser is: a secret that the server gives once and keeps in a cookie, and a name to sit down with.

import { ask, remember, remembered } from "./dom.js";

// Make sure that the server knows this browser.
export async function known() {
  await ask("/api/me", {}).catch(() => {});
}

export const name = () => remembered("name", "");
export const rename = (text) => remember("name", text.trim());
