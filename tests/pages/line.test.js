/** The ways in: what is said counts once, whatever the line does. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { decide, get, once, post } from "/static/wire.js";
import { server } from "./page.js";

const move = { move: { move: "pass" } };

test("a token of before is renewed, and what was said is said once more", async () => {
  const asked = server({
    "POST /api/moves": ({ times }) =>
      times === 1 ? { status: 403, data: { error: "web.token" } } : { data: { seq: 5 } },
    "GET /api/view": () => ({ data: { token: "new", seq: 4 } }),
  });
  const came = await post("/api/moves", move);
  equal(came.ok, true);
  deepEqual(
    asked.map(({ path }) => path),
    ["/api/moves", "/api/view", "/api/moves"],
  );
});

test("what is refused for another reason is not said again", async () => {
  const asked = server({ "POST /api/moves": () => ({ status: 403, data: { error: "web.own-seat" } }) });
  const came = await post("/api/moves", move);
  equal(came.status, 403);
  equal(asked.length, 1);
});

test("where no answer comes the same is said again under the same key", async () => {
  const asked = server({ "POST /api/moves": ({ times }) => (times === 1 ? null : { data: { seq: 9 } }) });
  const came = await decide("/api/moves", move);
  equal(came.ok, true);
  equal(asked.length, 2);
  equal(asked[0].body.key, asked[1].body.key);
});

test("another tap meanwhile is the same tap, one after the answer is another", async () => {
  const asked = server({ "POST /api/moves": () => ({ data: { seq: 10 } }) });
  await Promise.all([decide("/api/moves", move), decide("/api/moves", move)]);
  equal(asked.length, 1);
  await decide("/api/moves", move);
  equal(asked[0].body.key === asked[1].body.key, false);
});

test("a form that was never answered keeps its key and its view as long as it says the same", async () => {
  const say = once();
  const first = server({});
  equal((await say("/api/moves", move)).status, 0);
  const again = server({ "POST /api/moves": () => ({ data: { seq: 20 } }) });
  await say("/api/moves", move);
  equal(first[0].body.key, again[0].body.key);
  equal(first[0].body.seq, again[0].body.seq);
  await say("/api/moves", move);
  equal(again[0].body.key === again[1].body.key, false);
});

test("a form that says something else has another key", async () => {
  const say = once();
  const first = server({});
  await say("/api/moves", move);
  const other = server({ "POST /api/moves": () => ({ data: {} }) });
  await say("/api/moves", { move: { move: "roll both" } });
  equal(first[0].body.key === other[0].body.key, false);
});

test("a decision names the view that it was made in: the newest that this phone knows of", async () => {
  const asked = server({
    "POST /api/moves": () => ({ data: { seq: 31 } }),
    "POST /api/changes": () => ({ data: { seq: 32 } }),
  });
  await decide("/api/moves", move);
  await decide("/api/changes", { correction: { do: "done" } });
  equal(asked[1].body.seq, 31);
});

test("a line that is down is an answer", async () => {
  server({});
  deepEqual(await get("/api/games"), { ok: false, status: 0, data: {} });
});

test("an answer that breaks off is none: what was said is said again", async () => {
  const broken = () => Promise.reject(new SyntaxError("broken off"));
  const asked = server({
    "GET /api/games": () => ({ data: broken() }),
    "POST /api/moves": ({ times }) => ({ data: times === 1 ? broken() : { seq: 40 } }),
  });
  deepEqual(await get("/api/games"), { ok: false, status: 0, data: {} });
  equal((await decide("/api/moves", move)).ok, true);
  equal(asked[1].body.key, asked[2].body.key);
});

test("what is asked for is given up after a while", async () => {
  Object.assign(globalThis, {
    fetch: (/** @type {string} */ path, /** @type {{ signal?: AbortSignal }} */ { signal }) =>
      new Promise((_, fails) => signal?.addEventListener("abort", () => fails(new Error(path)))),
  });
  equal((await get("/api/games")).ok, false);
});
