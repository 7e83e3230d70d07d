/** What games' pages share: moves and corrections that are told, faces of dice, values over time, counts. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { figure, pipsAt } from "/static/dice.js";
import { keep, kept, teller, whose } from "/static/forms.js";
import { aside } from "/static/score_sheet.js";
import { unused } from "/static/setup.js";
import { counted, seriesOf } from "/static/standings.js";
import { server } from "./page.js";
import { told, view } from "./views.js";

/** @import { LaufView } from "../../companion/games/lauf_rauf/pages/types.d.ts" */
/** @import { Came } from "../../web/types/wire.d.ts" */
/** @import { WholeEntry } from "../../web/types/pages.d.ts" */

const YOU = { seat: 2, host: false, away: false };

test("a face has as many pips as it counts, none lies on another, and each face is its own half turned", () => {
  for (const value of [1, 2, 3, 4, 5, 6]) {
    const pips = pipsAt(value).map(String);
    equal(new Set(pips).size, value);
    deepEqual(
      pipsAt(value)
        .map(([x, y]) => String([30 - x, 30 - y]))
        .sort(),
      [...pips].sort(),
    );
  }
  deepEqual(pipsAt(0), []);
});

test("a figure is a die's value, and a star its symbol", () => {
  deepEqual([0, 1, 6].map(figure), ["✶", "1", "6"]);
});

test("several robots have names of their own", () => {
  equal(unused("Robo", ["Ann", ""]), "Robo");
  equal(unused("Robo", ["Ann", "Robo", ""]), "Robo 2");
  equal(unused("Robo", ["Robo 2", "Robo", "", "Ann"]), "Robo 3");
});

test("to tap a box is said to whoever rolled, and to nobody else", () => {
  const rolled = /** @type {Parameters<typeof aside>[0]} */ (
    /** @type {unknown} */ ({ ...view({}), offers: { ones: 2 } })
  );
  deepEqual(aside({ ...rolled, turn: { player: 1, since: 0 } }, 1), ["score.tap"]);
  equal(aside({ ...rolled, turn: { player: 1, since: 0 } }, 0), null);
  equal(aside({ ...rolled, turn: { player: 1, since: 0 } }, null), null);
});

test("a move is entered for whoever has the turn, else for who holds this phone", () => {
  equal(whose({ view: () => view({ turn: { player: 1, since: 0 } }), you: YOU }), 1);
  equal(whose({ view: () => view({ turn: null }), you: YOU }), 2);
  equal(whose({ view: () => view({ turn: null }), you: { ...YOU, seat: null } }), 0);
});

test("a correction is told and the table drawn anew; what waits for it happens if it was taken", async () => {
  for (const [status, happened] of /** @type {const} */ ([
    [200, ["said true", "taken", "refreshed", "drawn"]],
    [409, ["said false", "refreshed", "drawn"]],
  ])) {
    const asked = server({ "POST /api/corrections": () => ({ status, data: { seq: 1, entry: 1 } }) });
    /** @type {string[]} */
    const done = [];
    const tell = teller(
      {
        said: (/** @type {Came<unknown>} */ { ok }) => (done.push(`said ${ok}`), ok),
        refresh: async () => void done.push("refreshed"),
      },
      () => done.push("drawn"),
    );
    equal(await tell({ do: "pause" }, () => done.push("taken")), status === 200);
    deepEqual(done, happened);
    deepEqual(asked[0].body.correction, { do: "pause" });
  }
});

/**
 * @param {Partial<WholeEntry<LaufView>>} more
 * @returns {WholeEntry<LaufView>}
 */
const entry = (more) => ({
  seq: 1,
  at: 0,
  kind: "submission",
  by: null,
  dropped: false,
  events: [],
  announcements: [],
  after: {},
  ...more,
});

const PLAYERS = view().players;

test("a line goes on over every entry, with a gap where nothing is known", () => {
  const after = /** @type {LaufView} */ (/** @type {unknown} */ ({ players: [{ way: 10 }, { way: 0 }] }));
  deepEqual(
    seriesOf(PLAYERS, [entry({}), entry({ after })], ({ way }) => way),
    [
      { name: "Ann", values: [null, 10] },
      { name: "Bob", values: [null, 0] },
      { name: "Cem", values: [null, null] },
    ],
  );
});

test("what fits is counted for whom it was told of", () => {
  const said = [told(1, "card", { player: 1 }), told(2, "card", { player: 1 }), told(3, "pause", { player: 1 })];
  const entries = said.map((one) => entry({ announcements: [/** @type {any} */ (one)] }));
  deepEqual(
    counted(PLAYERS, entries, ({ kind }) => kind === "card").map(({ value }) => value),
    [0, 2, 0],
  );
});

test("what was begun is there again as long as it is about the same, and nothing where it cannot be read", () => {
  const room = new Map();
  const sessionStorage = {
    getItem: (/** @type {string} */ name) => room.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => room.set(name, value),
  };
  Object.defineProperty(globalThis, "sessionStorage", { value: sessionStorage, configurable: true });

  keep("begun", [3, null], { turn: 2 });
  deepEqual(kept("begun", { turn: 2 }), [3, null]);
  equal(kept("begun", { turn: 3 }), null);
  equal(kept("never"), null);
  for (const damaged of ["{", "7", "null", "{}"]) {
    room.set("begun", damaged);
    equal(kept("begun", { turn: 2 }), null);
  }
});
