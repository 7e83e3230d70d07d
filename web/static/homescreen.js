/** How the page is put on a phone's home screen: said once, as this phone does it. */

import { remember, remembered } from "./dom.js";
import { t } from "./words.js";

/** @import { Notice } from "../types/pages.d.ts" */

const KEY = "murphy-home";

/** Which way this phone has; null for one that has none, or has the page there already. */
function way() {
  const { userAgent: agent, maxTouchPoints: fingers } = navigator;
  const there = matchMedia("(display-mode: standalone)").matches || ("standalone" in navigator && navigator.standalone);
  if (there || said()) return null;
  if (/Android/.test(agent)) return /Firefox/.test(agent) ? "firefox" : "android";
  if (!/iPhone|iPad/.test(agent) && !(/Macintosh/.test(agent) && fingers > 1)) return null;
  return /CriOS|FxiOS|EdgiOS/.test(agent) ? "ios-other" : "ios";
}

/** Whether it was said; private windows remember nothing, and are not told. */
const said = () => remembered(KEY) !== null;

/**
 * What is said of it, if anything; `done` is called once it was read.
 * @param {() => void} done
 * @returns {Notice | null}
 */
export function homeHint(done) {
  const how = way();
  if (!how) return null;
  const read = () => {
    remember(KEY, "said");
    done();
  };
  return { kind: "home", text: t(`home.${how}`), how: "calm", tap: { says: t("home.read"), act: read } };
}
