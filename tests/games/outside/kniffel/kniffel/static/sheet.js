/** Everybody’s score sheet: what the dice would score stands in the open boxes of whoever is in turn; a tap writes. */

import { byId, el, fill, nameOf } from "/static/dom.js";
import { t } from "/static/words.js";

const UPPER = 6;
const boxName = (box) => t(`kniffel.box.${box}`);
const writes = (player, box) => async () =>
  (await import("/static/forms.js")).play(player, { move: "box", player, box });

/** Draw it; `tools` where a box can be tapped. */
export function drawSheet({ players, boxes, offers, turn }, tools) {
  const extra = players.some((one) => one.extra);
  const sums = [
    ["upper", "bonus"],
    [...(extra ? ["extra"] : []), "points"],
  ];
  const part = (from, to) => el("tbody", {}, boxes.slice(from, to).map(row));
  fill(byId("sheet"), [players, offers, turn?.player, Boolean(tools), t("kniffel.page.sheet")], () =>
    el(
      "table",
      { class: "score" },
      el("caption", { class: "unseen" }, t("kniffel.page.sheet")),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td"),
          players.map(({ name }, seat) => inTurn("th", seat, nameOf(name))),
        ),
      ),
      part(0, UPPER),
      el("tbody", { class: "sums" }, sums[0].map(sum)),
      part(UPPER),
      el("tbody", { class: "sums" }, sums[1].map(sum)),
    ),
  );

  function inTurn(tag, seat, content) {
    return el(tag, { scope: tag === "th" && "col", class: seat === turn?.player ? "is-turn" : "" }, content);
  }

  function row(box) {
    const at = boxes.indexOf(box);
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, boxName(box)),
      players.map(({ name, sheet }, seat) => inTurn("td", seat, cell(box, sheet[at], seat, name))),
    );
  }

  function cell(box, points, seat, name) {
    if (points !== null) return points === 0 ? "–" : String(points);
    const offer = seat === turn?.player ? offers[box] : undefined;
    if (offer === undefined) return "";
    const look = `offer${offer ? "" : " is-none"}`;
    if (!tools) return el("span", { class: look }, String(offer));
    const label = t("kniffel.page.writes", { box: boxName(box), points: offer, player: name });
    const act = () => tools.open(writes(seat, box));
    const data = { focus: `box-${box}`, box };
    return el("button", { type: "button", class: look, "aria-label": label, data, onclick: act }, String(offer));
  }

  function sum(field) {
    const all = players.map((player) => el("td", {}, String(player[field])));
    return el("tr", {}, el("th", { scope: "row" }, t(`kniffel.page.sum.${field}`)), all);
  }
}
