/** Which cards somebody may be holding: what lies elsewhere cannot be laid, and says where it lies. */

import { cardName, copiesOf, faceOf } from "./deck.js";
import { get } from "/static/wire.js";
import { t } from "/static/words.js";

/** @import { Seat } from "/types/wire.d.ts" */
/** @import { Code, DummView, Face } from "../types.d.ts" */

/** @typedef {Record<string, (Code | null)[]>} Zones */
/** @typedef {{ copies: Code[], elsewhere: (string | Seat)[] }} Copies Those that may be meant, and where others are. */
/** @typedef {{ of: (face: Face) => Copies, names: string[] }} Holds What somebody may hold, and everybody's name. */

const ZONES = ["mac", "open-left", "open-right", "actions"];

/**
 * What the Pi knows of a player's hand; by what lies in sight where it says nothing.
 * @param {Seat} player
 * @param {DummView} view
 * @returns {Promise<Holds>}
 */
export async function holdsOf(player, view) {
  const came = await get(`/api/holdable?game=dumm-gelaufen&player=${player}`);
  const faces = came.ok ? came.data.faces : {};
  return { of: (face) => faces[face] ?? inSight(face, view), names: view.players.map(({ name }) => name) };
}

/**
 * What can still lie somewhere, by what is said to lie in the zones.
 * @param {Zones} zones
 * @returns {Holds}
 */
export const leftOver = (zones) => ({ of: (face) => inSight(face, { zones }), names: [] });

/**
 * @param {Face} face
 * @param {{ zones: Zones }} view
 * @returns {Copies}
 */
function inSight(face, view) {
  const all = Array.from({ length: copiesOf(face) }, (_, i) => `${face}-${i + 1}`);
  const seen = new Map(
    ZONES.flatMap((zone) =>
      (view.zones?.[zone] ?? []).flatMap((code) => (code && faceOf(code) === face ? [[code, zone]] : [])),
    ),
  );
  return { copies: all.filter((code) => !seen.has(code)), elsewhere: [...seen.values()] };
}

/**
 * The copies that are left of a face: those just taken first; `used` are spoken for.
 * @param {Holds} holds
 * @param {Face} face
 * @param {(Code | null)[]} taken
 * @param {(Code | null)[]} used
 */
const copiesLeft = (holds, face, taken = [], used = []) =>
  [...taken.filter((code) => code && faceOf(code) === face), ...holds.of(face).copies].filter(
    (code) => !used.includes(code),
  );

/**
 * The copies that are meant by faces, no copy twice; null is a card nobody saw.
 * @param {Holds} holds
 * @param {readonly (Face | null)[]} faces
 * @param {(Code | null)[]} taken
 * @returns {(Code | null)[]}
 */
export function copiesFor(holds, faces, taken = []) {
  /** @type {(Code | null)[]} */
  const told = [];
  for (const face of faces) told.push(face === null ? null : (copiesLeft(holds, face, taken, told)[0] ?? `${face}-1`));
  return told;
}

/**
 * Why there is no (other) copy of a face to be chosen; null where there is one. `chosen` are faces chosen so far.
 * @param {Holds} holds
 * @param {Face} face
 * @param {(Code | null)[]} taken
 * @param {readonly (Face | null)[]} chosen
 */
export function whyNot(holds, face, taken = [], chosen = []) {
  const used = copiesFor(holds, chosen, taken);
  if (copiesLeft(holds, face, taken, used).length) return null;
  const mine = used.filter((code) => code && faceOf(code) === face).length;
  const gone = taken.some((code) => code && faceOf(code) === face) ? [] : holds.of(face).elsewhere;
  const places = gone.map((where) =>
    typeof where === "number" ? holds.names[where] : t(where === "mac" ? "page.mac" : `page.pile.${where}`),
  );
  const all = [...places, ...Array.from({ length: mine }, () => t("picker.just-chosen"))];
  return t(all.length ? "picker.taken" : "picker.not-held", { card: cardName(face), places: all });
}
