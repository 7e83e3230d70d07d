/** Charts of a game, drawn as SVG: lines with a mark and a dash of their own, bars with their number. */

import { el, nameOf, svg } from "./dom.js";
import { markAt } from "./icons.js";

const WIDE = { width: 760, height: 300, right: 150, letters: 11 };
const NARROW = { width: 390, height: 300, right: 96, letters: 7 };
const LEFT = 30;
const TOP = 14;
const BOTTOM = 30;
const LABEL = 20; // px between the names at the ends of lines
const ROOM = 70; // px that the name of a round needs

/**
 * Lines over steps: `series` is `{name, values}` a player (null where unknown), `rounds` say at which
 * step each began, `step` what a round is called, `title` says what is drawn; nothing where nothing is known yet.
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
  );
}

/** Where steps and values lie on the paper. */
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

function grid({ most, least, y }, { width, right }) {
  const every = most - least > 60 ? 20 : most - least > 12 ? 5 : most - least > 5 ? 2 : 1;
  const first = Math.ceil(least / every);
  const marks = Array.from({ length: Math.floor(most / every) - first + 1 }, (_, i) => (first + i) * every);
  return marks.map((value) => [
    svg("line", { class: "grid", x1: LEFT, x2: width - right, y1: y(value), y2: y(value) }),
    svg("text", { class: "axis", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
  ]);
}

/** A line where a round began; its name where there is room. */
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

function line(values, seat, { x, y }) {
  const points = values.map((value, i) => (value === null ? null : [x(i), y(value)])).filter(Boolean);
  const every = Math.max(1, Math.round(points.length / 10));
  return svg(
    "g",
    { class: `seat seat-${seat}` },
    svg("polyline", { points: points.map((point) => point.join()).join(" ") }),
    points.filter((_, i) => i % every === 0 || i === points.length - 1).map(([px, py]) => markAt(seat, px, py)),
  );
}

/** Names at the ends of the lines, pushed apart where they would cover each other. */
function endLabels(series, { x, y }, { height, letters }) {
  const ends = series
    .map(({ name, values }, seat) => ({ name, seat, at: values.length - 1, value: values.at(-1) }))
    .filter(({ value }) => value !== null && value !== undefined)
    .map((end) => ({ ...end, py: y(end.value) }))
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

const short = (name, letters) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);

/** A bar for everybody, with its number. */
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
