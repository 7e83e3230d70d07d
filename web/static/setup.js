/** A new game: which, who sits where, who begins, and how this table reads the rules. */

import { button, el, found, toggles } from "./dom.js";
import { mainButton } from "./forms.js";
import { get, pause } from "./wire.js";
import { t, words } from "./words.js";

/** @import { ChoiceOfEach, Edition, GameTold, ListedChoice, OpenRule, Ruled, Seat } from "../types/wire.d.ts" */
/** @import { Child, Kept, Plan } from "../types/pages.d.ts" */

const LONGEST = 40;
const AGAIN = 2_000; // ms after which it is asked again what the household keeps

/**
 * The form; `plan` has `game`, `edition`, `players`, `first`, `rulings`, `chosen` of `lists`, `each`, `now` (the view),
 * and is changed in place; `games` are all there are.
 * @param {Plan} plan
 * @param {GameTold[]} games
 * @param {{ redraw: () => void, begin: () => void }} of
 * @returns {Child}
 */
export function setupForm(plan, games, { redraw, begin }) {
  const { players = [1, Infinity], editions = [] } = games.find(({ name }) => name === plan.game) ?? {};
  const {
    rulings: asked = [],
    first: about,
    choices = [],
    each = null,
  } = editions.find(({ name }) => name === plan.edition) ?? {};
  const told = choices.every(({ from }) => plan.lists[listOf(plan, from)]); // what is played on is chosen already
  return [
    gameChoice(plan, games, redraw),
    editionChoice(plan, editions, redraw),
    seats(plan, players, each, redraw),
    firstChoice(plan, about, redraw),
    ...choices.map((one) => kept(one, plan, redraw)),
    rulings(plan, asked, redraw),
    el("div", { class: "sheet-foot" }, mainButton("begin-game", t("host.begin"), begin, !told)),
  ];
}

/**
 * @param {Plan} plan
 * @param {GameTold[]} games
 * @param {() => void} redraw
 */
export function gameChoice(plan, games, redraw) {
  if (games.length < 2) return null;
  /** @param {GameTold} of */
  const choose = ({ name, editions, players }) => {
    Object.assign(plan, {
      game: name,
      edition: editions[0]?.name,
      rulings: {},
      chosen: {},
      each: {},
      players: plan.players.slice(0, players[1]),
    });
    plan.first = Math.min(plan.first, plan.players.length - 1);
    redraw();
  };
  return choice("game", t("host.game"), games, plan.game, (one) => words(one.title), choose);
}

/**
 * @param {Plan} plan
 * @param {Edition[]} editions
 * @param {() => void} redraw
 */
export function editionChoice(plan, editions, redraw) {
  if (editions.length < 2) return null;
  /** @param {Edition} of */
  const choose = ({ name }) => {
    Object.assign(plan, { edition: name, rulings: {}, chosen: {}, each: {} });
    redraw();
  };
  return choice("edition", t("host.edition"), editions, plan.edition, ({ name }) => t(`edition.${name}`), choose);
}

/**
 * One of several, each a button, under a title.
 * @template {{ name: string }} T
 * @param {string} what
 * @param {string} title
 * @param {T[]} all
 * @param {string | undefined} now
 * @param {(one: T) => Child} called
 * @param {(one: T) => void} choose
 */
function choice(what, title, all, now, called, choose) {
  return el(
    "div",
    { class: "stack" },
    el("h3", {}, title),
    toggles(
      all.map((one) => ({
        focus: `${what}-${one.name}`,
        text: called(one),
        on: now === one.name,
        act: () => choose(one),
      })),
    ),
  );
}

const BEGINS = "begins";

/**
 * @param {Plan} plan
 * @param {[least: number, most: number]} of
 * @param {ChoiceOfEach | null} each
 * @param {() => void} redraw
 */
export function seats(plan, [least, most], each, redraw) {
  /** @param {(all: string[]) => unknown} act */
  const change = (act) => () => {
    // Whoever begins does so wherever he sits.
    const begins = plan.players.map((_, i) => (i === plan.first ? BEGINS : ""));
    act(begins);
    act(plan.players);
    if (each && plan.each[each.name]) act(plan.each[each.name]);
    const there = begins.indexOf(BEGINS);
    plan.first = there < 0 ? Math.min(plan.first, plan.players.length - 1) : there;
    redraw();
  };
  /** @param {number} i */
  const swap = (i) => (/** @type {string[]} */ all) => ([all[i - 1], all[i]] = [all[i], all[i - 1]]);
  /** @param {string[]} all */
  const more = (all) => all.push((all !== plan.players && each && nextOf(each, all)) || "");
  return el(
    "div",
    { class: "stack" },
    el("h3", {}, t("host.seats")),
    el("p", { class: "soft" }, t("host.seats.order")),
    el(
      "ol",
      { class: "seats" },
      plan.players.map((name, i) =>
        el(
          "li",
          {},
          el("span", { class: "seat-number", "aria-hidden": "true" }, String(i + 1)),
          el("input", {
            value: name,
            dir: "auto",
            maxlength: LONGEST,
            autocomplete: "off",
            "aria-label": t("host.seat", { n: i + 1 }),
            data: { focus: `seat-${i}` },
            oninput: (event) => named(plan, i, event.target.value),
          }),
          each ? ofEach(each, i, plan, redraw) : null,
          square("↑", "up", i, i === 0, change(swap(i))),
          square(
            "✕",
            "out",
            i,
            plan.players.length <= least,
            change((all) => all.splice(i, 1)),
          ),
        ),
      ),
    ),
    plan.players.length < most ? button({ data: { focus: "add" }, onclick: change(more) }, t("host.seat.add")) : null,
  );
}

/**
 * What one more player has.
 * @param {ChoiceOfEach} of
 * @param {string[]} there
 */
const nextOf = ({ values, alike }, there) => (alike ? values[0] : values.find((value) => !there.includes(value)));

/**
 * @param {string} sign
 * @param {"up" | "out"} what
 * @param {number} i
 * @param {boolean} disabled
 * @param {() => void} onclick
 */
const square = (sign, what, i, disabled, onclick) =>
  button(
    {
      class: "quiet square",
      disabled,
      "aria-label": t(`host.seat.${what}`, { n: i + 1 }),
      data: { focus: `${what}-${i}` },
      onclick,
    },
    sign,
  );

/**
 * A name that nobody has: this one, else with a number.
 * @param {string} name
 * @param {string[]} players
 */
export const unused = (name, players) =>
  [name, ...players.map((_, i) => `${name} ${i + 2}`)].find((one) => !players.includes(one)) ?? "";

/**
 * The players of a plan once the table is called otherwise: who has another name has it here, too, who came sits last.
 * @param {string[]} players
 * @param {string[]} was
 * @param {string[]} is
 */
export const renamed = (players, was, is) => [
  ...players.map((name) => is[was.indexOf(name)] ?? name),
  ...is.slice(was.length),
];

/**
 * What one player has of what everybody chooses; where no two have the same, whoever had it before has what this one
 * had.
 * @param {ChoiceOfEach} of
 * @param {number} i
 * @param {Plan} plan
 * @param {() => void} redraw
 */
function ofEach({ name, title, word, values, usual, alike }, i, plan, redraw) {
  const all = plan.players.map(() => values[0]);
  const now = alike
    ? all.map((first, j) => plan.each[name]?.[j] ?? first)
    : (plan.each[name] ?? usual[plan.players.length] ?? values);
  /** @param {string} value */
  const choose = (value) => {
    plan.each[name] = now
      .slice(0, plan.players.length)
      .map((one, j) => (j === i ? value : one === value && !alike ? now[i] : one));
    if (value === "robot" && !plan.players[i]) plan.players[i] = unused(t("plays.name"), plan.players);
    redraw();
  };
  return el(
    "select",
    {
      "aria-label": t(title, { n: i + 1 }),
      data: { focus: `${name}-${i}` },
      onchange: (event) => choose(event.target.value),
    },
    values.map((value) => el("option", { value, selected: value === now[i] }, t(`${word}.${value}`))),
  );
}

/**
 * A name as it is being typed: whoever begins is called by it, too.
 * @param {Plan} plan
 * @param {Seat} i
 * @param {string} name
 */
function named(plan, i, name) {
  plan.players[i] = name;
  document.querySelector(`[data-focus="first-${i}"] bdi`)?.replaceChildren(name || t("host.seat", { n: i + 1 }));
}

/**
 * @param {Plan} plan
 * @param {string | undefined} about
 * @param {() => void} redraw
 */
function firstChoice(plan, about, redraw) {
  /** @param {Seat} i */
  const choose = (i) => {
    plan.first = i;
    redraw();
  };
  return el(
    "div",
    { class: "stack" },
    el("h3", {}, t("host.first")),
    about ? el("p", { class: "soft" }, t(about)) : null,
    toggles(
      plan.players.map((name, i) => ({
        focus: `first-${i}`,
        text: el("bdi", {}, name || t("host.seat", { n: i + 1 })),
        on: plan.first === i,
        act: () => choose(i),
      })),
    ),
  );
}

/**
 * One of what the household keeps, by its name, or what is usual; nothing where nothing is kept. What is played on is
 * chosen already.
 * @param {ListedChoice} of
 * @param {Plan} plan
 * @param {() => void} redraw
 */
function kept({ name, title, usual, from }, plan, redraw) {
  const all = plan.lists[listOf(plan, from)];
  if (all === undefined) ask(name, from, plan, redraw);
  if (!all?.length) return null;
  /** @param {Kept} one */
  const choose = (one) => {
    plan.chosen[name] = one;
    redraw();
  };
  /** @type {Kept[]} */
  const choices = [{ name: "", value: null }, ...all];
  return choice(name, t(title), choices, plan.chosen[name]?.name ?? "", (one) => one.name || t(usual), choose);
}

/**
 * @param {Plan} plan
 * @param {ListedChoice["from"]} from
 */
const listOf = ({ game }, from) => `${game} ${from}`;

/**
 * Ask what the household keeps, until it is told or the form is closed.
 * @param {string} name
 * @param {ListedChoice["from"]} from
 * @param {Plan} plan
 * @param {() => void} redraw
 */
async function ask(name, from, plan, redraw) {
  const list = listOf(plan, from);
  plan.lists[list] = null;
  const came = await get(`${from}?game=${plan.game}`);
  if (came.ok) {
    const now = Object.entries(plan.now).find(([key]) => key === name)?.[1];
    plan.lists[list] = came.data.choices;
    if (list === listOf(plan, from)) plan.chosen[name] ??= came.data.choices.find((one) => one.name === now);
  } else {
    await pause(AGAIN);
    delete plan.lists[list];
  }
  if (found("begin-game")) redraw();
}

/**
 * What the printed rules leave open, each as a question with its answers; robots at a painted table choose nothing.
 * @param {Plan} plan
 * @param {OpenRule[]} questions
 * @param {() => void} redraw
 */
function rulings(plan, questions, redraw) {
  if (!questions.length) return null;
  if (plan.now.health?.source === "painted")
    return el("p", { class: "soft", id: "usual-rulings" }, t("host.rulings.painted"));
  return el(
    "details",
    { class: "more", open: plan.open, ontoggle: (event) => (plan.open = event.target.open) },
    el("summary", {}, t("host.rulings")),
    el("p", { class: "soft" }, t("host.rulings.why")),
    questions.map((question) => ruling(question, plan, redraw)),
  );
}

/**
 * @param {OpenRule} of
 * @param {Plan} plan
 * @param {() => void} redraw
 */
function ruling({ name, values, value }, plan, redraw) {
  const now = plan.rulings[name] ?? value;
  /** @param {Ruled} other */
  const choose = (other) => {
    plan.rulings[name] = other;
    redraw();
  };
  return el(
    "div",
    { class: "ruling", role: "group", "aria-label": t(`ruling.${name}.question`) },
    el("p", {}, t(`ruling.${name}.question`)),
    el("p", { class: "soft" }, t(`ruling.${name}.why`)),
    toggles(
      values.map((other) => ({
        focus: `${name}-${other}`,
        text: t(`ruling-value.${String(other).toLowerCase().replaceAll("_", "-")}`),
        on: now === other,
        act: () => choose(other),
      })),
    ),
  );
}
