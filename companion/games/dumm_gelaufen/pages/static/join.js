/**
 * A game that is already being played is followed from here on: whose turn, which round, who holds and has won what.
 */

import { cardButton } from "./cards.js";
import { cardName } from "./deck.js";
import { button, el, nameOf, toggles } from "/static/dom.js";
import { mainButton } from "/static/forms.js";
import { pickCard } from "./picker.js";
import { sheet } from "/static/shell.js";
import { t } from "/static/words.js";

/** @import { Seat } from "/types/wire.d.ts" */
/** @import { Code, DummCorrection, DummView, Face } from "../types.d.ts" */

/** @typedef {{ player: Seat, number: number, hands: number[], won: Face[][] }} Joining */

const DEALT = 8; // whoever begins; everybody after has one more

/**
 * The sheet; `join(correction)` tells it, and says whether that went well. The cards on the table are as they lie.
 * @param {DummView} view
 * @param {(correction: DummCorrection) => Promise<boolean>} join
 */
export function joinSheet(view, join) {
  /** @type {Joining} */
  const plan = { player: 0, number: 1, hands: view.players.map((_, i) => DEALT + i), won: view.players.map(() => []) };
  const tell = async () => (await join(correction(plan, view))) && open.close();
  const open = sheet(t("host.join"), ({ redraw }) => form(plan, view, redraw, tell), { name: "join" });
}

/**
 * @param {Joining} of
 * @param {DummView} with
 * @returns {DummCorrection}
 */
function correction({ player, number, hands, won }, { zones }) {
  const lie = {
    mac: (zones.mac ?? []).filter((code) => code !== null),
    left: zones["open-left"] ?? [],
    right: zones["open-right"] ?? [],
    actions: zones.actions ?? [],
  };
  return {
    event: "game-joined",
    player,
    number,
    hands: hands.map((n) => [n, n]),
    won: won.map((faces) => faces.map((face) => `${face}-1`)),
    ...lie,
  };
}

/**
 * @param {Joining} plan
 * @param {DummView} of
 * @param {() => void} redraw
 * @param {() => void} tell
 */
function form(plan, { players }, redraw, tell) {
  return [
    el("p", { class: "soft" }, t("host.join.how")),
    el("h3", {}, t("host.turn")),
    toggles(
      players.map(({ name }, i) => ({
        focus: `turn-${i}`,
        text: nameOf(name),
        on: plan.player === i,
        act: () => ((plan.player = i), redraw()),
      })),
    ),
    counter(t("host.join.round"), plan.number, 1, "round", (n) => {
      plan.number = n;
      redraw();
    }),
    el("h3", {}, t("host.hands")),
    players.map(({ name }, i) => seat(plan, name, i, redraw)),
    el("div", { class: "sheet-foot" }, mainButton("join-now", t("host.join.now"), tell)),
  ];
}

/**
 * @param {Joining} plan
 * @param {string} name
 * @param {Seat} i
 * @param {() => void} redraw
 */
function seat(plan, name, i, redraw) {
  /** @param {number} n */
  const set = (n) => {
    plan.hands[i] = n;
    redraw();
  };
  /** @param {Face[]} faces */
  const won = (faces) => {
    plan.won[i] = faces;
    redraw();
  };
  const has = plan.won[i];
  return el(
    "div",
    { class: "joined", role: "group", "aria-label": name },
    counter(name, plan.hands[i], 0, `hand-${i}`, set),
    el(
      "div",
      { class: "cards won-cards" },
      has.map((face, n) =>
        cardButton(face, () => won(has.filter((_, j) => j !== n)), {
          label: t("picker.remove", { card: cardName(face) }),
          focus: `won-${i}-${n}`,
        }),
      ),
      button(
        {
          class: "quiet",
          data: { focus: `won-${i}` },
          onclick: () => pickCard(t("host.join.won"), (face) => won([...has, face]), { kinds: ["task"] }),
        },
        "+ ",
        t("host.join.won"),
      ),
    ),
  );
}

/**
 * A number with a button less and a button more, named by what it counts.
 * @param {string} name
 * @param {number} now
 * @param {number} least
 * @param {string} focus
 * @param {(n: number) => void} set
 */
function counter(name, now, least, focus, set) {
  /**
   * @param {string} sign
   * @param {number} by
   * @param {string} label
   */
  const step = (sign, by, label) =>
    button(
      {
        class: "square",
        disabled: now + by < least,
        "aria-label": `${name}: ${t(label)}`,
        data: { focus: `${focus}${sign}` },
        onclick: () => set(now + by),
      },
      sign,
    );
  return el(
    "div",
    { class: "counter" },
    el("span", { class: "hand-name" }, el("bdi", {}, name)),
    step("−", -1, "host.hands.fewer"),
    el("output", {}, String(now)),
    step("+", 1, "host.hands.more"),
  );
}
