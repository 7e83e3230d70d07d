/** What is announced: said at once, then heard and shown in full. */

import { game } from "./games.js";
import { tell } from "./shell.js";
import { words } from "./words.js";

const known = new WeakMap(); // game -> how loud each kind of its announcements is

/** Load what fills the screen for this game before anything is announced: once it is needed the line may be gone, and then it is nothing. */
export const ready = () => load(game).catch(() => undefined);

async function load(played) {
  const [{ moment }, kinds] = await Promise.all([import("./moments.js"), played.moments()]);
  known.set(played, kinds);
  return (said, view) => moment(said, view, kinds[said.kind]);
}

/** Say to screen readers what was announced, `now` or as loud as its game wants it, which is known once its moments are; then let everybody hear and see it. */
export function announce(said, view, now = said.kind === "illegal") {
  ready().then((show) => {
    tell(words(said.text), now || Boolean(known.get(game)?.[said.kind]?.interrupts));
    show?.(said, view); // without it the news have it
  });
}
