/** Nodes from data: text goes in as text, never as markup; and what the browser keeps. */

/** @import { Child, Props, Toggle } from "../types/pages.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element; `props` are attributes, in their order (a range's value after what bounds it), `on…` listeners,
 * `data` its dataset; null children are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props<HTMLElementTagNameMap[Tag]>} props
 * @param {...Child} children
 */
export function el(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

/**
 * A button that sends no form.
 * @param {Props<HTMLButtonElement>} props
 * @param {...Child} children
 */
export const button = (props, ...children) => el("button", { type: "button", ...props }, ...children);

/**
 * The same as `el` for SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props<SVGElementTagNameMap[Tag]>} props
 * @param {...Child} children
 */
export function svg(tag, props = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), props, children);
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} node
 * @param {Props<E>} props
 * @param {Child[]} children
 */
function dress(node, props, children) {
  for (const [name, value] of Object.entries(/** @type {Record<string, any>} */ (props))) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "vars") for (const [k, v] of Object.entries(value)) node.style.setProperty(k, v);
    else if (name === "value" || name === "checked" || name === "disabled") Object.assign(node, { [name]: value });
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...shown(children));
  return node;
}

/**
 * What is put into a place, of what may be null, undefined or false, or several.
 * @param {readonly Child[]} children
 * @returns {(Node | string)[]}
 */
const shown = (children) =>
  children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (child instanceof Node) return [child];
    return Array.isArray(child) ? shown(child) : [String(child)];
  });

/**
 * Somebody's name, isolated: right-to-left writing and markup in it stay in it.
 * @param {string} name
 */
export const nameOf = (name) => el("bdi", { class: "name" }, name);

/**
 * A sentence in which these names may occur, each of them isolated.
 * @param {string} sentence
 * @param {readonly (string | null | undefined)[]} names
 * @returns {Child[]}
 */
export function withNames(sentence, names) {
  const known = names.filter((name) => typeof name === "string" && name !== "").map(String);
  if (!known.length) return [sentence];
  known.sort((a, b) => b.length - a.length);
  const parts = sentence.split(new RegExp(`(${known.map(escaped).join("|")})`));
  return parts.map((part, i) => (i % 2 ? nameOf(part) : part)).filter((part) => part !== "");
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Buttons side by side.
 * @param {...Child} children
 */
export const buttonRow = (...children) => el("div", { class: "choices" }, ...children);

/**
 * Buttons side by side; one that is on is pressed. What is null is left out.
 * @param {readonly (Toggle | null)[]} all
 * @param {{ label?: string | null, look?: string }} of
 */
export const toggles = (all, { label = null, look = "" } = {}) =>
  el(
    "div",
    { class: `choices ${look}`.trim(), role: label && "group", "aria-label": label },
    all.map(
      (one) =>
        one &&
        button(
          {
            "aria-pressed": one.on === null ? null : String(one.on),
            data: { focus: one.focus, ...one.data },
            onclick: one.act,
          },
          one.text,
        ),
    ),
  );

/**
 * Place -> what it shows, as it was said.
 * @type {WeakMap<Element, string>}
 */
let filled = new WeakMap();

/**
 * Fill a place anew if what it shows has changed: `key` says what it shows.
 * @param {Element | null} place
 * @param {unknown} key
 * @param {() => Child} build
 */
export function fill(place, key, build) {
  const says = JSON.stringify(key);
  if (!place || filled.get(place) === says) return false;
  refill(place, build());
  filled.set(place, says);
  return true;
}

/**
 * Let a place be filled anew, or every place: words or the game are others now.
 * @param {Element | null} place
 */
export function forget(place = null) {
  if (place) filled.delete(place);
  else filled = new WeakMap();
}

/**
 * Put other nodes into a place; the keyboard's focus stays where it was.
 * @param {Element} place
 * @param {...Child} nodes
 */
export function refill(place, ...nodes) {
  const back = focusIn(place);
  place.replaceChildren(...shown(nodes));
  back();
}

/**
 * Bring the keyboard to a place and the place into sight; for whoever taps nothing moves.
 * @param {HTMLElement} place
 */
export function focusOn(place) {
  place.focus({ preventScroll: true });
  if (place.matches(":focus-visible")) place.scrollIntoView({ block: "nearest" });
}

/** Where the keyboard goes on when what it was on is gone: what is asked, else whose turn it is. */
export function goOn() {
  const on = document.querySelector("#questions button") ?? found("turn");
  if (!(on instanceof HTMLElement) || document.querySelector("dialog[open]")) return;
  if (!(on instanceof HTMLButtonElement)) on.tabIndex = -1;
  focusOn(on);
}

/**
 * Where the keyboard's focus is in a place that is to be drawn anew: what comes back puts it there again.
 * @param {Element} place
 */
export function focusIn(place) {
  const held = place.contains(document.activeElement) ? selectorOf(document.activeElement) : null;
  return () => {
    const again = held && place.querySelector(held);
    if (again instanceof HTMLElement || again instanceof SVGElement) again.focus({ preventScroll: true });
    else if (held) goOn();
  };
}

/**
 * By what a node is found again in what is drawn anew: its id or `data-focus`; null for one without.
 * @param {Element | null} node
 */
export function selectorOf(node) {
  if (node?.id) return `#${CSS.escape(node.id)}`;
  const focus = node instanceof HTMLElement || node instanceof SVGElement ? node.dataset.focus : null;
  return focus ? `[data-focus="${CSS.escape(focus)}"]` : null;
}

/**
 * The element of an id, of a kind, that has to be there: the templates hold it, or what was drawn.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
export function byId(id, kind = /** @type {any} */ (HTMLElement)) {
  const there = found(id, kind);
  if (!there) throw new Error(`no ${kind.name} #${id}`);
  return there;
}

/**
 * The same where it may be missing.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E | null}
 */
export function found(id, kind = /** @type {any} */ (HTMLElement)) {
  const there = document.getElementById(id);
  return there instanceof kind ? there : null;
}

/**
 * What is filled in under a name in a form.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function control(form, name) {
  const there = form.elements.namedItem(name);
  if (there instanceof HTMLInputElement || there instanceof HTMLSelectElement) return there;
  throw new Error(`nothing is filled in as ${name}`);
}

/** What browsers take for a tap, after which more is allowed; a pointer that comes down is none. */
export const TAPS = /** @type {const} */ (["touchend", "click", "keydown"]);

/** Whether people asked their device for less movement. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * What this browser keeps under a name; null if that is nothing, undefined if it keeps nothing, as in private windows.
 * @param {string} name
 */
export function remembered(name, room = () => localStorage) {
  try {
    return room().getItem(name);
  } catch {
    return undefined;
  }
}

/**
 * Have this browser keep it; private windows forget.
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value, room = () => localStorage) {
  try {
    room().setItem(name, value);
  } catch {
    // what needs it asks again
  }
}

/** Kept as long as this window is open. */
export const SESSION = () => sessionStorage;
