/** My own cards and what they lack for my murphy card: known to this phone alone. */

import { aim, aloud, fromLeft } from "./aloud.js";
import { card } from "./cards.js";
import { form, pictureInput, smaller } from "./claim.js";
import { faceOf, kindOf, useEdition } from "./deck.js";
import { handEditor, taskButton } from "./picker.js";
import { button, el, refill } from "/static/dom.js";
import { keep, kept } from "/static/forms.js";
import { useGame } from "/static/games.js";
import { connected, tell, toast } from "/static/shell.js";
import { speak } from "/static/sound.js";
import { follow, post, upload } from "/static/wire.js";
import { refusal, t } from "/static/words.js";

/** @import { Came, OwnView, View, You } from "/types/wire.d.ts" */
/** @import { Code, DummView, Face, Missing } from "../types.d.ts" */

const KEY = "murphy-mine";
const OPEN = ["mac", "open-left", "open-right"];

/** @type {{ task: Face | null, hand: Code[] }} */
const mine = { task: null, hand: [], ...kept(KEY) };
/** @type {HTMLElement} */
let place; // once the page is there
/** @type {ReturnType<typeof follow>} */
let line; // once it is open
/** @type {DummView | null} */
let view = null;
/** @type {You} */
let you = { seat: null, host: false, away: false };
/** @type {Came<Missing> | null} */
let way = null; // what the Pi said of the cards as they are
let latest = 0;
let said = ""; // what was read out last
/** @type {Code[]} */
let seen = []; // the cards that were held up last
let reading = false; // whether a photograph is just being read
let shown = ""; // what of the table is shown: a tap is lost on a button that is drawn anew under it

/**
 * Fill the page.
 * @param {HTMLElement} main
 */
export async function show(main) {
  place = main;
  place.classList.add("verify");
  line = follow({ onView, onAnnouncement: () => undefined, onState: connected });
  await line.open();
}

/** @param {View & Partial<OwnView>} now */
async function onView(now) {
  if (now.you) you = now.you;
  await useGame(now);
  if (now.game !== "dumm-gelaufen") {
    [view, shown] = [null, ""];
    return refill(place, el("p", { class: "panel" }, t("mine.other-game")));
  }
  const begins = view === null;
  view = /** @type {DummView} */ (now);
  await useEdition(view.edition, view.rulings);
  const shows = JSON.stringify([view.edition, view.rulings, open()]);
  if (begins) ask();
  else if (shows !== shown) draw();
  shown = shows;
}

/** @param {() => void} act */
function change(act) {
  act();
  keep(KEY, mine);
  ask();
}

async function ask() {
  const my = ++latest; // what is asked of other cards counts no more
  draw();
  if (!mine.task) return;
  const came = await post("/api/missing?game=dumm-gelaufen", {
    task: mine.task,
    hand: mine.hand,
    edition: view?.edition,
  });
  if (my !== latest) return;
  connected(came.status !== 0);
  way = came;
  draw();
  if (came.ok) tell(lacking(came.data));
}

function draw() {
  refill(
    place,
    el(
      "section",
      { class: "panel stack verify-ask", "aria-labelledby": "what" },
      el("h2", { class: "unseen", id: "what" }, t("check.what")),
      el("p", { class: "soft" }, t("mine.private")),
      taskButton(mine.task, (task) => change(() => (mine.task = task))),
      pictureInput("mine", "mine.photo", { capture: "environment", onclick: seatFirst }, photographed),
      pictureInput("which", "mine.which", { capture: "environment" }, held),
      el("p", { class: "soft", id: "said-of-it" }, said),
      handEditor(mine.hand, () => change(() => undefined)),
      mine.hand.length
        ? button({ class: "quiet", data: { focus: "forget" }, onclick: () => change(forget) }, t("mine.forget"))
        : null,
    ),
    el(
      "section",
      { class: "panel stack verify-answer", id: "answer", "aria-labelledby": "said" },
      el("h2", { class: "unseen", id: "said" }, t("check.answer")),
      answer(),
    ),
    nearer(),
  );
}

function forget() {
  Object.assign(mine, { task: null, hand: [] });
  way = null;
}

/**
 * A hand is somebody's: who has no seat is asked for it before he takes a picture, then goes on.
 * @param {Event} event
 */
async function seatFirst(event) {
  if (you.seat !== null || you.host || !view) return;
  event.preventDefault();
  const { withSeat } = await import("/static/seats.js");
  withSeat(
    {
      view: () => /** @type {DummView} */ (view),
      you: () => you,
      sit: (seat) => (you = { ...you, seat }),
      refused: (came) => toast(refusal(came), true),
      anew: () => line.anew(),
    },
    () => document.getElementById("claim-mine")?.click(),
  );
}

/**
 * The cards of a photograph take the place of those there were; it is read and thrown away.
 * @param {{ target: HTMLInputElement }} event
 */
async function photographed(event) {
  const read = await readOf(event, [...mine.hand], true);
  const hand = read ? fromLeft(read).filter((code) => kindOf(code) === "number") : [];
  if (!hand.length) return draw();
  const { task } = read ?? {};
  change(() => Object.assign(mine, { hand, task: task ? faceOf(task) : mine.task }));
}

/**
 * One card or several before the camera: they are read out, and nothing else comes of it.
 * @param {{ target: HTMLInputElement }} event
 */
async function held(event) {
  const read = await readOf(event, seen);
  if (read) seen = fromLeft(read);
  draw();
}

/** How many cards are in the hand of whoever holds this phone, as far as everybody knows. */
const least = () => view?.players[you.seat ?? -1]?.cards?.[0] ?? 0;

/**
 * What is in a photograph, read out against what was in one `before`; null, and how to aim, where that is nothing.
 * @param {{ target: HTMLInputElement }} event
 * @param {Code[]} before
 */
async function readOf(event, before, whole = false) {
  reading = true;
  tell(t("claim.reading"));
  draw();
  const pictures = await Promise.all([...(event.target.files ?? [])].map(smaller));
  const came = await upload("/api/cards/photo", form(pictures), () => undefined);
  reading = false;
  const { read } = came.data;
  const found = came.ok && read && fromLeft(read).length > 0;
  said = found
    ? aloud(read, before, whole ? least() : 0)
    : came.ok
      ? aim(pictures.at(-1)?.small ?? null, read)
      : refusal(came);
  if (found) tell(said);
  else toast(said, true);
  speak(said);
  return found ? read : null;
}

// What is missing

/** @param {Missing} of */
function lacking({ gain, give }) {
  if (gain === null) return t("mine.mac");
  return gain + give ? t("mine.lack", { gain, give }) : t("mine.solved");
}

function answer() {
  if (reading) return el("p", {}, t("claim.reading"));
  if (!mine.task || !way) return el("p", { class: "soft" }, t("mine.first"));
  if (!way.ok) return el("p", { class: "notice bad" }, refusal(way));
  const { gain, give, wanted = [] } = way.data;
  const there = open().filter((code) => wanted.includes(faceOf(code)));
  return [
    el("p", { class: "mine-lack", data: { gain, give } }, lacking(way.data)),
    gain ? (there.length ? row("mine.open", there) : el("p", { class: "soft" }, t("mine.open.none"))) : null,
  ];
}

/** What lies open to be taken: Mac's row, and the top of each pile. */
function open() {
  const lies = view?.zones ?? {};
  return OPEN.flatMap((zone) => lies[zone]?.slice(0, zone === "mac" ? undefined : 1) ?? []).filter(
    (code) => code !== null,
  );
}

/** Every card that is one step less, under the pad. */
function nearer() {
  const { wanted = [], spare = [] } = (way?.ok && way.data) || {};
  if (!wanted.length && !spare.length) return [];
  return [
    el(
      "section",
      { class: "panel stack", "aria-label": t("mine.title") },
      spare.length ? row("mine.spare", spare) : null,
      wanted.length ? row("mine.wanted", wanted) : null,
    ),
  ];
}

/**
 * @param {string} key
 * @param {Code[]} codes
 */
const row = (key, codes) =>
  el(
    "div",
    { class: "stack" },
    el("h3", {}, t(key)),
    el(
      "div",
      { class: "cards small", data: { row: key } },
      codes.map((code) => card(code)),
    ),
  );
