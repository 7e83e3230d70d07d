/** The first five minutes: what is done and what comes next, the same on phones, on the television and for the host. */

import { mayHavePhone } from "./games.js";
import { t } from "./words.js";

/** @import { View } from "../types/wire.d.ts" */

/** @typedef {{ done: boolean, text: string }} Step */

/**
 * From the first phone to the first turn; `deals` is how the game is dealt, in words.
 * @param {View} view
 * @param {string} deals
 * @returns {Step[]}
 */
export function stepsOf({ players, seats = [], camera, setup }, deals) {
  const people = players.map((player, i) => ({ ...player, sits: Boolean(seats[i]) })).filter(mayHavePhone);
  const of = people.length;
  const n = people.filter(({ sits }) => sits).length;
  const lies = camera !== false && setup !== null && setup.ok;
  return [
    { done: n === of, text: t("guide.sit", { n, of }) },
    { done: lies, text: deals },
    { done: false, text: t(camera === false ? "guide.type" : "guide.look") },
  ];
}

/**
 * A step as a line: whether it is done is a sign, and no colour.
 * @param {Step} of
 */
export const lineOf = ({ done, text }) => `${done ? "✓" : "○"} ${text}`;

/**
 * What comes next, for a screen with room for one line.
 * @param {Step[]} all
 */
export const nextOf = (all) => all.find(({ done }) => !done)?.text ?? "";
