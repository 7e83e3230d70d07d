/** What an action card wants of somebody, on everybody's phone: whoever it is about answers there. */

import { WITHOUT } from "./deck.js";
import { entered } from "/static/shell.js";
import { decide, get } from "/static/wire.js";
import { t } from "/static/words.js";

const HANDS_OVER = ["K06", "K10"]; // a card goes from hand to hand, and nobody else sees which

/** What is to be decided now, where no camera sees it: a text, and ways to answer for whom it is about. */
export function asks({ turn, players }) {
  const { asks: asked = null, deciding } = turn ?? {};
  if (asked === null || deciding === null) return [];
  const choices =
    HANDS_OVER.includes(asked.card) && deciding !== asked.by
      ? handingOver(deciding, asked.card, asked.card === "K10" || players[deciding].cards[0] === 0)
      : [{ id: "enter", text: t("asks.enter"), act: enter }];
  return [{ id: `asks-${asked.card}-${deciding}`, player: deciding, text: asked.text, choices }];
}

const enter = async (here) => void (await (await import("./moves.js")).moveSheet(here));

/** Whoever surely has a card has one to give: only a card that was named may be missing (`may`). */
const handingOver = (player, card, may) => [
  { id: "given", text: t("asks.given"), act: ({ you }) => say(player, (legal) => given(legal, card), you) },
  ...(may
    ? [{ id: "denied", text: t(WITHOUT[card]), act: ({ you }) => say(player, () => ({ move: "pass", player }), you) }]
    : []),
];

/** Of a card that was named before everybody it is known which it is. */
const given = (legal, card) =>
  legal.find((move) => move.move === "choose" && (card === "K10") === move.cards.every((code) => code !== null)) ??
  legal.find(({ move }) => move === "choose");

async function say(player, choose, you) {
  const came = await get(`/api/legal${you.host ? `?player=${player}` : ""}`);
  const told = await decide("/api/moves", { player, move: choose(came.data.moves ?? []) ?? { move: "pass", player } });
  if (told.ok) entered(told, t("moves.entered"));
  return told;
}
