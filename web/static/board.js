/** What stands around every game: whose turn it is, people, what was said, and what was only assumed of it. */

import { button, byId, el, fill, nameOf, withNames } from "./dom.js";
import { game, mayHavePhone } from "./games.js";
import { iconOf } from "./icons.js";
import { has, t, words } from "./words.js";

/** @import { Announcement, AssumedTurn, Correction, Player, Said, Seat, Told, View } from "../types/wire.d.ts" */
/** @import { Child } from "../types/pages.d.ts" */

/**
 * @typedef {object} Beside What stands beside a player's name: whose turn it is, who holds this phone, and what gives
 * the turn to this one.
 * @property {boolean} here
 * @property {boolean} you
 * @property {(() => void) | null} give
 * @property {string} focus
 * @property {Child} mark
 */

const LONG = 16; // letters after which a line across the room is set smaller
const LONGER = 21; // and in two lines

/**
 * What parts of a page say, without their looks.
 * @param {Child[]} parts
 */
export const textOf = (parts) => el("span", {}, parts).textContent ?? "";

/**
 * Everybody's name.
 * @param {View} view
 */
export const names = (view) => view.players.map((player) => player.name);

/**
 * What is said of players for whom another phone has spoken since the view before; null if there are none.
 * @param {View | null} before
 * @param {View} view
 */
export function otherPhones(before, view) {
  if (!before || String(names(before)) !== String(names(view))) return null;
  const was = before.seats ?? [];
  const moved = (view.seats ?? [])
    .map((phone, i) => (phone && was[i] && phone !== was[i] ? view.players[i].name : null))
    .filter(Boolean);
  return moved.length ? t("page.seat.moved", { names: moved.join(t("list.separator")), count: moved.length }) : null;
}

/**
 * @param {Seat | null | undefined} player
 * @returns {player is Seat}
 */
const isSeat = (player) => player !== null && player !== undefined;

/**
 * Whether it is this seat's turn, or this seat's to decide something.
 * @param {View} view
 * @param {Seat | null} seat
 */
export const isMine = (view, seat) =>
  isSeat(seat) && !view.paused && (view.turn?.player === seat || view.turn?.deciding === seat);

/**
 * Whether this seat has something to do, and may ask what.
 * @param {View} view
 * @param {Seat | null} seat
 */
export const mayAsk = (view, seat) => isMine(view, seat) && view.phase === "play";

/**
 * Whether the game is over: somebody has won it, or too few are left to play on.
 * @param {View} view
 */
export const isOver = (view) => view.phase === "over" || isSeat(view.winner);

/**
 * Whether the game goes on just now, so that it is somebody's turn.
 * @param {View} view
 */
export const isPlayed = (view) => view.phase === "play" && !view.paused && !isOver(view) && isSeat(view.turn?.player);

/**
 * Whose turn it is, in one line; a phone with a seat says "you".
 * @param {View} view
 * @param {Seat | null} seat
 * @returns {Child[]}
 */
function turnLine(view, seat) {
  if (isOver(view)) return winLine(view);
  if (view.paused) return [t("page.turn.paused")];
  if (view.phase !== "play" && has(`page.turn.${view.phase}`)) return [t(`page.turn.${view.phase}`)];
  if (!view.turn) return game.between(view) ?? [t("page.turn.nobody")];
  if (!isSeat(view.turn.player)) return [t("page.turn.table")];
  if (view.turn.player === seat) return [t("page.turn.you")];
  return sayName("page.turn.somebody", view, view.turn.player);
}

/**
 * Who else has to decide something now, or what else the game says beside the turn, if anything.
 * @param {View} view
 * @param {Seat | null} seat
 * @returns {Child[] | null}
 */
function deciding(view, seat) {
  const { player, deciding: who } = view.turn ?? {};
  if (view.paused) return null;
  if (isSeat(who) && who !== player)
    return who === seat ? [t("page.turn.decide")] : sayName("page.turn.decides", view, who);
  return game.aside(view, seat);
}

/**
 * Who has won, or who share the win, if anybody has.
 * @param {View} view
 * @returns {Child[]}
 */
export function winLine(view) {
  const { players, winner, winners = [] } = view;
  if (!isSeat(winner)) return [t("page.turn.over")];
  if (winners.length < 2) return sayName("page.turn.won", view, winner);
  const shared = winners.map((seat) => players[seat].name);
  return withNames(t("page.turn.shared", { names: shared.join(t("list.separator")) }), shared);
}

/**
 * A sentence with a gap for a name, the name isolated.
 * @param {string} key
 * @param {View} view
 * @param {Seat | null} player
 * @param {Record<string, Said>} params
 * @returns {Child[]}
 */
export function sayName(key, view, player, params = {}) {
  const mark = "\u0000";
  const [before, after = ""] = t(key, { name: mark, ...params }).split(mark);
  return [before, nameOf(view.players[player ?? -1]?.name ?? t("page.somebody")), after];
}

/**
 * @param {View} view
 * @param {Seat | null} seat
 */
export function drawTurn(view, seat) {
  const mine = isMine(view, seat);
  const place = byId("turn");
  place.classList.toggle("is-mine", mine);
  const { length } = textOf(turnLine(view, seat));
  place.classList.toggle("is-long", length > LONG);
  place.classList.toggle("is-longer", length > LONGER);
  const also = deciding(view, seat);
  fill(
    place,
    [
      view.turn,
      view.round,
      view.phase,
      view.paused,
      view.winner,
      names(view),
      seat,
      also && textOf(also),
      t("page.name"),
      t("page.turn.you"),
    ],
    () => [
      el("span", { class: "turn-words" }, turnLine(view, seat)),
      el("span", { class: "turn-round" }, also ?? (view.round ? t("page.round", { n: view.round }) : "")),
    ],
  );
}

/**
 * Everybody, with what the game says of each; where a turn can be given, `give(seat)` gives it to whoever else is
 * tapped.
 * @param {View} view
 * @param {Seat | null} seat
 * @param {((seat: Seat) => void) | null} give
 */
export function drawPlayers(view, seat, give = null) {
  const turn = view.turn?.player;
  fill(byId("players"), [view.players, view.phase, turn, seat, view.paused, give !== null, t("page.you")], () => [
    el(
      "ul",
      { class: `people${give ? " can-give" : ""}` },
      view.players.map((player, i) =>
        person(player, game.player(player, view), {
          here: i === turn,
          you: i === seat,
          give: give && mayHavePhone(player) ? () => give(i) : null,
          focus: `give-${i}`,
          mark: game.mark(i),
        }),
      ),
    ),
    game.underPlayers(view),
  ]);
}

/**
 * @param {Player} player
 * @param {Pick<Beside, "here" | "give" | "focus">} of
 */
function turnSign(player, { here, give, focus }) {
  if (here) return iconOf("turn");
  if (!give) return null;
  const label = t("page.turn.give", { name: player.name });
  return button({ class: "give", title: label, "aria-label": label, data: { focus }, onclick: give }, iconOf("turn"));
}

/**
 * @param {Player} player
 * @param {Child} more
 * @param {Beside} of
 */
function person(player, more, { here, you, give, focus, mark }) {
  return el(
    "li",
    {
      class: `person${here ? " is-turn" : ""}${you ? " is-you" : ""}${player.left ? " is-gone" : ""}`,
      "aria-current": here ? "true" : null,
    },
    el("span", { class: "person-turn" }, turnSign(player, { here, give, focus })),
    el(
      "span",
      { class: "person-name" },
      mark,
      nameOf(player.name),
      you ? el("span", { class: "you" }, t("page.you")) : null,
      player.robot ? el("span", { class: "you is-robot" }, t("plays.robot")) : null,
    ),
    more,
  );
}

/**
 * What was said, newest first, each thing once: a turn as it was told last, and what the game says was told
 * already not again. Questions stand on the page while they are asked (`asked` keeps them), what is missing while
 * it is.
 * @template {Told} T
 * @param {readonly T[]} told
 * @param {{ asked?: boolean }} of
 * @returns {T[]}
 */
export function newsOf(told, { asked = false } = {}) {
  const turns = new Set();
  return [...told].reverse().filter((said) => {
    const turn = said.params?.turn;
    if (said.kind === "question") return asked;
    if (said.kind === "set-up") return false;
    if (turn === undefined) return true;
    if (turns.has(turn) || game.wasTold(said, told)) return false;
    turns.add(turn);
    return true;
  });
}

/**
 * The very last thing that was said, where a phone shows it without scrolling; not a turn that stands below as `open`.
 * @param {View} view
 * @param {readonly (number | undefined)[]} open
 */
export function drawLatest(view, open = []) {
  // What is against the rules stands above as long as it holds.
  const [newest] = newsOf(view.announcements ?? []).filter(({ kind }) => kind !== "illegal");
  const last = open.includes(newest?.params?.turn) ? undefined : newest;
  fill(byId("latest"), [last, names(view)], () => (last ? [newsLine(last, names(view), null, "p")] : []));
}

/**
 * What was said last, newest first. `extra(said)` may add a button to a line.
 * @param {View} view
 * @param {{ most?: number, asked?: boolean, extra?: (said: Announcement) => Child }} of
 */
export function drawNews(view, { most = 20, asked = false, extra = () => null } = {}) {
  const news = newsOf(view.announcements ?? [], { asked }).slice(0, most);
  fill(byId("news"), [news, view.questions?.map((q) => q.id)], () => [
    el("h2", { id: "news-title", class: "label" }, t("page.news")),
    news.length
      ? el(
          "ol",
          { class: "said" },
          news.map((said) => newsLine(said, names(view), extra(said))),
        )
      : el("p", { class: "soft" }, t("page.news.none")),
  ]);
}

/**
 * @param {Announcement} said
 * @param {string[]} people
 * @param {Child} extra
 * @param {"li" | "p"} tag
 */
function newsLine(said, people, extra, tag = "li") {
  return el(
    tag,
    { class: `line line-${said.kind}`, data: { seq: said.seq } },
    game.sign(said),
    el("span", { class: "line-text" }, withNames(words(said.text), people)),
    extra,
  );
}

/**
 * The turns of a list that may have been others.
 * @template {AssumedTurn} T
 * @param {readonly T[]} moves
 * @returns {T[]}
 */
export const unsure = (moves) => moves.filter((move) => !move.sure && move.choices?.length);

/**
 * What was assumed, with a button for everything else that it may have been.
 * @param {AssumedTurn} move
 * @param {Player[]} players
 * @param {(was: Correction) => void} was
 */
export function assumedTurn(move, players, was) {
  return el(
    "div",
    { class: "assumed", data: { move: move.id } },
    el(
      "p",
      {},
      el("span", { class: "label" }, t("page.assumed"), " "),
      nameOf(players[move.player].name),
      " ",
      stopped(words(move.text)),
    ),
    move.choice
      ? button(
          {
            class: "agree",
            data: { focus: `was-${move.id}`, agree: move.id },
            onclick: () => was({ do: "was", move: move.id, choice: move.choice }),
          },
          iconOf("check"),
          t("page.assumed.right"),
        )
      : null,
    otherTurns(move, was),
  );
}

/**
 * A sentence with its stop; what asks or calls has one.
 * @param {string} said
 */
const stopped = (said) => (/[.?!…]$/.test(said) ? said : `${said}.`);

/**
 * A button for everything that a turn may have been instead; `was(correction)` tells it.
 * @param {AssumedTurn} move
 * @param {(was: Correction) => void} was
 */
export function otherTurns(move, was) {
  return el(
    "div",
    { class: "others", role: "group", "aria-label": t("page.assumed.how") },
    move.choices.map(({ id, text }) =>
      button(
        {
          data: { focus: `was-${move.id}-${id}`, was: id },
          onclick: () => was({ do: "was", move: move.id, choice: id }),
        },
        el("span", { class: "label" }, t("page.assumed.or")),
        el("span", {}, words(text)),
      ),
    ),
  );
}
