/** Teaching a board: its places are tapped on the picture of the mat, once and in order; a board's file comes of it. */

import { colourName } from "./board.js";
import { LONGEST_RUN, asked, boardFile, lying, ringOf, tapAt } from "./taught.js";
import { button, el, refill, svg } from "/static/dom.js";
import { mainButton } from "/static/forms.js";
import { sheet } from "/static/shell.js";
import { t } from "/static/words.js";

/** @import { XY } from "/types/pages.d.ts" */
/** @import { Next, Placed, Tap } from "./taught.js" */

const MAT = "/host/mat.jpg"; // the mat from edge to edge
const LONGEST_NAME = 40;

/** @typedef {(file: string, name: string) => Promise<boolean>} Keep */
/**
 * @typedef {object} Teaching
 * @property {boolean} camera Whether one sees the mat.
 * @property {boolean} measured Whether the picture is the mat from edge to edge.
 * @property {Tap[]} taps
 * @property {[number, number]} size Of the picture, px.
 * @property {boolean} there Whether there is one.
 * @property {string} name
 */

/**
 * The sheet; `mat` is its size in mm, `keep(file, name)` keeps what was taught, and tells whether it did; `camera`:
 * whether one sees the mat.
 * @param {[number, number]} mat
 * @param {Keep} keep
 * @param {boolean} camera
 */
export function teachSheet(mat, keep, camera) {
  /** @type {Teaching} */
  const state = { camera, measured: true, taps: [], size: [1, 1], there: camera, name: "" };
  /** @type {Keep} */
  const keeps = async (file, name) => {
    const kept = await keep(file, name);
    if (kept) open.close();
    return kept;
  };
  const open = sheet(t("lauf.page.teach"), () => body(state, keeps, mat), { name: "teach" });
}

/**
 * Built once, so that the picture stays where it was scrolled to; a tap changes what is asked, drawn and offered.
 * @param {Teaching} state
 * @param {Keep} keep
 * @param {[number, number]} mat
 */
function body(state, keep, mat) {
  const asks = el("p", { id: "teach-asks", role: "status" });
  const marks = svg("svg", { class: "board", "aria-hidden": "true" });
  /** @type {HTMLImageElement} */
  const image = el("img", {
    id: "teach-picture",
    alt: t("lauf.page.board"),
    onload: () => ((state.size = [image.naturalWidth, image.naturalHeight]), looked(true)),
    onerror: () => looked(false),
  });
  const view = el(
    "div",
    { class: "teaching", onclick: (event) => (tapped(state, event, image), show()) },
    image,
    marks,
  );
  const [choices, foot] = [el("div", { class: "choices" }), el("div")];
  /**
   * @param {string} source
   * @param {boolean} measured
   */
  const look = (source, measured) => {
    // Another picture lies otherwise; what is measured is not.
    if (!measured || !state.measured) state.taps = [];
    state.measured = measured;
    image.src = source;
  };
  /** @param {boolean} there */
  const looked = (there) => {
    state.there = there;
    show();
  };
  const show = () => {
    const next = asked(state.taps);
    asks.textContent = !state.there
      ? t(state.camera ? "lauf.teach.no-mat" : "lauf.teach.no-camera")
      : next
        ? t(`lauf.teach.${next.kind}`, { colour: next.colour ? colourName(next.colour) : "" })
        : t("lauf.teach.all");
    view.hidden = !state.there;
    marks.setAttribute("viewBox", `0 0 ${state.size.join(" ")}`);
    marks.replaceChildren(...dots(state));
    refill(choices, buttons(state, next, { show, look, view }));
    if (!foot.childElementCount !== Boolean(next)) foot.replaceChildren(...(next ? [] : [finished(state, keep, mat)]));
  };
  if (state.camera) look(`${MAT}?${Date.now()}`, true);
  show();
  return [asks, el("div", { class: "teaching-view" }, view), choices, foot];
}

/**
 * @param {Teaching} state
 * @param {Next | null} next
 * @param {{ show: () => void, look: (source: string, measured: boolean) => void, view: HTMLElement }} of
 */
function buttons(state, next, { show, look, view }) {
  /** @param {() => unknown} act */
  const change = (act) => () => (act(), show());
  const ring = next?.kind === "lower" || next?.kind === "middle" ? ringOf(state.taps, next.kind) : null;
  /** @param {{ target: HTMLInputElement }} event */
  const photo = (event) => {
    const file = event.target.files?.[0];
    if (file) look(URL.createObjectURL(file), false);
  };
  return [
    ring && state.there
      ? button(
          {
            id: "ring-whole",
            disabled: ring.length <= LONGEST_RUN,
            onclick: change(() => state.taps.push({ kind: "whole" })),
          },
          t("lauf.page.teach-whole", { count: ring.length }),
        )
      : null,
    button(
      { id: "teach-undo", disabled: !state.taps.length, onclick: change(() => state.taps.pop()) },
      t("lauf.page.teach-undo"),
    ),
    button(
      {
        id: "teach-large",
        "aria-pressed": String(view.classList.contains("is-large")),
        onclick: change(() => view.classList.toggle("is-large")),
      },
      t("lauf.page.teach-large"),
    ),
    state.camera &&
      button({ id: "teach-again", onclick: () => look(`${MAT}?${Date.now()}`, true) }, t("lauf.page.teach-again")),
    el(
      "label",
      { class: "button" },
      t("lauf.page.teach-photo"),
      el("input", { type: "file", accept: "image/*", id: "teach-photo", class: "unseen", onchange: photo }),
    ),
  ];
}

/**
 * @param {Teaching} state
 * @param {Keep} keep
 * @param {[number, number]} mat
 */
function finished(state, keep, mat) {
  const done = mainButton("teach-keep", t("page.keep"), () => keep(boardFile(state, mat), state.name), !state.name);
  /** @param {{ target: HTMLInputElement }} event */
  const named = (event) => {
    state.name = event.target.value.trim();
    done.disabled = !state.name;
  };
  return el(
    "div",
    { class: "sheet-foot stack" },
    el(
      "label",
      {},
      t("lauf.page.board-name"),
      el("input", {
        id: "teach-name",
        value: state.name,
        dir: "auto",
        maxlength: LONGEST_NAME,
        autocomplete: "off",
        oninput: named,
      }),
    ),
    done,
  );
}

/**
 * A tap is kept in px of the picture; a climb field is one of its ring's.
 * @param {Teaching} state
 * @param {MouseEvent} event
 * @param {HTMLElement} image
 */
function tapped(state, event, image) {
  const next = asked(state.taps);
  if (!next || !state.there) return;
  const { left, top, width, height } = image.getBoundingClientRect();
  /** @type {XY} */
  const at = [((event.clientX - left) / width) * state.size[0], ((event.clientY - top) / height) * state.size[1]];
  state.taps.push(...tapAt(state.taps, next, at));
}

/**
 * What was tapped, each with its number in its ring, or its colour's letter.
 * @param {Teaching} of
 */
function dots({ taps, size }) {
  const dot = size[0] / 120;
  const placed = lying(taps);
  /**
   * @param {Placed} of
   * @param {number} i
   */
  const text = ({ kind, colour }, i) =>
    colour ? t(`lauf.letter.${colour}`) : String(placed.slice(0, i).filter((one) => one.kind === kind).length);
  return placed.map((one, i) =>
    svg(
      "g",
      { class: `taught${one.colour ? ` pawn-${one.colour}` : ""}` },
      svg("circle", { cx: one.at[0], cy: one.at[1], r: dot }),
      svg("text", { x: one.at[0], y: one.at[1] + dot / 2, "font-size": dot }, text(one, i)),
    ),
  );
}
