/** What fills the screen for a moment: an at-once card, a claim's verdict, a round won. */

import { card, cardPicture } from "./cards.js";
import { cardName, cardText, faceOf, kindOf } from "./deck.js";
import { el, nameOf, still, withNames } from "./dom.js";
import { signOf } from "./icons.js";
import { play, speak, vibrate } from "./sound.js";
import { t, words } from "./words.js";

/** How loud each kind of announcement is: a tune, a buzz, and for how long it fills the screen (0: till a tap). */
const MOMENTS = {
  "at-once": { tune: "at-once", buzz: [200, 80, 200, 80, 400], seconds: 12, build: actionMoment },
  keep: { tune: "ask", buzz: [120], seconds: 9, build: actionMoment },
  claim: { buzz: [150, 60, 150], seconds: 0, build: verdictMoment },
  "round-won": { tune: "yes", buzz: [120, 60, 120, 60, 500], seconds: 20, build: winnerMoment },
  "game-won": { tune: "yes", buzz: [300, 100, 300, 100, 800], seconds: 0, build: winnerMoment },
};
const SOUNDS = { illegal: "wrong", question: "ask" };

const UNTAPPED = 25; // seconds a moment stays on a screen that nobody taps
const ENOUGH = 8; // seconds after which it makes room for the next one

/** Whether this is the screen across the room. */
const across = () => document.querySelector(".tv") !== null;

let open = null;
const waiting = [];

/** Let an announcement be heard and, where it deserves it, fill the screen. */
export function moment(said, view) {
  const how = MOMENTS[said.kind];
  const text = words(said.text);
  play(said.kind === "claim" ? said.params?.verdict : how?.tune ?? SOUNDS[said.kind]);
  if (how || said.kind in SOUNDS) speak(text);
  if (!how) return;
  vibrate(how.buzz);
  waiting.push({ said, view, how });
  if (open) open.makeRoom();
  else next();
}

function next() {
  const now = waiting.shift();
  open = now ? show(now) : null;
}

function show({ said, view, how }) {
  const body = how.build(said, view);
  const dialog = el(
    "dialog",
    { class: `moment moment-${said.kind}`, "aria-label": words(said.text), data: { moment: said.kind, verdict: said.params?.verdict ?? "" } },
    el("div", { class: "moment-body" }, body, el("button", { type: "button", class: "moment-close big", onclick: () => dialog.close() }, t("page.seen"))),
  );
  const shown = performance.now();
  let timer = 0;
  const closeIn = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(() => dialog.close(), ms);
  };
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    dialog.remove();
    next();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // the button has the focus; what it is about comes first
  const seconds = waiting.length ? ENOUGH : how.seconds || (across() ? UNTAPPED : 0);
  if (seconds) closeIn(seconds * 1000);
  return { makeRoom: () => closeIn(Math.max(0, shown + ENOUGH * 1000 - performance.now())) };
}

const who = (said, view) => {
  const name = said.player === null || said.player === undefined ? null : view.players[said.player]?.name;
  return name === null || name === undefined ? null : el("p", { class: "moment-who" }, nameOf(name));
};

function actionMoment(said, view) {
  const code = said.params?.card;
  const kind = kindOf(code);
  return [
    el("p", { class: "moment-kind" }, signOf(kind), t(kind === "keep" ? "page.moment.keep" : `page.kind.${kind}`)), // it is kept no longer
    el("span", { class: "card moment-card" }, cardPicture(code)),
    who(said, view),
    el("p", { class: "moment-text" }, cardText(code)),
  ];
}

function winnerMoment(said, view) {
  const task = said.params?.task ?? said.params?.card;
  const won = starsOf(said, view, task);
  return [
    still() ? null : confetti(),
    el("p", { class: "moment-kind" }, signOf("task"), t(said.kind === "game-won" ? "page.moment.game" : "page.moment.round")),
    who(said, view),
    el("p", { class: "moment-stars", role: "img", "aria-label": t("page.won", { n: won }) }, Array.from({ length: 3 }, (_, i) => el("span", { class: i < won ? "is-won" : "" }, signOf("task")))),
    task ? el("span", { class: "card moment-card small" }, cardPicture(task)) : null,
    el("p", { class: "moment-text" }, withNames(words(said.text), view.players.map((player) => player.name))),
  ];
}

/** How many murphy cards the winner has now: what is announced may be a moment ahead of the view. */
function starsOf(said, view, task) {
  const won = view.players[said.player]?.won ?? [];
  if (said.kind === "game-won") return Math.max(3, won.length);
  return task && !won.includes(task) ? won.length + 1 : won.length;
}

function confetti() {
  return el(
    "div",
    { class: "confetti", "aria-hidden": "true" },
    Array.from({ length: 36 }, (_, i) =>
      el("i", {
        class: `bit bit-${"RYGB"[i % 4]}`,
        vars: { "--x": `${(i * 37) % 100}%`, "--wait": `${(i % 9) * 0.16}s`, "--turn": `${(i * 97) % 360}deg` },
      }),
    ),
  );
}

function verdictMoment(said, view) {
  return [who(said, view), verdictOf(said.params ?? {})];
}

/**
 * A verdict with its reasons, each marked by its number on the very cards it is about.
 * `brief` leaves out the murphy card, where it is in sight anyway.
 */
export function verdictOf({ verdict, task, hand = [], reasons = [] }, { brief = false } = {}) {
  const notes = notesOf(reasons);
  const codes = copiesIn(hand);
  return el(
    "div",
    { class: `verdict verdict-${verdict}`, data: { verdict } },
    el("p", { class: "verdict-word" }, el("span", { class: "verdict-sign", "aria-hidden": "true" }, SIGNS[verdict]), t(`verdict.${verdict}`)),
    task && !brief ? verdictTask(task) : null,
    brief && !notes.size ? null : el("div", { class: "cards verdict-hand" }, codes.map((code, i) => marked(code, notes.get(code) ?? notes.get(hand[i]) ?? notes.get(faceOf(code))))),
    reasons.length ? el("ol", { class: "reasons" }, reasons.map(reasonLine)) : null,
  );
}

const marked = (code, note) => card(code, note ? { marks: ["is-bad"], note } : {});

const verdictTask = (task) =>
  el(
    "div",
    { class: "verdict-task" },
    el("span", { class: "card" }, cardPicture(task)),
    el("div", { class: "stack" }, el("p", { class: "moment-title" }, cardName(task)), el("p", { class: "soft" }, cardText(task))),
  );

const reasonLine = (reason, i) =>
  el("li", {}, el("span", { class: "reason-number", "aria-hidden": "true" }, reason.cards?.length ? String(i + 1) : "•"), el("span", {}, words(reason.text)));

/** Card -> the numbers and sentences of the reasons that name it. */
function notesOf(reasons) {
  const notes = new Map();
  reasons.forEach((reason, i) => {
    for (const code of reason.cards ?? []) {
      const old = notes.get(code);
      const text = words(reason.text);
      notes.set(code, { badge: old ? `${old.badge} ${i + 1}` : String(i + 1), text: old ? `${old.text} ${text}` : text });
    }
  });
  return notes;
}

/** Faces as copies, in the order in which the Pi counts them. */
function copiesIn(hand) {
  const taken = new Map();
  return hand.map((code) => {
    const face = faceOf(code);
    taken.set(face, (taken.get(face) ?? 0) + 1);
    return code.includes("-") ? code : `${face}-${taken.get(face)}`;
  });
}

const SIGNS = { yes: "✓", no: "✗", depends: "?" };
