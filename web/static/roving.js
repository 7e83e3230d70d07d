/**
 * Buttons that the keyboard enters once: arrow keys go from one to the next, Home and End to the ends of a row, and
 * what is typed finds the button whose `data-typed` begins so.
 */

const GROUP = "[role=group]";
const TYPING = 1_000; // ms within which letters belong together

/** @typedef {(from: DOMRect, to: DOMRect) => boolean} Lies */

/**
 * Where a row above or below lies; a line of text may be a little askew.
 * @type {Map<string, Lies>}
 */
const ACROSS = new Map([
  ["ArrowDown", (from, to) => to.top >= from.bottom - 4],
  ["ArrowUp", (from, to) => to.bottom <= from.top + 4],
]);

/** @type {WeakSet<HTMLElement>} */
const known = new WeakSet();
let typed = { text: "", at: -Infinity };

/**
 * Let a place be one: called anew whenever its buttons are others. The one that is entered first is the focused one, or
 * one that is pressed, or the first.
 * @template {HTMLElement} E
 * @param {E} place
 */
export function roving(place) {
  const all = buttons(place);
  const pressed = all.find((one) => one.getAttribute("aria-pressed") === "true");
  const first = all.find((one) => one === document.activeElement) ?? pressed ?? all[0];
  if (first) only(place, first);
  if (!known.has(place)) {
    known.add(place);
    place.addEventListener("focusin", ({ target }) => target instanceof HTMLElement && only(place, target));
    place.addEventListener("keydown", (event) => keyed(place, event));
  }
  return place;
}

/**
 * @param {HTMLElement} place
 * @returns {HTMLElement[]}
 */
const buttons = (place) => [...place.querySelectorAll("button")].filter((one) => !one.disabled);

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} entered
 */
function only(place, entered) {
  for (const one of buttons(place)) one.tabIndex = one === entered ? 0 : -1;
}

/**
 * @param {HTMLElement} place
 * @param {KeyboardEvent} event
 */
function keyed(place, event) {
  const all = buttons(place);
  const now = all.find((one) => one === document.activeElement);
  if (!now || event.ctrlKey || event.altKey || event.metaKey) return;
  const to = goal(all, now, event);
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  to.focus();
}

/**
 * @param {HTMLElement[]} all
 * @param {HTMLElement} now
 * @param {KeyboardEvent} event
 */
function goal(all, now, { key, timeStamp }) {
  const at = all.indexOf(now);
  const row = all.filter((one) => one.closest(GROUP) === now.closest(GROUP));
  if (key === "ArrowRight") return all[at + 1];
  if (key === "ArrowLeft") return all[at - 1];
  if (key === "Home") return row[0];
  if (key === "End") return row.at(-1);
  const lies = ACROSS.get(key);
  return lies ? nearest(all, now, lies) : begun(all, row, key, timeStamp);
}

/**
 * @param {HTMLElement[]} all
 * @param {HTMLElement} now
 * @param {Lies} lies
 */
function nearest(all, now, lies) {
  const from = now.getBoundingClientRect();
  const ranked = all
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => lies(from, box))
    .map(({ one, box }) => ({ one, far: Math.abs(box.top - from.top) * 100 + Math.abs(box.left - from.left) }))
    .sort((a, b) => a.far - b.far);
  return ranked[0]?.one;
}

/**
 * What was typed may be a number in the same row, or letters and a number anywhere.
 * @param {HTMLElement[]} all
 * @param {HTMLElement[]} row
 * @param {string} key
 * @param {number} at
 */
function begun(all, row, key, at) {
  if (!/^[\p{L}\p{N}]$/u.test(key)) return undefined;
  typed = { text: (at - typed.at < TYPING ? typed.text : "") + key.toLowerCase(), at };
  const { text } = typed;
  /** @param {HTMLElement} one */
  const name = (one) => one.dataset.typed?.toLowerCase() ?? "";
  const numbered = row.find((one) => name(one).replace(/^\p{L}+/u, "") === text);
  return numbered ?? all.find((one) => name(one) === text) ?? all.find((one) => name(one).startsWith(text));
}
