/** The toy game on the pages: a row of matches, and buttons that take some of them. */

import { byId, el, fill } from "/static/dom.js";
import { decide } from "/static/wire.js";

export function draw(place, view) {
  if (!byId("heap")) place.append(el("section", { id: "heap", class: "heap" }));
  fill(byId("heap"), [view.left], () => el("output", {}, String(view.left)));
}

export const bar = () => [{ id: "take", text: "page.done", look: "main", open: () => decide("/api/moves", { move: { take: 1 } }) }];
