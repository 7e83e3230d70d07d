/** The code by which another phone joins, on every phone. */

import { el } from "./dom.js";
import { sheet } from "./shell.js";
import { t } from "./words.js";

/** Where phones find the page. */
const address = () => document.querySelector("meta[name=join]")?.getAttribute("content") ?? "";

/** The button that shows the code. */
export const joinButton = () =>
  el("button", { type: "button", data: { focus: "join-code" }, id: "join-code", onclick: joinSheet }, t("page.join"));

function joinSheet() {
  const plain = address()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");
  sheet(
    t("page.join"),
    () => [
      el("img", { class: "join-code", src: "/join.svg", alt: t("tv.join-code", { address: address() }) }),
      el("p", { class: "join-address" }, plain),
      el("p", { class: "soft" }, t("tv.same-network")),
    ],
    { name: "join-code" },
  );
}
