/** Telling other programs: the broker, and whether it takes a message. */

import { button, el } from "./dom.js";
import { changedIn, settingsForm } from "./housekeeping.js";
import { get, post } from "./wire.js";
import { t, words } from "./words.js";

/** @import { Said, Setting } from "../types/wire.d.ts" */
/** @import { TabTools } from "../types/pages.d.ts" */

const LOOKS = { connected: "good", refused: "bad", away: "", connecting: "calm", off: "calm" };
const REST = 2_000; // ms between two looks at how it stands with the broker

/**
 * @param {HTMLElement} place
 * @param {TabTools} of
 */
export function programsTab(place, { settings, change, onLeave }) {
  const all = settings().filter(({ group }) => group === "programs");
  const standing = el("p", { class: "notice calm", id: "reach", role: "status" });
  const came = el("p", { class: "notice calm", id: "trial", role: "status", hidden: true });
  /** @type {HTMLButtonElement} */
  const test = button({ id: "test", onclick: () => tryOut(came, test, changedIn(form, all)) }, t("host.programs.test"));
  const form = settingsForm("programs", t("host.programs"), all, change, [standing, came, test]);
  form.querySelector("h2")?.after(el("p", { class: "soft" }, t("host.programs.why")));
  place.replaceChildren(form);
  let left = false;
  const look = async () => {
    const { ok, data } = await get("/api/broker");
    if (left) return;
    if (ok) say(standing, data.text, LOOKS[data.reach]);
    setTimeout(() => left || look(), REST);
  };
  onLeave(() => {
    left = true;
  });
  look();
}

/**
 * @param {HTMLElement} came
 * @param {HTMLButtonElement} test
 * @param {Record<string, Setting["value"]>} given
 */
async function tryOut(came, test, given) {
  test.disabled = true;
  say(came, t("host.programs.testing"), "calm");
  const { ok, status, data } = await post("/api/broker/trial", { settings: given });
  say(came, status === 0 ? t("page.line.down") : data.text, ok ? "good" : "bad");
  test.disabled = false;
}

/**
 * @param {HTMLElement} place
 * @param {Said} text
 * @param {string} look
 */
function say(place, text, look) {
  place.hidden = false;
  place.className = `notice ${look}`;
  if (place.textContent !== words(text)) place.textContent = words(text);
}
