/** What the roll allows, as soon as the dice lie there; what is no pawn's move is a button here. */

import { cardShort } from "./names.js";
import { byId, el, fill } from "/static/dom.js";
import { t, words } from "/static/words.js";

/** Moves with the same name are told once. */
export function drawAllowed(view, tools) {
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
        tools ? el("div", { class: "choices" }, acts(view, tools)) : null,
        tools ? hint(view.can.filter(({ from }) => from)) : null,
      ];
    },
  );
}

/** Why a move is missing that the dice suggest: over the board where none is left, else under it. */
export const hindrances = ({ hindrances: found }) =>
  (found ?? []).map((why) => el("p", { class: "soft hindrance" }, words(why)));

/** What is to be tapped on the board: where only one pawn may move, it is chosen already. */
function hint(moves) {
  if (!moves.length) return null;
  const one = new Set(moves.map(({ from }) => from)).size === 1;
  return el(
    "p",
    { class: "soft", id: "tap-hint" },
    t(`lauf.page.tap-${one ? (moves[0].kind === "ghost" ? "ghost" : "field") : "pawn"}`),
  );
}

/** What matters most comes first. */
const DEEDS = ["ghost", "climb", "start", "hit", "run", "card"];

/** Whether the roll allows anything beyond rolling again and passing. */
export const allowsDeed = ({ can }) => can.some(({ kind }) => DEEDS.includes(kind));

/**
 * What pawns, ghost and a double may do, each once; with all cards that serve for it. The ghost that may be forgotten
 * until somebody calls is not told.
 */
export function sayings({ can, dice, rulings }) {
  const cards = new Map();
  const rank = ({ kind, card }) => DEEDS.indexOf(kind) + (card ? DEEDS.length : 0);
  const forgets = (rulings?.huckauf ?? "at-once") !== "at-once" && can.some(({ kind }) => kind !== "ghost");
  for (const move of can
    .filter(({ kind }) => DEEDS.includes(kind) && !(forgets && kind === "ghost"))
    .sort((a, b) => rank(a) - rank(b))) {
    const what = deed(move, dice);
    const key = `${what}|${Boolean(move.card)}`;
    const known = cards.get(key)?.cards ?? [];
    cards.set(key, { what, cards: move.card && !known.includes(move.card) ? [...known, move.card] : known });
  }
  return [...cards.values()].map(withCards);
}

/** A move in words, without its pawn. */
export const saying = (move, dice) => withCards({ what: deed(move, dice), cards: move.card ? [move.card] : [] });

const withCards = ({ what, cards }) =>
  cards.length ? t("lauf.page.with-card", { what, card: cards.map(cardShort).join(" / ") }) : what;

function deed({ kind, card, number }, dice) {
  const total = dice ? dice[0] + dice[1] : 0;
  const far = { run: total, hit: Math.min(...(dice ?? [0])), climb: card ? Math.max(...dice) : number }[kind] ?? total;
  const way = (card && { start: "start-up", run: "back", hit: "hit-back" }[kind]) || kind;
  return t(`lauf.can.${way}`, { number: far });
}

/** What is tapped here: cards for a double, cards thrown away. */
function acts(view, tools) {
  const entering = () => import("./entering.js");
  const act = (id, text, open) =>
    el("button", { type: "button", id, data: { focus: id }, onclick: () => tools.open(open) }, text);
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

const throwing = (move) =>
  [t("lauf.page.throw-card"), move.split(" ")[1] ? `: ${cardShort(move.split(" ")[1])}` : ""].join("");
