/** How it really is: a pawn or the ghost stands elsewhere, somebody has other cards, the dice show something else. */

import { boardToTap, colourName, fieldNames, placeName } from "./board.js";
import { KINDS, cardShort } from "./allowed.js";
import { askFirst } from "/static/asking.js";
import { button, buttonRow, el, nameOf, toggles } from "/static/dom.js";
import { diceForm, formsIn, mainButton, panel, picked, teller } from "/static/forms.js";
import { decide, get, post } from "/static/wire.js";
import { t } from "/static/words.js";

/** @import { TabTools, Teller } from "/types/pages.d.ts" */
/** @import { BodyOf, Seat } from "/types/wire.d.ts" */
/** @import { Boards, Kind, LaufCorrection, LaufView, Place } from "../types.d.ts" */

/** @typedef {{ pawn: string, where: Place | null, hand: Seat }} Draft */
/** @typedef {Teller<LaufCorrection>} Tell */
/**
 * @typedef {object} BoardWays What can be done with boards: begin a game on one, and keep or forget one.
 * @property {(file: string | null) => unknown} begin
 * @property {(asked: BodyOf<"/api/boards">) => Promise<boolean>} change
 * @property {boolean} camera
 */

/** @param {number} place */
const called = (place) => String(place + 1);
/** @returns {[string, string][]} */
const faces = () => [1, 2, 3, 4, 5, 6].map((value) => [String(value), String(value)]);

/**
 * Draw the tab; nothing is sent before the host says so. What it returns draws it as the table is now.
 * @param {HTMLElement} place
 * @param {TabTools<LaufView>} of
 */
export async function correctionsTab(place, { view, said, refresh }) {
  const came = await get("/api/board");
  const turn = view().turn?.player ?? 0;
  /** @type {Draft} */
  const draft = { pawn: `${turn}-0`, where: null, hand: turn };
  /** @type {Partial<Boards>} */
  let kept = (await get("/api/boards?game=lauf-rauf")).data ?? {};
  /** @type {BoardWays} */
  const boards = {
    camera: view().camera !== false,
    begin: async (text) =>
      said(
        await decide("/api/game", {
          game: view().game,
          players: view().players.map(({ name }) => name),
          first: 0,
          rulings: view().rulings,
          ...(text ? { board: text } : {}),
          ...coloursOn(text || (kept.ours ?? ""), view()),
        }),
        t("host.begun"),
      ) && (await refresh()),
    change: async (asked) => {
      const answer = await post("/api/boards", asked);
      if (answer.ok) kept = answer.data;
      said(answer, t("host.saved"));
      draw();
      return answer.ok;
    },
  };
  const whole = () => view().referee === "whole-table";
  const draw = formsIn(place, () => {
    const { players, pawns, colours, ghost, phase } = view();
    const seats = [draft.hand, Number(draft.pawn.split("-")[0]) || 0];
    if (Math.max(...seats) >= players.length) Object.assign(draft, { pawn: "0-0", where: null, hand: 0 });
    return [
      [
        [draft, players, pawns, colours, ghost, whole(), fieldNames()],
        () => whole() && pawnForm(draft, view(), tell, draw),
      ],
      [[draft, players, phase, whole()], () => whole() && handForm(draft, view(), tell, draw)],
      diceForm(view(), called, faces, (values) => tell({ do: "dice", values })),
      [kept, () => boardForm(came.data.mat, kept, boards)],
    ];
  });
  /** @type {Tell} */
  const tell = teller({ said, refresh }, () => {
    draft.where = null;
    draw();
  });
  draw();
  return draw;
}

/**
 * The players' colours, where a board has them all.
 * @param {string} file
 * @param {LaufView} of
 */
const coloursOn = (file, { colours }) =>
  colours.every((colour) => file.includes(`[colours.${colour}]`)) ? { colours } : {};

/**
 * The boards that are kept, each to be played on, saved as a file or deleted; a file brings another one, taps on the
 * picture teach one.
 * @param {[number, number] | undefined} mat
 * @param {Partial<Boards>} with
 * @param {BoardWays} with
 */
function boardForm(mat, { choices = [], ours = "" }, { begin, change, camera }) {
  const own = { name: t("lauf.page.our-board"), value: "" };
  /** @type {HTMLInputElement} */
  const chosen = el("input", {
    type: "file",
    id: "board-file",
    class: "unseen",
    accept: ".toml",
    onchange: async () => {
      const file = await chosen.files?.[0]?.text();
      if (file !== undefined) change({ file });
    },
  });
  /**
   * @param {string} name
   * @param {string} value
   */
  const beginOn = (name, value) =>
    askFirst(t("lauf.page.board-begin"), el("p", {}, `${name}: `, t("host.new.why")), {
      yes: t("lauf.page.board-begin"),
      no: t("page.close"),
      name: "board",
      act: () => begin(value),
    });
  /** @param {string} name */
  const forget = (name) =>
    askFirst(t("host.dice.forget", { name }), el("p", {}, t("host.kept.forget")), {
      yes: t("lauf.page.board-forget"),
      no: t("page.keep"),
      name: "forget",
      act: () => change({ forget: name }),
    });
  /** @type {import("./teach.js").Keep} */
  const keep = (file, name) => {
    if (choices.every((one) => one.name !== name)) return change({ file, name });
    const replace = t("host.kept.replace", { name });
    return new Promise((done) =>
      askFirst(replace, el("p", {}, t("host.kept.forget")), {
        yes: replace,
        no: t("page.close"),
        name: "replace",
        act: async () => done(await change({ file, name })),
      }),
    );
  };
  /**
   * @param {Boards["choices"][number]} of
   * @param {number} i
   */
  const row = ({ name, value }, i) =>
    el(
      "li",
      { class: "stack", data: { board: name } },
      el("b", { dir: "auto" }, name),
      buttonRow(
        button(
          { data: { focus: `begin-board-${i}` }, onclick: () => beginOn(name, value) },
          t("lauf.page.board-begin"),
        ),
        fileOf(name, value || ours),
        value
          ? button(
              { class: "quiet", data: { focus: `forget-board-${i}` }, onclick: () => forget(name) },
              t("lauf.page.board-forget"),
            )
          : null,
      ),
    );
  return panel(
    "board-form",
    t("lauf.page.boards"),
    t("lauf.page.boards-why"),
    el("ul", { class: "stack boards" }, [own, ...choices].map(row)),
    buttonRow(
      mat
        ? button(
            { id: "teach", onclick: async () => (await import("./teach.js")).teachSheet(mat, keep, camera) },
            t("lauf.page.teach"),
          )
        : null,
      el("label", { class: "button" }, t("lauf.page.board-file"), chosen),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} file
 */
const fileOf = (name, file) =>
  el(
    "a",
    {
      class: "button",
      download: `${name}.toml`,
      href: `data:application/toml;charset=utf-8,${encodeURIComponent(file)}`,
    },
    t("page.save-file"),
  );

/**
 * Where a pawn or the ghost can stand: where it stands now is said first, and places that are taken are left out.
 * @param {Draft} draft
 * @param {LaufView} view
 * @param {Tell} tell
 * @param {() => void} draw
 */
function pawnForm(draft, view, tell, draw) {
  const fields = fieldNames();
  const { players, pawns, colours, ghost } = view;
  /** @type {[string, string][]} */
  const all = [
    ...pawns.flatMap((own, seat) =>
      own.map(
        (at, n) =>
          /** @type {[string, string]} */ ([
            `${seat}-${n}`,
            t("lauf.page.stands", {
              pawn: `${players[seat].name}, ${colourName(colours[seat])}`,
              field: placeName(at),
            }),
          ]),
      ),
    ),
    ["ghost", `${t("lauf.page.ghost")}: ${placeName(ghost)}`],
  ];
  const taken = pawns.flat();
  const [player, pawn] = draft.pawn.split("-").map(Number);
  const now = draft.pawn === "ghost" ? ghost : pawns[player][pawn];
  const places =
    draft.pawn === "ghost"
      ? ["summit", ...fields.filter((field) => taken.includes(field))]
      : ["base", "camp", ...fields.filter((field) => field === now || !taken.includes(field))];
  const where = draft.where !== null && places.includes(draft.where) ? draft.where : now;
  const put = () =>
    tell(draft.pawn === "ghost" ? { do: "ghost", place: where } : { do: "put", player, pawn, place: where });
  return panel(
    "pawn-form",
    t("lauf.page.put"),
    t("lauf.page.put-why"),
    boardToTap(view, {
      chosen: draft.pawn,
      where,
      places,
      take: (tapped) => (Object.assign(draft, { pawn: tapped, where: null }), draw()),
      put: (tapped) => (Object.assign(draft, { where: tapped }), draw()),
    }),
    picked(t("lauf.page.put-pawn"), all, {
      id: "put-pawn",
      now: draft.pawn,
      choose: (chosen) => (Object.assign(draft, { pawn: chosen, where: null }), draw()),
    }),
    picked(
      t("lauf.page.put-where"),
      places.map((place) => [place, placeName(place)]),
      { id: "put-where", now: where, choose: (place) => (Object.assign(draft, { where: place }), draw()) },
    ),
    mainButton("put", t("host.put-do"), put),
  );
}

/**
 * The cards before one player, each a button.
 * @param {Draft} draft
 * @param {LaufView} of
 * @param {Tell} tell
 * @param {() => void} draw
 */
function handForm(draft, { players, phase }, tell, draw) {
  if (phase === "over") return [];
  const { name, hand } = players[draft.hand];
  /** @param {Kind} kind */
  const toggled = (kind) => (hand.includes(kind) ? hand.filter((one) => one !== kind) : [...hand, kind]);
  return panel(
    "hand-form",
    t("lauf.page.hands"),
    null,
    toggles(
      players.map((player, seat) => ({
        focus: `hand-${seat}`,
        text: nameOf(player.name),
        on: seat === draft.hand,
        act: () => ((draft.hand = seat), draw()),
      })),
    ),
    toggles(
      KINDS.map((kind) => ({
        focus: `card-${kind}`,
        text: cardShort(kind),
        on: hand.includes(kind),
        act: () => tell({ do: "hand", player: draft.hand, cards: toggled(kind) }),
      })),
      { label: name },
    ),
  );
}
