/** Teaching Murphy a set of dice: which die is to show what next, and the sets that are kept. */

import { askFirst } from "./asking.js";
import { die, figure } from "./dice.js";
import { button, buttonRow, el, fill, toggles } from "./dom.js";
import { get, post } from "./wire.js";
import { t, words } from "./words.js";

/** @import { Came, DiceLesson, DiceTold } from "../types/wire.d.ts" */
/** @import { HostSaid } from "../types/pages.d.ts" */

/** @typedef {(what: DiceLesson, name?: string, number?: number | null) => void} Act */

const REST = 1200; // ms between two looks at a die: a browser may say something once a second

/**
 * A panel behind the camera's picture; nothing where the game has no dice.
 * @param {HostSaid} said
 */
export function teaching(said) {
  const panel = el("section", { class: "panel stack", id: "dice", hidden: true });
  let busy = 0;
  /**
   * @param {DiceLesson} what
   * @param {number | null} number
   */
  const act = async (what, name = "", number = null) => {
    busy += 1;
    const came = await post("/api/dice", { do: what, name, number });
    busy -= 1;
    const failed = what === "look" && !came.ok;
    if (failed ? came.status === 0 : said(came)) show(came);
  };
  const look = async () => {
    if (!panel.isConnected || !panel.querySelector(".lesson")) return;
    if (!document.hidden && !busy) await act("look");
    setTimeout(look, REST);
  };
  /** @param {Came<DiceTold>} of */
  const show = ({ ok, data }) => {
    if (!ok) return;
    const going = panel.querySelector(".lesson") !== null;
    panel.hidden = !data.colours.length && !data.sets.length;
    const drawn = () => [
      el("h2", {}, t("dice.title")),
      data.lesson ? lesson(data.lesson, data.colours.length, act) : sets(data, act),
    ];
    if (!fill(panel, data, drawn) || !data.lesson || going) return;
    panel.scrollIntoView({ block: "nearest" });
    setTimeout(look, REST);
  };
  get("/api/dice").then(show);
  return panel;
}

/**
 * Which sets there are, which one is played with, and the way to a new one.
 * @param {DiceTold} of
 * @param {Act} act
 */
function sets({ sets: kept, used, camera, colours }, act) {
  /**
   * @param {string} name
   * @param {string} text
   */
  const choice = (name, text) => ({
    focus: `set-${name}`,
    text,
    on: used === name,
    data: { set: name },
    act: () => act("use", name),
  });
  const forget =
    used && kept.includes(used)
      ? button(
          {
            class: "quiet",
            id: "dice-forget",
            onclick: () =>
              askFirst(t("host.dice.forget", { name: used }), el("p", {}, t("host.kept.forget")), {
                yes: t("host.dice.forget", { name: used }),
                no: t("page.keep"),
                name: "forget",
                act: () => act("forget", used),
              }),
          },
          t("host.dice.forget", { name: used }),
        )
      : null;
  const name = el("input", {
    type: "text",
    name: "name",
    id: "dice-name",
    value: t("host.dice.ours"),
    maxlength: "40",
    required: true,
    autocomplete: "off",
  });
  const form = el(
    "form",
    { class: "stack" },
    el("div", { class: "field" }, el("label", { class: "label", for: "dice-name" }, t("host.dice.name")), name),
    el("button", { class: "main big" }, t("host.dice.begin")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act("begin", name.value.trim());
  });
  return [
    el("p", { class: "soft" }, t("host.dice.why")),
    kept.length
      ? toggles([choice("", t("host.dice.none")), ...kept.map((each) => choice(each, each))], {
          label: t("dice.title"),
        })
      : null,
    forget,
    colours.length && camera ? form : null,
    colours.length && !camera ? el("p", { class: "notice" }, t("host.dice.no-camera")) : null,
  ];
}

/**
 * One die, one face: what is asked, what is seen, and what can be said about it.
 * @param {NonNullable<DiceTold["lesson"]>} now
 * @param {number} dice How many there are.
 * @param {Act} act
 */
function lesson({ number, colour, face, faces, shown, seen }, dice, act) {
  return [
    el(
      "p",
      { class: "soft" },
      t("host.dice.which", { n: number + 1, count: dice, colour: t(`dice.colour.${colour}`) }),
    ),
    el(
      "p",
      { class: "lesson" },
      el(
        "span",
        { class: "lesson-die", "aria-hidden": "true" },
        die(figure(face === "symbol" ? 0 : Number(face)), { colour }),
      ),
      el("strong", {}, face === "symbol" ? t("host.dice.show-symbol") : t("host.dice.show", { face })),
    ),
    el(
      "ol",
      { class: "lesson-faces", "aria-label": t("host.dice.shown", { n: shown.length, count: faces.length }) },
      faces.map((each, i) =>
        el(
          "li",
          { "aria-current": each === face ? "step" : null, class: faces.indexOf(face) > i ? "is-shown" : "" },
          faces.indexOf(face) > i ? "✓" : each === "symbol" ? figure(0) : each,
        ),
      ),
    ),
    el("p", { class: "notice calm", role: "status" }, words(seen)),
    buttonRow(
      button({ id: "dice-right", onclick: () => act("right", "", number) }, t("host.dice.right")),
      button({ id: "dice-next", onclick: () => act("next", "", number) }, t("host.dice.next")),
      button({ class: "quiet", id: "dice-stop", onclick: () => act("stop") }, t("host.dice.stop")),
    ),
  ];
}
