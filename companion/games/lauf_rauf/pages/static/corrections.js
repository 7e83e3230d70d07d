/** How it really is: a pawn or the ghost stands elsewhere, somebody has other cards, the dice show something else. */

import { KINDS, cardShort, colourName, placeName } from "./names.js";
import { el, nameOf } from "/static/dom.js";
import { get, decide } from "/static/wire.js";
import { t } from "/static/words.js";

/** Draw the tab; nothing is sent before the host says so. */
export async function correctionsTab(place, { view, said, refresh }) {
  const came = await get("/api/board");
  const fields = came.ok ? Object.keys(came.data.fields) : [];
  const draft = { pawn: "0-0", where: "base", hand: 0 };
  const begin = async (text) => said(await decide("/api/game", { game: view().game, players: view().players.map(({ name }) => name), first: 0, rulings: view().rulings, board: text }), t("host.begun")) && (await refresh());
  const draw = () => place.replaceChildren(...(view().referee === "whole-table" ? [pawnForm(draft, view(), fields, tell), handForm(draft, view(), tell, draw)] : []), ...diceForm(view(), tell), boardForm(came.data, begin));
  const tell = async (correction) => {
    said(await decide("/api/corrections", { correction }), t("host.corrected"));
    await refresh();
    draw();
  };
  draw();
}

/** The board as a file, and a new game on another one. */
function boardForm({ name, file }, begin) {
  const chosen = el("input", { type: "file", id: "board-file", accept: ".toml" });
  return el(
    "section",
    { class: "panel stack", id: "board-form" },
    el("h2", {}, t("lauf.page.other-board")),
    el("p", { class: "soft" }, t("lauf.page.other-board-why")),
    el("a", { class: "button", download: `${name}.toml`, href: `data:application/toml;charset=utf-8,${encodeURIComponent(file)}` }, t("lauf.page.board-save", { name })),
    el("label", {}, t("lauf.page.board-file"), chosen),
    el("button", { type: "button", id: "begin-board", onclick: async () => chosen.files.length && begin(await chosen.files[0].text()) }, t("lauf.page.board-begin")),
    el("button", { type: "button", id: "teach", onclick: async () => (await import("./teach.js")).teachSheet(begin) }, t("lauf.page.teach")),
  );
}

const button = (id, act) => el("button", { type: "button", class: "main big", id, onclick: act }, t("lauf.page.put-do"));

function pawnForm(draft, { pawns, colours, ghost }, fields, tell) {
  const all = [...pawns.flatMap((own, seat) => own.map((at, n) => ({ id: `${seat}-${n}`, text: t("lauf.page.stands", { pawn: colourName(colours[seat]), field: placeName(at) }) }))), { id: "ghost", text: `${t("lauf.page.ghost")}: ${placeName(ghost)}` }];
  const places = ["base", "camp", "summit", ...fields];
  const put = () => {
    const [player, pawn] = draft.pawn.split("-").map(Number);
    return tell(draft.pawn === "ghost" ? { do: "ghost", place: draft.where } : { do: "put", player, pawn, place: draft.where });
  };
  const choose = (key) => (event) => (draft[key] = event.target.value);
  return el(
    "section",
    { class: "panel stack", id: "pawn-form" },
    el("h2", {}, t("lauf.page.put")),
    el("p", { class: "soft" }, t("lauf.page.put-why")),
    el("label", {}, t("lauf.page.put-pawn"), el("select", { id: "put-pawn", onchange: choose("pawn") }, all.map(({ id, text }) => el("option", { value: id, selected: id === draft.pawn }, text)))),
    el("label", {}, t("lauf.page.put-where"), el("select", { id: "put-where", onchange: choose("where") }, places.map((place) => el("option", { value: place, selected: place === draft.where }, placeName(place))))),
    button("put", put),
  );
}

/** The cards before one player, each a button. */
function handForm(draft, { players }, tell, draw) {
  const { name, hand } = players[draft.hand];
  const toggled = (kind) => (hand.includes(kind) ? hand.filter((one) => one !== kind) : [...hand, kind]);
  return el(
    "section",
    { class: "panel stack", id: "hand-form" },
    el("h2", {}, t("lauf.page.hands")),
    el("div", { class: "choices" }, players.map((player, seat) => el("button", { type: "button", "aria-pressed": String(seat === draft.hand), onclick: () => ((draft.hand = seat), draw()) }, nameOf(player.name)))),
    el("div", { class: "choices", role: "group", "aria-label": name }, KINDS.map((kind) => el("button", { type: "button", "aria-pressed": String(hand.includes(kind)), onclick: () => tell({ do: "hand", player: draft.hand, cards: toggled(kind) }) }, cardShort(kind)))),
  );
}

/** The dice as they lie, each to be set to what it shows. */
function diceForm({ dice }, tell) {
  if (!dice) return [];
  const values = [...dice];
  return [
    el(
      "section",
      { class: "panel stack", id: "dice-form" },
      el("h2", {}, t("lauf.page.dice")),
      values.map((now, i) => el("label", {}, `${i + 1}`, el("select", { onchange: (event) => (values[i] = Number(event.target.value)) }, [1, 2, 3, 4, 5, 6].map((value) => el("option", { value: String(value), selected: value === now }, String(value)))))),
      button("put-dice", () => tell({ do: "dice", values })),
    ),
  ];
}
