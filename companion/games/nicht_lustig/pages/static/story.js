/** What the history shows of a game: points over time, scorings and Deaths of each. */

import { chip } from "./cards.js";
import { rolled } from "./dice.js";
import { bars, lines } from "/static/charts.js";
import { el, nameOf } from "/static/dom.js";
import { t } from "/static/words.js";

/** @import { WholeEntry } from "/types/pages.d.ts" */
/** @import { LustigPlayer, LustigSaid, LustigView } from "../types.d.ts" */

/**
 * The game in figures.
 * @param {LustigView} of
 * @param {WholeEntry<LustigView>[]} entries
 */
export function summary({ players }, entries) {
  const order = [...players].sort((a, b) => b.points - a.points);
  return [
    el(
      "ol",
      { class: "standings" },
      order.map(({ name, points }) =>
        el(
          "li",
          {},
          el("span", { class: "standing-name" }, nameOf(name)),
          el("span", { class: "standing-won" }, t("lustig.page.points", { count: points })),
        ),
      ),
    ),
    lines(
      t("lustig.page.over-time"),
      players.map(({ name }, seat) => ({
        name,
        values: entries.map(({ after }) => after?.players?.[seat]?.points ?? null),
      })),
      { rounds: [], step: (n) => String(n) },
    ),
    el(
      "div",
      { class: "chart-pair" },
      bars(t("lustig.page.taken"), counted(players, entries, "took")),
      bars(t("lustig.page.deaths"), counted(players, entries, "death")),
    ),
  ];
}

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

/**
 * @param {LustigPlayer[]} players
 * @param {WholeEntry<LustigView>[]} entries
 * @param {string} kind
 */
function counted(players, entries, kind) {
  const told = entries.flatMap((entry) => entry.announcements ?? []);
  return players.map(({ name }, seat) => ({
    name,
    value: told.filter((said) => said.kind === kind && said.player === seat).length,
  }));
}
