/** The cards of an edition: what they are called, what they say, how many copies there are. */

import { t, words } from "/static/words.js";

/** @import { Ruled } from "/types/wire.d.ts" */
/** @import { Code, DeckTold, Face, FaceTold, Kind } from "../types.d.ts" */

/** @type {{ asked: string, colours: string[], faces: Map<Face, FaceTold> }} */
let deck = { asked: "", colours: ["R", "Y", "G"], faces: new Map() };

/**
 * Load an edition's cards, once; again where the table's rulings are others, for texts follow them.
 * @param {string} edition
 * @param {Record<string, Ruled>} ruled
 */
export async function useEdition(edition, ruled = {}) {
  const asked = JSON.stringify([edition, ruled]);
  if (deck.asked === asked) return deck;
  const answer = await fetch(`/api/cards?game=dumm-gelaufen&edition=${encodeURIComponent(edition)}`);
  if (!answer.ok) throw new Error(`cards ${answer.status}`);
  /** @type {DeckTold} */
  const told = await answer.json();
  deck = { asked, colours: told.colours, faces: new Map(told.faces.map((face) => [face.face, face])) };
  document.body.dataset.edition = edition;
  return deck;
}

/** The edition's colours, as letters. */
export const colours = () => deck.colours;

/**
 * The faces of a kind: number, task, at-once, keep.
 * @param {Kind} kind
 */
export const facesOf = (kind) => [...deck.faces.values()].filter((face) => face.kind === kind);

/**
 * The face of a code: `R07-2` and `r7` are `R07`.
 * @param {Code} code
 */
export function faceOf(code) {
  const face = code.split("-")[0].toUpperCase();
  const found = /^([RYGBMAK])(\d{1,2})$/.exec(face);
  return found ? found[1] + found[2].padStart(2, "0") : face;
}

/**
 * How many cards of a face the deck holds.
 * @param {Face} face
 */
export const copiesOf = (face) => deck.faces.get(face)?.copies ?? 1;

/** @type {Map<string, Kind>} */
const KINDS = new Map([
  ["A", "at-once"],
  ["K", "keep"],
  ["M", "task"],
]);

/**
 * What a card is: number, at-once, keep, task, mac, or back (one nobody saw).
 * @param {Code | null | undefined} code
 * @returns {Kind | "back"}
 */
export function kindOf(code) {
  if (!code) return "back";
  if (code.startsWith("MAC")) return "mac";
  return KINDS.get(code[0]) ?? "number";
}

/** @type {Record<string, string>} */
const COLOURS = { R: "red", Y: "yellow", G: "green", B: "blue" };

/** @param {string} letter */
export const colourName = (letter) => t(`colour.${COLOURS[letter]}`);

/**
 * What a card is called.
 * @param {Code | null} code
 */
export function cardName(code) {
  if (!code) return t("page.card.unseen");
  const face = faceOf(code);
  const known = deck.faces.get(face);
  if (known) return words(known.name);
  if (kindOf(face) !== "number") return t(`card.${face}`);
  return t("card.number", { colour: colourName(face[0]), value: Number(face.slice(1)) });
}

/**
 * A card by its name and its pile; of Mac's the row says that they are his.
 * @param {Code | null} code
 * @param {string} place
 */
export const cardAt = (code, place) =>
  place === "mac" ? cardName(code) : t("card.at", { card: cardName(code), place: t(`page.pile.${place}`) });

/** What is said by whoever has nothing for an action card that wants something of others. */
export const WITHOUT = new Map([
  ["K06", "asks.none"],
  ["K10", "asks.denied"],
  ["K11", "asks.no-number"],
]);

/**
 * What a card does or asks for, in a sentence.
 * @param {Code | null} code
 */
export function cardText(code) {
  const does = code ? deck.faces.get(faceOf(code))?.does : null;
  return does ? words(does) : t(`page.card.${kindOf(code)}`);
}
