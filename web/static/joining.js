/** The code by which another phone joins, on every phone. */

import { button, el } from "./dom.js";
import { sheet } from "./shell.js";
import { later, t } from "./words.js";

/** Where phones find the page, or another one of the house. */
const address = (path = "") =>
  new URL(path, document.querySelector("meta[name=join]")?.getAttribute("content") || location.origin).href;

/** The button that shows the code. */
export const joinButton = () =>
  button({ data: { focus: "join-code" }, id: "join-code", onclick: joinSheet }, t("page.join"));

/**
 * The sheet with the address at which a phone of the house opens a page, to be sent on where the browser can.
 * @param {string} path
 */
export function linkSheet(path) {
  const url = address(path);
  const field = el("input", { type: "text", readonly: true, id: "link", "aria-label": t("history.link"), value: url });
  const sends = () => navigator.share({ url }).catch(() => undefined); // closed without sending
  return sheet(
    t("history.link"),
    () => [
      el("p", {}, t("history.link.how")),
      field,
      "share" in navigator
        ? button({ class: "main big", id: "send-link", onclick: sends }, t("history.link.send"))
        : null,
    ],
    { name: "link", focus: "#link" },
  );
}

async function joinSheet() {
  const plain = address()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");
  const own = () => [
    el("img", { class: "join-code", src: "/join.svg", alt: t("tv.join-code", { address: address() }) }),
    el("p", { class: "join-address" }, plain),
    el("p", { class: "soft" }, t("tv.same-network")),
  ];
  // Where the Wi-Fi's is not to be seen, or the line is down, the page's own code is enough.
  const both = await later(import("./wifi.js")).then(
    ({ wifiFirst }) => wifiFirst(own),
    () => own(),
  );
  sheet(t("page.join"), () => both, { name: "join-code" });
}
