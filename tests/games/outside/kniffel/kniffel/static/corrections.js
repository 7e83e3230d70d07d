/** How it really is: a box holds something else, the dice show something else. */

import { figure } from "/static/dice.js";
import { refill } from "/static/dom.js";
import { diceForm, mainButton, panel, picked, teller } from "/static/forms.js";
import { t } from "/static/words.js";

const MOST = 50;
const count = (n) => Array.from({ length: n }, (_, i) => String(i));
const twice = (values, text = String) => values.map((value) => [String(value), text(value)]);

/** Draw the tab; nothing is sent before the host says so. */
export function correctionsTab(place, { view, said, refresh }) {
  const draft = { player: view().turn?.player ?? 0, box: view().boxes[0] };
  const called = (at) => String(at + 1);
  const faces = () => twice([1, 2, 3, 4, 5, 6], figure);
  const draw = () =>
    refill(
      place,
      boxForm(draft, view(), tell, draw),
      diceForm(view(), called, faces, (values) => tell({ do: "dice", values })),
    );
  const tell = teller({ said, refresh }, draw);
  draw();
}

function boxForm(draft, { players, boxes }, tell, draw) {
  let points = players[draft.player].sheet[boxes.indexOf(draft.box)];
  const choose = (chosen) => {
    Object.assign(draft, chosen);
    draw();
  };
  return panel(
    "box-form",
    t("kniffel.page.put"),
    null,
    picked(
      t("kniffel.page.put.player"),
      players.map(({ name }, seat) => [String(seat), name]),
      { id: "put-player", now: String(draft.player), choose: (seat) => choose({ player: Number(seat) }) },
    ),
    picked(
      t("kniffel.page.put.box"),
      twice(boxes, (box) => t(`kniffel.box.${box}`)),
      { id: "put-box", now: draft.box, choose: (box) => choose({ box }) },
    ),
    picked(t("kniffel.page.put.points"), [["", t("kniffel.page.open")], ...twice(count(MOST + 1))], {
      id: "put-points",
      now: points === null ? "" : String(points),
      choose: (value) => (points = value === "" ? null : Number(value)),
    }),
    mainButton("put", t("host.put-do"), () => tell({ do: "box", ...draft, points })),
  );
}
