/** What the modules load: only what is there, and never themselves by way of others. */

import { deepEqual } from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileOf, modules } from "./page.js";

/** Module -> those that it names, at once or once they are needed. */
const LOADS = new Map(
  modules().map((path) => {
    const text = readFileSync(fileOf(path), "utf8");
    const named = [...text.matchAll(/^(?:import|export)[^;"]* from "([^"]+)";|\bimport\("([^"]+)"\)/gm)];
    return [path, named.map(([, now, later]) => new URL(now ?? later, `http://pi${path}`).pathname)];
  }),
);

/**
 * Everything that a module loads, directly or by way of others.
 * @param {string} path
 */
function reached(path) {
  const seen = new Set();
  const ahead = [...(LOADS.get(path) ?? [])];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    ahead.push(...(LOADS.get(next) ?? []));
  }
  return seen;
}

test("a module that is named is there", () => {
  const missing = [...LOADS].flatMap(([path, named]) =>
    named.filter((one) => !existsSync(fileOf(one))).map((one) => `${path} -> ${one}`),
  );
  deepEqual(missing, []);
});

test("no module loads itself by way of others", () => {
  const circles = modules().filter((path) => reached(path).has(path));
  deepEqual(circles, []);
});

test("the shell names no module of a game", () => {
  const shell = modules().filter((path) => !path.startsWith("/static/games/"));
  const named = shell.filter((path) => [...reached(path)].some((one) => one.startsWith("/static/games/")));
  deepEqual(named, []);
});
