/** The dice as they lie. */

import { nameOf, short } from "./cards.js";
import { die as drawn, diceSaid, figure } from "/static/dice.js";
import { byId, el, fill } from "/static/dom.js";
import { t } from "/static/words.js";

/** @import { DieName, LustigView, Shown, Value } from "../types.d.ts" */

export const SPECIALS = ["S01", "S02", "S03", "S04", "S05", "S06", "T06"];

/**
 * A die's colour, of its name.
 * @param {DieName} name
 */
export const colourOf = (name) => name.split("-")[0];

/**
 * What a die shows, in words.
 * @param {Value} value
 * @param {number} place
 */
export const shows = (value, place) => (value ? String(value) : nameOf(SPECIALS[place]));

/**
 * @param {DieName} name
 * @param {Value | null} value
 * @param {number} place
 */
export const label = (name, value, place) =>
  `${t(`dice.colour.${colourOf(name)}`)}: ${value === null ? t("dice.not-read") : shows(value, place)}`;

/**
 * One die: its colour, its first letter for who does not see colours, its value.
 * @param {DieName} name
 * @param {Value | null} value
 * @param {number} place
 * @param {{ kept?: boolean }} of
 */
export const die = (name, value, place, { kept = false } = {}) =>
  drawn(value === null ? "?" : figure(value), {
    colour: colourOf(name),
    letter: t(`lustig.letter.${colourOf(name)}`),
    lies: [...(kept ? ["kept"] : []), ...(value === null ? ["asked"] : [])],
    label: `${label(name, value, place)}${kept ? `, ${t("lustig.page.kept")}` : ""}`,
  });

/**
 * The seven values of a roll in a row, as an announcement has them.
 * @param {Shown} of
 */
export const rolled = ({ black, red, white, pink }) =>
  diceSaid(
    [black, red, white, pink]
      .flat()
      .map((value) => figure(value === "symbol" ? 0 : value))
      .join(" "),
    Object.entries({ black, red, white, pink })
      .map(([colour, values]) => [t(`dice.colour.${colour}`), ...[values].flat().map(called)].join(" "))
      .join(t("list.separator")),
  );

/** @param {number | "symbol"} value */
const called = (value) => (value === "symbol" ? t("dice.symbol") : String(value));

/**
 * The dice as they lie; once the targets have run out, whoever still rolls.
 * @param {LustigView} view
 */
export function drawDice(view) {
  if (view.reckoning) return drawWaiting(view);
  const { lying, names, free, most, now } = view;
  const dice = lying ?? view.dice;
  const rolls = view.rolls + (lying ? 1 : 0);
  const told = [effects(view), lying ? [] : symbols(view)].filter((line) => line.length);
  fill(byId("dice"), [dice, free, rolls, most, now, told, t("dice.title")], () => [
    el("h2", {}, dice ? t("dice.roll", { rolls: Math.min(rolls, most), most }) : t("dice.no-roll")),
    el(
      "ul",
      { class: "dice" },
      names.map((name, i) =>
        el(
          "li",
          {},
          dice
            ? die(name, dice[i], i, { kept: !lying && now === "roll" && rolls > 1 && !free.includes(name) })
            : drawn("", {
                colour: colourOf(name),
                letter: t(`lustig.letter.${colourOf(name)}`),
                lies: ["away"],
                label: t(`dice.colour.${colourOf(name)}`),
              }),
        ),
      ),
    ),
    told.map((line) => el("p", { class: "dice-told" }, line.join(" · "))),
  ]);
}

/**
 * At the end: who still rolls for professors, and how many dice.
 * @param {LustigView} view
 */
function drawWaiting(view) {
  const waiting = view.players.flatMap(({ name }, seat) => {
    const dice = view.reckoning?.[seat].waits;
    return dice ? [`${name} ${dice}`] : [];
  });
  fill(byId("dice"), [waiting, t("dice.title")], () => [
    waiting.length ? el("h2", {}, `${t("lustig.page.professors")}: ${waiting.join(t("list.separator"))}`) : null,
  ]);
}

/**
 * What the specials do that were there when the turn began: why there are two rolls, or four.
 * @param {LustigView} of
 */
function effects({ now, turn, players, rulings }) {
  if (now !== "roll" || !turn) return [];
  const specials = players[turn.player ?? -1]?.area.specials ?? [];
  const idle = new Set([
    rulings.duck === "nothing" || specials.includes("S05") ? "S01" : "",
    rulings.clown === "nothing" ? "S03" : "",
    "S04",
  ]);
  return specials.filter((face) => !idle.has(face)).map((face) => t(`lustig.effect.${face}`));
}

/**
 * What the symbols stand for that lie there.
 * @param {LustigView} of
 */
const symbols = ({ dice }) =>
  (dice ?? []).flatMap((value, place) => (value ? [] : [`✶\u00a0${short(SPECIALS[place])}`]));
