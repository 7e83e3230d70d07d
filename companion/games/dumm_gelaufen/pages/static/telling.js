/** Cards that say what they do when tapped. */

import { cardButton, cardPicture } from "./cards.js";
import { cardName, cardText, kindOf } from "./deck.js";
import { signOf } from "./signs.js";
import { el } from "/static/dom.js";
import { sheet } from "/static/shell.js";
import { t } from "/static/words.js";

/** What a card does, for whoever taps on it. */
export function explain(code, extra = null) {
  sheet(cardName(code), () => [
    el(
      "div",
      { class: "explained" },
      el("span", { class: "card" }, cardPicture(code)),
      el(
        "div",
        { class: "stack" },
        el("p", { class: "kind" }, signOf(kindOf(code)), t(`page.kind.${kindOf(code)}`)),
        el("p", { class: "does" }, cardText(code)),
        extra,
      ),
    ),
  ]);
}

/** A card that says what it does when tapped. */
export const tellingCard = (code, options = {}) => cardButton(code, () => explain(code, options.extra), options);
