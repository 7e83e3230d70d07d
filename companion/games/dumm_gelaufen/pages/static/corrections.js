/** How it really is: what lies on the table, how many cards somebody holds, who has left. */

import { cardButton } from "./cards.js";
import { cardName } from "./deck.js";
import { copiesFor, leftOver, whyNot } from "./holds.js";
import { layingForm, nothingLaid } from "./laying.js";
import { pickCard, pickCards } from "./picker.js";
import { button, buttonRow, el, nameOf, refill, withNames } from "/static/dom.js";
import { keep, kept, mainButton, panel, teller } from "/static/forms.js";
import { range, t } from "/static/words.js";

/** @import { TabTools, Teller } from "/types/pages.d.ts" */
/** @import { Player, Seat } from "/types/wire.d.ts" */
/** @import { Code, DummCorrection, DummView, Face, Kind } from "../types.d.ts" */

/** @typedef {"mac" | "left" | "right" | "actions"} Zone As corrections name it. */
/**
 * @typedef {object} Draft What the host has changed and not said yet.
 * @property {Partial<Record<Zone, (Code | null)[]>>} zones
 * @property {Partial<Record<Zone, string>>} of What lay there when it was changed.
 * @property {Record<Seat, number | undefined>} hands
 * @property {Seat | null} leaves
 * @property {import("./laying.js").Laying} laying What was typed in of a table that is set up.
 */
/** @typedef {Teller<DummCorrection>} Tell */

/** Zone -> what the view calls it. */
const ZONES = { mac: "mac", left: "open-left", right: "open-right", actions: "actions" };
const NAMES = /** @type {Zone[]} */ (Object.keys(ZONES));
const MAC_MOST = 7;
const LAYING = "murphy-laying";

/**
 * Draw the tab; nothing is sent before the host says so. What it returns draws it again as the table is now.
 * @param {HTMLElement} place
 * @param {TabTools<DummView>} of
 */
export function correctionsTab(place, { view, said, refresh }) {
  /** @type {Draft} */
  const draft = { zones: {}, of: {}, hands: {}, leaves: null, laying: kept(LAYING, gameOf(view())) ?? nothingLaid() };
  const forms = () =>
    view().phase === "over"
      ? []
      : view().phase === "set-up"
        ? [setUpForm(draft, view(), lays, draw)]
        : [
            tableForm(draft, view(), tell, draw),
            handsForm(draft, view(), tell, draw),
            othersForm(draft, view(), tell, draw),
          ];
  const draw = () => {
    dropOutdated(draft, view());
    refill(place, forms());
  };
  /** @type {Tell} */
  const tell = teller({ said, refresh }, draw);
  /** @type {Tell} */
  const enters = teller({ said, refresh }, draw, "moves.entered");
  /** @type {Tell} */
  const lays = (all) => enters(all, () => keep(LAYING, null));
  draw();
  return draw;
}

/**
 * Cards that were said of a row or pile that has changed meanwhile are said of it no more.
 * @param {Draft} draft
 * @param {DummView} view
 */
function dropOutdated(draft, view) {
  for (const zone of NAMES) if (draft.of[zone] !== lies(view, zone)) delete draft.zones[zone];
}

/**
 * @param {DummView} view
 * @param {Zone} zone
 */
const lies = ({ zones }, zone) => JSON.stringify(zones?.[ZONES[zone]] ?? []);

// What lies on the table

/**
 * @param {Draft} draft
 * @param {DummView} view
 * @param {Zone} zone
 */
const cardsNow = (draft, view, zone) => draft.zones[zone] ?? view.zones?.[ZONES[zone]] ?? [];

/**
 * For which game a table is set up.
 * @param {DummView} view
 */
const gameOf = ({ edition, players }) => [edition, players.map(({ name }) => name)];

/**
 * Before the game, all at once: also the action cards that were set aside in dealing.
 * @param {Draft} draft
 * @param {DummView} view
 * @param {Tell} tell
 * @param {() => void} draw
 */
function setUpForm(draft, view, tell, draw) {
  const actions = el(
    "details",
    { class: "more", open: Boolean(draft.zones.actions?.length) },
    el("summary", {}, t("laying.actions")),
    zoneForm("actions", draft, view, draw),
  );
  keep(LAYING, draft.laying, gameOf(view));
  return layingForm(draft.laying, view, tell, { redraw: draw, actions, besides: { ...draft.zones } });
}

/**
 * @param {Draft} draft
 * @param {DummView} view
 * @param {Tell} tell
 * @param {() => void} draw
 */
function tableForm(draft, view, tell, draw) {
  const changed = Object.keys(draft.zones);
  const right = async () => {
    for (const correction of corrections(draft, view)) if (!(await tell(correction))) return;
    draft.zones = {};
    draw();
  };
  return panel(
    "table-form",
    t("host.table"),
    t("host.table.why"),
    el(
      "div",
      { class: "zone-forms" },
      NAMES.map((zone) => zoneForm(zone, draft, view, draw)),
    ),
    mainButton("table-right", t("host.table.right"), right, !changed.length),
  );
}

/**
 * What is to be said: only what changed. A card on a pile is only its top; what is believed to lie below stays.
 * @param {Draft} draft
 * @param {DummView} view
 * @returns {DummCorrection[]}
 */
function corrections(draft, view) {
  return NAMES.flatMap((zone) => {
    const cards = draft.zones[zone];
    if (!cards) return [];
    const before = view.zones?.[ZONES[zone]] ?? [];
    const [top] = cards;
    const onTop = zone !== "mac" && cards.length >= before.length && top;
    return onTop ? { event: "top-seen", place: ZONES[zone], card: top } : { event: "table-corrected", [zone]: cards };
  });
}

/**
 * @param {Zone} zone
 * @param {Draft} draft
 * @param {DummView} view
 * @param {() => void} draw
 */
function zoneForm(zone, draft, view, draw) {
  const cards = cardsNow(draft, view, zone);
  /** @param {(Code | null)[]} next */
  const set = (next) => {
    draft.zones[zone] = next;
    draft.of[zone] = lies(view, zone);
    draw();
  };
  /** @param {number} i */
  const without = (i) => set(cards.filter((_, j) => j !== i));
  /** @param {number} i */
  const others = (i) => cards.filter((_, j) => j !== i);
  // What a card is said to be instead of it may be a card like it.
  const left = (/** @type {(Code | null)[]} */ list) =>
    leftOver(
      Object.fromEntries(NAMES.map((name) => [ZONES[name], name === zone ? list : cardsNow(draft, view, name)])),
    );
  /** @param {number} i */
  const pick = (i) =>
    pickCard(
      t("host.card.is"),
      (face) => set(cards.map((code, j) => (j === i ? copiesFor(left(others(i)), [face])[0] : code))),
      { kinds: kindsIn(zone), away: () => without(i), out: (face) => whyNot(left(others(i)), face) },
    );
  const here = left(cards);
  /** @param {(Face | null)[]} faces */
  const fill = (faces) => set([...cards, ...copiesFor(here, faces)]);
  const add = () =>
    zone === "mac"
      ? pickCards(t("host.card.add"), fill, {
          most: MAC_MOST - cards.length,
          out: (face, faces) => whyNot(here, face, [], faces),
        })
      : pickCard(t("host.card.add"), (face) => set([...copiesFor(here, [face]), ...cards]), {
          kinds: kindsIn(zone),
          out: (face) => whyNot(here, face),
        });
  // At the set-up everything that was tapped is in sight: nothing lies below unseen.
  const shown = zone === "mac" || view.phase === "set-up" ? cards : cards.slice(0, 1);
  const room = zone === "mac" && cards.length >= MAC_MOST ? null : plus(zone, add);
  return el(
    "div",
    { class: `zone-form zone-${zone}`, data: { zone } },
    el("h3", {}, t(zone === "mac" ? "page.mac" : `page.pile.${ZONES[zone]}`)),
    el(
      "div",
      { class: "zone-cards" },
      shown.map((code, i) =>
        cardButton(code, () => pick(i), {
          focus: `${zone}-${i}`,
          label: t("host.card.change", { card: cardName(code) }),
        }),
      ),
      room,
    ),
  );
}

/**
 * @param {Zone} zone
 * @param {() => void} add
 */
const plus = (zone, add) =>
  button({ class: "spot", "aria-label": t("host.card.add"), data: { focus: `${zone}-add` }, onclick: add }, "+");

/**
 * @param {Zone} zone
 * @returns {Kind[]}
 */
const kindsIn = (zone) => (zone === "actions" ? ["at-once", "keep"] : ["number"]);

// How many cards somebody holds

/**
 * @param {Draft} draft
 * @param {DummView} view
 * @param {Tell} tell
 * @param {() => void} draw
 */
function handsForm(draft, view, tell, draw) {
  // From a range the first tap goes to its end.
  /**
   * @param {[number, number]} of
   * @param {number} by
   */
  const next = ([low, high], by) => (low === high ? low + by : by < 0 ? low : high);
  /**
   * @param {Seat} seat
   * @param {number} by
   */
  const step = (seat, by) => {
    const now = draft.hands[seat];
    draft.hands[seat] = Math.max(0, now === undefined ? next(view.players[seat].cards, by) : now + by);
    draw();
  };
  /** @param {Seat} player */
  const counts = (player) => {
    const n = draft.hands[player];
    if (n !== undefined) tell({ event: "hand-counted", player, fewest: n, most: n }, () => delete draft.hands[player]);
  };
  return panel(
    "hands-form",
    t("host.hands"),
    t("host.hands.why"),
    el(
      "ul",
      { class: "hands" },
      view.players.map((player, seat) =>
        player.left
          ? null
          : el(
              "li",
              {},
              el("span", { class: "hand-name" }, nameOf(player.name)),
              button(
                {
                  class: "square",
                  "aria-label": `${player.name}: ${t("host.hands.fewer")}`,
                  data: { focus: `less-${seat}` },
                  onclick: () => step(seat, -1),
                },
                "−",
              ),
              el("output", {}, draft.hands[seat] === undefined ? range(player.cards) : String(draft.hands[seat])),
              button(
                {
                  class: "square",
                  "aria-label": `${player.name}: ${t("host.hands.more")}`,
                  data: { focus: `more-${seat}` },
                  onclick: () => step(seat, 1),
                },
                "+",
              ),
              button(
                {
                  class: "main",
                  disabled: draft.hands[seat] === undefined,
                  "aria-label": `${player.name}: ${t("page.assumed.right")}`,
                  data: { focus: `hand-${seat}` },
                  onclick: () => counts(seat),
                },
                t("page.assumed.right"),
              ),
            ),
      ),
    ),
  );
}

// Reshuffled, left

/**
 * @param {Draft} draft
 * @param {DummView} view
 * @param {Tell} tell
 * @param {() => void} draw
 */
function othersForm(draft, view, tell, draw) {
  // Whoever has left is not asked back: it takes a second tap.
  /** @param {Seat} player */
  const left = (player) => {
    const sure = draft.leaves === player;
    draft.leaves = sure ? null : player;
    return sure ? tell({ event: "player-left", player }) : draw();
  };
  /**
   * @param {Player} of
   * @param {Seat} i
   */
  const leaver = ({ name }, i) =>
    button(
      { class: "danger", data: { focus: `left-${i}`, left: i }, onclick: () => left(i) },
      draft.leaves === i ? el("span", {}, withNames(t("host.left.sure", { name }), [name])) : nameOf(name),
    );
  return panel(
    "others-form",
    t("host.others"),
    null,
    button({ id: "reshuffled", onclick: () => tell({ event: "draw-pile-reshuffled" }) }, t("host.reshuffled")),
    el(
      "details",
      { class: "more", open: draft.leaves !== null },
      el("summary", {}, t("host.left")),
      el("p", { class: "soft" }, t("host.left.somebody")),
      buttonRow(view.players.map((player, i) => (player.left ? null : leaver(player, i)))),
    ),
  );
}
