/** Who is signed in as the host, with the way out for each, and another PIN. */

import { button, control, el } from "./dom.js";
import { panel } from "./forms.js";
import { get, post } from "./wire.js";
import { locale, t } from "./words.js";

/** @import { Came, SignedIn } from "../types/wire.d.ts" */
/** @import { HostSaid } from "../types/pages.d.ts" */

/**
 * Two panels behind the settings; `said` tells what came of a call.
 * @param {HostSaid} said
 */
export function signedIn(said) {
  const list = el("ul", { class: "stack", id: "hosts" });
  /** @param {Came<{ hosts: SignedIn[] }>} came */
  const show = (came) =>
    came.ok &&
    list.replaceChildren(
      ...came.data.hosts.map((host) => line(host, async () => ok(await post("/api/hosts", { out: host.id })))),
    );
  /**
   * @param {Came<{ hosts: SignedIn[] }>} came
   * @param {string | null} good
   */
  const ok = (came, good = null) => {
    const well = said(came, good);
    if (well) show(came);
    return well;
  };
  get("/api/hosts").then(show);
  return [panel(null, t("host.hosts"), null, list), pinForm(ok)];
}

/**
 * @param {SignedIn} of
 * @param {() => void} out
 */
function line({ address, device, since, you }, out) {
  const when = new Date(since * 1000).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
  const text = [you ? t("host.hosts.you") : null, device, address, when].filter(Boolean).join(" · ");
  return el(
    "li",
    { class: "choices" },
    el("span", {}, text),
    you
      ? null
      : button({ class: "quiet", "aria-label": `${t("host.hosts.out")}: ${text}`, onclick: out }, t("host.hosts.out")),
  );
}

/** @param {(came: Came<{ hosts: SignedIn[] }>, good: string) => boolean} ok */
function pinForm(ok) {
  const form = el(
    "form",
    { class: "panel stack", id: "new-pin" },
    el("h2", {}, t("host.new-pin")),
    el("p", { class: "soft" }, t("host.new-pin.why")),
    digits("pin", "current-password", t("host.new-pin.old")),
    digits("new", "new-password", t("host.new-pin.new")),
    el("button", { class: "big" }, t("host.save")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    /** @param {string} name */
    const told = (name) => control(form, name).value.replace(/\s/g, "");
    if (ok(await post("/api/hosts/pin", { pin: told("pin"), new: told("new") }), t("host.new-pin.done"))) form.reset();
  });
  return form;
}

/**
 * @param {string} name
 * @param {string} kind
 * @param {string} label
 */
const digits = (name, kind, label) =>
  el(
    "div",
    { class: "field" },
    el("label", { class: "label", for: `pin-${name}` }, label),
    el("input", {
      type: "password",
      inputmode: "numeric",
      name,
      id: `pin-${name}`,
      autocomplete: kind,
      required: true,
    }),
  );
