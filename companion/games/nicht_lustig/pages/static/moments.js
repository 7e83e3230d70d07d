/** What fills the screen for a moment: a scoring, a Death, the end. */

import { chip, nameOf } from "./cards.js";
import { die } from "./dice.js";
import { names } from "/static/board.js";
import { el, nameOf as person, withNames } from "/static/dom.js";
import { sentence, whoOf } from "/static/moments.js";
import { t } from "/static/words.js";

/** @import { MomentKind, Saying } from "/types/pages.d.ts" */
/** @import { LustigSaid, LustigView } from "../types.d.ts" */

/** How loud each kind of announcement is (`GameModule`). */
export const moments = /** @satisfies {Record<string, MomentKind<any, LustigView>>} */ ({
  scored: { tune: "ask", buzz: [120, 60, 120], seconds: 9, build: scoring },
  skipped: { tune: "wrong", buzz: [200], seconds: 6, build: sentence },
  death: { tune: "alarm", buzz: [400], seconds: 9, build: deathly },
  end: { tune: "alarm", buzz: [200, 80, 200], seconds: 12, interrupts: true, build: sentence },
});

/**
 * @param {Saying<LustigSaid, "scored">} of
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
 * @param {Saying<LustigSaid, "death">} said
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
