/** The signs of the kinds of cards. */

import { svg } from "/static/dom.js";

const SIGNS = {
  "at-once": "M14 1 L4 13.5 H11 L9 23 L20 9.5 H12.5 Z",
  keep: "M7.6 22 C5.5 19.2 3.8 15.8 2.6 12.6 C2.1 11.2 4 10.4 4.8 11.7 L6.6 14.6 V4.6 C6.6 2.9 9 2.9 9 4.6 V11 H9.6 V2.7 C9.6 1 12.1 1 12.1 2.7 V11 H12.7 V3.5 C12.7 1.9 15.1 1.9 15.1 3.5 V11.4 H15.7 V6 C15.7 4.4 18 4.4 18 6 V14.5 C18 18 17 20 15.8 22 Z",
  task: "M4.3 0.5 H6.8 V23.5 H4.3 Z M6.8 1 L22 6.9 L6.8 13 Z",
  star: "M12 1.5 L15 8.4 L22.5 9.1 L16.8 14.1 L18.5 21.5 L12 17.6 L5.5 21.5 L7.2 14.1 L1.5 9.1 L9 8.4 Z",
  mac: "M4 20 V5 L12 13 L20 5 V20 H16.5 V12.5 L12 17 L7.5 12.5 V20 Z",
};

/** The sign of a kind of card as a path, 24 by 24: bolt for at once, hand for keep, flag for a task, star for one that is won. */
export const signPath = (kind) => svg("path", { d: SIGNS[kind] });

/** A kind's sign on its own; null for kinds that have none. */
export const signOf = (kind) =>
  kind in SIGNS ? svg("svg", { viewBox: "0 0 24 24", class: `sign sign-${kind}`, "aria-hidden": "true" }, signPath(kind)) : null;
