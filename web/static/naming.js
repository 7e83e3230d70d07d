/** Arriving under a name of one's own: in a seat that no phone has, or in one more before a game. */

import { button, el, nameOf } from "./dom.js";
import { game, gameNamed, mayHavePhone } from "./games.js";
import { asItStands, sheet, tell, toast } from "./shell.js";
import { post } from "./wire.js";
import { refusal, t } from "./words.js";

/** @import { Seat, View } from "../types/wire.d.ts" */
/** @import { Seating, SheetTools } from "../types/pages.d.ts" */

const LONGEST = 40;

/** @typedef {{ done: () => void, speaksFor: (name: string) => void, shows: (view: View) => unknown }} Ways */
/**
 * @typedef {object} Arriving What was typed and chosen so far; a place of `null` is one more.
 * @property {string} name
 * @property {Seat | null | undefined} place
 * @property {string} said
 * @property {number} most How many can play.
 */

/**
 * Ask for a name and, where there are several, for a place; `done` is called once somebody sits, `speaksFor` with his
 * name before; `shows` is what the sheet shows of a view.
 * @param {Seating} seating
 * @param {Ways} ways
 */
export async function nameSheet(seating, ways) {
  const { players = [0, 0] } = (await gameNamed(seating.view().game)) ?? {};
  /** @type {Arriving} */
  const arriving = { name: "", place: undefined, said: "", most: players[1] };
  sheet(t("naming.title"), (tools) => form(arriving, seating, { ...tools, ...ways }), {
    name: "naming",
    focus: "#own-name",
    changed: asItStands(seating.view(), ways.shows),
  });
}

/**
 * The places that may be chosen, the likeliest first: one's own, those that no phone has, one more.
 * @param {Arriving} arriving
 * @param {Seating} seating
 * @returns {(Seat | null)[]}
 */
function placesFor({ most }, seating) {
  const { players, seats = [], locked = [], phase } = seating.view();
  const { seat } = seating.you();
  if (seat !== null) return [seat];
  const free = players.flatMap((player, i) => (!mayHavePhone(player) || seats[i] || locked[i] ? [] : [i]));
  return phase === "set-up" && players.length < most ? [...free, null] : free;
}

/**
 * @param {Arriving} arriving
 * @param {Seating} seating
 * @param {SheetTools & Ways} tools
 */
function form(arriving, seating, tools) {
  const places = placesFor(arriving, seating);
  const late = !places.length;
  if (!late && (arriving.place === undefined || !places.includes(arriving.place))) arriving.place = places[0];
  const act = late ? waitFor : arrive;
  return el(
    "form",
    { class: "stack", onsubmit: (event) => [event.preventDefault(), act(arriving, seating, tools)] },
    late ? el("p", { class: "notice" }, el("span", {}, t("naming.late"))) : null,
    arriving.said ? el("p", { class: "notice bad", role: "alert" }, el("span", {}, arriving.said)) : null,
    el(
      "div",
      { class: "field" },
      el("label", { class: "label", for: "own-name" }, t("naming.name")),
      el("input", {
        id: "own-name",
        value: arriving.name,
        dir: "auto",
        maxlength: LONGEST,
        autocomplete: "given-name",
        autocapitalize: "words",
        enterkeyhint: "go",
        oninput: (event) => (arriving.name = event.target.value),
      }),
    ),
    places.length > 1 ? whichPlace(arriving, seating.view(), places, tools.redraw) : null,
    el(
      "div",
      { class: "sheet-foot" },
      el("button", { class: "main big", id: "sit-down" }, t(late ? "naming.list" : "naming.sit")),
    ),
  );
}

/**
 * Every place in the order around the table, also those that are taken: who sits beside whom counts.
 * @param {Arriving} arriving
 * @param {View} view
 * @param {(Seat | null)[]} places
 * @param {() => void} redraw
 */
function whichPlace(arriving, view, places, redraw) {
  /** @param {Seat | null} place */
  const choose = (place) => () => {
    arriving.place = place;
    redraw();
  };
  /**
   * @param {Seat | null} place
   * @param {import("../types/pages.d.ts").Child} text
   */
  const choice = (place, text) =>
    button(
      {
        "aria-pressed": String(arriving.place === place),
        disabled: !places.includes(place),
        data: { focus: `place-${place}` },
        onclick: choose(place),
      },
      text,
    );
  return [
    el("h3", {}, t("naming.where")),
    el("p", { class: "soft" }, t("naming.where.why")),
    el(
      "div",
      { class: "choices", role: "group", "aria-label": t("naming.where") },
      view.players.map((player, i) =>
        !mayHavePhone(player)
          ? null
          : choice(i, [
              game.mark(i),
              nameOf(player.name),
              places.includes(i) ? null : el("small", {}, t("naming.taken")),
            ]),
      ),
      places.includes(null) ? choice(null, t("naming.more")) : null,
    ),
  ];
}

/**
 * @param {Arriving} arriving
 * @param {Seating} seating
 * @param {SheetTools & Ways} tools
 */
async function arrive(arriving, seating, { close, redraw, done, speaksFor }) {
  const came = await post("/api/arrive", { name: arriving.name, seat: arriving.place ?? null });
  await seating.anew().catch(() => undefined); // without a line it comes with the next view
  if (!came.ok) {
    arriving.said = refusal(came);
    return redraw();
  }
  const name = seating.view().players[came.data.seat]?.name ?? arriving.name;
  speaksFor(name);
  close();
  done();
  tell(t("naming.you-are", { name }));
}

/**
 * Who came late is on the list for the next game.
 * @param {Arriving} arriving
 * @param {Seating} seating
 * @param {SheetTools & Ways} tools
 */
async function waitFor(arriving, seating, { close, redraw }) {
  const came = await post("/api/next", { name: arriving.name });
  await seating.anew().catch(() => undefined); // without a line it comes with the next view
  if (!came.ok) {
    arriving.said = refusal(came);
    return redraw();
  }
  close();
  toast(t("naming.listed", { name: came.data.name }));
}
