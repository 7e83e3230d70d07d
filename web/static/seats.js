/** Who holds this phone: a seat is taken by a tap, and asked for before its word counts. */

import { el, nameOf } from "./dom.js";
import { sheet } from "./shell.js";
import { post } from "./wire.js";
import { t } from "./words.js";

/**
 * The seats as buttons. `house` has `view()`, `you()`, `sit(seat)` for a seat that was taken and
 * `refused(came)` for one that was not; `done` is called once somebody sits.
 */
export function seatButtons(house, done, guest = true) {
  const take = async (seat) => {
    const came = await post("/api/seat", { seat });
    if (!came.ok) return house.refused(came);
    house.sit(came.data.seat ?? null);
    done();
  };
  const { seat: mine } = house.you();
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": t("page.seat.whose") },
    house.view().players.map((player, i) =>
      el("button", { type: "button", "aria-pressed": String(mine === i), data: { focus: `seat-${i}` }, onclick: () => take(i) }, nameOf(player.name)),
    ),
    guest ? el("button", { type: "button", "aria-pressed": String(mine === null), data: { focus: "seat-guest" }, onclick: () => take(null) }, t("page.seat.guest")) : null,
  );
}

/** Go on at once for whoever has a seat or hosts; ask everybody else who they are, then go on. */
export function withSeat(house, then) {
  const { seat, host } = house.you();
  if (seat !== null || host) return then();
  sheet(t("page.seat.whose"), ({ close }) => [
    seatButtons(house, () => {
      close();
      then();
    }, false),
  ], { name: "seat" });
}
