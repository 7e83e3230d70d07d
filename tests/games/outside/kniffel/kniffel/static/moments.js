/** What fills the screen for a moment: a Kniffel, the end. */

import { rolled } from "./dice.js";
import { el } from "/static/dom.js";
import { confetti, sentence, whoOf, winning } from "/static/moments.js";
import { t } from "/static/words.js";

const five = (said, view) => [
  confetti(),
  el("p", { class: "moment-kind" }, t("kniffel.box.kniffel")),
  whoOf(said, view),
  rolled(said.params.dice),
  sentence(said, view),
];
const won = (said, view) => winning(t("page.is-won"), said, view);

/** How loud each kind of announcement is (`GameModule`). */
export const moments = {
  kniffel: { tune: "yes", buzz: [120, 60, 120, 60, 300], seconds: 6, build: five },
  "game-won": { tune: "yes", buzz: [300, 100, 300, 100, 800], seconds: 0, interrupts: true, build: won },
};
