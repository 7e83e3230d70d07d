/** Cards as people know them: numeral, colour, letter and shape, or an icon and a name. */

import { cardName, faceOf, kindOf } from "./deck.js";
import { el, svg } from "/static/dom.js";
import { signPath } from "./signs.js";
import { t } from "/static/words.js";

const WIDTH = 59;
const HEIGHT = 91;

/** A card as a picture, hidden from screen readers: whoever shows it names it. */
export function cardPicture(code) {
  const kind = kindOf(code);
  const draw = { number: numberFace, back: backFace }[kind] ?? wordFace;
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: `face face-${kind}`, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "edge", x: 0.5, y: 0.5, width: 58, height: 90, rx: 6 }),
    draw(code),
  );
}

/** A card to look at; its name is read out. */
export function card(code, { marks = [], note = null } = {}) {
  return el(
    "span",
    { class: ["card", ...marks].join(" "), role: "img", "aria-label": spoken(code, note), data: { card: code ?? "" } },
    cardPicture(code),
    badge(note),
  );
}

/** A card to tap. `pressed` makes it one that can be chosen and let go. */
export function cardButton(code, tapped, { marks = [], note = null, pressed, focus, label } = {}) {
  return el(
    "button",
    {
      type: "button",
      class: ["card", ...marks, pressed ? "is-picked" : ""].join(" ").trim(),
      "aria-pressed": pressed === undefined ? null : String(pressed),
      data: { card: code ?? "", focus: focus ?? `card-${code}` },
      onclick: tapped,
    },
    el("span", { class: "unseen" }, label ?? spoken(code, note)),
    cardPicture(code),
    badge(note),
  );
}

const spoken = (code, note) => (note ? `${cardName(code)}: ${note.text}` : cardName(code));
const badge = (note) => (note ? el("span", { class: "badge", "aria-hidden": "true" }, note.badge) : null);

function numberFace(code) {
  const colour = code[0];
  const value = String(Number(faceOf(code).slice(1)));
  return [
    svg("rect", { class: `field fill-${colour}`, x: 3, y: 3, width: 53, height: 85, rx: 4 }),
    numeral(value, `numeral on-${colour}`),
    shape(colour, 29.5, 69, 15),
    svg(
      "text",
      { class: `letter ink-${colour}`, x: 29.5, y: colour === "Y" ? 76.5 : 74, "text-anchor": "middle", "font-size": colour === "Y" ? 12 : 14.5 },
      t(`face.letter.${colour}`),
    ),
  ];
}

/** Two digits are squeezed to the card's width, whatever font the device has. */
function numeral(value, look) {
  const squeezed = value.length > 1 ? { textLength: 43, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg("text", { class: look, x: 29.5, y: 45, "text-anchor": "middle", "font-size": value.length > 1 ? 42 : 46, ...squeezed }, value);
}

/** The shape that goes with a colour: circle (red, blue), triangle (yellow), square (green). */
function shape(colour, x, y, r) {
  if (colour === "Y") {
    const points = `${x},${y - r * 1.1} ${x + r * 1.2},${y + r * 0.9} ${x - r * 1.2},${y + r * 0.9}`;
    return svg("polygon", { class: "shape", points });
  }
  if (colour === "G") return svg("rect", { class: "shape", x: x - r * 0.88, y: y - r * 0.88, width: r * 1.76, height: r * 1.76, rx: 1.5 });
  return svg("circle", { class: "shape", cx: x, cy: y, r });
}

function backFace() {
  return [
    svg("rect", { class: "back", x: 3, y: 3, width: 53, height: 85, rx: 4 }),
    svg("path", { class: "back-line", d: "M3 24 L24 3 M3 48 L48 3 M3 72 L56 19 M8 88 L56 43 M32 88 L56 67 M56 24 L35 3 M56 48 L11 3 M56 72 L3 19 M51 88 L3 43 M27 88 L3 67" }),
  ];
}

function wordFace(code) {
  const kind = kindOf(code);
  const face = faceOf(code);
  const lines = broken(cardName(code), 10);
  const size = Math.min(lines.length > 4 ? 7.4 : 8.6, 45 / (0.76 * Math.max(...lines.map((line) => line.length))));
  const top = 62 - ((lines.length - 1) * size * 1.12) / 2;
  return [
    svg("rect", { class: `field fill-${kind}`, x: 3, y: 3, width: 53, height: 85, rx: 4 }),
    svg("g", { class: `icon icon-${kind}`, transform: "translate(14.5 7) scale(1.25)" }, signPath(kind)),
    svg("rect", { class: "panel", x: 5.5, y: 41, width: 48, height: 44.5, rx: 2.5 }),
    lines.map((line, i) =>
      svg("text", { class: "title", x: 29.5, y: top + i * size * 1.12 + 2.5, "text-anchor": "middle", "font-size": size }, line),
    ),
    kind === "mac" ? null : svg("text", { class: "corner", x: 6, y: 12, "font-size": 7.5 }, face),
  ];
}

/** A name in lines of about `width` letters, broken at blanks and, where a word is too long, in it. */
function broken(name, width) {
  const lines = [""];
  for (const word of name.split(/\s+/).flatMap((word) => pieces(word, width))) {
    const last = lines[lines.length - 1];
    if (last && (last + word).length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

function pieces(word, width) {
  if (word.length <= width + 2) return [word];
  const half = Math.ceil(word.length / 2);
  return [`${word.slice(0, half)}-`, word.slice(half)];
}
