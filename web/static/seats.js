/** Who holds this phone: a seat is taken by a tap, and asked for before its word counts. */

import { names } from "./board.js";
import { el, nameOf } from "./dom.js";
import { game } from "./games.js";
import { asLongAs, sheet, toast } from "./shell.js";
import { soundOn } from "./sound.js";
import { post } from "./wire.js";
import { t } from "./words.js";

/**
 * The seats as buttons. `seating` has `view()`, `you()`, `sit(seat)` for a seat that was taken and
 * `refused(came)` for one that was not; `done` is called once somebody sits.
 */
export function seatButtons(seating, done, guest = true) {
  const take = async (seat) => {
    const came = await post("/api/seat", { seat });
    if (!came.ok) return seating.refused(came);
    keep(seat === null ? WATCHES : `sits ${seat}`);
    seating.sit(came.data.seat ?? null);
    done();
  };
  const { seat: mine } = seating.you();
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": t("page.seat.whose") },
    seating.view().players.map((player, i) =>
      player.left ? null : el("button", { type: "button", "aria-pressed": String(mine === i), data: { focus: `seat-${i}` }, onclick: () => take(i) }, game.mark(i), nameOf(player.name)),
    ),
    guest ? el("button", { type: "button", "aria-pressed": String(mine === null && !arrives(seating.you())), data: { focus: "seat-guest" }, onclick: () => take(null) }, t("page.seat.guest")) : null,
  );
}

const KEY = "murphy-arrived";
const WATCHES = "watches";

/** Whether nobody has said who holds this phone, nor that he only watches: it was never asked, or whoever sat there plays no longer. */
export function arrives({ seat, host }) {
  if (seat !== null || host) return false;
  try {
    return localStorage.getItem(KEY) !== WATCHES;
  } catch {
    return false;
  }
}

/** Calls when who holds this phone was said in another tab. */
export const elsewhere = (changed) => addEventListener("storage", ({ key }) => key === KEY && changed());

function keep(answer) {
  try {
    localStorage.setItem(KEY, answer);
  } catch {
    // private windows ask again
  }
}

/** The first thing a phone asks; the same tap unlocks its sounds, which browsers allow in a tap only. */
export function whoAreYou(seating, changed) {
  const done = async () => {
    await soundOn();
    changed();
    toast(t("page.sound.is-on"));
    seating.sit(seating.you().seat);
  };
  return el("section", { class: "panel stack arriving", data: { notice: "who" }, "aria-labelledby": "who-are-you" }, el("h2", { id: "who-are-you" }, t("page.seat.whose")), seatButtons(seating, done), el("p", { class: "soft" }, t("page.seat.sound")));
}

/** Go on at once for whoever has a seat or hosts; ask everybody else who they are, then go on. */
export function withSeat(seating, then) {
  const { seat, host } = seating.you();
  if (seat !== null || host) return then();
  sheet(t("page.seat.whose"), ({ close }) => [
    seatButtons(seating, () => {
      close();
      then();
    }, false),
  ], { name: "seat", changed: asLongAs(seating.view(), names) });
}
