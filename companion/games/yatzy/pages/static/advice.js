/** What the expert would do with the dice that lie there, and how likely everything is that is still open. */

import { rolled } from "/static/dice.js";
import { el } from "/static/dom.js";
import { asLongAs, sheet } from "/static/shell.js";
import { get } from "/static/wire.js";
import { t, words } from "/static/words.js";

/** @import { SheetView } from "/types/score_sheet.d.ts" */
/** @import { Advice } from "../types.d.ts" */

/**
 * The sheet; it goes when other dice lie there.
 * @param {SheetView} view
 */
export async function adviceSheet(view) {
  const came = await get("/api/advice");
  const { ok, data } = came;
  return sheet(t("yatzy.advice"), () => (ok ? told(data) : el("p", { class: "notice" }, words(data.text))), {
    name: "advice",
    changed: asLongAs(view, ({ dice, rolls, turn }) => [dice, rolls, turn?.player]),
  });
}

/** @param {Advice} of */
const told = ({ keep, box, points, chances }) => [
  el(
    "p",
    { class: "advised" },
    keep
      ? keep.length
        ? [t("yatzy.keep"), " ", rolled(keep)]
        : t("yatzy.keep-none")
      : t("yatzy.write", { box: t(`yatzy.box.${box}`) }),
  ),
  el("p", { class: "soft" }, t("yatzy.to-come", { points: Math.round(points) })),
  Object.keys(chances).length ? likely(chances) : null,
];

/** @param {Record<string, number>} chances */
const likely = (chances) =>
  el(
    "table",
    { class: "chances" },
    el("caption", {}, t("yatzy.chances")),
    Object.entries(chances).map(([box, share]) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, t(`yatzy.box.${box}`)),
        el(
          "td",
          {},
          el("meter", { value: share, "aria-hidden": "true" }),
          el("span", {}, ` ${Math.round(share * 100)} %`),
        ),
      ),
    ),
  );
