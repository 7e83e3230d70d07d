/** Nicht lustig on the pages; `GameModule` in web/types/pages.d.ts says what is asked of a game. */

import { drawDice, rolled } from "./dice.js";
import { chip, drawAreas, drawDisplay, nameOf } from "./cards.js";
import { el, found } from "/static/dom.js";
import { entersTurn, notAsItWas, section, seenOrders, settles, usual } from "/static/games.js";
import { has, t, words } from "/static/words.js";

/** @import { BarButton, Notice, Way } from "/types/pages.d.ts" */
/** @import { You } from "/types/wire.d.ts" */
/** @import { LustigMove, LustigPlayer, LustigSaid, LustigTrouble, LustigView } from "../types.d.ts" */

export { nameOf };

/** While there are dice to roll, a turn ends by scoring them. */
export const says = {
  ...usual,
  done: (/** @type {LustigView} */ { now }) => (now === "roll" ? null : usual.done()),
};

/**
 * Draw the dice, the display and the middle into their place.
 * @param {HTMLElement} place
 * @param {LustigView} view
 */
export function draw(place, view) {
  if (!found("dice"))
    place.append(
      section("dice", "dice.title", "lustig-dice"),
      section("display", "lustig.page.display", "display"),
      section("areas", "lustig.page.areas", "areas"),
    );
  drawDice(view);
  drawDisplay(view);
  drawAreas(view);
}

/**
 * A player's points, as they stand; on the screen across the room, which has no room for all cards, Deaths and specials
 * too.
 * @param {LustigPlayer} of
 * @param {LustigView} with
 */
export const player = ({ points, area }, { phase }) => [
  phase === "set-up"
    ? el("span")
    : el("span", { class: "points", role: "img", "aria-label": t("points.count", { count: points }) }, words(points)),
  el(
    "span",
    { class: "holds" },
    area.deaths.map((face) => chip(face, "death")),
    area.specials.map((face) => chip(face)),
  ),
];

/**
 * What is in the way besides troubles: a roll that the duck would give, cards picked that may be the first of several.
 * @param {LustigView} of
 * @returns {Notice[]}
 */
export function notices({ phase, picked, players, turn, duck }) {
  const said = notAsItWas({ phase }, { name: "begin" });
  if (duck) said.push({ kind: "duck", text: t("lustig.page.duck"), how: "calm" });
  const name = players[turn?.player ?? -1]?.name;
  const cards = picked.map(nameOf).join(t("list.separator"));
  if (cards && name) said.push({ kind: "picked", text: t("lustig.page.picked", { player: name, cards }), how: "calm" });
  return said;
}

/**
 * A roll or a card that is not as the rules have it counts all the same, or is put right.
 * @param {LustigTrouble} of
 * @returns {Way[]}
 */
export const ways = ({ reason }) =>
  reason === "dice" ? settles(reason, "look-again") : settles(reason, "counts", "look-again");

const entering = () => import("./entering.js");

/** @type {Record<"professors" | "dice" | "stop" | "machine", BarButton<LustigView>>} */
const BUTTONS = {
  professors: {
    id: "professors",
    text: "lustig.page.professors",
    look: "main",
    open: async (tools) => (await entering()).professorsSheet(tools),
  },
  dice: {
    id: "enter-dice",
    text: "dice.enter",
    icon: "move",
    open: async (tools) => (await entering()).diceSheet(tools),
  },
  stop: { id: "stop", text: "lustig.page.stop", open: async (tools) => (await entering()).stop(tools) },
  machine: {
    id: "time-machine",
    text: "lustig.page.time-machine",
    open: async (tools) => (await entering()).timeMachine(tools),
  },
};

/**
 * Whether this phone may say what the dice of professors show.
 * @param {LustigView} view
 * @param {You} you
 */
const waits = ({ reckoning }, { seat, host }) => host || seat === null || reckoning?.[seat]?.waits;

/**
 * @param {LustigView} view
 * @param {You} you
 * @returns {BarButton<LustigView>[]}
 */
export function bar(view, you) {
  if (view.phase !== "play") return [];
  if (view.now === "reckon") return waits(view, you) ? [BUTTONS.professors] : [];
  if (view.now !== "roll" || !entersTurn(view, you)) return [];
  const typed = view.camera === false; // nobody sees the dice: they are entered first of all
  /** @type {BarButton<LustigView>[]} */
  const shown = [{ ...BUTTONS.dice, look: typed ? "main" : "" }];
  if (view.rolls) shown.push({ ...BUTTONS.stop, look: typed ? "" : "main" });
  if (view.players[view.turn?.player ?? -1]?.area.specials.includes("S02")) shown.push(BUTTONS.machine);
  return shown;
}

export const orders = seenOrders({ play: ["lay-out"], rebuild: ["begin"] });
export const setUp = "lustig.page.set-up";
export const corrections = async () => (await import("./corrections.js")).correctionsTab;
export const story = () => import("./story.js");
export const moments = async () => (await import("./moments.js")).moments;

/**
 * What was said in one line, with the dice of a roll.
 * @param {LustigSaid} of
 */
export const sign = ({ kind, params }) => (kind === "rolled" && params.dice ? rolled(params.dice) : null);

/** @param {LustigView} of */
export const aside = ({ now }) => (now === "take" ? [words(t("lustig.page.taking"))] : null);

/** @param {LustigView} of */
export const between = ({ now }) => (now === "reckon" ? [words(t("lustig.page.reckon"))] : null);

/**
 * What may be done now, each thing once.
 * @param {LustigMove[]} moves
 * @param {LustigView} of
 */
export const can = (moves, { rolls }) => [...new Set(moves.flatMap((move) => mayDo(move, rolls)))];

/**
 * @param {LustigMove} of
 * @param {number} rolls
 */
function mayDo({ move, face }, rolls) {
  const key = `lustig.may.${move === "roll" && rolls ? "again" : move}`;
  return has(key) ? [t(key, { effect: face ? t(`lustig.effect.${face}`) : "" })] : [];
}

/** How it is played, in a minute. */
export const how = () => [1, 2, 3, 4, 5, 6].map((step) => t(`lustig.how.${step}`));
