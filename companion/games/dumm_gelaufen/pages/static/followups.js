/** What is left to decide in a turn: whom, which card, how many more; one button for each possibility. */

import { sayName } from "/static/board.js";
import { cardPicture } from "./cards.js";
import { WITHOUT, cardName, faceOf, facesOf } from "./deck.js";
import { button, buttonRow, el, nameOf, toggles, withNames } from "/static/dom.js";
import { leftOver, whyNot } from "./holds.js";
import { movesOf } from "./legal.js";
import { numberPad, shelf } from "./picker.js";
import { count, t, words } from "/static/words.js";

/** @import { Child } from "/types/pages.d.ts" */
/** @import { Spoken } from "/types/wire.d.ts" */
/** @import { At, Code, DummMove, DummView, Face, Kind } from "../types.d.ts" */
/** @import { MoveOf } from "./legal.js" */
/** @import { Entering, EnteringTools } from "./moves.js" */

/** @typedef {{ submit: (move: Spoken<DummMove>) => unknown, cardOf: (face: Face) => Code | null }} Deciding */
/** @typedef {EnteringTools & Deciding} Follow */

const KINDS = /** @type {const} */ (["rule", "choose", "take", "lay", "play-action", "pass"]);

/**
 * The form for the moves that are legal now, when no turn is to begin.
 * @param {Entering} entry
 * @param {Follow} tools
 * @returns {Child}
 */
export function followUp(entry, tools) {
  const { legal } = entry;
  const now = tools.view().turn?.player;
  // That a claim may still be made is nothing to be entered here: the offer lapses by itself.
  if (!legal.some(({ move }) => KINDS.some((kind) => kind === move) && (move !== "pass" || now === entry.player))) {
    const name = tools.view().players[now ?? -1]?.name;
    if (!name) return el("p", { class: "soft" }, t("moves.nothing"));
    const elsewhere =
      now === entry.player ? null : el("p", { class: "soft" }, withNames(t("moves.elsewhere", { name }), [name]));
    return [el("p", {}, sayName("page.turn.somebody", tools.view(), now ?? null)), elsewhere];
  }
  return [
    stillWanted(tools.view(), legal),
    movesOf(legal, "rule").length ? ruleForm(tools) : null,
    chooseForm(movesOf(legal, "choose"), entry, tools),
    takeForm(movesOf(legal, "take"), tools),
    layForm(movesOf(legal, "lay"), entry, tools),
    showForm(movesOf(legal, "play-action"), tools),
    movesOf(legal, "pass").length ? passForm(tools) : null,
  ];
}

/**
 * What an action card has somebody lay or take, and how many cards more.
 * @param {DummView} of
 * @param {DummMove[]} legal
 */
function stillWanted({ turn }, legal) {
  const asks = turn?.asks;
  if (!asks || !legal.some(({ move }) => move === "lay" || move === "take")) return null;
  return [
    el("p", { class: "soft asked-for" }, words(asks.text)),
    asks.left > 0 ? el("h3", {}, count("moves.left", asks.left)) : null,
  ];
}

/**
 * @param {Child} title
 * @param {...Child} content
 */
const block = (title, ...content) => el("div", { class: "stack" }, el("h3", {}, title), content);
/**
 * @param {string} text
 * @param {() => unknown} act
 */
const choice = (text, act, look = "") => button({ class: look, onclick: act }, text);

/**
 * Each value once, in the order in which it comes.
 * @template T
 * @param {T[]} values
 * @returns {T[]}
 */
const distinct = (values) => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];

/**
 * The faces that moves are about; where one is about a card that nobody saw, all of some kinds.
 * @param {{ card?: Code | null }[]} moves
 * @param {Kind[]} kinds
 * @returns {Face[]}
 */
function named(moves, kinds) {
  const cards = moves.map(({ card }) => card);
  return cards.includes(null)
    ? kinds.flatMap(facesOf).map(({ face }) => face)
    : distinct(cards.flatMap((card) => (card ? [faceOf(card)] : [])));
}

/** @param {Follow} of */
function ruleForm({ submit }) {
  return block(
    t("moves.rule"),
    buttonRow(
      choice(t("moves.rule.yes"), () => submit({ move: "rule", accept: true }), "main"),
      choice(t("moves.rule.no"), () => submit({ move: "rule", accept: false })),
    ),
  );
}

/**
 * @param {MoveOf<"choose">[]} moves
 * @param {Entering} entry
 * @param {Follow} tools
 * @returns {Child}
 */
function chooseForm(moves, entry, tools) {
  const { submit, view, redraw } = tools;
  const [first] = moves;
  if (!first) return null;
  const whom = distinct(moves.map((move) => move.whom));
  const people = view().players;
  const faces = moves.some((move) => move.face);
  /** @param {number | null} player */
  const choose = (player) => {
    if (!faces) return submit(moves.find((move) => move.whom === player) ?? first);
    entry.whom = player;
    redraw();
  };
  if (whom.length === 1 && whom[0] === null) return handOver(moves, tools);
  const asks = view().turn?.asks;
  const chosen = entry.whom;
  return block(
    t(faces ? "moves.whom.ask" : "moves.whom"),
    asks ? el("p", { class: "soft" }, words(asks.text)) : null,
    toggles(
      whom.map((player) => ({
        focus: `whom-${player}`,
        text: nameOf(people[player ?? -1]?.name ?? ""),
        on: faces ? entry.whom === player : null,
        data: { whom: player },
        act: () => choose(player),
      })),
    ),
    faces && chosen !== undefined
      ? [
          el("h3", {}, t("moves.demand")),
          numberPad((face) => submit({ ...first, whom: chosen, face }), {
            out: (face) => whyNot(leftOver(view().zones), face),
          }),
        ]
      : null,
  );
}

/**
 * A card that goes from hand to hand: nobody needs to say which.
 * @param {MoveOf<"choose">[]} moves
 * @param {Follow} of
 */
function handOver(moves, { submit, view }) {
  const asks = view().turn?.asks;
  const unseen = moves.find((move) => (move.cards ?? []).every((card) => card === null));
  const known = moves.filter((move) => (move.cards ?? []).some((card) => card !== null));
  return block(
    asks ? words(asks.text) : t("moves.hand-over"),
    unseen ? choice(t("moves.hand-over.done"), () => submit(unseen), "main big") : null,
    known.length && !unseen
      ? el(
          "div",
          { class: "cards" },
          known.map((move) => cardChoice(move.cards, () => submit(move))),
        )
      : null,
  );
}

/**
 * @param {(Code | null)[]} cards
 * @param {() => void} act
 */
const cardChoice = (cards, act) =>
  button(
    { class: "card", "aria-label": cards.map(cardName).join(t("list.separator")), onclick: act },
    cards.map((code) => cardPicture(code)),
  );

/**
 * One card of those that an action card gives, or, with no number card left, one to go on with (rules, A6).
 * @param {MoveOf<"take">[]} moves
 * @param {Follow} of
 */
function takeForm(moves, { submit, view }) {
  if (!moves.length) return null;
  const takes = distinct(moves.map((move) => move.cards));
  return block(
    t(view().turn?.asks ? "moves.take-more" : "moves.replenish"),
    buttonRow(
      takes.map((cards) =>
        choice(cards.map(takeName).join(t("list.separator")), () => submit({ move: "take", cards })),
      ),
    ),
  );
}

/** @param {At} of */
const takeName = ([place, code]) =>
  place === "mac" && code ? t("moves.take.mac", { card: cardName(code) }) : t(`moves.take.${place}`);

/**
 * Laying a card, and apart from that throwing away unused what was drawn (rules, A5).
 * @param {MoveOf<"lay">[]} moves
 * @param {Entering} entry
 * @param {Follow} tools
 */
function layForm(moves, entry, tools) {
  return [
    ontoForm(moves, entry, tools),
    unusedForm(
      moves.filter((move) => move.place === "actions"),
      entry,
      tools,
    ),
  ];
}

/**
 * @param {MoveOf<"lay">[]} moves
 * @param {Entering} of
 * @param {Follow} with
 */
function unusedForm(moves, { holds }, { submit }) {
  if (!moves.length) return null;
  const faces = named(moves, ["keep", "at-once"]);
  return el(
    "details",
    { class: "more" },
    el("summary", {}, t("moves.unused")),
    shelf(faces, (face) => submit({ move: "lay", place: "actions", card: `${face}-1` }), {
      out: (face) => whyNot(holds, face),
    }),
  );
}

/**
 * @param {MoveOf<"lay">[]} moves
 * @param {Entering} entry
 * @param {Follow} of
 */
function ontoForm(moves, entry, { submit, redraw, cardOf }) {
  const places = distinct(moves.map((move) => move.place)).filter((place) => place !== "actions");
  if (!places.includes(entry.side)) entry.side = places[0];
  /** @param {string} place */
  const side = (place) => {
    entry.side = place;
    redraw();
  };
  if (!places.length) return null;
  return block(
    t("moves.lay-more"),
    places.length > 1
      ? toggles(
          places.map((place) => ({
            focus: `side-${place}`,
            text: t(`moves.onto.${place}`),
            on: entry.side === place,
            data: { side: place },
            act: () => side(place),
          })),
        )
      : null,
    numberPad((face) => submit({ move: "lay", place: entry.side, card: cardOf(face) }), {
      out: (face) => whyNot(entry.holds, face),
    }),
    moves.some((move) => move.card === null)
      ? choice(t("moves.unseen"), () => submit({ move: "lay", place: entry.side, card: null }), "quiet")
      : null,
  );
}

/**
 * @param {MoveOf<"play-action">[]} moves
 * @param {Follow} of
 */
function showForm(moves, { submit }) {
  if (!moves.length) return null;
  const faces = named(moves, ["at-once"]);
  return block(
    t("moves.drawn-at-once"),
    shelf(faces, (face) => submit({ move: "play-action", card: `${face}-1` })),
  );
}

/** @param {Follow} tools */
function passForm({ submit, view }) {
  const wanted = view().turn?.asks?.card ?? "";
  return choice(t(WITHOUT.get(wanted) ?? "moves.pass"), () => submit({ move: "pass" }), "big");
}
