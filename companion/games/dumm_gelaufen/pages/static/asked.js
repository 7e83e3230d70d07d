/** What an action card wants of somebody, on everybody's phone: whoever it is about answers there. */

import { WITHOUT } from "./deck.js";
import { entered } from "/static/shell.js";
import { decide, get } from "/static/wire.js";
import { t } from "/static/words.js";

/** @import { Asked, AskedChoice, Here } from "/types/pages.d.ts" */
/** @import { Seat, You } from "/types/wire.d.ts" */
/** @import { DummMove, DummView, Face } from "../types.d.ts" */

const HANDS_OVER = ["K06", "K10"]; // a card goes from hand to hand, and nobody else sees which

/**
 * What is to be decided now, where no camera sees it: a text, and ways to answer for whom it is about.
 * @param {DummView} of
 * @returns {Asked<DummView>[]}
 */
export function asks({ turn, players }) {
  const asked = turn?.asks ?? null;
  const deciding = turn?.deciding ?? null;
  if (asked === null || deciding === null) return [];
  const choices =
    HANDS_OVER.includes(asked.card) && deciding !== asked.by
      ? handingOver(deciding, asked.card, asked.card === "K10" || players[deciding].cards[0] === 0)
      : [{ id: "enter", text: t("asks.enter"), act: enter }];
  return [{ id: `asks-${asked.card}-${deciding}`, player: deciding, text: asked.text, choices }];
}

/**
 * @param {Here<DummView>} here
 * @returns {Promise<void>}
 */
const enter = async (here) => void (await (await import("./moves.js")).moveSheet(here));

/**
 * Whoever surely has a card has one to give: only a card that was named may be missing (`may`).
 * @param {Seat} player
 * @param {Face} card
 * @param {boolean} may
 * @returns {AskedChoice<DummView>[]}
 */
function handingOver(player, card, may) {
  /** @type {AskedChoice<DummView>} */
  const gives = {
    id: "given",
    text: t("asks.given"),
    act: ({ you }) => say(player, (legal) => given(legal, card), you),
  };
  /** @type {AskedChoice<DummView>} */
  const denies = {
    id: "denied",
    text: t(WITHOUT.get(card) ?? "moves.pass"),
    act: ({ you }) => say(player, () => ({ move: "pass", player }), you),
  };
  return may ? [gives, denies] : [gives];
}

/**
 * Of a card that was named before everybody it is known which it is.
 * @param {DummMove[]} legal
 * @param {Face} card
 */
const given = (legal, card) =>
  legal.find((move) => move.move === "choose" && (card === "K10") === move.cards.every((code) => code !== null)) ??
  legal.find(({ move }) => move === "choose");

/**
 * @param {Seat} player
 * @param {(legal: DummMove[]) => DummMove | undefined} choose
 * @param {You} you
 */
async function say(player, choose, you) {
  const came = await get(you.host ? `/api/legal?player=${player}` : "/api/legal");
  const legal = /** @type {DummMove[]} */ (came.data.moves ?? []);
  const told = await decide("/api/moves", { player, move: choose(legal) ?? { move: "pass", player } });
  if (told.ok) entered(told, t("moves.entered"));
  return told;
}
