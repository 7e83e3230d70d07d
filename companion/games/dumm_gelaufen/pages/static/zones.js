/** The table as a picture: Mac's row and the piles. */

import { card, cardButton, signOf, tellingCard } from "./cards.js";
import { cardAt } from "./deck.js";
import { byId, el, fill, found } from "/static/dom.js";
import { count, range, t } from "/static/words.js";

/** @import { Table } from "/types/pages.d.ts" */
/** @import { Seat } from "/types/wire.d.ts" */
/** @import { At, Code, DummView } from "../types.d.ts" */
/** @import { Look } from "./cards.js" */

/** @typedef {(...first: At) => void} Enter Opens a move with what was tapped. */

const OPEN = ["mac", "open-left", "open-right", "actions"];

let fresh = new Set(); // cards that came to lie open in this turn

/**
 * Whose next move may be entered by a tap on what lies there: mine, or anybody's for the host; only where no camera
 * looks.
 * @param {DummView} view
 * @param {Table<DummView>} tools
 */
const trades = (view, tools) =>
  view.camera === false &&
  view.phase === "play" &&
  !view.paused &&
  isSeat(view.turn?.player) &&
  (tools.you.host || tools.you.seat === view.turn.player) &&
  view.turn.deciding === view.turn.player &&
  !view.turn.asks;

/**
 * @param {Seat | null | undefined} player
 * @returns {player is Seat}
 */
const isSeat = (player) => player !== null && player !== undefined;

/**
 * Draw the table into its place; `before` is the view that was shown there; a tap opens a move with `tools`, if any.
 * @param {HTMLElement} place
 * @param {DummView} view
 * @param {DummView | null} before
 * @param {Table<DummView> | null} tools
 */
export function draw(place, view, before, tools = null) {
  const came = newcomers(before, view);
  if (came.size || before?.turn?.player !== view.turn?.player) fresh = came;
  if (!found("mac"))
    place.append(
      el("section", { id: "mac", class: "mac", "aria-labelledby": "mac-title" }),
      el("section", { id: "piles", class: "piles", "aria-label": t("page.piles"), "data-t-label": "page.piles" }),
    );
  /** @type {Enter | null} */
  const enter =
    tools && trades(view, tools)
      ? (...first) => tools.open(async (here) => (await import("./moves.js")).moveSheet(here, first))
      : null;
  drawMac(view, enter);
  drawPiles(view, enter);
  for (const id of ["mac", "piles"]) walked(byId(id));
}

/** @type {typeof import("/static/roving.js").roving | null} */
let walk = null; // once the keyboard has come to a card: a first look needs no arrow keys

/**
 * Let the arrow keys go from card to card.
 * @param {HTMLElement} place
 */
function walked(place) {
  if (walk) walk(place);
  else place.addEventListener("focusin", learn, { once: true });
}

/** @param {FocusEvent} event */
async function learn({ currentTarget: place }) {
  ({ roving: walk } = await import("/static/roving.js"));
  if (place instanceof HTMLElement) walk(place);
}

/**
 * Whether a zone lies under a hand: shown as it was.
 * @param {DummView} view
 * @param {string} zone
 */
const covered = (view, zone) => (view.covered ?? []).includes(zone);
/**
 * @param {Pick<DummView, "zones">} view
 * @param {string} zone
 */
const cardsIn = (view, zone) => view.zones?.[zone] ?? [];

/**
 * A card that says what it does; one to be traded where a move may be entered.
 * @param {Code | null} code
 * @param {string} place
 * @param {Enter | null} enter
 * @param {Look} options
 */
const laid = (code, place, enter, options) =>
  enter
    ? cardButton(code, () => enter(place, code), { ...options, label: t("moves.take", { card: cardAt(code, place) }) })
    : tellingCard(code, { ...options, label: cardAt(code, place) });

/**
 * @param {DummView} view
 * @param {Enter | null} enter
 */
function drawMac(view, enter) {
  const cards = cardsIn(view, "mac");
  const hidden = covered(view, "mac");
  fill(byId("mac"), [cards, hidden, [...fresh], enter !== null], () => [
    el(
      "div",
      { class: "zone-head" },
      el("h2", { id: "mac-title" }, t("page.mac")),
      hidden
        ? coverSign()
        : el("span", { class: "soft" }, enter ? t("moves.tap") : count("page.mac.cards", cards.length)),
    ),
    el(
      "ul",
      { class: `mac-row${hidden ? " is-covered" : ""}`, vars: { "--cards": String(Math.max(7, cards.length)) } },
      cards.map((code, i) =>
        el("li", {}, laid(code, "mac", enter, { marks: fresh.has(code) ? ["is-new"] : [], focus: `mac-${i}` })),
      ),
      cards.length ? null : el("li", { class: "mac-none" }, t("page.mac.none")),
    ),
  ]);
}

const coverSign = () => el("span", { class: "cover" }, signOf("keep"), t("page.covered"));

/**
 * @param {DummView} view
 * @param {Enter | null} enter
 */
function drawPiles(view, enter) {
  const piles = ["open-left", "draw", "open-right", "actions"];
  const shown = piles.map((zone) => ({ zone, top: cardsIn(view, zone)[0], hidden: covered(view, zone) }));
  fill(byId("piles"), [shown, view.draw, [...fresh], cardsIn(view, "actions").length, enter !== null], () =>
    shown.map(({ zone, top, hidden }) =>
      el(
        "figure",
        { class: `pile pile-${zone}${hidden ? " is-covered" : ""}`, data: { zone } },
        zone === "draw" ? drawPile(view, enter) : pileTop(zone, top, zone === "actions" ? null : enter),
        el("figcaption", {}, hidden ? coverSign() : t(`page.pile.${zone}`)),
      ),
    ),
  );
}

/**
 * @param {string} zone
 * @param {Code | null | undefined} top
 * @param {Enter | null} enter
 */
function pileTop(zone, top, enter) {
  if (top === undefined) return el("span", { class: "spot" }, t("page.pile.empty"));
  if (top === null && !enter) return card(null);
  return laid(top, zone, enter, { marks: fresh.has(top) ? ["is-new"] : [], focus: `pile-${zone}` });
}

/**
 * @param {DummView} view
 * @param {Enter | null} enter
 */
function drawPile(view, enter) {
  const [low, high] = view.draw ?? [0, 0];
  if (high === 0) return el("span", { class: "spot" }, t("page.pile.empty"));
  const left = t(low === high ? "page.draw.left" : "page.draw.about", { n: range([low, high]) });
  return el(
    enter ? "button" : "span",
    {
      class: "draw-pile",
      ...(enter
        ? {
            type: "button",
            "aria-label": `${t("moves.take", { card: t("page.pile.draw") })}. ${left}`,
            data: { focus: "pile-draw" },
            onclick: () => enter("draw", null),
          }
        : {}),
    },
    card(null),
    el(
      "span",
      { class: "draw-count", role: "img", "aria-label": left },
      low === high ? String(low) : `≈${Math.round((low + high) / 2)}`,
    ),
  );
}

/**
 * The cards that came to lie open since the view before.
 * @param {DummView | null} before
 * @param {DummView} now
 */
function newcomers(before, now) {
  if (!before || before.round > now.round || before.phase !== now.phase) return new Set();
  const known = new Set(Object.values(before.zones ?? {}).flat());
  return new Set(OPEN.flatMap((z) => cardsIn(now, z)).filter((c) => c && !known.has(c)));
}
