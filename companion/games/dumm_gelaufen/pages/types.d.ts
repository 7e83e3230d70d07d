/** What this game's pages are told and say, beside web/types/wire.d.ts; table/views.py writes the view. */

import type { Fits } from "../../../../web/types/pages.d.ts";
import type {
  Announcement,
  AssumedTurn,
  Choice,
  KindsOf,
  Nothing,
  OpenRule,
  Outcome,
  Player,
  Point,
  Problem,
  Question,
  Seat,
  Seen,
  SharedCorrection,
  SharedParams,
  Text,
  Trouble,
  Turn,
  View,
  WasCorrection,
  Whole,
} from "../../../../web/types/wire.d.ts";

/** A card: `R07-2`. */
export type Code = string;

/** What is printed on it, which several cards share: `R07`. */
export type Face = string;

export type Zone = "mac" | "open-left" | "open-right" | "actions";

/** Where a card is taken from or laid, and which: null for one that nobody saw. */
export type At = [place: string, card: Code | null];

// The view

export interface DummView extends View {
  game: "dumm-gelaufen";
  turn: DummTurn | null;
  players: DummPlayer[];
  zones: Record<string, (Code | null)[]>;
  questions: DummQuestion[];
  announcements: DummNews[];
  setup: { ok: boolean; problems: DummProblem[] } | null;
  troubles: DummTrouble[];
  moves: DummTold[];
  /** The fewest and the most cards that the draw pile may have. */
  draw: [number, number];
  /** What lies in the claim zone, and why it cannot be judged. */
  claim: { player: Seat; cards: Code[]; judged: boolean; lacks?: Text | null } | null;
}

export interface DummTurn extends Turn {
  deciding: Seat | null;
  /** Who may still claim. */
  offered: Seat | null;
  /** Who may still show what was drawn. */
  shows: Seat | null;
  /** What an action card wants, where no camera sees it: of whom it is, and how many cards more. */
  asks: { card: Face; by: Seat; left: number; text: Text } | null;
}

export interface DummPlayer extends Player {
  won: Face[];
  left: boolean;
}

export interface DummQuestion extends Question {
  choices: (Choice & { move: DummTurnTold | null })[];
}

export interface DummProblem extends Problem {
  card: Code | null;
  zone: string | null;
  count: number;
}

export interface DummTrouble extends Trouble {
  cards: Code[];
  zone: string;
}

/** A turn in codes. */
export interface DummTurnTold {
  player: Seat;
  kind: string;
  area: string | null;
  taken: (Code | null)[];
  laid: (Code | null)[];
}

export interface DummTold extends AssumedTurn, DummTurnTold {}

// What is announced

/** A verdict on a claim. */
export interface Judged {
  task: Face;
  hand: Code[];
  verdict: Verdict;
  reasons: Reason[];
}

export type Verdict = "yes" | "no" | "depends";

export interface Reason {
  code: string;
  cards: Code[];
  text: Text;
}

interface DummParams extends SharedParams {
  "at-once": { card: Code };
  keep: { card: Code };
  move: { turn?: number; card?: Code };
  corrected: { turn?: number; card?: Code };
  claim: Judged;
  illegal: { reason: string; cards: Code[] };
  "round-won": { task: Face };
  question: Nothing;
  "legal-again": Nothing;
  "game-won": Nothing;
  "round-began": Nothing;
  reshuffled: Nothing;
  left: Nothing;
  counted: Nothing;
  laid: Nothing;
  hands: Nothing;
}

/** What is told, by its kind. */
export type DummSaid = KindsOf<DummParams>;
export type DummNews = Announcement<DummSaid>;

// What is said

/** The moves; an exchange is a take with its lays, or with the at-once card that was shown. */
export type DummMove = Whole<
  | { move: "take"; player: Seat; cards: At[] }
  | { move: "lay"; player: Seat; place: string; card: Code | null }
  | { move: "play-action"; player: Seat; card: Code }
  | { move: "choose"; player: Seat; whom: Seat | null; cards: (Code | null)[]; face: Face | null }
  | { move: "claim"; player: Seat; task: Code; cards: Code[]; kept?: number; unsure?: Code[]; counted?: boolean }
  | { move: "rule"; accept: boolean }
  | { move: "pass"; player: Seat }
  | { move: "exchange"; player: Seat; take: At[]; lay?: At[]; shown?: Code }
>;

export type DummCorrection =
  | { do: "no-turn"; move: number; back?: boolean }
  | { do: "action"; card: Code }
  | { do: "claimant"; player: Seat }
  | { do: "counts" | "allow" | "look-again" | "lay-out" | "done" }
  | SharedCorrection
  | WasCorrection
  | { event: "turn-given"; player: Seat }
  | ({ event: "table-corrected" } & Partial<Record<"mac" | "left" | "right" | "actions", (Code | null)[]>>)
  | { event: "top-seen"; place: string; card: Code }
  | { event: "hand-counted"; player: Seat; fewest: number; most: number }
  | { event: "player-left"; player: Seat }
  | { event: "draw-pile-reshuffled" }
  | {
      event: "game-joined";
      player: Seat;
      number: number;
      hands: [number, number][];
      mac: Code[];
      left: (Code | null)[];
      right: (Code | null)[];
      actions: (Code | null)[];
      won: Code[][];
    };

// Its own paths (claim_routes.py)

export interface DeckTold {
  edition: string;
  players: [number, number];
  /** As letters. */
  colours: string[];
  faces: FaceTold[];
  rulings: OpenRule[];
}

export type Kind = "number" | "task" | "at-once" | "keep" | "mac";

export interface FaceTold {
  face: Face;
  kind: Kind;
  colour: string | null;
  value: number | null;
  copies: number;
  name: Text;
  does: Text | null;
}

/** Face -> the copies that a hand may hold, and where each of the others is: a zone, or a seat. */
export type Holdable = Record<Face, { copies: Code[]; elsewhere: (string | Seat)[] }>;

export interface VerdictTold {
  task: Face;
  verdict: Verdict;
  reasons: Reason[];
  unconfirmed?: true;
}

/** How many cards to gain and to give, and which faces would be one step less; `gain` is null of a task without a hand. */
export type Missing =
  | { task: Face; gain: null; give?: undefined; wanted?: undefined; spare?: undefined }
  | { task: Face; gain: number; give: number; wanted: Face[]; spare: Face[] };

/** What was read in pictures of a hand. */
export interface ReadHand {
  task: Code | null;
  tasks: Code[];
  hand: Code[];
  other: Code[];
  unknown: number;
  pictures: { size: [number, number]; tags: { card: Code; corners: Point[] }[] }[];
}

export type Exports = Fits<DummView, typeof import("./static/game.js")>;

declare module "../../../../web/types/wire.d.ts" {
  interface Moves {
    "dumm-gelaufen": DummMove;
  }
  interface Corrections {
    "dumm-gelaufen": DummCorrection;
  }
  interface Gets {
    "/api/cards": DeckTold;
    "/api/holdable": { faces: Holdable };
  }
  interface Posts {
    "/api/verify": [{ task: Face; hand: string[]; mac?: string[]; edition?: string }, VerdictTold];
    "/api/missing": [{ task: Face; hand: string[]; edition?: string }, Missing];
    "/api/claims": [
      Seen & { player?: Seat; task: Face; hand: string[]; kept?: number; check?: boolean },
      Outcome & VerdictTold & { missing: number },
    ];
  }
  interface Uploads {
    "/api/claims/photo": Partial<Outcome> & { read: ReadHand };
    "/api/cards/photo": { read: ReadHand };
  }
}
