// What a person reads, in their language: sentences are English in the code, and the server sends the others.

const page = document.documentElement;
const { SENTENCES } = page.dataset.words ? await import(page.dataset.words) : { SENTENCES: {} };

export const lang = page.lang;

// A sentence with its blanks filled in.
export function _(message, values = {}) {
  const said = SENTENCES[message];
  return filled(typeof said === "string" ? said : message, values);
}

// The sentence that goes with a number, which fills the blank `count`.
export function ngettext(one, many, count, values = {}) {
  const forms = SENTENCES[one];
  const [single, several] = Array.isArray(forms) ? forms : [one, many];
  return filled(count === 1 ? single : several, { count, ...values });
}

// The words of a move as a person reads them.
export const spelled = (move) => move.split(" ").map((word) => _(word)).join(" ");

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (blank, key) => (key in values ? String(values[key]) : blank));
}
