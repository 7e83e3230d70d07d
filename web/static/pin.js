/** Where the PIN is asked that makes a phone the host's. */

import { byId, found } from "./dom.js";
import { begin, connected, drawn, tell } from "./shell.js";
import { fetchView, post } from "./wire.js";
import { refusal, t } from "./words.js";

const LOOK = 2_000; // ms between two looks at whether the button was held, or Murphy is there

async function start() {
  await begin();
  byId("pin").addEventListener("submit", enter);
  while (!(await fetchView().catch(() => null))) {
    connected(false);
    await new Promise((done) => setTimeout(done, LOOK));
  }
  connected(true);
  // Enter before that would send the form the browser's own way.
  for (const enters of byId("pin").querySelectorAll("button")) enters.disabled = false;
  const button = found("ask-host", HTMLButtonElement);
  if (button) Object.assign(button, { disabled: false, onclick: () => ask(button) });
  drawn();
}

/**
 * Ask, and look till a button at the table is held or the minute is over.
 * @param {HTMLButtonElement} button
 */
async function ask(button) {
  button.disabled = true;
  let came = await post("/api/pin/button", { ask: true });
  while (came.ok && !came.data.host) {
    say(
      came.data.others ? t("host.at-table.others") : t("host.at-table.waits", { seconds: Math.ceil(came.data.left) }),
    );
    await new Promise((done) => setTimeout(done, LOOK));
    came = await post("/api/pin/button", {});
  }
  if (came.ok) return location.reload();
  button.disabled = false;
  say(refusal(came));
}

/** @param {string} text */
function say(text) {
  const said = byId("asked-said");
  if (said.hidden) tell(text);
  said.hidden = false;
  said.textContent = text;
}

/** @param {SubmitEvent} event */
async function enter(event) {
  event.preventDefault();
  const field = byId("pin-field", HTMLInputElement);
  const came = await post("/api/pin", { pin: field.value.replace(/\s/g, "") });
  if (came.ok) return location.reload();
  const said = byId("pin-said");
  said.textContent = refusal(came);
  said.hidden = false;
  tell(said.textContent, true);
  field.select();
}

start();
