/** Nodes from data: text goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element; `props` are attributes, in their order (a range's value after what bounds it), `on…` listeners,
 * `data` its dataset; null children are left out.
 */
export function el(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag, props = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), props, children);
}

function dress(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "vars") for (const [k, v] of Object.entries(value)) node.style.setProperty(k, v);
    else if (name === "value" || name === "checked" || name === "disabled") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Somebody's name, isolated: right-to-left writing and markup in it stay in it. */
export const nameOf = (name) => el("bdi", { class: "name" }, String(name));

/** A sentence in which these names may occur, each of them isolated. */
export function withNames(sentence, names) {
  const known = names.filter(Boolean).sort((a, b) => b.length - a.length);
  if (!known.length) return [sentence];
  const parts = sentence.split(new RegExp(`(${known.map(escaped).join("|")})`));
  return parts.map((part, i) => (i % 2 ? nameOf(part) : part)).filter((part) => part !== "");
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Fill a place anew if what it shows has changed: `key` says what it shows.
 */
export function fill(place, key, build) {
  const shown = JSON.stringify(key);
  if (!place || place.shownKey === shown) return false;
  place.shownKey = shown;
  refill(place, build());
  return true;
}

/** Put other nodes into a place; the keyboard's focus stays where it was. */
export function refill(place, ...nodes) {
  const back = focusIn(place);
  place.replaceChildren(...nodes.flat(Infinity).filter(Boolean));
  back();
}

/** Where the keyboard's focus is in a place that is to be drawn anew: what comes back puts it there again. */
export function focusIn(place) {
  const held = place.contains(document.activeElement) ? selectorOf(document.activeElement) : null;
  return () => held && place.querySelector(held)?.focus({ preventScroll: true });
}

/** By what a node is found again in what is drawn anew: its id or `data-focus`; null for one without. */
export const selectorOf = ({ id, dataset }) =>
  id ? `#${CSS.escape(id)}` : dataset?.focus ? `[data-focus="${CSS.escape(dataset.focus)}"]` : null;

/** Let every place be filled anew: words or the game are others now. */
export function forget() {
  for (const node of document.querySelectorAll("body *")) delete node.shownKey;
}

/** The element of an id; the templates hold all of them. */
export const byId = (id) => document.getElementById(id);

/** What browsers take for a tap, after which more is allowed; a pointer that comes down is none. */
export const TAPS = ["touchend", "click", "keydown"];

/** Whether people asked their device for less movement. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
