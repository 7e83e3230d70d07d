/** The browser's notification that it is this phone's turn, where there is one: over HTTPS and on the Pi itself. */

import { remember, remembered } from "./dom.js";
import { t } from "./words.js";

const KEY = "murphy-notify";

/** Whether this browser has notifications for this page; Android's have none for a page alone, and say so. */
export const possible = () => isSecureContext && "Notification" in window;

/** Whether whoever holds this phone wants them, and the browser lets them through. */
export const wanted = () => possible() && Notification.permission === "granted" && remembered(KEY) === "on";

/**
 * Switch them on, as the browser asks for it in a tap, or off; whether they are on then. The first one says so.
 * @param {boolean} on
 */
export async function want(on) {
  try {
    if (on && (await Notification.requestPermission()) !== "granted") return false;
    if (on) show(t("page.notify"));
    remember(KEY, on ? "on" : "off");
    return on && wanted();
  } catch {
    return false;
  }
}

/** Say that it is this phone's turn, if its page is not in sight. */
export function knock() {
  if (document.hidden && wanted()) show(t("page.title.yours"));
}

/** @param {string} text */
function show(text) {
  const shown = new Notification(text, { tag: "turn", icon: "/static/icon-192.png" });
  shown.onclick = () => window.focus();
}
