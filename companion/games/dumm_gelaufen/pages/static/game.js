/** Dumm gelaufen on the pages; `GameModule` in web/types/pages.d.ts says what is asked of a game. */

import { signOf } from "./cards.js";
import { WITHOUT, cardName, kindOf, useEdition } from "./deck.js";
import { notAsItWas, usual } from "/static/games.js";
import { entered } from "/static/shell.js";
import { decide, get } from "/static/wire.js";
import { count, t, words } from "/static/words.js";

/** @import { Asked, AskedChoice, BarButton, Here, Notice, Tell, Way } from "/types/pages.d.ts" */
/** @import { Correction, Order, Phase, Seat, Told, You } from "/types/wire.d.ts" */
/** @import { DummMove, DummSaid, DummTrouble, DummView, Face } from "../types.d.ts" */

export { player, underPlayers } from "./people.js";
export { draw } from "./zones.js";

/** @param {DummView} of */
export const ready = ({ edition, rulings }) => useEdition(edition, rulings);

/**
 * Whoever may still claim after a turn, or enter what he drew in it, reads it.
 * @param {DummView} of
 * @param {Seat | null} seat
 */
export function aside({ turn, camera }, seat) {
  /** @param {Seat | null | undefined} offered */
  const mine = (offered) => typeof offered === "number" && offered === seat;
  if (mine(turn?.offered)) return [t("page.turn.may-claim")];
  return camera === false && mine(turn?.shows) ? [t("page.turn.may-show")] : null;
}

/**
 * Cards that nobody has judged yet, a table that is no longer to be built up again, and a draw pile that is used up.
 * @param {DummView} view
 * @returns {Notice[]}
 */
export const notices = (view) => [...unjudged(view), ...notAsItWas(view, RIGHT), ...usedUp(view)];

/**
 * Where no camera looks people say when they have shuffled.
 * @param {DummView} of
 * @returns {Notice[]}
 */
function usedUp({ camera, phase, paused, draw }) {
  const dry = camera === false && phase === "play" && !paused && draw?.[1] === 0;
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

/**
 * @param {DummView} of
 * @returns {Notice[]}
 */
function unjudged({ claim, players }) {
  if (!claim || claim.judged) return [];
  const name = players[claim.player]?.name ?? "";
  const text = claim.lacks ? words(claim.lacks) : count("page.claim.seen", claim.cards.length, { name });
  return [{ kind: "claim", text }];
}

/** @type {Way} */
const MISREAD = { name: "misread", ask: (tell) => tell({ do: "look-again" }) };
/** @type {Way} */
const RIGHT = { name: "table-is-right", ask: (tell) => tell({ do: "counts" }) };

/**
 * A turn may have been an action card's that did not come to its place, or be let pass; a card lies where it lies.
 * @param {DummTrouble} of
 * @returns {Way[]}
 */
export const ways = ({ zone }) =>
  zone === "turn" ? [{ name: "action", ask: whichAction }, MISREAD, { name: "allow" }, RIGHT] : [MISREAD, RIGHT];

/** @param {Tell} tell */
async function whichAction(tell) {
  const { pickCard } = await import("./picker.js");
  pickCard(t("page.way.action"), (card) => tell({ do: "action", card }), { kinds: ["keep"] });
}

/**
 * @param {DummView} of
 * @returns {BarButton<DummView>[]}
 */
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

/**
 * An action card is told where it struck, and not again as a turn.
 * @param {Told} of
 * @param {readonly Told[]} told
 */
export function wasTold({ params }, told) {
  const struck = told.filter(({ kind }) => kind === "at-once" || kind === "keep").map((one) => one.params?.card);
  return params?.card !== undefined && struck.includes(params.card);
}

/** @param {DummSaid} of */
export function sign({ params }) {
  const code = params?.card;
  return typeof code === "string" ? signOf(kindOf(code)) : null;
}

export const says = {
  ...usual,
  give: (/** @type {Seat} */ player) => /** @type {Correction} */ ({ event: "turn-given", player }),
};

/** @type {Partial<Record<Phase, Order[]>>} */
const ORDERS = { play: ["done", "lay-out"], rebuild: ["counts"] };

/** @param {DummView} of */
export const orders = ({ camera, phase, paused }) =>
  (ORDERS[phase] ?? []).filter((order) => (order === "done" ? !paused : camera !== false));

/**
 * @param {DummMove[]} moves
 * @param {DummView} view
 * @param {Seat | null} seat
 */
export const can = async (moves, view, seat) => (await import("./can.js")).can(moves, view, seat);
export const nameOf = cardName;
export const setUp = "page.set-up.deal";

/**
 * Without a camera a game begins with the last card that is typed in: it may be one under way.
 * @param {DummView} of
 */
export const joins = ({ camera, phase, round, announcements }) =>
  camera === false && phase === "play" && round === 1 && announcements?.at(-1)?.kind === "round-began";
/**
 * @param {DummView} view
 * @param {(correction: Correction) => Promise<boolean>} correct
 */
export const join = async (view, correct) => (await import("./join.js")).joinSheet(view, correct);
export const corrections = async () => (await import("./corrections.js")).correctionsTab;
export const story = () => import("./story.js");
export const moments = async () => (await import("./moments.js")).moments;

/** How it is played, in a minute. */
export const how = () => [1, 2, 3, 4, 5].map((step) => t(`dumm.how.${step}`));

// What an action card wants of somebody, on everybody's phone: whoever it is about answers there

const HANDS_OVER = ["K06", "K10"]; // a card goes from hand to hand, and nobody else sees which

/**
 * What is to be decided now, where no camera sees it: a text, and ways to answer for whom it is about.
 * @param {DummView} of
 * @returns {Asked<DummView>[]}
 */
export function asks({ turn, players }) {
  const asked = turn?.asks ?? null;
  const deciding = turn?.deciding ?? null;
  if (asked === null || deciding === null) return [];
  const choices =
    HANDS_OVER.includes(asked.card) && deciding !== asked.by
      ? handingOver(deciding, asked.card, asked.card === "K10" || players[deciding].cards[0] === 0)
      : [{ id: "enter", text: t("asks.enter"), act: enter }];
  return [{ id: `asks-${asked.card}-${deciding}`, player: deciding, text: asked.text, choices }];
}

/**
 * @param {Here<DummView>} here
 * @returns {Promise<void>}
 */
const enter = async (here) => void (await (await import("./moves.js")).moveSheet(here));

/**
 * Whoever surely has a card has one to give: only a card that was named may be missing (`may`).
 * @param {Seat} player
 * @param {Face} card
 * @param {boolean} may
 * @returns {AskedChoice<DummView>[]}
 */
function handingOver(player, card, may) {
  /** @type {AskedChoice<DummView>} */
  const gives = {
    id: "given",
    text: t("asks.given"),
    act: ({ you }) => say(player, (legal) => given(legal, card), you),
  };
  /** @type {AskedChoice<DummView>} */
  const denies = {
    id: "denied",
    text: t(WITHOUT.get(card) ?? "moves.pass"),
    act: ({ you }) => say(player, () => ({ move: "pass", player }), you),
  };
  return may ? [gives, denies] : [gives];
}

/**
 * Of a card that was named before everybody it is known which it is.
 * @param {DummMove[]} legal
 * @param {Face} card
 */
const given = (legal, card) =>
  legal.find((move) => move.move === "choose" && (card === "K10") === move.cards.every((code) => code !== null)) ??
  legal.find(({ move }) => move === "choose");

/**
 * @param {Seat} player
 * @param {(legal: DummMove[]) => DummMove | undefined} choose
 * @param {You} you
 */
async function say(player, choose, you) {
  const came = await get(you.host ? `/api/legal?player=${player}` : "/api/legal");
  if (!came.ok) return came;
  const legal = /** @type {DummMove[]} */ (came.data.moves ?? []);
  const move = choose(legal);
  if (!move) return came; // that is asked no more
  const told = await decide("/api/moves", { player, move });
  if (told.ok) entered(told, t("moves.entered"));
  return told;
}
