/** Dice by tap: for tables without a camera, and where it saw nothing. */

import { short } from "./cards.js";
import { colourOf, shows, SPECIALS } from "./dice.js";
import { figure } from "/static/dice.js";
import { el, found } from "/static/dom.js";
import { dieRow, mainButton, play, tellRoll, whose } from "/static/forms.js";
import { asLongAs, sheet } from "/static/shell.js";
import { count, t } from "/static/words.js";

/** @import { Here } from "/types/pages.d.ts" */
/** @import { Seat, Spoken } from "/types/wire.d.ts" */
/** @import { DieName, LustigMove, LustigView, Value } from "../types.d.ts" */

/** @typedef {{ values: (Value | null)[], thrown: Set<DieName> }} Rolling */

const VALUES = [1, 2, 3, 4, 5, 0];

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
  /** @type {Rolling} */
  const entry = { values: dice ? [...dice] : names.map(() => null), thrown: new Set() };
  const last = rolls + 1 >= most;
  /**
   * @param {boolean} ends
   * @param {() => void} close
   */
  const enter = async (ends, close) => {
    const thrown = names.filter((name) => rolls === 0 || entry.thrown.has(name));
    const rolled = await send(whose(tools), { move: "roll", thrown, values: known(entry.values) });
    if (rolled && ends && !last) await stop(tools);
    if (rolled) close();
  };
  return sheet(
    t("dice.enter"),
    ({ close, redraw }) => {
      const full = entry.values.every((value) => value !== null) && (rolls === 0 || entry.thrown.size > 0);
      /**
       * @param {number} i
       * @param {Value} value
       */
      const choose = (i, value) => {
        entry.values[i] = value;
        entry.thrown.add(names[i]);
        redraw();
        tellRoll(entry.values, i, shows(value, i), dieName(names[i], i));
        if (rolls === 0 && known(entry.values).length === names.length) found("last-roll")?.focus();
      };
      return [
        el("p", { class: "soft" }, t(rolls ? "lustig.page.enter.again" : "dice.enter-all")),
        names.map((name, i) => pad(name, i, entry, choose, rolls > 0 && !free.includes(name))),
        el(
          "div",
          { class: last ? "sheet-foot" : "sheet-foot side-by-side" },
          last
            ? null
            : el(
                "button",
                { type: "button", class: "big", id: "roll-on", disabled: !full, onclick: () => enter(false, close) },
                t("lustig.page.roll-on"),
              ),
          mainButton("last-roll", t("lustig.page.last-roll"), () => enter(true, close), !full),
        ),
      ];
    },
    {
      name: "dice",
      changed: asLongAs(tools.view(), (view) => [
        view.game,
        view.phase,
        view.paused,
        view.turn?.player,
        view.rolls,
        view.now,
      ]),
    },
  );
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
 * @param {number} i
 * @param {Rolling} entry
 * @param {(i: number, value: Value) => void} choose
 * @param {boolean} kept
 */
const pad = (name, i, entry, choose, kept) =>
  dieRow(VALUES, entry.values[i], (value) => choose(i, value), {
    name,
    label: dieName(name, i),
    look: `die-${colourOf(name)}`,
    head: el(
      "span",
      { class: "die-name" },
      t(`dice.colour.${colourOf(name)}`),
      " ",
      el("small", {}, `✶ ${short(SPECIALS[i])}`),
    ),
    data: { die: name },
    face: figure,
    button: (value) => ({
      class: entry.thrown.has(name) ? "is-thrown" : "",
      disabled: kept,
      "aria-label": `${dieName(name, i)}: ${shows(value, i)}`,
      title: shows(value, i),
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
  /** @type {(Value | null)[]} */
  const values = Array.from({ length: asked }, () => null);
  /** @param {() => void} close */
  const enter = async (close) => {
    if (await send(seat, { move: "professors", values: known(values) })) close();
  };
  return sheet(
    t("lustig.page.professors"),
    ({ close, redraw }) => [
      el("p", {}, count("lustig.page.professors.dice", asked, { player: name })),
      values.map((chosen, i) =>
        dieRow(VALUES, chosen, (value) => ((values[i] = value), redraw()), {
          name: `p-${i}`,
          look: "is-any",
          face: figure,
        }),
      ),
      el(
        "div",
        { class: "sheet-foot" },
        mainButton("enter-professors", t("lustig.page.last-roll"), () => enter(close), values.includes(null)),
      ),
    ],
    {
      name: "professors",
      changed: asLongAs(tools.view(), ({ game, reckoning }) => [game, (reckoning ?? []).map(({ waits }) => waits)]),
    },
  );
}
