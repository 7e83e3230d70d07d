/** The page of players and guests. */

import { stayAwake } from "./awake.js";
import { drawMac, drawNews, drawPiles, drawPlayers, drawTurn, names, newcomers } from "./board.js";
import { useEdition } from "./deck.js";
import { byId, el, fill, nameOf, withNames } from "./dom.js";
import { iconOf } from "./icons.js";
import { moment } from "./moments.js";
import { begin, connected, languageButtons, sheet, tell, toast } from "./shell.js";
import { house, play, soundOff, soundOn, unlocked, wanted } from "./sound.js";
import { decide, fetchView, follow, post } from "./wire.js";
import { t, words } from "./words.js";

let view = null;
let you = { seat: null, host: false };
let fresh = new Set();

async function start() {
  await begin();
  drawTools();
  const line = follow({ onView, onAnnouncement, onState: connected });
  try {
    await onView(await fetchView());
    line.heard(lastHeard());
  } catch {
    connected(false);
  }
  line.open();
  stayAwake();
}

const lastHeard = () => view.announcements?.at(-1)?.seq ?? view.seq ?? 0;

async function onView(now) {
  await useEdition(now.edition);
  if (now.you) you = now.you;
  const came = newcomers(view, now);
  if (came.size || view?.turn?.player !== now.turn?.player) fresh = came;
  const before = view;
  view = now;
  house(view.house);
  draw();
  if (before && view.turn?.player === you.seat && before.turn?.player !== you.seat && you.seat !== null) play("turn");
}

function onAnnouncement(said) {
  tell(words(said.text), ["at-once", "claim", "round-won", "game-won", "illegal"].includes(said.kind));
  moment(said, view);
}

function draw() {
  document.title = view.turn?.player === you.seat && you.seat !== null ? t("page.title.yours") : t("page.name");
  drawTurn(view, you.seat);
  drawNotices();
  drawQuestions();
  drawMac(view, fresh);
  drawPiles(view, fresh);
  drawPlayers(view, you.seat);
  drawNews(view);
  drawBar();
}

// Notices: what is uncertain or in the way

function notices() {
  const said = [];
  const health = view.health ?? {};
  if (view.painted) said.push(["painted", t("page.painted")]);
  if (health.camera === "lost" || health.camera === false) said.push(["camera", t("page.camera.lost"), "bad"]);
  for (const text of view.notices ?? []) said.push(["notice", words(text)]);
  for (const problem of view.setup?.problems ?? []) said.push(["setup", words(problem.text)]);
  return said;
}

function drawNotices() {
  const all = notices();
  fill(byId("notices"), [all], () => all.map(([kind, text, how = ""]) => el("p", { class: `notice ${how}`, data: { notice: kind } }, iconOf("warn"), withNames(text, names(view)))));
}

// Questions

const mine = (question) => you.host || question.player === null || question.player === undefined || question.player === you.seat || you.seat === null;

function drawQuestions() {
  const questions = view.questions ?? [];
  fill(byId("questions"), [questions, you], () => questions.map(question));
}

function question(asked) {
  return el(
    "article",
    { class: "question", data: { question: asked.id } },
    el("div", {}, asked.player !== null && asked.player !== undefined ? el("p", { class: "label" }, nameOf(view.players[asked.player].name)) : null, el("h2", {}, withNames(words(asked.text), names(view)))),
    el(
      "div",
      { class: "choices" },
      asked.choices.map((choice) =>
        el("button", { type: "button", class: mine(asked) ? "main" : "", data: { focus: `choice-${choice.id}` }, onclick: () => answer(asked, choice) }, withNames(words(choice.text), names(view))),
      ),
    ),
  );
}

async function answer(asked, choice) {
  if (you.seat === null && !you.host) return chooseSeat(() => answer(asked, choice));
  const came = await decide("/api/answers", { question: asked.id, choice: choice.id });
  if (!came.ok) refused(came);
}

/** Say why the Pi did not do it. */
export function refused(came) {
  const text = came.status === 0 ? t("page.line.down") : words(came.data.text) || t("page.refused");
  toast(text, true);
  tell(text, true);
}

// Tools, the bar, the menu

function drawTools() {
  const button = byId("sound");
  const on = wanted() && unlocked();
  button.replaceChildren(iconOf(on ? "sound" : "mute"));
  button.setAttribute("aria-label", t(on ? "page.sound.off" : "page.sound.on"));
  button.setAttribute("aria-pressed", String(on));
  button.onclick = async () => {
    if (on) soundOff();
    else await soundOn();
    toast(t(on ? "page.sound.is-off" : "page.sound.is-on"));
    drawTools();
  };
  byId("menu").replaceChildren(iconOf("menu"));
  byId("menu").onclick = () => view && menu();
}

function drawBar() {
  fill(byId("bar"), [you, t("page.claim")], () => [
    el("button", { type: "button", class: "main", id: "claim", onclick: openClaim }, t("page.claim")),
    el("button", { type: "button", id: "enter-move", onclick: openMove }, iconOf("move"), t("page.move")),
    el("a", { class: "button", href: "/history" }, iconOf("history"), t("page.history")),
  ]);
}

async function openClaim() {
  if (you.seat === null && !you.host) return chooseSeat(openClaim);
  const { claimSheet } = await import("./claim.js");
  claimSheet({ view: () => view, you });
}

async function openMove() {
  if (you.seat === null && !you.host) return chooseSeat(openMove);
  const { moveSheet } = await import("./moves.js");
  moveSheet({ view: () => view, you });
}

function menu() {
  sheet(t("page.menu"), ({ close, redraw }) => [
    el("h3", {}, t("page.seat.whose")),
    seatButtons(() => redraw()),
    el("h3", {}, t("page.language")),
    languageButtons(() => {
      close();
      redrawAll();
    }),
    el("h3", {}, t("page.more")),
    el(
      "div",
      { class: "choices" },
      el("a", { class: "button", href: "/verify" }, t("check.title")),
      el("a", { class: "button", href: "/tv" }, t("tv.title")),
      el("a", { class: "button", href: "/host" }, t("host.title")),
    ),
  ], { name: "menu" });
}

function redrawAll() {
  for (const node of document.querySelectorAll("main section, .bar, .notices, .turn")) node.shownKey = undefined;
  drawTools();
  draw();
}

/** Ask who is holding this phone, then go on. */
function chooseSeat(then) {
  sheet(t("page.seat.whose"), ({ close }) => [
    seatButtons(() => {
      close();
      then();
    }, false),
  ], { name: "seat" });
}

function seatButtons(done, guest = true) {
  const take = async (seat) => {
    const came = await post("/api/seat", { seat });
    if (!came.ok) return refused(came);
    you = { ...you, seat: came.data.seat ?? null };
    draw();
    done();
  };
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": t("page.seat.whose") },
    view.players.map((player, i) =>
      el("button", { type: "button", "aria-pressed": String(you.seat === i), data: { focus: `seat-${i}` }, onclick: () => take(i) }, nameOf(player.name)),
    ),
    guest ? el("button", { type: "button", "aria-pressed": String(you.seat === null), data: { focus: "seat-guest" }, onclick: () => take(null) }, t("page.seat.guest")) : null,
  );
}

start();
