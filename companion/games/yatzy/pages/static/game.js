/** Yatzy on the pages; `GameModule` in web/types/pages.d.ts says what is asked of a game. */

import { button, byId, el, fill, found } from "/static/dom.js";
import { draw as drawTable } from "/static/score_sheet.js";
import { t } from "/static/words.js";

/** @import { Table } from "/types/pages.d.ts" */
/** @import { SheetView } from "/types/score_sheet.d.ts" */

export * from "/static/score_sheet.js";

export const setUp = "yatzy.page.set-up";

const more = () => import("/static/score_story.js");

/**
 * The table of a game with score sheets; on a phone, below the dice, what the expert would do with them.
 * @param {HTMLElement} place
 * @param {SheetView} view
 * @param {SheetView | null} before
 * @param {Table<SheetView>} [tools]
 */
export function draw(place, view, before, tools) {
  drawTable(place, view, before, tools);
  if (!tools) return;
  if (!found("advising")) byId("dice").after(el("div", { id: "advising" }));
  const { dice, rolls, turn, offers } = view;
  fill(byId("advising"), [dice, rolls, turn?.player, offers, t("yatzy.advice")], () =>
    Object.keys(offers).length ? button({ id: "advice", onclick: () => advise(view) }, t("yatzy.advice")) : null,
  );
}

/** @param {SheetView} view */
const advise = async (view) => (await import("./advice.js")).adviceSheet(view);

/** Five of a kind fill the screen. */
export const moments = async () => ({
  "five-alike": (await more()).greatRoll(() => t("yatzy.box.five-alike")),
});

/** How many fives of a kind each had. */
export const story = async () => (await more()).storyOf(["yatzy.page.fives", ({ kind }) => kind === "five-alike"]);

/** How it is played, in a minute. */
export const how = () => [1, 2, 3, 4, 5].map((step) => t(`yatzy.how.${step}`));
