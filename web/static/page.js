/** A page of a game's own: the module that the page names fills it. */

import { byId } from "./dom.js";
import { begin, drawn } from "./shell.js";
import { fetchView } from "./wire.js";

async function start() {
  await begin();
  fetchView().catch(() => undefined); // what every page says, this one says, too
  const place = byId("page");
  const { show } = await import(place.dataset.module ?? "");
  await show(place);
  drawn();
}

start();
