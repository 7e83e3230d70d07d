/** What was tapped of a board: what is asked next, and the file that comes of it. */

/** @import { XY } from "/types/pages.d.ts" */
/** @import { Colour } from "../types.d.ts" */

/** @typedef {"lower" | "middle"} Ring */
/** @typedef {{ kind: string, colour?: Colour }} Next What is tapped: a place on a ring, a colour's own, the summit. */
/** @typedef {Next & { at?: XY }} Tap What was tapped, in px of the picture; that a ring is whole lies nowhere. */
/** @typedef {Next & { at: XY }} Placed */
/**
 * @typedef {object} Taught
 * @property {boolean} measured Whether the picture is the mat from edge to edge.
 * @property {readonly Tap[]} taps
 * @property {readonly [number, number]} size Of the picture, px.
 */

const COLOURS = ["red", "blue", "green", "yellow"];
const WIDE = 30; // mm from a field to its nearest neighbour, as a board is drawn that was taught on a photo
const RINGS = /** @type {const} */ (["lower", "middle"]);
const OWN = ["climb-lower", "climb-middle", "base", "base", "base", "camp"];

/** A ring has more fields than this. */
export const LONGEST_RUN = 12;

/**
 * What is to be tapped next: a ring until somebody says that it is whole, then each colour's own, then the summit.
 * @param {readonly Tap[]} taps
 * @returns {Next | null}
 */
export function asked(taps) {
  const rings = taps.filter(({ kind }) => kind === "whole").length;
  if (rings < 2) return { kind: ["lower", "middle"][rings] };
  const own = taps.filter(({ colour }) => colour);
  if (own.length < COLOURS.length * OWN.length)
    return { kind: OWN[own.length % OWN.length], colour: COLOURS[Math.floor(own.length / OWN.length)] };
  return taps.some(({ kind }) => kind === "summit") ? null : { kind: "summit" };
}

/**
 * What lies somewhere, of what was tapped.
 * @param {readonly Tap[]} taps
 * @returns {Placed[]}
 */
export const lying = (taps) => taps.flatMap((tap) => (tap.at ? [{ ...tap, at: tap.at }] : []));

/**
 * @param {readonly Tap[]} taps
 * @param {Ring} ring
 */
export const ringOf = (taps, ring) => lying(taps).filter(({ kind }) => kind === ring);

/**
 * What of a tap is kept: what was asked for, and where it lies; a climb field is one of its ring's. Nothing of one
 * where something of its kind lies already: each colour has climb fields of its own, and a tap may come twice.
 * @param {readonly Tap[]} taps
 * @param {Next} next
 * @param {XY} at
 * @returns {Placed[]}
 */
export function tapAt(taps, next, at) {
  const ring = next.kind === "climb-lower" ? "lower" : next.kind === "climb-middle" ? "middle" : null;
  const tap = { ...next, at: ring ? nearest(ringOf(taps, ring), at).at : at };
  return taps.some((one) => one.kind === tap.kind && String(one.at) === String(tap.at)) ? [] : [tap];
}

/**
 * @param {readonly Placed[]} all
 * @param {XY} at
 */
const nearest = (all, at) => all.reduce((best, one) => (away(one.at, at) < away(best.at, at) ? one : best));

/**
 * @param {XY} a
 * @param {XY} b
 */
const away = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

/**
 * From px of the picture to mm: of the mat, or such that fields have room when they are drawn.
 * @param {Taught} of
 * @param {[number, number]} with
 * @returns {(at: XY) => number[]}
 */
function scale({ taps, size, measured }, [width, height]) {
  if (measured) return ([x, y]) => [(x * width) / size[0], (y * height) / size[1]];
  const points = [...ringOf(taps, "lower"), ...ringOf(taps, "middle")].map(({ at }) => at);
  const close = Math.min(...points.flatMap((a, i) => points.slice(0, i).map((b) => away(a, b))));
  return (at) => at.map((px) => (px * WIDE) / close);
}

/**
 * The file; one climbs from the fields since the climb field before. Who keeps it gives it its name.
 * @param {Taught} state
 * @param {[number, number]} mat
 */
export function boardFile(state, mat) {
  const { taps } = state;
  const placed = lying(taps);
  const rings = { lower: ringOf(taps, "lower"), middle: ringOf(taps, "middle") };
  const inMm = scale(state, mat);
  /** @param {XY} at */
  const mm = (at) =>
    `[${inMm(at)
      .map((one) => one.toFixed(1))
      .join(", ")}]`;
  /** @param {Ring} ring */
  const names = (ring) => rings[ring].map((_, i) => `${ring === "lower" ? "L" : "M"}${i}`);
  /** @param {string[]} list */
  const text = (list) => `[${list.map((name) => `"${name}"`).join(", ")}]`;
  /**
   * @param {Colour} colour
   * @param {string} kind
   */
  const own = (colour, kind) => placed.filter((one) => one.colour === colour && one.kind === kind);
  /**
   * @param {Colour} colour
   * @param {Ring} ring
   */
  const climb = (colour, ring) => rings[ring].findIndex(({ at }) => at === own(colour, `climb-${ring}`)[0].at);
  /**
   * @param {Colour} colour
   * @param {Ring} ring
   */
  const outlined = (colour, ring) => {
    const all = COLOURS.map((one) => climb(one, ring));
    const size = rings[ring].length;
    const found = [];
    for (
      let at = (climb(colour, ring) - 1 + size) % size;
      !all.includes(at) && found.length < LONGEST_RUN - 1;
      at = (at - 1 + size) % size
    )
      found.unshift(names(ring)[at]);
    return found;
  };
  const colours = COLOURS.flatMap((colour) => [
    "",
    `[colours.${colour}]`,
    `base = [${own(colour, "base")
      .map(({ at }) => mm(at))
      .join(", ")}]`,
    `camp = ${mm(own(colour, "camp")[0].at)}`,
    `climb = ${text(RINGS.map((ring) => names(ring)[climb(colour, ring)]))}`,
    `outlined = [${RINGS.map((ring) => text(outlined(colour, ring))).join(", ")}]`,
  ]);
  const fields = RINGS.flatMap((ring) => names(ring).map((name, i) => `${name} = ${mm(rings[ring][i].at)}`));
  return [
    `measured = ${state.measured}`,
    `ghost = ${mm(placed.filter(({ kind }) => kind === "summit")[0].at)}`,
    "",
    "[rings]",
    `lower = ${text(names("lower"))}`,
    `middle = ${text(names("middle"))}`,
    ...colours,
    "",
    "[fields]",
    ...fields,
    "",
  ].join("\n");
}
