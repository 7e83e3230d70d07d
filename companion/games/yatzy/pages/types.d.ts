/** What this game's pages are told and say, beside score_sheet.d.ts; companion/games/yatzy/pages writes the advice. */

import type { Fits } from "../../../../web/types/pages.d.ts";
import type { Box, SheetView } from "../../../../web/types/score_sheet.d.ts";

/** What the expert would do with the dice that lie there. */
export interface Advice {
  /** Null: not to roll on. */
  keep: number[] | null;
  /** Where they are best written as they lie. */
  box: Box;
  /** What the rest of the game brings on average, this turn included. */
  points: number;
  /** How likely each open box still gets something; empty after the last roll. */
  chances: Record<Box, number>;
}

export type Exports = Fits<SheetView, typeof import("./static/game.js")>;

declare module "../../../../web/types/wire.d.ts" {
  interface Gets {
    "/api/advice": Advice;
  }
}
