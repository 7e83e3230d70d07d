/** A new game: edition, who sits where, who begins, and how this table reads the rules. */

import { ruleQuestions, useEdition } from "./deck.js";
import { el } from "./dom.js";
import { t } from "./words.js";

const LEAST = 2;
const MOST = 6;
const LONGEST = 40;
const EDITIONS = ["classic", "newer"];

/** The form; `plan` has `edition`, `players`, `first`, `rulings`, and is changed in place. */
export function setupForm(plan, { redraw, begin }) {
  return [editionChoice(plan, redraw), seats(plan, redraw), firstChoice(plan, redraw), rulings(plan, redraw), el("div", { class: "sheet-foot" }, el("button", { type: "button", class: "main big", id: "begin-game", onclick: begin }, t("host.begin")))];
}

function editionChoice(plan, redraw) {
  const choose = async (edition) => {
    await useEdition(edition);
    Object.assign(plan, { edition, rulings: {} });
    redraw();
  };
  return el(
    "div",
    { class: "stack" },
    el("h3", {}, t("check.edition")),
    el("div", { class: "choices" }, EDITIONS.map((edition) => el("button", { type: "button", "aria-pressed": String(plan.edition === edition), data: { focus: `edition-${edition}` }, onclick: () => choose(edition) }, t(`edition.${edition}`)))),
  );
}

function seats(plan, redraw) {
  const change = (act) => () => {
    act();
    plan.first = Math.min(plan.first, plan.players.length - 1);
    redraw();
  };
  const swap = (i) => ([plan.players[i - 1], plan.players[i]] = [plan.players[i], plan.players[i - 1]]);
  return el(
    "div",
    { class: "stack" },
    el("h3", {}, t("host.seats")),
    el("p", { class: "soft" }, t("host.seats.order")),
    el(
      "ol",
      { class: "seats" },
      plan.players.map((name, i) =>
        el(
          "li",
          {},
          el("span", { class: "seat-number", "aria-hidden": "true" }, String(i + 1)),
          el("input", { value: name, dir: "auto", maxlength: LONGEST, autocomplete: "off", "aria-label": t("host.seat", { n: i + 1 }), data: { focus: `seat-${i}` }, oninput: (event) => named(plan, i, event.target.value) }),
          el("button", { type: "button", class: "quiet square", disabled: i === 0, "aria-label": t("host.seat.up", { n: i + 1 }), data: { focus: `up-${i}` }, onclick: change(() => swap(i)) }, "↑"),
          el("button", { type: "button", class: "quiet square", disabled: plan.players.length <= LEAST, "aria-label": t("host.seat.out", { n: i + 1 }), data: { focus: `out-${i}` }, onclick: change(() => plan.players.splice(i, 1)) }, "✕"),
        ),
      ),
    ),
    plan.players.length < MOST ? el("button", { type: "button", data: { focus: "add" }, onclick: change(() => plan.players.push("")) }, t("host.seat.add")) : null,
  );
}

/** A name as it is being typed: whoever begins is called by it, too. */
function named(plan, i, name) {
  plan.players[i] = name;
  document.querySelector(`[data-focus="first-${i}"] bdi`).textContent = name || t("host.seat", { n: i + 1 });
}

function firstChoice(plan, redraw) {
  const choose = (i) => {
    plan.first = i;
    redraw();
  };
  return el(
    "div",
    { class: "stack" },
    el("h3", {}, t("host.first")),
    el("p", { class: "soft" }, t("host.first.why")),
    el("div", { class: "choices" }, plan.players.map((name, i) => el("button", { type: "button", "aria-pressed": String(plan.first === i), data: { focus: `first-${i}` }, onclick: () => choose(i) }, el("bdi", {}, name || t("host.seat", { n: i + 1 }))))),
  );
}

/** What the printed rules leave open, each as a question with its answers. */
function rulings(plan, redraw) {
  const questions = ruleQuestions();
  if (!questions.length) return null;
  return el(
    "details",
    { class: "more", open: plan.open, ontoggle: (event) => (plan.open = event.target.open) },
    el("summary", {}, t("host.rulings")),
    el("p", { class: "soft" }, t("host.rulings.why")),
    questions.map((question) => ruling(question, plan, redraw)),
  );
}

function ruling({ name, values, value }, plan, redraw) {
  const now = plan.rulings[name] ?? value;
  const choose = (other) => {
    plan.rulings[name] = other;
    redraw();
  };
  return el(
    "div",
    { class: "ruling", role: "group", "aria-label": t(`ruling.${name}.question`) },
    el("p", {}, t(`ruling.${name}.question`)),
    el("p", { class: "soft" }, t(`ruling.${name}.why`)),
    el("div", { class: "choices" }, values.map((other) => el("button", { type: "button", "aria-pressed": String(now === other), data: { focus: `${name}-${other}` }, onclick: () => choose(other) }, t(`ruling-value.${String(other).toLowerCase().replaceAll("_", "-")}`)))),
  );
}
