/** What was only assumed of a turn, and what else it may have been: one tap says so. */

import { el, nameOf } from "./dom.js";
import { iconOf } from "./icons.js";
import { t, words } from "./words.js";

/** The turns of a list that may have been others. */
export const unsure = (moves) => moves.filter((move) => !move.sure && move.choices?.length);

/** What was assumed, with a button for everything else that it may have been. */
export function assumedTurn(move, players, was) {
  return el(
    "div",
    { class: "assumed", data: { move: move.id } },
    el("p", {}, el("span", { class: "label" }, t("page.assumed"), " "), nameOf(players[move.player].name), " ", stopped(words(move.text))),
    move.choice ? el("button", { type: "button", class: "agree", data: { focus: `was-${move.id}`, agree: move.id }, onclick: () => was({ do: "was", move: move.id, choice: move.choice }) }, iconOf("check"), t("page.assumed.right")) : null,
    otherTurns(move, was),
  );
}

/** A sentence with its stop; what asks or calls has one. */
const stopped = (said) => (/[.?!…]$/.test(said) ? said : `${said}.`);

/** A button for everything that a turn may have been instead; `was(correction)` tells it. */
export function otherTurns(move, was) {
  return el(
    "div",
    { class: "others", role: "group", "aria-label": t("page.assumed.how") },
    move.choices.map(({ id, text }) =>
      el(
        "button",
        { type: "button", data: { focus: `was-${move.id}-${id}`, was: id }, onclick: () => was({ do: "was", move: move.id, choice: id }) },
        el("span", { class: "label" }, t("page.assumed.or")),
        el("span", {}, words(text)),
      ),
    ),
  );
}
