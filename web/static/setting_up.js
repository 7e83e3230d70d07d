/** Set up by the phone, step by step. Where it stands the Pi keeps, so that any phone goes on. */

import { cameras } from "./cameras.js";
import { SESSION, button, buttonRow, byId, el, fill, refill, remember } from "./dom.js";
import { mainButton } from "./forms.js";
import { gameNamed, gamesToChoose, useGame } from "./games.js";
import { check } from "./housekeeping.js";
import { pinForm } from "./pin_form.js";
import { editionChoice, gameChoice, seats } from "./setup.js";
import { begin, drawn, firstView, languageButtons, toast } from "./shell.js";
import { play, soundOn } from "./sound.js";
import { LONGEST, decide, get, pause, post } from "./wire.js";
import { language, refusals, t, words } from "./words.js";

/** @import { GameTold, OwnView, Setting, SetupStep } from "../types/wire.d.ts" */
/** @import { Child, Plan } from "../types/pages.d.ts" */

/** @type {readonly SetupStep[]} */
const STEPS = ["language", "game", "people", "camera", "sound", "done"];
const LOOK = 700; // ms between two pictures
const EXAMINE = 5_000; // ms between two looks of the doctor
const AGAIN = 1_000; // ms after which it is looked for a companion that starts anew
const SEEN = ["camera", "mat", "size", "focus", "light", "tags"]; // what the doctor says of a camera

const place = byId("setting-up");
/** @type {OwnView} */
let view;
/** @type {Plan} */
let plan;
/** @type {SetupStep} */
let step = "language";
/** @type {GameTold[]} */
let games = [];
/** @type {Setting[]} */
let settings = [];
let restarts = false; // whether the companion can be started anew
let leave = () => {}; // ends what the step has going on

async function start() {
  await begin();
  remember("murphy-set-up", "seen", SESSION); // from now on the table is the table, however far this is
  await come();
  const kept = await get("/api/setup");
  if (kept.ok && kept.data.step) step = kept.data.step === "done" ? "language" : kept.data.step;
  games = await gamesToChoose();
  plan = await planned(kept.ok ? kept.data : {});
  await prepare();
  byId("just-play").addEventListener("click", async (event) => {
    event.preventDefault();
    await keep(step);
    location.assign("/");
  });
  draw();
  drawn();
}

/** Wait until the companion is there. */
async function come() {
  view = await firstView(AGAIN);
  await useGame(view);
}

/**
 * The game that is planned: as it was chosen on whichever phone, else as it is on the table.
 * @param {{ game?: string, edition?: string, players?: string[] }} kept
 * @returns {Promise<Plan>}
 */
async function planned({ game = view.game, edition, players }) {
  const there = view.players.filter(({ left }) => !left).map(({ name }) => name);
  const of = await gameNamed(game);
  return {
    game,
    edition: edition ?? (game === view.game ? view.edition : of?.editions[0]?.name),
    players: players ?? there.slice(0, of?.players[1]),
    first: 0,
    rulings: {},
    chosen: {},
    lists: {},
    each: {},
    now: view,
  };
}

/** What only the host is told. */
async function prepare() {
  if (!view.you?.host) return;
  const came = await get("/api/settings");
  if (came.ok) [settings, restarts] = [came.data.settings, came.data.can_restart];
}

/**
 * Have the Pi keep where it stands, and what was chosen; null for whoever is no host.
 * @param {SetupStep} at
 */
async function keep(at) {
  const { game, edition, players } = plan;
  const named = { ...(edition ? { edition } : {}), ...(players.every(Boolean) ? { players } : {}) };
  return view.you?.host ? post("/api/setup", { step: at, game, ...named }) : null;
}

/** @param {SetupStep} to */
async function go(to) {
  const came = await keep(to);
  if (came && !came.ok) return toast(refusals(came), true);
  step = to;
  draw();
  place.querySelector("h2")?.focus();
  scrollTo(0, 0);
}

/** @param {number} by */
const onwards = (by) => go(STEPS[STEPS.indexOf(step) + by]);

// Each step: what it shows, and what is done before the next

/** @type {Record<SetupStep, { content: () => Child, next?: () => Promise<boolean> }>} */
const ALL = {
  language: { content: () => languageButtons(draw), next: speak },
  game: { content: ofGame },
  people: { content: ofPeople, next: beginGame },
  camera: { content: ofCamera, next: asPlanned },
  sound: { content: ofSound },
  done: { content: ofEnd },
};

function draw() {
  leave();
  leave = () => {};
  const at = STEPS.indexOf(step);
  const locked = step !== "language" && !view.you?.host;
  const { content, next = async () => true } = ALL[step];
  const last = step === "done";
  document.title = t("start.title");
  byId("just-play").hidden = last;
  refill(
    place,
    el("p", { class: "soft", id: "step" }, t("start.step", { n: at + 1, of: STEPS.length })),
    el("progress", { max: STEPS.length, value: at + 1, "aria-labelledby": "step" }),
    locked
      ? pinForm(unlocked)
      : el(
          "section",
          { class: "panel stack", id: `step-${step}` },
          el("h2", { tabindex: -1 }, t(`start.${step}`)),
          step === "camera" && !looks() ? null : el("p", { class: "soft" }, t(`start.${step}.why`)),
          content(),
        ),
    buttonRow(
      at > 0 ? button({ id: "back", onclick: () => onwards(-1) }, t("start.back")) : null,
      locked || last
        ? null
        : button(
            {
              class: "main",
              id: "next",
              onclick: async ({ currentTarget }) => {
                currentTarget.disabled = true;
                if (await next()) await onwards(1);
                currentTarget.disabled = false;
              },
            },
            t("start.next"),
          ),
    ),
  );
}

async function unlocked() {
  await come();
  await prepare();
  await speak();
  await go(step);
}

/** The companion speaks the language that was chosen here; that waits for its next start. */
async function speak() {
  if (view.you?.host) await post("/api/settings", { settings: { lang: language } });
  return true;
}

function ofGame() {
  const { editions = [] } = games.find(({ name }) => name === plan.game) ?? {};
  return [gameChoice(plan, games, draw), editionChoice(plan, editions, draw)];
}

/** Whether people are in the middle of a game, of which something has happened. */
const isPlayed = () => view.undoable && !["set-up", "over"].includes(view.phase) && view.health?.source !== "painted";

/** Whether a camera looks at the table. */
const looks = () => !["none", "painted"].includes(view.health?.source ?? "none");

function ofPeople() {
  const { players = [1, Infinity], editions = [] } = games.find(({ name }) => name === plan.game) ?? {};
  const { each = null } = editions.find(({ name }) => name === plan.edition) ?? {};
  return [
    isPlayed() ? el("p", { class: "notice", id: "under-way" }, t("start.under-way")) : null,
    isPlayed() ? button({ id: "keep-game", onclick: () => onwards(1) }, t("start.keep-game")) : null,
    seats(plan, [...players], each, draw),
  ];
}

/** Begin the game that was planned; whether it was. */
async function beginGame() {
  const { game, edition, players, each } = plan;
  const dealer = players.length - 1;
  const came = await decide("/api/game", { game, edition, players, first: 0, dealer, rulings: {}, ...each });
  if (!came.ok) toast(refusals(came), true);
  else await come();
  return came.ok;
}

/** Another camera has another table: what was planned is begun there, too; whether it stands. */
async function asPlanned() {
  const there = view.players.filter(({ left }) => !left).map(({ name }) => name);
  const stands = view.game === plan.game && String(there) === String(plan.players);
  return stands || isPlayed() || beginGame();
}

// The camera

function ofCamera() {
  const picture = el("img", { class: "live-picture", alt: t("host.live.picture"), hidden: true });
  const found = el("div", { class: "stack", id: "found", role: "status" });
  const tools = { settings: () => settings, change, restart: restarts ? restart : null };
  if (looks()) leave = lookOn(picture, found);
  const choice = cameras(/** @type {any} */ (tools));
  choice.classList.remove("panel");
  return [looks() ? [picture, found] : el("p", { class: "notice" }, t(`start.camera.${view.health?.source}`)), choice];
}

/**
 * Show what the camera sees, and what the doctor says of it, until the step is left.
 * @param {HTMLImageElement} picture
 * @param {HTMLElement} found
 */
function lookOn(picture, found) {
  const going = { on: true };
  const look = async () => {
    while (going.on) {
      const told = document.hidden ? null : await get("/host/live.json");
      picture.hidden = !told?.ok;
      if (told?.ok) picture.src = `/host/live.jpg?frame=${told.data.frame}`;
      await pause(LOOK);
    }
  };
  const examine = async () => {
    while (going.on) {
      const came = document.hidden ? null : await get("/api/doctor", LONGEST);
      const checks = came?.ok ? came.data.checks.filter(({ name }) => SEEN.includes(words(name))) : null;
      if (going.on && checks) fill(found, checks, () => checks.map(check));
      await pause(EXAMINE);
    }
  };
  look();
  examine();
  return () => (going.on = false);
}

/** @param {Record<string, Setting["value"]>} values */
async function change(values) {
  const came = await post("/api/settings", { settings: values });
  if (came.ok) settings = came.data.settings;
  toast(came.ok ? t("host.saved") : refusals(came), !came.ok);
  return came.ok;
}

/** Start the companion anew, and go on at this step once it is there. */
async function restart() {
  const came = await post("/api/restart", {});
  if (!came.ok) return toast(refusals(came), true);
  leave();
  refill(place, el("p", { class: "notice calm", role: "status" }, t("start.restarting")));
  await pause(2 * AGAIN);
  await come();
  await prepare();
  draw();
}

// The buzzer

function ofSound() {
  const said = el("div", { class: "stack", id: "heard", role: "status" });
  const setting = settings.find(({ key }) => key === "buzzer");
  const buzz = async () => {
    const came = await post("/api/buzzer", {});
    if (!came.ok) return refill(said, el("p", { class: "notice bad" }, refusals(came)));
    const notices = came.data.notices.map((text) => el("p", { class: "notice bad" }, words(text)));
    refill(
      said,
      notices,
      el("p", {}, t("start.sound.heard")),
      buttonRow(
        button({ class: "main", id: "heard-yes", onclick: () => onwards(1) }, t("start.yes")),
        button({ id: "heard-no", onclick: () => refill(said, silent(setting)) }, t("start.no")),
      ),
    );
  };
  return [
    setting?.value === "none"
      ? el("p", { class: "notice" }, t("start.sound.none"))
      : mainButton("buzz", t("start.sound.test"), buzz),
    said,
    el("p", { class: "soft" }, t("start.sound.phones")),
    button({ id: "phone-sound", onclick: () => soundOn().then(() => play("turn")) }, t("start.sound.phone")),
  ];
}

/**
 * What to do about a buzzer that nobody hears.
 * @param {Setting | undefined} setting
 */
const silent = (setting) => [
  el("p", {}, t("start.sound.silent")),
  buttonRow(
    (setting?.choices ?? []).map((choice) =>
      button(
        {
          data: { focus: `buzzer-${choice}` },
          "aria-pressed": String(choice === setting?.value),
          onclick: async () => {
            if (await change({ buzzer: choice })) await (restarts ? restart() : draw());
          },
        },
        t(`host.choice.${choice}`),
      ),
    ),
  ),
];

// The end

function ofEnd() {
  const query = new URLSearchParams({ game: plan.game, edition: plan.edition ?? "", lang: language });
  return [
    el("a", { class: "button main big", id: "play", href: "/" }, t("start.done.play")),
    el("a", { class: "button", href: `/host/print/start.pdf?${query}`, download: true }, t("start.done.print")),
    el("a", { class: "button", href: "/host" }, t("start.done.host")),
    el("p", {}, t("start.done.join")),
    el("img", { class: "join-code", src: "/join.svg", alt: t("tv.join-code", { address: location.host }) }),
  ];
}

start();
