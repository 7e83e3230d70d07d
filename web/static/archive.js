/** All games on this box: who leads, what stands out, and every one of them to look at again. */

import { askFirst } from "./asking.js";
import { button, byId, el, nameOf, refill } from "./dom.js";
import { gamesToChoose } from "./games.js";
import { iconOf } from "./icons.js";
import { begin, connected, drawn, toast } from "./shell.js";
import { standings } from "./standings.js";
import { fetchView, get, pause, post } from "./wire.js";
import { count, locale, refusal, t, words } from "./words.js";

/** @import { Archive, PastGame, Text } from "../types/wire.d.ts" */
/** @import { Child } from "../types/pages.d.ts" */

const READING = 700; // ms between two looks while the box still reads

/** @type {Record<string, Text>} */
let titles = {}; // what each game is called
let isHost = false;
/** @type {Archive | null} */
let shown = null; // what is drawn

async function start() {
  await begin();
  try {
    isHost = (await fetchView()).you?.host ?? false;
  } catch {
    connected(false);
  }
  titles = Object.fromEntries((await gamesToChoose()).map(({ name, title }) => [name, title]));
  let told;
  do {
    const came = await get("/api/archive");
    connected(came.status !== 0);
    told = came.ok ? came.data : null;
    if (told) draw(told);
    if (!told || told.share < 1) await pause(READING);
  } while (!told || told.share < 1);
}

/** @param {Archive} told */
function draw(told) {
  if (JSON.stringify(told) === JSON.stringify(shown)) return;
  shown = told;
  refill(byId("archive"), reading(told), leaders(told), records(told), games(told), troubles(told));
  drawn();
}

/** @param {Archive} told */
function reading(told) {
  if (told.share < 1) return el("p", { class: "panel", role: "status" }, t("archive.reading"));
  return told.games.length ? null : el("p", { class: "panel" }, t("archive.none"));
}

// What they come to

/** @param {Archive} told */
function leaders(told) {
  if (!told.leaders.length) return null;
  return el(
    "section",
    { class: "panel stack", id: "leaders", "aria-labelledby": "leaders-title" },
    el("h2", { id: "leaders-title" }, t("archive.leaders", { year: String(told.year) })),
    standings(
      told.leaders.map(({ name, won, played }) => ({
        name,
        by: won,
        has: [
          el("strong", {}, count("archive.won", won)),
          " ",
          el("span", { class: "soft" }, t("archive.of", { n: played })),
        ],
      })),
    ),
  );
}

/** @param {Archive} of */
function records({ streak, longest, bests }) {
  const found = [
    streak && record(t("archive.streak"), streak.name, t("archive.in-a-row", { n: streak.count })),
    longest &&
      record(el("a", { href: `/history/${longest.id}` }, t("archive.longest")), titleOf(longest), lasted(longest)),
    ...bests.map(({ game, text, name, count: n, in: at }) =>
      record(
        at ? el("a", { href: `/history/${at}` }, words(text)) : words(text),
        name,
        `${n}×`,
        at ? String(n) : null,
        game,
      ),
    ),
  ].filter(Boolean);
  if (!found.length) return null;
  return el(
    "section",
    { class: "panel stack", id: "records", "aria-labelledby": "records-title" },
    el("h2", { id: "records-title" }, t("archive.records")),
    el("dl", { class: "records" }, found),
  );
}

/**
 * @param {Child} what
 * @param {string} who
 * @param {string} times
 * @param {string | null} most
 * @param {string | null} game
 */
const record = (what, who, times, most = null, game = null) =>
  el(
    "div",
    {},
    el("dt", {}, what, game ? el("span", { class: "soft" }, ` · ${words(titles[game] ?? game)}`) : null),
    el("dd", {}, nameOf(who), " ", el("strong", {}, most ?? times)),
  );

/** @param {{ game: string }} of */
const titleOf = ({ game }) => words(titles[game] ?? game);

/** @param {PastGame} of */
const lasted = ({ seconds }) => t("archive.minutes", { n: Math.max(1, Math.round(seconds / 60)) });

// Each of them

/** @param {Archive} of */
function games({ games: all, more }) {
  if (!all.length) return null;
  return el(
    "section",
    { class: "stack", "aria-labelledby": "games-title" },
    el("h2", { id: "games-title" }, t("archive.games")),
    el("ul", { class: "shelf" }, all.map(line)),
    more ? el("p", { class: "soft" }, t("archive.more")) : null,
  );
}

/** @param {PastGame} one */
function line(one) {
  const day = new Date(one.at * 1000).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
  return el(
    "li",
    { class: "panel", data: { past: one.id } },
    el(
      "a",
      { class: "shelf-game", href: `/history/${one.id}` },
      el("strong", {}, titleOf(one)),
      el("time", { class: "soft", datetime: new Date(one.at * 1000).toISOString() }, day),
    ),
    el(
      "p",
      {},
      one.players.map((name, seat) => [
        seat ? t("list.separator") : null,
        one.winners.includes(seat)
          ? el(
              "strong",
              {},
              iconOf("check"),
              nameOf(name),
              el("span", { class: "unseen" }, ` (${t("archive.winner")})`),
            )
          : nameOf(name),
      ]),
    ),
    el(
      "p",
      { class: "soft" },
      [
        one.over ? lasted(one) : t("archive.broken-off"),
        one.round ? t("page.round", { n: one.round }) : null,
        one.robots ? t("archive.robots") : null,
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    isHost
      ? el(
          "div",
          { class: "row" },
          el(
            "a",
            { class: "button quiet", href: `/host/archive/${one.id}.jsonl`, download: "" },
            iconOf("share"),
            t("archive.export"),
          ),
          button(
            { class: "quiet", data: { focus: `erase-${one.id}` }, onclick: () => erase(one, day) },
            t("archive.erase"),
          ),
        )
      : null,
  );
}

/**
 * What goes and what stays is said before.
 * @param {PastGame} one
 * @param {string} day
 */
function erase(one, day) {
  askFirst(
    t("archive.erase"),
    [
      el("p", {}, t("archive.erase.what", { game: titleOf(one), day, players: one.players.join(t("list.separator")) })),
      el("p", { class: "soft" }, t("archive.erase.stays")),
    ],
    { yes: t("archive.erase.yes"), no: t("page.keep"), name: "erase", act: () => gone(one) },
  );
}

/** @param {PastGame} of */
async function gone({ id }) {
  const came = await post("/api/archive/erase", { game: id });
  toast(came.ok ? t("archive.erased") : refusal(came), !came.ok);
  if (came.ok) draw(came.data);
}

/**
 * What cannot be read costs its own line only.
 * @param {Archive} told
 */
const troubles = (told) =>
  told.troubles.length
    ? el(
        "ul",
        { class: "stack", id: "troubles" },
        told.troubles.map((text) => el("li", { class: "notice" }, words(text))),
      )
    : null;

start();
