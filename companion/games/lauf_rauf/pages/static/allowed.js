/** What the roll allows, as soon as the dice lie there; what is no pawn's move is a button here. */

import { cardShort } from "./names.js";
import { byId, el, fill } from "/static/dom.js";
import { t } from "/static/words.js";

/** Moves with the same name are told once. */
export function drawAllowed(view, tools) {
  const told = view.referee === "dice-only" ? view.allowed.map(([kind, number]) => t(`lauf.can.${kind}`, { number })) : sayings(view);
  fill(byId("allowed"), [told, view.can, view.has_to_run, view.dice, Boolean(tools), t("lauf.page.can")], () => {
    if (!view.dice || view.phase !== "play") return [];
    return [
      el("ul", { class: "can" }, told.length ? [...new Set(told)].map((text) => el("li", {}, el("span", {}, text))) : el("li", { class: "is-none" }, t("lauf.page.nothing"))),
      view.has_to_run ? el("p", { class: "soft", id: "has-to-run" }, t("lauf.has-to-run")) : null,
      tools ? el("div", { class: "choices" }, acts(view, tools)) : null,
      tools && view.can.some(({ from }) => from) ? el("p", { class: "soft" }, t("lauf.page.tap-pawn")) : null,
    ];
  });
}

const sayings = ({ can, dice }) => can.filter(({ kind }) => ["ghost", "start", "run", "climb", "hit", "card"].includes(kind)).map((move) => saying(move, dice));

/** A move in words, without its pawn. */
export function saying({ kind, card, number }, dice) {
  const total = dice ? dice[0] + dice[1] : 0;
  const far = { run: total, hit: Math.min(...(dice ?? [0])), climb: card ? Math.max(...dice) : number }[kind] ?? total;
  const way = (card && { run: "back", hit: "hit-back" }[kind]) || kind;
  const what = t(`lauf.can.${way}`, { number: far });
  return card ? t("lauf.page.with-card", { what, card: cardShort(card) }) : what;
}

/** What is tapped here: cards for a double, cards thrown away. */
function acts(view, tools) {
  const entering = () => import("./entering.js");
  const act = (id, text, open) => el("button", { type: "button", id, data: { focus: id }, onclick: () => tools.open(open) }, text);
  return [
    view.can.some(({ kind }) => kind === "card") ? act("take-card", t("lauf.page.take-card"), async (given) => (await entering()).cardSheet(given)) : null,
    view.can.filter(({ kind }) => kind === "sacrifice").map(({ move }) => act(`give-${move.split(" ")[1] || "any"}`, throwing(move), async (given) => (await entering()).send(given, move.split(" ")[1] ? move : "buy"))),
  ];
}

const throwing = (move) => [t("lauf.page.throw-card"), move.split(" ")[1] ? `: ${cardShort(move.split(" ")[1])}` : ""].join("");
