/** Yatzy on the pages; `GameModule` in web/types/pages.d.ts says what is asked of a game. */

import { bar as sheetBar } from "/static/score_sheet.js";
import { t } from "/static/words.js";

/** @import { BarButton } from "/types/pages.d.ts" */
/** @import { SheetView } from "/types/score_sheet.d.ts" */
/** @import { You } from "/types/wire.d.ts" */

export * from "/static/score_sheet.js";

export const setUp = "yatzy.page.set-up";

const more = () => import("/static/score_story.js");

/**
 * Beside a roll: what the expert would do.
 * @param {SheetView} view
 * @param {You} you
 * @returns {BarButton<SheetView>[]}
 */
export const bar = (view, you) => [
  ...sheetBar(view, you),
  ...(Object.keys(view.offers).length
    ? [
        {
          id: "advice",
          text: "yatzy.advice",
          open: async (/** @type {any} */ here) => (await import("./advice.js")).adviceSheet(here),
        },
      ]
    : []),
];

/** Five of a kind fill the screen. */
export const moments = async () => ({
  "five-alike": (await more()).greatRoll(() => t("yatzy.box.five-alike")),
});

/** How many fives of a kind each had. */
export const story = async () => (await more()).storyOf(["yatzy.page.fives", ({ kind }) => kind === "five-alike"]);

/** How it is played, in a minute. */
export const how = () => [1, 2, 3, 4, 5].map((step) => t(`yatzy.how.${step}`));
