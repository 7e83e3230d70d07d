/** What the camera sees: its last picture, what is read drawn over it, and what limits reading. */

import { cardName } from "./deck.js";
import { el, svg } from "./dom.js";
import { get } from "./wire.js";
import { count, t, words } from "./words.js";

const PAUSE = 400; // ms between pictures

/** Draw the tab and keep it fresh until it is left. */
export function liveTab(place, { onLeave }) {
  const picture = el("img", { class: "live-picture", alt: t("host.live.picture") });
  const over = el("div", { class: "live-over" });
  const about = el("div", { class: "stack", "aria-live": "polite" });
  let timer = 0;
  let left = false;
  const look = async () => {
    if (!document.hidden) {
      const told = await get("/host/live.json");
      if (left) return;
      if (told.ok) picture.src = `/host/live.jpg?${told.data.frame}`;
      show(told, { picture, over, about });
    }
    timer = setTimeout(look, PAUSE);
  };
  place.replaceChildren(el("section", { class: "panel stack" }, el("h2", {}, t("host.tab.camera")), el("div", { class: "live" }, picture, over), about));
  onLeave(() => {
    left = true;
    clearTimeout(timer);
  });
  look();
}

function show(told, { picture, over, about }) {
  picture.hidden = !told.ok;
  if (!told.ok) {
    over.replaceChildren();
    return changed(about, told.status, () => el("p", { class: "notice" }, words(told.data.text) || t("page.line.down")));
  }
  over.replaceChildren(drawn(told.data));
  changed(about, [told.data.mat, told.data.tags.length, told.data.limits, told.data.unknown], () => facts(told.data));
}

function changed(place, key, build) {
  const now = JSON.stringify(key);
  if (place.shown === now) return;
  place.shown = now;
  place.replaceChildren(...[build()].flat().filter(Boolean));
}

function drawn({ size: [width, height], tags, unknown }) {
  const type = Math.round(width / 34);
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": count("host.live.read", tags.length) },
    tags.map(({ card, zone, corners }) => mark(corners, zone ? "read" : "outside", card, type)),
    (unknown ?? []).filter((tag) => tag.corners).map(({ corners }) => mark(corners, "strange", "?", type)),
  );
}

function mark(corners, look, text, type) {
  const [x, y] = corners.reduce(([ax, ay], [bx, by]) => [Math.min(ax, bx), Math.max(ay, by)], [Infinity, 0]);
  return svg(
    "g",
    { class: `tag tag-${look}` },
    svg("polygon", { points: corners.map((corner) => corner.join()).join(" ") }),
    svg("text", { x, y: y + type, "font-size": type }, text),
    svg("title", {}, text === "?" ? t("host.live.unknown") : cardName(text)),
  );
}

function facts({ mat, tags, limits, unknown }) {
  return [
    el("p", { class: mat ? "notice good" : "notice bad" }, t(mat ? "host.live.mat" : "host.live.no-mat")),
    el("p", {}, count("host.live.read", tags.length)),
    unknown?.length ? el("p", { class: "notice" }, count("host.live.strange", unknown.length)) : null,
    ...limits.map((text) => el("p", { class: "notice" }, words(text))),
  ];
}
