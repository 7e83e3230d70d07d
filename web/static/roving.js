/**
 * Buttons that the keyboard enters once: arrow keys go from one to the next, in a drawing to what lies there, Home and
 * End to the ends of a row, and what is typed finds the button whose `data-typed` begins so.
 */

const GROUP = "[role=group]";
const TYPING = 1_000; // ms within which letters belong together

/** @typedef {(from: DOMRect, to: DOMRect) => boolean} Lies */
/** @typedef {HTMLElement | SVGElement} Button */

/**
 * Where a row above or below lies; a line of text may be a little askew.
 * @type {Map<string, Lies>}
 */
const ACROSS = new Map([
  ["ArrowDown", (from, to) => to.top >= from.bottom - 4],
  ["ArrowUp", (from, to) => to.bottom <= from.top + 4],
]);

/**
 * The same for what lies beside something in a drawing.
 * @type {Map<string, Lies>}
 */
const BESIDE = new Map([
  ["ArrowRight", (from, to) => to.left + to.right > from.left + from.right + 4],
  ["ArrowLeft", (from, to) => to.left + to.right < from.left + from.right - 4],
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
    place.addEventListener("focusin", ({ target }) => isButton(target) && only(place, target));
    place.addEventListener("keydown", (event) => keyed(place, event));
  }
  return place;
}

/**
 * @param {HTMLElement} place
 * @returns {Button[]}
 */
const buttons = (place) =>
  [...place.querySelectorAll("button:not(:disabled), [role=button]")].flatMap((one) => (isButton(one) ? [one] : []));

/**
 * @param {unknown} one
 * @returns {one is Button}
 */
const isButton = (one) => one instanceof HTMLElement || one instanceof SVGElement;

/**
 * @param {HTMLElement} place
 * @param {Button} entered
 */
function only(place, entered) {
  for (const one of buttons(place)) one.setAttribute("tabindex", one === entered ? "0" : "-1");
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
 * @param {Button[]} all
 * @param {Button} now
 * @param {KeyboardEvent} event
 */
function goal(all, now, { key, timeStamp }) {
  const at = all.indexOf(now);
  const row = all.filter((one) => one.closest(GROUP) === now.closest(GROUP));
  const beside = now instanceof SVGElement && BESIDE.get(key);
  if (beside) return nearest(all, now, beside, 4, 1);
  if (key === "ArrowRight") return all[at + 1];
  if (key === "ArrowLeft") return all[at - 1];
  if (key === "Home") return row[0];
  if (key === "End") return row.at(-1);
  const lies = ACROSS.get(key);
  const [down, aside] = now instanceof SVGElement ? [1, 4] : [100, 1];
  return lies ? nearest(all, now, lies, down, aside) : begun(all, now, key, timeStamp);
}

/**
 * What lies there nearest, where a step down and a step aside weigh so much.
 * @param {Button[]} all
 * @param {Button} now
 * @param {Lies} lies
 * @param {number} down
 * @param {number} aside
 */
function nearest(all, now, lies, down, aside) {
  const from = now.getBoundingClientRect();
  const ranked = all
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => lies(from, box))
    .map(({ one, box }) => ({ one, far: Math.abs(box.top - from.top) * down + Math.abs(box.left - from.left) * aside }))
    .sort((a, b) => a.far - b.far);
  return ranked[0]?.one;
}

/**
 * What was typed may be a number in the same row, or letters and a number anywhere, also elsewhere in the same sheet.
 * @param {Button[]} all
 * @param {Button} now
 * @param {string} key
 * @param {number} at
 */
function begun(all, now, key, at) {
  if (!/^[\p{L}\p{N}]$/u.test(key)) {
    typed.text = ""; // what was tapped is done with
    return undefined;
  }
  typed = { text: (at - typed.at < TYPING ? typed.text : "") + key.toLowerCase(), at };
  const { text } = typed;
  /** @param {Button} one */
  const name = (one) => one.dataset.typed?.toLowerCase() ?? "";
  const row = all.filter((one) => one.closest(GROUP) === now.closest(GROUP));
  const numbered = row.find((one) => name(one).replace(/^\p{L}+/u, "") === text);
  const sheet = now.closest("dialog");
  const beyond = sheet instanceof HTMLElement ? buttons(sheet) : [];
  return (
    numbered ?? [...all, ...beyond].find((one) => name(one) === text) ?? all.find((one) => name(one).startsWith(text))
  );
}
