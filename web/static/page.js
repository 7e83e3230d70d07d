/** A page of a game's own: the module that the page names fills it. */

import { byId } from "./dom.js";
import { moduleOf, unshown } from "./games.js";
import { begin, drawn } from "./shell.js";
import { fetchView } from "./wire.js";

async function start() {
  await begin();
  fetchView().catch(() => undefined); // what every page says, this one says, too
  const place = byId("page");
  const module = await moduleOf(place.dataset.module ?? "");
  if (module) await module.show(place);
  else place.replaceChildren(unshown());
  drawn();
}

start();
