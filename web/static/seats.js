/** Who holds this phone: a seat is taken by a tap, and asked for before its word counts. */

import { names } from "./board.js";
import { el, nameOf, remember, remembered, toggles, withNames } from "./dom.js";
import { game, mayHavePhone } from "./games.js";
import { iconOf } from "./icons.js";
import { asItStands, sheet, toast } from "./shell.js";
import { soundOn } from "./sound.js";
import { post } from "./wire.js";
import { later, t } from "./words.js";

/** @import { Came, Seat, View, You } from "../types/wire.d.ts" */
/** @import { Seating } from "../types/pages.d.ts" */

/** @typedef {(came: Came<{ seat: Seat | null }>, seat: Seat | null, name: string) => void} Answered */

const asking = () => later(import("./asking.js"));

/**
 * The seats as buttons. `seating` has `view()`, `you()`, `sit(seat)` for a seat that was taken and
 * `refused(came)` for one that was not; `done` is called once somebody sits.
 * @param {Seating} seating
 * @param {() => void} done
 */
export function seatButtons(seating, done, guest = true) {
  /** @param {Seat | null} seat */
  const take = async (seat, over = false) => {
    const name = (seat === null ? null : seating.view().players[seat]?.name) ?? "";
    const came = await post("/api/seat", over ? { seat, take: true } : { seat });
    if (came.data.error === "web.seat-taken") return (await asking()).askFor(name, () => take(seat, true));
    if (came.data.error === "web.seat-locked")
      return (await asking()).askHost(name, came.data.number ?? 0, seat, answered);
    answered(came, seat, name);
  };
  /** @type {Answered} */
  const answered = (came, seat, name) => {
    if (!came.ok) return seating.refused(came);
    if (seat === null) keep(WATCHES);
    else speaksFor(name);
    seating.sit(came.data.seat ?? null);
    done();
  };
  const { players, locked = [], seats = [], health } = seating.view();
  const { seat: mine } = seating.you();
  const lock = () => [iconOf("lock"), el("span", { class: "unseen" }, t("page.seat.locked"))];
  const taken = () => el("small", {}, t("page.seat.is-taken"));
  const all = players.map((player, i) =>
    !mayHavePhone(player)
      ? null
      : {
          focus: `seat-${i}`,
          text: [game.mark(i), nameOf(player.name), locked[i] ? lock() : seats[i] && mine !== i ? taken() : null],
          on: mine === i,
          act: () => take(i),
        },
  );
  const nobody = {
    focus: "seat-guest",
    text: t("page.seat.guest"),
    on: mine === null && !arrives(seating.you()),
    act: () => take(null),
  };
  const named = async () =>
    (await later(import("./naming.js"))).nameSheet(seating, { done, speaksFor, shows: seatsShown });
  const own = { focus: "own-name", text: t("page.seat.name"), on: null, act: named };
  const given = health?.own_names === false || health?.source === "painted";
  return [toggles(all, { label: t("page.seat.whose") }), toggles([guest ? nobody : null, given ? null : own])];
}

/**
 * What the buttons of seats show.
 * @param {View} view
 */
export const seatsShown = (view) => [names(view), view.locked, view.seats, view.health?.own_names];

/**
 * This phone speaks for somebody of that name from now on.
 * @param {string} name
 */
const speaksFor = (name) => keep(SITS + name);

const KEY = "murphy-arrived";
const WATCHES = "watches";
const SITS = "sits ";

/**
 * Whether nobody has said who holds this phone, nor that he only watches: it was never asked, or whoever sat there
 * plays no longer.
 * @param {You} of
 */
export function arrives({ seat, host }) {
  return seat === null && !host && kept() !== WATCHES;
}

/**
 * Who holds this phone: a view that was asked for before it sat down tells of its seat only which phone sits there.
 * @param {View} of
 * @param {You} you
 * @returns {You}
 */
export function placed({ seats = [] }, you) {
  const at = you.phone === undefined ? -1 : seats.indexOf(you.phone);
  return at < 0 ? you : { ...you, seat: at };
}

/**
 * The name for which this phone spoke until another one took its seat over, if that is so.
 * @param {View} of
 * @param {You} with
 */
export function lost({ players, seats = [] }, { seat }) {
  const name = kept().startsWith(SITS) ? kept().slice(SITS.length) : null;
  return seat === null && seats[players.findIndex((player) => player.name === name)] ? name : null;
}

/**
 * Whether the host has sent this phone away from the seats, and it does not just watch.
 * @param {You} you
 */
export const sentAway = ({ seat, host, away }) => Boolean(away) && seat === null && !host && kept() !== WATCHES;

/**
 * Calls when who holds this phone was said in another tab.
 * @param {() => void} changed
 */
export const elsewhere = (changed) => addEventListener("storage", ({ key }) => key === KEY && changed());

/** What this phone answered last; private windows remember nothing, and are not asked again and again. */
function kept() {
  const answer = remembered(KEY);
  return answer === undefined ? WATCHES : (answer ?? "");
}

/** @param {string} answer */
const keep = (answer) => remember(KEY, answer);

/**
 * What a phone is told above the seats that has lost its own; null if it has not.
 * @param {Seating} seating
 * @param {string | null} gone
 */
function whyAsked(seating, gone) {
  if (sentAway(seating.you())) return [t("page.seat.away")];
  return gone === null ? null : withNames(t("page.seat.lost", { name: gone }), [gone]);
}

/**
 * Switch sound on in a tap, and say whether there is any; `changed` is called before it is said.
 * @param {() => void} changed
 */
export async function sounding(changed) {
  const heard = await soundOn();
  changed();
  toast(t(heard ? "page.sound.is-on" : "page.sound.none"), !heard);
}

/**
 * The first thing a phone asks, and what it asks once another one speaks for who sat here (`gone`), or the host has
 * sent it away; the same tap unlocks its sounds, which browsers allow in a tap only.
 * @param {Seating} seating
 * @param {() => void} changed
 * @param {string | null} gone
 */
export function whoAreYou(seating, changed, gone = null) {
  const why = whyAsked(seating, gone);
  const done = () => {
    // Who sits here waits for no sound: a phone may take its time to say that it makes none.
    seating.sit(seating.you().seat);
    sounding(changed);
  };
  return el(
    "section",
    { class: "panel stack arriving", data: { notice: "who" }, "aria-labelledby": "who-are-you" },
    el("h2", { id: "who-are-you" }, t("page.seat.whose")),
    why === null ? null : el("div", { class: "notice bad", role: "alert" }, iconOf("warn"), el("p", {}, why)),
    seatButtons(seating, done),
    el("p", { class: "soft" }, t("page.seat.sound")),
  );
}

/**
 * Go on at once for whoever has a seat or hosts; ask everybody else who they are, then go on.
 * @param {Seating} seating
 * @param {() => unknown} then
 */
export function withSeat(seating, then) {
  const { seat, host } = seating.you();
  if (seat !== null || host) return then();
  sheet(
    t("page.seat.whose"),
    ({ close }) => [
      seatButtons(
        seating,
        () => {
          close();
          then();
        },
        false,
      ),
    ],
    { name: "seat", changed: asItStands(seating.view(), seatsShown) },
  );
}
