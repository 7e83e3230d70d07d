/** Everybody's own shape, in a colour of its own: nobody is told by colour alone. */

import { svg } from "./dom.js";

const MARKS = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 4.5 }),
  (x, y) => svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8 }),
  (x, y) => svg("polygon", { points: `${x},${y - 5.5} ${x + 5},${y + 4} ${x - 5},${y + 4}` }),
  (x, y) => svg("polygon", { points: `${x},${y - 6} ${x + 6},${y} ${x},${y + 6} ${x - 6},${y}` }),
  (x, y) => svg("path", { d: `M${x - 5} ${y} H${x + 5} M${x} ${y - 5} V${y + 5}`, "stroke-width": 3 }),
  (x, y) => svg("path", { d: `M${x - 4} ${y - 4} L${x + 4} ${y + 4} M${x + 4} ${y - 4} L${x - 4} ${y + 4}`, "stroke-width": 3 }),
];

/** A seat's mark on a drawing. */
export const markAt = (seat, x, y) => MARKS[seat % MARKS.length](x, y);

/** A seat's mark beside a name. */
export const seatMark = (seat) => svg("svg", { class: `seat-mark seat-${seat}`, viewBox: "-6 -6 12 12", "aria-hidden": "true" }, markAt(seat, 0, 0));
