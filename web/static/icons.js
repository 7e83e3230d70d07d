/** Drawings: lines for buttons, and everybody's own shape. */

import { svg } from "./dom.js";

/** @import { Seat } from "../types/wire.d.ts" */

/** @typedef {keyof typeof LINES} Icon */

const LINES = {
  check: "M4.5 12.5 L10 18 L20 6.5",
  close: "M5 5 L19 19 M19 5 L5 19",
  sound: "M4 9 H8 L13 4.5 V19.5 L8 15 H4 Z M16 8.5 C17.8 10.5 17.8 13.5 16 15.5 M18.5 6 C21.8 9.5 21.8 14.5 18.5 18",
  mute: "M4 9 H8 L13 4.5 V19.5 L8 15 H4 Z M16 9 L21.5 15 M21.5 9 L16 15",
  menu: "M4 6.5 H20 M4 12 H20 M4 17.5 H20",
  camera: "M4 8 H8 L9.5 5.5 H14.5 L16 8 H20 V18.5 H4 Z M12 16.4 A3.4 3.4 0 1 0 12 9.6 A3.4 3.4 0 1 0 12 16.4 Z",
  history: "M12 7.5 V12 L15 14 M4.6 13.5 A7.6 7.6 0 1 0 6.2 7 M6.2 3.5 V7 H9.8",
  move: "M4 8.5 H18 M14.5 5 L18 8.5 L14.5 12 M20 15.5 H6 M9.5 12 L6 15.5 L9.5 19",
  undo: "M5 9.5 H14.5 A5 5 0 0 1 14.5 19.5 H9 M9 5.5 L5 9.5 L9 13.5",
  redo: "M19 9.5 H9.5 A5 5 0 0 0 9.5 19.5 H15 M15 5.5 L19 9.5 L15 13.5",
  warn: "M12 4 L21 19.5 H3 Z M12 10 V14 M12 16.6 V17.2",
  ask: "M8.6 8.8 A3.5 3.5 0 1 1 13.6 12 C12.4 12.6 12 13.2 12 14.6 M12 18 V18.6",
  pause: "M8 5 V19 M16 5 V19",
  play: "M7 4.5 L19 12 L7 19.5 Z",
  turn: "M5 12 H18 M12.5 6 L18.5 12 L12.5 18",
  focus:
    "M4 8.5 V4 H8.5 M15.5 4 H20 V8.5 M20 15.5 V20 H15.5 M8.5 20 H4 V15.5 " +
    "M12 15.4 A3.4 3.4 0 1 0 12 8.6 A3.4 3.4 0 1 0 12 15.4 Z",
  lock: "M6 11 H18 V20 H6 Z M8.5 11 V8 A3.5 3.5 0 0 1 15.5 8 V11",
  share: "M12 15 V4 M8 7.5 L12 3.5 L16 7.5 M5 12 V20 H19 V12",
};

/**
 * A line drawing; the button's own text or label says what it means.
 * @param {Icon} name
 */
export const iconOf = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "line-icon", "aria-hidden": "true" }, svg("path", { d: LINES[name] }));

/**
 * Everybody's own shape, in a colour of its own: nobody is told by colour alone.
 * @type {((x: number, y: number) => SVGElement)[]}
 */
const MARKS = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 4.5 }),
  (x, y) => svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8 }),
  (x, y) => svg("polygon", { points: `${x},${y - 5.5} ${x + 5},${y + 4} ${x - 5},${y + 4}` }),
  (x, y) => svg("polygon", { points: `${x},${y - 6} ${x + 6},${y} ${x},${y + 6} ${x - 6},${y}` }),
  (x, y) => svg("path", { d: `M${x - 5} ${y} H${x + 5} M${x} ${y - 5} V${y + 5}`, "stroke-width": 3 }),
  (x, y) =>
    svg("path", {
      d: `M${x - 4} ${y - 4} L${x + 4} ${y + 4} M${x + 4} ${y - 4} L${x - 4} ${y + 4}`,
      "stroke-width": 3,
    }),
];

/**
 * A seat's mark on a drawing.
 * @param {Seat} seat
 * @param {number} x
 * @param {number} y
 */
export const markAt = (seat, x, y) => MARKS[seat % MARKS.length](x, y);

/**
 * A seat's mark beside a name.
 * @param {Seat} seat
 */
export const seatMark = (seat) =>
  svg("svg", { class: `seat-mark seat-${seat}`, viewBox: "-6 -6 12 12", "aria-hidden": "true" }, markAt(seat, 0, 0));
