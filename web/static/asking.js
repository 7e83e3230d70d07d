/** What is asked before it is done: what cannot be taken back, a seat that another phone has or the host has locked. */

import { button, buttonRow, el, withNames } from "./dom.js";
import { sheet } from "./shell.js";
import { post } from "./wire.js";
import { t } from "./words.js";

/** @import { Seat } from "../types/wire.d.ts" */
/** @import { Child } from "../types/pages.d.ts" */
/** @import { Answered } from "./seats.js" */

/**
 * Say what an act leads to, and do it once that is agreed.
 * @param {string} title
 * @param {Child} what
 * @param {{ yes: string, no: string, name: string, act: () => unknown }} ways `name` is the sheet's.
 */
export function askFirst(title, what, { yes, no, name, act }) {
  sheet(
    title,
    ({ close }) => [
      what,
      buttonRow(
        button({ class: "danger", data: { focus: `${name}-yes` }, onclick: () => [close(), act()] }, yes),
        button({ data: { focus: `${name}-no` }, onclick: close }, no),
      ),
    ],
    { name },
  );
}

/**
 * Another phone speaks for this player: what happens to it is said before it is taken over.
 * @param {string} name
 * @param {() => void} takeOver
 */
export const askFor = (name, takeOver) =>
  askFirst(t("page.seat.taken"), el("p", {}, withNames(t("page.seat.taken.how", { name }), [name])), {
    yes: t("page.seat.take"),
    no: t("page.seat.leave"),
    name: "seat-taken",
    act: takeOver,
  });

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
