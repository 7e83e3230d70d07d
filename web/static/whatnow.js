/** What whoever's turn it is may do now, in sentences. */

import { el } from "./dom.js";
import { game } from "./games.js";
import { asLongAs, sheet } from "./shell.js";
import { get } from "./wire.js";
import { t } from "./words.js";

/** @import { Came, Seat, View } from "../types/wire.d.ts" */

/**
 * Open the sheet of what a seat may do; it closes when something has been done.
 * @param {View} view
 * @param {Seat | null} seat
 * @param {(came: Came<unknown>) => void} refused
 */
export async function whatNow(view, seat, refused) {
  const came = await get("/api/legal");
  if (!came.ok) return refused(came);
  const may = await game.can(came.data.moves, view, seat);
  const told = may.length ? may : [t("page.can.nothing")];
  sheet(
    t("page.can"),
    () =>
      el(
        "ul",
        { class: "how" },
        told.map((text) => el("li", {}, text)),
      ),
    { name: "can", changed: asLongAs(view, ({ turn }) => turn?.player) },
  );
}
