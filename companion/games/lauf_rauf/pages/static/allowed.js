/** The two dice as they lie, what the roll allows, and cards; what is no pawn's move is a button here. */

import { die, pips } from "/static/dice.js";
import { button, buttonRow, byId, el, fill } from "/static/dom.js";
import { t, words } from "/static/words.js";

/** @import { Here, Table } from "/types/pages.d.ts" */
/** @import { Kind, LaufCan, LaufGoes, LaufView } from "../types.d.ts" */

/**
 * @typedef {object} Entering What a tap opens or sends.
 * @property {(here: Here<LaufView>) => unknown} cardSheet
 * @property {(here: Here<LaufView>, move: string) => unknown} send
 */

/** @param {LaufView} view */
export function drawDice(view) {
  const { dice, rolls, most, phase } = view;
  fill(byId("rolled"), [dice, rolls, most, phase, t("dice.title")], () => {
    if (phase === "set-up") return [];
    const [one, other] = dice ?? [0, 0];
    const says = dice ? t("lauf.page.dice-shown", { one, other, total: one + other }) : t("dice.no-roll");
    return [
      el(
        "div",
        { class: "rolled", role: "img", "aria-label": says },
        [one, other].map((value) => (value ? die(pips(value)) : die("?", { lies: ["away"] }))),
      ),
      el(
        "p",
        { class: "rolled-total" },
        dice ? el("b", {}, t("lauf.page.total", { total: one + other })) : t("dice.no-roll"),
        dice ? el("span", { class: "soft" }, t("dice.roll", { rolls, most })) : null,
      ),
    ];
  });
}

/**
 * Moves with the same name are told once; what is tapped here is entered by what `entering` loads.
 * @param {LaufView} view
 * @param {Table<LaufView> | null} tools
 * @param {() => Promise<Entering>} entering
 */
export function drawAllowed(view, tools, entering) {
  const told =
    view.referee === "dice-only"
      ? view.allowed.map(([kind, number]) => t(`lauf.can.${kind}`, { number }))
      : sayings(view);
  fill(
    byId("allowed"),
    [told, view.can, view.has_to_run, view.hindrances, view.dice, Boolean(tools), t("lauf.page.can")],
    () => {
      if (!view.dice || view.phase !== "play") return [];
      return [
        el(
          "ul",
          { class: "can" },
          told.length
            ? [...new Set(told)].map((text) => el("li", {}, el("span", {}, text)))
            : el("li", { class: "is-none" }, t("lauf.page.nothing")),
        ),
        view.has_to_run ? el("p", { class: "soft", id: "has-to-run" }, t("lauf.has-to-run")) : null,
        allowsDeed(view) ? null : hindrances(view),
        tools ? buttonRow(acts(view, tools, entering)) : null,
        tools ? hint(goers(view)) : null,
      ];
    },
  );
}

/**
 * Why a move is missing that the dice suggest: over the board where none is left, else under it.
 * @param {LaufView} of
 */
export const hindrances = ({ hindrances: found }) =>
  (found ?? []).map((why) => el("p", { class: "soft hindrance" }, words(why)));

/**
 * What is to be tapped on the board: where only one pawn may move, it is chosen already.
 * @param {LaufGoes[]} moves
 */
function hint(moves) {
  if (!moves.length) return null;
  const one = new Set(moves.map(({ from }) => from)).size === 1;
  return el(
    "p",
    { class: "soft", id: "tap-hint" },
    t(`lauf.page.tap-${one ? (moves[0].kind === "ghost" ? "ghost" : "field") : "pawn"}`),
  );
}

/**
 * The moves by which something goes somewhere.
 * @param {Pick<LaufView, "can">} view
 */
export const goers = ({ can }) => can.filter((move) => move.from !== undefined);

/** What matters most comes first. */
const DEEDS = ["ghost", "climb", "start", "hit", "run", "card"];

/**
 * Whether the roll allows anything beyond rolling again and passing.
 * @param {Pick<LaufView, "can">} of
 */
export const allowsDeed = ({ can }) => can.some(({ kind }) => DEEDS.includes(kind));

/**
 * What pawns, ghost and a double may do, each once; with all cards that serve for it. The ghost that may be forgotten
 * until somebody calls is not told.
 * @param {Pick<LaufView, "can" | "dice" | "rulings">} view
 */
export function sayings({ can, dice, rulings }) {
  /** @type {Map<string, { what: string, cards: Kind[] }>} */
  const cards = new Map();
  const rank = (/** @type {LaufCan} */ move) => DEEDS.indexOf(move.kind) + (cardOf(move) ? DEEDS.length : 0);
  const forgets = (rulings?.huckauf ?? "at-once") !== "at-once" && can.some(({ kind }) => kind !== "ghost");
  for (const move of can
    .filter(({ kind }) => DEEDS.includes(kind) && !(forgets && kind === "ghost"))
    .sort((a, b) => rank(a) - rank(b))) {
    const what = deed(move, dice);
    const card = cardOf(move);
    const key = `${what}|${Boolean(card)}`;
    const known = cards.get(key)?.cards ?? [];
    cards.set(key, { what, cards: card && !known.includes(card) ? [...known, card] : known });
  }
  return [...cards.values()].map(withCards);
}

/**
 * The card that a move is made with, if there is one.
 * @param {LaufCan} move
 */
const cardOf = (move) => (move.from === undefined ? null : (move.card ?? null));

/**
 * A move in words, without its pawn.
 * @param {LaufCan} move
 * @param {LaufView["dice"]} dice
 */
export function saying(move, dice) {
  const card = cardOf(move);
  return withCards({ what: deed(move, dice), cards: card ? [card] : [] });
}

/** @param {{ what: string, cards: Kind[] }} of */
const withCards = ({ what, cards }) =>
  cards.length ? t("lauf.page.with-card", { what, card: cards.map(cardShort).join(" / ") }) : what;

/** What is said of a move that a card is played for. */
const BY_CARD = new Map([
  ["start", "start-up"],
  ["run", "back"],
  ["hit", "hit-back"],
]);

/**
 * @param {LaufCan} move
 * @param {LaufView["dice"]} dice
 */
function deed(move, dice) {
  const card = cardOf(move);
  const way = (card && BY_CARD.get(move.kind)) || move.kind;
  return t(`lauf.can.${way}`, { number: reach(move, dice ?? [0, 0]) });
}

/**
 * How far a move goes.
 * @param {LaufCan} move
 * @param {[number, number]} dice
 */
function reach(move, [one, other]) {
  if (move.kind === "hit") return Math.min(one, other);
  if (move.kind === "climb") return move.card ? Math.max(one, other) : move.number;
  return one + other;
}

/**
 * What is tapped here: cards for a double, cards thrown away.
 * @param {LaufView} view
 * @param {Table<LaufView>} tools
 * @param {() => Promise<Entering>} entering
 */
function acts(view, tools, entering) {
  /**
   * @param {string} id
   * @param {string} text
   * @param {(here: Here<LaufView>) => unknown} open
   */
  const act = (id, text, open) => button({ id, data: { focus: id }, onclick: () => tools.open(open) }, text);
  return [
    view.can.some(({ kind }) => kind === "card")
      ? act("take-card", t("lauf.page.take-card"), async (given) => (await entering()).cardSheet(given))
      : null,
    view.can
      .filter(({ kind }) => kind === "sacrifice")
      .map(({ move }) =>
        act(`give-${move.split(" ")[1] || "any"}`, throwing(move), async (given) =>
          (await entering()).send(given, move.split(" ")[1] ? move : "buy"),
        ),
      ),
  ];
}

/** @param {string} move */
const throwing = (move) =>
  [t("lauf.page.throw-card"), move.split(" ")[1] ? `: ${cardShort(move.split(" ")[1])}` : ""].join("");

// Cards

export const KINDS = ["STA", "BAC", "CLI", "HIT", "JOK"];

/** @param {Kind} kind */
export const cardName = (kind) => (KINDS.includes(kind) ? t(`lauf.card.${kind}`) : kind);
/** @param {Kind} kind */
export const cardShort = (kind) => t(`lauf.print.short.${kind}`);

/**
 * The cards that lie before somebody.
 * @param {Kind[]} hand
 */
export const handOf = (hand) =>
  el(
    "span",
    {
      class: "hand chips",
      role: "img",
      "aria-label": hand.length ? hand.map(cardName).join(t("list.separator")) : t("list.no-card"),
    },
    hand.map((kind) => el("span", { class: "chip" }, cardShort(kind))),
  );
