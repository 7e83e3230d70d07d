/** The code by which a phone joins the Wi-Fi, where the host lets it be seen. */

import { el } from "./dom.js";
import { get } from "./wire.js";
import { t } from "./words.js";

/** @import { Child } from "../types/pages.d.ts" */

/**
 * The code, with name and password for whoever types them; null where this phone may not see it.
 * @param {string} look
 */
export async function wifiCode(look) {
  const came = await get("/api/wifi");
  if (!came.ok) return null;
  const { name, password } = came.data;
  return el(
    "div",
    { class: look, id: "wifi" },
    el("img", { class: "join-code", src: "/wifi.svg", alt: t("wifi.code", { name }) }),
    el(
      "p",
      { class: "join-address" },
      el("bdi", {}, name),
      password ? [el("br"), el("bdi", { class: "wifi-password" }, password)] : null,
    ),
  );
}

/**
 * What a phone does first, and then; only that where this phone may not see the Wi-Fi.
 * @param {() => Child} then
 * @returns {Promise<Child>}
 */
export async function wifiFirst(then) {
  const code = await wifiCode("stack");
  return code ? [el("h3", {}, t("wifi.first")), code, el("h3", {}, t("wifi.then")), then()] : then();
}
