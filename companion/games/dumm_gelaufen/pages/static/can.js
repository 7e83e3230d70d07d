/** What may be done now, in sentences. */

import { cardName } from "./deck.js";
import { movesOf } from "./legal.js";
import { t } from "/static/words.js";

/** @import { Seat } from "/types/wire.d.ts" */
/** @import { DummMove, DummView } from "../types.d.ts" */
/** @import { MoveOf } from "./legal.js" */

/**
 * The sentences of the moves that are legal: exchanges by where they are made, and every other kind once.
 * @param {DummMove[]} moves
 * @param {DummView} of
 * @param {Seat | null} seat
 */
export function can(moves, { turn }, seat) {
  const once = (/** @type {DummMove["move"]} */ kind, /** @type {string} */ key) =>
    movesOf(moves, kind).length ? [t(key)] : [];
  const takes = movesOf(moves, "take");
  const fromMac = takes.filter(({ cards }) => cards[0][0] === "mac");
  const fromPiles = takes.filter(({ cards }) => cards[0][0] !== "mac");
  return [
    ...once("choose", "can.choose"),
    ...once("lay", "can.lay"),
    ...exchange(fromMac, "mac"),
    ...exchange(fromPiles, "piles"),
    ...once("play-action", "can.action"),
    ...(turn && turn.offered === seat ? [t("can.claim")] : once("claim", "can.claim")),
    ...once("pass", "can.pass"),
  ];
}

/**
 * Taking one card, two, or one or two: what lies there to be taken.
 * @param {MoveOf<"take">[]} takes
 * @param {"mac" | "piles"} where
 */
function exchange(takes, where) {
  if (!takes.length) return [];
  const single = takes.filter(({ cards }) => cards.length === 1);
  const codes = [...new Set((single.length ? single : takes).flatMap(({ cards }) => cards.map(([, code]) => code)))];
  const cards = codes.map((code) => (code ? cardName(code) : t("page.pile.draw"))).join(t("list.separator"));
  const many = !single.length ? "two" : single.length < takes.length ? "both" : "one";
  return [t(`can.${where}.${many}`, { cards })];
}
