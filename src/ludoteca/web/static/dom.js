// Small helpers to build a page: elements, drawings, requests, and what this browser remembers.

import { _ } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const BOOLEANS = new Set(["hidden", "disabled", "checked", "open", "selected", "autofocus"]);

// What the server knows and tells its pages.
export const facts = JSON.parse(document.documentElement.dataset.facts ?? "{}");
export const root = document.documentElement.dataset.root ?? "";
export const $ = (selector, within = document) => within.querySelector(selector);

// An element with attributes, listeners (`onclick`) and children; texts are never read as markup.
export function el(name, attributes = {}, ...children) {
  return dressed(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return dressed(document.createElementNS(SVG, name), attributes, children);
}

function dressed(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (BOOLEANS.has(key)) node[key] = value;
    else if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// Change a text only where it differs, so that a screen reader is not told twice.
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Set children anew only if what they are made from has changed.
const made = new WeakMap();
export function remake(node, from, make) {
  const key = JSON.stringify(from);
  if (made.get(node) === key) return;
  made.set(node, key);
  node.replaceChildren(...make().filter((child) => child !== null && child !== undefined));
}

export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
  };
  const answer = await fetch(root + path, options).catch(() => null);
  const said = (await answer?.json().catch(() => null)) ?? {};
  if (!answer?.ok) throw Object.assign(new Error(said.error ?? _("The server does not answer. Try again later.")), { status: answer?.status });
  return said;
}

// What there is nothing to see without: where it cannot be had the page says why, and goes no further.
export async function needed(path) {
  try {
    return await ask(path);
  } catch (error) {
    $("#main").replaceChildren(el("p", { class: "error", role: "alert" }, error.message),
      el("p", {}, el("button", { type: "button", onclick: () => location.reload() }, _("Try again"))));
    return new Promise(() => {});
  }
}

// What this browser remembers; nothing where it may not.
export function remembered(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`ludoteca.${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(`ludoteca.${key}`, JSON.stringify(value));
  } catch { /* private windows remember nothing */ }
}
