/** The table as a picture in words and cards: Mac's row, piles, people, what was said. */

import { card } from "./cards.js";
import { kindOf } from "./deck.js";
import { byId, el, fill, nameOf, withNames } from "./dom.js";
import { iconOf, signOf } from "./icons.js";
import { tellingCard } from "./shell.js";
import { count, range, t, words } from "./words.js";

const WINS = 3;
const LONG = 16; // letters after which a line across the room is set smaller

const textOf = (parts) => parts.map((part) => part.textContent ?? part).join("");

/** Whether a zone lies under a hand: shown as it was. */
const covered = (view, zone) => (view.covered ?? []).includes(zone);
const cardsIn = (view, zone) => view.zones?.[zone] ?? [];

/** Everybody's name. */
export const names = (view) => view.players.map((player) => player.name);

const isSeat = (player) => player !== null && player !== undefined;

/** Whether it is this seat's turn, or this seat's to decide something. */
export const isMine = (view, seat) => isSeat(seat) && !view.paused && (view.turn?.player === seat || view.turn?.deciding === seat);

/** Whether somebody has won the game. */
export const isOver = (view) => isSeat(view.winner);

/** Whether the game goes on just now, so that it is somebody's turn. */
export const isPlayed = (view) => view.phase === "play" && !view.paused && !isOver(view) && isSeat(view.turn?.player);

/** Whose turn it is, in one line; a phone with a seat says "you". */
export function turnLine(view, seat) {
  if (isSeat(view.winner)) return sayName("page.turn.won", view, view.winner);
  if (view.paused) return [t("page.turn.paused")];
  if (view.phase === "set-up" || view.phase === "rebuild") return [t(`page.turn.${view.phase}`)];
  if (!view.turn) return [t("page.turn.nobody")];
  if (!isSeat(view.turn.player)) return [t("page.turn.table")];
  if (view.turn.player === seat) return [t("page.turn.you")];
  return sayName("page.turn.somebody", view, view.turn.player);
}

/** Who else has to decide something now, or may still claim, if anybody. */
function deciding(view, seat) {
  const { player, deciding: who, offered } = view.turn ?? {};
  if (view.paused) return null;
  if (isSeat(who) && who !== player) return who === seat ? [t("page.turn.decide")] : sayName("page.turn.decides", view, who);
  if (isSeat(offered) && offered === seat) return [t("page.turn.may-claim")];
  return null;
}

/** A sentence with a gap for a name, the name isolated. */
export function sayName(key, view, player, params = {}) {
  const mark = "\u0000";
  const [before, after = ""] = t(key, { name: mark, ...params }).split(mark);
  return [before, nameOf(view.players[player]?.name ?? t("page.somebody")), after];
}

export function drawTurn(view, seat) {
  const mine = isMine(view, seat);
  const place = byId("turn");
  place.classList.toggle("is-mine", mine);
  place.classList.toggle("is-long", textOf(turnLine(view, seat)).length > LONG);
  const also = deciding(view, seat);
  fill(place, [view.turn, view.round, view.phase, view.paused, view.winner, names(view), seat, t("page.name"), t("page.turn.you")], () => [
    el("span", { class: "turn-words" }, turnLine(view, seat)),
    el("span", { class: "turn-round" }, also ?? (view.round ? t("page.round", { n: view.round }) : "")),
  ]);
}

export function drawMac(view, fresh = new Set()) {
  const cards = cardsIn(view, "mac");
  const hidden = covered(view, "mac");
  fill(byId("mac"), [cards, hidden, [...fresh]], () => [
    el(
      "div",
      { class: "zone-head" },
      el("h2", { id: "mac-title" }, t("page.mac")),
      hidden ? coverSign() : el("span", { class: "soft" }, count("page.mac.cards", cards.length)),
    ),
    el(
      "ul",
      { class: `mac-row${hidden ? " is-covered" : ""}`, vars: { "--cards": String(Math.max(7, cards.length)) } },
      cards.map((code, i) => el("li", {}, tellingCard(code, { marks: fresh.has(code) ? ["is-new"] : [], focus: `mac-${i}` }))),
      cards.length ? null : el("li", { class: "mac-none" }, t("page.mac.none")),
    ),
  ]);
}

const coverSign = () => el("span", { class: "cover" }, signOf("keep"), t("page.covered"));

export function drawPiles(view, fresh = new Set()) {
  const piles = ["open-left", "draw", "open-right", "actions"];
  const shown = piles.map((zone) => [zone, cardsIn(view, zone).slice(0, 1), covered(view, zone)]);
  fill(byId("piles"), [shown, view.draw, [...fresh], cardsIn(view, "actions").length], () =>
    shown.map(([zone, [top], hidden]) =>
      el(
        "figure",
        { class: `pile pile-${zone}${hidden ? " is-covered" : ""}`, data: { zone } },
        zone === "draw" ? drawPile(view) : pileTop(zone, top, fresh),
        el("figcaption", {}, hidden ? coverSign() : t(`page.pile.${zone}`)),
      ),
    ),
  );
}

function pileTop(zone, top, fresh) {
  if (top === undefined) return el("span", { class: "spot" }, t("page.pile.empty"));
  if (top === null) return card(null);
  return tellingCard(top, { marks: fresh.has(top) ? ["is-new"] : [], focus: `pile-${zone}` });
}

function drawPile(view) {
  const [low, high] = view.draw ?? [0, 0];
  if (high === 0) return el("span", { class: "spot" }, t("page.pile.empty"));
  const left = t(low === high ? "page.draw.left" : "page.draw.about", { n: range([low, high]) });
  return el(
    "span",
    { class: "draw-pile" },
    card(null),
    el("span", { class: "draw-count", "aria-label": left }, low === high ? String(low) : `≈${Math.round((low + high) / 2)}`),
  );
}

/** Everybody with hand and stars; where a turn can be given, `give(seat)` gives it to whoever else is tapped. */
export function drawPlayers(view, seat, give = null) {
  const turn = view.turn?.player;
  fill(byId("players"), [view.players, view.phase, turn, seat, view.paused, give !== null, t("page.you")], () => [
    el(
      "ul",
      { class: `people${give ? " can-give" : ""}` },
      view.players.map((player, i) => person(view.phase === "set-up" ? { ...player, cards: null } : player, { here: i === turn, you: i === seat, give: give && !player.left ? () => give(i) : null, focus: `give-${i}` })),
    ),
    view.phase !== "set-up" && view.players.some(({ cards }) => cards && isRange(cards)) ? el("p", { class: "soft two-numbers" }, t("page.hand.two-numbers")) : null,
  ]);
}

function turnSign(player, { here, give, focus }) {
  if (here) return iconOf("turn");
  if (!give) return null;
  const label = t("page.turn.give", { name: player.name });
  return el("button", { type: "button", class: "give", title: label, "aria-label": label, data: { focus }, onclick: give }, iconOf("turn"));
}

function person(player, { here, you, give, focus }) {
  const won = player.won ?? [];
  return el(
    "li",
    { class: `person${here ? " is-turn" : ""}${you ? " is-you" : ""}${player.left ? " is-gone" : ""}`, "aria-current": here ? "true" : null },
    el("span", { class: "person-turn" }, turnSign(player, { here, give, focus })),
    el("span", { class: "person-name" }, nameOf(player.name), you ? el("span", { class: "you" }, t("page.you")) : null),
    player.cards ? el("span", { class: `person-hand${isRange(player.cards) ? " is-unsure" : ""}`, role: "img", "aria-label": handSize(player.cards) }, handNumber(player.cards)) : el("span"),
    el(
      "span",
      { class: "won", role: "img", "aria-label": t("page.won", { n: won.length }) },
      Array.from({ length: Math.max(WINS, won.length) }, (_, i) =>
        el("span", { class: `won-star${i < won.length ? " is-won" : ""}` }, signOf("task")),
      ),
    ),
  );
}

const isRange = ([low, high]) => low !== high;

const handNumber = ([low, high]) => (low === high ? String(low) : `${low}–${high}`);

function handSize(cards) {
  return cards[0] === cards[1] ? count("page.hand", cards[0]) : t("page.hand.range", { low: cards[0], high: cards[1] });
}

/**
 * What was said, newest first, each thing once: a turn as it was told last, an action card where it
 * struck and not again as a turn. Questions stand on the page while they are asked (`asked` keeps them), what
 * is missing while it is.
 */
export function newsOf(told, { asked = false } = {}) {
  const turns = new Set();
  const struck = new Set(told.filter(({ kind }) => kind === "at-once" || kind === "keep").map(({ params }) => params?.card));
  return [...told].reverse().filter(({ kind, params }) => {
    const { turn, card: played } = params ?? {};
    if (kind === "question") return asked;
    if (kind === "set-up") return false;
    if (turn === undefined) return true;
    if (turns.has(turn) || struck.has(played)) return false;
    turns.add(turn);
    return true;
  });
}

/** The very last thing that was said, where a phone shows it without scrolling; not a turn that stands below as `open`. */
export function drawLatest(view, open = []) {
  const [newest] = newsOf(view.announcements ?? []).filter(({ kind }) => kind !== "illegal"); // that stands above as long as it holds
  const last = open.includes(newest?.params?.turn) ? undefined : newest;
  fill(byId("latest"), [last, names(view)], () => (last ? [newsLine(last, names(view), null, "p")] : []));
}

/** What was said last, newest first. `extra(said)` may add a button to a line. */
export function drawNews(view, { most = 20, asked = false, extra = () => null } = {}) {
  const news = newsOf(view.announcements ?? [], { asked }).slice(0, most);
  fill(byId("news"), [news, view.questions?.map((q) => q.id)], () => [
    el("h2", { id: "news-title", class: "label" }, t("page.news")),
    news.length
      ? el("ol", { class: "said" }, news.map((said) => newsLine(said, names(view), extra(said))))
      : el("p", { class: "soft" }, t("page.news.none")),
  ]);
}

function newsLine(said, people, extra, tag = "li") {
  const code = said.params?.card;
  const sign = typeof code === "string" ? signOf(kindOf(code)) : null;
  return el(
    tag,
    { class: `line line-${said.kind}`, data: { seq: said.seq } },
    sign,
    el("span", { class: "line-text" }, withNames(words(said.text), people)),
    extra,
  );
}

/** The cards that came to lie open since the view before. */
export function newcomers(before, now) {
  if (!before || before.round > now.round || before.phase !== now.phase) return new Set();
  const known = new Set(Object.values(before.zones ?? {}).flat());
  return new Set(["mac", "open-left", "open-right", "actions"].flatMap((z) => cardsIn(now, z)).filter((c) => c && !known.has(c)));
}
