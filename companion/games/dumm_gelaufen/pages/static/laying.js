/** What lies there when a game begins, typed in on one sheet: Mac's seven places, the two piles, done. */

import { cardButton } from "./cards.js";
import { cardName } from "./deck.js";
import { copiesFor, leftOver, whyNot } from "./holds.js";
import { numberPad } from "./picker.js";
import { button, el } from "/static/dom.js";
import { mainButton, panel } from "/static/forms.js";
import { roving } from "/static/roving.js";
import { tell as speak } from "/static/shell.js";
import { t, words } from "/static/words.js";

/** @import { Child, Teller } from "/types/pages.d.ts" */
/** @import { Code, DummCorrection, DummView, Face } from "../types.d.ts" */

/** @typedef {{ places: (Code | null)[], at: number }} Laying What lies in each place, and which is filled next. */

const MAC = 7;
const [LEFT, RIGHT] = [MAC, MAC + 1]; // the places after Mac's

/** @returns {Laying} */
export const nothingLaid = () => ({ places: Array.from({ length: MAC + 2 }, () => null), at: 0 });

/**
 * What is said of it; what was not tapped is not there.
 * @param {Laying} of
 */
function correction({ places }) {
  const lies = (/** @type {Code | null} */ code) => (code === null ? [] : [code]);
  const mac = places.slice(0, MAC).flatMap(lies);
  return { mac, left: lies(places[LEFT]), right: lies(places[RIGHT]) };
}

/**
 * @param {number} place
 */
const placeName = (place) =>
  place < MAC ? t("laying.mac", { n: place + 1 }) : t(`page.pile.${place === LEFT ? "open-left" : "open-right"}`);

/**
 * The sheet: a card of the pad goes to the place that is marked, and the next empty one is marked; a place holds one.
 * `actions` is the form for what else lies there, `besides` what it has said.
 * @param {Laying} laying
 * @param {DummView} view
 * @param {Teller<DummCorrection>} say
 * @param {{ redraw: () => void, actions: Child, besides: object }} of
 */
export function layingForm(laying, view, say, { redraw, actions, besides }) {
  const { places, at } = laying;
  const others = places.filter((code, i) => code !== null && i !== at);
  const left = leftOver({ mac: others });
  /** @param {Face} face */
  const lay = (face) => {
    [places[at]] = copiesFor(left, [face]);
    const next = [...places.keys()].find((i) => places[i] === null);
    laying.at = next ?? at;
    redraw();
    speak(t("laying.lies", { card: cardName(face), place: placeName(at) }));
  };
  const away = () => {
    places[at] = null;
    redraw();
  };
  /** @param {number} i */
  const mark = (i) => () => {
    laying.at = i;
    redraw();
  };
  const done = async () => {
    if (await say({ event: "table-corrected", ...besides, ...correction(laying) })) scrollTo(0, 0);
  };
  return panel(
    "table-form",
    t("host.table"),
    t("laying.how"),
    (view.setup?.problems ?? []).map((problem) => el("p", { class: "notice" }, words(problem.text))),
    roving(
      el(
        "div",
        { class: "laying" },
        el(
          "div",
          { class: "mac-row", role: "group", "aria-label": t("page.mac"), vars: { "--cards": "7" } },
          places.slice(0, MAC).map((code, i) => placeOf(code, i, at, mark(i))),
        ),
        el(
          "div",
          { class: "laying-piles" },
          [LEFT, RIGHT].map((i) =>
            el("div", { class: "laying-pile" }, placeOf(places[i], i, at, mark(i)), el("span", {}, placeName(i))),
          ),
        ),
      ),
    ),
    places[at] === null ? null : button({ data: { focus: "away" }, onclick: away }, t("picker.away")),
    numberPad(lay, { out: (face) => whyNot(left, face) }),
    actions,
    el("p", { class: "soft" }, t("laying.late")),
    mainButton(
      "table-right",
      t("host.table.right.set-up"),
      done,
      places.every((code) => code === null),
    ),
  );
}

/**
 * @param {Code | null} code
 * @param {number} i
 * @param {number} at
 * @param {() => void} tapped
 */
function placeOf(code, i, at, tapped) {
  const focus = `place-${i}`;
  const pressed = i === at;
  if (code !== null) return cardButton(code, tapped, { pressed, focus, label: `${placeName(i)}: ${cardName(code)}` });
  return button(
    {
      class: `spot${pressed ? " is-next" : ""}`,
      "aria-pressed": String(pressed),
      "aria-label": placeName(i),
      data: { focus },
      onclick: tapped,
    },
    pressed ? "?" : "",
  );
}
