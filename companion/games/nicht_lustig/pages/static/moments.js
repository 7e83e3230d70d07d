/** What fills the screen for a moment: a scoring, a Death, the end. */

import { chip, nameOf } from "./cards.js";
import { die } from "./dice.js";
import { el, nameOf as person, withNames } from "/static/dom.js";
import { confetti, whoOf } from "/static/moments.js";
import { t, words } from "/static/words.js";

/** @import { Told } from "/types/wire.d.ts" */
/** @import { MomentKind } from "/types/pages.d.ts" */
/** @import { LustigSaid, LustigView } from "../types.d.ts" */

/**
 * @template {LustigSaid["kind"]} Kind
 * @typedef {Extract<LustigSaid, { kind: Kind }>} Saying
 */

/** How loud each kind of announcement is (`GameModule`). */
export const moments = /** @satisfies {Record<string, MomentKind<any, LustigView>>} */ ({
  scored: { tune: "ask", buzz: [120, 60, 120], seconds: 9, build: scoring },
  skipped: { tune: "wrong", buzz: [200], seconds: 6, build: plain },
  death: { tune: "alarm", buzz: [400], seconds: 9, build: deathly },
  end: { tune: "alarm", buzz: [200, 80, 200], seconds: 12, interrupts: true, build: plain },
  "game-won": { tune: "yes", buzz: [300, 100, 300, 100, 800], seconds: 0, interrupts: true, build: winning },
});

/**
 * @param {Saying<"scored">} of
 * @param {LustigView} view
 */
function scoring({ params }, view) {
  const rows = params.faces
    .map((faces, seat) => ({ name: view.players[seat]?.name ?? "", faces }))
    .filter(({ faces }) => faces.length);
  return [
    el("p", { class: "moment-kind moment-pink" }, t("lustig.page.turn-over"), die("pink", params.pink, 6)),
    el(
      "ul",
      { class: "moment-scored" },
      rows.map(({ name, faces }) =>
        el(
          "li",
          {},
          person(name),
          " ",
          faces.map((face) => chip(face, "scored", null, nameOf(face))),
        ),
      ),
    ),
  ];
}

/**
 * Which Death comes and whose it was, to whom, why, and where it goes.
 * @param {Saying<"death">} said
 * @param {LustigView} view
 */
function deathly(said, view) {
  const { card, onto, why, from } = said.params;
  const was = view.players[from ?? -1]?.name;
  const death = nameOf(card);
  return [
    el(
      "p",
      { class: "moment-kind" },
      el(
        "span",
        { class: "begins" },
        withNames(was ? t("lustig.card-from", { card: death, player: was }) : death, names(view)),
      ),
    ),
    whoOf(said, view),
    el(
      "p",
      { class: "moment-text" },
      onto ? t("lustig.page.death.onto", { card: nameOf(onto) }) : t("lustig.page.death.open"),
    ),
    el("p", {}, t(`lustig.page.death.${why}`)),
  ];
}

/**
 * @param {Told} said
 * @param {LustigView} view
 */
function plain(said, view) {
  return [el("p", { class: "moment-text" }, withNames(words(said.text), names(view)))];
}

/**
 * @param {Saying<"game-won">} said
 * @param {LustigView} view
 */
function winning(said, view) {
  const winners = said.params.winners.map((seat) => person(view.players[seat]?.name ?? ""));
  return [
    confetti(),
    el("p", { class: "moment-kind" }, t("lustig.page.won")),
    el("p", { class: "moment-who" }, winners),
    ...plain(said, view),
  ];
}

/** @param {LustigView} view */
const names = (view) => view.players.map((player) => player.name);
