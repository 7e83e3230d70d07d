/** Moves by tap: what is taken is tapped where it lies, what is laid on the pad; one move is one word to the Pi. */

import { card, cardButton } from "./cards.js";
import { cardName, facesOf } from "./deck.js";
import { isOver } from "/static/board.js";
import { el, nameOf } from "/static/dom.js";
import { followUp } from "./followups.js";
import { copiesFor, holdsOf, whyNot } from "./holds.js";
import { numberPad, shelf } from "./picker.js";
import { entered, sheet } from "/static/shell.js";
import { fetchView, get, once } from "/static/wire.js";
import { refusal, refusals, t } from "/static/words.js";

const EXCHANGE = 3; // cards that move in an exchange: one taken and two laid, or two and one
const PILES = ["open-left", "draw", "open-right"];
const EMPTY = { taken: [], laid: [], side: "open-left", drawn: null, said: null, whom: undefined };

/**
 * Open the sheet in which a player's next move is entered; `first` is a place, with its card, that was tapped already.
 */
export async function moveSheet({ view, you }, first = null) {
  const player = you.host ? (view().turn?.player ?? you.seat ?? 0) : you.seat;
  const entry = { player, ...EMPTY, legal: [], holds: null, say: once() };
  await ask(entry, you, view());
  if (first && begins(entry.legal)) take(entry, first);
  const [begun, { game }] = [stateOf(view()), view()];
  const changed = async (now, { close, redraw }) => {
    if (now.game !== game || now.phase !== "play" || now.paused || isOver(now)) return close();
    if (entry.busy || stateOf(now) === entry.at) return;
    entry.at = stateOf(now);
    if (you.host) entry.player = whoDecides(now) ?? entry.player;
    Object.assign(entry, EMPTY);
    await ask(entry, you, now);
    redraw();
  };
  entry.at = begun;
  return sheet(t("moves.title"), (tools) => form(entry, { ...tools, view, you }), { name: "move", changed });
}

/** Whose turn it is and what lies there: where that changes, what was being entered is about another table. */
const stateOf = ({ round, turn, zones }) => JSON.stringify([round, turn?.player, turn?.deciding, zones]);

/** Which moves there are now, and which cards may be in the hand. */
async function ask(entry, you, view) {
  const whom = you.host ? `?player=${entry.player}` : "";
  const [came, holds] = await Promise.all([get(`/api/legal${whom}`), holdsOf(entry.player, view)]);
  entry.legal = came.ok ? came.data.moves : [];
  entry.holds = holds;
  entry.said = came.ok ? null : refusal(came);
}

/** What may be taken, as places. */
const sources = (legal) =>
  legal.filter(({ move }) => move === "take").map(({ cards }) => cards.map(([place]) => place).join());

/** Whether a turn can begin: an exchange of two cards is among what is legal. */
const begins = (legal) => sources(legal).some((source) => source.includes(","));

function form(entry, tools) {
  const again = async () => {
    Object.assign(entry, EMPTY);
    await ask(entry, tools.you, tools.view());
    tools.redraw();
  };
  const submit = (move) => one(entry, move, tools);
  const cardOf = (face) => copiesFor(entry.holds, [face])[0];
  return [
    tools.you.host ? whose(entry, tools, again) : null,
    begins(entry.legal)
      ? turnForm(entry, { ...tools, submit })
      : [problem(entry), followUp(entry, { ...tools, submit, cardOf })],
  ];
}

const problem = ({ said }) => (said ? el("p", { class: "notice bad", role: "alert" }, said) : null);

function whose(entry, { view }, again) {
  return el(
    "div",
    { class: "choices whose", role: "group", "aria-label": t("moves.whose") },
    view().players.map((player, i) =>
      player.left
        ? null
        : el(
            "button",
            {
              type: "button",
              "aria-pressed": String(entry.player === i),
              data: { focus: `who-${i}` },
              onclick: () => ((entry.player = i), again()),
            },
            nameOf(player.name),
          ),
    ),
  );
}

// A turn

function turnForm(entry, tools) {
  const begun = entry.taken.length > 0;
  return [
    el("h3", { class: begun ? "unseen" : "" }, t("moves.taken")),
    tableForm(entry, tools),
    begun
      ? mayLay(entry)
        ? laying(entry, tools)
        : another(entry)
      : el(
          "details",
          { class: "more", id: "action" },
          el("summary", {}, t("moves.action")),
          shelf(
            facesOf("keep").map(({ face }) => face),
            (face) => tools.submit({ move: "play-action", card: `${face}-1` }),
            { out: (face) => whyNot(entry.holds, face) },
          ),
        ),
    el(
      "div",
      { class: "sheet-foot" },
      problem(entry),
      el(
        "button",
        {
          type: "button",
          class: "main big",
          id: "enter",
          disabled: !isWhole(entry),
          data: { focus: "enter" },
          onclick: () => exchange(entry, tools),
        },
        t("moves.enter"),
      ),
    ),
  ];
}

const places = ({ taken }) => taken.map(([place]) => place);

/**
 * Whether so much may be taken and no more: Mac with seven gives two, and so do the piles to whoever could not pay with
 * two.
 */
const mayLay = (entry) => sources(entry.legal).includes(places(entry).join());

const another = (entry) =>
  el("p", { class: "notice" }, t(places(entry)[0] === "mac" ? "illegal.mac-over-seven" : "illegal.cannot-pay"));

/** Whether so much is laid as what was taken asks for; what the rules have against it the Pi says. */
const isWhole = (entry) =>
  entry.taken.length > 0 && (entry.drawn !== null || entry.taken.length + entry.laid.length === EXCHANGE);

/**
 * Take what was tapped: with what is taken already where the rules have it so, else instead of it; once more puts it
 * back.
 */
function take(entry, [place, code]) {
  const isIt = ([other, its]) => other === place && (place !== "mac" || its === code);
  const may = (list) =>
    sources(entry.legal).some((source) => `${source},`.startsWith(`${list.map(([each]) => each).join()},`));
  const more = [...entry.taken, [place, code]];
  const without = entry.taken.filter((each) => !isIt(each));
  const again = place === "mac" && without.length < entry.taken.length;
  if (!again && may(more)) entry.taken = more;
  else entry.taken = without.length < entry.taken.length ? without : [[place, code]];
  if (entry.taken[0]?.[0] !== more[0][0]) entry.laid = [];
  if (!places(entry).includes("draw")) entry.drawn = null;
  entry.laid = entry.laid.slice(0, Math.max(0, EXCHANGE - entry.taken.length));
  entry.said = null;
}

/** The table, to be tapped where something was taken. */
function tableForm(entry, { view, redraw }) {
  const tap = (place, code) => {
    take(entry, [place, code]);
    redraw();
  };
  const row = view().zones?.mac ?? [];
  const isTaken = (code) => entry.taken.some(([, its]) => its === code);
  return el(
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
  );
}

/** The card that a take finds on an open pile; nobody knows one from the draw pile. */
function topOf(view, { taken }, place) {
  if (place === "draw") return null;
  return view.zones?.[place]?.[taken.filter(([other]) => other === place).length] ?? null;
}

function pileButton(entry, place, view, tapped) {
  const n = places(entry).filter((other) => other === place).length;
  const top = view.zones?.[place]?.[0];
  if (place !== "draw" && top === undefined) return el("span", { class: "spot" }, t("page.pile.empty"));
  return el(
    "button",
    {
      type: "button",
      class: "taking-pile",
      "aria-pressed": String(n > 0),
      data: { focus: `take-${place}`, take: place },
      onclick: tapped,
    },
    card(place === "draw" ? null : top),
    el("span", {}, t(`page.pile.${place}`), n ? ` · ${n}` : ""),
  );
}

/** What is laid, and where; a card nobody could read is laid as unseen. */
function laying(entry, { redraw }) {
  const onto = entry.taken[0][0] === "mac" ? ["mac"] : ["open-left", "open-right"];
  const most = EXCHANGE - entry.taken.length;
  const codes = entry.taken.map(([, code]) => code);
  const change = (act) => {
    act();
    entry.said = null;
    redraw();
  };
  const lay = (face) =>
    change(
      () =>
        entry.laid.length < most &&
        (entry.laid = [...entry.laid, { face, place: onto.length > 1 ? entry.side : onto[0] }]),
    );
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
            ? el(
                "button",
                {
                  type: "button",
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

function laidCards(entry, most, onto, change) {
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

const sides = (entry, onto, change) =>
  el(
    "div",
    { class: "choices", role: "group", "aria-label": t("moves.laid") },
    onto.map((place) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(entry.side === place),
          data: { focus: `side-${place}`, side: place },
          onclick: () => change(() => (entry.side = place)),
        },
        t(`moves.onto.${place}`),
      ),
    ),
  );

function drawnAtOnce(entry, redraw) {
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

/** A whole exchange: what was taken with what was laid, or with the at-once card that was shown. */
async function exchange(entry, tools) {
  const { player, taken, laid, drawn } = entry;
  const codes = copiesFor(
    entry.holds,
    laid.map(({ face }) => face),
    taken.map(([, code]) => code),
  );
  const more = drawn ? { shown: `${drawn}-1` } : { lay: laid.map(({ place }, i) => [place, codes[i]]) };
  await one(entry, { move: "exchange", player, take: taken, ...more }, tools);
}

async function one(entry, move, tools) {
  entry.busy = true;
  const came = await entry.say("/api/moves", { player: entry.player, move: { player: entry.player, ...move } });
  await after(entry, came, tools);
  entry.busy = false;
}

/** Close when all went well and nothing needs to be decided; else show what the Pi said. */
async function after(entry, came, tools) {
  if (came.ok) Object.assign(entry, EMPTY);
  const now = await fetchView().catch(() => tools.view());
  if (came.ok && now.you?.host) entry.player = whoDecides(now) ?? entry.player;
  entry.at = stateOf(now);
  await ask(entry, { host: now.you?.host ?? false }, now);
  if (!came.ok) entry.said = refusals(came);
  const goesOn = whoDecides(now) === entry.player && isWaiting(entry.legal);
  if (came.ok) entered(came, t("moves.entered"), goesOn);
  if (came.ok && !goesOn) return tools.close();
  tools.redraw();
}

/** Whom play waits for; what others may still enter of their turn they need not. */
const whoDecides = ({ turn }) => turn?.deciding ?? turn?.player;

/** Whether something has to be decided before play goes on; a claim may be made, and need not. */
const isWaiting = (legal) =>
  !begins(legal) &&
  legal.some(
    (move) => ["choose", "rule", "take"].includes(move.move) || (move.move === "lay" && move.place !== "actions"),
  );
