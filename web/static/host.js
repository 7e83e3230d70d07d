/** The host's page: what is going on, corrections, the camera's picture, settings, files. */

import { drawTurn, isOver, names, otherPhones } from "./board.js";
import { button, buttonRow, byId, el, focusIn, nameOf, refill, toggles, withNames } from "./dom.js";
import { keep, kept, mainButton, panel } from "./forms.js";
import { game, gameNamed, gamesToChoose, otherMat, useGame } from "./games.js";
import { iconOf } from "./icons.js";
import { joinButton } from "./joining.js";
import { begin, connected, countAgain, drawn, seen, sheet, tell, toast, undo } from "./shell.js";
import { steady } from "./steady.js";
import { decide, follow, get, post } from "./wire.js";
import { refusals, t, words } from "./words.js";

/** @import { Came, Correction, GameTold, Health, Setting, View } from "../types/wire.d.ts" */
/** @import { Plan, Sheet, StrangeMat, Tab, TabTools } from "../types/pages.d.ts" */
/** @import { Icon } from "./icons.js" */

const keeping = () => import("./housekeeping.js");
/** @typedef {"game" | "table" | "camera" | "files" | "doctor" | "settings" | "programs"} TabName */

/**
 * What draws each tab; what is not looked at is not loaded.
 * @type {Record<TabName, () => Promise<Tab>>}
 */
const TABS = {
  game: async () => gameTab,
  table: () => tableTab(),
  camera: async () => (await import("./live.js")).liveTab,
  files: async () => (await keeping()).filesTab,
  doctor: async () => (await keeping()).doctorTab,
  settings: async () => (await keeping()).settingsTab,
  programs: async () => (await import("./telling.js")).programsTab,
};
const NAMES = /** @type {TabName[]} */ (Object.keys(TABS));

/** @type {ReturnType<typeof follow>} */
let line; // once it is open
/** @type {View} */
let view; // once there is one
/** @type {Setting[]} */
let settings = [];
let hasSettings = false;
let canRestart = false;
/** @type {StrangeMat | null} */
let strangeMat = null; // what is said of the mat, where it is not that of the game that is played
/** @type {TabName} */
let tab = tabNamed(location.hash.slice(1)) ?? "game";
let leave = () => {};
const taps = steady(byId("host"), () => toast(t("page.moved")));
let asked = 0; // how often a tab was asked for
let shown = ""; // what the game's tab shows: the camera's figures change all the time, and the host is tapping

async function start() {
  await begin();
  drawTabs();
  addEventListener("hashchange", () => {
    const named = tabNamed(location.hash.slice(1));
    if (named && named !== tab) open(named);
  });
  line = follow({ onView, onAnnouncement: ({ text }) => tell(words(text)), onState: connected });
  await line.open();
}

/**
 * @param {View} now
 * @returns {Promise<void>}
 */
async function onView(now) {
  await useGame(now);
  strangeMat = await otherMat(now);
  await loadSettings();
  const before = /** @type {View | undefined} */ (view) ?? null;
  const first = before?.game !== now.game;
  const moved = otherPhones(before, now);
  if (moved) toast(moved);
  const ended = before !== null && isOver(before) !== isOver(now);
  view = now;
  if (now.you && !now.you.host) return location.reload();
  const shows = JSON.stringify([
    { ...now, seq: 0, health: 0, token: 0, you: 0 },
    now.health?.notices,
    strangeMat?.text,
  ]);
  if (first) drawTabs();
  if (first || (tab === "table" && ended)) anew();
  else if (shows !== shown) follows[tab]?.();
  shown = shows;
  seen(now);
  if (first) beginIfAsked();
}

/**
 * Draw the tab again, under a finger that may just come down.
 * @param {() => unknown} draw
 */
function anew(draw = show) {
  taps.before();
  draw();
}

/**
 * What shows the table as it is now: the first tab, and the corrections, which lose nothing that is not said yet.
 * @type {Partial<Record<string, () => void>>}
 */
const follows = {
  game: () => anew(),
  table: () => redrawTable && anew(redrawTable),
};

/** Begin a new game where the address asks for one; what is begun is not begun again by a reload. */
function beginIfAsked() {
  if (location.hash !== "#new") return;
  history.replaceState(history.state, "", "#game");
  newGame();
}

/** The table as it is after what was just said: the stream may be a moment behind. */
const refresh = () => line.anew().catch(() => undefined);

/** Ask for the settings until they are known. Once a tab is shown it is not drawn anew under the host's fingers. */
async function loadSettings() {
  if (hasSettings) return;
  const came = await get("/api/settings");
  if (!came.ok) return;
  hasSettings = true;
  settings = came.data.settings;
  canRestart = came.data.can_restart;
  anew();
}

/** The tabs there are: how the table is, only a game can say. */
const tabs = () => NAMES.filter((name) => name !== "table" || !view || game.corrections);

/**
 * One of them by its name, if there is such a one.
 * @param {string} name
 */
function tabNamed(name) {
  return NAMES.find((one) => one === name);
}

function drawTabs() {
  byId("tabs").replaceChildren(
    ...tabs().map((name) =>
      button(
        {
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": "host",
          "aria-selected": String(name === tab),
          tabindex: name === tab ? "0" : "-1",
          onclick: () => open(name),
          onkeydown: arrows,
        },
        t(`host.tab.${name}`),
      ),
    ),
  );
}

/** @param {TabName} name */
function open(name) {
  tab = name;
  history.replaceState(null, "", `#${name}`);
  drawTabs();
  taps.opened();
  show();
  byId(`tab-${name}`).focus();
}

/** @param {KeyboardEvent} event */
function arrows(event) {
  const step = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
  if (!step) return;
  const all = tabs();
  open(all[(all.indexOf(tab) + step + all.length) % all.length]);
}

async function show() {
  if (!view) return;
  if (!tabs().includes(tab)) tab = "game";
  // What is shown stays until the next can be drawn at once; what was asked for before the last tab is drawn by nobody.
  const mine = ++asked;
  const draw = await TABS[tab]().catch(() => outOfReach);
  if (mine !== asked) return;
  leave();
  leave = () => undefined;
  const place = el("div", { class: "tab" });
  const back = focusIn(byId("host"));
  byId("host").replaceChildren(place);
  byId("host").setAttribute("aria-labelledby", `tab-${tab}`);
  draw(place, {
    view: () => view,
    settings: () => settings,
    change: changeSettings,
    restart: canRestart ? restart : null,
    said,
    refresh,
    onLeave: (act) => {
      leave = act;
    },
    redraw: show,
  });
  back();
  drawn();
}

/** @type {Tab} */
const outOfReach = (place) => place.replaceChildren(el("p", { class: "notice bad" }, t("page.line.down")));

/**
 * What came of a call, for the host's eyes; whether it went well.
 * @param {Came<unknown>} came
 * @param {string | null} good
 */
export function said(came, good = null) {
  if (came.ok) {
    if (good) toast(good);
    return true;
  }
  if (came.data.error === "web.host-only") location.reload(); // signed out meanwhile
  toast(refusals(came), true);
  return false;
}

/** @param {Record<string, Setting["value"]>} values @param {boolean} [redraws] Whether the tab is drawn anew. */
async function changeSettings(values, redraws = true) {
  const came = await post("/api/settings", { settings: values });
  if (said(came, t("host.saved")) && came.ok) settings = came.data.settings;
  if (redraws) show();
  return came.ok;
}

/** Everything anew: the stream says by itself when Murphy is there again. */
async function restart() {
  said(await post("/api/restart", {}), t("host.restarting"));
}

// The game

/**
 * @param {HTMLElement} place
 * @param {TabTools} tools
 */
function gameTab(place, tools) {
  const goesOn = !["set-up", "rebuild"].includes(view.phase) && !isOver(view);
  const { give } = game.says;
  const { taken_back: undone } = view;
  refill(place, [
    strangeMat &&
      el(
        "section",
        { class: "panel stack", data: { notice: "other-mat" } },
        el("p", { class: "notice bad" }, strangeMat.text),
        button({ class: "main", data: { focus: "other-mat" }, onclick: beginOther }, strangeMat.says),
      ),
    el(
      "section",
      { class: "panel stack" },
      el("h2", { id: "turn", class: "turn" }),
      el("p", { class: "soft" }, lastSaid()),
      buttonRow(
        game.says.pause && (view.paused || goesOn) ? pauseButton() : null,
        view.undoable ? button({ id: "undo", onclick: () => undo() }, iconOf("undo"), t("host.undo")) : null,
        undone
          ? button(
              { id: "count-again", onclick: () => countAgain(undone.entry) },
              iconOf("redo"),
              t("page.count-again"),
            )
          : null,
      ),
      quietButton(tools),
      noticed(view.health).map((text) => el("p", { class: "notice" }, text)),
    ),
    view.phase === "set-up" ? setUp() : null,
    game.joins(view) ? el("section", { class: "panel stack" }, joinUnderWay()) : null,
    give &&
      goesOn &&
      panel(
        null,
        t("host.turn"),
        null,
        toggles(
          view.players.flatMap(({ name, left }, turn) =>
            left
              ? []
              : {
                  focus: `turn-${turn}`,
                  text: nameOf(name),
                  on: view.turn?.player === turn,
                  data: { turn },
                  act: () => correct(give(turn)),
                },
          ),
        ),
      ),
    panel(
      null,
      t("host.new"),
      t("host.new.why"),
      mainButton("new-game", t("host.new"), () => newGame()),
    ),
    panel(
      null,
      t("host.others"),
      null,
      toggles(
        game.orders(view).map((order) => ({
          focus: `order-${order}`,
          text: t(`host.order.${order}`),
          on: null,
          data: { order },
          act: () => correct({ do: order }),
        })),
      ),
      joinButton(),
      button({ id: "see-phones", data: { focus: "see-phones" }, onclick: seePhones }, t("host.phones")),
      el("a", { class: "button", id: "set-up-again", href: "/setup" }, t("start.title")),
      toggle("own_names", tools, ["lock", "check"], "host.own-names"),
      button({ class: "quiet", onclick: signOut }, t("host.leave")),
    ),
  ]);
  drawTurn(view, null);
}

async function seePhones() {
  const { phonesSheet } = await import("./phones.js");
  phonesSheet(said);
}

/** @type {(() => void) | null} */
let redrawTable = null; // keeps what is picked and not said yet; null until the forms are there

/** How it really is, as the game asks it; once that is over, first what takes its end back. */
async function tableTab() {
  const draw = await game.corrections?.();
  /** @type {Tab} */
  const whole = async (place, tools) => {
    redrawTable = null;
    const room = el("div", { class: "tab" });
    place.replaceChildren(...(isOver(view) ? [theEnd()] : []), room);
    const again = (await draw?.(room, tools)) ?? show;
    if (room.isConnected) redrawTable = again;
  };
  return whole;
}

/**
 * What needs somebody's attention, but for what every page says above all else.
 * @param {Partial<Health>} health
 */
const noticed = ({ notices = [], unwritten } = {}) =>
  notices.map((text) => words(text)).filter((text) => !unwritten || text !== words(unwritten));

const theEnd = () =>
  panel(
    "the-end",
    t("page.turn.over"),
    t("host.over.why"),
    mainButton("undo", [iconOf("undo"), t("host.undo")], () => undo()),
  );

/** What is still missing before the first turn; without a camera the cards are typed in. */
function setUp() {
  const problems = view.setup?.problems ?? [];
  const anyway = game.says.begin;
  return el(
    "section",
    { class: "panel stack", id: "set-up", "aria-labelledby": "turn" },
    guided(view),
    problems.map((problem) => el("p", { class: "notice" }, words(problem.text))),
    view.camera === false ? button({ class: "main", onclick: () => open("table") }, t("page.set-up.enter")) : null,
    anyway ? button({ onclick: () => correct(anyway()) }, t("host.begin.anyway")) : null,
    game.join ? joinUnderWay() : null,
  );
}

/**
 * The steps to the first turn, as phones and television say them.
 * @param {View} now
 */
function guided(now) {
  const list = el("ul", { class: "steps" });
  import("./guide.js").then(
    ({ lineOf, stepsOf }) =>
      list.replaceChildren(...stepsOf(now, game.setUp ? t(game.setUp) : "").map((step) => el("li", {}, lineOf(step)))),
    () => undefined, // the line may be gone
  );
  return list;
}

const joinUnderWay = () =>
  button({ class: "quiet", id: "join", onclick: () => game.join?.(view, correct) }, t("host.join"));

function lastSaid() {
  const last = view.announcements?.at(-1);
  return last ? withNames(words(last.text), names(view)) : t("page.news.none");
}

/**
 * A button for a setting that is a yes or no; nothing where the companion has no such setting.
 * @param {string} key
 * @param {TabTools} of
 * @param {[off: Icon, on: Icon]} icon
 * @param {string} text
 */
function toggle(key, { change }, icon, text) {
  const found = settings.find((setting) => setting.key === key);
  if (!found) return null;
  return button(
    { id: `set-${key}`, "aria-pressed": String(found.value), onclick: () => change({ [key]: !found.value }) },
    iconOf(icon[Number(found.value)]),
    t(text),
  );
}

function pauseButton() {
  const say = view.paused ? game.says.resume : game.says.pause;
  return (
    say &&
    button(
      { id: "pause", onclick: () => correct(say()) },
      iconOf(view.paused ? "play" : "pause"),
      t(view.paused ? "host.go-on" : "host.pause"),
    )
  );
}

/** @param {Correction} correction */
async function correct(correction) {
  return said(await decide("/api/corrections", { correction }), t("host.turn.given"));
}

/** @param {TabTools} tools */
const quietButton = (tools) => toggle("quiet", tools, ["sound", "mute"], "host.quiet");

async function beginOther() {
  if (strangeMat && said(await strangeMat.begin(), t("host.begun"))) await refresh();
}

async function signOut() {
  if (said(await post("/api/leave", {}))) location.assign("/");
}

/** Under which name is kept what was picked for a new game and not begun. */
const NEW_GAME = "murphy-new-game";

async function newGame() {
  const there = view.players.filter(({ left }) => !left).map(({ name }) => name);
  const playing = await gameNamed(view.game);
  if (!playing) return toast(t("page.line.down"), true); // else the next one would begin with the printed rules
  const most = playing.players[1];
  const players = [...there, ...(view.waiting ?? [])].slice(0, Math.max(most, there.length));
  const usual = {
    game: view.game,
    edition: view.edition,
    players,
    first: 0,
    rulings: houseRules(playing),
    chosen: {},
    each: choicesOfEach(playing),
  };
  const about = JSON.stringify(usual);
  /** @type {Plan} */
  const plan = { ...usual, ...kept(NEW_GAME, about), lists: {}, now: view };
  const keepPlan = () => keep(NEW_GAME, { ...plan, lists: undefined, now: undefined }, about);
  const [games, { setupForm, renamed }] = await Promise.all([gamesToChoose(), import("./setup.js")]);
  let people = names(view);
  const form = sheet(
    t("host.new"),
    ({ redraw }) =>
      setupForm(plan, games, { redraw: () => [keepPlan(), redraw()], begin: () => beginGame(plan, form) }),
    {
      name: "setup",
      changed: (now, { redraw }) => {
        const called = names(now);
        if (String(called) === String(people)) return;
        plan.players = renamed(plan.players, people, called);
        people = called;
        redraw();
      },
    },
  );
  form.dialog.addEventListener("input", keepPlan);
}

/**
 * How this table reads the rules: what is not as it is preset goes on into the next game.
 * @param {GameTold} playing
 */
function houseRules({ editions }) {
  const now = view.rulings ?? {};
  const rulings = editions.find(({ name }) => name === view.edition)?.rulings ?? [];
  return Object.fromEntries(
    rulings.filter(({ name, value }) => name in now && now[name] !== value).map(({ name }) => [name, now[name]]),
  );
}

/**
 * What everybody chose for this game goes on into the next, as long as nobody has left.
 * @param {GameTold} playing
 */
function choicesOfEach({ editions }) {
  const { name } = editions.find((edition) => edition.name === view.edition)?.each ?? {};
  const chosen = Object.entries(view).find(([key]) => key === name)?.[1];
  return name && Array.isArray(chosen) && !view.players.some(({ left }) => left) ? { [name]: chosen } : {};
}

/**
 * @param {Plan} plan
 * @param {Sheet} form
 */
async function beginGame(plan, form) {
  const { game: name, edition, players, first, rulings } = plan;
  const chosen = Object.fromEntries(
    Object.entries(plan.chosen).flatMap(([what, one]) => (one?.value ? [[what, one.value]] : [])),
  );
  const each = plan.each;
  const dealer = (first + players.length - 1) % players.length;
  const came = await decide("/api/game", { game: name, edition, players, first, dealer, rulings, ...chosen, ...each });
  if (!said(came, t("host.begun"))) return;
  keep(NEW_GAME, null);
  form.close();
  await refresh();
  scrollTo(0, 0);
}

start();
