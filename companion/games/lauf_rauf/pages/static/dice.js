/** The two dice as they lie. */

import { byId, el, fill, svg } from "/static/dom.js";
import { takeBack } from "/static/shell.js";
import { t } from "/static/words.js";

/** @import { LaufView } from "../types.d.ts" */

/** @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * A die's face, drawn.
 * @param {number} value
 */
export const pips = (value) =>
  svg(
    "svg",
    { viewBox: "0 0 30 30", class: "pips", "aria-hidden": "true" },
    (PIPS[value] ?? []).map((at) => svg("circle", { cx: 7 + 8 * (at % 3), cy: 7 + 8 * Math.floor(at / 3), r: 2.7 })),
  );

/** @param {LaufView} view */
export function drawDice(view) {
  const { dice, rolls, most, phase } = view;
  fill(byId("rolled"), [dice, rolls, most, phase, t("lauf.page.dice")], () => {
    if (phase === "set-up") return [];
    const [one, other] = dice ?? [0, 0];
    const says = dice ? t("lauf.page.dice-shown", { one, other, total: one + other }) : t("lauf.page.no-roll");
    return [
      el(
        "div",
        { class: "rolled", role: "img", "aria-label": says },
        [one, other].map((value) => el("span", { class: `die${value ? "" : " is-away"}` }, value ? pips(value) : "?")),
      ),
      el(
        "p",
        { class: "rolled-total" },
        dice ? el("b", {}, t("lauf.page.total", { total: one + other })) : t("lauf.page.no-roll"),
        dice ? el("span", { class: "soft" }, t("lauf.page.roll", { rolls, most })) : null,
      ),
      el("span", { id: "take-back" }),
    ];
  });
  takeBack(view);
}
