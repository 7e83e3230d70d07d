/** Views as the server tells them, with what a test says of them. */

/** @import { Announcement, Health, Player, Text, View } from "../../web/types/wire.d.ts" */
/** @import { DummPlayer, DummView } from "../../companion/games/dumm_gelaufen/pages/types.d.ts" */
/** @import { LaufPlayer, LaufView } from "../../companion/games/lauf_rauf/pages/types.d.ts" */
/** @import { LustigPlayer, LustigView } from "../../companion/games/nicht_lustig/pages/types.d.ts" */

/**
 * The same in every language.
 * @param {string} said
 * @returns {Text}
 */
export const text = (said) => ({ de: said, en: said, nl: said });

/** @type {Health} */
const HEALTH = {};

const SHARED = {
  seq: 1,
  round: 1,
  /** @type {View["phase"]} */
  phase: "play",
  questions: [],
  announcements: [],
  setup: null,
  troubles: [],
  moves: [],
  winner: null,
  paused: false,
  rulings: {},
  camera: true,
  covered: [],
  seats: [null, null, null],
  locked: [false, false, false],
  health: HEALTH,
};

/**
 * @param {string} name
 * @returns {Player}
 */
const player = (name) => ({ name, cards: [3, 3], won: [] });

/**
 * Any game: it is Ann's turn, with Bob and Cem.
 * @param {Partial<View>} more
 * @returns {View}
 */
export const view = (more = {}) => ({
  ...SHARED,
  game: "any",
  edition: "any",
  turn: { player: 0, since: 0 },
  players: ["Ann", "Bob", "Cem"].map(player),
  zones: {},
  ...more,
});

/**
 * An announcement.
 * @param {number} seq
 * @param {string} kind
 * @param {Partial<Announcement>} more
 * @returns {Announcement}
 */
export const told = (seq, kind, more = {}) => ({ seq, kind, player: 0, params: {}, text: text(kind), ...more });

/**
 * Dumm gelaufen in Ann's turn.
 * @param {Partial<DummView>} more
 * @returns {DummView}
 */
export const dumm = (more = {}) => ({
  ...SHARED,
  game: "dumm-gelaufen",
  edition: "classic",
  turn: { player: 0, since: 0, deciding: 0, offered: null, shows: null, asks: null },
  players: ["Ann", "Bob", "Cem"].map((name) => /** @type {DummPlayer} */ ({ ...player(name), left: false })),
  zones: { mac: [], "open-left": [], "open-right": [], actions: [] },
  draw: [40, 40],
  claim: null,
  ...more,
});

/**
 * Lauf Rauf! in Ann's turn: nothing has been rolled, everybody is in the base camp.
 * @param {Partial<LaufView>} more
 * @returns {LaufView}
 */
export const lauf = (more = {}) => ({
  ...SHARED,
  game: "lauf-rauf",
  edition: "any",
  turn: { player: 0, since: 0 },
  players: ["red", "green"].map(
    (colour, i) => /** @type {LaufPlayer} */ ({ ...player(["Ann", "Bob"][i]), colour, hand: [], camp: 0, way: 0 }),
  ),
  zones: {},
  referee: "whole-table",
  board: "ours",
  board_mark: 0,
  colours: ["red", "green"],
  pawns: [
    ["base", "base", "base"],
    ["base", "base", "base"],
  ],
  ghost: "summit",
  supply: 20,
  discard: [],
  dice: null,
  rolls: 0,
  most: 3,
  can: [],
  has_to_run: false,
  hindrances: [],
  allowed: [],
  turning: [],
  may_come: [],
  under_way: [],
  can_call: false,
  ...more,
});

/**
 * Nicht lustig in Ann's turn, before her first roll.
 * @param {Partial<LustigView>} more
 * @returns {LustigView}
 */
export const lustig = (more = {}) => ({
  ...SHARED,
  game: "nicht-lustig",
  edition: "any",
  turn: { player: 0, since: 0 },
  players: ["Ann", "Bob"].map(
    (name) =>
      /** @type {LustigPlayer} */ ({
        ...player(name),
        area: { open: [], scored: [], covered: {}, deaths: [], specials: [] },
        points: 0,
      }),
  ),
  zones: { display: [] },
  winners: [],
  last: 5,
  middle: [],
  now: "roll",
  dice: null,
  lying: null,
  names: ["black-1", "black-2", "red-1", "red-2", "white-1", "white-2", "pink"],
  rolls: 0,
  most: 3,
  duck: false,
  free: [],
  picked: [],
  chances: {},
  reckoning: null,
  ...more,
});
