/** Dice by tap: for tables without a camera, and where it saw nothing. */

import { short } from "./cards.js";
import { colourOf, shows, SPECIALS } from "./dice.js";
import { figure } from "/static/dice.js";
import { button, el, found } from "/static/dom.js";
import { dieRow, keep, kept, mainButton, play, rollSheet, tellRoll, whose } from "/static/forms.js";
import { asLongAs, sheet } from "/static/shell.js";
import { count, t } from "/static/words.js";

/** @import { Here } from "/types/pages.d.ts" */
/** @import { Seat, Spoken } from "/types/wire.d.ts" */
/** @import { DieName, LustigMove, LustigView, Value } from "../types.d.ts" */

const VALUES = [1, 2, 3, 4, 5, 0];
const PROFESSORS = "murphy-professors";

/**
 * @param {Seat} player
 * @param {Spoken<LustigMove>} move
 */
const send = (player, move) => play(player, /** @type {LustigMove} */ ({ player, ...move }));

/**
 * The values that were entered; the buttons wait for all of them.
 * @param {(Value | null)[]} values
 */
const known = (values) => values.filter((value) => value !== null);

/**
 * No more rolls: the dice are scored as they lie.
 * @param {Here<LustigView>} tools
 */
export const stop = (tools) => send(whose(tools), { move: "stop" });

/**
 * What it does the players say; the card goes back.
 * @param {Here<LustigView>} tools
 */
export const timeMachine = (tools) => send(whose(tools), { move: "use", face: "S02" });

/**
 * The sheet in which a roll is entered: at first all seven, later those that were thrown again.
 * @param {Here<LustigView>} tools
 */
export function diceSheet(tools) {
  const { dice, names, free, rolls, most } = tools.view();
  const last = rolls + 1 >= most;
  return rollSheet(tools, dice ?? names.map(() => null), {
    hint: t(rolls ? "dice.enter-again" : "dice.enter-all"),
    row: (place, shown, tap, isThrown) =>
      pad(names[place], place, shown, tap, { isThrown, stays: rolls > 0 && !free.includes(names[place]) }),
    ready: (thrown) => rolls === 0 || thrown.size > 0,
    foot: (press, ready) =>
      el(
        "div",
        { class: last ? "sheet-foot" : "sheet-foot side-by-side" },
        last
          ? null
          : button(
              { class: "big", id: "roll-on", disabled: !ready, onclick: () => press("on") },
              t("lustig.page.roll-on"),
            ),
        mainButton("last-roll", t("lustig.page.last-roll"), () => press("last"), !ready),
      ),
    enter: async (values, places, how) => {
      const thrown = names.filter((_, place) => rolls === 0 || places.has(place));
      const rolled = await send(whose(tools), { move: "roll", thrown, values });
      if (rolled && how === "last" && !last) await stop(tools);
      return rolled;
    },
    said: shows,
    called: (place) => dieName(names[place], place),
    due: ({ now }) => now,
  });
}

/**
 * What a die is called, of whose colour there are two: by the symbol on it.
 * @param {DieName} name
 * @param {number} i
 */
const dieName = (name, i) => `${t(`dice.colour.${colourOf(name)}`)}, ${short(SPECIALS[i])}`;

/**
 * One die's values in a row.
 * @param {DieName} name
 * @param {number} place
 * @param {Value | null} shown
 * @param {(value: Value) => void} tap
 * @param {{ isThrown: boolean, stays: boolean }} of
 */
const pad = (name, place, shown, tap, { isThrown, stays }) =>
  dieRow(VALUES, shown, tap, {
    name,
    label: dieName(name, place),
    look: `die-${colourOf(name)}`,
    head: el(
      "span",
      { class: "die-name" },
      t(`dice.colour.${colourOf(name)}`),
      " ",
      el("small", {}, `✶ ${short(SPECIALS[place])}`),
    ),
    data: { die: name },
    face: figure,
    button: (value) => ({
      class: isThrown ? "is-thrown" : "",
      disabled: stays,
      "aria-label": `${dieName(name, place)}: ${shows(value, place)}`,
      title: shows(value, place),
    }),
  });

/**
 * At the end: the dice of the professors, one's own or, for the host, those of whoever still has to roll.
 * @param {Here<LustigView>} tools
 */
export function professorsSheet(tools) {
  const all = tools.view().reckoning ?? [];
  const mine = tools.you.seat;
  const seat = mine !== null && all[mine]?.waits ? mine : all.findIndex(({ waits }) => waits);
  if (seat < 0) return null;
  const { name } = tools.view().players[seat];
  const asked = all[seat].waits;
  const about = [tools.view().game, all, mine];
  /** @type {(Value | null)[]} */
  const values = kept(PROFESSORS, about) ?? Array.from({ length: asked }, () => null);
  /** @param {() => void} close */
  const enter = async (close) => {
    if (!(await send(seat, { move: "professors", values: known(values) }))) return;
    keep(PROFESSORS, null);
    close();
  };
  return sheet(
    t("lustig.page.professors"),
    ({ close, redraw }) => [
      el("p", {}, count("lustig.page.professors.dice", asked, { player: name })),
      values.map((chosen, i) => {
        const label = t("lustig.page.professors.nth", { n: i + 1 });
        /** @param {Value} value */
        const told = (value) => (value ? String(value) : t("dice.symbol"));
        /** @param {Value} value */
        const choose = (value) => {
          values[i] = value;
          keep(PROFESSORS, values, about);
          redraw();
          tellRoll(values, i, told(value), label);
          if (!values.includes(null)) found("enter-professors")?.focus();
        };
        return dieRow(VALUES, chosen, choose, {
          name: `p-${i}`,
          label,
          look: "is-any",
          face: figure,
          button: (value) => ({ "aria-label": `${label}: ${told(value)}` }),
        });
      }),
      el(
        "div",
        { class: "sheet-foot" },
        mainButton("enter-professors", t("lustig.page.last-roll"), () => enter(close), values.includes(null)),
      ),
    ],
    {
      name: "professors",
      focus: ".die-row button:not(:disabled)",
      changed: asLongAs(tools.view(), ({ game, reckoning }) => [game, (reckoning ?? []).map(({ waits }) => waits)]),
    },
  );
}
