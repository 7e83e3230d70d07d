/** A verdict on a hand, each reason on the very cards it is about. */

import { card, cardPicture } from "./cards.js";
import { cardName, cardText, faceOf } from "./deck.js";
import { el } from "/static/dom.js";
import { t, words } from "/static/words.js";

/** @import { Code, Face, Reason, VerdictTold } from "../types.d.ts" */
/** @import { Note } from "./cards.js" */

const SIGNS = { yes: "✓", no: "✗", depends: "?" };

/**
 * A verdict with its reasons, each marked by its number on the very cards it is about.
 * `brief`, where murphy card and hand are in sight anyway: without the former, and the reasons before the latter.
 * @param {VerdictTold & { hand?: Code[] }} of
 */
export function verdictOf({ verdict, task, hand = [], reasons = [] }, { brief = false } = {}) {
  const notes = notesOf(reasons);
  const codes = copiesIn(hand);
  const why = reasons.length ? el("ol", { class: "reasons" }, reasons.map(reasonLine)) : null;
  return el(
    "div",
    { class: `verdict verdict-${verdict}`, data: { verdict } },
    el(
      "p",
      { class: "verdict-word" },
      el("span", { class: "verdict-sign", "aria-hidden": "true" }, SIGNS[verdict]),
      t(`verdict.${verdict}`),
    ),
    task && !brief ? verdictTask(task) : null,
    brief ? why : null,
    brief && !notes.size
      ? null
      : el(
          "div",
          { class: "cards verdict-hand" },
          codes.map((code, i) => marked(code, notes.get(code) ?? notes.get(hand[i]) ?? notes.get(faceOf(code)))),
        ),
    brief ? null : why,
  );
}

/**
 * @param {Code} code
 * @param {Note | undefined} note
 */
const marked = (code, note) => card(code, note ? { marks: ["is-bad"], note } : {});

/** @param {Face} task */
const verdictTask = (task) =>
  el(
    "div",
    { class: "verdict-task" },
    el("span", { class: "card" }, cardPicture(task)),
    el(
      "div",
      { class: "stack" },
      el("p", { class: "moment-title" }, cardName(task)),
      el("p", { class: "soft" }, cardText(task)),
    ),
  );

/**
 * @param {Reason} reason
 * @param {number} i
 */
const reasonLine = (reason, i) =>
  el(
    "li",
    {},
    el("span", { class: "reason-number", "aria-hidden": "true" }, reason.cards?.length ? String(i + 1) : "•"),
    el("span", {}, words(reason.text)),
  );

/**
 * Card -> the numbers and sentences of the reasons that name it.
 * @param {Reason[]} reasons
 */
function notesOf(reasons) {
  const notes = new Map();
  reasons.forEach((reason, i) => {
    for (const code of new Set(reason.cards)) {
      const old = notes.get(code);
      const text = words(reason.text);
      notes.set(code, {
        badge: old ? `${old.badge} ${i + 1}` : String(i + 1),
        text: old ? `${old.text} ${text}` : text,
      });
    }
  });
  return notes;
}

/**
 * Faces as copies, in the order in which the Pi counts them.
 * @param {Code[]} hand
 */
function copiesIn(hand) {
  const taken = new Map();
  return hand.map((code) => {
    const face = faceOf(code);
    taken.set(face, (taken.get(face) ?? 0) + 1);
    return code.includes("-") ? code : `${face}-${taken.get(face)}`;
  });
}
