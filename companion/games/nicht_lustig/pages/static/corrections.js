/** How it really is: a card lies elsewhere, the dice show something else. */

import { NAMED, nameOf, short } from "./cards.js";
import { colourOf, SPECIALS as SYMBOLS } from "./dice.js";
import { figure } from "/static/dice.js";
import { diceForm, formsIn, mainButton, panel, picked, teller } from "/static/forms.js";
import { t } from "/static/words.js";

/** @import { TabTools, Teller } from "/types/pages.d.ts" */
/** @import { Seat } from "/types/wire.d.ts" */
/** @import { Area, Face, LustigCorrection, LustigView } from "../types.d.ts" */

/** @typedef {{ card: Face, where: string | null }} Draft What was picked; no place is where the card lies. */
/** @typedef {Teller<LustigCorrection>} Tell */
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
 * Draw the tab; nothing is sent before the host says so. What it returns draws it as the table is now.
 * @param {HTMLElement} place
 * @param {TabTools<LustigView>} of
 */
export function correctionsTab(place, { view, said, refresh }) {
  /** @type {Draft} */
  const draft = { card: TARGETS[0], where: null };
  const draw = formsIn(place, () => [
    [[draft, view().players.map(({ name, area }) => [name, area])], () => cardForm(draft, view(), tell, draw)],
    diceForm(view(), called(view()), faces, (values) => tell({ do: "dice", values })),
  ]);
  /** @type {Tell} */
  const tell = teller({ said, refresh }, draw);
  draw();
  return draw;
}

/**
 * @param {LustigView} of
 * @returns {(place: number) => string}
 */
const called =
  ({ names }) =>
  (place) =>
    t(`dice.colour.${colourOf(names[place])}`);

/**
 * What the die of a place can show.
 * @param {number} place
 * @returns {[string, string][]}
 */
const faces = (place) =>
  [1, 2, 3, 4, 5, 0].map((value) => [
    String(value),
    value ? figure(value) : `${figure(value)} ${short(SYMBOLS[place])}`,
  ]);

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
 * @param {Tell} tell
 * @param {() => void} draw
 */
function cardForm(draft, view, tell, draw) {
  const places = placesFor(draft.card, view);
  const at = (/** @type {string | null} */ where) => places.find(({ id }) => id === where);
  const here = at(draft.where) ?? at(whereNow(draft.card, view)) ?? places[0];
  /** @param {Partial<Draft>} chosen */
  const choose = (chosen) => {
    Object.assign(draft, chosen);
    draw();
  };
  return panel(
    "card-form",
    t("lustig.page.put"),
    t("lustig.page.put.why"),
    picked(
      t("lustig.page.put.card"),
      [...TARGETS, ...DEATHS, ...SPECIALS].map((face) => [face, nameOf(face)]),
      { id: "put-card", now: draft.card, choose: (card) => choose({ card, where: null }) },
    ),
    picked(
      t("lustig.page.put.where"),
      places.map(({ id, text }) => [id, text]),
      { id: "put-where", now: here.id, choose: (where) => choose({ where }) },
    ),
    mainButton(
      "put",
      t("host.put-do"),
      () => here.says && tell({ do: "put", card: draft.card, ...here.says }, () => (draft.where = null)),
      here.says === null,
    ),
  );
}
