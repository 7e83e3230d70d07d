/** A game step by step: the table as it stood, and what was said of it. */

import { textOf } from "./board.js";
import { button, buttonRow, el, refill, toggles, withNames } from "./dom.js";
import { game } from "./games.js";
import { tell } from "./shell.js";
import { t, words } from "./words.js";

/** @import { View } from "../types/wire.d.ts" */
/** @import { Child, WholeEntry } from "../types/pages.d.ts" */

const PACES = [3_200, 1_600, 700]; // ms a step is shown
const KEYS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/**
 * The steps that show something: who did what, and the table after it.
 * @param {WholeEntry[]} entries
 */
export const stepsOf = (entries) =>
  entries.filter(({ announcements = [], dropped }) => !dropped && announcements.some(({ kind }) => kind !== "set-up"));

/**
 * Everything that was said of a step, with the names of people set apart.
 * @param {WholeEntry} of
 * @param {View} view
 * @returns {Child[]}
 */
export const saidOf = ({ announcements }, view) =>
  announcements.map(({ text }) => [
    withNames(
      words(text),
      view.players.map(({ name }) => name),
    ),
    " ",
  ]);

/**
 * Draw the table of a step into a place of the page.
 * @param {HTMLElement} place
 * @param {WholeEntry} of
 * @param {View} view
 */
export function drawStep(place, { after }, view) {
  game.draw(place, { ...view, ...after, covered: [], questions: [], troubles: [] }, null);
}

/** @type {number | null} */
let step = null; // the entry that is shown; null: none was asked for
let led = false; // whether the address has led to it
let pace = 1;
let playing = 0; // the timer that goes from step to step
let show = () => {};

/** Draw the step again that is shown, in a page that was drawn anew. */
export const drawReplay = () => show();

/**
 * Let the address lead to a step; Safari refuses where a finger on the slider asks for it more than a hundred times in
 * half a minute.
 * @param {number} seq
 */
function leadTo(seq) {
  try {
    history.replaceState(null, "", `#${seq}`);
  } catch {
    // the next step gets there
  }
}

/** Whether the slider is being moved, which says itself where it is. */
const sliding = () => document.activeElement instanceof HTMLInputElement;

/**
 * The part of the page that plays the steps; the address leads to the one that is shown.
 * @param {WholeEntry[]} entries
 * @param {View} view
 */
export function replaySection(entries, view) {
  const all = stepsOf(entries);
  if (!all.length) return null;
  const asked = Number(location.hash.slice(1));
  step ??= all.find(({ seq }) => seq === asked)?.seq ?? null;
  const body = el("div", { class: "stack", id: "replay-table", onkeydown: (event) => keyed(event) });
  const place = el("div", { id: "game", class: "game" });
  const details = el(
    "details",
    { class: "more", id: "replay", open: step !== null },
    el("summary", { data: { focus: "replay" } }, t("history.replay")),
    body,
  );
  const at = () =>
    Math.max(
      0,
      all.findIndex(({ seq }) => seq === step),
    );
  const stop = () => {
    clearInterval(playing);
    playing = 0;
  };
  /** @param {number} to */
  const go = (to) => {
    step = all[Math.max(0, Math.min(all.length - 1, to))].seq;
    leadTo(step);
    show();
    if (!sliding()) tell(textOf(saidOf(all[at()], view)));
  };
  const onward = () => (at() === all.length - 1 ? (stop(), show()) : go(at() + 1));
  const begin = () => (playing = setInterval(onward, PACES[pace]));
  const play = () => {
    if (playing) stop();
    else {
      if (at() === all.length - 1) step = all[0].seq;
      begin();
    }
    show();
  };
  /** @param {number} to */
  const faster = (to) => {
    pace = to;
    if (playing) {
      stop();
      begin();
    }
    show();
  };
  /** @param {KeyboardEvent} event */
  const keyed = (event) => {
    const by = KEYS.get(event.key);
    if (!by || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    go(at() + by);
  };
  show = () => {
    if (!details.open) return;
    refill(
      body,
      el("p", { class: "replay-said" }, saidOf(all[at()], view)),
      el(
        "div",
        { class: "replay-place" },
        el("input", {
          type: "range",
          min: 0,
          max: all.length - 1,
          value: at(),
          "aria-label": t("history.replay"),
          "aria-valuetext": `${at() + 1}: ${textOf(saidOf(all[at()], view))}`,
          data: { focus: "replay-at" },
          oninput: (event) => go(Number(event.target.value)),
        }),
        el("span", { class: "soft" }, t("history.replay.step", { n: at() + 1, of: all.length })),
      ),
      buttonRow(
        control("back", () => go(at() - 1)),
        control(playing ? "stop" : "play", play, "play"),
        control("next", () => go(at() + 1)),
      ),
      toggles(
        PACES.map((_, i) => ({
          focus: `replay-pace-${i}`,
          text: t(`history.replay.pace.${i}`),
          on: i === pace,
          act: () => faster(i),
        })),
        { label: t("history.replay.pace") },
      ),
      place,
    );
    drawStep(place, all[at()], view);
  };
  if (playing) {
    stop();
    begin();
  }
  // What a game draws looks for its places in the page.
  details.addEventListener("toggle", () => {
    if (!details.open) stop();
    show();
    if (!led && step === asked) details.scrollIntoView();
    led = true;
  });
  return details;
}

/**
 * @param {string} name
 * @param {() => void} act
 */
const control = (name, act, focus = name) =>
  button({ data: { focus: `replay-${focus}` }, onclick: act }, t(`history.replay.${name}`));
