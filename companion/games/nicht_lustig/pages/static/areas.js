/** What lies before everybody. */

import { chip, short } from "./cards.js";
import { byId, el, fill, nameOf as person } from "/static/dom.js";
import { t } from "/static/words.js";

/** @import { LustigPlayer, LustigView, Reckoning } from "../types.d.ts" */

/**
 * Everybody's cards: open, scored, covered, Deaths and specials.
 * @param {LustigView} view
 */
export function areas(view) {
  byId("areas").classList.toggle("is-reckoned", Boolean(view.reckoning));
  fill(byId("areas"), [view.players, view.turn?.player, view.reckoning, t("lustig.page.areas")], () =>
    view.players.map((player, seat) => areaOf(player, seat === view.turn?.player, view.reckoning?.[seat] ?? null)),
  );
}

/**
 * @param {LustigPlayer} of
 * @param {boolean} inTurn
 * @param {Reckoning | null} reckoning
 */
function areaOf({ name, area, points }, inTurn, reckoning) {
  const covered = Object.entries(area.covered);
  const chips = [
    ...area.open.map((face) => chip(face, "open")),
    ...area.scored.map((face) => chip(face, "scored")),
    ...covered.map(([face, death]) => chip(face, "covered", el("i", {}, [death].flat().map(short).join(" ")))),
    ...area.deaths.map((face) => chip(face, "death")),
    ...area.specials.map((face) => chip(face)),
  ];
  return el(
    "article",
    { class: `area${inTurn ? " is-turn" : ""}` },
    el("h3", {}, person(name), el("span", { class: "area-points" }, t("lustig.page.points", { count: points }))),
    el("p", { class: "chips" }, chips.length ? chips : el("span", { class: "soft" }, t("lustig.page.nothing"))),
    reckoning ? sums(reckoning) : null,
  );
}

const OF = /** @type {const} */ (["L", "Y", "R", "P", "D", "open", "deaths"]);

/**
 * The end, kind by kind.
 * @param {Reckoning} reckoning
 */
const sums = (reckoning) =>
  el(
    "dl",
    { class: "sums" },
    OF.filter((key) => reckoning[key] || (key === "P" && reckoning.waits)).map((key) =>
      el(
        "div",
        {},
        el("dt", {}, t(key.length === 1 ? `lustig.kind.${key}` : `lustig.sum.${key}`)),
        el("dd", {}, key === "P" && reckoning.waits ? "?" : String(reckoning[key])),
      ),
    ),
  );
