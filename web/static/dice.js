/** Dice: pips or a figure, a symbol as a star, a colour never without its letter. */

import { el, svg } from "./dom.js";

/** @import { Child } from "../types/pages.d.ts" */

const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"]; // of nine places, row by row

/**
 * Where the pips of a face lie, in a square of 30.
 * @param {number} value
 */
export const pipsAt = (value) =>
  [...PIPS[value]].map(Number).map((at) => [7 + 8 * (at % 3), 7 + 8 * Math.floor(at / 3)]);

/**
 * A face in pips.
 * @param {number} value
 */
export const pips = (value) =>
  svg(
    "svg",
    { viewBox: "0 0 30 30", class: "pips", "aria-hidden": "true" },
    pipsAt(value).map(([cx, cy]) => svg("circle", { cx, cy, r: 2.7 })),
  );

/**
 * A face in a figure; 0 is a die's symbol.
 * @param {number} value
 */
export const figure = (value) => (value ? String(value) : "✶");

/**
 * One die: what it shows, how it lies (`kept`, `asked`, `away`), and how it is read aloud.
 * @param {Child} face
 * @param {{ lies?: string[], colour?: string, letter?: string | null, label?: string | null }} of
 */
export const die = (face, { lies = [], colour = "", letter = null, label = null } = {}) =>
  el(
    "span",
    {
      class: ["die", ...(colour ? [`die-${colour}`] : []), ...lies.map((how) => `is-${how}`)].join(" "),
      role: label && "img",
      "aria-label": label,
    },
    letter ? [el("span", { class: "die-value" }, face), el("span", { class: "die-colour" }, letter)] : face,
  );

/**
 * The dice of a roll beside the line that tells of it; `aloud` where that does not name them.
 * @param {Child} dice
 * @param {string | null} aloud
 */
export const diceSaid = (dice, aloud = null) =>
  el(
    "span",
    { class: "said-dice", ...(aloud ? { role: "img", "aria-label": aloud } : { "aria-hidden": "true" }) },
    dice,
  );

/**
 * Ordinary dice in a row beside the line that tells of them.
 * @param {readonly number[]} dice
 */
export const rolled = (dice) => diceSaid(dice.map((value) => die(pips(value), { lies: ["small"] })));
