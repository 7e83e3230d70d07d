/** Dice and cards by tap: for tables without a camera, and where it saw nothing. */

import { cardName, cardShort } from "./allowed.js";
import { pips } from "/static/dice.js";
import { button, buttonRow, el } from "/static/dom.js";
import { dieRow, play, rollSheet, whose } from "/static/forms.js";
import { sheet } from "/static/shell.js";
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
  return rollSheet(tools, dice ?? [null, null], {
    hint: t(rolls ? "dice.enter-again" : "lauf.page.enter-both"),
    row: (place, shown, tap) =>
      dieRow(VALUES, shown, tap, {
        name: String(place),
        label: t("dice.number", { n: place + 1 }),
        data: { die: place },
        button: (value) => ({ "aria-label": String(value) }),
        face: pips,
      }),
    enter: (values) => send(tools, `roll both = ${values.join(" ")}`),
  });
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
        buttonRow(
          may_come.map((kind) =>
            button(
              { data: { focus: kind, card: kind }, onclick: () => send(tools, `card = ${kind}`) },
              cardShort(kind),
            ),
          ),
        ),
      ];
    },
    { name: "card", changed },
  );
}
