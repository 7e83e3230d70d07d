/** What fills the screen for a moment, one thing after the other: which news do, and with what, the game says. */

import { isOver, names } from "./board.js";
import { button, el, goOn, nameOf, still, withNames } from "./dom.js";
import { gone, over } from "./shell.js";
import { play, speak, vibrate } from "./sound.js";
import { t, words } from "./words.js";

/** @import { Announcement, Seat, Told, View } from "../types/wire.d.ts" */
/** @import { MomentKind } from "../types/pages.d.ts" */
/** @import { Tune } from "./sound.js" */

/** What is heard of other news; a game may say otherwise. */
const SOUNDS = new Map(
  /** @type {[string, Tune][]} */ ([
    ["illegal", "wrong"],
    ["question", "ask"],
    ["robot", "yes"],
  ]),
);

const UNTAPPED = 25; // seconds a moment stays on a screen that nobody taps
const ENOUGH = 8; // seconds after which it makes room for the next one
const MOST = 2; // that wait: where more come at once, the newest; the others stand in what was said

/** Whether this is the screen across the room. */
const across = () => document.querySelector(".tv") !== null;

/** @typedef {{ said: Announcement, view: View, how: MomentKind }} Waiting */

/** @type {{ said: Announcement, makeRoom: () => void, close: () => void } | null} */
let open = null;
/** @type {Waiting[]} */
let waiting = [];

/**
 * Let an announcement be heard and, where it deserves it, fill the screen; `how` is what its game says of this kind.
 * @param {Announcement} said
 * @param {View} view
 * @param {MomentKind | undefined} how
 */
export function moment(said, view, how) {
  const text = words(said.text);
  const tune = how?.tune ?? SOUNDS.get(said.kind);
  play(typeof tune === "function" ? tune(said) : tune);
  if (how || SOUNDS.has(said.kind)) speak(text);
  if (!how) return;
  vibrate(how.buzz);
  if (how.decides && document.querySelector(`dialog[data-decides="${said.player}"]`)) return;
  waiting.push({ said, view, how });
  waiting.splice(0, waiting.length - MOST);
  if (open) open.makeRoom();
  else next();
}

/** More has happened since, while nobody looked: whoever looks again is shown how it stands, and not how it was. */
export function overtaken() {
  waiting = [];
  open?.close();
}

/**
 * What was taken back fills the screen no longer, nor does the end of a game that goes on.
 * @param {View} view
 */
export function withdraw(view) {
  waiting = waiting.filter(({ said }) => !isGone(said, view));
  if (open && isGone(open.said, view)) open.close();
}

/**
 * Whether the news of the same game, as far back as they are kept, have it no longer.
 * @param {Announcement} said
 * @param {View} view
 */
function isGone({ seq, kind }, view) {
  const news = view.announcements ?? [];
  if (view.seq < seq || !news.some((one) => one.seq <= seq)) return false;
  return !news.some((one) => one.seq === seq) || (kind === "game-won" && !isOver(view));
}

function next() {
  const now = waiting.shift();
  open = now ? show(now) : null;
}

/** @param {Waiting} of */
function show({ said, view, how }) {
  const body = how.build(said, view);
  /** @type {HTMLDialogElement} */
  const dialog = el(
    "dialog",
    { class: `moment moment-${said.kind}`, "aria-label": words(said.text), data: { moment: said.kind } },
    el(
      "div",
      { class: "moment-body" },
      body,
      button({ class: "moment-close big", onclick: () => dialog.close() }, t("page.seen")),
    ),
  );
  const shown = performance.now();
  const held = document.activeElement !== document.body;
  let timer = 0;
  /** @param {number} ms */
  const closeIn = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(() => dialog.close(), ms);
  };
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    gone(dialog);
    next();
    // What had the keyboard may be a sheet that closed under it.
    if (held && document.activeElement === document.body) goOn();
  });
  over(dialog);
  dialog.scrollTop = 0; // the button has the focus; what it is about comes first
  const seconds = waiting.length ? ENOUGH : how.seconds || (across() ? UNTAPPED : 0);
  if (seconds) closeIn(seconds * 1000);
  const makeRoom = () => closeIn(Math.max(0, shown + ENOUGH * 1000 - performance.now()));
  return { said, makeRoom, close: () => dialog.close() };
}

/**
 * Who it is about, in large letters.
 * @param {Told} said
 * @param {View} view
 */
export function whoOf(said, view) {
  const name = view.players[said.player ?? -1]?.name;
  return name === undefined ? null : el("p", { class: "moment-who" }, nameOf(name));
}

/**
 * @param {Told} said
 * @param {View} view
 */
export const sentence = (said, view) => el("p", { class: "moment-text" }, withNames(words(said.text), names(view)));

/** @typedef {Told & { params: { winners: Seat[] } }} Won */

/**
 * Who has won, or who share the win.
 * @param {string} title
 * @param {Won} said
 * @param {View} view
 */
export const winning = (title, said, view) => [
  confetti(),
  el("p", { class: "moment-kind" }, title),
  el(
    "p",
    { class: "moment-who" },
    said.params.winners.map((seat) => nameOf(view.players[seat]?.name ?? "")),
  ),
  sentence(said, view),
];

/**
 * The end, as it is told of any game that does not tell it otherwise.
 * @type {Record<string, MomentKind>}
 */
export const USUAL = {
  "game-won": {
    tune: "yes",
    buzz: [300, 100, 300, 100, 800],
    seconds: 0,
    interrupts: true,
    build: (said, view) => winning(t("page.is-won"), /** @type {Won} */ (said), view),
  },
};

/** Confetti, for whoever does not mind movement. */
export const confetti = () => (still() ? null : falling());

function falling() {
  return el(
    "div",
    { class: "confetti", "aria-hidden": "true" },
    Array.from({ length: 36 }, (_, i) =>
      el("i", {
        class: `bit bit-${i % 4}`,
        vars: { "--x": `${(i * 37) % 100}%`, "--wait": `${(i % 9) * 0.16}s`, "--turn": `${(i * 97) % 360}deg` },
      }),
    ),
  );
}
