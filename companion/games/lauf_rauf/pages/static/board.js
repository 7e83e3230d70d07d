/** The board, drawn from its data: tap a pawn that may move, then the field where it goes. */

import { allowsDeed, goers, hindrances, saying } from "./allowed.js";
import { button, buttonRow, byId, el, fill, forget, svg } from "/static/dom.js";
import { get } from "/static/wire.js";
import { asLongAs, sheet } from "/static/shell.js";
import { t } from "/static/words.js";

/** @import { Child, Table, XY } from "/types/pages.d.ts" */
/** @import { Board, Colour, LaufGoes, LaufView, Place } from "../types.d.ts" */

/** @typedef {Table<LaufView> | null} Tools Without them it only shows. */
/**
 * @typedef {object} Tapping What is tapped on a board that is corrected.
 * @property {string} chosen The pawn, as seat and number, or the ghost.
 * @property {Place | null} where It stands.
 * @property {Place[]} places It can stand on.
 * @property {(pawn: string) => void} take
 * @property {(place: Place) => void} put
 */

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

/** The fields of the board that is known. */
export const fieldNames = () => Object.keys(board?.fields ?? {});

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
  const sized = Boolean(tools) || large; // who waits for the turn sees the whole of it again
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
      sized,
      t("lauf.page.board"),
    ],
    () => [
      picture(view, moves, tools),
      sized ? larger(() => byId("mountain")) : null,
      allowsDeed(view) ? hindrances(view) : null,
      stacks(view),
    ],
  );
}

let large = false; // fields for a finger

/**
 * A phone's fields are small: one tap makes them large enough for a finger, and the board is moved under it.
 * @param {() => HTMLElement} place
 */
function larger(place) {
  /** @type {HTMLButtonElement} */
  const enlarges = button(
    { id: "board-large", "aria-pressed": String(large), onclick: () => tap() },
    t("lauf.page.teach-large"),
  );
  const tap = () => {
    large = place().classList.toggle("is-large");
    enlarges.setAttribute("aria-pressed", String(large));
    place().querySelector(".is-chosen, .may-go, .target")?.scrollIntoView({ block: "center", inline: "center" });
  };
  return enlarges;
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
  const targets = moves.filter(({ from }) => from === chosen);
  return frame(
    camps(),
    fields(),
    pawns(view, moves, tools),
    ghost(view, moves, tools),
    targets.map((move) => target(move, targets, view, tools)),
  );
}

/**
 * The board as it stands, to say by two taps that it is otherwise: every pawn and the ghost can be tapped, then every
 * place where that one can stand.
 * @param {LaufView} view
 * @param {Tapping} of
 */
export function boardToTap(view, { chosen: now, where, places, take, put }) {
  if (!board) return null;
  const colour = view.colours[Number(now.split("-")[0]) || 0];
  /** @type {HTMLElement} */
  const place = el(
    "div",
    { class: large ? "stack is-large" : "stack" },
    frame(camps(), fields(), standing(view, now, take), free(colour, where, places, put)),
    larger(() => place),
  );
  return place;
}

/**
 * @param {LaufView} view
 * @param {string} now
 * @param {(pawn: string) => void} take
 */
function standing(view, now, take) {
  const [x, y] = view.ghost === "summit" ? board.ghost : board.fields[view.ghost];
  const all = view.pawns.flatMap((own, seat) => own.map((place, n) => ({ seat, place, n, of: view.colours[seat] })));
  return [
    all.map(({ seat, place, n, of }) => {
      const nth = view.pawns[seat].slice(0, n).filter((other) => other === place).length;
      const [px, py] = pointOf(of, place, nth);
      const name = `${seat}-${n}`;
      const says = t("lauf.page.stands", {
        pawn: `${view.players[seat].name}, ${colourName(of)}`,
        field: placeName(place),
      });
      return svg(
        "g",
        {
          class: `pawn pawn-${of} may-go${name === now ? " is-chosen" : ""}`,
          ...tappable(says, `tap-${name}`, () => take(name)),
        },
        svg("circle", { cx: px, cy: py, r: HALF, class: "hit" }),
        name === now ? svg("circle", { cx: px, cy: py, r: 14, class: "ring" }) : null,
        svg("circle", { cx: px, cy: py, r: 11 }),
        svg("text", { x: px, y: py + 4 }, t(`lauf.letter.${of}`)),
      );
    }),
    svg(
      "g",
      {
        class: `ghost may-go${now === "ghost" ? " is-chosen" : ""}`,
        ...tappable(`${t("lauf.page.ghost")}, ${placeName(view.ghost)}`, "tap-ghost", () => take("ghost")),
      },
      svg("circle", { cx: x, cy: y - (view.ghost === "summit" ? 0 : 14), r: HALF, class: "hit" }),
      svg("path", { d: ghostAt(x, y - (view.ghost === "summit" ? 0 : 14)) }),
      eyes(x, y - (view.ghost === "summit" ? 3 : 17)),
    ),
  ];
}

/**
 * @param {Colour} colour
 * @param {Place | null} where
 * @param {Place[]} places
 * @param {(place: Place) => void} put
 */
const free = (colour, where, places, put) =>
  places.map((place) => {
    const [x, y] = place === "summit" ? board.ghost : pointOf(colour, place, 0);
    return svg(
      "g",
      {
        class: `target${place === where ? " is-where" : " is-free"}`,
        ...tappable(placeName(place), `put-${place}`, () => put(place)),
      },
      svg("rect", { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 5 }),
      place === where ? svg("path", { d: `M${x - 5} ${y + 1} l4 4 l7 -9`, class: "tick" }) : null,
    );
  });

const fields = () => Object.entries(board.fields).map(([name, at]) => field(name, at));

/**
 * A drawing that the keyboard enters once; its arrow keys are loaded when it comes to it.
 * @param {...Child} content
 */
function frame(...content) {
  const [xs, ys] = [0, 1].map((axis) => allPoints().map((at) => at[axis]));
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const size = [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
  const drawn = svg(
    "svg",
    { viewBox: `${left} ${top} ${size.join(" ")}`, class: "board", role: "group", "aria-label": t("lauf.page.board") },
    content,
  );
  return walked(el("div", { class: "board-view" }, drawn));
}

/** @type {typeof import("/static/roving.js").roving | null} */
let walk = null;

/** @param {HTMLElement} place */
function walked(place) {
  if (walk) return walk(place);
  const learn = async () => {
    ({ roving: walk } = await import("/static/roving.js"));
    walk(place);
  };
  place.addEventListener("focusin", learn, { once: true });
  return place;
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
    ? ghostAt(x, y)
    : `M${x - 12} ${y - 7} V${y - 9} a12 11 0 0 1 24 0 V${y - 7} l-4 -2 l-4 2 l-4 -2 l-4 2 l-4 -2 Z`;
  return svg(
    "g",
    {
      class: `ghost${may ? " may-go" : ""}${may && chosen === view.ghost ? " is-chosen" : ""}`,
      ...(may ? tappable(says, "ghost", tap) : { role: "img", "aria-label": says }),
    },
    svg("path", { d: shape }),
    eyes(x, y - (home ? 3 : 13)),
  );
}

/**
 * @param {number} x
 * @param {number} y
 */
const eyes = (x, y) => [-4, 4].map((aside) => svg("circle", { cx: x + aside, cy: y, r: 1.8 }));

/**
 * @param {number} x
 * @param {number} y
 */
const ghostAt = (x, y) => `M${x - 10} ${y + 11} V${y - 3} a10 10 0 0 1 20 0 V${y + 11} l-5 -4 l-5 4 l-5 -4 Z`;

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
    t("lauf.page.choose"),
    ({ close }) => [
      buttonRow(
        moves.map((move) =>
          button({ data: { focus: move.move }, onclick: () => (close(), act(move)) }, saying(move, view.dice)),
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
