/** The toy game on the pages: a row of matches, a button that takes one. */

import { byId, el, fill, found } from "/static/dom.js";
import { decide } from "/static/wire.js";

export function draw(place, view) {
  if (!found("heap")) place.append(el("section", { id: "heap", class: "heap" }));
  fill(byId("heap"), [view.left], () => el("output", {}, String(view.left)));
}

export const bar = () => [
  { id: "take", text: "page.done", look: "main", open: () => decide("/api/moves", { move: { take: 1 } }) },
];

export const says = {
  done: () => ({ do: "turn-done" }),
  give: (player) => ({ event: "turn-given", player }),
};

export const corrections = async () => (place) => place.replaceChildren(el("p", {}, "?"));
export const setUp = "page.set-up.by-hand";

export const moments = async () => (await import("./moments.js")).moments;
