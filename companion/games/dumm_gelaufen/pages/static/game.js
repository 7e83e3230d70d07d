/** Dumm gelaufen on the pages; /static/games.js says what is asked of a game. */

import { signOf } from "./cards.js";
import { cardName, kindOf, useEdition } from "./deck.js";
import { notAsItWas } from "/static/games.js";
import { count, t } from "/static/words.js";

export { asks } from "./asked.js";
export { player, underPlayers } from "./people.js";
export { draw } from "./zones.js";

export const ready = ({ edition, rulings }) => useEdition(edition, rulings);

/** Whoever may still claim after a turn, or enter what he drew in it, reads it. */
export function aside({ turn, camera }, seat) {
  const mine = (offered) => typeof offered === "number" && offered === seat;
  if (mine(turn?.offered)) return [t("page.turn.may-claim")];
  return camera === false && mine(turn?.shows) ? [t("page.turn.may-show")] : null;
}

/**
 * Cards that nobody has judged yet, a table that is no longer to be built up again, and a draw pile that is used up.
 */
export const notices = (view) => [...unjudged(view), ...notAsItWas(view, "table-is-right"), ...usedUp(view)];

/** Where no camera looks people say when they have shuffled. */
function usedUp({ camera, phase, paused, draw = [] }) {
  const dry = camera === false && phase === "play" && !paused && draw[1] === 0;
  return dry
    ? [
        {
          kind: "used-up",
          text: t("page.draw.used-up"),
          ways: [{ name: "reshuffled", ask: (tell) => tell({ event: "draw-pile-reshuffled" }) }],
        },
      ]
    : [];
}

function unjudged({ claim, players }) {
  if (!claim || claim.judged) return [];
  return [
    { kind: "claim", text: count("page.claim.seen", claim.cards.length, { name: players[claim.player]?.name ?? "" }) },
  ];
}

const WAYS = ["misread", "table-is-right"].map((name) => ({ name }));

/** A turn may have been an action card's that did not come to its place, or be let pass; a card lies where it lies. */
export const ways = ({ zone }) =>
  zone === "turn" ? [{ name: "action", ask: whichAction }, WAYS[0], { name: "allow" }, WAYS[1]] : WAYS;

async function whichAction(tell) {
  const { pickCard } = await import("./picker.js");
  pickCard(t("page.way.action"), (card) => tell({ do: "action", card }), { kinds: ["keep"] });
}

export const bar = ({ camera }) => [
  {
    id: "claim",
    text: "page.claim",
    look: "main",
    open: async (tools) => (await import("./claim.js")).claimSheet(tools),
  },
  {
    id: "enter-move",
    text: "page.move",
    icon: "move",
    look: camera === false ? "by-hand" : "",
    open: async (tools) => (await import("./moves.js")).moveSheet(tools),
  },
];

/** An action card is told where it struck, and not again as a turn. */
export function wasTold({ params }, told) {
  const struck = told.filter(({ kind }) => kind === "at-once" || kind === "keep").map((one) => one.params?.card);
  return params?.card !== undefined && struck.includes(params.card);
}

export function sign({ params }) {
  const code = params?.card;
  return typeof code === "string" ? signOf(kindOf(code)) : null;
}

export const says = {
  done: () => ({ do: "turn-done" }),
  give: (player) => ({ event: "turn-given", player }),
  pause: () => ({ do: "pause" }),
  resume: () => ({ do: "resume" }),
  begin: () => ({ do: "begin" }),
};

const ORDERS = { play: ["turn-done", "rebuild"], rebuild: ["table-is-right"] };
export const orders = ({ camera, phase, paused }) =>
  (ORDERS[phase] ?? []).filter((order) => (order === "turn-done" ? !paused : camera !== false));
export const can = async (...asked) => (await import("./can.js")).can(...asked);
export const nameOf = cardName;
export const setUp = "page.set-up.deal";
/** Without a camera a game begins with the last card that is typed in: it may be one under way. */
export const joins = ({ camera, phase, round, announcements }) =>
  camera === false && phase === "play" && round === 1 && announcements?.at(-1)?.kind === "round-began";
export const join = async (view, correct) => (await import("./join.js")).joinSheet(view, correct);
export const corrections = async () => (await import("./corrections.js")).correctionsTab;
export const story = () => import("./story.js");
export const moments = async () => (await import("./moments.js")).moments;

/** How it is played, in a minute. */
export const how = () => [1, 2, 3, 4, 5].map((step) => t(`dumm.how.${step}`));
