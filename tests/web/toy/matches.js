/** A page of the toy game's own. */

import { el } from "/static/dom.js";
import { get } from "/static/wire.js";

export async function show(place) {
  const { data } = await get("/api/matches");
  place.append(el("output", { id: "matches" }, String(data.least)));
}
