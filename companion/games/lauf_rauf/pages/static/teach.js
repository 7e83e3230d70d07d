/** Teaching a board: its places are tapped on the picture of the mat, once and in order; a board's file comes of it. */

import { colourName } from "./names.js";
import { el, svg } from "/static/dom.js";
import { sheet } from "/static/shell.js";
import { t } from "/static/words.js";

const COLOURS = ["red", "blue", "green", "yellow"];
const MAT = "/host/mat.jpg"; // the mat from edge to edge
const WIDE = 30; // mm from a field to its nearest neighbour, as a board is drawn that was taught on a photo
const LONGEST_RUN = 12; // a ring has more fields than this
const LONGEST_NAME = 40;
const OWN = ["climb-lower", "climb-middle", "base", "base", "base", "camp"];

/**
 * The sheet; `mat` is its size in mm, `keep(file, name)` keeps what was taught, and tells whether it did; `camera`:
 * whether one sees the mat.
 */
export function teachSheet(mat, keep, camera) {
  const state = { camera, measured: true, taps: [], size: [1, 1], there: camera, name: "" };
  const open = sheet(
    t("lauf.page.teach"),
    () => body(state, (file, name) => keep(file, name).then((kept) => kept && open.close()), mat),
    { name: "teach" },
  );
}

/** What is to be tapped next: a ring until somebody says that it is whole, then each colour's own, then the summit. */
function asked(taps) {
  const rings = taps.filter(({ kind }) => kind === "whole").length;
  if (rings < 2) return { kind: ["lower", "middle"][rings] };
  const own = taps.filter(({ colour }) => colour);
  if (own.length < COLOURS.length * OWN.length)
    return { kind: OWN[own.length % OWN.length], colour: COLOURS[Math.floor(own.length / OWN.length)] };
  return taps.some(({ kind }) => kind === "summit") ? null : { kind: "summit" };
}

/** Built once, so that the picture stays where it was scrolled to; a tap changes what is asked, drawn and offered. */
function body(state, keep, mat) {
  const asks = el("p", { id: "teach-asks", role: "status" });
  const marks = svg("svg", { class: "board", "aria-hidden": "true" });
  const image = el("img", {
    id: "teach-picture",
    alt: t("lauf.page.board"),
    onload: () => ((state.size = [image.naturalWidth, image.naturalHeight]), looked(true)),
    onerror: () => looked(false),
  });
  const view = el(
    "div",
    { class: "teaching", onclick: (event) => (tapped(state, event, image), show()) },
    image,
    marks,
  );
  const [choices, foot] = [el("div", { class: "choices" }), el("div")];
  const look = (source, measured) => {
    // Another picture lies otherwise; what is measured is not.
    if (!measured || !state.measured) state.taps = [];
    state.measured = measured;
    image.src = source;
  };
  const looked = (there) => {
    state.there = there;
    show();
  };
  const show = () => {
    const next = asked(state.taps);
    asks.textContent = !state.there
      ? t(state.camera ? "lauf.teach.no-mat" : "lauf.teach.no-camera")
      : next
        ? t(`lauf.teach.${next.kind}`, { colour: next.colour ? colourName(next.colour) : "" })
        : t("lauf.teach.all");
    view.hidden = !state.there;
    marks.setAttribute("viewBox", `0 0 ${state.size.join(" ")}`);
    marks.replaceChildren(...dots(state));
    choices.replaceChildren(...buttons(state, next, { show, look, view }));
    if (!foot.childElementCount !== Boolean(next)) foot.replaceChildren(...(next ? [] : [finished(state, keep, mat)]));
  };
  if (state.camera) look(`${MAT}?${Date.now()}`, true);
  show();
  return [asks, el("div", { class: "teaching-view" }, view), choices, foot];
}

function buttons(state, next, { show, look, view }) {
  const change = (act) => () => (act(), show());
  const ring = next && ["lower", "middle"].includes(next.kind) ? ringOf(state.taps, next.kind) : null;
  const photo = (event) => event.target.files[0] && look(URL.createObjectURL(event.target.files[0]), false);
  return [
    ring && state.there
      ? el(
          "button",
          {
            type: "button",
            id: "ring-whole",
            disabled: ring.length <= LONGEST_RUN,
            onclick: change(() => state.taps.push({ kind: "whole" })),
          },
          t("lauf.page.teach-whole", { count: ring.length }),
        )
      : null,
    el(
      "button",
      { type: "button", id: "teach-undo", disabled: !state.taps.length, onclick: change(() => state.taps.pop()) },
      t("lauf.page.teach-undo"),
    ),
    el(
      "button",
      {
        type: "button",
        id: "teach-large",
        "aria-pressed": String(view.classList.contains("is-large")),
        onclick: change(() => view.classList.toggle("is-large")),
      },
      t("lauf.page.teach-large"),
    ),
    state.camera &&
      el(
        "button",
        { type: "button", id: "teach-again", onclick: () => look(`${MAT}?${Date.now()}`, true) },
        t("lauf.page.teach-again"),
      ),
    el(
      "label",
      { class: "button" },
      t("lauf.page.teach-photo"),
      el("input", { type: "file", accept: "image/*", id: "teach-photo", class: "unseen", onchange: photo }),
    ),
  ].filter(Boolean);
}

function finished(state, keep, mat) {
  const done = el(
    "button",
    {
      type: "button",
      class: "main big",
      id: "teach-keep",
      disabled: !state.name,
      onclick: () => keep(boardFile(state, mat), state.name),
    },
    t("lauf.page.board-keep"),
  );
  const named = (event) => {
    state.name = event.target.value.trim();
    done.disabled = !state.name;
  };
  return el(
    "div",
    { class: "sheet-foot stack" },
    el(
      "label",
      {},
      t("lauf.page.board-name"),
      el("input", {
        id: "teach-name",
        value: state.name,
        dir: "auto",
        maxlength: LONGEST_NAME,
        autocomplete: "off",
        oninput: named,
      }),
    ),
    done,
  );
}

/** A tap is kept in px of the picture; a climb field is one of its ring's. */
function tapped(state, event, image) {
  const next = asked(state.taps);
  if (!next || !state.there) return;
  const { left, top, width, height } = image.getBoundingClientRect();
  const at = [((event.clientX - left) / width) * state.size[0], ((event.clientY - top) / height) * state.size[1]];
  state.taps.push({ ...next, at: next.kind.startsWith("climb") ? nearest(state.taps, next.kind.slice(6), at).at : at });
}

/** What was tapped, each with its number in its ring, or its colour's letter. */
function dots({ taps, size }) {
  const dot = size[0] / 120;
  const placed = taps.filter(({ at }) => at);
  const text = ({ kind, colour }, i) =>
    colour ? t(`lauf.letter.${colour}`) : String(placed.slice(0, i).filter((one) => one.kind === kind).length);
  return placed.map((one, i) =>
    svg(
      "g",
      { class: `taught${one.colour ? ` pawn-${one.colour}` : ""}` },
      svg("circle", { cx: one.at[0], cy: one.at[1], r: dot }),
      svg("text", { x: one.at[0], y: one.at[1] + dot / 2, "font-size": dot }, text(one, i)),
    ),
  );
}

const ringOf = (taps, ring) => taps.filter(({ kind }) => kind === ring);

const nearest = (taps, ring, [x, y]) =>
  ringOf(taps, ring).reduce((best, one) => (away(one.at, [x, y]) < away(best.at, [x, y]) ? one : best));

const away = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

/** From px of the picture to mm: of the mat, or such that fields have room when they are drawn. */
function scale({ taps, size, measured }, [width, height]) {
  if (measured) return ([x, y]) => [(x * width) / size[0], (y * height) / size[1]];
  const points = [...ringOf(taps, "lower"), ...ringOf(taps, "middle")].map(({ at }) => at);
  const close = Math.min(...points.flatMap((a, i) => points.slice(0, i).map((b) => away(a, b))));
  return (at) => at.map((px) => (px * WIDE) / close);
}

/** The file; one climbs from the fields since the climb field before. Who keeps it gives it its name. */
function boardFile(state, mat) {
  const { taps } = state;
  const rings = { lower: ringOf(taps, "lower"), middle: ringOf(taps, "middle") };
  const inMm = scale(state, mat);
  const mm = (at) =>
    `[${inMm(at)
      .map((one) => one.toFixed(1))
      .join(", ")}]`;
  const names = (ring) => rings[ring].map((_, i) => `${ring === "lower" ? "L" : "M"}${i}`);
  const text = (list) => `[${list.map((name) => `"${name}"`).join(", ")}]`;
  const own = (colour, kind) => taps.filter((one) => one.colour === colour && one.kind === kind);
  const climb = (colour, ring) => rings[ring].findIndex(({ at }) => at === own(colour, `climb-${ring}`)[0].at);
  const outlined = (colour, ring) => {
    const all = COLOURS.map((one) => climb(one, ring));
    const size = rings[ring].length;
    const found = [];
    for (
      let at = (climb(colour, ring) - 1 + size) % size;
      !all.includes(at) && found.length < LONGEST_RUN - 1;
      at = (at - 1 + size) % size
    )
      found.unshift(names(ring)[at]);
    return found;
  };
  const colours = COLOURS.flatMap((colour) => [
    "",
    `[colours.${colour}]`,
    `base = [${own(colour, "base")
      .map(({ at }) => mm(at))
      .join(", ")}]`,
    `camp = ${mm(own(colour, "camp")[0].at)}`,
    `climb = ${text(["lower", "middle"].map((ring) => names(ring)[climb(colour, ring)]))}`,
    `outlined = [${["lower", "middle"].map((ring) => text(outlined(colour, ring))).join(", ")}]`,
  ]);
  const fields = ["lower", "middle"].flatMap((ring) =>
    names(ring).map((name, i) => `${name} = ${mm(rings[ring][i].at)}`),
  );
  return [
    `measured = ${state.measured}`,
    `ghost = ${mm(taps.find(({ kind }) => kind === "summit").at)}`,
    "",
    "[rings]",
    `lower = ${text(names("lower"))}`,
    `middle = ${text(names("middle"))}`,
    ...colours,
    "",
    "[fields]",
    ...fields,
    "",
  ].join("\n");
}
