/** What fills the screen for a moment: the ghost's seven, the end. */

import { el, nameOf as person } from "/static/dom.js";
import { sentence, USUAL, whoOf, winning } from "/static/moments.js";
import { t } from "/static/words.js";

/** @import { MomentKind, Saying } from "/types/pages.d.ts" */
/** @import { LaufSaid, LaufView } from "../types.d.ts" */

/** @typedef {Saying<LaufSaid, "game-won">} Won */

/** How loud each kind of announcement is (`GameModule`). */
export const moments = /** @satisfies {Record<string, MomentKind<any, LaufView>>} */ ({
  huckauf: { tune: "alarm", buzz: [120, 60, 120, 60, 300], seconds: 6, build: calling },
  "game-won": { ...USUAL["game-won"], build: won },
});

/**
 * @param {LaufSaid} said
 * @param {LaufView} view
 */
function calling(said, view) {
  return [
    el("p", { class: "moment-kind" }, t("lauf.page.call")),
    whoOf(said, view),
    view.referee === "whole-table"
      ? el("p", { class: "moment-text" }, t(`lauf.page.haunt-${view.ghost === "summit" ? "onto" : "home"}`))
      : sentence(said, view),
  ];
}

/**
 * How far everybody has come, the furthest first: pawns in camp and the way of all three; the view may still be the one
 * before.
 * @param {Won} of
 * @param {LaufView} with
 */
function reckoning({ params }, { players, referee }) {
  const came = params.came.map(([camp, way], seat) => ({ name: players[seat]?.name ?? "", camp, way }));
  if (referee !== "whole-table" || !came.length) return null;
  return el(
    "ol",
    { class: "reckoning" },
    came
      .sort((a, b) => b.way - a.way)
      .map(({ name, camp, way }) =>
        el("li", {}, person(name), el("span", {}, `${camp}/3, ${t("lauf.page.come", { way })}`)),
      ),
  );
}

/**
 * @param {Won} said
 * @param {LaufView} view
 */
function won(said, view) {
  return [...winning(t("lauf.page.won"), said, view), reckoning(said, view)];
}
