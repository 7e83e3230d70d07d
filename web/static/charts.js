/** Charts of a game, drawn as SVG: lines with a mark and a dash of their own, bars with their number. */

import { el, nameOf, svg } from "./dom.js";
import { markAt } from "./icons.js";
import { t } from "./words.js";

/** @import { Seat } from "../types/wire.d.ts" */

/** @typedef {{ name: string, values: (number | null)[] }} Series A line: whose, and its values by step. */
/** @typedef {{ at: number, round: number }} RoundStart */
/** @typedef {{ width: number, height: number, right: number, letters: number }} Paper */
/**
 * @typedef {object} Scale Where steps and values lie on the paper.
 * @property {number} most
 * @property {number} least
 * @property {(i: number) => number} x
 * @property {(value: number) => number} y
 */

const WIDE = { width: 760, height: 300, right: 150, letters: 11 };
const NARROW = { width: 390, height: 300, right: 96, letters: 7 };
const LEFT = 30;
const TOP = 14;
const BOTTOM = 30;
const LABEL = 20; // px between the names at the ends of lines
const ROWS = 12; // of the table, where no rounds are told apart
const ROOM = 70; // px that the name of a round needs

/**
 * Lines over steps: `series` is `{name, values}` a player (null where unknown), `rounds` say at which
 * step each began, `step` what a round is called, `title` says what is drawn; nothing where nothing is known yet.
 * @param {string} title
 * @param {Series[]} series
 * @param {{ rounds: RoundStart[], step: (round: number) => string }} of
 */
export function lines(title, series, { rounds = [], step }) {
  if (!series.some(({ values }) => values.some((value) => value !== null))) return null;
  const paper = innerWidth < 640 ? NARROW : WIDE;
  const scale = scales(series, paper);
  return el(
    "figure",
    { class: "chart" },
    el("figcaption", {}, title),
    svg(
      "svg",
      { viewBox: `0 0 ${paper.width} ${paper.height}`, role: "img", "aria-label": title },
      grid(scale, paper),
      roundLines(rounds, step, scale, paper),
      series.map(({ values }, seat) => line(values, seat, scale)),
      endLabels(series, scale, paper),
    ),
    figures(title, series, rounds, step),
  );
}

/**
 * The same as a table: everybody's value where each round ended, or at so many steps that lie evenly.
 * @param {string} title
 * @param {Series[]} series
 * @param {RoundStart[]} rounds
 * @param {(round: number) => string} step
 */
function figures(title, series, rounds, step) {
  const steps = Math.max(...series.map(({ values }) => values.length));
  const ends = rounds.map(({ round }, i) => ({ called: step(round), at: (rounds[i + 1]?.at ?? steps) - 1 }));
  const every = Math.max(1, Math.ceil(steps / ROWS));
  const even = Array.from({ length: Math.ceil(steps / every) }, (_, i) => Math.min(steps, (i + 1) * every));
  const shown = ends.length ? ends : even.map((n) => ({ called: step(n), at: n - 1 }));
  return el(
    "details",
    { class: "more figures-table" },
    el("summary", {}, t("history.table")),
    el(
      "table",
      { class: "values" },
      el("caption", { class: "unseen" }, title),
      el(
        "tr",
        {},
        el("td"),
        series.map(({ name }) => el("th", { scope: "col" }, nameOf(name))),
      ),
      shown.map(({ called, at }) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, called),
          series.map(({ values }) => el("td", {}, values[at] ?? "–")),
        ),
      ),
    ),
  );
}

/**
 * Where steps and values lie on the paper.
 * @param {Series[]} series
 * @param {Paper} of
 * @returns {Scale}
 */
function scales(series, { width, height, right }) {
  const steps = Math.max(2, ...series.map(({ values }) => values.length));
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const most = Math.max(1, ...known);
  const least = Math.min(0, ...known);
  return {
    most,
    least,
    x: (i) => LEFT + (i / (steps - 1)) * (width - LEFT - right),
    y: (value) => height - BOTTOM - ((value - least) / (most - least)) * (height - TOP - BOTTOM),
  };
}

/**
 * @param {Scale} of
 * @param {Paper} with
 */
function grid({ most, least, y }, { width, right }) {
  const every = most - least > 60 ? 20 : most - least > 12 ? 5 : most - least > 5 ? 2 : 1;
  const first = Math.ceil(least / every);
  const marks = Array.from({ length: Math.floor(most / every) - first + 1 }, (_, i) => (first + i) * every);
  return marks.map((value) => [
    svg("line", { class: "grid", x1: LEFT, x2: width - right, y1: y(value), y2: y(value) }),
    svg("text", { class: "axis", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
  ]);
}

/**
 * A line where a round began; its name where there is room.
 * @param {RoundStart[]} rounds
 * @param {(round: number) => string} step
 * @param {Scale} of
 * @param {Paper} with
 */
function roundLines(rounds, step, { x }, { height }) {
  let free = -Infinity;
  return rounds.map(({ at, round }) => {
    const named = x(at) >= free;
    if (named) free = x(at) + ROOM;
    return [
      svg("line", { class: "round-line", x1: x(at), x2: x(at), y1: TOP, y2: height - BOTTOM }),
      named ? svg("text", { class: "axis", x: x(at) + 4, y: height - 10 }, step(round)) : null,
    ];
  });
}

/**
 * @param {(number | null)[]} values
 * @param {Seat} seat
 * @param {Scale} of
 */
function line(values, seat, { x, y }) {
  const points = values.flatMap((value, i) => (value === null ? [] : [[x(i), y(value)]]));
  const every = Math.max(1, Math.round(points.length / 10));
  return svg(
    "g",
    { class: `seat seat-${seat}` },
    svg("polyline", { points: points.map((point) => point.join()).join(" ") }),
    points.filter((_, i) => i % every === 0 || i === points.length - 1).map(([px, py]) => markAt(seat, px, py)),
  );
}

/**
 * Names at the ends of the lines, pushed apart where they would cover each other.
 * @param {Series[]} series
 * @param {Scale} of
 * @param {Paper} with
 */
function endLabels(series, { x, y }, { height, letters }) {
  const ends = series
    .flatMap(({ name, values }, seat) => {
      const value = values.at(-1) ?? null;
      return value === null ? [] : [{ name, seat, at: values.length - 1, py: y(value) }];
    })
    .sort((a, b) => a.py - b.py);
  ends.forEach((end, i) => {
    if (i) end.py = Math.max(end.py, ends[i - 1].py + LABEL);
  });
  let lowest = height - BOTTOM;
  for (const end of [...ends].reverse()) {
    end.py = Math.min(end.py, lowest);
    lowest = end.py - LABEL;
  }
  return ends.map(({ name, seat, at, py }) =>
    svg(
      "g",
      { class: `seat seat-${seat}` },
      markAt(seat, x(at) + 14, py),
      svg("text", { class: "end", x: x(at) + 24, y: py + 5 }, short(name, letters)),
    ),
  );
}

/**
 * @param {string} name
 * @param {number} letters
 */
const short = (name, letters) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);

/**
 * A bar for everybody, with its number.
 * @param {string} title
 * @param {{ name: string, value: number }[]} values
 */
export function bars(title, values) {
  const most = Math.max(1, ...values.map(({ value }) => value));
  return el(
    "figure",
    { class: "chart" },
    el("figcaption", {}, title),
    el(
      "ul",
      { class: "bars" },
      values.map(({ name, value }, seat) =>
        el(
          "li",
          {},
          el("span", { class: "bar-name" }, nameOf(name)),
          svg(
            "svg",
            {
              class: `bar-track seat-${seat}`,
              viewBox: "0 0 100 10",
              preserveAspectRatio: "none",
              "aria-hidden": "true",
            },
            svg("rect", { class: "bar-fill", width: Math.max(0.6, (value / most) * 100), height: 10, rx: 1 }),
          ),
          el("strong", {}, String(value)),
        ),
      ),
    ),
  );
}
