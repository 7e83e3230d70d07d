/** Dice by tap: for tables without a camera, and where it saw nothing. */

import { short } from "./cards.js";
import { colourOf, label, shows, SPECIALS } from "./dice.js";
import { el } from "/static/dom.js";
import { asLongAs, remember, sheet, toast } from "/static/shell.js";
import { decide } from "/static/wire.js";
import { count, refusal, t } from "/static/words.js";

const VALUES = [1, 2, 3, 4, 5, 0];

const whose = ({ view, you }) => view().turn?.player ?? you.seat ?? 0;

async function send(player, move) {
  const came = await decide("/api/moves", { player, move: { player, ...move } });
  if (came.ok) remember(came);
  else toast(refusal(came), true);
  return came.ok;
}

/** No more rolls: the dice are scored as they lie. */
export const stop = (tools) => send(whose(tools), { move: "stop" });

/** What it does the players say; the card goes back. */
export const timeMachine = (tools) => send(whose(tools), { move: "use", face: "S02" });

/** The sheet in which a roll is entered: at first all seven, later those that were thrown again. */
export function diceSheet(tools) {
  const { dice, names, free, rolls, most } = tools.view();
  const entry = { values: dice ? [...dice] : names.map(() => null), thrown: new Set(), wrong: false };
  const last = rolls + 1 >= most;
  const enter = async (ends, close) => {
    const thrown = names.filter((name) => rolls === 0 || entry.thrown.has(name));
    const rolled = await send(whose(tools), { move: "roll", thrown, values: entry.values });
    if (rolled && ends && !last) await stop(tools);
    if (rolled) close();
  };
  return sheet(
    t("lustig.page.enter"),
    ({ close, redraw }) => {
      const full = entry.values.every((value) => value !== null) && (rolls === 0 || entry.thrown.size > 0);
      const choose = (i, value) => {
        entry.values[i] = value;
        entry.thrown.add(names[i]);
        redraw();
      };
      return [
        el("p", { class: "soft" }, t(rolls ? "lustig.page.enter.again" : "lustig.page.enter.all")),
        names.map((name, i) => pad(name, i, entry, choose, rolls > 0 && !free.includes(name))),
        el(
          "div",
          { class: last ? "sheet-foot" : "sheet-foot side-by-side" },
          last
            ? null
            : el(
                "button",
                { type: "button", class: "big", id: "roll-on", disabled: !full, onclick: () => enter(false, close) },
                t("lustig.page.roll-on"),
              ),
          el(
            "button",
            { type: "button", class: "main big", id: "last-roll", disabled: !full, onclick: () => enter(true, close) },
            t("lustig.page.last-roll"),
          ),
        ),
      ];
    },
    {
      name: "dice",
      changed: asLongAs(tools.view(), (view) => [
        view.game,
        view.phase,
        view.paused,
        view.turn?.player,
        view.rolls,
        view.now,
      ]),
    },
  );
}

/** One die's values in a row. */
const pad = (name, i, entry, choose, kept) =>
  el(
    "div",
    { class: `die-row die-${colourOf(name)}`, role: "group", "aria-label": t(`lustig.die.${colourOf(name)}`) },
    el(
      "span",
      { class: "die-name" },
      t(`lustig.die.${colourOf(name)}`),
      " ",
      el("small", {}, `✶ ${short(SPECIALS[i])}`),
    ),
    VALUES.map((value) =>
      el(
        "button",
        {
          type: "button",
          class: entry.thrown.has(name) ? "is-thrown" : "",
          disabled: kept,
          "aria-pressed": String(entry.values[i] === value),
          "aria-label": label(name, value, i),
          title: shows(value, i),
          data: { focus: `${name}-${value}`, die: name, value: String(value) },
          onclick: () => choose(i, value),
        },
        value ? String(value) : "✶",
      ),
    ),
  );

/** At the end: the dice of the professors, one's own or, for the host, those of whoever still has to roll. */
export function professorsSheet(tools) {
  const all = tools.view().reckoning ?? [];
  const seat = all[tools.you.seat]?.waits ? tools.you.seat : all.findIndex(({ waits }) => waits);
  if (seat < 0) return null;
  const { name } = tools.view().players[seat];
  const asked = all[seat].waits;
  const values = Array.from({ length: asked }, () => null);
  const enter = async (close) => {
    if (await send(seat, { move: "professors", values })) close();
  };
  return sheet(
    t("lustig.page.professors"),
    ({ close, redraw }) => [
      el("p", {}, count("lustig.page.professors.dice", asked, { player: name })),
      values.map((chosen, i) =>
        el(
          "div",
          { class: "die-row is-any" },
          VALUES.map((value) =>
            el(
              "button",
              {
                type: "button",
                "aria-pressed": String(chosen === value),
                data: { focus: `p-${i}-${value}`, value: String(value) },
                onclick: () => ((values[i] = value), redraw()),
              },
              value ? String(value) : "✶",
            ),
          ),
        ),
      ),
      el(
        "div",
        { class: "sheet-foot" },
        el(
          "button",
          {
            type: "button",
            class: "main big",
            id: "enter-professors",
            disabled: values.includes(null),
            onclick: () => enter(close),
          },
          t("lustig.page.last-roll"),
        ),
      ),
    ],
    {
      name: "professors",
      changed: asLongAs(tools.view(), ({ game, reckoning }) => [game, (reckoning ?? []).map(({ waits }) => waits)]),
    },
  );
}
