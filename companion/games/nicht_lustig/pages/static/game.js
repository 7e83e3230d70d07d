/** Nicht lustig on the pages; /static/games.js says what is asked of a game. */

import { areas } from "./areas.js";
import { drawDice, rolled } from "./dice.js";
import { drawDisplay } from "./display.js";
import { chip, nameOf } from "./cards.js";
import { byId, el } from "/static/dom.js";
import { entersTurn, notAsItWas, seenOrders, settles, usual } from "/static/games.js";
import { has, t, words } from "/static/words.js";

export { nameOf };

/** While there are dice to roll, a turn ends by scoring them. */
export const says = { ...usual, done: ({ now }) => (now === "roll" ? null : usual.done()) };

/** Draw the dice, the display and the middle into their place. */
export function draw(place, view) {
  if (!byId("dice"))
    place.append(
      el("section", {
        id: "dice",
        class: "lustig-dice",
        "aria-label": t("lustig.page.dice"),
        "data-t-label": "lustig.page.dice",
      }),
      el("section", {
        id: "display",
        class: "display",
        "aria-label": t("lustig.page.display"),
        "data-t-label": "lustig.page.display",
      }),
      el("section", {
        id: "areas",
        class: "areas",
        "aria-label": t("lustig.page.areas"),
        "data-t-label": "lustig.page.areas",
      }),
    );
  drawDice(view);
  drawDisplay(view);
  areas(view);
}

/**
 * A player's points, as they stand; on the screen across the room, which has no room for all cards, Deaths and specials
 * too.
 */
export const player = ({ points, area }, { phase }) => [
  phase === "set-up"
    ? el("span")
    : el(
        "span",
        { class: "points", role: "img", "aria-label": t("lustig.page.points", { count: points }) },
        words(points),
      ),
  el(
    "span",
    { class: "holds" },
    area.deaths.map((face) => chip(face, "death")),
    area.specials.map((face) => chip(face)),
  ),
];

/**
 * What is in the way besides troubles: a roll that the duck would give, cards picked that may be the first of several.
 */
export const notices = ({ phase, picked, players, turn, duck }) => [
  ...notAsItWas({ phase }, "begin"),
  ...(duck ? [{ kind: "duck", text: t("lustig.page.duck"), how: "calm" }] : []),
  ...(picked?.length && turn
    ? [
        {
          kind: "picked",
          text: t("lustig.page.picked", {
            player: players[turn.player].name,
            cards: picked.map(nameOf).join(t("list.separator")),
          }),
          how: "calm",
        },
      ]
    : []),
];

/** A roll or a card that is not as the rules have it counts all the same, or is put right. */
export const ways = ({ reason }) => settles(reason, ...(reason === "dice" ? [] : ["counts"]), "look-again");

export const bar = (view, you) => {
  if (view.phase !== "play") return [];
  const waits = you.host || you.seat === null || view.reckoning?.[you.seat]?.waits;
  if (view.now === "reckon")
    return waits
      ? [
          {
            id: "professors",
            text: "lustig.page.professors",
            look: "main",
            open: async (tools) => (await import("./entering.js")).professorsSheet(tools),
          },
        ]
      : [];
  if (view.now !== "roll" || !entersTurn(view, you)) return [];
  return [
    {
      id: "enter-dice",
      text: "lustig.page.enter",
      icon: "move",
      look: view.camera === false ? "main" : "",
      open: async (tools) => (await import("./entering.js")).diceSheet(tools),
    },
    ...(view.rolls
      ? [
          {
            id: "stop",
            text: "lustig.page.stop",
            look: view.camera === false ? "" : "main",
            open: async (tools) => (await import("./entering.js")).stop(tools),
          },
        ]
      : []),
    ...(view.players[view.turn.player].area.specials.includes("S02")
      ? [
          {
            id: "time-machine",
            text: "lustig.page.time-machine",
            open: async (tools) => (await import("./entering.js")).timeMachine(tools),
          },
        ]
      : []),
  ];
};

export const orders = seenOrders({ play: ["lay-out"], rebuild: ["begin"] });
export const setUp = "lustig.page.set-up";
export const corrections = async () => (await import("./corrections.js")).correctionsTab;
export const story = () => import("./story.js");
export const moments = async () => (await import("./moments.js")).moments;

/** What was said in one line, with the dice of a roll. */
export const sign = ({ kind, params }) => (kind === "rolled" && params?.dice ? rolled(params.dice) : null);

export const aside = ({ now }) => (now === "take" ? [words(t("lustig.page.taking"))] : null);

export const between = ({ now }) => (now === "reckon" ? [words(t("lustig.page.reckon"))] : null);

/** What may be done now, each thing once. */
export const can = (moves, { rolls }) => [...new Set(moves.map((move) => mayDo(move, rolls)))].filter(Boolean);

function mayDo({ move, face }, rolls) {
  const key = `lustig.may.${move === "roll" && rolls ? "again" : move}`;
  return has(key) ? t(key, { effect: face ? t(`lustig.effect.${face}`) : "" }) : null;
}

/** How it is played, in a minute. */
export const how = () => [1, 2, 3, 4, 5, 6].map((step) => t(`lustig.how.${step}`));
