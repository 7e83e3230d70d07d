/** Dice on a plain table: whether a game is played without its mat, and where in the picture dice count. */

import { button, buttonRow, el, refill } from "./dom.js";
import { t } from "./words.js";

/** @import { LiveTold } from "../types/wire.d.ts" */
/** @import { TabTools } from "../types/pages.d.ts" */

/** @typedef {[number, number, number, number]} Place Left, top, right and lower edge, each a share of the picture. */

const LEAST = 0.1; // of the picture, each way
const STEP = 0.02;
const PAUSE = 1000; // ms after the last key before the camera begins anew with the frame
/** @type {Place} */
const WHOLE = [0, 0, 1, 1];
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

/** @param {string} id @param {string} text @param {() => unknown} onclick @param {boolean} [on] */
const choice = (id, text, onclick, on) =>
  button({ id, "aria-pressed": on === undefined ? null : String(on), onclick }, t(text));

/** @param {number} value */
const within = (value) => Math.min(1, Math.max(0, Math.round(value * 1000) / 1000));

/**
 * The panel, the frame over the live picture, and what both are told of every picture.
 * @param {TabTools} tools
 */
export function plainTable({ settings, change }) {
  const panel = el("section", { class: "panel stack", id: "plain-table", hidden: true });
  const shown = el("div", { class: "place", id: "place", tabindex: 0, role: "img", "aria-describedby": "place-how" });
  const frame = el("div", { class: "place-room", hidden: true }, shown);
  /** @type {[number, number] | null} */
  let from = null;
  /** @type {Place} */
  let place = WHOLE;
  let drawing = false; // else a finger on the picture scrolls the page
  let drawn = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waits; // what keys moved and nobody has kept yet

  /** @param {string} key */
  const setting = (key) => settings().find((one) => one.key === key)?.value;
  const plain = () => setting("no_mat") === true;

  /** @param {Place} now */
  const lay = (now) => {
    place = now;
    const [left, top, right, low] = now.map((share) => `${100 * share}%`);
    Object.assign(shown.style, { left, top, width: `calc(${right} - ${left})`, height: `calc(${low} - ${top})` });
    const said = now.map((share) => `${Math.round(100 * share)} %`).join(", ");
    shown.setAttribute("aria-label", `${t("host.live.tray")}: ${said}`);
  };
  const keep = async () => {
    clearTimeout(waits);
    waits = undefined;
    if (!(await change({ tray: place }, false)) && !from && !waits) lay(kept());
  };

  /** @param {PointerEvent} event @returns {[number, number]} */
  const at = ({ clientX, clientY }) => {
    const box = frame.getBoundingClientRect();
    return [within((clientX - box.left) / box.width), within((clientY - box.top) / box.height)];
  };
  frame.addEventListener("pointerdown", (event) => {
    if (!drawing) return;
    from = at(event);
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [x, y] = at(event);
    lay([Math.min(x, from[0]), Math.min(y, from[1]), Math.max(x, from[0]), Math.max(y, from[1])]);
  });
  frame.addEventListener("pointerup", () => {
    if (!from) return;
    from = null;
    draws(false);
    const [left, top, right, low] = place;
    if (right - left < LEAST || low - top < LEAST) return lay(kept());
    keep();
  });
  frame.addEventListener("pointercancel", () => {
    from = null;
    lay(kept());
  });
  shown.addEventListener("keydown", (event) => {
    const [right, down] = ARROWS[event.key] ?? [0, 0];
    if (!right && !down) return;
    event.preventDefault();
    const [x0, y0, x1, y1] = place;
    /** @type {Place} */
    const next = event.shiftKey
      ? [x0, y0, within(x1 + right), within(y1 + down)]
      : [within(x0 + right), within(y0 + down), within(x1 + right), within(y1 + down)];
    const same = (/** @type {number} */ one, /** @type {number} */ other) => Math.abs(one - other) < STEP / 10;
    if (!event.shiftKey && !(same(next[2] - next[0], x1 - x0) && same(next[3] - next[1], y1 - y0))) return;
    if (next[2] - next[0] < LEAST || next[3] - next[1] < LEAST) return;
    lay(next);
    clearTimeout(waits);
    waits = setTimeout(keep, PAUSE);
  });

  /** @param {boolean} now */
  const draws = (now) => {
    drawing = now;
    frame.classList.toggle("drawing", now);
    if (now) frame.scrollIntoView({ block: "center" });
    draw();
  };

  /** @returns {Place} */
  const kept = () => /** @type {Place} */ (setting("tray") ?? WHOLE);

  const draw = () =>
    refill(
      panel,
      el("h2", {}, t("host.live.no_mat")),
      el("p", { class: "soft" }, t("host.live.no_mat.why")),
      choice("set-no_mat", "host.live.no_mat", () => change({ no_mat: !plain() }), plain()),
      plain()
        ? [
            el("h3", {}, t("host.live.tray")),
            el("p", { id: "place-how", class: "soft" }, t("host.live.tray.how")),
            buttonRow(
              choice("place-draw", "host.live.tray.draw", () => draws(!drawing), drawing),
              choice("place-whole", "host.live.tray.whole", () => (lay(WHOLE), keep())),
            ),
          ]
        : null,
    );

  /** @param {LiveTold | null} told */
  const show = (told) => {
    panel.hidden = !(told?.may_be_plain || plain());
    frame.hidden = !told?.plain;
    const now = JSON.stringify([plain(), kept()]);
    if (now === drawn) return;
    drawn = now;
    if (!from && !waits) lay(kept());
    draw();
  };
  return { panel, frame, show };
}
