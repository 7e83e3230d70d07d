/** Lauf Rauf!: what its pages say of a roll, offer under the thumb, and make of a board that is taught. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { allowsDeed, goers, sayings } from "/static/games/lauf-rauf/allowed.js";
import * as game from "/static/games/lauf-rauf/game.js";
import { asked, boardFile, tapAt } from "/static/games/lauf-rauf/taught.js";
import { speak } from "./page.js";
import { lauf, text } from "./views.js";

/** @import { You } from "../../web/types/wire.d.ts" */
/** @import { XY } from "../../web/types/pages.d.ts" */
/** @import { LaufCan, LaufView } from "../../companion/games/lauf_rauf/pages/types.d.ts" */
/** @import { Next, Tap } from "/static/games/lauf-rauf/taught.js" */

const ANN = { seat: 0, host: false, away: false };
const BOB = { seat: 1, host: false, away: false };
/** @type {LaufCan} */
const ROLL = { move: "roll both", kind: "roll" };
/** @type {LaufCan} */
const PASS = { move: "pass", kind: "pass" };
/** @type {LaufCan} */
const RUN = { move: "run L1 7", kind: "run", from: "L1", to: "L8", card: null };
/** @type {LaufCan} */
const GHOST = { move: "ghost summit", kind: "ghost", from: "M3", to: "summit" };

const SENTENCES = {
  "lauf.can.run": "run {number}",
  "lauf.can.back": "back {number}",
  "lauf.can.hit": "hit {number}",
  "lauf.can.climb": "climb {number}",
  "lauf.can.ghost": "the ghost",
  "lauf.page.with-card": "{what} with {card}",
  "lauf.print.short.BAC": "back",
  "lauf.print.short.JOK": "joker",
};

test("moves that are called alike are said once, those without a card first", async () => {
  await speak(SENTENCES);
  /** @type {LaufCan[]} */
  const can = [{ ...RUN, card: "JOK" }, { ...RUN, card: "BAC" }, { ...RUN, from: "L2", to: "L9" }, RUN, PASS, ROLL];
  deepEqual(sayings(lauf({ can, dice: [3, 4] })), ["run 7", "back 7 with joker / back"]);
});

test("how far a move goes: a hit by the lower die, a climb by its field, with a card by the higher die", async () => {
  await speak(SENTENCES);
  /** @type {LaufCan} */
  const hit = { move: "hit L1 L3", kind: "hit", from: "L1", to: "L3", card: null };
  /** @type {LaufCan} */
  const climb = { move: "climb L1", kind: "climb", from: "L1", to: "M1", card: null, number: 2 };
  deepEqual(sayings(lauf({ can: [hit, climb], dice: [5, 2] })), ["climb 2", "hit 2"]);
  deepEqual(sayings(lauf({ can: [{ ...climb, card: "JOK" }], dice: [5, 2] })), ["climb 5 with joker"]);
});

test("the ghost that may be forgotten is not told while anything else may be done", async () => {
  await speak(SENTENCES);
  const view = lauf({ can: [GHOST, RUN], dice: [3, 4] });
  deepEqual(sayings(view), ["the ghost", "run 7"]);
  deepEqual(sayings({ ...view, rulings: { huckauf: "on-call" } }), ["run 7"]);
  deepEqual(sayings({ ...view, can: [GHOST], rulings: { huckauf: "on-call" } }), ["the ghost"]);
});

test("rolling again and passing are no deed, and go nowhere", () => {
  equal(allowsDeed({ can: [ROLL, PASS] }), false);
  equal(allowsDeed({ can: [ROLL, RUN] }), true);
  deepEqual(goers({ can: [ROLL, RUN, PASS] }), [RUN]);
});

/**
 * @param {LaufView} view
 * @param {You} you
 */
const buttons = (view, you) => game.bar(view, you).map(({ id, look }) => `${id}${look ? "!" : ""}`);

test("whoever has the dice enters them, and only who has not calls the ghost", () => {
  const view = lauf({ can: [ROLL], can_call: true, camera: false });
  deepEqual(buttons(view, ANN), ["enter-dice!"]);
  deepEqual(buttons(view, BOB), ["huckauf!"]);
  deepEqual(buttons(lauf({ can: [ROLL], paused: true }), ANN), []);
});

test("passing comes first where nothing else is left", () => {
  deepEqual(buttons(lauf({ can: [PASS], rolls: 3 }), ANN), ["pass!"]);
  deepEqual(buttons(lauf({ can: [ROLL, PASS], rolls: 1, camera: false }), ANN), ["enter-dice!", "pass"]);
  deepEqual(buttons(lauf({ can: [RUN, PASS], rolls: 1 }), ANN), ["pass"]);
});

test("who has which colour is said before the first roll where no camera checks the board", () => {
  const kinds = (/** @type {LaufView} */ view) => game.notices(view).map(({ kind }) => kind);
  deepEqual(kinds(lauf({ camera: false })), ["set-up-by-hand"]);
  deepEqual(kinds(lauf({ camera: false, rolls: 1 })), []);
  deepEqual(kinds(lauf()), []);
  deepEqual(kinds(lauf({ under_way: [text("red from L1 to L8")] })), ["under-way"]);
  deepEqual(kinds(lauf({ phase: "rebuild" })), ["rebuild"]);
});

/** Tap a whole board: two rings on circles, then what is asked, each colour's climb fields a quarter further. */
function taught() {
  /** @type {Tap[]} */
  const taps = [];
  const ring = (/** @type {number} */ size, /** @type {number} */ radius) => {
    for (let i = 0; i < size; i += 1) tap(on(i / size, radius));
    taps.push({ kind: "whole" });
  };
  const tap = (/** @type {XY} */ at) => taps.push(...tapAt(taps, /** @type {Next} */ (asked(taps)), at));
  ring(40, 400);
  ring(24, 200);
  for (let next = asked(taps); next; next = asked(taps)) {
    const quarter = ["red", "blue", "green", "yellow"].indexOf(next.colour ?? "") / 4;
    const radius = { "climb-lower": 390, "climb-middle": 210, base: 480 + taps.length, camp: 100 }[next.kind] ?? 0;
    tap(on(quarter, radius));
  }
  return taps;
}

/**
 * @param {number} share Of a turn.
 * @param {number} radius
 * @returns {XY}
 */
const on = (share, radius) => [
  500 + radius * Math.cos(2 * Math.PI * share),
  500 + radius * Math.sin(2 * Math.PI * share),
];

test("a board is asked for ring by ring, colour by colour, the summit last", () => {
  const taps = taught();
  equal(asked([])?.kind, "lower");
  deepEqual(asked(taps.slice(0, 41)), { kind: "middle" });
  deepEqual(asked(taps.slice(0, 66)), { kind: "climb-lower", colour: "red" });
  deepEqual(asked(taps.slice(0, 71)), { kind: "camp", colour: "red" });
  deepEqual(asked(taps.slice(0, -1)), { kind: "summit" });
  equal(asked(taps), null);
});

test("the file of a board in mm of the mat: one climbs from the fields since the climb field before", () => {
  const file = boardFile({ measured: true, taps: taught(), size: [1000, 1000] }, [500, 500]);
  const lines = file.split("\n");
  equal(lines[0], "measured = true");
  equal(lines[1], "ghost = [250.0, 250.0]");
  equal(lines.includes("L0 = [450.0, 250.0]"), true);
  equal(lines.includes('climb = ["L10", "M6"]'), true);
  const outlined = lines[lines.indexOf("[colours.blue]") + 4];
  equal(outlined.startsWith('outlined = [["L1", "L2",'), true);
  equal(outlined.endsWith('["M1", "M2", "M3", "M4", "M5"]]'), true);
});

test("a photograph is scaled until its fields have room", () => {
  const file = boardFile({ measured: false, taps: taught(), size: [1000, 1000] }, [500, 500]);
  const [x0, x1] = ["M0", "M1"].map((name) => (file.match(`${name} = \\[(.*), (.*)\\]`) ?? []).slice(1).map(Number));
  const apart = Math.hypot(x0[0] - x1[0], x0[1] - x1[1]);
  equal(Math.abs(apart - 30) < 0.2, true);
});

test("a place that is tapped twice is one, and no colour climbs from another's field", () => {
  /** @type {Tap[]} */
  const taps = [
    { kind: "lower", at: [10, 10] },
    { kind: "lower", at: [90, 10] },
  ];
  deepEqual(tapAt(taps, { kind: "lower" }, [90, 10]), []);
  taps.push({ kind: "climb-lower", colour: "red", at: [10, 10] });
  /** @type {Next} */
  const blue = { kind: "climb-lower", colour: "blue" };
  deepEqual(tapAt(taps, blue, [12, 9]), []);
  deepEqual(tapAt(taps, blue, [88, 9]), [{ ...blue, at: [90, 10] }]);
});
