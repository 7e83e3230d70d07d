/** The game so far as a timeline; after it, a summary with charts that can be kept as one file. */

import { isOver, newsOf, otherPhones, otherTurns, unsure, winLine } from "./board.js";
import { byId, el, focusIn, nameOf, selectorOf, withNames } from "./dom.js";
import { game, useGame } from "./games.js";
import { iconOf } from "./icons.js";
import { drawReplay, replaySection } from "./replay.js";
import { withSeat } from "./seats.js";
import { sharedPage } from "./sharing.js";
import { begin, connected, drawn, tell, toast } from "./shell.js";
import { steady } from "./steady.js";
import { fetchView, follow, get, post } from "./wire.js";
import { language, refusal, t, words } from "./words.js";

const PATIENCE = 3_000; // ms: a camera tells a lot
const READING = 600; // ms between two looks at whether a past game is read
const PAST = location.pathname.split("/")[2] ?? null; // the past game that the page shows; null: the one on the table

let view = null;
let you = { seat: null, host: false };
let entries = [];
let doubtful = new Map(); // entry -> the turn it brought, where that may have been another
let story = {}; // what the game adds
let waiting = 0;
const taps = steady(byId("history"), () => toast(t("page.moved")));

/** What the choice of a seat needs of this page. */
const seating = {
  view: () => view,
  you: () => you,
  sit: (seat) => (you = { ...you, seat }),
  refused: (came) => refused(came),
};

async function start() {
  await begin();
  if (PAST) return lookBack();
  await follow({ onView, onAnnouncement: () => undefined, onState: connected }).open();
}

/** A game that is over: it does not change. */
async function lookBack() {
  const came = await past();
  if (came.refused) return noGame(came.refused);
  [view, entries] = [came.view, came.entries];
  await useGame(view);
  story = (await game.story?.()) ?? {};
  draw();
}

/** A past game, read to its end; or in `refused` why it cannot be. */
async function past(asked = "") {
  const all = [];
  let page;
  do {
    page = await get(`/api/archive/${PAST}?from=${all.length}${asked}`);
    if (isLater(page)) {
      if (!view) byId("history").replaceChildren(el("p", { class: "panel", role: "status" }, t("archive.reading")));
      await new Promise((done) => setTimeout(done, READING));
    } else if (!page.ok) return { refused: refusal(page) };
    all.push(...(page.data.entries ?? []));
  } while (isLater(page) || page.data.more);
  return { view: page.data.view, entries: whole(all) };
}

/** Whether it is told a little later: it is being read, or others are told theirs. */
const isLater = ({ status }) => status === 202 || status === 503;

function noGame(why) {
  byId("history").replaceChildren(el("p", { class: "notice bad", role: "alert" }, why));
  drawn();
}

/** Entries tell what changed of the table; each is given all of it. */
function whole(all) {
  let table = {};
  return all.map((entry) => ({ ...entry, after: (table = { ...table, ...entry.after }) }));
}

async function onView(now) {
  const changed = view?.seq !== now.seq;
  const first = view === null;
  const moved = otherPhones(view, now);
  view = now;
  if (now.you) you = now.you;
  if (moved) {
    toast(moved);
    if (!now.you) return onView(await fetchView());
  }
  await useGame(view);
  story = (await game.story?.()) ?? {};
  if (first) await load();
  else if (changed && !waiting) waiting = setTimeout(load, PATIENCE);
}

/** Everything anew: a correction may have told the past differently. */
async function load() {
  waiting = 0;
  const all = [];
  let page;
  do {
    page = await get(`/api/history?from=${all.length}`);
    if (isLater(page)) await new Promise((done) => setTimeout(done, READING));
    all.push(...(page.data.entries ?? []));
  } while (isLater(page) || (page.ok && page.data.more));
  if (!page.ok) return connected(page.status !== 0);
  entries = whole(all);
  doubtful = new Map(unsure(page.data.unsure ?? []).map((turn) => [turn.entry, turn]));
  draw();
}

function draw() {
  const place = byId("history");
  const back = focusIn(place);
  const open = [...place.querySelectorAll("details[open] > summary")].map(selectorOf);
  taps.before();
  place.replaceChildren(
    ...[summary({ view, entries }), replaySection(entries, view), timeline(), shelf()].filter(Boolean),
  );
  for (const one of open) place.querySelector(one)?.parentElement.setAttribute("open", "");
  drawReplay();
  back();
  drawn();
}

// The summary

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
      el("button", { type: "button", id: "share", onclick: share }, iconOf("share"), t("history.share")),
      PAST
        ? el("label", { class: "check" }, el("input", { type: "checkbox", id: "nameless" }), t("history.nameless"))
        : null,
    ),
  );
}

/** The game as one page that needs nothing else; without names everybody is a letter. A long game takes a while. */
async function share({ currentTarget: button }) {
  const nameless = byId("nameless")?.checked ?? false;
  button.disabled = true;
  button.replaceChildren(t("history.sharing"));
  tell(t("history.sharing"));
  const told = nameless ? await past("&names=no") : { view, entries };
  if (told.refused)
    toast(told.refused, true); // never the names that were to be left out
  else await keep(told);
  draw();
  if (byId("nameless")) byId("nameless").checked = nameless;
  byId("share").focus({ preventScroll: true });
}

async function keep(told) {
  const place = el("div", { id: "game", class: "game unseen" });
  byId("game")?.remove();
  document.body.append(place);
  const page = await sharedPage(place, summary(told), told.entries, told.view);
  place.remove();
  save(new Blob([page], { type: "text/html" }));
}

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

function entryLine(entry) {
  const people = view.players.map((player) => player.name);
  const told = entry.announcements ?? [];
  const said = told.length || entry.answered ? told : [{ kind: entry.kind, text: null }];
  return el(
    "li",
    { class: `entry entry-${entry.kind}${entry.dropped ? " is-dropped" : ""}`, data: { seq: entry.seq } },
    el(
      "time",
      { datetime: new Date(entry.at * 1000).toISOString() },
      new Date(entry.at * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" }),
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

/** What else a turn may have been that was only assumed, till the game is over and after it. */
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

function change(correction) {
  withSeat(seating, async () => {
    const came = await post("/api/changes", { correction });
    if (!came.ok) return refused(came);
    toast(t("page.changed"));
    await load();
  });
}

function refused(came) {
  const text = refusal(came);
  toast(text, true);
  tell(text, true);
  if (came.status === 409) load();
}

/** Who says so: the camera, somebody by tap, an answer, a correction. */
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
