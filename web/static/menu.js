/** What the page's menu holds: the way to everything else, who sits here, the language. */

import { mayAsk, names } from "./board.js";
import { byId, el } from "./dom.js";
import { game } from "./games.js";
import { joinButton } from "./joining.js";
import { seatButtons } from "./seats.js";
import { asLongAs, languageButtons, sheet } from "./shell.js";
import { whatNow } from "./whatnow.js";
import { t } from "./words.js";

/** Open it: `house` is what the choice of a seat needs, `spoken` is called once another language is spoken. */
export function menu(house, spoken) {
  sheet(t("page.menu"), ({ close, redraw }) => [
    el(
      "div",
      { class: "choices" },
      mayAsk(house.view(), house.you().seat) ? el("button", { type: "button", id: "menu-can", onclick: () => [close(), whatNow(house.view(), house.you().seat, house.refused)] }, t("page.can")) : null,
      joinButton(),
      howButton(close),
      [...byId("own-pages").children].map((link) => link.cloneNode(true)),
      el("a", { class: "button", href: "/archive" }, t("archive.title")),
      el("a", { class: "button", href: "/tv" }, t("tv.title")),
      el("a", { class: "button", href: "/host" }, t("host.title")),
    ),
    el("h3", {}, t("page.seat.whose")),
    seatButtons(house, redraw),
    el("h3", {}, t("page.language")),
    languageButtons(() => {
      close();
      spoken();
    }),
  ], { name: "menu", changed: asLongAs(house.view(), names) });
}

/** The rules in a minute, of a game that tells them. */
function howButton(close) {
  const steps = game.how();
  const open = () => {
    close();
    sheet(t("page.how"), () => el("ol", { class: "how" }, steps.map((step) => el("li", {}, step))), { name: "how" });
  };
  return steps.length ? el("button", { type: "button", id: "how", onclick: open }, t("page.how")) : null;
}
