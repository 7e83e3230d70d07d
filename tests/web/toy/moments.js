/** What fills the screen for a moment: who took, and who won. */

import { el } from "/static/dom.js";
import { confetti, whoOf } from "/static/moments.js";
import { words } from "/static/words.js";

const telling = (said, view) => [whoOf(said, view), el("p", { class: "moment-text" }, words(said.text))];

export const moments = {
  took: { tune: "strike", interrupts: true, build: telling },
  won: { build: (said, view) => [confetti(), ...telling(said, view)] },
};
