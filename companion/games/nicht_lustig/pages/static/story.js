/** What the history shows of a game: points over time, scorings and Deaths of each. */

import { chip } from "./cards.js";
import { rolled } from "./dice.js";
import { el } from "/static/dom.js";
import { pointsStory } from "/static/standings.js";

/** @import { WholeEntry } from "/types/pages.d.ts" */
/** @import { LustigView } from "../types.d.ts" */

/** The game in figures. */
export const summary = pointsStory(
  ["lustig.page.taken", ({ kind }) => kind === "took"],
  ["lustig.page.deaths", ({ kind }) => kind === "death"],
);

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
