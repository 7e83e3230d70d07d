/** Charts of a game, drawn as SVG: lines with a mark and a dash of their own, bars with their number. */

import { el, nameOf, svg } from "./dom.js";

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 34;
const RIGHT = 150;
const TOP = 14;
const BOTTOM = 30;
const LABEL = 20; // px between the names at the ends of lines

/** Marks by seat, so that no line is told by colour alone. */
const MARKS = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 4.5 }),
  (x, y) => svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8 }),
  (x, y) => svg("polygon", { points: `${x},${y - 5.5} ${x + 5},${y + 4} ${x - 5},${y + 4}` }),
  (x, y) => svg("polygon", { points: `${x},${y - 6} ${x + 6},${y} ${x},${y + 6} ${x - 6},${y}` }),
  (x, y) => svg("path", { d: `M${x - 5} ${y} H${x + 5} M${x} ${y - 5} V${y + 5}`, "stroke-width": 3 }),
  (x, y) => svg("path", { d: `M${x - 4} ${y - 4} L${x + 4} ${y + 4} M${x + 4} ${y - 4} L${x - 4} ${y + 4}`, "stroke-width": 3 }),
];

/**
 * Lines over steps: `series` is `{name, values}` a player (null where unknown), `rounds` are the steps
 * at which a round began, `title` says what is drawn.
 */
export function lines(title, series, { rounds = [], step }) {
  const steps = Math.max(2, ...series.map(({ values }) => values.length));
  const most = Math.max(1, ...series.flatMap(({ values }) => values.filter((v) => v !== null)));
  const x = (i) => LEFT + (i / (steps - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  return el(
    "figure",
    { class: "chart" },
    el("figcaption", {}, title),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title },
      grid(most, y),
      rounds.map((at, i) => [
        svg("line", { class: "round-line", x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM }),
        svg("text", { class: "axis", x: x(at) + 4, y: HEIGHT - 10 }, step(i + 1)),
      ]),
      series.map(({ values }, seat) => line(values, seat, x, y)),
      endLabels(series, x, y),
    ),
  );
}

function grid(most, y) {
  const every = most > 12 ? 5 : most > 5 ? 2 : 1;
  const marks = Array.from({ length: Math.floor(most / every) + 1 }, (_, i) => i * every);
  return marks.map((value) => [
    svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
    svg("text", { class: "axis", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
  ]);
}

function line(values, seat, x, y) {
  const points = values.map((value, i) => (value === null ? null : [x(i), y(value)])).filter(Boolean);
  const every = Math.max(1, Math.round(points.length / 10));
  return svg(
    "g",
    { class: `seat seat-${seat}` },
    svg("polyline", { points: points.map((point) => point.join()).join(" ") }),
    points.filter((_, i) => i % every === 0 || i === points.length - 1).map(([px, py]) => MARKS[seat % MARKS.length](px, py)),
  );
}

/** Names at the ends of the lines, pushed apart where they would cover each other. */
function endLabels(series, x, y) {
  const ends = series
    .map(({ name, values }, seat) => ({ name, seat, at: values.length - 1, value: values.at(-1) }))
    .filter(({ value }) => value !== null && value !== undefined)
    .map((end) => ({ ...end, py: y(end.value) }))
    .sort((a, b) => a.py - b.py);
  ends.forEach((end, i) => {
    if (i) end.py = Math.max(end.py, ends[i - 1].py + LABEL);
  });
  const over = Math.max(0, (ends.at(-1)?.py ?? 0) - (HEIGHT - BOTTOM));
  return ends.map(({ name, seat, at, py }) =>
    svg("g", { class: `seat seat-${seat}` }, MARKS[seat % MARKS.length](x(at) + 16, py - over), svg("text", { class: "end", x: x(at) + 26, y: py - over + 5 }, short(name))),
  );
}

const short = (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name);

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
          svg("svg", { class: `bar-track seat-${seat}`, viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { class: "bar-fill", width: Math.max(0.6, (value / most) * 100), height: 10, rx: 1 })),
          el("strong", {}, String(value)),
        ),
      ),
    ),
  );
}
