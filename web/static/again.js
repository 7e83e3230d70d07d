/** After a game: another one of the same people, from any phone that sits at the table. */

import { el, nameOf } from "./dom.js";
import { mainButton } from "./forms.js";
import { game } from "./games.js";
import { asLongAs, sheet, toast } from "./shell.js";
import { decide } from "./wire.js";
import { t } from "./words.js";

/** @import { Came, View } from "../types/wire.d.ts" */

/**
 * Say who plays again, and begin once that is agreed.
 * @param {View} view
 * @param {(came: Came<unknown>) => void} refused
 */
export function againSheet(view, refused) {
  const people = view.players.flatMap(({ name, left }, i) =>
    left ? [] : [el("li", {}, game.mark(i), " ", nameOf(name))],
  );
  const more = (view.waiting ?? []).map((name) => el("li", {}, nameOf(name), " ", el("small", {}, t("again.new"))));
  const begin = async () => {
    const came = await decide("/api/again", {});
    if (!came.ok) return refused(came);
    close();
    toast(t("again.begun"));
  };
  const { close } = sheet(
    t("again.title"),
    () => [
      el("ul", { class: "phones" }, people, more),
      el("p", { class: "soft" }, t("again.how")),
      el("div", { class: "sheet-foot" }, mainButton("begin-again", t("again.begin"), begin)),
    ],
    { name: "again", focus: "#begin-again", changed: asLongAs(view, ({ phase, winner }) => [phase, winner]) },
  );
}
