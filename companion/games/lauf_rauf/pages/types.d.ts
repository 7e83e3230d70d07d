/** What this game's pages are told and say, beside web/types/wire.d.ts; table/views.py writes the view. */

import type { Fits } from "../../../../web/types/pages.d.ts";
import type {
  Announcement,
  DiceCorrection,
  KindsOf,
  Nothing,
  Player,
  Point,
  RollTrouble,
  Rolls,
  Seat,
  SharedCorrection,
  SharedParams,
  Text,
  TurnCorrection,
  View,
} from "../../../../web/types/wire.d.ts";

export type Colour = string;

/** A field by its number, `base`, `camp` or `summit`. */
export type Place = string;

/** An action card's kind. */
export type Kind = string;

/** Whose pawn, from where, to where. */
export type PawnStep = [Colour, Place, Place];

// The view

export interface LaufView extends View, Rolls {
  game: "lauf-rauf";
  players: LaufPlayer[];
  announcements: LaufNews[];
  troubles: LaufTrouble[];
  /** What is refereed. */
  referee: "whole-table" | "dice-only";
  /** The board's name; the mark is another one for another board. */
  board: string;
  board_mark: number;
  /** By seat. */
  colours: Colour[];
  pawns: Place[][];
  ghost: Place;
  /** Cards that have not been turned up. */
  supply: number;
  discard: Kind[];
  dice: [number, number] | null;
  can: LaufCan[];
  /** Whether nothing else may be done than to run. */
  has_to_run: boolean;
  /** Why a move is missing that the dice suggest. */
  hindrances: Text[];
  /** What the dice allow where nobody follows the pawns: a kind of move, and how far. */
  allowed: [string, number][];
  /** Cards that are being turned up, and those that may come. */
  turning: Kind[];
  may_come: Kind[];
  /** What of a move has been seen so far. */
  under_way: Text[];
  can_call: boolean;
  /** Of a past game: the board that it was played on. */
  plan?: Board;
}

export interface LaufPlayer extends Player {
  colour: Colour;
  hand: Kind[];
  /** How many pawns are in camp. */
  camp: number;
  /** How far all of them have come, %. */
  way: number;
}

export type LaufTrouble = RollTrouble;

/** What may be decided now: that something goes somewhere, or something else. */
export type LaufCan = LaufGoes | LaufActs;

export interface LaufGoes {
  /** As notation writes it. */
  move: string;
  kind: "start" | "run" | "climb" | "hit" | "ghost";
  from: Place;
  to: Place;
  card?: Kind | null;
  steps?: PawnStep[];
  /** Of a climb, which field of the way up it is. */
  number?: number;
}

export interface LaufActs {
  move: string;
  kind: "roll" | "card" | "sacrifice" | "pass";
  from?: undefined;
}

// What is announced

interface LaufParams extends SharedParams {
  rolled: { number: number; dice: [number, number]; rolled: number[] };
  ghost: { to: Place };
  moved: { how: "start" | "run" | "climb" | "hit"; from: Place; to: Place; steps: PawnStep[] };
  played: { card: Kind };
  sacrificed: { card: Kind };
  card: { card: Kind };
  "game-won": { winners: Seat[]; came: [camp: number, way: number][] };
  passed: Nothing;
  huckauf: Nothing;
  illegal: Nothing;
  corrected: Nothing;
  "lost-roll": Nothing;
  nudged: Nothing;
}

/** What is told, by its kind. */
export type LaufSaid = KindsOf<LaufParams>;
export type LaufNews = Announcement<LaufSaid>;

// What is said

/** A move as notation writes it. */
export interface LaufMove {
  move: string;
}

export type LaufCorrection =
  | { do: "put"; player: Seat; pawn: number; place: Place }
  | { do: "ghost"; place: Place }
  | { do: "hand"; player: Seat; cards: Kind[] }
  | { do: "counts" | "look-again"; reason?: string | null }
  | { do: "lay-out" | "huckauf" | "take-back" }
  | SharedCorrection
  | TurnCorrection
  | DiceCorrection;

// Its own paths (pages/part.py, pages/boards.py)

export interface Board {
  name: string;
  /** Whether its places were measured on the mat. */
  measured: boolean;
  /** All places mm. */
  ghost: Point;
  rings: { lower: string[]; middle: string[] };
  colours: Record<Colour, { base: Point[]; camp: Point; climb: [string, string]; outlined: string[][] }>;
  fields: Record<string, Point>;
}

export interface Boards {
  choices: { name: string; value: string }[];
  /** The file of our own. */
  ours: string;
}

export type Exports = Fits<LaufView, typeof import("./static/game.js")>;

declare module "../../../../web/types/wire.d.ts" {
  interface Moves {
    "lauf-rauf": LaufMove;
  }
  interface Corrections {
    "lauf-rauf": LaufCorrection;
  }
  interface Gets {
    "/api/board": Board & { file: string; mat: [number, number] };
    "/api/boards": Boards;
  }
  interface Posts {
    "/api/boards": [{ file: string; name?: string } | { forget: string }, Boards];
  }
  interface ListedAt {
    "/api/boards": Boards;
  }
}
