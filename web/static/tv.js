/** A screen across the room: it only shows. */

import { announce, ready, stands } from "./announcing.js";
import { drawNews, drawPlayers, drawTurn, names, otherPhones } from "./board.js";
import { byId, el, fill, withNames } from "./dom.js";
import { game, mayHavePhone, otherMat, useGame } from "./games.js";
import { nextOf, stepsOf } from "./guide.js";
import { iconOf } from "./icons.js";
import { begin, connected, drawn, toast } from "./shell.js";
import { keepSound, loudness, soundOff, soundOn, unlocked, wanted } from "./sound.js";
import { follow } from "./wire.js";
import { later, t, words } from "./words.js";

/** @import { Heard, View } from "../types/wire.d.ts" */
/** @import { StrangeMat } from "../types/pages.d.ts" */

const LINES = 1;
const LOOK_AGAIN = 5_000; // ms

/** @type {View | null} */
let view = null;
/** @type {StrangeMat | null} */
let strangeMat = null; // what is said of the mat, where it is not that of the game that is played

async function start() {
  await begin();
  hidePinOnceUsed();
  drawSound();
  keepSound(drawSound);
  await follow({ onView, onAnnouncement, onState: connected }).open();
  await ready();
  import("./awake.js").then(
    ({ stayAwake }) => stayAwake(),
    () => undefined,
  ); // the line may be gone
}

/** Whether the first PIN is still to be shown, only the page itself knows. */
function hidePinOnceUsed() {
  const shown = document.getElementById("first-pin");
  if (!shown) return;
  const looks = setInterval(async () => {
    const page = await fetch("/tv", { cache: "no-store" }).then(
      (answer) => (answer.ok ? answer.text() : null),
      () => null,
    );
    if (page === null || page.includes('id="first-pin"')) return;
    shown.remove();
    clearInterval(looks);
  }, LOOK_AGAIN);
}

/** @param {View} now */
async function onView(now) {
  await useGame(now);
  strangeMat = await otherMat(now);
  const before = view?.game === now.game ? view : null;
  const moved = otherPhones(view, now);
  if (moved) toast(moved);
  view = now;
  loudness(view.health);
  drawTurn(view, null);
  drawNotices(view);
  game.draw(byId("game"), view, before);
  drawPlayers(view, null);
  drawNews(view, { most: LINES, asked: true });
  drawWaysIn(view);
  drawn();
  stands(view);
}

/** @param {Heard} said */
function onAnnouncement(said) {
  if (view) announce(said, view, true);
}

/**
 * On this screen what is wrong and what is asked is only shown: phones answer it.
 * @param {View} now
 */
function drawNotices(now) {
  const wrong = [...(now.troubles ?? []), ...(now.setup?.problems ?? [])].map(({ text }) => ({
    text: words(text),
    how: "bad",
  }));
  const asked = [...game.asks(now), ...(now.questions ?? [])].map(({ text }) => ({ text: words(text), how: "" }));
  const typed =
    now.phase === "set-up" ? [{ text: nextOf(stepsOf(now, game.setUp ? t(game.setUp) : "")), how: "" }] : [];
  const mat = strangeMat ? [{ text: strangeMat.text, how: "bad" }] : [];
  const hidden = now.health?.hidden ? [{ text: words(now.health.hidden), how: "bad" }] : [];
  const all = [...mat, ...hidden, ...wrong, ...typed, ...asked].slice(0, 1);
  fill(byId("notices"), [all], () =>
    all.map(({ text, how }) => el("p", { class: `notice ${how}` }, el("span", {}, withNames(text, names(now))))),
  );
}

let wifi = ""; // who may see the code of the Wi-Fi, as it was drawn

/**
 * The codes: small once all seats are taken, and beside that of the page the Wi-Fi's where everybody may see it.
 * @param {View} now
 */
function drawWaysIn({ players, seats = [], health }) {
  const place = document.querySelector(".join");
  place?.classList.toggle(
    "is-full",
    players.every((player, i) => seats[i] || !mayHavePhone(player)),
  );
  const shown = health?.wifi ?? "";
  if (shown === wifi) return;
  wifi = shown;
  const remove = () => document.getElementById("wifi")?.remove();
  remove();
  if (shown === "everybody")
    later(import("./wifi.js"))
      .then(({ wifiCode }) => wifiCode("join-wifi"))
      .then(
        (code) => {
          if (!code || wifi !== shown) return;
          // Forbidden and allowed again meanwhile: it was asked for twice.
          remove();
          place?.prepend(code);
        },
        () => (wifi = ""),
      );
}

function drawSound() {
  const on = wanted() && unlocked();
  const button = byId("sound");
  button.replaceChildren(iconOf(on ? "sound" : "mute"));
  button.setAttribute("aria-label", t("page.sound"));
  button.setAttribute("aria-pressed", String(on));
  button.onclick = async () => {
    if (on) soundOff();
    else await soundOn();
    drawSound();
  };
}

start();
