/** What the page's menu holds: the way to everything else, who sits here, the language. */

import { mayAsk } from "./board.js";
import { button, buttonRow, byId, el, toggles } from "./dom.js";
import { game } from "./games.js";
import { joinButton } from "./joining.js";
import { seatButtons, seatsShown } from "./seats.js";
import { possible, want, wanted } from "./notifying.js";
import { asItStands, big, isBig, languageButtons, sheet, toast } from "./shell.js";
import { voice, voiced } from "./sound.js";
import { whatNow } from "./whatnow.js";
import { t } from "./words.js";

/** @import { Seating } from "../types/pages.d.ts" */

/**
 * Open it: `seating` is what the choice of a seat needs, `spoken` is called once another language is spoken.
 * @param {Seating} seating
 * @param {() => void} spoken
 */
export function menu(seating, spoken) {
  sheet(
    t("page.menu"),
    ({ close, redraw }) => [
      buttonRow(
        mayAsk(seating.view(), seating.you().seat)
          ? button(
              {
                id: "menu-can",
                onclick: () => [close(), whatNow(seating.view(), seating.you().seat, seating.refused)],
              },
              t("page.can"),
            )
          : null,
        joinButton(),
        howButton(close),
        [...byId("own-pages").children].map((link) => link.cloneNode(true)),
        el("a", { class: "button", href: "/archive" }, t("archive.title")),
        el("a", { class: "button", href: "/tv" }, t("tv.title")),
        el("a", { class: "button", href: "/host" }, t("host.title")),
      ),
      el("h3", {}, t("page.seat.whose")),
      seatButtons(seating, redraw),
      el("h3", {}, t("page.signals")),
      signals(redraw),
      el("h3", {}, t("page.language")),
      languageButtons(() => {
        close();
        spoken();
      }),
    ],
    { name: "menu", changed: asItStands(seating.view(), seatsShown) },
  );
}

/**
 * How this phone calls besides by tones: aloud, and with the browser's notifications where it has any.
 * @param {() => void} redraw
 */
function signals(redraw) {
  const notify = async () => {
    const on = !wanted();
    if (on !== (await want(on))) toast(t("page.notify.refused"), true);
    redraw();
  };
  const aloud = { focus: "voice", text: t("page.voice"), on: voiced(), act: () => [voice(!voiced()), redraw()] };
  const knocks = { focus: "notify", text: t("page.notify"), on: wanted(), act: notify };
  const larger = { focus: "big", text: t("page.big"), on: isBig(), act: () => [big(!isBig()), redraw()] };
  return [
    toggles([aloud, larger], { label: t("page.signals") }),
    possible() ? toggles([knocks]) : el("p", { class: "soft" }, t("page.notify.not")),
  ];
}

/**
 * The rules in a minute, of a game that tells them.
 * @param {() => void} close
 */
function howButton(close) {
  const steps = game.how();
  const open = () => {
    close();
    sheet(
      t("page.how"),
      () =>
        el(
          "ol",
          { class: "how" },
          steps.map((step) => el("li", {}, step)),
        ),
      { name: "how" },
    );
  };
  return steps.length ? button({ id: "how", onclick: open }, t("page.how")) : null;
}
