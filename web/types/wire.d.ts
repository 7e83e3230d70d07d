/**
 * What goes over the wire, as web/routes/api.py describes it, for any game; what is a game's own it adds in the
 * types.d.ts beside its pages. tests/web/routes/test_wire_types.py holds it against what the server really tells.
 */

// Words

/** One sentence in every language. */
export interface Text {
  de: string;
  en: string;
  nl: string;
}

/** What is put into this phone's language: a text, a value, or several of them. */
export type Said = Text | string | number | null | undefined | readonly Said[];

/** A player by the order of sitting, from 0. */
export type Seat = number;

// The view

export interface View {
  /** The journal's entry that it stands for. */
  seq: number;
  /** The game's name. */
  game: string;
  edition: string;
  /** From 1; 0 in a game that has none. */
  round: number;
  phase: Phase;
  turn: Turn | null;
  players: Player[];
  zones: Record<string, (string | null)[]>;
  questions: Question[];
  announcements: Announcement[];
  /** What is missing before the game can begin or go on; null while it is played. */
  setup: { ok: boolean; problems: Problem[] } | null;
  troubles: Trouble[];
  /** The turns of late that were told as they seemed. */
  moves: AssumedTurn[];
  winner: Seat | null;
  /** Who share the win, where a game can be shared. */
  winners?: Seat[];
  paused: boolean;
  rulings: Record<string, Ruled>;
  /** Whether one looks: without it everything is entered by tap. */
  camera: boolean;
  /** The zones that lie under a hand. */
  covered: string[];
  /** What was said last, until the next move; null: nothing. */
  last_word?: Word | null;
  /** The undo that may be undone: what it took back was the last thing that happened; null: nothing. */
  taken_back?: Word | null;
  /** Which phone each player has, to be compared; null: none. */
  seats: (string | null)[];
  /** Who came late, and plays in the next game. */
  waiting?: string[];
  /** Which seats the host has locked. */
  locked: boolean[];
  /** Whether the host finds something to undo. */
  undoable?: boolean;
  health: Health;
  /** Of a past game. */
  past?: true;
  // For this phone: in the answer to GET /api/view, not in the stream.
  token?: string;
  you?: You;
  /** The version of the files that pages load. */
  files?: string;
}

/** The view as GET /api/view gives it to one phone. */
export type OwnView = View & Required<Pick<View, "token" | "you" | "files">>;

export type Phase = "set-up" | "play" | "rebuild" | "over";

/** What was said: its entry, and which phone said it. */
export interface Word {
  entry: number;
  phone: string | null;
}

export interface You {
  seat: Seat | null;
  host: boolean;
  /** Whether the host has sent this phone away from the seats. */
  away: boolean;
  /** By which views tell this phone. */
  phone?: string;
}

export interface Turn {
  /** Whose; null where it is nobody's to say. */
  player: Seat | null;
  /** Since when, s. */
  since: number;
  /** Who has to decide something in it, in a game where that may be another one. */
  deciding?: Seat | null;
}

export interface Player {
  name: string;
  /** The fewest and the most cards that a hand may hold. */
  cards: [number, number];
  /** What counts for the win, by its code. */
  won: string[];
  /** Whether this one has left the game, where that is possible. */
  left?: boolean;
  /** Whether the companion plays for this one: no phone sits there. */
  robot?: boolean;
}

export interface Question {
  id: string;
  topic: string;
  /** Whose to answer; null: anybody's. */
  player: Seat | null;
  /** Whom it judges: everybody else answers it, or the host; null: nobody. */
  apart: Seat | null;
  /** The turn that it is about. */
  about: number | null;
  text: Text;
  /** The same as the phone of whose it is to answer says it; null: no differently. */
  yours?: Text | null;
  choices: Choice[];
}

export interface Choice {
  id: string;
  text: Said;
  /** The turn as it was if that is chosen. */
  move?: object | null;
}

/** A turn as it was told, and what else it may have been. */
export interface AssumedTurn {
  id: number;
  /** The journal's entry that brought it. */
  entry?: number;
  player: Seat;
  standing: string;
  sure: boolean;
  text: Text;
  /** The id of what it was told as. */
  choice: string;
  choices: { id: string; text: Text }[];
}

export interface Problem {
  code: string;
  text: Text;
}

/** Something on the table that the rules do not allow. */
export interface Trouble {
  reason: string;
  player: Seat;
  text: Text;
  zone?: string;
}

/** A roll that may be accepted: which dice were thrown, and what they show. */
export interface RollTrouble<Die = string> extends Trouble {
  thrown: Die[];
  values: number[];
}

/** Of a game in which one rolls several times: how many times the dice were rolled, of how many. */
export interface Rolls {
  rolls: number;
  most: number;
}

/** The value of an open rule. */
export type Ruled = string | number | boolean;

export interface Health {
  /** What is wrong with the camera. */
  wrong?: Said;
  source?: string;
  notices?: Text[];
  /** Why nothing can be kept at the moment. */
  unwritten?: Text;
  /** The game whose mat lies there, where it is not the one that is played. */
  other_mat?: string | null;
  /** Which zones something hides, so that play cannot go on there. */
  hidden?: Said;
  quiet?: boolean;
  volume?: number;
  hints?: boolean;
  /** Whether a phone may take a free seat under a name of its own. */
  own_names?: boolean;
  /** Whether Murphy is to be set up, or that was begun; empty: neither. */
  setting_up?: "" | "new" | "begun";
  /** Who may see the code of the Wi-Fi; empty: there is none. */
  wifi?: "" | "nobody" | "seats" | "everybody";
  [more: string]: unknown;
}

// What is announced

/** What everybody was told at once; `params` are what the sentence is about. */
export interface Told<Kind extends string = string, About = Params> {
  kind: Kind;
  player: Seat | null;
  params: About;
  text: Text;
}

/** The same with its number, in views and in the stream. */
export type Announcement<Of extends Told = Told> = Of & { seq: number };

/** The same as a page hears it: `missed` where it came while the line was down, and something newer since. */
export type Heard = Announcement & { missed: boolean };

/** What the shell knows of what any game tells. */
export interface Params {
  /** The turn that it tells of: what is told of it later stands in place of this. */
  turn?: number;
  card?: string;
}

/** What a kind is about that needs no more than its sentence. */
export type Nothing = Record<never, never>;

/** What every game tells beside its own, by kind. */
export interface SharedParams {
  "set-up": Nothing;
  pause: Nothing;
  undone: Nothing;
  "no-longer-fits": Nothing;
}

/** Everything that a game tells, of the kinds and of what each is about. */
export type KindsOf<Each> = {
  [Kind in keyof Each]: Told<Kind & string, Whole<Each[Kind], Each[keyof Each] | Params>>;
}[keyof Each];

/** All keys of the members of a union. */
export type Keys<U> = U extends U ? keyof U : never;

/** A union of which every member may be asked for what any other has: it is undefined there. */
export type Whole<U, All = U> = U extends U ? U & { [key in Exclude<Keys<All>, keyof U>]?: undefined } : never;

// What is said

/** Name of a game -> its moves, as one of its players says them. */
export interface Moves {}

/** Name of a game -> how it really was or is, as people say it. */
export interface Corrections {}

/** What every game takes. */
export type SharedCorrection = { do: "begin" | "pause" | "resume" | "finish" };

/** That a turn is over, or whose it is. */
export type TurnCorrection = { do: "done" } | { do: "turn"; player: Seat };

/** What an assumed turn was. */
export type WasCorrection = { do: "was"; move: number; choice: string };

/** What the dice show. */
export type DiceCorrection = { do: "dice"; values: number[] };

export type Move = Moves[keyof Moves];
export type Correction = Corrections[keyof Corrections];

/** A move, whoever makes it. */
export type Spoken<Each> = Each extends { player: Seat } ? Omit<Each, "player"> : Each;

/** What can be said without any more: {do: order}. */
export type Order<Each = Correction> = Each extends { do: infer Name }
  ? { do: Name } extends Each
    ? Name
    : never
  : never;

/** With what is decided by looking at the table goes which view that was, and a name under which it counts once. */
export interface Seen {
  seq?: number;
  key?: string;
}

/** What came of something that was entered. */
export interface Outcome {
  seq: number;
  /** By which it can be taken back. */
  entry: number;
  events: object[];
  announcements: Told[];
}

/** Why something was not done. */
export interface Refusal {
  error: string;
  text: Text;
  reasons: { code: string; text: Text }[];
  /** By which the host's page shows this phone, where a seat is locked. */
  number?: number;
}

/** What came of a call; status 0: nothing, the line is down. */
export type Came<T> =
  | { ok: true; status: number; data: T & Partial<Refusal> }
  | { ok: false; status: number; data: Partial<T> & Partial<Refusal> };

// What is asked and what is answered, by path; a game adds its own

export interface Gets {
  "/api/view": OwnView;
  "/api/legal": { seq: number; moves: Move[] };
  "/api/history": HistoryPage;
  "/api/games": { playing: string; games: GameTold[] };
  "/api/archive": Archive;
  "/api/hosts": { hosts: SignedIn[] };
  "/api/seats": SeatsTold;
  "/api/settings": SettingsTold;
  "/api/update": Update;
  "/api/dice": DiceTold;
  "/api/broker": { reach: "off" | "connecting" | "connected" | "away" | "refused"; text: Text };
  "/api/doctor": { checks: Check[] };
  "/host/live.json": LiveTold;
  "/api/wifi": { name: string; password: string };
  "/api/cameras": { cameras: CameraTold[] };
  "/api/setup": SetupTold;
}

/** What is asked for by a path that ends with a name. */
export interface GetsNamed {
  "/api/archive/": HistoryPage & { view: View };
}

/** Path -> what is posted there, and what is answered. */
export interface Posts {
  "/api/seat": [{ seat: Seat | null; take?: true }, { seat: Seat | null }];
  "/api/arrive": [{ name: string; seat: Seat | null }, { seat: Seat }];
  "/api/next": [{ name: string }, { name: string }];
  "/api/again": [Seen, Outcome];
  "/api/moves": [Seen & { player?: Seat; move: Move }, Outcome];
  "/api/answers": [Seen & { player?: Seat; question: string; choice: string }, Outcome];
  "/api/changes": [Seen & { correction: Correction }, Outcome];
  "/api/corrections": [Seen & { correction: Correction }, Outcome];
  "/api/undo": [Seen & { move?: number }, Outcome];
  "/api/game": [Seen & NewGame, Outcome];
  "/api/pin": [{ pin: string }, { host: true }];
  "/api/pin/button": [{ ask?: true }, { host: boolean; left: number; others: number }];
  "/api/leave": [Record<string, never>, { host: false }];
  "/api/hosts": [{ out: string }, { hosts: SignedIn[] }];
  "/api/hosts/pin": [{ pin: string; new: string }, { hosts: SignedIn[] }];
  "/api/seats": [SeatDecision, SeatsTold];
  "/api/settings": [{ settings: Record<string, Setting["value"]> }, SettingsTold];
  "/api/restart": [Record<string, never>, { restarting: true }];
  "/api/update": [{ do: "look" | "go" }, Update];
  "/api/dice": [{ do: DiceLesson; name?: string; number?: number | null }, DiceTold];
  "/api/broker/trial": [{ settings: Record<string, Setting["value"]> }, { text: Text }];
  "/api/cameras": [{ camera: string }, CameraTrial];
  "/api/cameras/house": [Record<string, never>, { cameras: CameraTold[] }];
  "/api/camera": [Blob, { used: boolean; taken: boolean }];
  "/api/camera/https": [Record<string, never>, { port: number }];
  "/api/setup": [{ step: SetupStep; game?: string; edition?: string; players?: string[] }, SetupTold];
  "/api/buzzer": [Record<string, never>, { notices: Text[] }];
  "/api/focus": [Record<string, never>, { focusing: true }];
  "/api/archive/erase": [{ game: string }, Archive];
}

/** Path of a form with pictures -> what is answered. */
export interface Uploads {}

type Bare<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

/** What GET of a path answers. */
export type AnswerTo<Path extends string> =
  Bare<Path> extends keyof Gets
    ? Gets[Bare<Path>]
    : Bare<Path> extends `${infer Named extends keyof GetsNamed}${string}`
      ? GetsNamed[Named]
      : never;

/** A path to post to, whatever is asked besides in it. */
export type PostPath = keyof Posts | `${keyof Posts}?${string}`;
export type BodyOf<Path extends string> = Bare<Path> extends keyof Posts ? Posts[Bare<Path>][0] : never;
export type AnswerOf<Path extends string> = Bare<Path> extends keyof Posts ? Posts[Bare<Path>][1] : never;

// The story

export interface HistoryPage {
  seq: number;
  entries: Entry[];
  more: boolean;
  /** The turns that may have been others, each with the entry that brought it. */
  unsure: (AssumedTurn & { entry: number })[];
}

/** One step of a game: what came in, and what it led to. */
export interface Entry {
  seq: number;
  /** When, s since 1970. */
  at: number;
  kind: "observation" | "submission" | "answer" | "correction" | "undo";
  by: Seat | null;
  dropped: boolean;
  events: object[];
  announcements: Told[];
  answered?: { question: Text; choice: Said } | null;
  /** What of the view is another one than after the entry before. */
  after: Partial<View>;
}

// Games, and what is chosen before one

export interface GameTold {
  name: string;
  title: Text;
  styles: string[];
  pages: { path: string; title: string }[];
  /** The fewest and the most who can play. */
  players: [number, number];
  prints: string[];
  editions: Edition[];
}

export interface Edition {
  name: string;
  rulings: OpenRule[];
  players?: [number, number];
  /** The key that explains who begins. */
  first?: string;
  choices?: ListedChoice[];
  each?: ChoiceOfEach | null;
}

/** A rule that the printed ones leave open. */
export interface OpenRule {
  name: string;
  values: Ruled[];
  value: Ruled;
}

/** Something that is chosen from what the household keeps; `title` and `usual` are keys. */
export interface ListedChoice {
  name: string;
  title: string;
  usual: string;
  /** Where they are listed. */
  from: keyof ListedAt;
}

/** Path of such a list -> what it tells; a game adds its own. */
export interface ListedAt {}

/** What every player chooses of `values`, and no other has. */
export interface ChoiceOfEach {
  name: string;
  title: string;
  word: string;
  values: string[];
  /** Number of players -> values by seat. */
  usual: Record<string, string[]>;
  /** Whether several may have the same, at first all the first of the values. */
  alike?: boolean;
}

export interface NewGame {
  game?: string;
  edition?: string;
  players: string[];
  first?: Seat;
  dealer?: Seat;
  rulings?: Record<string, Ruled>;
  /** What its form adds. */
  [chosen: string]: unknown;
}

// The archive

export interface Archive {
  /** How much of it is read, 0 to 1. */
  share: number;
  troubles: Text[];
  games: PastGame[];
  more: boolean;
  year: number;
  leaders: { name: string; won: number; played: number }[];
  streak: { name: string; count: number } | null;
  longest: PastGame | null;
  bests: { game: string; text: Text; name: string; count: number; in: string | null }[];
}

export interface PastGame {
  id: string;
  game: string;
  /** When it began, s since 1970. */
  at: number;
  seconds: number;
  players: string[];
  winners: Seat[];
  round: number;
  over: boolean;
  robots: boolean;
}

// For the host

/** A phone as the host's page shows it. */
export interface Phone {
  id: string;
  /** By which the host finds it: it says so itself. */
  number: number;
  address: string;
  device: string;
}

/** Who sits at a place, and the phone that is theirs. */
export interface SeatTold {
  player: string;
  locked: boolean;
  /** `silent`: since when it was not heard of, s. */
  phone: (Phone & { silent: number }) | null;
}

/** Which phone sits where, asks for a locked seat, or was sent away. */
export interface SeatsTold {
  seats: SeatTold[];
  asking: (Phone & { seat: Seat })[];
  /** `since`, s since 1970; `whole_address`: nobody from there may sit. */
  away: (Phone & { since: number; whole_address: boolean })[];
  /** The id of this phone. */
  you: string;
}

export type SeatDecision =
  | { do: "lock" | "unlock" | "free"; seat: Seat }
  | { do: "give"; seat: Seat; phone: string }
  | { do: "away" | "back"; phone: string };

export interface SignedIn {
  id: string;
  /** Since when, s since 1970. */
  since: number;
  address: string;
  device: string;
  you: boolean;
}

export interface SettingsTold {
  settings: Setting[];
  can_restart: boolean;
}

export interface Setting {
  key: string;
  value: string | number | boolean | (string | number)[] | null;
  kind: "bool" | "int" | "float" | "text" | "choice" | "password";
  restart: boolean;
  choices?: string[];
  min?: number;
  max?: number;
  /** The tab that offers it. */
  group?: string;
}

export interface Update {
  busy: boolean;
  text: Text | null;
  news: string[];
  /** Whether one can go on to it. */
  go: boolean;
}

export type DiceLesson = "begin" | "look" | "right" | "next" | "stop" | "use" | "forget";

export interface DiceTold {
  /** The game's dice. */
  colours: string[];
  camera: boolean;
  sets: string[];
  /** The one that is played with; "" for none. */
  used: string;
  lesson: {
    name: string;
    /** Which die. */
    number: number;
    colour: string;
    /** What it is to show. */
    face: number | "symbol";
    faces: (number | "symbol")[];
    shown: (number | "symbol")[];
    seen: Text;
  } | null;
}

/** How far a household has come with setting up Murphy. */
export type SetupStep = "language" | "game" | "people" | "camera" | "sound" | "done";

export interface SetupTold {
  step: SetupStep | null;
  game?: string;
  edition?: string;
  players?: string[];
}

export interface Check {
  name: Said;
  verdict: "ok" | "warn" | "bad" | "unknown";
  text: Text;
  advice: Text | null;
}

/** A place in a picture, px. */
export type Point = [number, number];

/** A camera that is plugged in. */
export interface CameraTold {
  source: string;
  name: string;
}

/** What a camera gave that was tried. */
export interface CameraTrial {
  picture: string | null;
  checks: Check[];
}

export interface LiveTold {
  size: [number, number];
  frame: number;
  at: number;
  refocuses: boolean;
  mat: boolean;
  /** Whether no mat is wanted: dice lie anywhere. */
  plain: boolean;
  /** Whether the game on the table can be played so. */
  may_be_plain: boolean;
  tags: { card: string; zone: string | null; corners: Point[] }[];
  loose?: { kind: "die" | "pawn"; corners: Point[] }[];
  unknown: Point[][];
  limits: {
    px_per_module: number | null;
    sharpness: number | null;
    noise: number | null;
    glare: number | null;
    mirrored: boolean;
    more_mats: boolean;
  };
}

// Many tables

/** A table as the hub tells it. */
export interface HubTable {
  key: string;
  table: string;
  online: boolean;
  title: Text;
  phase: Phase;
  paused: boolean;
  turn: Seat | null;
  winner: Seat | null;
  players: { name: string; score: number }[];
  news: Text[];
  gone?: false;
}

export type HubNews = HubTable | { key: string; gone: true };
