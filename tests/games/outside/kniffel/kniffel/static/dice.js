/** The five dice as they lie. */

import { die, diceSaid, pips } from "/static/dice.js";
import { byId, el, fill } from "/static/dom.js";
import { takeBack } from "/static/shell.js";
import { t } from "/static/words.js";

/** The dice of a roll in a row, small. */
export const rolled = (dice) => diceSaid(dice.map((value) => die(pips(value), { lies: ["small"] })));

/** One die: `null` could not be read; `away` before the first roll. */
const shown = (value, away) =>
  die(value ? pips(value) : "?", { lies: away ? ["away"] : value === null ? ["asked"] : [] });

export function drawDice(view) {
  const { lying, most } = view;
  const dice = lying ?? view.dice;
  const rolls = Math.min(most, view.rolls + (lying ? 1 : 0));
  fill(byId("dice"), [dice, rolls, most, t("dice.title")], () => {
    const told = dice?.map((value) => value ?? t("dice.not-read")).join(" ");
    const count = rolls ? t("dice.roll", { rolls, most }) : t("dice.no-roll");
    return [
      el(
        "div",
        { class: "rolled", role: "img", "aria-label": told ? t("kniffel.page.shown", { dice: told }) : count },
        (dice ?? [null, null, null, null, null]).map((value) => shown(value, !dice)),
      ),
      el("p", { class: "rolled-count" }, count),
      el("span", { id: "take-back" }),
    ];
  });
  takeBack(view);
}
