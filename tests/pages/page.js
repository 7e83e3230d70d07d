/**
 * Loaded before the tests of the pages' modules (npm test): finds modules where the server does, and stands in for what
 * they ask of a browser as they are loaded. What draws needs a browser and is tested in one.
 */

import { existsSync, readdirSync } from "node:fs";
import { registerHooks } from "node:module";

const ROOT = new URL("../../", import.meta.url);
const GAMES = new URL("companion/games/", ROOT);

/**
 * The file of an address under /static/.
 * @param {string} path
 */
export function fileOf(path) {
  const [, , game, ...rest] = path.split("/").slice(1);
  if (!path.startsWith("/static/games/")) return new URL(`web${path}`, ROOT);
  return new URL(`${game.replaceAll("-", "_")}/pages/static/${rest.join("/")}`, GAMES);
}

/** The address of every module that pages load. */
export function modules() {
  const of = (/** @type {URL} */ folder) =>
    (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith(".js"));
  const shell = of(new URL("web/static/", ROOT)).map((name) => `/static/${name}`);
  const games = readdirSync(GAMES).flatMap((game) =>
    of(new URL(`${game}/pages/static/`, GAMES)).map((name) => `/static/games/${game.replaceAll("_", "-")}/${name}`),
  );
  return [...shell, ...games];
}

registerHooks({
  resolve: (named, context, next) => next(named.startsWith("/static/") ? fileOf(named).href : named, context),
});

const { setTimeout: wait } = globalThis;

Object.assign(globalThis, {
  // Whoever waits here waits a hundredth of the time.
  setTimeout: (/** @type {() => void} */ act, ms = 0) => wait(act, ms / 100),
  addEventListener: () => {},
  document: { body: { dataset: {} }, documentElement: { lang: "en" } },
  history: { state: null },
  location: { hash: "", pathname: "/", search: "" },
});

/**
 * What the server answers from now on, by method and path; what it is asked is kept, the latest last.
 * @param {Record<string, (asked: { body: any, times: number }) => { status?: number, data?: unknown } | null>} answers
 */
export function server(answers) {
  /** @type {{ path: string, body: any }[]} */
  const asked = [];
  Object.assign(globalThis, {
    fetch: (/** @type {string} */ path, /** @type {RequestInit} */ { method = "GET", body } = {}) => {
      const said = typeof body === "string" ? JSON.parse(body) : null;
      asked.push({ path, body: said });
      const name = `${method} ${path.split("?")[0]}`;
      const times = asked.filter((one) => one.path === path).length;
      const came = answers[name]?.({ body: said, times }) ?? null;
      if (came === null) return Promise.reject(new TypeError("no line"));
      const { status = 200, data = {} } = came;
      return Promise.resolve({ ok: status < 400, status, json: () => Promise.resolve(data) });
    },
  });
  return asked;
}

/**
 * Let the pages speak these sentences.
 * @param {Record<string, string>} sentences
 * @param {"de" | "en" | "nl"} language
 */
export async function speak(sentences, language = "en") {
  server({ [`GET /words/${language}.json`]: () => ({ data: sentences }) });
  const { learn } = await import("/static/words.js");
  await learn(language);
}
