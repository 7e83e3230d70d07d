/** What the history shows of a game with score sheets, and how a great roll fills the screen; loaded when needed. */

import { rolled } from "./dice.js";
import { el } from "./dom.js";
import { confetti, sentence, whoOf } from "./moments.js";
import { pointsStory } from "./standings.js";

/** @import { MomentKind, Story, WholeEntry } from "../types/pages.d.ts" */
/** @import { SheetView } from "../types/score_sheet.d.ts" */
/** @import { Told } from "../types/wire.d.ts" */

const FILLED = ["filled", "robot"];

/**
 * Points over time, boxes crossed out, and what a game counts besides: each with its title (a key) and what fits.
 * @param {...[title: string, fits: (said: any) => boolean]} counts
 * @returns {Story<SheetView>}
 */
export const storyOf = (...counts) => ({
  summary: pointsStory(...counts, ["score.struck", ({ kind, params }) => FILLED.includes(kind) && params.points === 0]),
  /** @param {WholeEntry<SheetView>} entry */
  drawing: ({ announcements }) => {
    const [dice] = (announcements ?? []).flatMap((said) =>
      said.kind === "rolled" ? [said.params.dice] : said.kind === "robot" ? said.params.rolls.slice(-1) : [],
    );
    return dice ? rolled(dice) : null;
  },
});

/**
 * A moment for a great roll, with its dice.
 * @param {() => string} title
 * @returns {MomentKind<any, SheetView>}
 */
export const greatRoll = (title) => ({
  tune: "yes",
  buzz: [120, 60, 120, 60, 300],
  seconds: 6,
  /** @param {Told & { params: { dice: number[] } }} said */
  build: (said, view) => [
    confetti(),
    el("p", { class: "moment-kind" }, title()),
    whoOf(said, view),
    rolled(said.params.dice),
    sentence(said, view),
  ],
});
