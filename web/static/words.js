/**
 * The words of one language, those of this page and of the games that are shown, from the Pi; code holds keys only.
 */

import { remember, remembered } from "./dom.js";

/** @import { Came, Said } from "../types/wire.d.ts" */

/** @typedef {"de" | "en" | "nl"} Language */

/** @type {Record<string, string>} */
let sentences = {};
const games = new Set([document.body.dataset.game].filter(Boolean));
/** @type {readonly Language[]} */
export const LANGUAGES = ["de", "en", "nl"];
export let language = spoken(document.documentElement.lang) ?? "en";

/** As browsers name the language where they write numbers and times, and speak: British English has 24 hours. */
export const locale = () => ({ de: "de-DE", en: "en-GB", nl: "nl-NL" })[language];

const KEY = "murphy-language";

/**
 * One of ours by its code, if it is one.
 * @param {string | null} code
 */
function spoken(code) {
  return LANGUAGES.find((known) => known === code);
}

/** The language of this phone: what the address asks for, what was chosen here, what the browser said. */
export function preferred() {
  const asked = new URLSearchParams(location.search).get("lang");
  return spoken(asked) ?? spoken(remembered(KEY) ?? null) ?? spoken(document.documentElement.lang) ?? "en";
}

/**
 * Choose a language for this phone.
 * @param {Language} wanted
 */
export function choose(wanted) {
  remember(KEY, wanted);
  return learn(wanted);
}

/**
 * Load a language.
 * @param {Language} wanted
 * @returns {Promise<void>}
 */
export async function learn(wanted) {
  const known = games.size;
  const own = await load(`/words/${wanted}.json?page=${document.body.dataset.page ?? ""}&games=${[...games]}`);
  const rest = more && (await load(`/words/${wanted}.json?page=later`));
  if (games.size > known) return learn(wanted); // a game's came meanwhile, in the language of before
  sentences = { ...own, ...rest };
  language = wanted;
  document.documentElement.lang = wanted;
}

let more = false; // whether it is loaded what no first look needs

/**
 * A module that no first look needs, with what it says; without a line neither is there.
 * @template M
 * @param {Promise<M>} module
 */
export async function later(module) {
  const loaded = await module;
  if (!more) await add((code) => `/words/${code}.json?page=later`).catch(notImported);
  more = true;
  return loaded;
}

/** @returns {never} */
const notImported = () => {
  throw new TypeError("import of words"); // as browsers say it of modules
};

/**
 * Load what a game says, too.
 * @param {string} game
 */
export async function learnGame(game) {
  if (games.has(game)) return;
  await add((code) => `/words/${code}/${game}.json`);
  games.add(game);
}

/**
 * Load more of the language that is spoken once it is there: another may be chosen meanwhile.
 * @param {(code: Language) => string} path
 * @returns {Promise<void>}
 */
async function add(path) {
  const wanted = language;
  const found = await load(path(wanted));
  if (wanted !== language) return add(path);
  Object.assign(sentences, found);
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, string>>}
 */
async function load(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} ${answer.status}`);
  return answer.json();
}

/** `{count}` is filled; `{count:card|cards}` is the first word for 1 and \u22121, the second for all other numbers. */
const GAP = /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g;

/**
 * The sentence of a key with its gaps filled; a missing key shows itself.
 * @param {string} key
 * @param {Record<string, Said>} params
 * @returns {string}
 */
export function t(key, params = {}) {
  const sentence = sentences[key];
  if (sentence === undefined) return key;
  return sentence.replace(GAP, (whole, gap, one, many) => {
    if (!(gap in params)) return whole;
    if (one === undefined) return words(params[gap]);
    return ["1", "\u22121"].includes(words(params[gap])) ? one : many;
  });
}

/**
 * Whether there is such a sentence.
 * @param {string} key
 */
export const has = (key) => key in sentences;

/**
 * What the server says, in this phone's language: a text, one text a language, or several.
 * @param {Said} said
 * @returns {string}
 */
export function words(said) {
  if (said === null || said === undefined) return "";
  if (isRow(said)) return said.map(words).join(t("list.separator"));
  if (typeof said === "number") return String(said).replace(/^-/, "\u2212");
  if (typeof said !== "object") return String(said);
  return said[language] ?? said.en ?? "";
}

/**
 * @param {Said} said
 * @returns {said is readonly Said[]}
 */
const isRow = (said) => Array.isArray(said);

/**
 * Why the Pi did not do what it was asked: what came of a call that is not `ok`.
 * @param {Came<unknown>} came
 */
export const refusal = ({ status, data }) =>
  status === 0
    ? t("page.line.down")
    : words(data.text) || t(data.error === "web.token" ? "page.stale" : "page.refused");

/**
 * The same with every reason there is.
 * @param {Came<unknown>} came
 */
export const refusals = (came) => (came.data.reasons ?? []).map(({ text }) => words(text)).join(" ") || refusal(came);

/**
 * One of two sentences, by number: `key.one` or `key.many`.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, Said>} params
 */
export const count = (key, n, params = {}) => t(`${key}.${n === 1 ? "one" : "many"}`, { n, ...params });

/**
 * A number or a range of numbers, as people read it.
 * @param {readonly [number, number]} span
 */
export function range([low, high]) {
  return low === high ? String(low) : t("page.range", { low, high });
}
