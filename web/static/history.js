/** The game so far as a timeline; after it, a summary with charts that can be kept as one file. */

import { isOver, newsOf, otherPhones, otherTurns, unsure, winLine } from "./board.js";
import { button, byId, el, focusIn, found, nameOf, refill, selectorOf, withNames } from "./dom.js";
import { game, useGame } from "./games.js";
import { iconOf } from "./icons.js";
import { drawReplay, replaySection } from "./replay.js";
import { withSeat } from "./seats.js";
import { sharedPage } from "./sharing.js";
import { begin, connected, drawn, tell, toast } from "./shell.js";
import { steady } from "./steady.js";
import { follow, get, pause, post } from "./wire.js";
import { locale, refusal, t, words } from "./words.js";

/** @import { AssumedTurn, Came, Correction, Entry, OwnView, Said, View, You } from "../types/wire.d.ts" */
/** @import { Seating, Story, WholeEntry } from "../types/pages.d.ts" */

/** @typedef {{ view: View, entries: WholeEntry[] }} Past */

const PATIENCE = 3_000; // ms: a camera tells a lot
const READING = 600; // ms between two looks at whether a past game is read
const PAST = location.pathname.split("/")[2] ?? null; // the past game that the page shows; null: the one on the table

/** @type {ReturnType<typeof follow>} */
let line; // once it is open
/** @type {View} */
let view; // once there is one
/** @type {You} */
let you = { seat: null, host: false, away: false };
/** @type {WholeEntry[]} */
let entries = [];
/** @type {Map<number, AssumedTurn>} */
let doubtful = new Map(); // entry -> the turn it brought, where that may have been another
/** @type {Story} */
let story = {}; // what the game adds
let waiting = 0;
/** @type {number | null} */
let toldAt = null; // the view that `entries` were told for
const taps = steady(byId("history"), () => toast(t("page.moved")));

/**
 * What the choice of a seat needs of this page.
 * @type {Seating}
 */
const seating = {
  view: () => view,
  you: () => you,
  sit: (seat) => {
    you = { ...you, seat };
  },
  refused: (came) => refused(came),
  anew: () => line.anew(),
};

async function start() {
  await begin();
  if (PAST) return lookBack();
  line = follow({ onView, onAnnouncement: () => undefined, onState: connected });
  await line.open();
}

/** A game that is over: it does not change. */
async function lookBack() {
  const came = await past();
  if ("refused" in came) return noGame(came.refused);
  [view, entries] = [came.view, came.entries];
  await useGame(view);
  story = (await game.story?.()) ?? {};
  draw();
}

/**
 * A past game, read to its end; or in `refused` why it cannot be.
 * @returns {Promise<Past | { refused: string }>}
 */
async function past(asked = "") {
  /** @type {Entry[]} */
  const all = [];
  for (;;) {
    const page = await get(`/api/archive/${PAST}?from=${all.length}${asked}`);
    if (isLater(page)) {
      if (!view) byId("history").replaceChildren(el("p", { class: "panel", role: "status" }, t("archive.reading")));
      await pause(READING);
    } else if (page.ok) {
      all.push(...page.data.entries);
      if (!page.data.more) return { view: page.data.view, entries: whole(all) };
    } else return { refused: refusal(page) };
  }
}

/**
 * Whether it is told a little later: it is being read, or others are told theirs.
 * @param {{ status: number }} of
 */
const isLater = ({ status }) => status === 202 || status === 503;

/** @param {string} why */
function noGame(why) {
  byId("history").replaceChildren(el("p", { class: "notice bad", role: "alert" }, why));
  drawn();
}

/**
 * Entries tell what changed of the table; each is given all of it.
 * @param {Entry[]} all
 * @returns {WholeEntry[]}
 */
function whole(all) {
  /** @type {Partial<View>} */
  let table = {};
  return all.map((entry) => ({ ...entry, after: (table = { ...table, ...entry.after }) }));
}

/**
 * @param {View & Partial<OwnView>} now
 * @returns {Promise<void>}
 */
async function onView(now) {
  const before = /** @type {View | undefined} */ (view) ?? null;
  const moved = otherPhones(before, now);
  view = now;
  if (now.you) you = now.you;
  if (moved) {
    toast(moved);
    if (!now.you) return line.ask();
  }
  await useGame(view);
  story = (await game.story?.()) ?? {};
  if (toldAt === null) await load();
  else if (toldAt !== view.seq && !waiting) waiting = setTimeout(load, PATIENCE);
}

/** Everything anew: a correction may have told the past differently. */
async function load() {
  waiting = 0;
  const { seq } = view;
  /** @type {Entry[]} */
  const all = [];
  for (;;) {
    const page = await get(`/api/history?from=${all.length}`);
    if (isLater(page)) await pause(READING);
    else if (!page.ok) {
      connected(page.status !== 0);
      if (page.status && !entries.length) return noGame(refusal(page));
      if (toldAt === null) throw new Error("no line"); // the view is shown again, and this asked for
      return undefined;
    } else {
      all.push(...page.data.entries);
      if (page.data.more) continue;
      [entries, toldAt] = [whole(all), seq];
      doubtful = new Map(unsure(page.data.unsure).map((turn) => [turn.entry, turn]));
      return draw();
    }
  }
}

function draw() {
  const place = byId("history");
  const back = focusIn(place);
  const open = [...place.querySelectorAll("details[open] > summary")].map(selectorOf);
  taps.before();
  refill(place, summary({ view, entries }), replaySection(entries, view), timeline(), shelf());
  for (const one of open) if (one) place.querySelector(one)?.parentElement?.setAttribute("open", "");
  drawReplay();
  back();
  drawn();
}

// The summary

/** @param {Past} told */
function summary(told) {
  if (!told.entries.length) return el("p", { class: "panel" }, t("history.none"));
  return el(
    "section",
    { class: "panel stack summary", id: "summary", "aria-label": t("history.summary") },
    el("h2", {}, isOver(told.view) ? winLine(told.view) : t("history.so-far")),
    story.summary?.(told.view, told.entries),
    el(
      "div",
      { class: "row keep-out" },
      button({ id: "share", onclick: share }, iconOf("share"), t("page.save-file")),
      button({ id: "share-picture", onclick: picture }, iconOf("share"), t("history.picture")),
      button({ id: "share-link", onclick: () => linkTo() }, iconOf("share"), t("history.link")),
      PAST
        ? el("label", { class: "check" }, el("input", { type: "checkbox", id: "nameless" }), t("history.nameless"))
        : null,
    ),
  );
}

/**
 * The game as one page that needs nothing else; without names everybody is a letter. A long game takes a while.
 * @param {{ currentTarget: HTMLButtonElement }} of
 */
async function share({ currentTarget }) {
  const nameless = found("nameless", HTMLInputElement)?.checked ?? false;
  currentTarget.disabled = true;
  currentTarget.replaceChildren(t("history.sharing"));
  tell(t("history.sharing"));
  const told = nameless ? await past("&names=no") : { view, entries };
  if ("refused" in told)
    toast(told.refused, true); // never the names that were to be left out
  else await keep(told).catch(() => toast(t("page.line.down"), true));
  draw();
  const choice = found("nameless", HTMLInputElement);
  if (choice) choice.checked = nameless;
  byId("share").focus({ preventScroll: true });
}

/**
 * The game as a picture.
 * @param {{ currentTarget: HTMLButtonElement }} of
 */
async function picture({ currentTarget }) {
  currentTarget.disabled = true;
  const nameless = found("nameless", HTMLInputElement)?.checked ? "?names=no" : "";
  const path = PAST ? `/api/archive/${PAST}/picture.png${nameless}` : "/api/picture.png";
  try {
    const { pictureSheet } = await import("./picture.js");
    await pictureSheet(path, t("history.picture.alt"));
  } finally {
    currentTarget.disabled = false;
  }
}

/** The address of this game, and of the step that is shown. */
const linkTo = async () => (await import("./joining.js")).linkSheet(location.pathname + location.hash);

/** @param {Past} told */
async function keep(told) {
  const place = el("div", { id: "game", class: "game unseen" });
  found("game")?.remove();
  document.body.append(place);
  const page = await sharedPage(place, summary(told), told.entries, told.view).finally(() => place.remove());
  save(new Blob([page], { type: "text/html" }));
}

/** @param {Blob} blob */
function save(blob) {
  const link = el("a", {
    href: URL.createObjectURL(blob),
    download: `murphy-${new Date((entries[0]?.at ?? Date.now() / 1000) * 1000).toISOString().slice(0, 10)}.html`,
  });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 30_000);
  toast(t("history.shared"));
}

const shelf = () => el("p", {}, el("a", { class: "button", href: "/archive" }, iconOf("history"), t("archive.title")));

// The timeline

function timeline() {
  const news = new Set(newsOf(entries.flatMap((entry) => entry.announcements ?? [])));
  const heard = entries.map((entry) => ({
    ...entry,
    announcements: entry.announcements?.filter((said) => news.has(said)),
  }));
  const told = heard.filter(
    (entry) =>
      entry.kind === "correction" ||
      entry.kind === "undo" ||
      entry.answered ||
      entry.announcements?.some((said) => said.kind !== "set-up"),
  );
  if (!told.length) return null;
  return el(
    "section",
    { class: "stack", "aria-label": t("history.timeline") },
    el("h2", {}, t("history.timeline")),
    el("ol", { class: "timeline" }, [...told].reverse().map(entryLine)),
  );
}

/** @param {WholeEntry} entry */
function entryLine(entry) {
  const people = view.players.map((player) => player.name);
  const told = entry.announcements ?? [];
  /** @type {{ kind: string, text: Said }[]} */
  const said = told.length || entry.answered ? told : unsaid(entry).map((text) => ({ kind: entry.kind, text }));
  return el(
    "li",
    { class: `entry entry-${entry.kind}${entry.dropped ? " is-dropped" : ""}`, data: { seq: entry.seq } },
    el(
      "time",
      { datetime: new Date(entry.at * 1000).toISOString() },
      new Date(entry.at * 1000).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" }),
    ),
    el(
      "div",
      { class: "entry-said" },
      entry.answered
        ? el(
            "p",
            {},
            withNames(words(entry.answered.question), people),
            " ",
            el("strong", {}, withNames(words(entry.answered.choice), people)),
          )
        : null,
      said.map((one) =>
        el(
          "p",
          { class: `line-${one.kind}` },
          one.text ? withNames(words(one.text), people) : t(`history.kind.${entry.kind}`),
        ),
      ),
      el("p", { class: "soft" }, how(entry)),
      changeable(entry),
    ),
    story.drawing?.(entry),
  );
}

/**
 * What an entry changed that nothing was announced of, as far as its game says so; else only what kind it is of.
 * @param {WholeEntry} entry
 * @returns {Said[]}
 */
function unsaid(entry) {
  const before = entries[entries.findIndex(({ seq }) => seq === entry.seq) - 1];
  const what = before && entry.kind === "correction" ? (story.changes?.(entry, before) ?? []) : [];
  return what.length ? [t("session.corrected-what", { what })] : [null];
}

/**
 * What else a turn may have been that was only assumed, till the game is over and after it.
 * @param {WholeEntry} of
 */
function changeable({ seq }) {
  const turn = doubtful.get(seq);
  if (!turn) return null;
  return el(
    "details",
    { class: "more" },
    el("summary", { data: { focus: `change-${seq}` } }, t("page.assumed.how")),
    otherTurns(turn, change),
  );
}

/** @param {Correction} correction */
function change(correction) {
  withSeat(seating, async () => {
    const came = await post("/api/changes", { correction });
    if (!came.ok) return refused(came);
    toast(t("page.changed"));
    await load();
  });
}

/** @param {Came<unknown>} came */
function refused(came) {
  toast(refusal(came), true);
  if (came.status === 409) load();
}

/**
 * Who says so: the camera, somebody by tap, an answer, a correction.
 * @param {WholeEntry} entry
 */
function how(entry) {
  const by = entry.by === null || entry.by === undefined ? null : view.players[entry.by]?.name;
  const named = entry.announcements?.length || entry.answered; // else its kind is what is said of it
  const assumed = doubtful.has(entry.seq);
  const paused = entry.announcements?.some((said) => said.kind === "pause"); // puts nothing right
  const kind = named && !paused ? t(`history.kind.${entry.kind}`) : null;
  return [
    kind,
    by ? [kind ? " · " : null, nameOf(by)] : null,
    assumed ? ` · ${t("history.assumed")}` : null,
    entry.dropped ? ` · ${t("history.dropped")}` : null,
  ];
}

start();
