/** What may be done now, in sentences. */

import { cardName } from "./deck.js";
import { t } from "/static/words.js";

/** The sentences of the moves that are legal: exchanges by where they are made, and every other kind once. */
export function can(moves, { turn }, seat) {
  const of = (kind) => moves.filter(({ move }) => move === kind);
  return [
    ...of("choose")
      .slice(0, 1)
      .map(() => t("can.choose")),
    ...of("lay")
      .slice(0, 1)
      .map(() => t("can.lay")),
    ...exchange(
      of("take").filter(({ cards }) => cards[0][0] === "mac"),
      "mac",
    ),
    ...exchange(
      of("take").filter(({ cards }) => cards[0][0] !== "mac"),
      "piles",
    ),
    ...of("play-action")
      .slice(0, 1)
      .map(() => t("can.action")),
    ...(turn?.offered === seat || of("claim").length ? [t("can.claim")] : []),
    ...of("pass")
      .slice(0, 1)
      .map(() => t("can.pass")),
  ];
}

/** Taking one card, two, or one or two: what lies there to be taken. */
function exchange(takes, where) {
  if (!takes.length) return [];
  const single = takes.filter(({ cards }) => cards.length === 1);
  const codes = [...new Set((single.length ? single : takes).flatMap(({ cards }) => cards.map(([, code]) => code)))];
  const cards = codes.map((code) => (code ? cardName(code) : t("page.pile.draw"))).join(t("list.separator"));
  const many = !single.length ? "two" : single.length < takes.length ? "both" : "one";
  return [t(`can.${where}.${many}`, { cards })];
}
