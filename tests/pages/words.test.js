/** Sentences: gaps, numbers, languages, and why something was not done. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { count, has, language, learn, learnGame, range, refusal, refusals, t, words } from "/static/words.js";
import { server, speak } from "./page.js";

const SENTENCES = {
  "list.separator": ", ",
  "page.line.down": "No line.",
  "page.range": "{low} to {high}",
  "page.refused": "Not done.",
  deal: "{player} deals {count} {count:card|cards}",
  "left.one": "one left",
  "left.many": "{n} left",
};
const text = (/** @type {string} */ said) => ({ de: `${said} (de)`, en: said, nl: `${said} (nl)` });

test("gaps are filled, and a word stands by its number", async () => {
  await speak(SENTENCES);
  equal(t("deal", { player: "Ann", count: 1 }), "Ann deals 1 card");
  equal(t("deal", { player: "Ann", count: 2 }), "Ann deals 2 cards");
  equal(t("deal", { player: ["Ann", "Bob"], count: 0 }), "Ann, Bob deals 0 cards");
});

test("a gap that nothing is given for stays, and a key without a sentence shows itself", async () => {
  await speak(SENTENCES);
  equal(t("deal", { count: 3 }), "{player} deals 3 cards");
  equal(t("nobody.wrote.it"), "nobody.wrote.it");
  equal(has("deal"), true);
  equal(has("nobody.wrote.it"), false);
});

test("one of two sentences by number", async () => {
  await speak(SENTENCES);
  equal(count("left", 1), "one left");
  equal(count("left", 0), "0 left");
});

test("what the server says is said in this phone's language", async () => {
  await speak(SENTENCES, "nl");
  equal(words(text("a card")), "a card (nl)");
  equal(words([text("one"), 2, "three"]), "one (nl), 2, three");
  equal(words(null), "");
});

test("a number below zero has the sign of a number, and a range its ends", async () => {
  await speak(SENTENCES);
  equal(words(-3), "\u22123");
  equal(range([2, 2]), "2");
  equal(range([2, 5]), "2 to 5");
});

test("why something was not done: the line, the server's words, all its reasons", async () => {
  await speak(SENTENCES);
  const reasons = [text("First."), text("Second.")].map((said) => ({ code: "x", text: said }));
  equal(refusal({ ok: false, status: 0, data: {} }), "No line.");
  equal(refusal({ ok: false, status: 500, data: {} }), "Not done.");
  equal(refusal({ ok: false, status: 409, data: { text: text("Too late."), reasons } }), "Too late.");
  equal(refusals({ ok: false, status: 409, data: { text: text("Too late."), reasons } }), "First. Second.");
  equal(refusals({ ok: false, status: 0, data: {} }), "No line.");
});

test("a game's words come in the language that is chosen while they load", async () => {
  /** @type {(words: Record<string, string>) => void} */
  let come = () => {};
  const late = new Promise((done) => (come = done));
  server({
    "GET /words/nl.json": () => ({ data: { "page.day": "dag" } }),
    "GET /words/nl/toy.json": () => ({ data: { "toy.day": "speeldag" } }),
    [`GET /words/${language}/toy.json`]: () => ({ data: late }),
  });
  const learnt = learnGame("toy");
  await learn("nl");
  come({ "toy.day": "day of play" });
  await learnt;
  deepEqual(
    ["page.day", "toy.day"].map((key) => t(key)),
    ["dag", "speeldag"],
  );
});

test("a language that is chosen while a game's words load brings those, too", async () => {
  await speak({});
  let asked = 0;
  /** @type {(words: Record<string, string>) => void} */
  let come = () => {};
  const late = new Promise((done) => (come = done));
  server({
    "GET /words/de.json": () => ({ data: asked++ ? { "block.day": "Spieltag" } : late }),
    "GET /words/en/block.json": () => ({ data: { "block.day": "day of play" } }),
  });
  const chosen = learn("de");
  await learnGame("block");
  come({});
  await chosen;
  equal(t("block.day"), "Spieltag");
});
