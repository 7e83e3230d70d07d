/** Cards of a photograph in words, for whoever does not see them: in the order in which they lie, and how to aim. */

import { cardName } from "./deck.js";
import { t } from "/static/words.js";

/** @import { Code, ReadHand } from "../types.d.ts" */

const DARK = 60; // of 255, the mean of a picture: below it no code is read
const BLURRED = 6; // the mean step from pixel to pixel: below it nothing has an edge
const LOOKED_AT = 160; // px a side of the copy that is measured

/**
 * The cards of the last picture, from the left: a card lies where its codes do on the mean.
 * @param {ReadHand} read
 * @returns {Code[]}
 */
export function fromLeft({ pictures }) {
  /** @type {Map<Code, number[]>} */
  const places = new Map();
  for (const { card, corners } of pictures.at(-1)?.tags ?? [])
    places.set(card, [...(places.get(card) ?? []), ...corners.map(([x]) => x)]);
  const at = [...places].map(([card, all]) => ({ card, x: all.reduce((a, b) => a + b, 0) / all.length }));
  return at.sort((a, b) => a.x - b.x).map(({ card }) => card);
}

/**
 * What was read in one picture: how many, which from the left, what cannot be read, and what is new since the one
 * before.
 * @param {ReadHand} read
 * @param {Code[] | null} before
 * @param {number} least How many cards there are to be read.
 */
export function aloud(read, before, least = 0) {
  const cards = fromLeft(read);
  const hidden = Math.max(least - read.hand.length, read.unknown);
  const all = cards.map(cardName).join(t("list.separator"));
  const fresh = before?.length ? cards.filter((code) => !before.includes(code)) : [];
  const same = before?.length && !fresh.length && cards.length;
  return [
    cards.length === 1 ? `${all}.` : t("mine.read", { n: cards.length, cards: all }),
    hidden > 0 ? t("mine.unread", { n: hidden }) : "",
    fresh.length ? t("mine.new", { cards: fresh.map(cardName).join(t("list.separator")) }) : "",
    same ? t("mine.same") : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * Why nothing could be read in a picture, and how to hold the phone then.
 * @param {HTMLCanvasElement | null} picture
 * @param {ReadHand | undefined} read
 */
export function aim(picture, read) {
  if (read?.unknown) return t("mine.aim.strange");
  const { light, edges } = picture ? measured(picture) : { light: 255, edges: 255 };
  if (light < DARK) return t("mine.aim.dark");
  return t(edges < BLURRED ? "mine.aim.blurred" : "mine.aim.none");
}

/**
 * How light a picture is on the mean, and how much its pixels differ from their neighbours, 0 to 255.
 * @param {HTMLCanvasElement} picture
 */
function measured(picture) {
  const small = document.createElement("canvas");
  [small.width, small.height] = [LOOKED_AT, LOOKED_AT];
  const pen = small.getContext("2d", { willReadFrequently: true });
  pen?.drawImage(picture, 0, 0, LOOKED_AT, LOOKED_AT);
  const { data = [] } = pen?.getImageData(0, 0, LOOKED_AT, LOOKED_AT) ?? {};
  return lightOf(
    Array.from({ length: data.length / 4 }, (_, i) => (data[4 * i] + data[4 * i + 1] + data[4 * i + 2]) / 3),
  );
}

/**
 * The same of grey values in their order.
 * @param {number[]} grey
 */
export function lightOf(grey) {
  let [light, edges] = [0, 0];
  grey.forEach((value, i) => {
    light += value / grey.length;
    edges += Math.abs(value - grey[Math.max(0, i - 1)]) / grey.length;
  });
  return { light, edges };
}
