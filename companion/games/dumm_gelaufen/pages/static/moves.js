/** Moves by tap: what is taken is tapped where it lies, what is laid on the pad; one move is one word to the Pi. */

import { card, cardButton } from "./cards.js";
import { cardAt, cardName, facesOf } from "./deck.js";
import { isOver } from "/static/board.js";
import { button, el, focusOn, nameOf, toggles } from "/static/dom.js";
import { keep, kept, mainButton } from "/static/forms.js";
import { followUp } from "./followups.js";
import { copiesFor, holdsOf, leftOver, whyNot } from "./holds.js";
import { begins, sources } from "./legal.js";
import { numberPad, shelf } from "./picker.js";
import { roving } from "/static/roving.js";
import { entered, sheet, tell } from "/static/shell.js";
import { fetchView, get, once } from "/static/wire.js";
import { refusal, refusals, t } from "/static/words.js";

/** @import { Here, SheetTools } from "/types/pages.d.ts" */
/** @import { Came, Outcome, Seat, Spoken, View, You } from "/types/wire.d.ts" */
/** @import { At, Code, DummMove, DummView, Face } from "../types.d.ts" */
/** @import { Holds } from "./holds.js" */

/** @typedef {{ face: Face | null, place: string }} Laid */
/**
 * @typedef {object} Entering A move that is being put together.
 * @property {Seat} player Whose it is.
 * @property {At[]} taken
 * @property {Laid[]} laid
 * @property {string} side The pile that is laid on next.
 * @property {Face | null} drawn The at-once card that was shown.
 * @property {boolean} unfolded Whether the kept action cards are in sight.
 * @property {Face | null} action The kept action card that is to be played.
 * @property {string | null} said What is the matter.
 * @property {Seat | null | undefined} whom Who was chosen, once somebody was.
 * @property {DummMove[]} legal
 * @property {Holds} holds
 * @property {ReturnType<typeof once>} say
 * @property {string} at The table that it is about.
 * @property {boolean} busy Whether it is being said.
 * @property {boolean} lost Whether Murphy did not answer when it was asked last.
 */
/** @typedef {Pick<Entering, "taken" | "laid" | "side" | "drawn" | "action">} Picks */
/** @typedef {SheetTools & Here<DummView>} EnteringTools */

const KEY = "murphy-move";

const EXCHANGE = 3; // cards that move in an exchange: one taken and two laid, or two and one
const PILES = ["open-left", "draw", "open-right"];
const ASKED = ':is([data-focus^=whom-], .pad [tabindex="0"])'; // what an action card asks first
/** @type {Picks & Pick<Entering, "said" | "whom">} */
const EMPTY = { taken: [], laid: [], side: "open-left", drawn: null, action: null, said: null, whom: undefined };

/**
 * Open the sheet in which a player's next move is entered; `first` is a place, with its card, that was tapped already.
 * @param {Here<DummView>} of
 * @param {At | null} first
 */
export async function moveSheet({ view, you }, first = null) {
  const player = (you.host ? (view().turn?.player ?? you.seat) : you.seat) ?? 0;
  const [at, { game }] = [stateOf(view()), view()];
  /** @type {Entering} */
  const entry = {
    player,
    ...EMPTY,
    legal: [],
    holds: leftOver({}),
    say: once(),
    at,
    busy: false,
    lost: false,
    unfolded: false,
  };
  await ask(entry, you, view());
  goOn(entry, first, view(), you);
  /**
   * @param {View} shown
   * @param {SheetTools} of
   */
  const changed = async (shown, { close, redraw }) => {
    const now = /** @type {DummView} */ (shown);
    if (now.game !== game || now.phase !== "play" || now.paused || isOver(now)) return close(t("page.moved-on"));
    const same = stateOf(now) === entry.at;
    if (entry.busy || (same && !entry.lost)) return;
    entry.at = stateOf(now);
    const before = { ...entry };
    if (you.host) entry.player = whoDecides(now) ?? entry.player;
    Object.assign(entry, EMPTY);
    await ask(entry, you, now);
    if (entry.player === before.player && (before.taken.length || before.action)) {
      const all = pickAgain(entry, before, now);
      if (!same || !all) tellOf(entry, all ? "moves.changed" : "moves.changed.picks");
    }
    redraw();
  };
  const taken = first && entry.taken.length ? `[data-focus="${focusOf(first)}"]` : "";
  const focus = `.taking ${taken || "button"}, ${ASKED}`;
  if (entry.taken.length && !entry.said) tell(saidOfTaken(entry));
  /** @param {SheetTools} tools */
  const build = (tools) => {
    keep(KEY, picksOf(entry), momentOf(entry, view(), you));
    return form(entry, { ...tools, view, you });
  };
  const opened = sheet(t("moves.title"), build, { name: "move", changed, focus });
  opened.dialog.dataset.decides = String(player);
  return opened;
}

/**
 * With what was picked for this move and not sent, unless something else is tapped to begin with.
 * @param {Entering} entry
 * @param {At | null} first
 * @param {DummView} view
 * @param {You} you
 */
function goOn(entry, first, view, you) {
  /** @type {Picks | null} */
  const begun = kept(KEY, momentOf(entry, view, you));
  const same = begun && (!first || JSON.stringify(begun.taken).includes(JSON.stringify(first)));
  if (same && !pickAgain(entry, begun, view)) tellOf(entry, "moves.changed.picks");
  if (!same && first && begins(entry.legal)) take(entry, first);
}

/**
 * What is kept of a move that is being put together.
 * @param {Entering} of
 * @returns {Picks}
 */
const picksOf = ({ taken, laid, side, drawn, action }) => ({ taken, laid, side, drawn, action });

/**
 * Which turn it is, and who enters it for whom: of another it would be another move.
 * @param {Pick<Entering, "player">} entry
 * @param {DummView} view
 * @param {You} you
 */
const momentOf = ({ player }, { game, round, turn }, { seat, host }) => [
  game,
  round,
  turn?.player,
  turn?.since,
  player,
  seat,
  host,
];

/**
 * Say of what was picked how it stands with it.
 * @param {Entering} entry
 * @param {"moves.changed" | "moves.changed.picks"} key
 */
function tellOf(entry, key) {
  entry.said = t(key);
  tell(entry.said);
}

/**
 * The table may have changed: what was picked and can still be is picked again; whether that is all of it.
 * @param {Entering} entry
 * @param {Picks} before
 * @param {DummView} view
 */
function pickAgain(entry, { taken, laid, side, drawn, action }, view) {
  const may = begins(entry.legal);
  for (const [place, code] of may ? taken : []) {
    const there = view.zones?.[place] ?? [];
    if (place === "draw" || (place === "mac" ? there.includes(code) : there[0] === code)) take(entry, [place, code]);
  }
  entry.side = side;
  if (entry.taken.length === taken.length) {
    entry.laid = laid.filter(({ face }) => face === null || !whyNot(entry.holds, face));
    entry.drawn = drawn;
  }
  if (may && action && !whyNot(entry.holds, action)) entry.action = action;
  return JSON.stringify(picksOf(entry)) === JSON.stringify({ taken, laid, side, drawn, action });
}

/**
 * How the button of a card that may be taken is found again.
 * @param {At} of
 */
const focusOf = ([place, code]) => `take-${place === "mac" ? code : place}`;

/**
 * Whose turn it is and what lies there: where that changes, what was being entered is about another table.
 * @param {DummView} of
 */
const stateOf = ({ round, turn, zones }) => JSON.stringify([round, turn?.player, turn?.deciding, zones]);

/**
 * Which moves there are now, and which cards may be in the hand; without an answer those that there were.
 * @param {Entering} entry
 * @param {Pick<You, "host">} you
 * @param {DummView} view
 */
async function ask(entry, you, view) {
  const legal = you.host ? get(`/api/legal?player=${entry.player}`) : get("/api/legal");
  const [came, holds] = await Promise.all([legal, holdsOf(entry.player, view)]);
  entry.lost = came.status === 0;
  entry.said = came.ok ? null : refusal(came);
  if (entry.lost) return;
  entry.legal = /** @type {DummMove[]} */ (came.ok ? came.data.moves : []);
  entry.holds = holds;
}

/**
 * @param {Entering} entry
 * @param {EnteringTools} tools
 */
function form(entry, tools) {
  const again = async () => {
    Object.assign(entry, EMPTY);
    await ask(entry, tools.you, tools.view());
    tools.redraw();
  };
  /** @param {Spoken<DummMove>} move */
  const submit = (move) => one(entry, move, tools);
  /** @param {Face} face */
  const cardOf = (face) => copiesFor(entry.holds, [face])[0];
  return [
    tools.you.host ? whose(entry, tools, again) : null,
    begins(entry.legal)
      ? turnForm(entry, { ...tools, submit })
      : [problem(entry), followUp(entry, { ...tools, submit, cardOf })],
  ];
}

/** @param {Entering} of */
const problem = ({ said }) => (said ? el("p", { class: "notice bad", role: "alert" }, said) : null);

/**
 * @param {Entering} entry
 * @param {EnteringTools} of
 * @param {() => void} again
 */
function whose(entry, { view }, again) {
  return toggles(
    view().players.map((player, i) =>
      player.left
        ? null
        : {
            focus: `who-${i}`,
            text: nameOf(player.name),
            on: entry.player === i,
            act: () => ((entry.player = i), again()),
          },
    ),
    { label: t("moves.whose"), look: "whose" },
  );
}

// A turn

/**
 * @param {Entering} entry
 * @param {EnteringTools & { submit: (move: Spoken<DummMove>) => unknown }} tools
 */
function turnForm(entry, tools) {
  const begun = entry.taken.length > 0;
  /** @param {Face} face */
  const choose = (face) => {
    entry.action = entry.action === face ? null : face;
    tools.redraw();
    if (entry.action) tell(t("page.ready", { button: t("moves.enter") }));
  };
  const enters = () =>
    entry.action ? tools.submit({ move: "play-action", card: `${entry.action}-1` }) : exchange(entry, tools);
  return [
    el("h3", { class: begun ? "unseen" : "" }, t("moves.taken")),
    tableForm(entry, tools),
    begun
      ? mayLay(entry)
        ? laying(entry, tools)
        : another(entry)
      : el(
          "details",
          {
            class: "more",
            id: "action",
            open: entry.unfolded,
            ontoggle: (event) => (entry.unfolded = event.target.open),
          },
          el("summary", {}, t("moves.action")),
          shelf(
            facesOf("keep").map(({ face }) => face),
            (face) => choose(face),
            { chosen: entry.action ?? "", out: (face) => whyNot(entry.holds, face) },
          ),
        ),
    el("div", { class: "sheet-foot" }, problem(entry), mainButton("enter", t("moves.enter"), enters, !isWhole(entry))),
  ];
}

/** @param {Entering} of */
const places = ({ taken }) => taken.map(([place]) => place);

/**
 * Whether so much may be taken and no more: Mac with seven gives two, and so do the piles to whoever could not pay with
 * two.
 * @param {Entering} entry
 */
const mayLay = (entry) => sources(entry.legal).includes(places(entry).join());

/** @param {Entering} entry */
const another = (entry) =>
  el("p", { class: "notice" }, t(places(entry)[0] === "mac" ? "illegal.mac-over-seven" : "illegal.cannot-pay"));

/**
 * Whether so much is laid as what was taken asks for; what the rules have against it the Pi says.
 * @param {Entering} entry
 */
const isWhole = (entry) =>
  entry.action !== null ||
  (entry.taken.length > 0 && (entry.drawn !== null || entry.taken.length + entry.laid.length === EXCHANGE));

/**
 * Take what was tapped: with what is taken already where the rules have it so, else instead of it; once more puts it
 * back.
 * @param {Entering} entry
 * @param {At} of
 */
function take(entry, [place, code]) {
  /** @param {At} of */
  const isIt = ([other, its]) => other === place && (place !== "mac" || its === code);
  /** @param {At[]} list */
  const may = (list) =>
    sources(entry.legal).some((source) => `${source},`.startsWith(`${list.map(([each]) => each).join()},`));
  /** @type {At} */
  const tapped = [place, code];
  const more = [...entry.taken, tapped];
  entry.action = null;
  const without = entry.taken.filter((each) => !isIt(each));
  const again = place === "mac" && without.length < entry.taken.length;
  if (!again && may(more)) entry.taken = more;
  else entry.taken = without.length < entry.taken.length ? without : [tapped];
  if (entry.taken[0]?.[0] !== more[0][0]) entry.laid = [];
  if (!places(entry).includes("draw")) entry.drawn = null;
  entry.laid = entry.laid.slice(0, Math.max(0, EXCHANGE - entry.taken.length));
  entry.said = null;
}

/**
 * The table, to be tapped where something was taken.
 * @param {Entering} entry
 * @param {EnteringTools} of
 */
function tableForm(entry, { view, redraw }) {
  /**
   * @param {string} place
   * @param {Code | null} code
   */
  const tap = (place, code) => {
    take(entry, [place, code]);
    redraw();
    tell(saidOfTaken(entry));
    if (entry.taken.length === EXCHANGE - 1) goesOnAt(".laid ~ .pad [tabindex='0']");
  };
  const row = view().zones?.mac ?? [];
  /** @param {Code | null} code */
  const isTaken = (code) => entry.taken.some(([, its]) => its === code);
  return roving(
    el(
      "div",
      { class: "taking" },
      row.length
        ? el(
            "div",
            { class: "mac-row", role: "group", "aria-label": t("page.mac"), vars: { "--cards": "7" } },
            row.map((code) =>
              cardButton(code, () => tap("mac", code), { pressed: isTaken(code), focus: `take-${code}` }),
            ),
          )
        : null,
      el(
        "div",
        { class: "taking-piles", role: "group", "aria-label": t("page.piles") },
        PILES.map((place) => pileButton(entry, place, view(), () => tap(place, topOf(view(), entry, place)))),
      ),
    ),
  );
}

/**
 * What is taken, and what that asks for, in words.
 * @param {Entering} entry
 */
function saidOfTaken(entry) {
  const cards = entry.taken.map(([place, code]) =>
    place === "mac" || code ? cardAt(code, place) : t(`page.pile.${place}`),
  );
  const said = cards.length
    ? t("moves.told.taken", { cards: cards.join(t("list.separator")) })
    : t("moves.told.nothing");
  return said + (entry.taken.length ? ` ${stillToLay(entry)}` : "");
}

/**
 * How many cards are still to be laid, or that all are there.
 * @param {Entering} entry
 */
function stillToLay(entry) {
  const left = EXCHANGE - entry.taken.length - entry.laid.length;
  if (!mayLay(entry)) return t(places(entry)[0] === "mac" ? "illegal.mac-over-seven" : "illegal.cannot-pay");
  return isWhole(entry) ? t("page.ready", { button: t("moves.enter") }) : t("moves.told.to-lay", { n: left });
}

/**
 * Bring the keyboard to where the next thing is done.
 * @param {string} selector
 */
function goesOnAt(selector) {
  const place = document.querySelector(`dialog[data-sheet=move] ${selector}`);
  if (place instanceof HTMLElement) focusOn(place);
}

/**
 * The card that a take finds on an open pile; nobody knows one from the draw pile.
 * @param {DummView} view
 * @param {Entering} of
 * @param {string} place
 */
function topOf(view, { taken }, place) {
  if (place === "draw") return null;
  return view.zones?.[place]?.[taken.filter(([other]) => other === place).length] ?? null;
}

/**
 * @param {Entering} entry
 * @param {string} place
 * @param {DummView} view
 * @param {() => void} tapped
 */
function pileButton(entry, place, view, tapped) {
  const n = places(entry).filter((other) => other === place).length;
  const top = view.zones?.[place]?.[0];
  if (place !== "draw" && top === undefined) return el("span", { class: "spot" }, t("page.pile.empty"));
  return button(
    {
      class: "taking-pile",
      "aria-pressed": String(n > 0),
      data: { focus: `take-${place}`, take: place },
      onclick: tapped,
    },
    card(place === "draw" ? null : top),
    el("span", {}, t(`page.pile.${place}`), n ? ` · ${n}` : ""),
  );
}

/**
 * What is laid, and where; a card nobody could read is laid as unseen.
 * @param {Entering} entry
 * @param {EnteringTools} of
 */
function laying(entry, { redraw }) {
  const onto = entry.taken[0][0] === "mac" ? ["mac"] : ["open-left", "open-right"];
  const most = EXCHANGE - entry.taken.length;
  const codes = entry.taken.map(([, code]) => code);
  /** @param {() => unknown} act */
  const change = (act) => {
    act();
    entry.said = null;
    redraw();
  };
  /** @param {Face | null} face */
  const lay = (face) => {
    const place = onto.length > 1 ? entry.side : onto[0];
    change(() => entry.laid.length < most && (entry.laid = [...entry.laid, { face, place }]));
    tell(`${t("moves.told.laid", { card: cardName(face), where: t(`moves.onto.${place}`) })} ${stillToLay(entry)}`);
    if (isWhole(entry)) goesOnAt("#enter");
  };
  const chosen = entry.laid.map(({ face }) => face);
  return el(
    "div",
    { class: "stack" },
    places(entry).includes("draw") ? drawnAtOnce(entry, redraw) : null,
    entry.drawn === null
      ? [
          el(
            "div",
            { class: "laid" },
            el("h3", {}, t(onto.length > 1 ? "moves.laid" : "moves.laid-mac")),
            laidCards(entry, most, onto, change),
            onto.length > 1 ? sides(entry, onto, change) : null,
          ),
          numberPad(lay, {
            out: (face) => (chosen.length < most ? whyNot(entry.holds, face, codes, chosen) : t("moves.laid-enough")),
          }),
          onto.length > 1
            ? button(
                {
                  class: "quiet",
                  data: { focus: "unseen" },
                  disabled: chosen.length >= most,
                  onclick: () => lay(null),
                },
                t("moves.unseen"),
              )
            : null,
        ]
      : null,
  );
}

/**
 * @param {Entering} entry
 * @param {number} most
 * @param {string[]} onto
 * @param {(act: () => unknown) => void} change
 */
function laidCards(entry, most, onto, change) {
  /** @param {number} i */
  const away = (i) => () => change(() => (entry.laid = entry.laid.filter((_, j) => j !== i)));
  return el(
    "div",
    { class: "cards" },
    entry.laid.map(({ face, place }, i) =>
      el(
        "span",
        { class: "laid-card" },
        cardButton(face, away(i), { label: t("picker.remove", { card: cardName(face) }), focus: `laid-${i}` }),
        onto.length > 1 ? el("span", { class: "soft" }, t(`page.pile.${place}`)) : null,
      ),
    ),
    Array.from({ length: Math.max(0, most - entry.laid.length) }, () => el("span", { class: "spot" })),
  );
}

/**
 * @param {Entering} entry
 * @param {string[]} onto
 * @param {(act: () => unknown) => void} change
 */
const sides = (entry, onto, change) =>
  toggles(
    onto.map((place) => ({
      focus: `side-${place}`,
      text: t(`moves.onto.${place}`),
      on: entry.side === place,
      data: { side: place },
      act: () => change(() => (entry.side = place)),
    })),
    { label: t("moves.laid") },
  );

/**
 * @param {Entering} entry
 * @param {() => void} redraw
 */
function drawnAtOnce(entry, redraw) {
  /** @param {Face} face */
  const choose = (face) => {
    entry.drawn = entry.drawn === face ? null : face;
    redraw();
  };
  return el(
    "details",
    { class: "more", open: entry.drawn !== null },
    el("summary", {}, t("moves.drawn-at-once")),
    shelf(
      facesOf("at-once").map(({ face }) => face),
      choose,
      { chosen: entry.drawn, out: (face) => whyNot(entry.holds, face) },
    ),
  );
}

// Telling the Pi

/**
 * A whole exchange: what was taken with what was laid, or with the at-once card that was shown.
 * @param {Entering} entry
 * @param {EnteringTools} tools
 */
async function exchange(entry, tools) {
  const { taken, laid, drawn } = entry;
  const codes = copiesFor(
    entry.holds,
    laid.map(({ face }) => face),
    taken.map(([, code]) => code),
  );
  const lay = laid.map(({ place }, i) => /** @type {At} */ ([place, codes[i]]));
  const more = drawn ? { shown: `${drawn}-1` } : { lay };
  await one(entry, { move: "exchange", take: taken, ...more }, tools);
}

/**
 * @param {Entering} entry
 * @param {Spoken<DummMove>} move
 * @param {EnteringTools} tools
 */
async function one(entry, move, tools) {
  entry.busy = true;
  const { player } = entry;
  // What the table decides is no player's.
  const said = move.move === "rule" ? move : /** @type {DummMove} */ ({ player, ...move });
  const came = await entry.say("/api/moves", { player, move: said });
  await after(entry, came, tools);
  entry.busy = false;
}

/**
 * Close when all went well and nothing needs to be decided; else show what the Pi said.
 * @param {Entering} entry
 * @param {Came<Outcome>} came
 * @param {EnteringTools} tools
 */
async function after(entry, came, tools) {
  if (came.ok) keep(KEY, null);
  if (came.ok) Object.assign(entry, EMPTY);
  const now = /** @type {DummView} */ (await fetchView().catch(() => tools.view()));
  if (came.ok && now.you?.host) entry.player = whoDecides(now) ?? entry.player;
  entry.at = stateOf(now);
  await ask(entry, { host: now.you?.host ?? false }, now);
  if (!came.ok) entry.said = refusals(came);
  entry.lost ||= came.status === 0;
  const goesOn = whoDecides(now) === entry.player && isWaiting(entry.legal);
  if (came.ok) entered(came, t("moves.entered"), goesOn);
  if (came.ok && !goesOn) return tools.close();
  tools.redraw();
  if (came.ok) goesOnAt(ASKED);
}

/**
 * Whom play waits for; what others may still enter of their turn they need not.
 * @param {View} of
 */
const whoDecides = ({ turn }) => turn?.deciding ?? turn?.player;

/**
 * Whether something has to be decided before play goes on; a claim may be made, and need not.
 * @param {DummMove[]} legal
 */
const isWaiting = (legal) =>
  !begins(legal) &&
  legal.some(
    (move) => ["choose", "rule", "take"].includes(move.move) || (move.move === "lay" && move.place !== "actions"),
  );
