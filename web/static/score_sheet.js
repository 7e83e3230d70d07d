/**
 * A game in which everybody has a score sheet: what a game's `game.js` exports of it as its own, by
 * `export * from "/static/score_sheet.js"`, beside what is its own and overrides this. Its style is score_sheet.css.
 */

import { die, pips, rolled } from "./dice.js";
import { button, byId, el, fill, found, nameOf } from "./dom.js";
import { entersTurn, section, settles } from "./games.js";
import { seatMark } from "./icons.js";
import { roving } from "./roving.js";
import { t, words } from "./words.js";

/** @import { BarButton, Child, Table, Way } from "../types/pages.d.ts" */
/** @import { Box, RobotTurn, SheetMove, SheetPlayer, SheetSaid, SheetView } from "../types/score_sheet.d.ts" */
/** @import { RollTrouble, Seat, You } from "../types/wire.d.ts" */

export { usual as says } from "./games.js";

/**
 * The name of a box.
 * @param {{ game: string }} view
 * @param {Box} box
 */
const boxName = ({ game }, box) => t(`${game}.box.${box}`);

/**
 * Whether this phone may enter something for whoever has the turn.
 * @param {SheetView} view
 * @param {You} you
 */
const enters = (view, you) => view.phase === "play" && !view.paused && view.turn && entersTurn(view, you);

/**
 * Draw the dice, and the score sheets.
 * @param {HTMLElement} place
 * @param {SheetView} view
 * @param {SheetView | null} before
 * @param {Table<SheetView>} [tools]
 */
export function draw(place, view, before, tools) {
  if (!found("dice"))
    place.append(section("dice", "dice.title", "sheet-dice"), section("sheet", "score.sheet", "sheet-place"));
  drawDice(view);
  drawSheet(view, tools && enters(view, tools.you) ? tools : null);
}

// Dice

/** @param {SheetView} view */
function drawDice(view) {
  const { lying, most, size, robots } = view;
  const dice = lying ?? view.dice;
  const played = dice ? [] : robots;
  const rolls = Math.min(most, view.rolls + (lying ? 1 : 0));
  fill(byId("dice"), [dice, rolls, most, played, t("dice.title")], () => {
    if (played.length) return played.map((turn) => robotTurn(view, turn));
    const told = dice?.map((value) => value ?? t("dice.not-read")).join(" ");
    const count = rolls ? t("dice.roll", { rolls, most }) : t("dice.no-roll");
    return [
      el(
        "div",
        { class: "rolled", role: "img", "aria-label": told ? t("score.shown", { dice: told }) : count },
        Array.from({ length: size }, (_, place) => shown(dice?.[place] ?? null, !dice)),
      ),
      el("p", { class: "rolled-count" }, count),
    ];
  });
}

/**
 * What a robot has just played, in place of dice that nobody has rolled yet.
 * @param {SheetView} view
 * @param {RobotTurn} turn
 */
const robotTurn = (view, { player, rolls, box, points }) =>
  el(
    "p",
    { class: "robot-turn" },
    el("span", {}, t("plays.turn", { player: view.players[player].name, box: box ? boxName(view, box) : "", points })),
    el(
      "span",
      { class: "robot-rolls" },
      rolls.map((dice) => rolled(dice)),
    ),
  );

/**
 * One die: `null` could not be read; `away` before the first roll.
 * @param {number | null} value
 * @param {boolean} away
 */
const shown = (value, away) =>
  die(value ? pips(value) : "?", { lies: away ? ["away"] : value === null ? ["asked"] : [] });

// Sheets

/**
 * Everybody’s score sheet: what the dice would score stands in the open boxes of whoever is in turn; a tap writes.
 * @param {SheetView} view
 * @param {Table<SheetView> | null} tools Where a box can be tapped.
 */
function drawSheet(view, tools) {
  const { players, form, offers, turn } = view;
  const place = byId("sheet");
  const anew = fill(place, [players, form, offers, turn?.player, Boolean(tools), t("score.sheet")], () => {
    const table = el(
      "table",
      { class: `score${isLong(players) ? " is-long" : ""}` },
      el("caption", { class: "unseen" }, t("score.sheet")),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td"),
          players.map(({ name, left }, seat) =>
            el(
              "th",
              { scope: "col", class: `${inTurn(view, seat)}${left ? " is-gone" : ""}` },
              seatMark(seat),
              nameOf(name),
            ),
          ),
        ),
      ),
      form.map(({ boxes }, number) => [
        el(
          "tbody",
          {},
          boxes.map((box) => rowOf(view, box, tools)),
        ),
        sumsOf(view, number),
      ]),
      totalsOf(view),
    );
    return roving(table);
  });
  // Where it is wider than the phone, the column of whoever’s turn it is stands there whole.
  const column = anew && place.querySelector("thead .is-turn");
  if (column instanceof HTMLElement) place.scrollLeft = column.offsetLeft + column.offsetWidth - place.clientWidth;
}

const LETTERS = 22; // of names beside each other that the narrowest phone has room for

/**
 * Whether there is a word in their names that is wider than a column on a phone.
 * @param {readonly SheetPlayer[]} players
 */
const isLong = (players) =>
  Math.max(...players.flatMap(({ name }) => name.split(/[\s-]/)).map(({ length }) => length)) * players.length >
  LETTERS;

/**
 * @param {SheetView} view
 * @param {Seat} seat
 */
const inTurn = ({ turn }, seat) => (seat === turn?.player ? "is-turn" : "");

/**
 * @param {SheetView} view
 * @param {Box} box
 * @param {Table<SheetView> | null} tools
 */
const rowOf = (view, box, tools) =>
  el(
    "tr",
    {},
    el("th", { scope: "row" }, boxName(view, box)),
    view.players.map((_, seat) => el("td", { class: inTurn(view, seat) }, cellOf(view, box, seat, tools))),
  );

/**
 * What stands in a box, or would.
 * @param {SheetView} view
 * @param {Box} box
 * @param {Seat} seat
 * @param {Table<SheetView> | null} tools
 */
function cellOf(view, box, seat, tools) {
  const { name, sheet } = view.players[seat];
  const points = sheet[box];
  if (points !== null) return points === 0 ? "–" : String(points);
  const offer = seat === view.turn?.player ? view.offers[box] : undefined;
  if (offer === undefined) return "";
  const look = `offer${offer ? "" : " is-none"}`;
  if (!tools) return el("span", { class: look }, String(offer));
  return button(
    {
      class: look,
      "aria-label": t("score.writes", { box: boxName(view, box), points: offer, player: name }),
      data: { focus: `box-${box}`, box, typed: boxName(view, box) },
      onclick: () => tools.open(async () => (await entering()).write(seat, box)),
    },
    String(offer),
  );
}

/**
 * The sum of a part that has a bonus, and the bonus.
 * @param {SheetView} view
 * @param {number} number
 */
function sumsOf({ players, form }, number) {
  const { name, bonus_from: from } = form[number];
  const sums = players.map(({ parts }) => parts[number]);
  if (!from) return null;
  return el(
    "tbody",
    { class: "sums" },
    sumRow(
      t(`score.part.${name}`),
      sums.map(({ sum }) => sum),
    ),
    sumRow(
      t("score.bonus", { from }),
      sums.map(({ bonus }) => bonus),
    ),
  );
}

/**
 * What counts beside the boxes, and everybody's points: who has most has a star.
 * @param {SheetView} view
 */
function totalsOf({ players }) {
  const playing = players.filter(({ left }) => !left);
  const most = Math.max(...playing.map(({ points }) => points));
  const leads = playing.filter(({ points }) => points === most && points > 0);
  return el(
    "tbody",
    { class: "sums" },
    players.some(({ extra }) => extra)
      ? sumRow(
          t("score.extra"),
          players.map(({ extra }) => extra),
        )
      : null,
    sumRow(
      t("score.total"),
      players.map((player) =>
        players.length > 1 && leads.includes(player)
          ? el(
              "span",
              { class: "is-lead" },
              el("span", { role: "img", "aria-label": t("score.leads") }, "★"),
              el("span", {}, player.points),
            )
          : player.points,
      ),
    ),
    players.some(({ unfinished }) => unfinished)
      ? sumRow(
          t("score.unfinished"),
          players.map(({ unfinished }) =>
            unfinished ? el("span", { role: "img", "aria-label": t("score.unfinished") }, "✗") : "",
          ),
        )
      : null,
  );
}

/**
 * @param {string} title
 * @param {Child[]} all
 */
const sumRow = (title, all) =>
  el(
    "tr",
    {},
    el("th", { scope: "row" }, title),
    all.map((each) => el("td", {}, each)),
  );

// What the shell asks of a game

const entering = () => import("./score_entry.js");

/**
 * A player's points as they stand.
 * @param {SheetPlayer} of
 */
export const player = ({ points }) => {
  const label = t("points.count", { count: points });
  return [el("span", { class: "points", role: "img", "aria-label": label }, words(points))];
};

/**
 * A roll that is not as the rules have it counts all the same, or is put right.
 * @param {RollTrouble} of
 * @returns {Way[]}
 */
export const ways = ({ reason, values }) =>
  values.length ? settles(reason, "counts", "look-again") : settles(reason, "look-again");

/**
 * @param {SheetView} view
 * @param {You} you
 * @returns {BarButton<SheetView>[]}
 */
export const bar = (view, you) =>
  enters(view, you) && view.rolls < view.most
    ? [
        {
          id: "enter-dice",
          text: "dice.enter",
          icon: "move",
          look: view.camera === false ? "main" : "",
          open: async (tools) => (await entering()).diceSheet(tools),
        },
      ]
    : [];

/**
 * What else there is to do with a roll for whoever rolled.
 * @param {SheetView} of
 * @param {Seat | null} seat
 */
export const aside = ({ offers, turn }, seat) =>
  seat !== null && seat === turn?.player && Object.keys(offers).length ? [words(t("score.tap"))] : null;

export const corrections = async () => (await entering()).correctionsTab;

/**
 * What was said in one line, with the dice of a roll.
 * @param {SheetSaid} of
 */
export const sign = ({ kind, params }) =>
  kind === "rolled" && params.dice ? rolled(params.dice) : kind === "robot" ? rolled(params.rolls.at(-1) ?? []) : null;

/**
 * What may be done now, each thing once.
 * @param {SheetMove[]} moves
 * @param {SheetView} of
 */
export const can = (moves, { rolls }) => [
  ...new Set(moves.map(({ move }) => t(`score.may.${move === "roll" && rolls ? "again" : move}`))),
];

/** The history without what a game counts of its own (score_story.js). */
export const story = async () => (await import("./score_story.js")).storyOf();
