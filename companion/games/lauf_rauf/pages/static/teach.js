/** Teaching a board: its places are tapped on a picture, once and in order; a board's file comes of it. */

import { colourName } from "./names.js";
import { el, svg } from "/static/dom.js";
import { sheet } from "/static/shell.js";
import { t } from "/static/words.js";

const COLOURS = ["red", "blue", "green", "yellow"];
const NAME = "taught";
const WIDE = 30; // mm from a field to its nearest neighbour, as the board is drawn
const LONGEST_RUN = 12; // a ring has more fields than this
const OWN = ["climb-lower", "climb-middle", "base", "base", "base", "camp"];

/** The sheet; `begin(text)` begins a game on what was taught. */
export function teachSheet(begin) {
  const state = { picture: "/host/live.jpg", taps: [], size: [1, 1] };
  return sheet(t("lauf.page.teach"), (tools) => body(state, begin, tools), { name: "teach" });
}

/** What is to be tapped next: a ring until somebody says that it is whole, then each colour's own, then the summit. */
function asked(taps) {
  const rings = taps.filter(({ kind }) => kind === "whole").length;
  if (rings < 2) return { kind: ["lower", "middle"][rings] };
  const own = taps.filter(({ colour }) => colour);
  if (own.length < COLOURS.length * OWN.length) return { kind: OWN[own.length % OWN.length], colour: COLOURS[Math.floor(own.length / OWN.length)] };
  return taps.some(({ kind }) => kind === "summit") ? null : { kind: "summit" };
}

function body(state, begin, { redraw, close }) {
  const next = asked(state.taps);
  const change = (act) => () => (act(), redraw());
  const ring = next && ["lower", "middle"].includes(next.kind) ? state.taps.filter(({ kind }) => kind === next.kind) : null;
  return [
    el("p", { id: "teach-asks", role: "status" }, next ? t(`lauf.teach.${next.kind}`, { colour: next.colour ? colourName(next.colour) : "" }) : t("lauf.teach.all")),
    picture(state, next, redraw),
    el("div", { class: "choices" },
      ring ? el("button", { type: "button", id: "ring-whole", disabled: ring.length <= LONGEST_RUN, onclick: change(() => state.taps.push({ kind: "whole" })) }, t("lauf.page.teach-whole", { count: ring.length })) : null,
      el("button", { type: "button", id: "teach-undo", disabled: !state.taps.length, onclick: change(() => state.taps.pop()) }, t("lauf.page.teach-undo")),
      el("label", { class: "button" }, t("lauf.page.teach-photo"), el("input", { type: "file", accept: "image/*", id: "teach-photo", class: "unseen", onchange: (event) => event.target.files[0] && change(() => Object.assign(state, { picture: URL.createObjectURL(event.target.files[0]), taps: [] }))() }))),
    next ? null : finished(state, begin, close),
  ];
}

function finished({ taps }, begin, close) {
  const file = boardFile(taps);
  return el("div", { class: "sheet-foot" }, el("a", { class: "button", id: "teach-save", download: `${NAME}.toml`, href: `data:application/toml;charset=utf-8,${encodeURIComponent(file)}` }, t("lauf.page.board-save", { name: NAME })), el("button", { type: "button", class: "main big", id: "teach-begin", onclick: () => (close(), begin(file)) }, t("lauf.page.board-begin")));
}

/** The picture with what was tapped; a tap is kept in its own px. */
function picture(state, next, redraw) {
  const image = el("img", { src: state.picture, alt: t("lauf.page.board"), onload: () => (state.size[0] !== image.naturalWidth || state.size[1] !== image.naturalHeight) && ((state.size = [image.naturalWidth, image.naturalHeight]), redraw()) });
  const tap = (event) => {
    if (!next) return;
    const { left, top, width, height } = image.getBoundingClientRect();
    const at = [((event.clientX - left) / width) * state.size[0], ((event.clientY - top) / height) * state.size[1]];
    state.taps.push({ ...next, at: next.kind.startsWith("climb") ? nearest(state.taps, next.kind.slice(6), at).at : at });
    redraw();
  };
  const dot = state.size[0] / 120;
  const marks = state.taps.filter(({ at }) => at).map(({ at: [x, y], colour }, i, all) => svg("g", { class: `taught${colour ? ` pawn-${colour}` : ""}` }, svg("circle", { cx: x, cy: y, r: dot }), svg("text", { x, y: y + dot / 2, "font-size": dot }, colour ? t(`lauf.letter.${colour}`) : String(all.slice(0, i).filter((one) => one.kind === all[i].kind).length))));
  return el("div", { class: "teaching", onclick: tap }, image, svg("svg", { viewBox: `0 0 ${state.size.join(" ")}`, class: "board", "aria-hidden": "true" }, marks));
}

const ringOf = (taps, ring) => taps.filter(({ kind }) => kind === ring);

const nearest = (taps, ring, [x, y]) => ringOf(taps, ring).reduce((best, one) => (away(one.at, [x, y]) < away(best.at, [x, y]) ? one : best));

const away = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

/** The file: points scaled so that fields have room when they are drawn; one climbs from the fields since the climb field before. */
export function boardFile(taps) {
  const rings = { lower: ringOf(taps, "lower"), middle: ringOf(taps, "middle") };
  const points = [...rings.lower, ...rings.middle].map(({ at }) => at);
  const close = Math.min(...points.flatMap((a, i) => points.slice(0, i).map((b) => away(a, b))));
  const mm = ([x, y]) => `[${((x * WIDE) / close).toFixed(1)}, ${((y * WIDE) / close).toFixed(1)}]`;
  const names = (ring) => rings[ring].map((_, i) => `${ring === "lower" ? "L" : "M"}${i}`);
  const text = (list) => `[${list.map((name) => `"${name}"`).join(", ")}]`;
  const own = (colour, kind) => taps.filter((one) => one.colour === colour && one.kind === kind);
  const climb = (colour, ring) => rings[ring].findIndex(({ at }) => at === own(colour, `climb-${ring}`)[0].at);
  const outlined = (colour, ring) => {
    const all = COLOURS.map((one) => climb(one, ring));
    const size = rings[ring].length;
    const found = [];
    for (let at = (climb(colour, ring) - 1 + size) % size; !all.includes(at) && found.length < LONGEST_RUN - 1; at = (at - 1 + size) % size) found.unshift(names(ring)[at]);
    return found;
  };
  const colours = COLOURS.flatMap((colour) => ["", `[colours.${colour}]`, `base = [${own(colour, "base").map(({ at }) => mm(at)).join(", ")}]`, `camp = ${mm(own(colour, "camp")[0].at)}`, `climb = ${text(["lower", "middle"].map((ring) => names(ring)[climb(colour, ring)]))}`, `outlined = [${["lower", "middle"].map((ring) => text(outlined(colour, ring))).join(", ")}]`]);
  const fields = ["lower", "middle"].flatMap((ring) => names(ring).map((name, i) => `${name} = ${mm(rings[ring][i].at)}`));
  return [`name = "${NAME}"`, `ghost = ${mm(taps.find(({ kind }) => kind === "summit").at)}`, "", "[rings]", `lower = ${text(names("lower"))}`, `middle = ${text(names("middle"))}`, ...colours, "", "[fields]", ...fields, ""].join("\n");
}
