/** Score sheets by tap: a box, a roll, and for the host what stands in a box. Loaded once it is needed. */

import { figure, pips } from "./dice.js";
import { names } from "./board.js";
import { button, buttonRow, el, withNames } from "./dom.js";
import { diceForm, dieRow, formsIn, mainButton, panel, picked, play, rollSheet, teller, whose } from "./forms.js";
import { t } from "./words.js";

/** @import { Here, TabTools, Teller } from "../types/pages.d.ts" */
/** @import { Box, SheetCorrection, SheetView } from "../types/score_sheet.d.ts" */
/** @import { Seat } from "../types/wire.d.ts" */

const VALUES = [1, 2, 3, 4, 5, 6];

/**
 * Write the dice into a box.
 * @param {Seat} player
 * @param {Box} box
 */
export const write = (player, box) => play(player, { move: "box", player, box, turn: null });

/**
 * The sheet in which a roll is entered: at first all dice, later those that were thrown again.
 * @param {Here<SheetView>} tools
 */
export function diceSheet(tools) {
  const { dice, rolls, size } = tools.view();
  return rollSheet(tools, dice ?? Array.from({ length: size }, () => null), {
    hint: t(rolls ? "dice.enter-again" : "dice.enter-all"),
    row: (place, shown, tap, isThrown) =>
      dieRow(VALUES, shown, tap, {
        name: String(place),
        label: t("dice.number", { n: place + 1 }),
        data: { die: place },
        button: (value) => ({ class: isThrown ? "is-thrown" : "", "aria-label": String(value) }),
        face: pips,
      }),
    ready: (thrown) => !rolls || thrown.size > 0,
    enter: (values, thrown) => {
      const player = whose(tools);
      const kept = rolls ? values.filter((_, place) => !thrown.has(place)) : [];
      return play(player, { move: "roll", player, kept, dice: values });
    },
  });
}

// How it really is

/** @typedef {{ player: Seat, box: Box }} Draft */

/**
 * Draw the tab: a box holds something else, the dice show something else, somebody leaves. Nothing is sent before the
 * host says so. What it returns draws it as the table is now.
 * @param {HTMLElement} place
 * @param {TabTools<SheetView>} of
 */
export function correctionsTab(place, { view, said, refresh }) {
  const draft = { player: view().turn?.player ?? 0, box: view().form[0].boxes[0] };
  const leaving = { stops: false };
  const draw = formsIn(place, () => [
    [[draft, names(view()), pointsOf(draft, view())], () => boxForm(draft, view(), tell, draw)],
    diceForm(
      view(),
      (at) => String(at + 1),
      () => VALUES.map((value) => [String(value), figure(value)]),
      (values) => tell({ do: "dice", values }),
    ),
    [
      [leaving, view().players, view().phase],
      () => (view().phase === "over" ? null : leaveForm(leaving, view(), tell, draw)),
    ],
  ]);
  /** @type {Teller<SheetCorrection>} */
  const tell = teller({ said, refresh }, draw);
  draw();
  return draw;
}

/**
 * What stands in the box of which something may be said.
 * @param {Draft} draft
 * @param {SheetView} view
 */
const pointsOf = ({ player, box }, { players }) => players[player].sheet[box];

/**
 * @param {Draft} draft
 * @param {SheetView} view
 * @param {Teller<SheetCorrection>} tell
 * @param {() => void} draw
 */
function boxForm(draft, view, tell, draw) {
  let points = pointsOf(draft, view);
  /** @param {Partial<Draft>} chosen */
  const choose = (chosen) => {
    Object.assign(draft, chosen);
    draw();
  };
  const boxes = view.form.flatMap((part) => part.boxes);
  const { values } = view.form.find((part) => part.boxes.includes(draft.box)) ?? view.form[0];
  // An earlier version let points be written that no dice bring.
  const counts = [...new Set([...values[draft.box], ...(points === null ? [] : [points])])].sort((a, b) => a - b);
  return panel(
    "box-form",
    t("score.put"),
    null,
    picked(
      t("score.put.player"),
      view.players.map(({ name }, seat) => [String(seat), name]),
      { id: "put-player", now: String(draft.player), choose: (seat) => choose({ player: Number(seat) }) },
    ),
    picked(
      t("score.put.box"),
      boxes.map((box) => [box, t(`${view.game}.box.${box}`)]),
      { id: "put-box", now: draft.box, choose: (box) => choose({ box }) },
    ),
    picked(
      t("score.put.points"),
      [["", t("score.open")], ...counts.map((count) => /** @type {const} */ ([String(count), String(count)]))],
      {
        id: "put-points",
        now: points === null ? "" : String(points),
        choose: (value) => (points = value === "" ? null : Number(value)),
      },
    ),
    mainButton("put", t("host.put-do"), () => tell({ do: "box", player: draft.player, box: draft.box, points })),
  );
}

/**
 * Who plays no further, or again; and that all stop, which takes a second tap.
 * @param {{ stops: boolean }} leaving
 * @param {SheetView} view
 * @param {Teller<SheetCorrection>} tell
 * @param {() => void} draw
 */
function leaveForm(leaving, { players }, tell, draw) {
  const stop = () => {
    leaving.stops = !leaving.stops;
    return leaving.stops ? draw() : tell({ do: "count" });
  };
  const several = players.filter(({ left }) => !left).length > 1;
  return panel(
    "leave-form",
    t("score.leave"),
    t("score.leave.why"),
    buttonRow(
      players.map(({ name, left }, player) =>
        left || several
          ? button(
              { data: { focus: `leave-${player}` }, onclick: () => tell({ do: left ? "back" : "left", player }) },
              el("span", {}, withNames(t(left ? "score.leave.back" : "score.leave.who", { name }), [name])),
            )
          : null,
      ),
    ),
    button({ id: "count", class: "danger", onclick: stop }, t(leaving.stops ? "score.count.sure" : "score.count")),
  );
}
