/** The game so far as a timeline; after it, a summary with charts that can be kept as one file. */

import { otherTurns, unsure } from "./assumed.js";
import { newsOf } from "./board.js";
import { byId, el, nameOf, withNames } from "./dom.js";
import { game, sheets, useGame } from "./games.js";
import { iconOf } from "./icons.js";
import { withSeat } from "./seats.js";
import { begin, connected, drawn, tell, toast } from "./shell.js";
import { fetchView, follow, get, post } from "./wire.js";
import { language, t, words } from "./words.js";

const PACE = 1_600; // ms a step of the replay is shown
const PATIENCE = 3_000; // ms: a camera tells a lot

let view = null;
let you = { seat: null, host: false };
let entries = [];
let doubtful = new Map(); // entry -> the turn it brought, where that may have been another
let story = {}; // what the game adds
let waiting = 0;

/** What the choice of a seat needs of this page. */
const house = { view: () => view, you: () => you, sit: (seat) => (you = { ...you, seat }), refused: (came) => refused(came) };

async function start() {
  await begin();
  const line = follow({ onView, onAnnouncement: () => undefined, onState: connected });
  try {
    await onView(await fetchView());
  } catch {
    connected(false);
  }
  line.open();
}

async function onView(now) {
  const changed = view?.seq !== now.seq;
  const first = view === null;
  view = now;
  if (now.you) you = now.you;
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
    page = await get(`/api/history?after=${all.at(-1)?.seq ?? 0}`);
    all.push(...(page.data.entries ?? []));
  } while (page.ok && page.data.more);
  if (!page.ok) return connected(page.status !== 0);
  entries = all;
  doubtful = new Map(unsure(page.data.unsure ?? []).map((turn) => [turn.entry, turn]));
  draw();
}

function draw() {
  byId("history").replaceChildren(...[summary(), replaySection(), timeline()].filter(Boolean));
  drawn();
}

// The summary

function summary() {
  if (!entries.length) return el("p", { class: "panel" }, t("history.none"));
  const players = view.players;
  const over = view.winner !== null && view.winner !== undefined;
  return el(
    "section",
    { class: "panel stack summary", id: "summary", "aria-label": t("history.summary") },
    el("h2", {}, over ? withNames(t("page.turn.won", { name: players[view.winner].name }), [players[view.winner].name]) : t("history.so-far")),
    story.summary?.(view, entries),
    el("div", { class: "row keep-out" }, el("button", { type: "button", id: "share", onclick: share }, iconOf("share"), t("history.share"))),
  );
}

/** The summary as one page that needs nothing else. */
async function share() {
  const styles = await Promise.all(["/static/look.css", ...sheets(), "/static/history.css"].map(async (href) => (await fetch(href)).text()));
  const copy = byId("summary").cloneNode(true);
  for (const out of copy.querySelectorAll(".keep-out")) out.remove();
  const head = [el("meta", { charset: "utf-8" }), el("meta", { name: "viewport", content: "width=device-width" }), el("title", {}, t("page.name"))];
  const main = el("main", { class: "history" }, copy);
  const style = `<style>${styles.join("\n")}</style>`;
  save(new Blob([`<!doctype html>\n<html lang="${language}">${head.map((node) => node.outerHTML).join("")}${style}${main.outerHTML}</html>`], { type: "text/html" }));
}

function save(blob) {
  const link = el("a", { href: URL.createObjectURL(blob), download: `murphy-${new Date().toISOString().slice(0, 10)}.html` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 30_000);
  toast(t("history.shared"));
}

// The table step by step

/** The steps that show something: who did what, and the table after it. */
const steps = () => entries.filter(({ after, announcements = [], dropped }) => after?.zones && !dropped && announcements.some(({ kind }) => kind !== "set-up"));

let step = null; // the entry that is shown; null: none was asked for

function replaySection() {
  const all = steps();
  if (!all.length) return null;
  const asked = Number(location.hash.slice(1));
  step ??= all.find(({ seq }) => seq === asked)?.seq ?? null;
  const body = el("div", { class: "stack", id: "replay-table" });
  const place = el("div", { id: "game", class: "game" });
  const details = el("details", { class: "more", id: "replay", open: step !== null }, el("summary", {}, t("history.replay")), body);
  const go = (to) => {
    step = all[Math.max(0, Math.min(all.length - 1, to))].seq;
    history.replaceState(null, "", `#${step}`);
    show();
  };
  let playing = 0;
  const stop = () => {
    clearInterval(playing);
    playing = 0;
  };
  const play = () => {
    if (playing) stop();
    else playing = setInterval(() => (all.at(-1).seq === step || !details.isConnected ? (stop(), show()) : go(at() + 1)), PACE);
    show();
  };
  const at = () => Math.max(0, all.findIndex(({ seq }) => seq === step));
  const show = () => {
    const now = all[at()];
    const focus = body.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    const people = view.players.map(({ name }) => name);
    body.replaceChildren(
      el("p", { class: "replay-said", role: "status" }, now.announcements.map(({ text }) => [withNames(words(text), people), " "])),
      el("input", { type: "range", min: 0, max: all.length - 1, value: at(), "aria-label": t("history.replay"), data: { focus: "replay-at" }, oninput: (event) => go(Number(event.target.value)) }),
      el("div", { class: "choices" }, stepButton("history.replay.back", "replay-back", () => go(at() - 1)), stepButton(playing ? "history.replay.stop" : "history.replay.play", "replay-play", play), stepButton("history.replay.next", "replay-next", () => go(at() + 1))),
      place,
    );
    game.draw(place, { ...view, ...now.after, covered: [] }, null);
    if (focus) body.querySelector(`[data-focus="${focus}"]`)?.focus({ preventScroll: true });
  };
  // What a game draws looks for its places in the page.
  details.addEventListener("toggle", () => details.open && show());
  return details;
}

const stepButton = (key, focus, act) => el("button", { type: "button", data: { focus }, onclick: act }, t(key));

// The timeline

function timeline() {
  const news = new Set(newsOf(entries.flatMap((entry) => entry.announcements ?? [])));
  const heard = entries.map((entry) => ({ ...entry, announcements: entry.announcements?.filter((said) => news.has(said)) }));
  const told = heard.filter((entry) => entry.kind === "correction" || entry.kind === "undo" || entry.answered || entry.announcements?.some((said) => said.kind !== "set-up"));
  return el("section", { class: "stack", "aria-label": t("history.timeline") }, el("h2", {}, t("history.timeline")), el("ol", { class: "timeline" }, [...told].reverse().map(entryLine)));
}

function entryLine(entry) {
  const people = view.players.map((player) => player.name);
  const told = entry.announcements ?? [];
  const said = told.length || entry.answered ? told : [{ kind: entry.kind, text: null }];
  return el(
    "li",
    { class: `entry entry-${entry.kind}${entry.dropped ? " is-dropped" : ""}`, data: { seq: entry.seq } },
    el("time", { datetime: new Date(entry.at * 1000).toISOString() }, new Date(entry.at * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })),
    el(
      "div",
      { class: "entry-said" },
      entry.answered ? el("p", {}, withNames(words(entry.answered.question), people), " ", el("strong", {}, withNames(words(entry.answered.choice), people))) : null,
      said.map((one) => el("p", { class: `line-${one.kind}` }, one.text ? withNames(words(one.text), people) : t(`history.kind.${entry.kind}`))),
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
  return el("details", { class: "more" }, el("summary", { data: { focus: `change-${seq}` } }, t("page.assumed.how")), otherTurns(turn, change));
}

function change(correction) {
  withSeat(house, async () => {
    const came = await post("/api/changes", { correction });
    if (!came.ok) return refused(came);
    toast(t("page.changed"));
    await load();
  });
}

function refused(came) {
  const text = came.status === 0 ? t("page.line.down") : words(came.data.text) || t("page.refused");
  toast(text, true);
  tell(text, true);
  if (came.status === 409) load();
}

/** Who says so: the camera, somebody by tap, an answer, a correction. */
function how(entry) {
  const by = entry.by === null || entry.by === undefined ? null : view.players[entry.by]?.name;
  const assumed = doubtful.has(entry.seq);
  return [
    t(`history.kind.${entry.kind}`),
    by ? [" · ", nameOf(by)] : null,
    assumed ? ` · ${t("history.assumed")}` : null,
    entry.dropped ? ` · ${t("history.dropped")}` : null,
  ];
}

start();
