/**
 * Cards as they are drawn and called; what can be rolled for, with its chance while there are rolls left; what lies
 * before everybody.
 */

import { byId, el, fill, nameOf as person } from "/static/dom.js";
import { t } from "/static/words.js";

/** @import { Child } from "/types/pages.d.ts" */
/** @import { Seat } from "/types/wire.d.ts" */
/** @import { Face, LustigPlayer, LustigView, Reckoning } from "../types.d.ts" */

export const KINDS = ["R", "Y", "L", "P", "D"];
export const NAMED = ["T06", "S01", "S02", "S03", "S04", "S05", "S06"];

/**
 * The number on a card.
 * @param {Face} face
 */
export const valueOf = (face) => Number(face.slice(1));

/**
 * What a card is called.
 * @param {Face} face
 */
export const nameOf = (face) =>
  NAMED.includes(face) ? t(`lustig.card.${face}`) : t(`lustig.card.${face[0]}`, { value: valueOf(face) });

/**
 * A card as small as tells it from the others, or by its whole name: how it lies is told by its frame.
 * @param {Face} face
 * @param {string} lies
 * @param {Child} more
 */
export const chip = (face, lies = "", more = null, called = short(face)) =>
  el(
    "span",
    {
      class: `chip kind-${face[0]}${lies ? ` is-${lies}` : ""}`,
      role: "img",
      "aria-label": lies ? `${nameOf(face)}, ${t(`lustig.lies.${lies}`)}` : nameOf(face),
      title: nameOf(face),
    },
    el("b", {}, called),
    more,
  );

/**
 * A card in a few letters, of its name.
 * @param {Face} face
 */
export const short = (face) =>
  t(NAMED.includes(face) ? `lustig.short.${face}` : `lustig.short.${face[0]}`, { value: valueOf(face) });

// What can be rolled for

/** @typedef {{ seat: Seat, lies: string }} Owned */

const DINOSAURS = [24, 25, 26, 27, 28];
const OTHERS = [1, 2, 3, 4, 5];

/**
 * Draw the display: a row a kind, a column a value.
 * @param {LustigView} view
 */
export function drawDisplay(view) {
  const places = placesOf(view);
  const takes = new Set(
    (view.questions ?? []).flatMap(({ choices }) =>
      choices.flatMap(({ id }) => (id.includes(" take ") ? id.split(" ").slice(2) : [])),
    ),
  );
  fill(
    byId("display"),
    [view.zones.display, places, view.chances, [...takes], view.picked, view.middle, t("lustig.page.display")],
    () => [
      el(
        "table",
        { class: "targets", role: "table" },
        el(
          "caption",
          {},
          view.turn
            ? t("lustig.page.left", { count: view.zones.display.length, last: view.last })
            : t("lustig.page.display"),
        ),
        el(
          "tbody",
          { role: "rowgroup" },
          KINDS.map((kind) => row(kind, view, places, takes)),
        ),
      ),
      view.reckoning
        ? null
        : el(
            "p",
            { class: "middle" },
            el("span", { class: "label" }, t("lustig.page.middle")),
            " ",
            view.middle.length ? view.middle.map(short).join(t("list.separator")) : t("list.nothing"),
          ),
    ],
  );
}

/**
 * Face -> who has it, and how it lies there.
 * @param {LustigView} of
 * @returns {Record<Face, Owned>}
 */
function placesOf({ players }) {
  /** @type {Record<Face, Owned>} */
  const found = {};
  players.forEach(({ area }, seat) => {
    for (const face of area.open) found[face] = { seat, lies: "open" };
    for (const face of area.scored) found[face] = { seat, lies: "scored" };
    for (const face of Object.keys(area.covered)) found[face] = { seat, lies: "covered" };
  });
  return found;
}

/**
 * @param {string} kind
 * @param {LustigView} view
 * @param {Record<Face, Owned>} places
 * @param {Set<Face>} takes
 */
function row(kind, view, places, takes) {
  const values = kind === "D" ? DINOSAURS : OTHERS;
  return el(
    "tr",
    { role: "row" }, // as type that is very large has rows drawn otherwise
    el("th", { scope: "row", role: "rowheader" }, t(`lustig.kind.${kind}`)),
    values.map((value) => cell(`${kind}${String(value).padStart(2, "0")}`, view, places, takes)),
  );
}

/**
 * @param {Face} face
 * @param {LustigView} view
 * @param {Record<Face, Owned>} places
 * @param {Set<Face>} takes
 */
function cell(face, view, places, takes) {
  const place = places[face];
  const free = view.zones.display.includes(face);
  const chance = view.chances?.[face];
  const state = view.picked.includes(face)
    ? "picked"
    : takes.has(face)
      ? "takes"
      : free
        ? "free"
        : (place?.lies ?? "gone");
  const owner = place ? view.players[place.seat].name : null;
  const says = [
    nameOf(face),
    owner,
    owner ? t(`lustig.lies.${place.lies}`) : null,
    chance ? t("lustig.page.chance", { percent: percent(chance) }) : null,
    state === "takes" ? t("lustig.page.takes") : null,
  ]
    .filter(Boolean)
    .join(", ");
  const whose = owner ? [[state === "covered" ? "✝ " : "", ...inShort(owner)]] : [];
  const marks =
    state === "takes" || state === "picked" ? ["✓", ...whose] : [...whose, ...(chance ? [`${percent(chance)}%`] : [])];
  return el(
    "td",
    { class: `target is-${state}`, role: "cell", title: says },
    el("span", { class: "target-value", "aria-hidden": "true" }, String(valueOf(face))),
    el(
      "span",
      { class: "target-marks", "aria-hidden": "true" },
      marks.map((mark) => el("span", { class: "target-more" }, mark)),
    ),
    el("span", { class: "unseen" }, says),
  );
}

/**
 * As much of a name as has room on a phone; the rest is for the screen across the room.
 * @param {string} name
 */
function inShort(name) {
  const letters = [...name];
  return [letters.slice(0, 4).join(""), el("span", { class: "target-rest" }, letters.slice(4).join(""))];
}

/**
 * Whole percent; nothing that may still happen, or fail to, is told as certain.
 * @param {number} chance
 */
const percent = (chance) =>
  chance < 0.01 ? "<1" : chance < 1 && chance > 0.99 ? ">99" : String(Math.round(chance * 100));

// What lies before everybody

/**
 * Everybody's cards: open, scored, covered, Deaths and specials.
 * @param {LustigView} view
 */
export function drawAreas(view) {
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
    el("h2", {}, person(name), el("span", { class: "area-points" }, t("points.count", { count: points }))),
    el("p", { class: "chips" }, chips.length ? chips : el("span", { class: "soft" }, t("list.nothing"))),
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
