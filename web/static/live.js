/** What the camera sees: its last picture, what is read drawn over it, and what limits reading. */

import { button, el, fill, svg } from "./dom.js";
import { panel } from "./forms.js";
import { game } from "./games.js";
import { iconOf } from "./icons.js";
import { plainTable } from "./plain_table.js";
import { get, post } from "./wire.js";
import { count, locale, refusal, t } from "./words.js";

/** @import { Came, LiveTold, Point } from "../types/wire.d.ts" */
/** @import { Child, TabTools } from "../types/pages.d.ts" */

/**
 * @typedef {object} Shown
 * @property {HTMLImageElement} picture
 * @property {HTMLElement} over What is drawn over it.
 * @property {HTMLElement} about What is said of it.
 * @property {() => void} refocus
 */

const LOOSE = /** @type {const} */ (["die", "pawn"]);
const PAUSE = 400; // ms between pictures

/**
 * Draw the tab and keep it fresh until it is left.
 * @param {HTMLElement} place
 * @param {TabTools} tools
 */
export function liveTab(place, tools) {
  const { onLeave, said } = tools;
  const picture = el("img", { class: "live-picture", alt: t("host.live.picture") });
  const over = el("div", { class: "live-over" });
  const about = el("div", { class: "stack" });
  let timer = 0;
  let left = false;
  const refocus = async () => said(await post("/api/focus", {}), t("host.live.refocusing"));
  const table = plainTable(tools);
  const look = async () => {
    if (tools.view().camera === false) {
      picture.hidden = true;
      over.replaceChildren();
      fill(about, null, () => el("p", {}, t("start.camera.none")));
    } else if (!document.hidden) {
      const told = await get("/host/live.json");
      if (left) return;
      table.show(told.ok ? told.data : null);
      if (told.ok) picture.src = `/host/live.jpg?frame=${told.data.frame}`;
      show(told, { picture, over, about, refocus });
    }
    timer = setTimeout(look, PAUSE);
  };
  place.replaceChildren(
    panel(null, t("host.tab.camera"), null, el("div", { class: "live" }, picture, over, table.frame), about),
    table.panel,
  );
  Promise.all([import("./cameras.js"), import("./teaching.js")]).then(
    ([{ cameras }, { teaching }]) => left || place.append(cameras(tools), teaching(said)),
  );
  onLeave(() => {
    left = true;
    clearTimeout(timer);
  });
  look();
}

/**
 * @param {Came<LiveTold>} told
 * @param {Shown} of
 */
function show(told, { picture, over, about, refocus }) {
  picture.hidden = !told.ok;
  if (!told.ok) {
    over.replaceChildren();
    return fill(about, told.status, () => el("p", { class: "notice" }, refusal(told)));
  }
  over.replaceChildren(drawn(told.data));
  fill(
    about,
    [
      told.data.mat,
      told.data.plain,
      told.data.tags.length,
      told.data.limits,
      told.data.unknown.length,
      LOOSE.map((kind) => many(told.data, kind)),
      told.data.refocuses,
    ],
    () => facts(told.data, refocus),
  );
}

/**
 * How many of these lie there.
 * @param {Pick<LiveTold, "loose">} of
 * @param {"die" | "pawn"} wanted
 */
const many = ({ loose = [] }, wanted) => loose.filter(({ kind }) => kind === wanted).length;

/** @param {LiveTold} of */
function drawn({ size: [width, height], tags, loose = [], unknown }) {
  const type = Math.round(width / 42);
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": count("host.live.read", tags.length) },
    tags.map(({ card, zone, corners }, i) =>
      mark(corners, zone ? "read" : "outside", tags.findIndex((tag) => tag.card === card) === i ? card : "", type),
    ),
    loose.map(({ corners }) => mark(corners, "read", "", type)),
    unknown.map((corners) => mark(corners, "strange", "?", type)),
  );
}

/**
 * @param {Point[]} corners
 * @param {string} look
 * @param {string} text
 * @param {number} type
 */
function mark(corners, look, text, type) {
  const [x, y] = corners.reduce(([ax, ay], [bx, by]) => [Math.min(ax, bx), Math.max(ay, by)], [Infinity, 0]);
  return svg(
    "g",
    { class: `tag tag-${look}` },
    svg("polygon", { points: corners.map((corner) => corner.join()).join(" ") }),
    text ? svg("text", { x, y: y + type, "font-size": type }, text) : null,
    text ? svg("title", {}, text === "?" ? t("host.live.unknown") : game.nameOf(text)) : null,
  );
}

/**
 * @param {LiveTold} of
 * @param {() => void} refocus
 */
export function facts({ mat, plain, tags, loose = [], limits, unknown, refocuses }, refocus) {
  return [
    limits.mirrored ? el("p", { class: "notice bad" }, t("host.live.mirrored")) : null,
    limits.more_mats ? el("p", { class: "notice bad" }, t("camera.more-mats")) : null,
    el(
      "p",
      { class: mat || plain ? "notice good" : "notice bad" },
      t(plain ? "host.live.plain" : mat ? "host.live.mat" : "host.live.no-mat"),
    ),
    plain || (!tags.length && loose.length) ? null : el("p", {}, count("host.live.read", tags.length)),
    LOOSE.map((kind) => {
      const n = many({ loose }, kind);
      return n || (plain && kind === "die") ? el("p", {}, count(`host.live.${kind}`, n)) : null;
    }),
    unknown.length ? el("p", { class: "notice" }, count("scan.strange", unknown.length)) : null,
    plain
      ? null
      : el(
          "dl",
          { class: "figures" },
          FIGURES.map(([key, as]) => {
            const value = limits[key];
            return value === null ? null : [el("dt", {}, t(`host.live.${key}`)), el("dd", {}, as(value))];
          }),
        ),
    refocuses ? button({ id: "refocus", onclick: refocus }, iconOf("focus"), t("host.live.refocus")) : null,
    el("p", { class: "soft" }, t("host.live.advice")),
  ];
}

/** @param {number} value */
const decimal = (value) => value.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @typedef {"px_per_module" | "sharpness" | "noise" | "glare"} Figure */

/**
 * What limits reading, and how its figure is written.
 * @type {[Figure, (value: number) => string][]}
 */
const FIGURES = [
  ["px_per_module", decimal],
  ["sharpness", decimal],
  ["noise", decimal],
  ["glare", (share) => share.toLocaleString(locale(), { style: "percent" })],
];
