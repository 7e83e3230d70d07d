/** Where the PIN is asked that makes a phone the host's. */

import { byId } from "./dom.js";
import { begin, connected, drawn, tell } from "./shell.js";
import { fetchView, post } from "./wire.js";
import { t, words } from "./words.js";

async function start() {
  await begin();
  byId("pin").addEventListener("submit", enter);
  try {
    await fetchView();
    // Enter before that would send the form the browser's own way.
    byId("pin").querySelector("button").disabled = false;
    drawn();
  } catch {
    connected(false);
  }
}

async function enter(event) {
  event.preventDefault();
  const field = byId("pin-field");
  const came = await post("/api/pin", { pin: field.value.replace(/\s/g, "") });
  if (came.ok) return location.reload();
  const said = byId("pin-said");
  said.textContent = came.status === 0 ? t("page.line.down") : words(came.data.text) || t("page.refused");
  said.hidden = false;
  tell(said.textContent, true);
  field.select();
}

start();
