/** A game as one page that needs nothing else: its summary, and the table step by step. */

import { button, buttonRow, el } from "./dom.js";
import { drawStep, saidOf, stepsOf } from "./replay.js";
import { language, t } from "./words.js";

/** @import { View } from "../types/wire.d.ts" */
/** @import { WholeEntry } from "../types/pages.d.ts" */

/** What this page wears: the shared one looks like it. */
const worn = () =>
  [...document.querySelectorAll("link")].flatMap(({ rel, href }) => (rel === "stylesheet" ? [href] : []));

/**
 * The page as text; `place` is an empty part of this page, in which every step is drawn once.
 * @param {HTMLElement} place
 * @param {HTMLElement} summary
 * @param {WholeEntry[]} entries
 * @param {View} view
 */
export async function sharedPage(place, summary, entries, view) {
  const styles = await Promise.all(worn().map(async (href) => (await fetch(href)).text()));
  const told = pictures(place, stepsOf(entries), view);
  const head = [
    el("meta", { charset: "utf-8" }),
    el("meta", { name: "viewport", content: "width=device-width" }),
    el("title", {}, t("page.name")),
  ];
  const main = el(
    "main",
    { class: "history" },
    el("h1", {}, t("history.title")),
    still(summary),
    told.steps.length
      ? el(
          "section",
          { class: "panel stack", id: "replay-table", "aria-label": t("history.replay") },
          controls(),
          el("div", { id: "game", class: "game" }),
        )
      : null,
  );
  const data = JSON.stringify({
    steps: told.steps,
    says: { play: t("history.replay.play"), stop: t("history.replay.stop") },
  }).replaceAll("<", "\\u003c");
  const parts = told.parts.map((html) => `<template>${html}</template>`).join("");
  const script = told.steps.length
    ? `${parts}<script type="application/json" id="told">${data}</script><script>(${player})()</script>`
    : "";
  return [
    `<!doctype html>\n<html lang="${language}">`,
    ...head.map((node) => node.outerHTML),
    `<style>${styles.join("\n")}</style>`,
    `<body class="is-ready is-drawn">${main.outerHTML}${script}</body></html>`,
  ].join("");
}

/**
 * Every step as the parts that say and show it; each part is kept once.
 * @param {HTMLElement} place
 * @param {WholeEntry[]} steps
 * @param {View} view
 */
function pictures(place, steps, view) {
  const known = new Map();
  /** @param {Element} of */
  const number = ({ outerHTML: html }) => {
    if (!known.has(html)) known.set(html, known.size);
    return known.get(html);
  };
  const made = steps.map((step) => {
    drawStep(place, step, view);
    return {
      said: number(el("span", {}, saidOf(step, view))),
      shows: [...place.children].map((part) => number(still(part))),
    };
  });
  place.replaceChildren();
  return { steps: made, parts: [...known.keys()] };
}

/**
 * A copy in which nothing waits for a tap.
 * @template {Element} T
 * @param {T} part
 */
function still(part) {
  const copy = /** @type {T} */ (part.cloneNode(true));
  for (const out of copy.querySelectorAll(".keep-out")) out.remove();
  for (const one of copy.querySelectorAll("button"))
    one.replaceWith(el("span", { class: one.className, data: { card: one.dataset.card ?? "" } }, [...one.childNodes]));
  return copy;
}

const controls = () => [
  el("p", { class: "replay-said", role: "status", id: "said" }),
  el("input", { type: "range", min: 0, id: "at", "aria-label": t("history.replay") }),
  buttonRow(["back", "play", "next"].map((name) => button({ id: name }, t(`history.replay.${name}`)))),
];

/** What the page itself runs: it knows nothing of this one. */
function player() {
  const of = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {{ steps: { said: number, shows: number[] }[], says: { play: string, stop: string } }} */
  const { steps, says } = JSON.parse(of("told").textContent ?? "");
  const parts = [...document.querySelectorAll("template")].map((one) => one.content);
  /** @param {number} n */
  const part = (n) => parts[n].cloneNode(true);
  let at = Math.max(0, Math.min(steps.length - 1, Number(location.hash.slice(1)) - 1 || 0));
  const slider = /** @type {HTMLInputElement} */ (of("at"));
  let playing = 0;
  const show = () => {
    of("said").replaceChildren(part(steps[at].said));
    of("game").replaceChildren(...steps[at].shows.map(part));
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `${at + 1}: ${of("said").textContent}`);
    of("play").textContent = playing ? says.stop : says.play;
    try {
      history.replaceState(null, "", `#${at + 1}`);
    } catch {
      // a browser bears only so many in a row
    }
  };
  /** @param {number} to */
  const go = (to) => {
    at = Math.max(0, Math.min(steps.length - 1, to));
    show();
  };
  const stop = () => {
    clearInterval(playing);
    playing = 0;
  };
  slider.max = String(steps.length - 1);
  slider.oninput = () => go(Number(slider.value));
  of("back").onclick = () => go(at - 1);
  of("next").onclick = () => go(at + 1);
  of("play").onclick = () => {
    if (playing) stop();
    else playing = setInterval(() => (at === steps.length - 1 ? (stop(), show()) : go(at + 1)), 1600);
    show();
  };
  show();
}
