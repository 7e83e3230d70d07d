/** What the pages of a game with score sheets are told and say, beside wire.d.ts; companion/kit/score_sheets/views.py writes the view. */

import type { Fits } from "./pages.d.ts";
import type { Announcement, DiceCorrection, KindsOf, Nothing, Player, Question, RollTrouble, Rolls } from "./wire.d.ts";
import type { Seat, SharedCorrection, SharedParams, TurnCorrection, View } from "./wire.d.ts";

/** A box by its code; its name is the sentence `<game>.box.<box>`. */
export type Box = string;

/** Some boxes below each other. */
export interface SheetPart {
  name: string;
  boxes: Box[];
  /** With so many points there is a bonus; 0: there is none. */
  bonus_from: number;
  /** The points that dice bring in each box, ascending. */
  values: Record<Box, number[]>;
}

export interface SheetPlayer extends Player {
  /** Null where a box is open. */
  sheet: Record<Box, number | null>;
  left: boolean;
  /** Whether nobody will fill the boxes that are open. */
  unfinished: boolean;
  /** What stands in each part, and its bonus. */
  parts: { sum: number; bonus: number }[];
  /** Points beside the boxes. */
  extra: number;
  points: number;
}

export interface SheetQuestion extends Question {
  /** Of a die that nobody could read: what the others show. */
  beside?: number[];
}

export interface SheetView extends View, Rolls {
  players: SheetPlayer[];
  questions: SheetQuestion[];
  announcements: SheetNews[];
  troubles: RollTrouble[];
  winners: Seat[];
  form: SheetPart[];
  /** The most points that a box can hold. */
  highest: number;
  /** Those of the last roll, ascending. */
  dice: number[] | null;
  /** How many dice there are. */
  size: number;
  /** Of a roll that is not known yet: null for each die that is asked for. */
  lying: (number | null)[] | null;
  /** What the dice would bring in every box into which they may be written. */
  offers: Record<Box, number>;
  /** By seat. */
  plays: ("person" | "robot")[];
  /** What robots have played since a person rolled last. */
  robots: RobotTurn[];
}

export interface RobotTurn {
  player: Seat;
  rolls: number[][];
  box: Box;
  points: number;
}

interface SheetParams extends Omit<SharedParams, "set-up"> {
  rolled: { number: number; dice: number[] };
  "roll-lost": { number: number };
  filled: { box: Box; points: number; extra: number };
  robot: { box: Box; points: number; extra: number; rolls: number[][] };
  owed: { dice: number[] };
  "game-won": { points: number[]; winners: Seat[] };
  unread: { dice: string[] };
  bonus: Nothing;
  corrected: Nothing;
  illegal: Nothing;
  nudged: Nothing;
}

/** What is told, by its kind. */
export type SheetSaid = KindsOf<SheetParams>;
export type SheetNews = Announcement<SheetSaid>;

export type SheetMove =
  | { move: "roll"; player: Seat; kept: number[]; dice: number[] | null }
  | { move: "box"; player: Seat; box: Box; turn: number | null };

export type SheetCorrection =
  | { do: "box"; player: Seat; box: Box; points: number | null }
  | { do: "left" | "back"; player: Seat }
  | { do: "count" }
  | { do: "counts" | "look-again"; reason?: string | null }
  | SharedCorrection
  | TurnCorrection
  | DiceCorrection;

export type Exports = Fits<SheetView, typeof import("../static/score_sheet.js")>;

declare module "./wire.d.ts" {
  interface Moves {
    "score-sheet": SheetMove;
  }
  interface Corrections {
    "score-sheet": SheetCorrection;
  }
}
