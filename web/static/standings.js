/** What the history shows of any game: who stands where, values over time, how often what was told of whom. */

import { bars, lines } from "./charts.js";
import { el, nameOf } from "./dom.js";
import { t } from "./words.js";

/** @import { Player, Seat, View } from "../types/wire.d.ts" */
/** @import { Child, WholeEntry } from "../types/pages.d.ts" */

/**
 * Everybody with what they have, the leader first: of each the name, by how much the order goes, and what is said.
 * @param {readonly { name: string, by: number, has: Child }[]} all
 */
export const standings = (all) =>
  el(
    "ol",
    { class: "standings" },
    [...all]
      .sort((a, b) => b.by - a.by)
      .map(({ name, has }) =>
        el("li", {}, el("span", { class: "standing-name" }, nameOf(name)), el("span", { class: "standing-won" }, has)),
      ),
  );

/**
 * A line for each, of a value after every entry; null where there was none.
 * @template {View} V
 * @param {string} title
 * @param {readonly Player[]} players
 * @param {readonly WholeEntry<V>[]} entries
 * @param {(player: V["players"][number]) => number} value
 */
export const overTime = (title, players, entries, value) =>
  lines(title, seriesOf(players, entries, value), { rounds: [], step: (n) => String(n) });

/**
 * The values of those lines, a player each.
 * @template {View} V
 * @param {readonly Player[]} players
 * @param {readonly WholeEntry<V>[]} entries
 * @param {(player: V["players"][number]) => number | null} value
 */
export const seriesOf = (players, entries, value) =>
  players.map(({ name }, seat) => ({
    name,
    values: entries.map(({ after }) => {
      const then = after?.players?.[seat];
      return then ? value(then) : null;
    }),
  }));

/**
 * How often something that fits was told of each.
 * @template {View} V
 * @param {readonly Player[]} players
 * @param {readonly WholeEntry<V>[]} entries
 * @param {(said: WholeEntry<V>["announcements"][number]) => boolean} fits
 */
export function counted(players, entries, fits) {
  const told = entries.flatMap(({ announcements }) => announcements ?? []).filter(fits);
  return players.map(({ name }, seat) => ({ name, value: told.filter(({ player }) => player === seat).length }));
}

/**
 * Bars side by side, each with its title.
 * @param {...[title: string, of: { name: string, value: number }[]]} charts
 */
export const barsOf = (...charts) =>
  el(
    "div",
    { class: "chart-pair" },
    charts.map(([title, of]) => bars(title, of)),
  );

/**
 * What most games of points show: who has how many, points over time, and how often what was told of each, by title (a
 * key) and what fits.
 * @param {...[title: string, fits: (said: any) => boolean]} counts
 */
export const pointsStory =
  (...counts) =>
  /**
   * @param {{ players: readonly (Player & { points: number, unfinished?: boolean })[] }} view
   * @param {readonly WholeEntry<any>[]} entries
   */
  ({ players }, entries) => [
    standings(
      players.map(({ name, points, unfinished }) => ({
        name,
        by: points,
        has: [t("points.count", { count: points }), unfinished ? ` ${t("points.broken-off")}` : null],
      })),
    ),
    overTime(t("points.over-time"), players, entries, ({ points }) => points),
    barsOf(
      ...counts.map(
        ([title, fits]) =>
          /** @type {[string, { name: string, value: number }[]]} */ ([t(title), counted(players, entries, fits)]),
      ),
    ),
  ];
