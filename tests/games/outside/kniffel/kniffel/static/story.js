/** What the history shows of a game: points over time, Kniffels and crossed-out boxes of each. */

import { rolled } from "./dice.js";
import { barsOf, counted, overTime, standings } from "/static/standings.js";
import { t } from "/static/words.js";

const points = (player) => player.points;

/** The game in figures. */
export const summary = ({ players }, entries) => [
  standings(players.map(({ name, points: by }) => ({ name, by, has: t("points.count", { count: by }) }))),
  overTime(t("points.over-time"), players, entries, points),
  barsOf(
    [t("kniffel.page.kniffels"), counted(players, entries, ({ kind }) => kind === "kniffel")],
    [
      t("kniffel.page.struck"),
      counted(players, entries, ({ kind, params }) => kind === "filled" && params.points === 0),
    ],
  ),
];

/** The dice of an entry's roll. */
export function drawing({ announcements }) {
  const roll = announcements?.find(({ kind }) => kind === "rolled");
  return roll ? rolled(roll.params.dice) : null;
}
