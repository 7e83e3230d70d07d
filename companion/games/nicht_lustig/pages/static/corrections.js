/** How it really is: a card lies elsewhere, the dice show something else. */

import { NAMED, nameOf, short } from "./cards.js";
import { colourOf, SPECIALS as SYMBOLS } from "./dice.js";
import { el, refill } from "/static/dom.js";
import { decide } from "/static/wire.js";
import { t } from "/static/words.js";

/** @import { TabTools } from "/types/pages.d.ts" */
/** @import { Seat } from "/types/wire.d.ts" */
/** @import { Area, Face, LustigCorrection, LustigView } from "../types.d.ts" */

/** @typedef {{ card: Face, where: string }} Draft */
/** @typedef {Pick<TabTools<LustigView>, "said" | "refresh"> & { draw: () => void }} Tools */
/**
 * @typedef {object} PlaceFor A place where a card can lie.
 * @property {string} id
 * @property {string} text
 * @property {Omit<Extract<LustigCorrection, { do: "put" }>, "do" | "card"> | null} says
 */

const TARGETS = ["R", "Y", "L", "P"]
  .flatMap((kind) => [1, 2, 3, 4, 5].map((value) => `${kind}0${value}`))
  .concat([24, 25, 26, 27, 28].map((value) => `D${value}`));
const DEATHS = ["T01", "T02", "T03", "T04", "T05", "T06"];
const SPECIALS = NAMED.slice(1);
const PARTS = /** @type {const} */ (["open", "scored", "deaths", "specials"]);

/**
 * Draw the tab; nothing is sent before the host says so.
 * @param {HTMLElement} place
 * @param {TabTools<LustigView>} of
 */
export function correctionsTab(place, { view, said, refresh }) {
  const draft = { card: TARGETS[0], where: whereNow(TARGETS[0], view()) };
  const draw = () => refill(place, cardForm(draft, view(), tools), diceForm(view(), tools));
  const tools = { draw, said, refresh };
  draw();
}

/** @param {LustigCorrection} correction */
const send = (correction) => decide("/api/corrections", { correction });

/**
 * Every place where a card can lie: name, what is said of it, and the correction's values; a covered one lies well
 * where it is.
 * @param {Face} card
 * @param {LustigView} of
 * @returns {PlaceFor[]}
 */
function placesFor(card, { players }) {
  const covers = players.flatMap(({ name, area }, player) =>
    card in area.covered
      ? [
          {
            id: `${player}-under`,
            text: t("lustig.place.with", {
              player: name,
              place: t("lustig.place.under", { cards: [area.covered[card]].flat().map(nameOf) }),
            }),
            says: null,
          },
        ]
      : [],
  );
  const own = TARGETS.includes(card)
    ? ["open", "scored"]
    : DEATHS.includes(card)
      ? ["deaths", "covered"]
      : ["specials"];
  const home = TARGETS.includes(card) ? "display" : "middle";
  return [
    ...covers,
    { id: home, text: t(`lustig.place.${home}`), says: { place: home } },
    ...players.flatMap(({ name, area }, player) =>
      own.flatMap((part) =>
        part === "covered"
          ? onto(name, player, area)
          : [
              {
                id: `${player}-${part}`,
                text: t("lustig.place.with", { player: name, place: t(`lustig.place.${part}`) }),
                says: { place: part, player },
              },
            ],
      ),
    ),
  ];
}

/**
 * The place where a card lies, as far as is known.
 * @param {Face} card
 * @param {LustigView} of
 */
function whereNow(card, { players }) {
  for (const [player, { area }] of players.entries()) {
    const part = PARTS.find((one) => area[one].includes(card));
    if (part) return `${player}-${part}`;
    if (card in area.covered) return `${player}-under`;
    const [under] = Object.entries(area.covered).find(([, deaths]) => [deaths].flat().includes(card)) ?? [];
    if (under) return `${player}-${under}`;
  }
  return TARGETS.includes(card) ? "display" : "middle";
}

/**
 * @param {string} name
 * @param {Seat} player
 * @param {Area} of
 * @returns {PlaceFor[]}
 */
const onto = (name, player, { scored, covered }) =>
  [...scored, ...Object.keys(covered)].map((under) => ({
    id: `${player}-${under}`,
    text: t("lustig.place.with", { player: name, place: t("lustig.place.covered", { card: nameOf(under) }) }),
    says: { place: "covered", player, under },
  }));

/**
 * @param {Draft} draft
 * @param {LustigView} view
 * @param {Tools} of
 */
function cardForm(draft, view, { draw, said, refresh }) {
  const places = placesFor(draft.card, view);
  const here = places.find(({ id }) => id === draft.where) ?? places[0];
  const tell = async () => {
    if (!here.says) return;
    said(await send({ do: "put", card: draft.card, ...here.says }), t("host.corrected"));
    await refresh();
    draw();
  };
  /** @param {Partial<Draft>} chosen */
  const choose = (chosen) => {
    Object.assign(draft, chosen);
    draw();
  };
  return el(
    "section",
    { class: "panel stack", id: "card-form" },
    el("h2", {}, t("lustig.page.put")),
    el("p", { class: "soft" }, t("lustig.page.put.why")),
    el(
      "label",
      {},
      t("lustig.page.put.card"),
      el(
        "select",
        {
          id: "put-card",
          data: { focus: "put-card" },
          onchange: ({ target }) => choose({ card: target.value, where: whereNow(target.value, view) }),
        },
        [...TARGETS, ...DEATHS, ...SPECIALS].map((face) =>
          el("option", { value: face, selected: face === draft.card }, nameOf(face)),
        ),
      ),
    ),
    el(
      "label",
      {},
      t("lustig.page.put.where"),
      el(
        "select",
        { id: "put-where", data: { focus: "put-where" }, onchange: ({ target }) => choose({ where: target.value }) },
        places.map(({ id, text }) => el("option", { value: id, selected: id === here.id }, text)),
      ),
    ),
    el(
      "button",
      { type: "button", class: "main big", id: "put", disabled: here.says === null, onclick: tell },
      t("lustig.page.put.do"),
    ),
  );
}

/**
 * The dice as they lie, each to be set to what it shows.
 * @param {LustigView} of
 * @param {Tools} with
 */
function diceForm({ dice, names, phase }, { draw, said, refresh }) {
  if (!dice || phase === "over") return [];
  const values = [...dice];
  const tell = async () => {
    said(await send({ do: "dice", values }), t("host.corrected"));
    await refresh();
    draw();
  };
  return [
    el(
      "section",
      { class: "panel stack", id: "dice-form" },
      el("h2", {}, t("lustig.page.dice")),
      names.map((name, i) =>
        el(
          "label",
          {},
          t(`lustig.die.${colourOf(name)}`),
          el(
            "select",
            { onchange: (event) => (values[i] = Number(event.target.value)) },
            [1, 2, 3, 4, 5, 0].map((value) =>
              el(
                "option",
                { value: String(value), selected: value === dice[i] },
                value ? String(value) : `✶ ${short(SYMBOLS[i])}`,
              ),
            ),
          ),
        ),
      ),
      el("button", { type: "button", class: "main big", onclick: tell }, t("lustig.page.put.do")),
    ),
  ];
}
