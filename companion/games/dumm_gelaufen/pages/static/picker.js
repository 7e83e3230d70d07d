/** Choosing cards by tap: a pad of all number cards, shelves of the others, and a hand being put together. */

import { cardButton, cardPicture, signOf, typed } from "./cards.js";
import { cardName, cardText, colourName, colours, copiesOf, faceOf, facesOf } from "./deck.js";
import { button, el } from "/static/dom.js";
import { iconOf } from "/static/icons.js";
import { roving } from "/static/roving.js";
import { sheet, tell } from "/static/shell.js";
import { count, t } from "/static/words.js";

/** @import { Code, Face, Kind } from "../types.d.ts" */

/** @typedef {(face: Face) => string | null} Out Why a card cannot be meant; null: it can. */

const VALUES = Array.from({ length: 11 }, (_, i) => i + 1);

/**
 * @param {string} colour
 * @param {number} value
 */
const padded = (colour, value) => `${colour}${String(value).padStart(2, "0")}`;

/**
 * All number cards, one block a colour; `used(face)` says how many copies are spent, `out(face)` why a card
 * cannot be meant: it is grey then, and whoever taps it reads why.
 * @param {(face: Face) => void} tapped
 * @param {{ used?: (face: Face) => number, out?: Out }} of
 */
export function numberPad(tapped, { used = () => 0, out = () => null } = {}) {
  const said = el("p", { class: "pad-said" });
  const pad = el(
    "div",
    { class: "pad" },
    said,
    colours().map((colour) =>
      el(
        "div",
        { class: "pad-colour", role: "group", "aria-label": colourName(colour) },
        VALUES.map((value) =>
          padKey(padded(colour, value), {
            tapped,
            said,
            spent: used(padded(colour, value)),
            why: out(padded(colour, value)),
          }),
        ),
      ),
    ),
  );
  return roving(pad);
}

/**
 * @param {Face} face
 * @param {{ tapped: (face: Face) => void, said: HTMLElement, spent: number, why: string | null }} of
 */
function padKey(face, { tapped, said, spent, why }) {
  const reason =
    why ??
    (spent >= copiesOf(face) ? t("picker.taken", { card: cardName(face), places: t("picker.just-chosen") }) : null);
  return button(
    {
      class: `key key-${face[0]}`,
      "aria-disabled": reason ? "true" : null,
      data: { face, focus: `key-${face}`, typed: typed(face) },
      onclick: () => (reason ? tell((said.textContent = reason)) : tapped(face)),
    },
    el(
      "span",
      { class: "unseen" },
      reason ?? (spent ? t("picker.chosen", { card: cardName(face), n: spent }) : cardName(face)),
    ),
    el("span", { class: "key-number", "aria-hidden": "true" }, String(Number(face.slice(1)))),
    el("span", { class: "key-letter", "aria-hidden": "true" }, t(`face.letter.${face[0]}`)),
    spent ? el("span", { class: "key-spent", "aria-hidden": "true" }, `×${spent}`) : null,
  );
}

/**
 * Cards by the code that is printed on them: all of a kind in sight at once.
 * @param {Face[]} faces
 * @param {(face: Face) => void} tapped
 * @param {Out} out
 */
function codePad(faces, tapped, out) {
  /** @param {Face} face */
  const key = (face) =>
    button(
      {
        "aria-label": `${face}, ${cardName(face)}`,
        disabled: out(face) !== null,
        data: { focus: `code-${face}`, typed: face },
        onclick: () => tapped(face),
      },
      face,
    );
  return roving(el("div", { class: "code-pad", role: "group", "aria-label": t("picker.codes") }, faces.map(key)));
}

/**
 * Cards with a name and a sentence, as a list to choose from; `out(face)` says why one cannot be meant.
 * @param {Face[]} faces
 * @param {(face: Face) => void} tapped
 * @param {{ chosen?: Face | null, out?: Out }} of
 */
export function shelf(faces, tapped, { chosen = null, out = () => null } = {}) {
  return el(
    "ul",
    { class: "shelf" },
    faces.map((face) =>
      el(
        "li",
        {},
        button(
          {
            class: "shelf-card",
            disabled: out(face) !== null,
            "aria-pressed": chosen === null ? null : String(chosen === face),
            data: { face, focus: `shelf-${face}` },
            onclick: () => tapped(face),
          },
          el("span", { class: "card picture" }, cardPicture(face)),
          el(
            "span",
            { class: "shelf-words" },
            el("strong", {}, cardName(face), " ", el("span", { class: "shelf-code" }, face)),
            el("span", {}, out(face) ?? cardText(face)),
          ),
        ),
      ),
    ),
  );
}

/**
 * A sheet in which one card is chosen; `kinds` says among which, `away` takes the card there is away, `out` as for the
 * pad.
 * @param {string} title
 * @param {(face: Face) => void} chosen
 * @param {{ kinds?: Kind[], away?: (() => void) | null, out?: Out }} of
 */
export function pickCard(title, chosen, { kinds = ["number"], away = null, out = () => null } = {}) {
  /** @param {() => void} act */
  const pick = (act) => {
    open.close();
    act();
  };
  /** @param {Face} face */
  const tapped = (face) => pick(() => chosen(face));
  /** @param {Face[]} faces */
  const named = (faces) => [codePad(faces, tapped, out), shelf(faces, tapped, { out })];
  /** @param {Kind} kind */
  const choice = (kind) =>
    kind === "number" ? numberPad(tapped, { out }) : named(facesOf(kind).map(({ face }) => face));
  const open = sheet(
    title,
    () => [kinds.map(choice), away ? button({ class: "danger", onclick: () => pick(away) }, t("picker.away")) : null],
    { name: "pick" },
  );
  return open;
}

/**
 * A sheet in which up to `most` number cards are chosen, one tap each, and one tap takes one off again; it closes by
 * itself after the last. `chosen(faces)` is called when it closes; `out(face, faces)` says why a card cannot be meant.
 * @param {string} title
 * @param {(faces: Face[]) => void} chosen
 * @param {{ most: number, out?: (face: Face, faces: Face[]) => string | null }} of
 */
export function pickCards(title, chosen, { most, out = () => null }) {
  /** @type {Face[]} */
  let faces = [];
  /**
   * @param {Face[]} next
   * @param {() => void} next
   */
  const change = (next) => {
    faces = next;
    if (faces.length < most) open.redraw();
    else open.close();
  };
  const open = sheet(
    title,
    ({ close }) => [
      el(
        "div",
        { class: "cards laid" },
        faces.map((face, i) =>
          cardButton(face, () => change(faces.filter((_, j) => j !== i)), {
            label: t("picker.remove", { card: cardName(face) }),
            focus: `picked-${i}`,
          }),
        ),
        Array.from({ length: most - faces.length }, () => el("span", { class: "spot" })),
      ),
      numberPad((face) => change([...faces, face]), { out: (face) => out(face, faces) }),
      button({ class: "main big", disabled: !faces.length, data: { focus: "picked" }, onclick: close }, t("page.done")),
    ],
    { name: "pick", closed: () => faces.length && chosen(faces) },
  );
  return open;
}

/**
 * The murphy card that is claimed, as a button that opens the list of all.
 * @param {Face | null} task
 * @param {(face: Face) => void} chosen
 */
export function taskButton(task, chosen) {
  const open = () => pickCard(t("picker.task"), chosen, { kinds: ["task"] });
  if (!task)
    return button(
      { class: "big", data: { focus: "task" }, id: "pick-task", onclick: open },
      signOf("task"),
      t("picker.task"),
    );
  return button(
    { class: "task-chosen", data: { focus: "task" }, id: "pick-task", onclick: open },
    el("span", { class: "unseen" }, t("picker.task.other")),
    el("span", { class: "card" }, cardPicture(task)),
    el("span", { class: "task-words" }, el("strong", {}, cardName(task)), el("span", {}, cardText(task))),
    iconOf("move"),
  );
}

/**
 * A hand being put together: tap a card of the pad to add it, tap it in the hand to change or remove it.
 * `hand` is a list of codes or faces, changed in place; `changed` is called after; `out` as for the pad.
 * @param {Code[]} hand
 * @param {() => void} changed
 * @param {{ label?: string, out?: Out }} of
 */
export function handEditor(hand, changed, { label = t("picker.hand"), out = () => null } = {}) {
  /** @param {Face} face */
  const spent = (face) => hand.filter((code) => faceOf(code) === face).length;
  /** @param {() => void} act */
  const change = (act) => {
    act();
    changed();
    tell(count("page.hand", hand.length));
  };
  return el(
    "div",
    { class: "stack" },
    el(
      "div",
      { class: "zone-head" },
      el("h3", {}, label),
      el("span", { class: "soft" }, count("page.hand", hand.length)),
    ),
    hand.length
      ? roving(
          el(
            "div",
            { class: "cards hand", role: "group", "aria-label": label },
            hand.map((code, i) =>
              cardButton(code, () => change(() => hand.splice(i, 1)), {
                label: t("picker.remove", { card: cardName(code) }),
                focus: `hand-${i}`,
              }),
            ),
          ),
        )
      : el("p", { class: "soft hand-none" }, t("picker.none")),
    numberPad((face) => change(() => hand.push(face)), { used: spent, out }),
  );
}
