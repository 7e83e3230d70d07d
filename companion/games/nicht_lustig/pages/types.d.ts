/** What this game's pages are told and say, beside web/types/wire.d.ts; tracker/showing.py writes the view. */

import type { Fits } from "../../../../web/types/pages.d.ts";
import type {
  Announcement,
  AssumedTurn,
  DiceCorrection,
  KindsOf,
  Nothing,
  Player,
  Question,
  RollTrouble,
  Rolls,
  Seat,
  SharedCorrection,
  SharedParams,
  TurnCorrection,
  View,
  WasCorrection,
  Whole,
} from "../../../../web/types/wire.d.ts";

/** A card by what is printed on it: `R03`. */
export type Face = string;

/** A die by its colour and number: `black-1`. */
export type DieName = string;

/** What a die shows, 0 for its symbol. */
export type Value = number;

// The view

export interface LustigView extends View, Rolls {
  game: "nicht-lustig";
  players: LustigPlayer[];
  zones: { display: Face[] };
  questions: LustigQuestion[];
  announcements: LustigNews[];
  troubles: LustigTrouble[];
  moves: LustigTold[];
  winners: Seat[];
  /** With so many targets in the display, or fewer, a turn was the last one. */
  last: number;
  /** The cards that nobody has. */
  middle: Face[];
  /** What is to be done. */
  now: "roll" | "take" | "death" | "virus" | "reckon" | "over";
  /** Those of the last roll that is known. */
  dice: Value[] | null;
  /** Of a roll that is not known yet: null for each that is asked for. */
  lying: (Value | null)[] | null;
  names: DieName[];
  /** Whether the duck may give one more roll. */
  duck: boolean;
  /** Which dice may be thrown. */
  free: DieName[];
  /** Cards that were picked up, as they may be the first of several. */
  picked: Face[];
  /** Of what can still be rolled, 0 to 1. */
  chances: Record<Face, number>;
  /** At the end, by seat. */
  reckoning: Reckoning[] | null;
}

export interface LustigPlayer extends Player {
  area: Area;
  points: number;
}

/** What lies before somebody; covered ones with the Deaths on them. */
export interface Area {
  open: Face[];
  scored: Face[];
  covered: Record<Face, Face | Face[]>;
  deaths: Face[];
  specials: Face[];
}

/** Points by source; `waits`: how many dice this seat still has to roll for professors. */
export interface Reckoning {
  L: number;
  Y: number;
  R: number;
  P: number;
  D: number;
  open: number;
  deaths: number;
  waits: number;
}

export interface LustigQuestion extends Question {
  /** What the other dice of its colour show, of a die that is asked for. */
  beside?: Value[];
}

export type LustigTrouble = RollTrouble<DieName>;

export interface LustigTold extends AssumedTurn {
  entry: number;
}

// What is announced

/** Dice by colour: one that shows its symbol, or one that was not thrown. */
export interface Shown {
  black: (number | "symbol")[];
  red: (number | "symbol")[];
  white: (number | "symbol")[];
  pink: number | "symbol";
}

interface LustigParams extends SharedParams {
  rolled: { number: number; dice: Shown; rolled: Partial<Shown> };
  scored: { faces: Face[][]; pink: Value };
  "not-scored": { faces: Face[][]; pink: Value };
  "death-onto": { card: Face };
  took: { cards: Face[] };
  death: { card: Face; onto: Face | null; why: "virus" | "nothing"; from: Seat | null };
  specials: { cards: Face[] };
  used: { card: Face };
  skipped: { card: Face };
  end: { left: number };
  professors: { values: Value[] };
  "game-won": { points: number[]; winners: Seat[] };
  corrected: { card?: Face };
  unread: { dice: DieName[] };
  "no-death-left": Nothing;
  illegal: Nothing;
  "turn-unread": Nothing;
  nudged: Nothing;
  "taken-off": Nothing;
}

/** What is told, by its kind. */
export type LustigSaid = KindsOf<LustigParams>;
export type LustigNews = Announcement<LustigSaid>;

// What is said

export type LustigMove = Whole<
  | { move: "roll"; player: Seat; thrown: DieName[]; values: Value[] | null }
  | { move: "stop"; player: Seat }
  | { move: "use"; player: Seat; face: Face }
  | { move: "take"; player: Seat; faces: Face[] }
  | { move: "death"; player: Seat; death: Face; onto: Face | null }
  | { move: "professors"; player: Seat; values: Value[] | null }
>;

export type LustigCorrection =
  | { do: "put"; card: Face; place: string; player?: Seat | null; under?: Face | null }
  | { do: "counts" | "look-again"; reason?: string | null }
  | { do: "lay-out" }
  | SharedCorrection
  | TurnCorrection
  | WasCorrection
  | DiceCorrection;

export type Exports = Fits<LustigView, typeof import("./static/game.js")>;

declare module "../../../../web/types/wire.d.ts" {
  interface Moves {
    "nicht-lustig": LustigMove;
  }
  interface Corrections {
    "nicht-lustig": LustigCorrection;
  }
}
