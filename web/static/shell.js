/** What every page has: words, live regions, the sign that the line is down, sheets. */

import { button, byId, el, fill, found, goOn, refill, remember, remembered, selectorOf } from "./dom.js";
import { iconOf } from "./icons.js";
import { steady } from "./steady.js";
import { decide, everyView, fetchView, hasSpoken, pause } from "./wire.js";
import { LANGUAGES, choose, language, learn, preferred, refusals, t, words } from "./words.js";

/** @import { Came, Outcome, Text, View, You } from "../types/wire.d.ts" */
/** @import { Child, Sheet, SheetTools, SheetWays } from "../types/pages.d.ts" */
/** @import { Language } from "./words.js" */

const AGAIN = 2_000; // ms after which a page asks again for the words without which it cannot begin

/** Load the words of this phone's language and put them into the page. */
export async function begin() {
  const learnt = () =>
    learn(preferred()).then(
      () => true,
      () => false,
    );
  while (!(await learnt())) await pause(AGAIN);
  label(document);
  document.documentElement.classList.toggle("is-big", isBig());
  new ResizeObserver(largeType).observe(document.body);
  everyView(({ health }) => unwritten(health?.unwritten));
  addEventListener("unhandledrejection", notLoaded);
  document.body.classList.add("is-ready");
}

const BIG = "murphy-big";

/** Whether this phone shows everything larger, and pictures before words: for children, and for whoever sees little. */
export function isBig() {
  const kept = remembered(BIG);
  return kept === undefined ? document.documentElement.classList.contains("is-big") : kept === "yes";
}

/** @param {boolean} yes */
export function big(yes) {
  remember(BIG, yes ? "yes" : "no");
  document.documentElement.classList.toggle("is-big", yes);
}

/** Where type is very large pages are laid out for it, however it came to be: a media query knows the browser's own. */
function largeType() {
  const root = document.documentElement;
  const [wide, high] = [innerWidth, innerHeight].map((px) => px / parseFloat(getComputedStyle(root).fontSize));
  root.classList.toggle("is-huge", wide < 18 || (wide < 34 && high < 20));
}

/**
 * A tap that needs what this phone has not loaded yet, while the line is down, is answered: browsers' own words for
 * that differ, all name the import. Some remember that it failed: where Murphy answers, the page loads anew; but only
 * at a tap, else a part that is missing for good would load it for ever.
 * @param {PromiseRejectionEvent} event
 */
async function notLoaded(event) {
  if (!(event.reason instanceof TypeError && /import/i.test(event.reason.message))) return;
  event.preventDefault();
  const tapped = navigator.userActivation?.isActive;
  const answers =
    tapped &&
    (await fetchView().then(
      () => true,
      () => false,
    ));
  if (answers) location.reload();
  else toast(t("page.line.down"), true);
}

/**
 * The view, as soon as the companion is there: asked for every so many ms, while the line is said to be down.
 * @param {number} every
 */
export async function firstView(every) {
  let view = await fetchView().catch(() => null);
  while (!view) {
    connected(false);
    await pause(every);
    view = await fetchView().catch(() => null);
  }
  connected(true);
  return view;
}

/** To be called when the page shows for the first time what it is there for. */
export const drawn = () => document.body.classList.add("is-drawn");

/**
 * Fill in the texts of everything that names a key: `data-t` its text, `data-t-label` its label.
 * @param {ParentNode} root
 */
export function label(root) {
  const named = (/** @type {string} */ name) => [...root.querySelectorAll(`[${name}]`)];
  for (const node of named("data-t")) node.textContent = t(node.getAttribute("data-t") ?? "");
  for (const node of named("data-t-label")) node.setAttribute("aria-label", t(node.getAttribute("data-t-label") ?? ""));
}

/**
 * Speak another language from now on.
 * @param {Language} wanted
 */
async function speakLanguage(wanted) {
  await choose(wanted);
  label(document);
}

/**
 * The buttons for the languages, each named in its own.
 * @param {() => void} changed
 */
export function languageButtons(changed) {
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": t("page.language") },
    LANGUAGES.map((code) =>
      button(
        {
          lang: code,
          "aria-pressed": String(code === language),
          data: { focus: `lang-${code}` },
          onclick: () => speakLanguage(code).then(changed, () => toast(t("page.line.down"), true)),
        },
        t(`page.language.${code}`),
      ),
    ),
  );
}

const TOLD = ["assertive", "polite"];

const HEARD = 4; // lines that stay, so that none is lost where several are said at once

/**
 * Say something to screen readers: `now` interrupts, else it waits its turn.
 * @param {string} text
 */
export function tell(text, now = false) {
  const place = byId(now ? "assertive" : "polite");
  if (now) place.replaceChildren();
  place.append(el("p", {}, text));
  while (place.childElementCount > HEARD) place.firstElementChild?.remove();
}

let toasted = 0; // the timer that takes away what is said above everything
/** @type {ReturnType<typeof steady> | null} */
let toastTaps = null; // the second tap of two is not for the button that the first one brought
const ALARM = 15_000; // ms of silence after which it is said what may be the matter
let alarm = 0;

/**
 * Show whether the Pi is heard; where it is not for long, what people can look at.
 * @param {boolean} yes
 */
export function connected(yes) {
  const sign = found("line");
  if (!sign || sign.hidden === yes) return;
  clearTimeout(alarm);
  tell(t(yes ? "page.line.up" : "page.line.down"), !yes);
  sign.textContent = yes ? "" : t("page.line.down");
  if (yes && byId("toast").textContent === t("page.line.down")) byId("toast").replaceChildren();
  sign.hidden = yes;
  const help = () => tell((sign.textContent = t("page.line.help")), true);
  if (!yes) alarm = setTimeout(help, ALARM);
}

/**
 * Show on every page that what happens cannot be kept, and why; it stays until it can.
 * @param {Text | undefined} why
 */
function unwritten(why) {
  const sign = found("unwritten");
  if (!sign) return;
  if (why && sign.hidden) tell(words(why), true);
  fill(sign, why ?? null, () => (why ? [iconOf("warn"), el("p", {}, words(why))] : []));
  sign.className = why ? "notice bad" : "";
  sign.hidden = !why;
}

/**
 * A few words that go away by themselves; above a sheet where one is open. `act` is `{says, tapped}`: a
 * button beside the words, for which there is more time. Screen readers are told them, unless they `hear` it anyway.
 * @param {string} text
 * @param {boolean} bad
 * @param {{ says: string, tapped: () => void } | null} act
 */
export function toast(text, bad = false, act = null, hear = false) {
  const place = byId("toast");
  if (!hear) tell(text, bad);
  if (place.parentElement !== uppermost()) uppermost().append(place); // what is moved loses the keyboard
  toastTaps ??= steady(place, () => undefined);
  toastTaps.before();
  const acts = act && button({ class: "act", data: { focus: "act" }, onclick: act.tapped }, act.says);
  refill(place, el("div", { class: bad ? "notice bad" : "notice good" }, el("p", {}, text), acts));
  const away = () => refill(place);
  clearTimeout(toasted);
  toasted = setTimeout(away, bad ? 9_000 : act ? 12_000 : 4_000);
}

/**
 * Say what was just entered, or `briefly` only that it was, with a button that takes it back: `came` is what came of
 * it.
 * @param {Came<Outcome>} came
 * @param {string} good
 */
export function entered(came, good, briefly = false) {
  const { entry, announcements = [] } = came.data;
  const told = announcements.find(({ kind }) => kind !== "question");
  toast(
    told && !briefly ? words(told.text) : good,
    false,
    typeof entry === "number" ? { says: t("page.undo"), tapped: () => undo(entry) } : null,
    Boolean(told),
  );
}

/**
 * Take back what was entered, the last thing if none is named, and say what came of it, with a button by which it
 * counts again.
 * @param {number} [move]
 */
export async function undo(move) {
  const came = await decide("/api/undo", { move });
  if (!came.ok) return toast(refusals(came), true);
  const { entry, announcements } = came.data;
  const act = { says: t("page.count-again"), tapped: () => countAgain(entry) };
  const told = announcements.find(({ kind }) => kind === "undone");
  toast(told ? words(told.text) : t("host.undone"), false, act, Boolean(told));
}

/**
 * Let what an undo took back count again, and say so.
 * @param {number} undone
 */
export async function countAgain(undone) {
  const came = await decide("/api/undo", { move: undone });
  if (!came.ok) return toast(refusals(came), true);
  const told = came.data.announcements.slice(0, 2);
  toast(told.map(({ text }) => words(text)).join(" "), false, null, true);
}

/**
 * Draw the buttons that take back what this phone said last, until the next move, and let count again what it took
 * back; the host, whatever was taken back.
 * @param {View} view
 * @param {Partial<You>} you
 */
export function takeBack({ last_word: last, taken_back: undone }, { phone, host } = {}) {
  const entry = last?.phone === phone ? last?.entry : undefined;
  const again = host || undone?.phone === phone ? undone?.entry : undefined;
  /** @type {(id: string, icon: "undo" | "redo", says: string, tapped: () => void) => Child} */
  const way = (id, icon, says, tapped) =>
    button({ "aria-label": says, title: says, id, onclick: tapped }, iconOf(icon));
  fill(byId("take-back"), [entry, again, t("page.undo")], () => [
    entry !== undefined && way("take-it-back", "undo", t("page.undo"), () => undo(entry)),
    again !== undefined && way("count-again", "redo", t("page.count-again"), () => countAgain(again)),
  ]);
}

/** What lies over everything else: the dialog opened last, or the page. */
const uppermost = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

/**
 * Open a dialog over everything: what is told to screen readers is told in it, as they hear nothing from under it.
 * @param {HTMLDialogElement} dialog
 */
export function over(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  dialog.append(...TOLD.map((id) => byId(id)));
  open.push(dialog);
  keepHistory();
}

/**
 * Take away a dialog that is closed; what was said over it stays.
 * @param {HTMLDialogElement} dialog
 */
export function gone(dialog) {
  const said = ["toast", ...TOLD].map((id) => byId(id)).filter((one) => dialog.contains(one));
  dialog.remove();
  uppermost().append(...said);
  open.splice(open.indexOf(dialog), 1);
  keepHistory();
}

// The browser's back button closes the dialog on top: once one was open, the history has an entry more. It stays when
// the dialog is closed otherwise, for leaving it takes a while in which a link that is tapped would be lost; where none
// is open, the back button leaves it and the page.

/** @type {HTMLDialogElement[]} */
const open = []; // the topmost last
let extra = Boolean(history.state?.sheet); // whether that entry is the current one: after a reload, too

function keepHistory() {
  if (!open.length || extra) return;
  history.pushState({ sheet: true }, "");
  extra = true;
}

addEventListener("popstate", ({ state }) => {
  const left = extra && !state?.sheet;
  extra = Boolean(state?.sheet);
  if (!left) return;
  const top = open.at(-1);
  if (top) top.close();
  else history.back();
});

/** @type {Map<HTMLDialogElement, (view: View) => unknown>} */
const sheets = new Map(); // those open that want to know how the table stands

/**
 * Let every open sheet know how the table stands now.
 * @param {View} view
 */
export const seen = (view) => [...sheets.values()].forEach((changed) => changed(view));

/**
 * For a sheet about one moment of the game (`changed`): it closes once what it is about, `of(view)`, is another.
 * @template {View} V
 * @param {V} view
 * @param {(view: V) => unknown} of
 * @returns {(view: View, tools: SheetTools) => void}
 */
export function asLongAs(view, of) {
  const begun = JSON.stringify(of(view));
  /** @type {View} */
  let last = view;
  return (now, { close }) => {
    if (JSON.stringify(of(/** @type {V} */ (now))) === begun) last = now;
    else close(hasSpoken(last) ? null : t("page.moved-on"));
  };
}

/**
 * For a sheet that shows the table (`of`): it is drawn anew once that is another.
 * @param {View} view
 * @param {(view: View) => unknown} of
 * @returns {(view: View, tools: SheetTools) => void}
 */
export function asItStands(view, of) {
  let shown = JSON.stringify(of(view));
  return (now, { redraw }) => {
    const is = JSON.stringify(of(now));
    if (is !== shown) redraw();
    shown = is;
  };
}

/**
 * Open a sheet with a title; `build` gives its contents and may be called again with `redraw`. `changed(view, tools)`
 * hears of every view while it is open: what others do draws its contents anew and makes it no smaller. `focus` is
 * where the keyboard begins; without it at the top.
 * @param {string} title
 * @param {(tools: SheetTools) => Child} build
 * @param {SheetWays} ways
 * @returns {Sheet}
 */
export function sheet(title, build, { closed, changed, name = "", focus = "" } = {}) {
  const opener = selectorOf(document.activeElement) ?? "body";
  const dialog = el("dialog", { "aria-label": title, data: { sheet: name } });
  const body = el("div", { class: "stack" });
  /** @param {unknown} why */
  const close = (why = null) => {
    dialog.close();
    if (typeof why === "string") toast(why);
  };
  const away = button({ class: "close quiet", "aria-label": t("page.close"), onclick: close }, iconOf("close"));
  const drawAs = (/** @type {string} */ room) => {
    dialog.style.minHeight = room;
    const held = body.contains(document.activeElement);
    refill(body, build({ close, redraw: draw }));
    if (dialog.open && held && !dialog.contains(document.activeElement)) away.focus();
  };
  const draw = () => drawAs("");
  const drawFor = () => drawAs(`min(${dialog.offsetHeight}px, 92dvh)`);
  dialog.append(el("div", { class: "sheet" }, el("div", { class: "sheet-head" }, el("h2", {}, title), away), body));
  dialog.addEventListener("close", () => {
    gone(dialog);
    sheets.delete(dialog);
    // Whatever opened it may have been drawn anew meanwhile.
    const opened = document.activeElement === document.body ? document.querySelector(opener) : null;
    if (opened instanceof HTMLElement) opened.focus({ preventScroll: true });
    else if (document.activeElement === document.body) goOn();
    closed?.();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  draw();
  over(dialog);
  const at = focus ? dialog.querySelector(focus) : null;
  if (at instanceof HTMLElement) at.focus({ preventScroll: true });
  if (changed) sheets.set(dialog, (view) => changed(view, { close, redraw: drawFor }));
  return { close, redraw: draw, dialog };
}
