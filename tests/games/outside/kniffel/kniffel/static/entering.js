/** Dice by tap: for tables without a camera, and where it saw nothing. */

import { pips } from "/static/dice.js";
import { dieRow, play, rollSheet, whose } from "/static/forms.js";
import { t } from "/static/words.js";

const VALUES = [1, 2, 3, 4, 5, 6];

/** The sheet in which a roll is entered: at first all five, later those that were thrown again. */
export function diceSheet(tools) {
  const { dice, rolls } = tools.view();
  const enter = (values, thrown) => {
    const player = whose(tools);
    const kept = rolls ? values.filter((_, place) => !thrown.has(place)) : [];
    return play(player, { move: "roll", player, kept, dice: values });
  };
  return rollSheet(tools, dice ?? [null, null, null, null, null], {
    hint: t(rolls ? "kniffel.page.enter-again" : "dice.enter-all"),
    row: (place, shown, tap, isThrown) =>
      dieRow(VALUES, shown, tap, {
        name: String(place),
        label: `${t("dice.title")} ${place + 1}`,
        data: { die: place },
        button: (value) => ({ class: isThrown ? "is-thrown" : "", "aria-label": String(value) }),
        face: pips,
      }),
    ready: (thrown) => !rolls || thrown.size > 0,
    enter,
  });
}
