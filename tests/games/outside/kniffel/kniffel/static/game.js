/** Kniffel on the pages; `GameModule` in web/types/pages.d.ts says what is asked of a game. */

import { drawDice, rolled } from "./dice.js";
import { drawSheet } from "./sheet.js";
import { el, found } from "/static/dom.js";
import { entersTurn, section, settles } from "/static/games.js";
import { t, words } from "/static/words.js";

export { usual as says } from "/static/games.js";

/** Whether this phone may enter something for whoever has the turn. */
const enters = (view, you) => view.phase === "play" && !view.paused && view.turn && entersTurn(view, you);

/** Draw the dice, and the score sheets. */
export function draw(place, view, _, tools) {
  if (!found("dice"))
    place.append(section("dice", "dice.title", "kniffel-dice"), section("sheet", "kniffel.page.sheet"));
  drawDice(view);
  drawSheet(view, tools && enters(view, tools.you) ? tools : null);
}

/** A player's points as they stand. */
export const player = ({ points }) => {
  const label = t("points.count", { count: points });
  return [el("span", { class: "points", role: "img", "aria-label": label }, words(points))];
};

/** A roll that is not as the rules have it counts all the same, or is put right. */
export const ways = ({ reason, values }) => settles(reason, ...(values.length ? ["counts"] : []), "look-again");

export const bar = (view, you) =>
  enters(view, you) && view.rolls < view.most
    ? [
        {
          id: "enter-dice",
          text: "dice.enter",
          icon: "move",
          look: view.camera === false ? "main" : "",
          open: async (tools) => (await import("./entering.js")).diceSheet(tools),
        },
      ]
    : [];

/** What else there is to do with a roll. */
export const aside = ({ offers }) => (Object.keys(offers).length ? [words(t("kniffel.page.tap"))] : null);

export const setUp = "kniffel.page.set-up";
export const corrections = async () => (await import("./corrections.js")).correctionsTab;
export const story = () => import("./story.js");
export const moments = async () => (await import("./moments.js")).moments;

/** What was said in one line, with the dice of a roll. */
export const sign = ({ kind, params }) => (kind === "rolled" && params.dice ? rolled(params.dice) : null);

/** What may be done now, each thing once. */
export const can = (moves, { rolls }) => [
  ...new Set(moves.map(({ move }) => t(`kniffel.may.${move === "roll" && rolls ? "again" : move}`))),
];

/** How it is played, in a minute. */
export const how = () => [1, 2, 3, 4, 5].map((step) => t(`kniffel.how.${step}`));
