/** What the history shows of a game: how far everybody has come over time, hits and cards of each. */

import { bars, lines } from "/static/charts.js";
import { el, nameOf } from "/static/dom.js";
import { t } from "/static/words.js";

/** @import { WholeEntry } from "/types/pages.d.ts" */
/** @import { LaufPlayer, LaufSaid, LaufView } from "../types.d.ts" */

/**
 * The game in figures.
 * @param {LaufView} of
 * @param {WholeEntry<LaufView>[]} entries
 */
export function summary({ players }, entries) {
  const order = [...players].sort((a, b) => b.way - a.way);
  return [
    el(
      "ol",
      { class: "standings" },
      order.map(({ name, camp, way }) =>
        el(
          "li",
          {},
          el("span", { class: "standing-name" }, nameOf(name)),
          el(
            "span",
            { class: "standing-won" },
            [t("lauf.page.in-camp", { count: camp }), t("lauf.page.come", { way })].join(t("list.separator")),
          ),
        ),
      ),
    ),
    lines(
      t("lauf.page.over-time"),
      players.map(({ name }, seat) => ({
        name,
        values: entries.map(({ after }) => after?.players?.[seat]?.way ?? null),
      })),
      { rounds: [], step: (n) => String(n) },
    ),
    el(
      "div",
      { class: "chart-pair" },
      bars(
        t("lauf.page.hits"),
        counted(players, entries, ({ kind, params }) => kind === "moved" && params?.how === "hit"),
      ),
      bars(
        t("lauf.page.cards-got"),
        counted(players, entries, ({ kind }) => kind === "card"),
      ),
    ),
  ];
}

/** Nothing is drawn beside an entry. */
export const drawing = () => null;

/**
 * @param {LaufPlayer[]} players
 * @param {WholeEntry<LaufView>[]} entries
 * @param {(said: LaufSaid) => boolean} fits
 */
function counted(players, entries, fits) {
  const told = entries.flatMap((entry) => entry.announcements ?? []).filter(fits);
  return players.map(({ name }, seat) => ({ name, value: told.filter((said) => said.player === seat).length }));
}
