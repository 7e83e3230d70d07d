/** What is entered by tap, in any game: moves, dice, and for the host how it really is. Loaded once it is needed. */

import { SESSION, button, el, fill, focusOn, remember, remembered } from "./dom.js";
import { roving } from "./roving.js";
import { asLongAs, sheet, tell, toast } from "./shell.js";
import { decide } from "./wire.js";
import { refusal, t, words } from "./words.js";

/** @import { Correction, Move, Rolls, Seat, View } from "../types/wire.d.ts" */
/** @import { Child, DieRow, Here, RollEntry, SheetTools } from "../types/pages.d.ts" */
/** @import { TabTools, Teller } from "../types/pages.d.ts" */

// Moves

/**
 * Who a move is entered for: whoever has the turn.
 * @param {Here} of
 * @returns {Seat}
 */
export const whose = ({ view, you }) => view().turn?.player ?? you.seat ?? 0;

/**
 * Make a move for a player; whether it was taken. Why it was not is said.
 * @param {Seat} player
 * @param {Move} move
 */
export async function play(player, move) {
  const came = await decide("/api/moves", { player, move });
  if (!came.ok) toast(refusal(came), true);
  return came.ok;
}

// Parts of a form

/**
 * A part of a page with its title, and why one would want it.
 * @param {string | null} id
 * @param {string} title
 * @param {string | null} why
 * @param {...Child} content
 */
export const panel = (id, title, why, ...content) =>
  el(
    "section",
    { class: "panel stack", id },
    el("h2", {}, title),
    why === null ? null : el("p", { class: "soft" }, why),
    content,
  );

/**
 * The button that does what the form is for.
 * @param {string} id
 * @param {Child} text
 * @param {() => unknown} act
 */
export const mainButton = (id, text, act, disabled = false) =>
  button({ class: "main big", id, disabled, onclick: act }, text);

/**
 * One of a list, under its label.
 * @param {string} label
 * @param {readonly (readonly [value: string, text: string])[]} all
 * @param {{ id?: string | null, now: string, choose: (value: string) => unknown }} of
 */
export const picked = (label, all, { id = null, now, choose }) =>
  el(
    "label",
    {},
    label,
    el(
      "select",
      { id, onchange: ({ target }) => choose(target.value) },
      all.map(([value, text]) => el("option", { value, selected: value === now }, text)),
    ),
  );

// Dice

/**
 * One die's faces in a row, the one that it shows pressed: a sheet of such rows is how a roll is entered.
 * @param {readonly number[]} values
 * @param {number | null} shown
 * @param {(value: number) => unknown} tap
 * @param {DieRow} of
 */
export const dieRow = (
  values,
  shown,
  tap,
  { name, label, look = "", head = null, data, button: more, face = String },
) =>
  roving(
    el(
      "div",
      { class: `die-row ${look}`.trim(), role: label && "group", "aria-label": label },
      head,
      values.map((value) =>
        button(
          {
            "aria-pressed": String(shown === value),
            ...more?.(value),
            data: { focus: `${name}-${value}`, value: String(value), typed: String(value), ...data },
            onclick: () => tap(value),
          },
          face(value),
        ),
      ),
    ),
  );

/**
 * Say of a die what was tapped, and how many are still to be tapped; then the keyboard is at the next of them.
 * @param {readonly (number | null)[]} values
 * @param {number} place
 * @param {import("../types/wire.d.ts").Said} shown
 */
export function tellRoll(values, place, shown, called = t("dice.number", { n: place + 1 })) {
  const left = values.filter((value) => value === null).length;
  tell(`${called}: ${words(shown)}. ${left ? t("dice.left", { n: left }) : ""}`.trim());
  const next = document.querySelectorAll("dialog .die-row")[values.indexOf(null)]?.querySelector("[tabindex='0']");
  if (left && next instanceof HTMLElement) focusOn(next);
}

const ROLL = "murphy-roll";

/**
 * The sheet in which a roll is entered, a row of faces for each die. A first roll goes off with its last die; later
 * nobody knows how many were thrown again, so there is a button, and `ready` says of what places something was tapped
 * whether that is enough; so there is after a roll that was refused or never arrived. What was tapped and not sent is
 * there again when the same roll is entered. `row` draws a die, `enter` makes the move. With a `foot` of buttons every
 * roll waits for one of them; which one `enter` is told. The sheet stays as long as `due` is the same.
 * @param {Here<any>} tools
 * @param {readonly (number | null)[]} shown
 * @param {RollEntry} of
 */
export function rollSheet(tools, shown, { hint, row, ready = () => true, enter, foot, said = String, called, due }) {
  /** @param {View & Partial<Rolls>} now */
  const moment = (now) => [now.game, now.phase, now.paused, now.turn?.player, now.rolls, due?.(now)];
  const about = [moment(tools.view()), tools.view().turn?.since, tools.you.seat, shown];
  /** @type {{ values: (number | null)[], thrown: number[] } | null} */
  const begun = kept(ROLL, about);
  const values = begun?.values ?? [...shown];
  const thrown = new Set(begun?.thrown);
  let waits = !values.includes(null); // for a button: the last die has been tapped, or nobody knows which that is
  const known = () => values.filter((value) => value !== null);
  const full = () => !values.includes(null);
  /** @param {SheetTools} of */
  const done = async ({ close, redraw }, how = "") => {
    if (!full()) return;
    if (await enter(known(), thrown, how)) {
      keep(ROLL, null);
      return close();
    }
    waits = true;
    redraw();
  };
  /**
   * @param {number} place
   * @param {number} value
   * @param {SheetTools} open
   */
  const tap = (place, value, open) => {
    const last = !full();
    values[place] = value;
    thrown.add(place);
    keep(ROLL, { values, thrown: [...thrown] }, about);
    open.redraw();
    tellRoll(values, place, said(value, place), called?.(place));
    if (!last || !full()) return;
    const main = document.querySelector("dialog .sheet-foot .main");
    if (!foot) done(open);
    else if (main instanceof HTMLElement) main.focus();
  };
  /** @param {SheetTools} open */
  const enters = (open) => mainButton("enter-roll", t("dice.enter-do"), () => done(open), !ready(thrown));
  return sheet(
    t("dice.enter"),
    (open) => [
      el("p", { class: "soft" }, hint),
      values.map((now, place) => row(place, now, (value) => tap(place, value, open), thrown.has(place))),
      foot?.((how) => done(open, how), full() && ready(thrown)),
      foot || !waits ? null : el("div", { class: "sheet-foot" }, enters(open)),
    ],
    {
      name: "dice",
      focus: ".die-row button:not(:disabled)",
      changed: asLongAs(tools.view(), moment),
    },
  );
}

// How it really is

/**
 * The host's forms one under the other, each drawn anew once what it shows has changed, so that a list that is open
 * meanwhile stays open; what it returns draws them as the table is now. `forms` gives what each shows, and the form.
 * @param {HTMLElement} place
 * @param {() => (readonly [shows: unknown, form: () => Child])[]} forms
 */
export function formsIn(place, forms) {
  const rooms = forms().map(() => el("div", { class: "form" }));
  place.replaceChildren(...rooms);
  return () => forms().forEach(([shows, form], i) => fill(rooms[i], shows, form));
}

/**
 * What tells the host's correction: whether it was taken. The table is asked for again and drawn, whatever came of it;
 * `taken` is called in between if it was, which `says` says.
 * @param {Pick<TabTools<any>, "said" | "refresh">} of
 * @param {() => void} draw
 * @returns {Teller<Correction>}
 */
export const teller =
  ({ said, refresh }, draw, says = "host.corrected") =>
  async (correction, taken = () => undefined) => {
    const good = said(await decide("/api/corrections", { correction }), t(says));
    if (good) taken();
    await refresh();
    draw();
    return good;
  };

/**
 * The dice as they lie, each to be set to what it shows: `called` and `faces` by place, `told` is called with them.
 * What was picked is gone with the roll that it was said of.
 * @param {{ dice: readonly number[] | null, phase: string }} view
 * @param {(place: number) => string} called
 * @param {(place: number) => readonly (readonly [value: string, text: string])[]} faces
 * @param {(values: number[]) => unknown} told
 * @returns {readonly [unknown, () => Child]}
 */
export const diceForm = ({ dice, phase }, called, faces, told) => [
  [dice, phase],
  () => {
    if (!dice || phase === "over") return null;
    const values = [...dice];
    return panel(
      "dice-form",
      t("dice.title"),
      null,
      dice.map((now, place) =>
        picked(called(place), faces(place), {
          now: String(now),
          choose: (value) => (values[place] = Number(value)),
        }),
      ),
      mainButton("put-dice", t("host.put-do"), () => told(values)),
    );
  },
];

// What was begun on this phone and not sent: no slip of the finger or reload loses it; it goes with the window

/**
 * Under this name, of the same moment; null if there is nothing.
 * @param {string} name
 * @param {unknown} about
 * @returns {any}
 */
export function kept(name, about = null) {
  try {
    const [of, value] = JSON.parse(remembered(name, SESSION) ?? "[]");
    return JSON.stringify(of) === JSON.stringify(about) ? (value ?? null) : null;
  } catch {
    return null; // another version kept it otherwise
  }
}

/**
 * Null: it is sent, or done with. `about` is the moment: what was begun in another is no longer meant.
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} about
 */
export const keep = (name, value, about = null) => remember(name, JSON.stringify([about, value]), SESSION);
