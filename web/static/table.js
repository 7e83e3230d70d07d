/** The page of players and guests. */

import { announce, ready, stands } from "./announcing.js";
import {
  assumedTurn,
  drawLatest,
  drawNews,
  drawPlayers,
  drawTurn,
  isMine,
  isOver,
  isPlayed,
  mayAsk,
  names,
  otherPhones,
  sayName,
  unsure,
} from "./board.js";
import { SESSION, button, buttonRow, byId, el, fill, forget, remembered, withNames } from "./dom.js";
import { game, otherMat, useGame } from "./games.js";
import { iconOf } from "./icons.js";
import { arrives, elsewhere, lost, placed, seatsShown, sounding, whoAreYou, withSeat } from "./seats.js";
import { begin, connected, drawn, entered, seen, takeBack, tell, toast } from "./shell.js";
import { keepSound, loudness, play, soundOff, unlocked, wanted } from "./sound.js";
import { steady } from "./steady.js";
import { decide, follow, post } from "./wire.js";
import { later, refusal, t, words } from "./words.js";

/** @import { Came, Choice, Correction, Heard, OwnView, Question, Seat, View, You } from "../types/wire.d.ts" */
/** @import { Asked, AskedChoice, Notice, Seating, StrangeMat, Way } from "../types/pages.d.ts" */

/** @type {ReturnType<typeof follow>} */
let line; // once it is open
/** @type {View} */
let view; // once there is one
/** @type {You} */
let you = { seat: null, host: false, away: false };
/** @type {StrangeMat | null} */
let strangeMat = null; // what is said of the mat, where it is not that of the game that is played
/** @type {View | null} */
let shown = null; // the view that the game has drawn
const taps = steady(byId("table"), () => toast(t("page.moved")));

/** @typedef {Question | Asked} AnyAsked */

/**
 * What the choice of a seat needs of this page.
 * @type {Seating}
 */
const seating = {
  view: () => view,
  you: () => you,
  sit: (seat) => {
    const other = seat !== you.seat;
    you = { ...you, seat };
    draw();
    taps.opened();
    if (other) tellWho();
    if (document.activeElement === document.body) byId("turn").focus({ preventScroll: true });
  },
  refused: (came) => refused(came),
  anew: () => line.anew(),
};

async function start() {
  await begin();
  drawTools();
  keepSound(drawTools);
  line = follow({ onView, onAnnouncement, onState: connected });
  await line.open();
  elsewhere(() => line.ask().catch(() => undefined)); // without a line it comes with the next view
  await ready();
  import("./awake.js").then(
    ({ stayAwake }) => stayAwake(),
    () => undefined,
  ); // the line may be gone
}

/**
 * Whether another phone has come to this one's seat. Whoever just takes one is told by the answer to that: before it
 * the cookie is the old one.
 * @param {View} before
 * @param {View} of
 */
const isElsewhere = (before, { seats = [] }) => you.seat !== null && seats[you.seat] !== before.seats?.[you.seat];

/**
 * @param {View & Partial<OwnView>} now
 * @returns {Promise<void>}
 */
async function onView(now) {
  if (isFresh(now)) return location.replace("/setup");
  await useGame(now);
  if (now.you) you = placed(now, now.you);
  strangeMat = await otherMat(now);
  const before = /** @type {View | undefined} */ (view);
  view = now;
  const moved = otherPhones(before ?? null, view);
  if (moved) toast(moved);
  if (before && !now.you && (isElsewhere(before, now) || String(names(before)) !== String(names(now))))
    return line.ask();
  loudness(view.health);
  draw();
  stands(view);
  if (before && before.game !== view.game) ready();
  if (before) tellChange(before);
  else tellWho();
}

/**
 * That one's turn has come is heard; at the end of a game the top of the page asks what comes next.
 * @param {View} before
 */
function tellChange(before) {
  if (isOver(view) && !isOver(before)) scrollTo(0, 0);
  if (!isMine(view, you.seat) || isMine(before, you.seat)) return;
  play("turn");
  tellTurn();
  if (document.hidden)
    import("./notifying.js").then(
      ({ knock }) => knock(),
      () => undefined,
    );
}

/**
 * Whether Murphy is to be set up and this phone has not seen how.
 * @param {View} now
 */
const isFresh = ({ health }) => health?.setting_up === "new" && remembered("murphy-set-up", SESSION) === null;

/** Who holds this phone, for whoever does not see it, and whose turn it is. */
function tellWho() {
  if (you.seat === null) return;
  tell(t("page.you-are", { name: view.players[you.seat]?.name ?? "" }));
  tellTurn();
}

/** Whose turn it is, or who has to decide: as it stands at the top. */
function tellTurn() {
  const also = view.turn?.player !== you.seat && view.turn?.deciding === you.seat;
  tell(also ? t("page.turn.decide") : (byId("turn").firstElementChild?.textContent ?? ""));
}

/** @param {Heard} said */
const onAnnouncement = (said) => announce(said, view);

function draw() {
  taps.before();
  document.title = isMine(view, you.seat) ? t("page.title.yours") : t("page.name");
  drawTurn(view, you.seat);
  drawDone();
  drawCan();
  drawNotices();
  drawQuestions();
  game.draw(byId("game"), view, shown?.game === view.game ? shown : null, {
    you,
    open: (act) => withSeat(seating, () => act({ view: () => view, you })),
  });
  shown = view;
  seen(view);
  const { give } = game.says;
  const gives = give && isPlayed(view) && (you.seat !== null || you.host);
  drawPlayers(view, you.seat, gives ? (player) => giveTurn(player, give(player)) : null);
  drawAssumed();
  drawLatest(
    view,
    openTurns().map(({ id }) => id),
  );
  drawNews(view);
  drawBar();
  drawn();
  if (!hinted && you.seat !== null) tellHome().catch(() => undefined); // the line may be gone
}

// Whose turn it is: the camera may have missed one, or somebody has another

/** Whoever is in turn may say that it is over; without a camera a turn is entered instead. */
function drawDone() {
  const place = byId("done");
  const done = game.says.done?.(view);
  const mayEnd = isPlayed(view) && view.camera !== false && you.seat !== null && view.turn?.player === you.seat;
  place.hidden = !done || !mayEnd;
  place.onclick = () => done && change(done);
}

/** Whoever has to do something may ask what there is to do: here, and in the menu. */
function drawCan() {
  const place = byId("can");
  place.hidden = !mayAsk(view, you.seat) || !byId("done").hidden; // there is room for one of them
  if (!place.firstChild) place.append(iconOf("ask"));
  place.onclick = async () => (await import("./whatnow.js")).whatNow(view, you.seat, refused);
}

/**
 * Say how it really was, as far as that is anybody's to say.
 * @param {Correction} correction
 * @param {typeof decide | typeof post} say
 */
function change(correction, good = t("page.changed"), say = decide) {
  withSeat(seating, async () => {
    const came = await say("/api/changes", { correction });
    if (came.ok) entered(came, good);
    else refused(came);
  });
}

/**
 * A turn that is given to somebody is taken from somebody else: that is asked once.
 * @param {Seat} player
 * @param {Correction} gives
 */
async function giveTurn(player, gives) {
  const { name } = view.players[player];
  const { askTurn } = await later(import("./giving.js"));
  askTurn(view, name, () => change(gives, t("page.turn.passed", { name })));
}

/**
 * A turn was another one: the choice names what was read, so it holds however much has happened since.
 * @param {Correction} was
 */
const itWas = (was) => change(was, t("page.changed"), post);

// Notices: what is wrong, uncertain or in the way

/** Of where the pictures come from: that the table is a painted one, or what is wrong with the camera. */
function noticesOfCamera() {
  const { wrong, hidden, source } = view.health ?? {};
  const painting = source === "painted" && (view.phase === "set-up" || Boolean(wrong));
  /** @type {Notice[]} */
  const said = [];
  if (source === "painted")
    said.push({
      kind: "painted",
      text: t(painting ? "page.painting" : "page.painted"),
      how: "calm",
      tap: { says: t("tour.begin"), act: showAround },
    });
  if (view.camera !== false && wrong && !painting)
    said.push({ kind: "camera", text: `${words(wrong)} ${t("page.camera.lost")}`, how: "bad" });
  if (hidden && !wrong) said.push({ kind: "hidden", text: words(hidden), how: "bad" });
  return said;
}

/** @type {((view: View, deals: string) => string[]) | null} */
let guide = null; // the steps to the first turn, once they are loaded

/** Whoever sets up is told what comes next, as the television and the host are. */
async function tellGuide() {
  const { lineOf, stepsOf } = await import("./guide.js");
  guide = (now, deals) =>
    stepsOf(now, deals)
      .filter(({ text }) => text)
      .map(lineOf);
  drawNotices();
}

/** The steps to the first turn; at first only how the cards are dealt, where the game says it. */
function toFirstTurn() {
  const deals = game.setUp ? t(game.setUp) : "";
  if (guide) return guide(view, deals);
  tellGuide().catch(() => undefined); // the line may be gone
  return deals ? [deals] : [];
}

/** Of a table that is not laid out yet: how it is typed in, or what is missing. */
function noticesOfSetUp() {
  const missing = (view.setup?.problems ?? []).map((problem) => words(problem.text));
  const begins = view.phase === "set-up" && view.health?.source !== "painted";
  const steps = begins ? toFirstTurn() : [];
  /** @type {Notice[]} */
  const said = [];
  if (view.camera === false && view.phase === "set-up")
    said.push({
      kind: "set-up",
      text: t("page.set-up.by-hand"),
      list: missing,
      steps,
      link: "/host#table",
      go: t("page.set-up.enter"),
    });
  else if (missing.length || steps.length)
    said.push({ kind: "set-up", text: t(`page.set-up.${view.phase}`), list: missing, steps });
  return said;
}

function notices() {
  const said = noticesOfCamera();
  if (view.health?.setting_up)
    said.push({ kind: "start", text: t("start.unfinished"), link: "/setup", go: t("start.go-on"), how: "calm" });
  if (strangeMat)
    said.push({
      kind: "other-mat",
      text: strangeMat.text,
      how: "bad",
      ways: [{ name: "other-mat", says: strangeMat.says, act: beginOther }],
    });
  if (isOver(view))
    said.push({
      kind: "over",
      text: t("page.over"),
      tap: { says: t("page.again"), act: () => withSeat(seating, again) },
      link: "/host#new",
      go: t(you.host ? "host.new" : "page.over.other"),
      how: "good",
    });
  said.push(...noticesOfSetUp());
  if (view.waiting?.length)
    said.push({ kind: "waiting", text: t("page.waiting", { names: view.waiting }), how: "calm" });
  for (const trouble of view.troubles ?? [])
    said.push({ kind: "trouble", text: words(trouble.text), how: "bad", ways: game.ways(trouble) });
  return [...said, ...game.notices(view), ...(hint && !arrives(you) ? [hint] : [])];
}

const again = async () => (await later(import("./again.js"))).againSheet(view, refused);

/** @type {Notice | null} */
let hint = null; // how the page is put on the home screen
let hinted = navigator.maxTouchPoints < 1; // whether that was said, or need not be

/** Once somebody sits here he is told how the page gets on his home screen. */
async function tellHome() {
  hinted = true;
  const { homeHint } = await later(import("./homescreen.js"));
  hint = homeHint(() => {
    hint = null;
    drawNotices();
  });
  drawNotices();
}

const showAround = async () => (await later(import("./tour.js"))).tour();

/** The mat tells the game: the host may begin it, with the same players. */
async function beginOther() {
  const came = await strangeMat?.begin();
  if (!came) return;
  if (came.ok) toast(t("host.begun"));
  else refused(came);
}

function drawNotices() {
  const all = notices();
  const gone = lost(view, you);
  const welcome = arrives(you) || gone !== null;
  fill(byId("notices"), [all, you.host, you.away, gone, welcome && seatsShown(view)], () => [
    welcome ? whoAreYou(seating, drawTools, gone) : null,
    ...all.map(notice),
  ]);
}

/** @param {Notice} of */
function notice({ kind, text, how = "", link, go = "", list = [], steps = [], ways, tap }) {
  return el(
    "div",
    { class: `notice ${how}`, data: { notice: kind } },
    how === "calm" || how === "good" ? null : iconOf("warn"),
    el("p", {}, withNames(text, names(view))),
    listed("missing", list),
    listed("missing steps", steps),
    tap ? button({ data: { focus: `notice-${kind}` }, onclick: tap.act }, tap.says) : null,
    link ? el("a", { class: "button", href: link }, go) : null,
    ways ? waysOut(ways, kind === "trouble" ? "page.way.host" : "page.way.host-says") : null,
  );
}

/**
 * @param {string} look
 * @param {string[]} all
 */
const listed = (look, all) =>
  all.length
    ? el(
        "ul",
        { class: look },
        all.map((one) => el("li", {}, one)),
      )
    : null;

/**
 * The host settles it by a tap; whoever is not the host reads who can.
 * @param {Way[]} ways
 * @param {string} who
 */
function waysOut(ways, who) {
  if (!you.host) return el("p", { class: "ask-host" }, t(who), " ", el("a", { href: "/host" }, t("host.title")));
  return ways.map((way) =>
    button(
      { class: "way", data: { focus: way.name }, onclick: () => settle(way) },
      el("span", {}, way.says ?? t(`page.way.${way.name}`)),
      way.says ? null : el("span", { class: "why" }, t(`page.way.${way.name}.why`)),
    ),
  );
}

/** @param {Way} way */
function settle(way) {
  /** @param {Correction} correction */
  const tells = async (correction) => (await correct(correction)) && toast(t("page.changed"));
  if (way.act) way.act();
  else if (way.ask) way.ask(tells);
  else tells({ do: way.name });
}

/** @param {Correction} correction */
async function correct(correction) {
  const came = await decide("/api/corrections", { correction });
  if (!came.ok) refused(came);
  return came.ok;
}

// What was assumed

/** The turns of late that may have been others, the latest first: one, and for the host three. */
const openTurns = () =>
  unsure((view.moves ?? []).slice(you.host ? -6 : -3))
    .slice(you.host ? -3 : -1)
    .reverse();

function drawAssumed() {
  const open = openTurns();
  fill(byId("assumed"), [open, names(view)], () => open.map((move) => assumedTurn(move, view.players, itWas)));
}

// Questions

/**
 * Whose it is to answer: whoever it is about, the host, and of a question for anybody everybody.
 * @param {AnyAsked} asked
 */
const answers = (asked) =>
  mine(asked) && (you.host || !isJudged(asked)) && (!isOwn(asked) || you.host || asked.player === you.seat);

/**
 * Whether the game asks it, and no question of the Pi's is open.
 * @param {AnyAsked} asked
 */
const isOwn = ({ choices }) => choices.some((choice) => "act" in choice);

/**
 * Whether this phone's player is judged: then the others decide.
 * @param {Partial<AnyAsked>} asked
 */
const isJudged = (asked) => "apart" in asked && asked.apart !== null && asked.apart === you.seat;

/** @param {AnyAsked} of */
const mine = ({ player }) =>
  you.host || player === null || player === undefined || player === you.seat || you.seat === null;

/** @type {readonly string[]} */
let known = []; // the questions that were there

/**
 * Tell whoever is to answer a new question, where its game does not announce questions.
 * @param {readonly AnyAsked[]} questions
 */
function tellQuestions(questions) {
  const announced = view.announcements?.some(({ kind }) => kind === "question");
  const fresh =
    announced || you.seat === null ? [] : questions.filter((one) => answers(one) && !known.includes(one.id));
  fresh.forEach((one) => tell(asksMe(one)));
  known = questions.map(({ id }) => id);
}

/**
 * What is asked, in words to whoever it is that this phone speaks for.
 * @param {AnyAsked} asked
 */
const asksMe = (asked) =>
  words(("yours" in asked && you.seat !== null && asked.player === you.seat && asked.yours) || asked.text);

function drawQuestions() {
  const questions = isOver(view) || view.paused ? [] : [...game.asks(view), ...(view.questions ?? [])];
  tellQuestions(questions);
  fill(byId("questions"), [questions, you], () =>
    questions.length ? el("div", { class: "asked" }, questions.map(questionPanel)) : null,
  );
}

/** @param {AnyAsked} asked */
function questionPanel(asked) {
  return el(
    "article",
    { class: "question", data: { question: asked.id } },
    el("div", {}, el("h2", {}, withNames(asksMe(asked), names(view)))),
    isJudged(asked)
      ? el("p", { class: "soft" }, t(you.host ? "page.judged.host" : "page.judged"))
      : answers(asked)
        ? null
        : el("p", { class: "soft" }, sayName("page.turn.waits", view, asked.player)),
    answers(asked) &&
      buttonRow(
        asked.choices.map((choice) =>
          button(
            {
              class: mine(asked) ? "main" : "",
              data: { focus: `choice-${choice.id}` },
              onclick: () => answer(asked, choice),
            },
            el("span", {}, withNames(words(choice.text), names(view))),
          ),
        ),
      ),
  );
}

/**
 * @param {AnyAsked} asked
 * @param {AskedChoice | Choice} choice
 */
function answer(asked, choice) {
  withSeat(seating, async () => {
    if ("act" in choice) {
      const told = await choice.act({ view: () => view, you });
      if (told && !told.ok) refused(told);
      return;
    }
    const came = await decide("/api/answers", { question: asked.id, choice: choice.id });
    if (!came.ok) refused(came);
  });
}

/**
 * Say why the Pi did not do it, and show what there is to choose now.
 * @param {Came<unknown>} came
 */
export function refused(came) {
  toast(refusal(came), true);
  if ([403, 409].includes(came.status)) line.ask().catch(() => undefined);
}

// Tools, the bar, the menu

function drawTools() {
  const place = byId("sound");
  const on = wanted() && unlocked();
  place.replaceChildren(iconOf(on ? "sound" : "mute"));
  place.setAttribute("aria-label", t("page.sound"));
  place.setAttribute("aria-pressed", String(on));
  place.onclick = () => {
    if (!on) return sounding(drawTools);
    soundOff();
    toast(t("page.sound.is-off"));
    drawTools();
  };
  byId("menu").replaceChildren(iconOf("menu"));
  byId("menu").onclick = async () => view && (await later(import("./menu.js"))).menu(seating, redrawAll);
}

function drawBar() {
  const gone = !you.host && you.seat !== null && view.players[you.seat]?.left;
  const idle = view.phase === "set-up" || view.paused || isOver(view) || gone;
  const own = game.bar(view, you);
  fill(byId("bar"), [you, view.game, own, idle, t("page.history")], () => [
    own.map(({ id, text, icon, look, open }) =>
      button(
        { class: look, id, disabled: idle, onclick: () => withSeat(seating, () => open({ view: () => view, you })) },
        icon ? iconOf(icon) : null,
        t(text),
      ),
    ),
    el("a", { class: "button", href: "/history" }, iconOf("history"), t("page.history")),
    el("span", { id: "take-back" }),
  ]);
  takeBack(view, you);
}

function redrawAll() {
  forget();
  drawTools();
  draw();
}

start();
