/** Dumm gelaufen: what its pages make of cards, of what is legal, and of a view. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { aloud, fromLeft, lightOf } from "/static/games/dumm-gelaufen/aloud.js";
import { can } from "/static/games/dumm-gelaufen/can.js";
import { cardName, faceOf, kindOf, useEdition } from "/static/games/dumm-gelaufen/deck.js";
import * as game from "/static/games/dumm-gelaufen/game.js";
import { copiesFor, leftOver, whyNot } from "/static/games/dumm-gelaufen/holds.js";
import { begins, movesOf, sources } from "/static/games/dumm-gelaufen/legal.js";
import { changes } from "/static/games/dumm-gelaufen/story.js";
import { server, speak } from "./page.js";
import { dumm, text, told } from "./views.js";

/** @import { DeckTold, DummMove, DummTrouble, FaceTold } from "../../companion/games/dumm_gelaufen/pages/types.d.ts" */

/** @type {DummMove[]} */
const LEGAL = [
  { move: "take", player: 0, cards: [["mac", "R07-1"]] },
  { move: "take", player: 0, cards: [["open-left", "Y01-1"]] },
  {
    move: "take",
    player: 0,
    cards: [
      ["open-left", "Y01-1"],
      ["draw", null],
    ],
  },
  { move: "lay", player: 0, place: "mac", card: null },
  { move: "pass", player: 0 },
];

/** An edition of one face, of which there are two cards. */
async function twoOfAFace() {
  /** @type {FaceTold} */
  const face = { face: "R07", kind: "number", colour: "R", value: 7, copies: 2, name: text("red 7"), does: null };
  /** @type {DeckTold} */
  const deck = { edition: "classic", players: [2, 6], colours: ["R"], faces: [face], rulings: [] };
  server({ "GET /api/cards": () => ({ data: deck }) });
  await useEdition("classic");
}

/**
 * A picture in which cards lie at these places, in px from the left.
 * @param {Record<string, number>} places
 */
function photograph(places, unknown = 0) {
  /** @type {(x: number) => [number, number][]} */
  const corners = (x) => [
    [x - 5, 0],
    [x + 5, 0],
    [x + 5, 10],
    [x - 5, 10],
  ];
  const tags = Object.entries(places).map(([card, x]) => ({ card, corners: corners(x) }));
  const hand = Object.keys(places);
  return {
    task: null,
    tasks: [],
    hand,
    other: [],
    unknown,
    pictures: [{ size: /** @type {[number, number]} */ ([400, 300]), tags }],
  };
}

test("a hand is read out in the order in which it lies, with what is hidden and what is new", async () => {
  await twoOfAFace();
  await speak({
    "list.separator": ", ",
    "card.number": "{value}",
    "mine.read": "{n}: {cards}.",
    "mine.unread": "{n} hidden.",
    "mine.new": "New {cards}.",
    "mine.same": "Same.",
  });
  const three = photograph({ "R07-2": 300, "R07-1": 20, "R07-3": 150 });
  deepEqual(fromLeft(three), ["R07-1", "R07-3", "R07-2"]);
  equal(aloud(three, null), "3: red 7, red 7, red 7.");
  equal(aloud(three, null, 4), "3: red 7, red 7, red 7. 1 hidden.");
  equal(aloud(photograph({ "R07-1": 20 }, 1), ["R07-2"]), "red 7. 1 hidden. New red 7.");
  equal(aloud(photograph({ "R07-1": 20 }), ["R07-1"]), "red 7. Same.");
});

test("what a picture lacks is seen in its light and its edges", () => {
  deepEqual(lightOf([10, 10, 10, 10]), { light: 10, edges: 0 });
  deepEqual(lightOf([0, 200, 0, 200]), { light: 100, edges: 150 });
});

test("a face is what is printed on a card, however somebody writes it", () => {
  deepEqual(["R07-2", "r7", "K6", "MAC"].map(faceOf), ["R07", "R07", "K06", "MAC"]);
  deepEqual(["R07-2", "A05-1", "K06-1", "M04-1", "MAC", null].map(kindOf), [
    "number",
    "at-once",
    "keep",
    "task",
    "mac",
    "back",
  ]);
});

test("a card is called as its edition calls it, else by colour and number; one nobody saw is said so", async () => {
  await twoOfAFace();
  await speak({ "card.number": "{colour} {value}", "colour.yellow": "yellow", "page.card.unseen": "a card" });
  equal(cardName("R07-1"), "red 7");
  equal(cardName("Y11-1"), "yellow 11");
  equal(cardName(null), "a card");
});

test("moves by their kind: where cards are taken, and whether an exchange of two can begin a turn", () => {
  equal(movesOf(LEGAL, "lay").length, 1);
  deepEqual(sources(LEGAL), ["mac", "open-left", "open-left,draw"]);
  equal(begins(LEGAL), true);
  equal(begins(LEGAL.slice(0, 2)), false);
});

test("what may be done is said once each, exchanges by where they are made", () => {
  deepEqual(can(LEGAL, dumm(), 0), ["can.lay", "can.mac.one", "can.piles.both", "can.pass"]);
  deepEqual(can([], dumm({ turn: { ...turn(), offered: 0 } }), 0), ["can.claim"]);
  deepEqual(can([], dumm({ turn: null }), null), []);
});

const turn = () => ({ player: 0, since: 0, deciding: 0, offered: null, shows: null, asks: null });

test("a card that lies in sight is in no hand, and says where it lies", async () => {
  await twoOfAFace();
  const one = leftOver({ mac: ["R07-1"] });
  deepEqual(copiesFor(one, ["R07", null]), ["R07-2", null]);
  equal(whyNot(one, "R07"), null);
  const none = leftOver({ mac: ["R07-1"], "open-left": ["R07-2"] });
  equal(whyNot(none, "R07"), "picker.taken");
});

test("a card that was just taken may be laid again, and no copy twice", async () => {
  await twoOfAFace();
  const holds = leftOver({ mac: ["R07-1"], "open-left": ["R07-2"] });
  deepEqual(copiesFor(holds, ["R07"], ["R07-1"]), ["R07-1"]);
  equal(whyNot(holds, "R07", ["R07-1"], ["R07"]), "picker.taken");
});

test("an action card asks whoever it is about: a hand that may be empty can say so", () => {
  const wants = { card: "K06", by: 1, left: 1, text: text("Ann gives Bob a card") };
  const view = dumm({ turn: { ...turn(), deciding: 0, asks: wants } });
  const [sure] = game.asks(view);
  deepEqual(
    sure.choices.map(({ id }) => id),
    ["given"],
  );
  view.players[0].cards = [0, 2];
  deepEqual(
    game.asks(view)[0].choices.map(({ id }) => id),
    ["given", "denied"],
  );
  deepEqual(game.asks(dumm()), []);
});

test("whoever played a card that hands over enters it in the sheet, as does everybody for all others", () => {
  const wants = { card: "K06", by: 0, left: 1, text: text("Ann chooses") };
  const view = dumm({ turn: { ...turn(), asks: wants } });
  equal(game.asks(view)[0].choices[0].id, "enter");
  const other = dumm({ turn: { ...turn(), deciding: 1, asks: { ...wants, card: "A05" } } });
  equal(game.asks(other)[0].choices[0].id, "enter");
});

test("who may still claim reads it beside the turn, the first seat too", () => {
  const view = dumm({ turn: { ...turn(), player: 1, offered: 0 } });
  deepEqual(game.aside(view, 0), ["page.turn.may-claim"]);
  equal(game.aside(view, null), null);
  const shows = dumm({ camera: false, turn: { ...turn(), shows: 0 } });
  deepEqual(game.aside(shows, 0), ["page.turn.may-show"]);
  equal(game.aside({ ...shows, camera: true }, 0), null);
});

test("a draw pile that is used up is said where no camera sees it", () => {
  const kinds = (/** @type {Parameters<typeof game.notices>[0]} */ view) => game.notices(view).map(({ kind }) => kind);
  deepEqual(kinds(dumm({ camera: false, draw: [0, 0] })), ["used-up"]);
  deepEqual(kinds(dumm({ camera: true, draw: [0, 0] })), []);
  deepEqual(kinds(dumm({ phase: "rebuild" })), ["rebuild"]);
  deepEqual(kinds(dumm({ claim: { player: 0, cards: ["R07-1"], judged: false } })), ["claim"]);
  deepEqual(kinds(dumm({ claim: { player: 0, cards: ["R07-1"], judged: true } })), []);
});

test("why cards in the claim zone cannot be judged is said instead of how many there are", () => {
  const lacks = text("no Murphy card");
  const [said] = game.notices(dumm({ claim: { player: 0, cards: ["R07-1"], judged: false, lacks } }));
  equal(said?.text, "no Murphy card");
});

test("a wrong turn may have been an action card's, or be let pass; a wrong zone not", () => {
  /** @type {DummTrouble} */
  const trouble = { reason: "x", player: 0, text: text("wrong"), cards: [], zone: "turn" };
  const names = (/** @type {DummTrouble} */ one) => game.ways(one).map(({ name }) => name);
  deepEqual(names(trouble), ["action", "misread", "allow", "table-is-right"]);
  deepEqual(names({ ...trouble, zone: "mac" }), ["misread", "table-is-right"]);
});

test("an action card is told where it struck, and not again as a turn", () => {
  const struck = told(1, "keep", { params: { card: "K06-1" } });
  equal(game.wasTold(told(2, "move", { params: { card: "K06-1", turn: 3 } }), [struck]), true);
  equal(game.wasTold(told(2, "move", { params: { card: "K07-1", turn: 3 } }), [struck]), false);
  equal(game.wasTold(told(2, "move", { params: { turn: 3 } }), [struck]), false);
});

test("a turn is ended for others by the host, where it is not paused; a table is rebuilt under a camera", () => {
  deepEqual(game.orders(dumm()), ["done", "lay-out"]);
  deepEqual(game.orders(dumm({ paused: true })), ["lay-out"]);
  deepEqual(game.orders(dumm({ camera: false })), ["done"]);
  deepEqual(game.orders(dumm({ phase: "over" })), []);
});

test("what a correction changed is said: cards of a zone, hands, the turn", async () => {
  await twoOfAFace();
  await speak({
    "card.number": "red 7",
    "history.changed.zone": "{zone}: {cards}",
    "history.changed.hand": "{name}: {cards}",
    "list.nothing": "nothing",
    "page.turn.somebody": "{name} is next",
    "zone.mac": "Mac",
    "zone.open-left": "left",
  });
  const view = dumm({ zones: { mac: ["R07-1"], "open-left": ["R07-2", "R07-1"], "open-right": [], actions: [] } });
  /** @type {(more: Partial<typeof view>) => any} */
  const entry = (more) => ({ after: { ...view, ...more } });
  const zones = { ...view.zones, mac: [], "open-left": ["R07-2"] };
  const players = view.players.map((one, i) => (i ? one : { ...one, cards: [5, 5] }));
  deepEqual(changes(entry({}), entry({})), []);
  deepEqual(changes(entry({ zones }), entry({})), ["Mac: nothing", "left: red 7"]);
  deepEqual(changes(/** @type {any} */ ({ after: { ...view, players } }), entry({})), [`${view.players[0].name}: 5`]);
});
