/** What the history shows of a game: who has won what, hands over time, how often whose turn it was. */

import { signOf, tellingCard } from "./cards.js";
import { cardName, faceOf, kindOf } from "./deck.js";
import { bars, lines } from "/static/charts.js";
import { el, nameOf } from "/static/dom.js";
import { t } from "/static/words.js";

/** @import { WholeEntry } from "/types/pages.d.ts" */
/** @import { DummPlayer, DummSaid, DummView } from "../types.d.ts" */

/** @typedef {WholeEntry<DummView>[]} Entries */

/**
 * The game in figures.
 * @param {DummView} of
 * @param {Entries} entries
 */
export function summary({ players }, entries) {
  return [
    standings(players),
    lines(t("history.hands"), handSeries(players, entries), {
      rounds: roundStarts(entries),
      step: (n) => t("page.round", { n }),
    }),
    el(
      "div",
      { class: "chart-pair" },
      bars(t("history.turns"), turns(players, entries)),
      bars(t("history.at-once"), counted(players, entries, "at-once")),
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

/** @param {DummPlayer[]} players */
function standings(players) {
  const order = players.map((player, seat) => ({ ...player, seat })).sort((a, b) => b.won.length - a.won.length);
  return el(
    "ol",
    { class: "standings" },
    order.map((player) =>
      el(
        "li",
        {},
        el("span", { class: "standing-name" }, nameOf(player.name)),
        el(
          "span",
          { class: "standing-won" },
          player.won.map((code) => el("span", { class: "won-task" }, signOf("star"), cardName(code))),
          player.won.length ? null : el("span", { class: "soft" }, t("history.no-task")),
        ),
      ),
    ),
  );
}

/**
 * Hand sizes after every entry; a range counts with its middle.
 * @param {DummPlayer[]} players
 * @param {Entries} entries
 */
function handSeries(players, entries) {
  return players.map(({ name }, seat) => ({
    name,
    values: played(entries)
      .map(({ after }) => after.players?.[seat]?.cards ?? null)
      .map((cards) => (cards ? (cards[0] + cards[1]) / 2 : null)),
  }));
}

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
 * How often something of a kind was announced of each player.
 * @param {DummPlayer[]} players
 * @param {Entries} entries
 * @param {string} kind
 */
function counted(players, entries, kind) {
  const told = entries.flatMap((entry) => entry.announcements ?? []);
  return players.map(({ name }, seat) => ({
    name,
    value: told.filter((said) => said.kind === kind && said.player === seat).length,
  }));
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
