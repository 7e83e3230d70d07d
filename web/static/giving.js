/** Giving somebody the turn: asked once, for it takes it from somebody else. */

import { el, withNames } from "./dom.js";
import { mainButton } from "./forms.js";
import { asLongAs, sheet } from "./shell.js";
import { t } from "./words.js";

/** @import { View } from "../types/wire.d.ts" */

/**
 * @param {View} view
 * @param {string} name
 * @param {() => void} gives
 */
export function askTurn(view, name, gives) {
  const whose = view.players[view.turn?.player ?? -1]?.name;
  sheet(
    t("giving.title", { name }),
    ({ close }) => [
      whose ? el("p", {}, withNames(t("giving.from", { name: whose }), [whose])) : null,
      el(
        "div",
        { class: "sheet-foot" },
        mainButton("give-turn", t("giving.yes", { name }), () => [close(), gives()]),
      ),
    ],
    { name: "give", focus: "#give-turn", changed: asLongAs(view, ({ turn }) => turn?.player) },
  );
}
