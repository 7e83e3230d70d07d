/** The host's PIN: sent by its own page, and by a form on those that need it, too. */

import { el } from "./dom.js";
import { tell } from "./shell.js";
import { post } from "./wire.js";
import { refusal, t } from "./words.js";

/**
 * Send the PIN that a field holds; whether it was right. If not, why is `said`.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} said
 */
export async function signIn(field, said) {
  const came = await post("/api/pin", { pin: field.value.replace(/\s/g, "") });
  if (came.ok) return true;
  said.textContent = refusal(came);
  said.hidden = false;
  tell(said.textContent, true);
  field.select();
  return false;
}

/**
 * A form for the PIN; `done` is called once it was right.
 * @param {() => unknown} done
 */
export function pinForm(done) {
  const field = el("input", {
    id: "pin-field",
    name: "pin",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    pattern: "[0-9 ]*",
    maxlength: 12,
    required: true,
  });
  const said = el("p", { id: "pin-said", class: "notice bad", role: "alert", hidden: true });
  return el(
    "form",
    {
      id: "pin",
      class: "panel stack",
      onsubmit: async (event) => {
        event.preventDefault();
        if (await signIn(field, said)) await done();
      },
    },
    el("p", {}, t("host.pin.why")),
    el("div", { class: "field" }, el("label", { class: "label", for: "pin-field" }, t("host.pin")), field),
    said,
    el("button", { class: "main big" }, t("host.pin.enter")),
    el("p", { class: "soft" }, t("host.pin.where")),
  );
}
