/** The table as a picture: Mac's row and the piles. */

import { card } from "./cards.js";
import { signOf } from "./signs.js";
import { tellingCard } from "./telling.js";
import { byId, el, fill } from "/static/dom.js";
import { count, range, t } from "/static/words.js";

const OPEN = ["mac", "open-left", "open-right", "actions"];

let fresh = new Set(); // cards that came to lie open in this turn

/** Draw the table into its place; `before` is the view that was shown there. */
export function draw(place, view, before) {
  const came = newcomers(before, view);
  if (came.size || before?.turn?.player !== view.turn?.player) fresh = came;
  if (!byId("mac")) place.append(el("section", { id: "mac", class: "mac", "aria-labelledby": "mac-title" }), el("section", { id: "piles", class: "piles", "aria-label": t("page.piles"), "data-t-label": "page.piles" }));
  drawMac(view);
  drawPiles(view);
}

/** Whether a zone lies under a hand: shown as it was. */
const covered = (view, zone) => (view.covered ?? []).includes(zone);
const cardsIn = (view, zone) => view.zones?.[zone] ?? [];

function drawMac(view) {
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

function drawPiles(view) {
  const piles = ["open-left", "draw", "open-right", "actions"];
  const shown = piles.map((zone) => [zone, cardsIn(view, zone).slice(0, 1), covered(view, zone)]);
  fill(byId("piles"), [shown, view.draw, [...fresh], cardsIn(view, "actions").length], () =>
    shown.map(([zone, [top], hidden]) =>
      el(
        "figure",
        { class: `pile pile-${zone}${hidden ? " is-covered" : ""}`, data: { zone } },
        zone === "draw" ? drawPile(view) : pileTop(zone, top),
        el("figcaption", {}, hidden ? coverSign() : t(`page.pile.${zone}`)),
      ),
    ),
  );
}

function pileTop(zone, top) {
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

/** The cards that came to lie open since the view before. */
function newcomers(before, now) {
  if (!before || before.round > now.round || before.phase !== now.phase) return new Set();
  const known = new Set(Object.values(before.zones ?? {}).flat());
  return new Set(OPEN.flatMap((z) => cardsIn(now, z)).filter((c) => c && !known.has(c)));
}
