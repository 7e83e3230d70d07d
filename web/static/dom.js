/** Nodes from data: text goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; `props` are attributes, `on…` listeners, `data` its dataset; null children are left out. */
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
 * The keyboard's focus stays on what carries the same `data-focus`.
 */
export function fill(place, key, build) {
  const shown = JSON.stringify(key);
  if (!place || place.shownKey === shown) return false;
  place.shownKey = shown;
  const focus = place.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  place.replaceChildren(...[build()].flat(Infinity).filter(Boolean));
  if (focus) place.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  return true;
}

/** Let every place be filled anew: words or the game are others now. */
export function forget() {
  for (const node of document.querySelectorAll("body *")) delete node.shownKey;
}

/** The element of an id; the templates hold all of them. */
export const byId = (id) => document.getElementById(id);

/** Whether people asked their device for less movement. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
