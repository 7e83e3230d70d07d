/** Cards as they are drawn and called. */

import { el } from "/static/dom.js";
import { t } from "/static/words.js";

/** @import { Child } from "/types/pages.d.ts" */
/** @import { Face } from "../types.d.ts" */

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
