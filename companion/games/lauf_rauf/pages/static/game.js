/** Lauf Rauf! on the pages; `GameModule` in web/types/pages.d.ts says what is asked of a game. */

import { allowsDeed, cardName, drawAllowed, drawDice, handOf, sayings } from "./allowed.js";
import { colourName, drawBoard, knowBoard } from "./board.js";
import { diceSaid } from "/static/dice.js";
import { el, found } from "/static/dom.js";
import { entersTurn, notAsItWas, section, seenOrders, settles } from "/static/games.js";
import { decide } from "/static/wire.js";
import { toast } from "/static/shell.js";
import { refusal, t, words } from "/static/words.js";

/** @import { BarButton, Notice, Table, Way } from "/types/pages.d.ts" */
/** @import { You } from "/types/wire.d.ts" */
/** @import { LaufMove, LaufPlayer, LaufSaid, LaufTrouble, LaufView } from "../types.d.ts" */

export { usual as says } from "/static/games.js";
export const nameOf = cardName;

/** Everybody's sign is the pawns' colour. */
export const mark = () => null;

/** The board is asked for once. */
export const ready = knowBoard;

const entering = () => import("./entering.js");

/**
 * Draw the dice with what they allow, and the board.
 * @param {HTMLElement} place
 * @param {LaufView} view
 * @param {LaufView | null} before
 * @param {Table<LaufView>} tools
 */
export function draw(place, view, before, tools) {
  const mine = tools && entersTurn(view, tools.you) ? tools : null;
  if (!found("rolled"))
    place.append(
      section("rolled", "dice.title"),
      section("allowed", "lauf.page.can"),
      section("mountain", "lauf.page.board"),
    );
  drawDice(view);
  drawAllowed(view, mine, entering);
  drawBoard(view, mine);
}

/**
 * A player's colour, and how many pawns are up.
 * @param {LaufPlayer} of
 * @param {LaufView} with
 */
export const player = ({ colour, hand, camp }, { referee, rulings }) => [
  referee === "whole-table"
    ? el(
        "span",
        {
          class: `seat-colour pawn-${colour}`,
          role: "img",
          "aria-label": `${colourName(colour)}, ${t("lauf.page.in-camp", { count: camp })}`,
        },
        el("b", {}, t(`lauf.letter.${colour}`)),
        ` ${camp}/3`,
      )
    : el("span"),
  hand.length && rulings?.action_cards !== "without-cards" && referee === "whole-table" ? handOf(hand) : null,
];

/**
 * Who has which colour before the first roll, where no camera checks the board; what stays to be done of a move that is
 * half done on it.
 * @param {LaufView} view
 * @returns {Notice[]}
 */
export function notices(view) {
  const { under_way, players } = view;
  if (view.phase === "rebuild") return notAsItWas(view, { name: "begin" });
  if (under_way?.length)
    return [
      {
        kind: "under-way",
        text: t("lauf.page.under-way", { steps: under_way.map(words).join(t("list.separator")) }),
        how: "calm",
      },
    ];
  const untouched = !view.rolls && view.turn?.player === 0 && players.every(({ way, hand }) => !way && !hand.length);
  if (view.camera !== false || view.referee !== "whole-table" || view.phase !== "play" || !untouched) return [];
  const who = players
    .map(({ name, colour }) => t("lauf.pawn-of", { player: name, pawn: colourName(colour) }))
    .join(t("list.separator"));
  return [{ kind: "set-up-by-hand", text: t("lauf.page.set-up-by-hand", { who }), how: "calm" }];
}

/**
 * Pawns that stand as no move leaves them count all the same, or are put back.
 * @param {LaufTrouble} of
 * @returns {Way[]}
 */
export const ways = ({ reason }) => {
  const again = settles(reason, "look-again");
  return reason === "pawns" ? [{ name: "stands", ask: (tell) => tell({ do: "counts", reason }) }, ...again] : again;
};

/**
 * @param {LaufView} view
 * @param {You} you
 * @returns {BarButton<LaufView>[]}
 */
export const bar = (view, you) => {
  if (view.phase !== "play" || view.paused) return [];
  /** @type {BarButton<LaufView>[]} */
  const shown = [];
  const mine = entersTurn(view, you);
  const rolls = mine && view.can.some(({ kind }) => kind === "roll");
  const stuck = view.referee === "whole-table" && !allowsDeed(view);
  // Who has the turn moves the ghost instead.
  const calls = view.can_call && !mine;
  if (calls) shown.push({ id: "huckauf", text: "lauf.page.call", look: "main", open: () => call() });
  if (rolls)
    shown.push({
      id: "enter-dice",
      text: "dice.enter",
      icon: "move",
      look: view.camera === false && (!view.rolls || stuck) ? "main" : "",
      open: async (tools) => (await entering()).diceSheet(tools),
    });
  if (mine && view.can.some(({ kind }) => kind === "pass"))
    shown.push({
      id: "pass",
      text: view.referee === "dice-only" ? "lauf.page.turn-over" : "lauf.page.pass",
      look: stuck && !view.can.some(({ kind }) => kind !== "pass") ? "main" : "",
      open: async (tools) => (await entering()).send(tools, "pass"),
    });
  return shown.slice(0, 2);
};

async function call() {
  const came = await decide("/api/changes", { correction: { do: "huckauf" } });
  if (!came.ok) toast(refusal(came), true);
}

export const orders = seenOrders({ play: ["lay-out"], rebuild: ["begin"] });
export const setUp = "lauf.page.set-up";
export const corrections = async () => (await import("./corrections.js")).correctionsTab;
export const story = () => import("./story.js");
export const moments = async () => (await import("./moments.js")).moments;

/**
 * What was said in one line, with the dice of a roll.
 * @param {LaufSaid} of
 */
export const sign = ({ kind, params }) =>
  kind === "rolled" && params?.dice
    ? diceSaid(params.dice.map((value) => el("span", { class: "die small" }, String(value))))
    : null;

/**
 * What may be done now, each thing once.
 * @param {LaufMove[]} moves
 * @param {LaufView} of
 */
export const can = (moves, { can: may, dice, rulings }) => [
  ...sayings({ can: may, dice, rulings }).map((saying) => `${saying}.`),
  ...OWN.filter((own) => may.some(({ kind }) => kind === own)).map((own) => t(`lauf.may.${own}`)),
];

/** Moves that are no pawn's. */
const OWN = ["roll", "sacrifice", "pass"];

/** How it is played, in a minute. */
export const how = () => [1, 2, 3, 4, 5, 6].map((step) => t(`lauf.how.${step}`));
