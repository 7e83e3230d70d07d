/** Where the PIN is asked that makes a phone the host's. */

import { byId, found } from "./dom.js";
import { signIn } from "./pin_form.js";
import { begin, drawn, firstView, tell } from "./shell.js";
import { pause, post } from "./wire.js";
import { refusal, t } from "./words.js";

const LOOK = 2_000; // ms between two looks at whether the button was held, or Murphy is there

async function start() {
  await begin();
  byId("pin").addEventListener("submit", enter);
  await firstView(LOOK);
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
    await pause(LOOK);
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
  if (await signIn(byId("pin-field", HTMLInputElement), byId("pin-said"))) location.reload();
}

start();
