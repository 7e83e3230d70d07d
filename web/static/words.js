/**
 * The words of one language, the shared ones and those of the games that are shown, from the Pi; code holds keys only.
 */

let sentences = {};
const games = new Set([document.body.dataset.game].filter(Boolean));
export let language = document.documentElement.lang || "en";
export const LANGUAGES = ["de", "en", "nl"];

const KEY = "murphy-language";

/** The language of this phone: what the address asks for, what was chosen here, what the browser said. */
export function preferred() {
  const asked = new URLSearchParams(location.search).get("lang");
  return [asked, remembered(), document.documentElement.lang].find((code) => LANGUAGES.includes(code)) ?? "en";
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Choose a language for this phone. */
export function choose(wanted) {
  try {
    localStorage.setItem(KEY, wanted);
  } catch {
    // private windows forget
  }
  return learn(wanted);
}

/** Load a language. */
export async function learn(wanted) {
  sentences = await load(`/words/${wanted}.json?games=${[...games]}`);
  language = wanted;
  document.documentElement.lang = wanted;
}

/** Load what a game says, too. */
export async function learnGame(game) {
  if (games.has(game)) return;
  Object.assign(sentences, await load(`/words/${language}/${game}.json`));
  games.add(game);
}

async function load(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} ${answer.status}`);
  return answer.json();
}

/** `{count}` is filled; `{count:card|cards}` is the first word for 1, the second for all other numbers. */
const GAP = /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g;

/** The sentence of a key with its gaps filled; a missing key shows itself. */
export function t(key, params = {}) {
  const sentence = sentences[key];
  if (sentence === undefined) return key;
  return sentence.replace(GAP, (whole, gap, one, many) => {
    if (!(gap in params)) return whole;
    if (one === undefined) return words(params[gap]);
    return words(params[gap]) === "1" ? one : many;
  });
}

/** Whether there is such a sentence. */
export const has = (key) => key in sentences;

/** What the server says, in this phone's language: a text, one text a language, a message, or several. */
export function words(said) {
  if (said === null || said === undefined) return "";
  if (Array.isArray(said)) return said.map(words).join(t("list.separator"));
  if (typeof said === "number") return String(said).replace(/^-/, "\u2212");
  if (typeof said !== "object") return String(said);
  if ("key" in said) return t(said.key, said.params);
  return said[language] ?? said.en ?? "";
}

/** Why the Pi did not do what it was asked: what came of a call that is not `ok`. */
export const refusal = ({ status, data }) =>
  status === 0 ? t("page.line.down") : words(data.text) || t("page.refused");

/** The same with every reason there is. */
export const refusals = (came) => (came.data.reasons ?? []).map(({ text }) => words(text)).join(" ") || refusal(came);

/** One of two sentences, by number: `key.one` or `key.many`. */
export const count = (key, n, params = {}) => t(`${key}.${n === 1 ? "one" : "many"}`, { n, ...params });

/** A number or a range of numbers, as people read it. */
export function range([low, high]) {
  return low === high ? String(low) : t("page.range", { low, high });
}
