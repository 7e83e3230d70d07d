/** The two dice as they lie. */

import { die, pips } from "/static/dice.js";
import { byId, el, fill } from "/static/dom.js";
import { takeBack } from "/static/shell.js";
import { t } from "/static/words.js";

/** @import { LaufView } from "../types.d.ts" */

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
        [one, other].map((value) => (value ? die(pips(value)) : die("?", { lies: ["away"] }))),
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
