/** What the history shows of a game: how far everybody has come over time, hits and cards of each. */

import { barsOf, counted, overTime, standings } from "/static/standings.js";
import { t } from "/static/words.js";

/** @import { WholeEntry } from "/types/pages.d.ts" */
/** @import { LaufView } from "../types.d.ts" */

/**
 * The game in figures.
 * @param {LaufView} of
 * @param {WholeEntry<LaufView>[]} entries
 */
export const summary = ({ players }, entries) => [
  standings(
    players.map(({ name, camp, way }) => ({
      name,
      by: way,
      has: [t("lauf.page.in-camp", { count: camp }), t("lauf.page.come", { way })].join(t("list.separator")),
    })),
  ),
  overTime(t("lauf.page.over-time"), players, entries, ({ way }) => way),
  barsOf(
    [t("lauf.page.hits"), counted(players, entries, ({ kind, params }) => kind === "moved" && params?.how === "hit")],
    [t("lauf.page.cards-got"), counted(players, entries, ({ kind }) => kind === "card")],
  ),
];

/** Nothing is drawn beside an entry. */
export const drawing = () => null;
