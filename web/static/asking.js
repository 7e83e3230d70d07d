/** A seat that is not simply taken: another phone sits there, or the host has locked it. */

import { el, withNames } from "./dom.js";
import { sheet } from "./shell.js";
import { post } from "./wire.js";
import { t } from "./words.js";

/** @import { Seat } from "../types/wire.d.ts" */
/** @import { Answered } from "./seats.js" */

/**
 * Another phone speaks for this player: what happens to it is said before it is taken over.
 * @param {string} name
 * @param {() => void} takeOver
 */
export function askFor(name, takeOver) {
  sheet(
    t("page.seat.taken"),
    ({ close }) => [
      el("p", {}, withNames(t("page.seat.taken.how", { name }), [name])),
      el(
        "div",
        { class: "choices" },
        el(
          "button",
          { type: "button", class: "danger", data: { focus: "seat-take" }, onclick: () => [close(), takeOver()] },
          t("page.seat.take"),
        ),
        el("button", { type: "button", data: { focus: "seat-leave" }, onclick: close }, t("page.seat.leave")),
      ),
    ],
    { name: "seat-taken" },
  );
}

const AGAIN = 3_000; // ms between two looks at whether the host has let this phone sit down

/**
 * Nobody may sit there: the host is asked, who finds this phone by its number; `answered` is called with what came
 * of it.
 * @param {string} name
 * @param {number} number
 * @param {Seat | null} seat
 * @param {Answered} answered
 */
export function askHost(name, number, seat, answered) {
  let asking = true;
  const { close } = sheet(
    t("page.seat.ask"),
    () => [
      el("p", {}, withNames(t("page.seat.ask.how", { name }), [name])),
      el("p", { class: "join-address" }, t("page.seat.number", { number })),
      el("p", { class: "soft" }, t("page.seat.ask.waits")),
    ],
    { name: "seat-locked", closed: () => (asking = false) },
  );
  const look = async () => {
    if (!asking) return;
    const came = await post("/api/seat", { seat });
    if (!asking) return;
    if (came.status === 0 || came.status === 429 || came.data.error === "web.seat-locked")
      return void setTimeout(look, AGAIN);
    close();
    answered(came, seat, name);
  };
  setTimeout(look, AGAIN);
}
