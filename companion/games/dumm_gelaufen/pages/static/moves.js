/** Moves by tap: exchanges and actions for tables without a camera, and where the camera saw nothing. */

import { cardButton } from "./cards.js";
import { cardName, copiesOf, faceOf, facesOf } from "./deck.js";
import { el, nameOf } from "/static/dom.js";
import { followUp } from "./followups.js";
import { numberPad, shelf } from "./picker.js";
import { sheet, toast } from "/static/shell.js";
import { decide, fetchView, get } from "/static/wire.js";
import { count, t, words } from "/static/words.js";

const EXCHANGE = 3; // cards that move in an exchange: one taken and two laid, or two and one
const SOURCES = [["draw"], ["draw", "draw"], ["open-left"], ["open-left", "open-left"], ["open-right"], ["open-right", "open-right"], ["open-left", "open-right"]];
const ZONES = ["mac", "open-left", "open-right", "actions"];

/** Open the sheet in which a player's next move is entered. */
export async function moveSheet({ view, you }) {
  const entry = { player: view().turn?.player ?? you.seat ?? 0, tab: "mac", taken: [], source: null, laid: [], side: "open-left", drawn: null, legal: [], said: null };
  if (!you.host) entry.player = you.seat;
  await ask(entry, you);
  const open = sheet(t("moves.title"), (tools) => form(entry, { ...tools, view, you }), { name: "move" });
  return open;
}

/** Which moves there are now. */
async function ask(entry, you) {
  const whom = you.host ? `?player=${entry.player}` : "";
  const came = await get(`/api/legal${whom}`);
  entry.legal = came.ok ? came.data.moves : [];
  entry.said = came.ok ? null : words(came.data.text) || t("page.refused");
}

/** Whether a turn can begin: an exchange of two cards is among what is legal. */
const begins = (legal) => legal.some((move) => move.move === "take" && move.cards.length === 2);

function form(entry, tools) {
  const again = async () => {
    await ask(entry, tools.you);
    tools.redraw();
  };
  return [
    tools.you.host ? whose(entry, tools, again) : null,
    entry.said ? el("p", { class: "notice bad", role: "alert" }, entry.said) : null,
    begins(entry.legal) ? turnForm(entry, tools) : followUp(entry, { ...tools, submit: (move) => one(entry, move, tools), cardOf: (face) => copyOf(face, entry, tools.view()) }),
  ];
}

function whose(entry, { view }, again) {
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": t("moves.whose") },
    view().players.map((player, i) =>
      el("button", { type: "button", "aria-pressed": String(entry.player === i), data: { focus: `who-${i}` }, onclick: () => ((entry.player = i), again()) }, nameOf(player.name)),
    ),
  );
}

// A turn

function turnForm(entry, tools) {
  const tabs = { mac: macForm, piles: pilesForm, action: actionForm };
  const change = (tab) => {
    Object.assign(entry, { tab, taken: [], source: null, laid: [], drawn: null, said: null });
    tools.redraw();
  };
  return [
    el(
      "div",
      { class: "choices tab-row", role: "group", "aria-label": t("moves.kind") },
      Object.keys(tabs).map((tab) => el("button", { type: "button", "aria-pressed": String(entry.tab === tab), data: { focus: `tab-${tab}`, tab }, onclick: () => change(tab) }, t(`moves.${tab}`))),
    ),
    tabs[entry.tab](entry, tools),
  ];
}

function macForm(entry, { view, redraw, close }) {
  const toggle = (code) => {
    entry.taken = entry.taken.includes(code) ? entry.taken.filter((other) => other !== code) : [...entry.taken, code].slice(-2);
    entry.laid = entry.laid.slice(0, EXCHANGE - entry.taken.length);
    redraw();
  };
  const row = view().zones?.mac ?? [];
  return [
    el("h3", {}, t("moves.taken-from-mac")),
    el("div", { class: "mac-row", vars: { "--cards": "7" } }, row.map((code) => cardButton(code, () => toggle(code), { pressed: entry.taken.includes(code), focus: `take-${code}` }))),
    laying(entry, ["mac"], redraw),
    enter(entry, entry.taken.length + entry.laid.length === EXCHANGE && entry.taken.length > 0, () => exchange(entry, entry.taken.map((code) => ["mac", code]), { view, redraw, close })),
  ];
}

function pilesForm(entry, { view, redraw, close }) {
  const choose = (source) => {
    entry.source = same(source) ? null : source;
    entry.drawn = null;
    entry.laid = entry.laid.slice(0, EXCHANGE - source.length);
    redraw();
  };
  const same = (source) => entry.source !== null && source.join() === entry.source.join();
  // Once it is chosen the others go, so that the cards to be laid are in sight; another tap on it brings them back.
  const offered = entry.source === null ? SOURCES : SOURCES.filter(same);
  const taken = () => entry.source.map((place, i) => [place, topOf(view(), place, entry.source.slice(0, i))]);
  const full = entry.source !== null && (entry.drawn !== null || entry.source.length + entry.laid.length === EXCHANGE);
  return [
    el("h3", {}, t("moves.taken-from")),
    el("div", { class: "choices" }, offered.map((source) => el("button", { type: "button", "aria-pressed": String(same(source)), data: { focus: source.join("+"), source: source.join("+") }, onclick: () => choose(source) }, t(`moves.source.${source.join("+")}`)))),
    entry.source?.[0] === "draw" ? drawnAtOnce(entry, redraw) : null,
    entry.drawn === null ? laying(entry, ["open-left", "open-right"], redraw) : null,
    enter(entry, full, () => exchange(entry, taken(), { view, redraw, close })),
  ];
}

/** The card that a take finds on an open pile; nobody knows one from the draw pile. */
function topOf(view, place, before) {
  if (place === "draw") return null;
  return view.zones?.[place]?.[before.filter((other) => other === place).length] ?? null;
}

function drawnAtOnce(entry, redraw) {
  const choose = (face) => {
    entry.drawn = entry.drawn === face ? null : face;
    redraw();
  };
  return el(
    "details",
    { class: "more", open: entry.drawn !== null },
    el("summary", {}, t("moves.drawn-at-once")),
    shelf(facesOf("at-once").map(({ face }) => face), choose, { chosen: entry.drawn }),
  );
}

/** What is laid, and where; a card nobody could read is laid as unseen. */
function laying(entry, places, redraw) {
  const most = EXCHANGE - (entry.source?.length ?? entry.taken.length ?? 0);
  const lay = (face) => {
    if (entry.laid.length < most) entry.laid = [...entry.laid, { face, place: places.length > 1 ? entry.side : places[0] }];
    redraw();
  };
  const side = (place) => {
    entry.side = place;
    redraw();
  };
  return el(
    "div",
    { class: "stack" },
    el("h3", {}, most === EXCHANGE ? t("moves.laid") : count("moves.laid", most)),
    places.length > 1 ? el("div", { class: "choices" }, places.map((place) => el("button", { type: "button", "aria-pressed": String(entry.side === place), data: { focus: `side-${place}`, side: place }, onclick: () => side(place) }, t(`moves.onto.${place}`)))) : null,
    el(
      "div",
      { class: "cards laid" },
      entry.laid.map(({ face, place }, i) =>
        el("span", { class: "laid-card" }, cardButton(face, () => ((entry.laid = entry.laid.filter((_, j) => j !== i)), redraw()), { label: t("picker.remove", { card: cardName(face) }), focus: `laid-${i}` }), places.length > 1 ? el("span", { class: "soft" }, t(`page.pile.${place}`)) : null),
      ),
      Array.from({ length: Math.max(0, Math.min(2, most) - entry.laid.length) }, () => el("span", { class: "spot" })),
    ),
    numberPad(lay),
    places.length > 1 ? el("button", { type: "button", class: "quiet", onclick: () => lay(null) }, t("moves.unseen")) : null,
  );
}

function actionForm(entry, { view, redraw, close }) {
  const play = async (face) => {
    const came = await decide("/api/moves", { player: entry.player, move: { move: "play-action", player: entry.player, card: `${face}-1` } });
    after(entry, came, { view, redraw, close });
  };
  return shelf(facesOf("keep").map(({ face }) => face), play);
}

const enter = (entry, ready, act) =>
  el("div", { class: "sheet-foot" }, el("button", { type: "button", class: "main big", id: "enter", disabled: !ready, onclick: act }, t("moves.enter")));

// Telling the Pi

/** A whole exchange: what was taken, then what was laid or the at-once card that was shown. */
async function exchange(entry, cards, tools) {
  const { player } = entry;
  const moves = [{ move: "take", player, cards }];
  if (entry.drawn) moves.push({ move: "play-action", player, card: `${entry.drawn}-1` });
  else for (const { face, place } of entry.laid) moves.push({ move: "lay", player, place, card: copyOf(face, entry, tools.view(), codesOf(cards)) });
  let came = null;
  for (const move of moves) {
    came = await said(entry, move);
    if (!came.ok) break;
  }
  after(entry, came, tools);
}

async function one(entry, move, tools) {
  after(entry, await said(entry, { player: entry.player, ...move }), tools);
}

const said = (entry, move) => decide("/api/moves", { player: entry.player, move });

/** Close when all went well and nothing needs to be decided; else show what the Pi said. */
async function after(entry, came, tools) {
  if (came.ok) {
    toast(t("moves.entered"));
    Object.assign(entry, { taken: [], source: null, laid: [], drawn: null, whom: undefined });
  }
  const now = await fetchView().catch(() => tools.view());
  if (came.ok && now.you?.host) entry.player = now.turn?.deciding ?? now.turn?.player ?? entry.player;
  await ask(entry, { host: now.you?.host ?? false });
  if (!came.ok) entry.said = reasons(came);
  if (came.ok && !isWaiting(entry.legal)) return tools.close();
  tools.redraw();
}

/** Whether something has to be decided before play goes on; a claim may be made, and need not. */
const isWaiting = (legal) => !begins(legal) && legal.some((move) => ["choose", "rule", "take"].includes(move.move) || (move.move === "lay" && move.place !== "actions"));

function reasons(came) {
  if (came.status === 0) return t("page.line.down");
  const all = (came.data.reasons ?? []).map((reason) => words(reason.text));
  return all.length ? all.join(" ") : words(came.data.text) || t("page.refused");
}

const codesOf = (cards) => cards.map(([, code]) => code).filter(Boolean);

/** A copy of a face that this player can be holding: one just taken, else one that lies nowhere in sight. */
function copyOf(face, entry, view, taken = []) {
  if (face === null) return null;
  const seen = new Set(ZONES.flatMap((zone) => view.zones?.[zone] ?? []));
  const copies = Array.from({ length: copiesOf(face) }, (_, i) => `${face}-${i + 1}`);
  const used = new Set(entry.laid.map((laid) => laid.code));
  const free = [...taken, ...copies].filter((code) => faceOf(code) === face && !used.has(code));
  const mine = entry.laid.find((laid) => laid.face === face && !laid.code);
  const chosen = free.find((code) => taken.includes(code) || !seen.has(code)) ?? free[0] ?? copies[0];
  if (mine) mine.code = chosen;
  return chosen;
}
