/** What colours, cards and places are called. */

import { el } from "/static/dom.js";
import { t } from "/static/words.js";

/** @import { Colour, Kind, Place } from "../types.d.ts" */

export const KINDS = ["STA", "BAC", "CLI", "HIT", "JOK"];

/** @param {Colour} colour */
export const colourName = (colour) => t(`lauf.colour.${colour}`);
/** @param {Kind} kind */
export const cardName = (kind) => (KINDS.includes(kind) ? t(`lauf.card.${kind}`) : kind);
/** @param {Kind} kind */
export const cardShort = (kind) => t(`lauf.print.short.${kind}`);

/**
 * What a place is called; a field by its number, which is printed on it.
 * @param {Place} place
 */
export const placeName = (place) =>
  ["base", "camp", "summit"].includes(place) ? t(`lauf.place.${place}`) : t("lauf.page.field", { field: place });

/**
 * The cards that lie before somebody.
 * @param {Kind[]} hand
 */
export const handOf = (hand) =>
  el(
    "span",
    {
      class: "hand chips",
      role: "img",
      "aria-label": hand.length ? hand.map(cardName).join(t("list.separator")) : t("lauf.page.no-cards"),
    },
    hand.map((kind) => el("span", { class: "chip" }, cardShort(kind))),
  );
