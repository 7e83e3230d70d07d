/** All tables that a broker tells of: a stream of tables, drawn as cards, and the standings over them. */

import { byId, el, fill, nameOf, withNames } from "./dom.js";
import { begin, connected, drawn } from "./shell.js";
import { t, words } from "./words.js";

/** @import { HubNews, HubTable } from "../types/wire.d.ts" */

const SILENCE = 25_000; // the hub says "beat" every 10 s
const RETRY = 2_000; // ms
/** @type {Map<string, HubTable>} */
const tables = new Map();
/** @type {Map<string, HTMLElement>} */
const cards = new Map(); // what is drawn of each
let due = 0;

async function start() {
  await begin();
  draw();
  drawn();
  listen();
}

function listen() {
  const stream = new EventSource("/api/events");
  let silence = 0;
  const alive = () => {
    connected(true);
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE);
  };
  const again = () => {
    clearTimeout(silence);
    stream.close();
  };
  function lost() {
    again();
    connected(false);
    setTimeout(listen, RETRY);
  }
  stream.addEventListener("open", alive);
  stream.addEventListener("beat", alive);
  stream.addEventListener("all", ({ data }) => {
    alive();
    const there = new Set(JSON.parse(data).keys);
    for (const key of tables.keys()) if (!there.has(key)) tables.delete(key);
    due ||= requestAnimationFrame(draw);
  });
  stream.addEventListener("table", ({ data }) => {
    alive();
    /** @type {HubNews} */
    const table = JSON.parse(data);
    if (table.gone) tables.delete(table.key);
    else tables.set(table.key, table);
    due ||= requestAnimationFrame(draw);
  });
  stream.addEventListener("bye", () => {
    again();
    listen();
  });
  stream.addEventListener("error", lost);
}

function draw() {
  due = 0;
  const all = [...tables.values()].sort((a, b) => a.table.localeCompare(b.table, undefined, { numeric: true }));
  const place = byId("tables");
  byId("count").textContent = all.length
    ? t("hub.tables", { online: all.filter(({ online }) => online).length, count: all.length })
    : t("hub.none");
  for (const [key, node] of cards) {
    if (tables.has(key)) continue;
    node.remove();
    cards.delete(key);
  }
  all.forEach((table, i) => {
    const node = cards.get(table.key) ?? el("article", { data: { key: table.key } });
    cards.set(table.key, node);
    if (place.children[i] !== node) place.insertBefore(node, place.children[i] ?? null);
    node.className = table.online ? "hub-table" : "hub-table is-away";
    fill(node, table, () => card(table));
  });
  /** @type {Map<string, { name: string, score: number, table: string }[]>} */
  const games = new Map();
  for (const { title, table, players } of all) {
    const name = words(title);
    games.set(name, [...(games.get(name) ?? []), ...players.map((player) => ({ ...player, table }))]);
  }
  for (const rows of games.values()) rows.sort((a, b) => b.score - a.score || a.name.localeCompare(b.name));
  fill(byId("standings"), [...games], () => [...games].map(([name, rows]) => standings(games.size > 1 && name, rows)));
}

/**
 * Points of one game say nothing beside another's.
 * @param {string | false} game
 * @param {{ name: string, score: number, table: string }[]} rows
 */
const standings = (game, rows) =>
  el(
    "div",
    {},
    game ? el("h3", {}, game) : null,
    el(
      "ol",
      {},
      rows.map(({ name, table, score }) =>
        el("li", {}, nameOf(name), el("span", { class: "soft" }, table), el("span", { class: "hub-score" }, score)),
      ),
    ),
  );

/** @param {HubTable} table */
function card(table) {
  const names = table.players.map(({ name }) => name);
  const last = table.news.at(-1);
  return [
    el(
      "div",
      { class: "hub-head" },
      el("h2", {}, nameOf(table.table)),
      el("span", { class: "soft" }, table.online ? words(table.title) : t("hub.offline")),
    ),
    el("p", {}, withNames(how(table, names), names)),
    el(
      "p",
      { class: "soft" },
      table.players.map(({ name, score }, i) => [i ? " · " : "", nameOf(name), ` ${score}`]),
    ),
    last ? el("p", {}, withNames(words(last), names)) : null,
  ];
}

/**
 * @param {HubTable} of
 * @param {string[]} names
 */
function how({ phase, paused, turn, winner }, names) {
  if (winner !== null && names[winner]) return t("hub.won", { name: names[winner] });
  if (paused) return t("hub.paused");
  if (phase === "set-up") return t("hub.set-up");
  if (phase === "over") return t("page.turn.over");
  return turn !== null && names[turn] ? t("hub.turn", { name: names[turn] }) : t("hub.playing");
}

start();
