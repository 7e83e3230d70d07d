/** Dice and cards by tap: for tables without a camera, and where it saw nothing. */

import { cardName, cardShort } from "./allowed.js";
import { pips } from "/static/dice.js";
import { el } from "/static/dom.js";
import { dieRow, mainButton, play, whose } from "/static/forms.js";
import { asLongAs, sheet } from "/static/shell.js";
import { t } from "/static/words.js";

/** @import { Here, SheetTools } from "/types/pages.d.ts" */
/** @import { View } from "/types/wire.d.ts" */
/** @import { LaufView } from "../types.d.ts" */

const VALUES = [1, 2, 3, 4, 5, 6];

/**
 * Make a move for whoever has the dice.
 * @param {Here<LaufView>} of
 * @param {string} move
 */
export const send = (of, move) => play(whose(of), { move });

/**
 * The sheet in which a roll is entered: what both dice show now.
 * @param {Here<LaufView>} tools
 */
export function diceSheet(tools) {
  const { dice, rolls } = tools.view();
  /** @type {(number | null)[]} */
  const values = [...(dice ?? [null, null])];
  /** @param {() => void} close */
  const enter = async (close) => (await send(tools, `roll both = ${values.join(" ")}`)) && close();
  /**
   * @param {number} i
   * @param {number} value
   * @param {SheetTools} of
   */
  const tap = (i, value, { close, redraw }) => {
    const last = values.includes(null);
    values[i] = value;
    redraw();
    // A first roll is whole with its second die; of a later one nobody knows whether the other die was thrown again.
    if (last && !values.includes(null)) enter(close);
  };
  return sheet(
    t("lauf.page.enter"),
    (open) => [
      el("p", { class: "soft" }, t(rolls ? "lauf.page.enter-again" : "lauf.page.enter-both")),
      values.map((chosen, i) =>
        dieRow(VALUES, chosen, (value) => tap(i, value, open), {
          name: String(i),
          label: `${t("lauf.page.dice")} ${i + 1}`,
          data: { die: i },
          button: (value) => ({ "aria-label": String(value) }),
          face: pips,
        }),
      ),
      dice
        ? el(
            "div",
            { class: "sheet-foot" },
            mainButton("enter-roll", t("lauf.page.enter-do"), () => enter(open.close)),
          )
        : null,
    ],
    {
      name: "dice",
      changed: asLongAs(tools.view(), (now) => [now.game, now.phase, now.paused, now.turn?.player, now.rolls]),
    },
  );
}

/**
 * The sheet in which a card that was turned up is entered; on two sixes one after the other.
 * @param {Here<LaufView>} tools
 */
export function cardSheet(tools) {
  const player = tools.view().turn?.player;
  /** @param {LaufView} of */
  const known = ({ turning, may_come }) => JSON.stringify([turning, may_come]);
  let shown = known(tools.view());
  /** @param {LaufView} of */
  const due = ({ turn, can }) => turn?.player === player && can.some(({ kind }) => kind === "card");
  /**
   * @param {View} view
   * @param {SheetTools} of
   */
  const changed = (view, { close, redraw }) => {
    const now = /** @type {LaufView} */ (view);
    if (view.game !== "lauf-rauf" || !due(now)) return close();
    if (known(now) === shown) return;
    shown = known(now);
    redraw();
  };
  return sheet(
    t("lauf.page.which-card"),
    () => {
      const { turning, may_come } = tools.view();
      return [
        turning.length
          ? el(
              "p",
              { class: "soft" },
              t("lauf.page.so-far", { cards: turning.map(cardName).join(t("list.separator")) }),
            )
          : null,
        el(
          "div",
          { class: "choices" },
          may_come.map((kind) =>
            el(
              "button",
              { type: "button", data: { focus: kind, card: kind }, onclick: () => send(tools, `card = ${kind}`) },
              cardShort(kind),
            ),
          ),
        ),
      ];
    },
    { name: "card", changed },
  );
}
