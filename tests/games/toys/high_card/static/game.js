/** High card on the pages: the row, the roll, and a button that rolls. */

import { byId, el, fill, found } from "/static/dom.js";
import { decide } from "/static/wire.js";

const die = () => 1 + Math.floor(Math.random() * 6);

export function draw(place, view) {
  if (!found("row")) place.append(el("p", { id: "rolled" }), el("section", { id: "row" }));
  byId("rolled").textContent = view.rolled ?? "–";
  const row = view.zones.row;
  fill(byId("row"), row, () => row.map((card) => el("output", {}, card)));
}

export const bar = () => [
  { id: "roll", text: "page.done", look: "main", open: () => decide("/api/moves", { move: { roll: die() } }) },
];
