/** What fills the screen for a moment: an action card, a claim's verdict, a round won. */

import { cardPicture, signOf } from "./cards.js";
import { cardText, kindOf } from "./deck.js";
import { WINS, stars } from "./people.js";
import { verdictOf } from "./verdict.js";
import { el } from "/static/dom.js";
import { confetti, sentence, whoOf } from "/static/moments.js";
import { t } from "/static/words.js";

/** @import { MomentKind, Saying } from "/types/pages.d.ts" */
/** @import { Told } from "/types/wire.d.ts" */
/** @import { DummSaid, DummView, Face } from "../types.d.ts" */

/** How loud each kind of announcement is: a tune, a buzz, and for how long it fills the screen (0: till a tap). */
export const moments = /** @satisfies {Record<string, MomentKind<any, DummView>>} */ ({
  "at-once": { tune: "alarm", buzz: [200, 80, 200, 80, 400], seconds: 12, interrupts: true, build: actionMoment },
  keep: { tune: "ask", buzz: [120], seconds: 9, decides: true, build: actionMoment },
  claim: {
    tune: (/** @type {Saying<DummSaid, "claim">} */ { params }) => params.verdict,
    buzz: [150, 60, 150],
    seconds: 0,
    interrupts: true,
    build: verdictMoment,
  },
  "round-won": { tune: "yes", buzz: [120, 60, 120, 60, 500], seconds: 20, interrupts: true, build: winnerMoment },
  "game-won": { tune: "yes", buzz: [300, 100, 300, 100, 800], seconds: 0, interrupts: true, build: winnerMoment },
});

/**
 * @param {Saying<DummSaid, "at-once" | "keep">} said
 * @param {DummView} view
 */
function actionMoment(said, view) {
  const code = said.params.card;
  const kind = kindOf(code);
  return [
    // What was kept is kept no longer.
    el("p", { class: "moment-kind" }, signOf(kind), t(kind === "keep" ? "page.moment.keep" : `page.kind.${kind}`)),
    el("span", { class: "card moment-card" }, cardPicture(code)),
    whoOf(said, view),
    el("p", { class: "moment-text" }, cardText(code)),
  ];
}

/**
 * @param {Saying<DummSaid, "round-won" | "game-won">} said
 * @param {DummView} view
 */
function winnerMoment(said, view) {
  const task = said.kind === "round-won" ? said.params.task : null;
  const won = starsOf(said, view, task);
  return [
    confetti(),
    el(
      "p",
      { class: "moment-kind" },
      signOf("task"),
      t(said.kind === "game-won" ? "page.moment.game" : "page.moment.round"),
    ),
    whoOf(said, view),
    el("p", { class: "moment-stars", role: "img", "aria-label": t("page.won", { n: won }) }, stars(won)),
    task ? el("span", { class: "card moment-card small" }, cardPicture(task)) : null,
    sentence(said, view),
  ];
}

/**
 * How many murphy cards the winner has now: what is announced may be a moment ahead of the view.
 * @param {Told} said
 * @param {DummView} view
 * @param {Face | null} task
 */
function starsOf(said, view, task) {
  const won = view.players[said.player ?? -1]?.won ?? [];
  if (said.kind === "game-won") return Math.max(WINS, won.length);
  return task && !won.includes(task) ? won.length + 1 : won.length;
}

/**
 * @param {Saying<DummSaid, "claim">} said
 * @param {DummView} view
 */
function verdictMoment(said, view) {
  const back = said.params.verdict === "no" ? el("p", { class: "soft" }, t("announce.back-in-hand")) : null;
  return [whoOf(said, view), verdictOf(said.params), back];
}
