/** What is new of Murphy itself, and the button that goes on to it. */

import { button, buttonRow, el } from "./dom.js";
import { panel } from "./forms.js";
import { get, post } from "./wire.js";
import { t, words } from "./words.js";

/** @import { Came, Update } from "../types/wire.d.ts" */
/** @import { HostSaid } from "../types/pages.d.ts" */

const AGAIN = 2000;

/**
 * A panel behind the settings; `said` tells what came of a call.
 * @param {HostSaid} said
 */
export function updates(said) {
  const told = el("p", { role: "status" });
  const list = el("ul");
  const go = button({ class: "big", hidden: true, onclick: () => begin("go") }, t("host.update.go"));
  const look = button({ onclick: () => begin("look") }, t("host.update.look"));
  const place = panel("updates", t("host.update"), null, told, list, buttonRow(look, go));
  /** @param {Came<Update>} came */
  const show = (came) => {
    if (!came.ok) return later(); // it may just have been restarted
    const { busy, text, news, go: possible } = came.data;
    told.textContent = text ? words(text) : "";
    list.replaceChildren(...news.map((line) => el("li", {}, line)));
    look.disabled = busy;
    go.hidden = busy || !possible;
    if (busy) later();
  };
  const later = () => setTimeout(() => place.isConnected && get("/api/update").then(show), AGAIN);
  /** @param {"look" | "go"} what */
  const begin = async (what) => {
    const came = await post("/api/update", { do: what });
    if (said(came)) show(came);
  };
  get("/api/update").then(show);
  return place;
}
