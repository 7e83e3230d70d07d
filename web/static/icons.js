/** Line drawings for buttons, and the signs of the kinds of cards. */

import { svg } from "./dom.js";

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
  warn: "M12 4 L21 19.5 H3 Z M12 10 V14 M12 16.6 V17.2",
  pause: "M8 5 V19 M16 5 V19",
  play: "M7 4.5 L19 12 L7 19.5 Z",
  turn: "M5 12 H18 M12.5 6 L18.5 12 L12.5 18",
  share: "M12 15 V4 M8 7.5 L12 3.5 L16 7.5 M5 12 V20 H19 V12",
};

const SIGNS = {
  "at-once": "M14 1 L4 13.5 H11 L9 23 L20 9.5 H12.5 Z",
  keep: "M7.6 22 C5.5 19.2 3.8 15.8 2.6 12.6 C2.1 11.2 4 10.4 4.8 11.7 L6.6 14.6 V4.6 C6.6 2.9 9 2.9 9 4.6 V11 H9.6 V2.7 C9.6 1 12.1 1 12.1 2.7 V11 H12.7 V3.5 C12.7 1.9 15.1 1.9 15.1 3.5 V11.4 H15.7 V6 C15.7 4.4 18 4.4 18 6 V14.5 C18 18 17 20 15.8 22 Z",
  task: "M12 1.5 L15 8.4 L22.5 9.1 L16.8 14.1 L18.5 21.5 L12 17.6 L5.5 21.5 L7.2 14.1 L1.5 9.1 L9 8.4 Z",
  mac: "M4 20 V5 L12 13 L20 5 V20 H16.5 V12.5 L12 17 L7.5 12.5 V20 Z",
};

/** A line drawing; the button's own text or label says what it means. */
export const iconOf = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "line-icon", "aria-hidden": "true" }, svg("path", { d: LINES[name] }));

/** The sign of a kind of card as a path, 24 by 24: bolt for at once, hand for keep, star for a task. */
export const signPath = (kind) => svg("path", { d: SIGNS[kind] });

/** A kind's sign on its own; null for kinds that have none. */
export const signOf = (kind) =>
  kind in SIGNS ? svg("svg", { viewBox: "0 0 24 24", class: `sign sign-${kind}`, "aria-hidden": "true" }, signPath(kind)) : null;
