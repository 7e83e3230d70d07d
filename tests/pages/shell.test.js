/** What the shell makes of a view of any game. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { isMine, isOver, isPlayed, mayAsk, newsOf, otherPhones, unsure } from "/static/board.js";
import { entersTurn, notAsItWas, seenOrders, settles } from "/static/games.js";
import { stepsOf } from "/static/replay.js";
import { arrives, lost, placed } from "/static/seats.js";
import { asLongAs } from "/static/shell.js";
import { text, told, view } from "./views.js";

/** @import { AssumedTurn, Correction, Entry } from "../../web/types/wire.d.ts" */

test("it is mine to do something in my turn, or where I have to decide", () => {
  equal(isMine(view(), 0), true);
  equal(isMine(view(), 1), false);
  equal(isMine(view(), null), false);
  equal(isMine(view({ turn: { player: 0, since: 0, deciding: 2 } }), 2), true);
  equal(isMine(view({ paused: true }), 0), false);
  equal(mayAsk(view({ phase: "rebuild" }), 0), false);
});

test("a game is over once somebody has won, the first seat too", () => {
  equal(isOver(view({ winner: 0 })), true);
  equal(isOver(view({ phase: "over" })), true);
  equal(isOver(view()), false);
  equal(isPlayed(view()), true);
  equal(isPlayed(view({ turn: null })), false);
  equal(isPlayed(view({ winner: 0 })), false);
});

test("of a turn only what was told last is news, and no question that stands on the page", () => {
  const news = [
    told(1, "move", { params: { turn: 7 } }),
    told(2, "question"),
    told(3, "corrected", { params: { turn: 7 } }),
    told(4, "set-up"),
    told(5, "pause"),
  ];
  deepEqual(
    newsOf(news).map(({ seq }) => seq),
    [5, 3],
  );
  deepEqual(
    newsOf(news, { asked: true }).map(({ seq }) => seq),
    [5, 3, 2],
  );
});

test("a turn may have been another where that is not sure and there is one", () => {
  /** @type {AssumedTurn} */
  const turn = { id: 1, player: 0, standing: "assumed", sure: false, text: text("a turn"), choice: "a", choices: [] };
  const other = { id: "b", text: text("another") };
  deepEqual(unsure([turn, { ...turn, sure: true, choices: [other] }]), []);
  equal(unsure([{ ...turn, choices: [other] }]).length, 1);
});

test("it is said that another phone speaks for somebody, and not that one came or went", () => {
  const before = view({ seats: ["a", "b", null] });
  equal(otherPhones(before, view({ seats: ["a", "b", "c"] })), null);
  equal(otherPhones(before, view({ seats: ["a", null, null] })), null);
  equal(otherPhones(before, view({ seats: ["a", "x", null] })), "page.seat.moved");
  equal(otherPhones(null, before), null);
});

test("a sheet closes once what it is about is another", () => {
  let closed = 0;
  const changed = asLongAs(view(), ({ turn }) => turn?.player);
  const tools = { close: () => (closed += 1), redraw: () => {} };
  changed(view({ round: 2 }), tools);
  equal(closed, 0);
  changed(view({ turn: { player: 1, since: 0 } }), tools);
  equal(closed, 1);
});

test("a turn is entered by its seat, the host, or who is yet to be asked", () => {
  equal(entersTurn(view(), { seat: 0, host: false, away: false }), true);
  equal(entersTurn(view(), { seat: 1, host: false, away: false }), false);
  equal(entersTurn(view(), { seat: 1, host: true, away: false }), true);
  equal(entersTurn(view(), { seat: null, host: false, away: false }), true);
});

test("orders are for a table that a camera sees", () => {
  const orders = seenOrders({ play: ["lay-out"] });
  deepEqual(orders(view()), ["lay-out"]);
  deepEqual(orders(view({ phase: "over" })), []);
  deepEqual(orders(view({ camera: false })), []);
});

test("a trouble is settled by its reason and no other", () => {
  /** @type {Correction[]} */
  const said = [];
  for (const way of settles("pawns", "counts", "look-again")) way.ask?.((correction) => said.push(correction));
  deepEqual(said, [
    { do: "counts", reason: "pawns" },
    { do: "look-again", reason: "pawns" },
  ]);
  equal(notAsItWas({ phase: "rebuild" }, { name: "begin" }).length, 1);
  equal(notAsItWas({ phase: "play" }, { name: "begin" }).length, 0);
});

test("a phone arrives while nobody has said who holds it; private windows are not asked again and again", () => {
  /** @type {Record<string, string>} */
  const kept = {};
  const storage = { getItem: (/** @type {string} */ key) => kept[key] ?? null };
  const phone = { seat: null, host: false, away: false };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  equal(arrives(phone), true);
  equal(arrives({ seat: null, host: true, away: false }), false);
  kept["murphy-arrived"] = "watches";
  equal(arrives(phone), false);
  kept["murphy-arrived"] = "sits Bob";
  equal(lost(view({ seats: [null, "x", null] }), phone), "Bob");
  equal(lost(view({ seats: [null, null, null] }), phone), null);
  Object.defineProperty(globalThis, "localStorage", { value: null, configurable: true });
  equal(arrives(phone), false);
});

test("a step shows something: what was dropped, and what was still missing, does not", () => {
  /** @type {Entry & { after: {} }} */
  const entry = { seq: 1, at: 0, kind: "submission", by: 0, dropped: false, events: [], announcements: [], after: {} };
  const entries = [
    entry,
    { ...entry, seq: 2, announcements: [told(2, "move")] },
    { ...entry, seq: 3, announcements: [told(3, "move")], dropped: true },
    { ...entry, seq: 4, announcements: [told(4, "set-up")] },
  ];
  deepEqual(
    stepsOf(entries).map(({ seq }) => seq),
    [2],
  );
});

test("a view that was asked for before a phone sat down does not take its seat away", () => {
  const phone = { seat: null, host: false, away: false, phone: "x" };
  equal(placed(view({ seats: ["a", "x", null] }), phone).seat, 1);
  equal(placed(view({ seats: ["a", null, null] }), phone).seat, null);
});
