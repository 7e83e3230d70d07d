/**
 * Cards as people know them: numeral, colour, letter and shape, or a sign and a name; tapped, they say what they do.
 */

import { cardName, cardText, faceOf, kindOf } from "./deck.js";
import { button, el, svg } from "/static/dom.js";
import { sheet } from "/static/shell.js";
import { t } from "/static/words.js";

/** @import { Child } from "/types/pages.d.ts" */
/** @import { Code } from "../types.d.ts" */

const WIDTH = 59;
const HEIGHT = 91;

/** @typedef {keyof typeof SIGNS} Sign */
/** @typedef {{ badge: string, text: string }} Note What is marked on a card, and said of it. */
/** @typedef {{ marks?: string[], note?: Note | null, pressed?: boolean, focus?: string, label?: string }} Look */

/** The signs of the kinds of cards. */
const SIGNS = {
  "at-once": "M14 1 L4 13.5 H11 L9 23 L20 9.5 H12.5 Z",
  keep:
    "M7.6 22 C5.5 19.2 3.8 15.8 2.6 12.6 C2.1 11.2 4 10.4 4.8 11.7 L6.6 14.6 V4.6 C6.6 2.9 9 2.9 9 4.6 V11 H9.6 V2.7 " +
    "C9.6 1 12.1 1 12.1 2.7 V11 H12.7 V3.5 C12.7 1.9 15.1 1.9 15.1 3.5 V11.4 H15.7 V6 C15.7 4.4 18 4.4 18 6 V14.5 " +
    "C18 18 17 20 15.8 22 Z",
  task: "M4.3 0.5 H6.8 V23.5 H4.3 Z M6.8 1 L22 6.9 L6.8 13 Z",
  star: "M12 1.5 L15 8.4 L22.5 9.1 L16.8 14.1 L18.5 21.5 L12 17.6 L5.5 21.5 L7.2 14.1 L1.5 9.1 L9 8.4 Z",
  mac: "M4 20 V5 L12 13 L20 5 V20 H16.5 V12.5 L12 17 L7.5 12.5 V20 Z",
};

/**
 * The sign of a kind of card as a path, 24 by 24: bolt for at once, hand for keep, flag for a task, star for one that
 * is won.
 * @param {Sign} kind
 */
const signPath = (kind) => svg("path", { d: SIGNS[kind] });

/**
 * @param {string} kind
 * @returns {kind is Sign}
 */
const hasSign = (kind) => kind in SIGNS;

/**
 * A kind's sign on its own; null for kinds that have none.
 * @param {string} kind
 */
export const signOf = (kind) =>
  hasSign(kind)
    ? svg("svg", { viewBox: "0 0 24 24", class: `sign sign-${kind}`, "aria-hidden": "true" }, signPath(kind))
    : null;

/**
 * A card as a picture, hidden from screen readers: whoever shows it names it.
 * @param {Code | null} code
 */
export function cardPicture(code) {
  const kind = kindOf(code);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: `face face-${kind}`, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "edge", x: 0.5, y: 0.5, width: 58, height: 90, rx: 6 }),
    code === null || kind === "back" ? backFace() : kind === "number" ? numberFace(code) : wordFace(code, kind),
  );
}

/**
 * A card to look at; its name is read out.
 * @param {Code | null} code
 * @param {{ marks?: string[], note?: Note | null }} of
 */
export function card(code, { marks = [], note = null } = {}) {
  return el(
    "span",
    { class: ["card", ...marks].join(" "), role: "img", "aria-label": spoken(code, note), data: { card: code ?? "" } },
    cardPicture(code),
    badge(note),
  );
}

/**
 * A card to tap. `pressed` makes it one that can be chosen and let go.
 * @param {Code | null} code
 * @param {() => void} tapped
 * @param {Look} of
 */
export function cardButton(code, tapped, { marks = [], note = null, pressed, focus, label } = {}) {
  return button(
    {
      class: ["card", ...marks, pressed ? "is-picked" : ""].join(" ").trim(),
      "aria-pressed": pressed === undefined ? null : String(pressed),
      data: { card: code ?? "", focus: focus ?? `card-${code}`, typed: typed(code) },
      onclick: tapped,
    },
    el("span", { class: "unseen" }, label ?? spoken(code, note)),
    cardPicture(code),
    badge(note),
  );
}

/**
 * What a card does, for whoever taps on it.
 * @param {Code | null} code
 * @param {Child} extra
 */
function explain(code, extra = null) {
  sheet(cardName(code), () => [
    el(
      "div",
      { class: "explained" },
      el("span", { class: "card" }, cardPicture(code)),
      el(
        "div",
        { class: "stack" },
        el("p", { class: "kind" }, signOf(kindOf(code)), t(`page.kind.${kindOf(code)}`)),
        el("p", { class: "does" }, cardText(code)),
        extra,
      ),
    ),
  ]);
}

/**
 * A card that says what it does when tapped.
 * @param {Code | null} code
 * @param {Look & { extra?: Child }} options
 */
export const tellingCard = (code, options = {}) => cardButton(code, () => explain(code, options.extra), options);

/**
 * @param {Code | null} code
 * @param {Note | null} note
 */
const spoken = (code, note) => (note ? `${cardName(code)}: ${note.text}` : cardName(code));
/** @param {Note | null} note */
const badge = (note) => (note ? el("span", { class: "badge", "aria-hidden": "true" }, note.badge) : null);

/**
 * What is typed to get to a card: the letter and the number that stand on it, or its code.
 * @param {Code | null} code
 */
export function typed(code) {
  if (code === null) return null;
  return kindOf(code) === "number" ? `${t(`face.letter.${code[0]}`)}${Number(faceOf(code).slice(1))}` : faceOf(code);
}

/** @param {Code} code */
function numberFace(code) {
  const colour = code[0];
  const value = String(Number(faceOf(code).slice(1)));
  return [
    svg("rect", { class: `field fill-${colour}`, x: 3, y: 3, width: 53, height: 85, rx: 4 }),
    numeral(value, `numeral on-${colour}`),
    shape(colour, 29.5, 69, 15),
    svg(
      "text",
      {
        class: `letter ink-${colour}`,
        x: 29.5,
        y: colour === "Y" ? 76.5 : 74,
        "text-anchor": "middle",
        "font-size": colour === "Y" ? 12 : 14.5,
      },
      t(`face.letter.${colour}`),
    ),
  ];
}

/**
 * Two digits are squeezed to the card's width, whatever font the device has.
 * @param {string} value
 * @param {string} look
 */
function numeral(value, look) {
  const squeezed = value.length > 1 ? { textLength: 43, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg(
    "text",
    { class: look, x: 29.5, y: 45, "text-anchor": "middle", "font-size": value.length > 1 ? 42 : 46, ...squeezed },
    value,
  );
}

/**
 * The shape that goes with a colour: circle (red, blue), triangle (yellow), square (green).
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function shape(colour, x, y, r) {
  if (colour === "Y") {
    const points = `${x},${y - r * 1.1} ${x + r * 1.2},${y + r * 0.9} ${x - r * 1.2},${y + r * 0.9}`;
    return svg("polygon", { class: "shape", points });
  }
  if (colour === "G")
    return svg("rect", {
      class: "shape",
      x: x - r * 0.88,
      y: y - r * 0.88,
      width: r * 1.76,
      height: r * 1.76,
      rx: 1.5,
    });
  return svg("circle", { class: "shape", cx: x, cy: y, r });
}

function backFace() {
  return [
    svg("rect", { class: "back", x: 3, y: 3, width: 53, height: 85, rx: 4 }),
    svg("path", {
      class: "back-line",
      d:
        "M3 24 L24 3 M3 48 L48 3 M3 72 L56 19 M8 88 L56 43 M32 88 L56 67 " +
        "M56 24 L35 3 M56 48 L11 3 M56 72 L3 19 M51 88 L3 43 M27 88 L3 67",
    }),
  ];
}

/**
 * @param {Code} code
 * @param {Sign} kind
 */
function wordFace(code, kind) {
  const face = faceOf(code);
  const lines = broken(cardName(code), 10);
  const size = Math.min(lines.length > 4 ? 7.4 : 8.6, 45 / (0.76 * Math.max(...lines.map((line) => line.length))));
  const top = 62 - ((lines.length - 1) * size * 1.12) / 2;
  return [
    svg("rect", { class: `field fill-${kind}`, x: 3, y: 3, width: 53, height: 85, rx: 4 }),
    svg("g", { class: `icon icon-${kind}`, transform: "translate(16.3 13.5) scale(1.1)" }, signPath(kind)),
    svg("rect", { class: "panel", x: 5.5, y: 41, width: 48, height: 44.5, rx: 2.5 }),
    lines.map((line, i) =>
      svg(
        "text",
        { class: "title", x: 29.5, y: top + i * size * 1.12 + 2.5, "text-anchor": "middle", "font-size": size },
        line,
      ),
    ),
    kind === "mac" ? null : svg("text", { class: "corner", x: 6, y: 12, "font-size": 7.5 }, face),
  ];
}

/**
 * A name in lines of about `width` letters, broken at blanks and, where a word is too long, in it.
 * @param {string} name
 * @param {number} width
 */
function broken(name, width) {
  const lines = [""];
  for (const word of name.split(/\s+/).flatMap((whole) => pieces(whole, width))) {
    const last = lines[lines.length - 1];
    if (last && (last + word).length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

/**
 * @param {string} word
 * @param {number} width
 */
function pieces(word, width) {
  if (word.length <= width + 2) return [word];
  const half = Math.ceil(word.length / 2);
  return [`${word.slice(0, half)}-`, word.slice(half)];
}
