/** The board, drawn from its data: tap a pawn that may move, then the field where it goes. */

import { allowsDeed, goers, hindrances, saying } from "./allowed.js";
import { byId, el, fill, forget, svg } from "/static/dom.js";
import { get } from "/static/wire.js";
import { asLongAs, sheet } from "/static/shell.js";
import { t } from "/static/words.js";

/** @import { Table, XY } from "/types/pages.d.ts" */
/** @import { Board, Colour, LaufGoes, LaufView, Place } from "../types.d.ts" */

/** @typedef {Table<LaufView> | null} Tools Without them it only shows. */

const HALF = 15; // mm: half a field of our own board
const MARGIN = 20;

/** @type {Board & { mark: number }} */
let board; // once it is known
/** @type {Place | null} */
let chosen = null; // the place of the pawn that was tapped, of whoever has the dice
let chosenFor = ""; // with that roll: the next one asks anew

/**
 * Ask for the board where it is another one than is known; a game of before brings its own.
 * @param {LaufView} of
 */
export async function knowBoard({ board: name, board_mark: mark, plan }) {
  if (plan) board = { ...plan, mark };
  if (board?.name === name && board.mark === mark) return;
  const came = await get("/api/board?game=lauf-rauf");
  if (came.ok) board = { ...came.data, mark };
}

/**
 * Draw it; without tools it only shows.
 * @param {LaufView} view
 * @param {Tools} tools
 */
export function drawBoard(view, tools) {
  if (view.referee !== "whole-table" || !board) return fill(byId("mountain"), [null], () => []);
  const moves = tools ? goers(view) : [];
  const places = [...new Set(moves.map(({ from }) => from))];
  const roll = JSON.stringify([view.game, view.turn, view.rolls]);
  if (chosen === null || !places.includes(chosen) || roll !== chosenFor) chosen = null;
  chosenFor = roll;
  if (places.length === 1) [chosen] = places;
  byId("mountain").style.setProperty("--above", `${byId("mountain").offsetTop}px`);
  fill(
    byId("mountain"),
    [
      board.name,
      view.pawns,
      view.ghost,
      view.colours,
      moves,
      chosen,
      roll,
      view.hindrances,
      view.supply,
      view.discard.length,
      t("lauf.page.board"),
    ],
    () => [picture(view, moves, tools), allowsDeed(view) ? hindrances(view) : null, stacks(view)],
  );
}

/**
 * @param {LaufView} view
 * @param {Tools} tools
 */
function redraw(view, tools) {
  forget(byId("mountain"));
  drawBoard(view, tools);
}

/** @param {LaufView} of */
const stacks = ({ supply, discard, rulings }) =>
  rulings?.action_cards === "without-cards"
    ? null
    : el("p", { class: "soft" }, t("lauf.page.stacks", { supply, discard: discard.length }));

/**
 * @param {LaufView} view
 * @param {LaufGoes[]} moves
 * @param {Tools} tools
 */
function picture(view, moves, tools) {
  const xs = allPoints().map(([x]) => x);
  const ys = allPoints().map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const size = [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
  const targets = moves.filter(({ from }) => from === chosen);
  return svg(
    "svg",
    { viewBox: `${left} ${top} ${size.join(" ")}`, class: "board", role: "group", "aria-label": t("lauf.page.board") },
    camps(),
    Object.entries(board.fields).map(([name, at]) => field(name, at)),
    pawns(view, moves, tools),
    ghost(view, moves, tools),
    targets.map((move) => target(move, targets, view, tools)),
  );
}

const allPoints = () => [
  ...Object.values(board.fields),
  ...Object.values(board.colours).flatMap(({ base, camp }) => [...base, camp]),
  board.ghost,
];

/**
 * @param {string} name
 * @param {"climb" | "outlined"} key
 */
const owner = (name, key) =>
  Object.keys(board.colours).find((colour) => board.colours[colour][key].flat().includes(name));

/**
 * One field: a climb field full of its colour with an arrow, an approach field with its colour's outline.
 * @param {string} name
 * @param {XY} of
 */
function field(name, [x, y]) {
  const climbs = owner(name, "climb");
  const outlined = owner(name, "outlined");
  return svg(
    "g",
    { class: `field${climbs ? ` climbs-${climbs}` : ""}${outlined ? ` near-${outlined}` : ""}` },
    svg("rect", { x: x - HALF + 1, y: y - HALF + 1, width: 2 * HALF - 2, height: 2 * HALF - 2, rx: 4 }),
    climbs ? svg("path", { d: arrow(name, climbs, [x, y]), class: "arrow" }) : null,
    svg("text", { x, y: y + HALF - 3 }, name),
  );
}

/**
 * The turn-off: towards the colour's upper climb field, or its camp.
 * @param {string} name
 * @param {Colour} colour
 * @param {XY} of
 */
function arrow(name, colour, [x, y]) {
  const { climb, camp } = board.colours[colour];
  const to = climb[0] === name ? board.fields[climb[1]] : camp;
  const turn = Math.atan2(to[1] - y, to[0] - x);
  /**
   * @param {number} angle
   * @param {number} far
   */
  const at = (angle, far) =>
    `${(x + far * Math.cos(turn + angle)).toFixed(1)} ${(y - 2 + far * Math.sin(turn + angle)).toFixed(1)}`;
  return `M${at(0, 10)} L${at(2.5, 8)} L${at(-2.5, 8)} Z`;
}

/** Base camps and summit camps. */
const camps = () =>
  Object.entries(board.colours).map(([colour, { base, camp }]) =>
    svg(
      "g",
      { class: `camp camp-${colour}` },
      base.map(([x, y]) => svg("circle", { cx: x, cy: y, r: HALF - 3 })),
      svg("polygon", { points: peak(camp) }),
      svg("text", { x: camp[0], y: camp[1] + 21 }, t(`lauf.letter.${colour}`)),
    ),
  );

/** @param {XY} of */
const peak = ([x, y]) => `${x - 19},${y + 13} ${x},${y - 18} ${x + 19},${y + 13}`;

/**
 * Where a pawn stands on the drawing; those in a base or camp have a place each.
 * @param {Colour} colour
 * @param {Place} place
 * @param {number} nth
 * @returns {XY}
 */
function pointOf(colour, place, nth) {
  if (place === "base") return board.colours[colour].base[nth];
  const [x, y] = place === "camp" ? board.colours[colour].camp : board.fields[place];
  return place === "camp" ? [x + [-12, 12, 0][nth], y + [5, 5, -8][nth]] : [x, y - 2];
}

/**
 * @param {LaufView} view
 * @param {LaufGoes[]} moves
 * @param {Tools} tools
 */
function pawns(view, moves, tools) {
  return view.pawns.flatMap((own, seat) => {
    /** @type {Record<Place, number>} */
    const counted = {};
    return own.map((place) => {
      const nth = (counted[place] = (counted[place] ?? -1) + 1);
      const mine = seat === view.turn?.player && moves.some(({ from, kind }) => from === place && kind !== "ghost");
      return pawn(view.colours[seat], place, pointOf(view.colours[seat], place, nth), mine, view, tools);
    });
  });
}

/**
 * @param {Colour} colour
 * @param {Place} place
 * @param {XY} of
 * @param {boolean} may
 * @param {LaufView} view
 * @param {Tools} tools
 */
function pawn(colour, place, [x, y], may, view, tools) {
  const says = [
    t("lauf.page.stands", { pawn: colourName(colour), field: placeName(place) }),
    may ? t("lauf.page.may-go") : null,
  ]
    .filter(Boolean)
    .join(", ");
  const tap = () => {
    chosen = chosen === place ? null : place;
    redraw(view, tools);
  };
  return svg(
    "g",
    {
      class: `pawn pawn-${colour}${may ? " may-go" : ""}${may && chosen === place ? " is-chosen" : ""}`,
      ...(may ? tappable(says, `pawn-${place}`, tap) : { role: "img", "aria-label": says }),
    },
    may ? svg("circle", { cx: x, cy: y, r: 14, class: "ring" }) : null,
    svg("circle", { cx: x, cy: y, r: 11 }),
    svg("text", { x, y: y + 4 }, t(`lauf.letter.${colour}`)),
  );
}

/**
 * The ghost: on its summit, or over the pawn that carries it, whose letter stays in sight.
 * @param {LaufView} view
 * @param {LaufGoes[]} moves
 * @param {Tools} tools
 */
function ghost(view, moves, tools) {
  const home = view.ghost === "summit";
  const [x, y] = home ? board.ghost : board.fields[view.ghost];
  const may = moves.some(({ kind }) => kind === "ghost");
  const tap = () => {
    chosen = chosen === view.ghost ? null : view.ghost;
    redraw(view, tools);
  };
  const says = [`${t("lauf.page.ghost")}, ${placeName(view.ghost)}`, may ? t("lauf.page.may-go") : null]
    .filter(Boolean)
    .join(", ");
  const shape = home
    ? `M${x - 10} ${y + 11} V${y - 3} a10 10 0 0 1 20 0 V${y + 11} l-5 -4 l-5 4 l-5 -4 Z`
    : `M${x - 12} ${y - 7} V${y - 9} a12 11 0 0 1 24 0 V${y - 7} l-4 -2 l-4 2 l-4 -2 l-4 2 l-4 -2 Z`;
  return svg(
    "g",
    {
      class: `ghost${may ? " may-go" : ""}${may && chosen === view.ghost ? " is-chosen" : ""}`,
      ...(may ? tappable(says, "ghost", tap) : { role: "img", "aria-label": says }),
    },
    svg("path", { d: shape }),
    svg("circle", { cx: x - 4, cy: y - (home ? 3 : 13), r: 1.8 }),
    svg("circle", { cx: x + 4, cy: y - (home ? 3 : 13), r: 1.8 }),
  );
}

/**
 * A field where the tapped pawn may go; where several moves lead there, people say which.
 * @param {LaufGoes} move
 * @param {LaufGoes[]} targets
 * @param {LaufView} view
 * @param {Tools} tools
 */
function target(move, targets, view, tools) {
  const { to } = move;
  const same = targets.filter((other) => other.to === to);
  if (same[0] !== move) return null;
  const camp = board.colours[view.colours[view.turn?.player ?? 0]].camp;
  const [x, y] = to === "camp" ? camp : to === "summit" ? board.ghost : board.fields[to];
  const moves = same.map((one) => saying(one, view.dice)).join(t("list.separator"));
  const says = `${placeName(to)}, ${t("lauf.page.goes-there")}: ${moves}`;
  const tap = () =>
    tools?.open(async (given) => {
      const { send } = await import("./entering.js");
      chosen = null;
      // A card is not spent by a tap on a field: people say so.
      return same.length === 1 && !move.card
        ? send(given, move.move)
        : choose(same, view, (one) => send(given, one.move));
    });
  return svg(
    "g",
    { class: "target", ...tappable(says, `to-${to}`, tap) },
    svg("rect", { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 5 }),
    svg("path", { d: `M${x - 5} ${y + 1} l4 4 l7 -9`, class: "tick" }),
  );
}

/**
 * @param {LaufGoes[]} moves
 * @param {LaufView} view
 * @param {(move: LaufGoes) => void} act
 */
const choose = (moves, view, act) =>
  sheet(
    t("lauf.page.choose", { player: view.players[view.turn?.player ?? 0].name }),
    ({ close }) => [
      el(
        "div",
        { class: "choices" },
        moves.map((move) =>
          el(
            "button",
            { type: "button", data: { focus: move.move }, onclick: () => (close(), act(move)) },
            saying(move, view.dice),
          ),
        ),
      ),
    ],
    { name: "which", changed: asLongAs(view, ({ game, can }) => [game, can]) },
  );

/**
 * @param {string} says
 * @param {string} focus
 * @param {() => void} act
 */
const tappable = (says, focus, act) => ({
  role: "button",
  tabindex: "0",
  "aria-label": says,
  data: { focus },
  onclick: act,
  onkeydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  },
});

/** @param {Colour} colour */
export const colourName = (colour) => t(`colour.${colour}`);

/**
 * What a place is called; a field by its number, which is printed on it.
 * @param {Place} place
 */
export const placeName = (place) =>
  ["base", "camp", "summit"].includes(place) ? t(`lauf.place.${place}`) : t("lauf.page.field", { field: place });
