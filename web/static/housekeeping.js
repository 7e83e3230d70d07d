/** Settings, the doctor, and files to take away. */

import { button, buttonRow, control, el, refill } from "./dom.js";
import { panel } from "./forms.js";
import { gamesToChoose } from "./games.js";
import { signedIn } from "./signed_in.js";
import { updates } from "./updates.js";
import { LONGEST, get } from "./wire.js";
import { has, language, refusal, t, words } from "./words.js";

/** @import { Check, Edition, GameTold, Setting } from "../types/wire.d.ts" */
/** @import { Child, TabTools } from "../types/pages.d.ts" */

// Settings

/**
 * @param {HTMLElement} place
 * @param {TabTools} of
 */
export function settingsTab(place, { settings, change, restart, said }) {
  const all = settings().filter(({ group, key }) => !group && key !== "camera"); // which is chosen where its picture is
  const again =
    restart && all.some(({ restart: later }) => later)
      ? button({ id: "restart", onclick: restart }, t("host.restart"))
      : null;
  const form = settingsForm("settings", t("host.tab.settings"), all, change, [], again);
  place.replaceChildren(
    all.length ? form : el("p", { class: "panel" }, t("host.settings.none")),
    ...signedIn(said),
    updates(said),
  );
}

/**
 * A form of some settings, those last that wait for a restart; what was changed in it is saved, or taken as it is by
 * `changedIn`.
 * @param {string} id
 * @param {string} title
 * @param {Setting[]} all
 * @param {TabTools["change"]} change
 * @param {Child[]} before
 * @param {Child} after
 */
export function settingsForm(id, title, all, change, before, after = null) {
  const later = all.filter(({ restart }) => restart);
  const waiting = later.length
    ? el(
        "div",
        { class: "stack", role: "group", "aria-labelledby": `${id}-later` },
        el("h3", { id: `${id}-later` }, t("host.setting.restart")),
        later.map(field),
      )
    : null;
  const form = el(
    "form",
    { class: "panel stack", id },
    el("h2", {}, title),
    all.filter(({ restart }) => !restart).map(field),
    waiting,
    before,
    el("button", { class: "main big", data: { focus: "save" } }, t("host.save")),
    after,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change(changedIn(form, all));
  });
  return form;
}

/**
 * @param {HTMLFormElement} form
 * @param {Setting[]} all
 */
export const changedIn = (form, all) =>
  Object.fromEntries(
    all.flatMap((setting) => {
      const value = valueOf(control(form, setting.key), setting);
      return JSON.stringify(value) === JSON.stringify(setting.value) ? [] : [[setting.key, value]];
    }),
  );

/** @param {string} key */
const nameOfSetting = (key) => (has(`host.setting.${key}`) ? t(`host.setting.${key}`) : key);
/** @param {Setting} setting */
function field(setting) {
  const { key, kind } = setting;
  const id = `setting-${key}`;
  if (kind === "bool")
    return el(
      "label",
      { class: "check" },
      el("input", { type: "checkbox", name: key, id, checked: setting.value }),
      nameOfSetting(key),
    );
  return el(
    "div",
    { class: "field" },
    el("label", { class: "label", for: id }, nameOfSetting(key)),
    input(setting, id),
  );
}

/**
 * @param {Setting} of
 * @param {string} id
 */
function input({ key, kind, value, choices, min, max }, id) {
  if (kind === "choice")
    return el(
      "select",
      { name: key, id },
      (choices ?? []).map((choice) =>
        el("option", { value: choice, selected: choice === value }, choiceName(key, choice)),
      ),
    );
  if (kind === "int" || kind === "float")
    return el("input", {
      type: key === "volume" ? "range" : "number",
      name: key,
      id,
      min,
      max,
      step: kind === "int" ? 1 : "any",
      value,
    });
  if (kind === "password") return el("input", { type: "password", name: key, id, value, autocomplete: "new-password" });
  return el("input", {
    type: "text",
    name: key,
    id,
    value: Array.isArray(value) ? value.join(", ") : value,
    autocomplete: "off",
    spellcheck: "false",
  });
}

/**
 * @param {string} key
 * @param {string} choice
 */
const choiceName = (key, choice) =>
  has(`host.choice.${choice || "none-said"}`) ? t(`host.choice.${choice || "none-said"}`) : choice;

/**
 * @param {HTMLInputElement | HTMLSelectElement} from
 * @param {Setting} of
 * @returns {Setting["value"]}
 */
function valueOf(from, { kind, value }) {
  if (from instanceof HTMLInputElement && kind === "bool") return from.checked;
  if (kind === "int" || kind === "float") return Number(from.value);
  if (Array.isArray(value))
    return from.value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean);
  return from.value;
}

// The doctor

/** @param {HTMLElement} place */
export function doctorTab(place) {
  const list = el(
    "div",
    { class: "stack", "aria-live": "polite" },
    el("p", { class: "soft" }, t("host.doctor.looking")),
  );
  const again = button({ data: { focus: "again" }, onclick: () => doctorTab(place) }, t("host.doctor.again"));
  refill(place, panel("doctor", t("host.tab.doctor"), null, list, again));
  get("/api/doctor", LONGEST).then((came) => {
    if (!came.ok) return list.replaceChildren(el("p", { class: "notice bad" }, refusal(came)));
    list.replaceChildren(...came.data.checks.map(check));
  });
}

const SIGNS = { ok: "✓", warn: "!", bad: "✗", unknown: "?" };
const LOOKS = { ok: "good", warn: "", bad: "bad", unknown: "" };

/** @param {Check} of */
export function check({ name, verdict, text, advice }) {
  const title = words(name);
  return el(
    "article",
    { class: `check-up notice ${LOOKS[verdict]}`, data: { verdict } },
    el("span", { class: "check-sign", role: "img", "aria-label": t(`host.doctor.${verdict}`) }, SIGNS[verdict]),
    el(
      "div",
      {},
      el("h3", {}, has(`doctor.${title}.name`) ? t(`doctor.${title}.name`) : title),
      el("p", {}, words(text)),
      advice ? el("p", { class: "advice" }, words(advice)) : null,
    ),
  );
}

// Files

/**
 * @param {HTMLElement} place
 * @param {TabTools} of
 */
export async function filesTab(place, { view }) {
  const playing = view();
  const games = (await gamesToChoose()).filter(({ prints }) => prints.length);
  place.replaceChildren(
    panel(
      null,
      t("host.files.game"),
      t("host.files.game.why"),
      el("a", { class: "button", download: true, href: "/host/game.jsonl" }, t("host.files.journal")),
      el("a", { class: "button", href: "/history" }, t("history.title")),
    ),
    panel(
      null,
      t("host.files.print"),
      t("host.files.print.why"),
      first(games, playing.game).map((game) =>
        first(sold(game), playing.edition).map((edition) => sheetLinks(game, edition)),
      ),
    ),
  );
}

/**
 * The editions of a game; one without a name where it has no others.
 * @param {GameTold} of
 * @returns {Pick<Edition, "name">[]}
 */
const sold = ({ editions }) => (editions.length ? editions : [{ name: "" }]);

/**
 * What is on the table comes first.
 * @template {{ name: string }} T
 * @param {readonly T[]} all
 * @param {string} name
 * @returns {T[]}
 */
const first = (all, name) => [...all].sort((a, b) => Number(b.name === name) - Number(a.name === name));

/**
 * What of one edition can be printed; a game that is sold in one only is called by its own name.
 * @param {GameTold} of
 * @param {Pick<Edition, "name">} edition
 */
function sheetLinks({ name, title, editions, prints }, edition) {
  const called = [words(title), editions.length > 1 ? t(`edition.${edition.name}`) : null].filter(Boolean).join(" · ");
  /** @param {string} kind */
  const link = (kind) =>
    el(
      "a",
      {
        class: "button",
        download: true,
        href: `/host/print/${kind}.pdf?${new URLSearchParams({ game: name, edition: edition.name, lang: language })}`,
      },
      t(`host.print.${kind}`),
    );
  return el("div", { class: "stack", data: { print: name } }, el("h3", {}, called), buttonRow(prints.map(link)));
}
