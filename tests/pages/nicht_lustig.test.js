/** Nicht lustig: what its pages say of dice and cards, and offer under the thumb. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { nameOf, short, valueOf } from "/static/games/nicht-lustig/cards.js";
import { colourOf, label, shows } from "/static/games/nicht-lustig/dice.js";
import * as game from "/static/games/nicht-lustig/game.js";
import { speak } from "./page.js";
import { lustig, text } from "./views.js";

/** @import { You } from "../../web/types/wire.d.ts" */
/** @import { LustigMove, LustigTrouble } from "../../companion/games/nicht_lustig/pages/types.d.ts" */
/** @import { LustigView, Reckoning } from "../../companion/games/nicht_lustig/pages/types.d.ts" */

const ANN = { seat: 0, host: false, away: false };
const BOB = { seat: 1, host: false, away: false };
const NOBODY = { seat: null, host: false, away: false };

const SENTENCES = {
  "lustig.card.R": "robot {value}",
  "lustig.card.S02": "time machine",
  "dice.colour.red": "red",
  "dice.not-read": "not read",
  "lustig.short.R": "R{value}",
  "lustig.may.again": "roll again",
  "lustig.may.roll": "roll",
  "lustig.may.use": "use: {effect}",
  "lustig.effect.S02": "another roll",
};

test("a card by its kind and number, a special by its name", async () => {
  await speak(SENTENCES);
  equal(nameOf("R03"), "robot 3");
  equal(nameOf("S02"), "time machine");
  equal(short("R03"), "R3");
  equal(valueOf("D24"), 24);
});

test("what a die shows: its value, its special, or that it is not read", async () => {
  await speak(SENTENCES);
  equal(colourOf("white-2"), "white");
  equal(shows(0, 1), "time machine");
  equal(label("red-1", 3, 2), "red: 3");
  equal(label("red-1", null, 2), "red: not read");
});

/**
 * @param {LustigView} view
 * @param {You} you
 */
const buttons = (view, you) => game.bar(view, you).map(({ id, look }) => `${id}${look ? "!" : ""}`);

test("the roll is entered first where nobody sees it, else a turn is ended", () => {
  deepEqual(buttons(lustig(), ANN), ["enter-dice"]);
  deepEqual(buttons(lustig({ rolls: 1 }), ANN), ["enter-dice", "stop!"]);
  deepEqual(buttons(lustig({ rolls: 1, camera: false }), ANN), ["enter-dice!", "stop"]);
  deepEqual(buttons(lustig(), BOB), []);
  deepEqual(buttons(lustig({ now: "take" }), ANN), []);
  deepEqual(buttons(lustig({ phase: "rebuild" }), ANN), []);
});

test("who has the time machine may use it", () => {
  const view = lustig();
  view.players[0].area.specials = ["S02"];
  deepEqual(buttons(view, ANN), ["enter-dice", "time-machine"]);
});

test("at the end whoever still rolls for professors enters them, and who sits nowhere is asked first", () => {
  /** @type {Reckoning} */
  const sums = { L: 0, Y: 0, R: 0, P: 0, D: 0, open: 0, deaths: 0, waits: 0 };
  const view = lustig({ now: "reckon", turn: null, reckoning: [{ ...sums, waits: 2 }, sums] });
  deepEqual(buttons(view, ANN), ["professors!"]);
  deepEqual(buttons(view, BOB), []);
  deepEqual(buttons(view, NOBODY), ["professors!"]);
});

test("while there are dice to roll a turn ends by scoring them", () => {
  equal(game.says.done(lustig()), null);
  deepEqual(game.says.done(lustig({ now: "take" })), { do: "done" });
});

test("cards that were picked up are said in somebody's turn, as is a roll that the duck would give", () => {
  const kinds = (/** @type {LustigView} */ view) => game.notices(view).map(({ kind }) => kind);
  deepEqual(kinds(lustig({ picked: ["R03"] })), ["picked"]);
  deepEqual(kinds(lustig({ picked: ["R03"], turn: null })), []);
  deepEqual(kinds(lustig({ duck: true })), ["duck"]);
  deepEqual(kinds(lustig({ phase: "rebuild" })), ["rebuild"]);
});

test("a card that nobody may take counts all the same or is looked at again; dice only the latter", () => {
  /** @type {LustigTrouble} */
  const trouble = { reason: "taken-R03", player: 0, text: text("wrong"), thrown: [], values: [] };
  const names = (/** @type {LustigTrouble} */ one) => game.ways(one).map(({ name }) => name);
  deepEqual(names(trouble), ["counts", "look-again"]);
  deepEqual(names({ ...trouble, reason: "dice" }), ["look-again"]);
});

test("what may be done is said once each, and nothing for what has no sentence", async () => {
  await speak(SENTENCES);
  /** @type {LustigMove[]} */
  const moves = [
    { move: "roll", player: 0, thrown: ["pink"], values: null },
    { move: "roll", player: 0, thrown: ["red-1"], values: null },
    { move: "use", player: 0, face: "S02" },
    { move: "stop", player: 0 },
  ];
  deepEqual(game.can(moves, lustig({ rolls: 1 })), ["roll again", "use: another roll"]);
  deepEqual(game.can(moves.slice(0, 2), lustig()), ["roll"]);
});
