/** What is announced: said at once, then heard and shown in full. */

import { game } from "./games.js";
import { tell } from "./shell.js";
import { words } from "./words.js";

/** @import { Heard, View } from "../types/wire.d.ts" */
/** @import { Game } from "../types/pages.d.ts" */

/**
 * Load what fills the screen for this game before anything is announced: once it is needed the line may be gone, and
 * then it is nothing.
 */
export const ready = () => load(game).catch(() => null);

/** @param {Game} played */
async function load(played) {
  const [{ moment, overtaken, withdraw, USUAL }, kinds] = await Promise.all([import("./moments.js"), played.moments()]);
  return { moment, overtaken, withdraw, kinds: { ...USUAL, ...kinds } };
}

/**
 * What the drawing beside an announcement says to whoever does not see it.
 * @param {Heard} said
 */
function aloud(said) {
  const drawn = game.sign(said);
  return drawn instanceof Element ? drawn.getAttribute("aria-label") : null;
}

/** @type {Promise<unknown>} */
let before = Promise.resolve(); // what was announced before has been said
/** @type {((view: View) => void) | undefined} */
let withdrawing; // once anything was announced

/**
 * Take away what fills the screen and counts no longer, as the table stands now.
 * @param {View} view
 */
export function stands(view) {
  before = before.catch(() => null).then(() => withdrawing?.(view));
}

/**
 * Say to screen readers what was announced, `now` or as loud as its game wants it; then let everybody hear and see it.
 * Of what came while nobody looked that is the newest alone.
 * @param {Heard} said
 * @param {View} view
 */
export function announce(said, view, now = said.kind === "illegal") {
  // Browsers finish imports that wait for the same module in any order.
  before = Promise.all([ready(), before.catch(() => null)]).then(([loaded]) => {
    withdrawing = loaded?.withdraw;
    if (said.missed) return loaded?.overtaken();
    const kind = loaded?.kinds[said.kind];
    tell([words(said.text), aloud(said)].filter(Boolean).join(": "), now || Boolean(kind?.interrupts));
    loaded?.moment(said, view, kind); // without it the news have it
  });
}
