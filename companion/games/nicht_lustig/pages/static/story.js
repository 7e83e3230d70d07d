/** What the history shows of a game: points over time, scorings and Deaths of each. */

import { chip } from "./cards.js";
import { rolled } from "./dice.js";
import { el } from "/static/dom.js";
import { barsOf, counted, overTime, standings } from "/static/standings.js";
import { t } from "/static/words.js";

/** @import { WholeEntry } from "/types/pages.d.ts" */
/** @import { LustigView } from "../types.d.ts" */

/**
 * The game in figures.
 * @param {LustigView} of
 * @param {WholeEntry<LustigView>[]} entries
 */
export const summary = ({ players }, entries) => [
  standings(players.map(({ name, points }) => ({ name, by: points, has: t("points.count", { count: points }) }))),
  overTime(t("points.over-time"), players, entries, ({ points }) => points),
  barsOf(
    [t("lustig.page.taken"), counted(players, entries, ({ kind }) => kind === "took")],
    [t("lustig.page.deaths"), counted(players, entries, ({ kind }) => kind === "death")],
  ),
];

/**
 * The dice of an entry's roll, else its first card.
 * @param {WholeEntry<LustigView>} entry
 */
export function drawing(entry) {
  const told = entry.announcements ?? [];
  const [dice] = told.flatMap((said) => (said.kind === "rolled" ? [said.params.dice] : []));
  if (dice) return rolled(dice);
  const said = told.map(({ params }) => params?.card ?? params?.cards?.[0]).filter((face) => typeof face === "string");
  return said.length ? el("span", { class: "cards small" }, chip(said[0])) : null;
}
