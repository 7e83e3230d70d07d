/** What the pages' modules hand to each other; web/types/wire.d.ts has what comes from the server and goes there. */

import type { Icon } from "../static/icons.js";
import type { Tune } from "../static/sound.js";
import type {
  Came,
  Correction,
  Entry,
  Heard,
  Move,
  Order,
  Outcome,
  Said,
  Seat,
  Setting,
  Told,
  View,
  You,
} from "./wire.d.ts";

// Nodes

/** What stands in an element; what is null, undefined or false is left out. */
export type Child = Node | string | number | null | undefined | false | readonly Child[];

/** An element's event as its listener is given it: the target is the element, or lies in it. */
export type Happened<E, Kind> = Kind & { readonly target: E; readonly currentTarget: E };

/** Attributes by name, in their order; `on…` are listeners, `data` its dataset, `vars` its style's variables. */
export type Props<E> = {
  [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: Happened<E, HTMLElementEventMap[Name]>) => unknown;
} & {
  data?: Record<string, string | number | null | undefined>;
  vars?: Record<string, string>;
  [attribute: string]: unknown;
};

/** A place on a drawing. */
export type XY = readonly [number, number];

// The line

export interface Followed {
  onView(view: View): unknown;
  onAnnouncement(said: Heard): unknown;
  onState(connected: boolean): void;
}

// Sheets

export interface SheetTools {
  /** Close it; a sentence that says why is shown. */
  close(why?: unknown): void;
  /** Draw its contents anew. */
  redraw(): void;
}

export interface Sheet extends SheetTools {
  dialog: HTMLDialogElement;
}

export interface SheetWays {
  /** Is called once it is closed. */
  closed?(): unknown;
  /** Is called with every view while it is open. */
  changed?(view: View, tools: SheetTools): unknown;
  name?: string;
  /** Where the keyboard begins, as a selector; without it at the top. */
  focus?: string;
}

// Seats

/** What the choice of a seat needs of its page. */
export interface Seating {
  view(): View;
  you(): You;
  /** Somebody sits, or only watches. */
  sit(seat: Seat | null): void;
  refused(came: Came<unknown>): void;
  /** Show the table as it is now for this phone. */
  anew(): Promise<void>;
}

// What a game gives

/** What is handed to what a tap opens. */
export interface Here<V extends View = View> {
  view(): V;
  you: You;
}

/** A phone, for what may be tapped on the table: `open` calls `act` for whoever has a seat. */
export interface Table<V extends View = View> {
  you: You;
  open(act: (here: Here<V>) => unknown): void;
}

export type Tell = (correction: Correction) => unknown;

/**
 * How the host settles something, as `page.way.<name>` says it or `says` does: by the correction {do: name}, by the one
 * that `ask` calls `tell` with, or by what `act` does instead.
 */
export type Way =
  | { name: Order; says?: string; ask?: undefined; act?: undefined }
  | { name: string; says?: string; ask(tell: Tell): unknown; act?: undefined }
  | { name: string; says: string; ask?: undefined; act(): unknown };

/** What is wrong or in the way. */
export interface Notice {
  kind: string;
  text: string;
  how?: "" | "calm" | "good" | "bad";
  /** Where to go on, and what that is called. */
  link?: string;
  go?: string;
  list?: string[];
  /** What is done and what comes next, each with its sign. */
  steps?: string[];
  ways?: Way[];
  tap?: { says: string; act(): unknown };
}

/** What somebody has to decide that is no question of the server's. */
export interface Asked<V extends View = View> {
  id: string;
  player: Seat | null;
  text: Said;
  choices: AskedChoice<V>[];
}

export interface AskedChoice<V extends View = View> {
  id: string;
  text: Said;
  /** Gives what came of it, if anything. */
  act(here: Here<V>): Promise<Came<unknown> | void>;
}

/** A button under the thumb; `text` is a key. */
export interface BarButton<V extends View = View> {
  id: string;
  text: string;
  icon?: Icon;
  look?: string;
  open(here: Here<V>): unknown;
}

/** How loud a kind of announcement is. */
export interface MomentKind<S extends Told = Told, V extends View = View> {
  tune?: Tune | ((said: S) => Tune);
  /** Vibration, ms. */
  buzz?: number[];
  /** Whether it fills no screen on which its player goes on deciding: with a dialog that has his seat as `data-decides`. */
  decides?: boolean;
  /** How long it stays; 0: until it is tapped. */
  seconds?: number;
  /** Whether a screen reader stops for it. */
  interrupts?: boolean;
  build(said: S, view: V): Child;
}

/** The corrections for whole buttons of the shell, where the game has them. */
export interface Says<V extends View = View> {
  done?(view: V): Correction | null;
  give?(player: Seat): Correction;
  pause?(): Correction;
  resume?(): Correction;
  begin?(): Correction;
}

export interface Story<V extends View = View> {
  summary?(view: V, entries: WholeEntry<V>[]): Child;
  drawing?(entry: WholeEntry<V>): Child;
  /** What is otherwise on the table than it was before, in words. */
  changes?(entry: WholeEntry<V>, before: WholeEntry<V>): string[];
}

/** An entry with all of the view after it. */
export type WholeEntry<V extends View = View> = Omit<Entry, "announcements" | "after"> & {
  announcements: Unnumbered<V["announcements"][number]>[];
  after: Partial<V>;
};

/** Each of the members of a union without its number. */
type Unnumbered<Each> = Each extends Each ? Omit<Each, "seq"> : never;

/** What draws the host's corrections, and comes with what draws them as the table is now: nothing is lost that is picked and not said. */
export type Corrections<V extends View = View> = (
  place: HTMLElement,
  tools: TabTools<V>,
) => (() => void) | Promise<() => void>;

/** What draws a tab of the host's page. */
export type Tab<V extends View = View> = (place: HTMLElement, tools: TabTools<V>) => unknown;

export interface TabTools<V extends View = View> {
  view(): V;
  settings(): Setting[];
  /** Keeps settings and, unless told not to, draws the tab anew; whether it went well. */
  change(values: Record<string, Setting["value"]>, redraws?: boolean): Promise<boolean>;
  restart: (() => unknown) | null;
  /** Tells the host what came of a call; whether it went well. */
  said: HostSaid;
  refresh(): Promise<void>;
  /** What is to be done once another tab is shown. */
  onLeave(act: () => void): void;
  redraw(): void;
}

export type HostSaid = (came: Came<unknown>, good?: string | null) => boolean;

// What games enter

/** A button of several, pressed if it is on; null: it is none that stays. */
export interface Toggle {
  focus: string;
  text: Child;
  on: boolean | null;
  data?: Record<string, string | number | null>;
  act(): unknown;
}

/** How one die is offered: its name in its buttons' `data-focus`, and what stands before them and in them. */
export interface DieRow {
  name: string;
  label?: string | null;
  look?: string;
  head?: Child;
  /** Of every button. */
  data?: Record<string, string | number>;
  /** Other attributes of a value's button. */
  button?(value: number): Record<string, unknown>;
  face?(value: number): Child;
}

/** What is asked and shown where a roll is entered; places count from 0. */
export interface RollEntry {
  hint: string;
  row(place: number, shown: number | null, tap: (value: number) => void, thrown: boolean): Child;
  ready?(thrown: ReadonlySet<number>): boolean;
  enter(values: number[], thrown: ReadonlySet<number>, how: string): Promise<boolean>;
  /** Buttons in place of the one that enters: each sends with a name of its own, which `enter` is told. */
  foot?(send: (how: string) => unknown, ready: boolean): Child;
  /** How a value is read aloud. */
  said?(value: number, place: number): Said;
  /** What a die is called. */
  called?(place: number): string;
  /** What of the view closes the sheet if it changes, besides whose roll it is. */
  due?(view: any): unknown;
}

/** Tells a correction; `taken` is called if it was. */
export type Teller<Said = Correction> = (correction: Said, taken?: () => unknown) => Promise<boolean>;

/** Those of a kind, of all that a game tells. */
export type Saying<All extends Told, Kind extends All["kind"]> = Extract<All, { kind: Kind }>;

/** What a game's module `game.js` exports, under these names; all but `draw` may be left out. */
export interface GameModule<V extends View = View> {
  /** Is waited for before anything of a view is drawn. */
  ready?(view: V): unknown;
  /** The table, on phone and television; `before` is the view shown there, or null; `tools` on a phone only. */
  draw(place: HTMLElement, view: V, before: V | null, tools?: Table<V>): void;
  /** What stands beside a player's name. */
  player?(player: V["players"][number], view: V): Child;
  /** What stands under all of them. */
  underPlayers?(view: V): Child;
  /** A seat's own sign; without it a shape in a colour. */
  mark?(seat: Seat): Child;
  /** What is said beside whose turn it is. */
  aside?(view: V, seat: Seat | null): Child[] | null;
  /** What is said while it is nobody's turn; without it that the game is about to begin. */
  between?(view: V): Child[] | null;
  notices?(view: V): Notice[];
  /** How the host settles a trouble. */
  ways?(trouble: V["troubles"][number]): Way[];
  asks?(view: V): Asked<V>[];
  bar?(view: V, you: You): BarButton<V>[];
  moments?(): Promise<Record<string, MomentKind<any, V>>>;
  /** Whether the news have said so already. */
  wasTold?(said: Told, told: readonly Told[]): boolean;
  /** A drawing beside a line of the news. */
  sign?(said: Told): Child;
  says?: Says<V>;
  /** Other corrections {do: order} for the host, as `host.order.<order>` says them. */
  orders?(view: V): Order[];
  /** What a seat may do now, in sentences, of the moves that GET /api/legal gives it. */
  can?(moves: Move[], view: V, seat: Seat | null): string[] | Promise<string[]>;
  /** How it is played, in a minute. */
  how?(): string[];
  /** Opens the sheet in which a game under way is joined. */
  join?(view: V, correct: (correction: Correction) => Promise<boolean>): unknown;
  /** Whether that is still offered after the set-up. */
  joins?(view: V): boolean;
  /** What a piece is called. */
  nameOf?(code: string): string;
  /** What people do besides before the first turn, as a key. */
  setUp?: string | null;
  /** The host's tab that says how the table is. */
  corrections?(): Promise<Corrections<V>>;
  story?(): Promise<Story<V>>;
}

/** Whether a game's module exports what is asked of it, and nothing besides. */
export type Fits<
  V extends View,
  Module extends GameModule<V> & { [other in Exclude<keyof Module, keyof GameModule>]: never },
> = Module;

/** The same with nothing left out but what has no stand-in. */
export type Game = Required<Omit<GameModule<any>, "join" | "corrections" | "story">> &
  Pick<GameModule<any>, "join" | "corrections" | "story">;

/** What is said of the mat on the table, where it is not that of the game that is played. */
export interface StrangeMat {
  text: string;
  /** On the host's button. */
  says: string;
  begin(): Promise<Came<Outcome>>;
}

/** A new game as it is being put together. */
export interface Plan {
  game: string;
  edition: string | undefined;
  players: string[];
  first: Seat;
  rulings: Record<string, string | number | boolean>;
  /** What was chosen of what the household keeps. */
  chosen: Record<string, Kept | undefined>;
  /** Game and path -> what is kept there; null: it is being asked for. */
  lists: Record<string, Kept[] | null>;
  /** What every player chose, by seat. */
  each: Record<string, string[]>;
  now: View;
  /** Whether the open rules are. */
  open?: boolean;
}

/** One of what the household keeps; without a value it is what is usual. */
export interface Kept {
  name: string;
  value: string | null;
}
