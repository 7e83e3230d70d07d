/** What the history shows of a game: who has won what, hands over time, how often whose turn it was. */

import { signOf, tellingCard } from "./cards.js";
import { cardName, faceOf, kindOf } from "./deck.js";
import { lines } from "/static/charts.js";
import { el } from "/static/dom.js";
import { barsOf, counted, seriesOf, standings } from "/static/standings.js";
import { range, t } from "/static/words.js";

/** @import { WholeEntry } from "/types/pages.d.ts" */
/** @import { DummPlayer, DummView, Face } from "../types.d.ts" */

/** @typedef {WholeEntry<DummView>[]} Entries */

/**
 * The game in figures.
 * @param {DummView} of
 * @param {Entries} entries
 */
export function summary({ players }, entries) {
  return [
    standings(players.map(({ name, won }) => ({ name, by: won.length, has: tasks(won) }))),
    lines(t("history.hands"), seriesOf(players, played(entries), inHand), {
      rounds: roundStarts(entries),
      step: (n) => t("page.round", { n }),
    }),
    barsOf(
      [t("history.turns"), turns(players, entries)],
      [t("history.at-once"), counted(players, entries, ({ kind }) => kind === "at-once")],
    ),
  ];
}

/**
 * The first card of an entry that is more than a number.
 * @param {Entries[number]} entry
 */
export function drawing(entry) {
  const codes = (entry.announcements ?? [])
    .map(({ params }) => params.card ?? params.task ?? "")
    .filter((code) => code !== "" && kindOf(faceOf(code)) !== "number");
  return codes.length
    ? el("span", { class: "cards small" }, tellingCard(codes[0], { focus: `entry-${entry.seq}` }))
    : null;
}

const ZONES = /** @type {const} */ (["mac", "open-left", "open-right", "actions"]);

/**
 * What a correction changed: what lies where now, how many cards somebody has, whose turn it is.
 * @param {Entries[number]} entry
 * @param {Entries[number]} before
 */
export function changes({ after }, { after: was }) {
  /** @param {unknown[]} all */
  const differ = (...all) => JSON.stringify(all[0]) !== JSON.stringify(all[1]);
  const players = after.players ?? [];
  const zones = ZONES.filter((zone) => differ(after.zones?.[zone], was.zones?.[zone])).map((zone) => {
    const cards = (after.zones?.[zone] ?? []).slice(0, zone === "mac" ? undefined : 1);
    return t("history.changed.zone", {
      zone: t(`zone.${zone}`),
      cards: cards.length ? cards.map(cardName) : t("list.nothing"),
    });
  });
  const hands = players
    .filter(({ cards }, i) => cards && differ(cards, was.players?.[i]?.cards))
    .map(({ name, cards }) => t("history.changed.hand", { name, cards: range(cards) }));
  const turn = differ(after.turn?.player, was.turn?.player) ? players[after.turn?.player ?? -1] : null;
  return [...zones, ...hands, ...(turn ? [t("page.turn.somebody", { name: turn.name })] : [])];
}

/** @param {Face[]} won */
const tasks = (won) =>
  won.length
    ? won.map((code) => el("span", { class: "won-task" }, signOf("star"), cardName(code)))
    : el("span", { class: "soft" }, t("history.no-task"));

/**
 * How many cards somebody holds; a range counts with its middle.
 * @param {DummPlayer} of
 */
const inHand = ({ cards }) => (cards ? (cards[0] + cards[1]) / 2 : null);

/**
 * What happened since the cards were dealt.
 * @param {Entries} entries
 */
const played = (entries) => entries.filter(({ after }) => after?.round);

/**
 * Where each round began: the step, and the round's number.
 * @param {Entries} entries
 */
function roundStarts(entries) {
  const rounds = played(entries).map(({ after }) => after.round ?? 0);
  return rounds.flatMap((round, at) => (round === rounds[at - 1] ? [] : [{ at, round }]));
}

/**
 * How many turns each has had: those that were seen, by their number; those that were entered, by whom the turn went on
 * from.
 * @param {DummPlayer[]} players
 * @param {Entries} entries
 */
function turns(players, entries) {
  const seen = new Map(
    entries
      .flatMap((entry) => entry.announcements ?? [])
      .filter(({ params }) => params?.turn !== undefined)
      .map(({ params, player }) => [params.turn, player]),
  );
  const entered = entries.flatMap(({ kind, dropped, after }, i) => {
    const before = entries[i - 1]?.after?.turn?.player;
    return kind === "submission" && !dropped && before !== after?.turn?.player ? [before] : [];
  });
  return players.map(({ name }, seat) => ({
    name,
    value: [...seen.values(), ...entered].filter((who) => who === seat).length,
  }));
}
