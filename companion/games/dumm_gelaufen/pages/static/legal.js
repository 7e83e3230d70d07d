/** What may be done now, kind by kind. */

/** @import { DummMove } from "../types.d.ts" */

/**
 * @template {DummMove["move"]} Kind
 * @typedef {Extract<DummMove, { move: Kind }>} MoveOf
 */

/**
 * Those of a kind.
 * @template {DummMove["move"]} Kind
 * @param {DummMove[]} legal
 * @param {Kind} kind
 * @returns {MoveOf<Kind>[]}
 */
export const movesOf = (legal, kind) => legal.flatMap((move) => (isOf(move, kind) ? [move] : []));

/**
 * @template {DummMove["move"]} Kind
 * @param {DummMove} move
 * @param {Kind} kind
 * @returns {move is MoveOf<Kind>}
 */
const isOf = (move, kind) => move.move === kind;

/**
 * What may be taken, as places.
 * @param {DummMove[]} legal
 */
export const sources = (legal) => movesOf(legal, "take").map(({ cards }) => cards.map(([place]) => place).join());

/**
 * Whether a turn can begin: an exchange of two cards is among what is legal.
 * @param {DummMove[]} legal
 */
export const begins = (legal) => sources(legal).some((source) => source.includes(","));
