/** What everybody holds and has won. */

import { signOf } from "./cards.js";
import { el } from "/static/dom.js";
import { count, t } from "/static/words.js";

/** @import { DummPlayer, DummView } from "../types.d.ts" */

/** How many murphy cards win the game. */
export const WINS = 3;

/**
 * A player's hand and stars; nobody has cards before they are dealt.
 * @param {DummPlayer} of
 * @param {DummView} with
 */
export function player({ cards, won = [] }, { phase }) {
  return [
    cards && phase !== "set-up"
      ? el(
          "span",
          { class: `person-hand${isRange(cards) ? " is-unsure" : ""}`, role: "img", "aria-label": handSize(cards) },
          handNumber(cards),
        )
      : el("span"),
    el(
      "span",
      { class: "won", role: "img", "aria-label": t("page.won", { n: won.length }) },
      stars(won.length, "won-star"),
    ),
  ];
}

/**
 * Stars for so many murphy cards, the won ones filled.
 * @param {number} won
 */
export const stars = (won, look = "") =>
  Array.from({ length: Math.max(WINS, won) }, (_, i) =>
    el("span", { class: `${look}${i < won ? " is-won" : ""}`.trim() }, signOf("star")),
  );

/**
 * What two numbers on a hand mean, where one has two.
 * @param {DummView} of
 */
export function underPlayers({ phase, players }) {
  return phase !== "set-up" && players.some(({ cards }) => cards && isRange(cards))
    ? el("p", { class: "soft two-numbers" }, t("page.hand.two-numbers"))
    : null;
}

/** @param {[number, number]} of */
const isRange = ([low, high]) => low !== high;

/** @param {[number, number]} of */
const handNumber = ([low, high]) => (low === high ? String(low) : `${low}–${high}`);

/** @param {[number, number]} cards */
function handSize(cards) {
  return cards[0] === cards[1] ? count("page.hand", cards[0]) : t("page.hand.range", { low: cards[0], high: cards[1] });
}
