/** A hand and a murphy card, tapped; the verdict changes with every tap. No game is needed. */

import { useEdition } from "./deck.js";
import { el, refill, toggles } from "/static/dom.js";
import { handEditor, taskButton } from "./picker.js";
import { verdictOf } from "./verdict.js";
import { connected, tell } from "/static/shell.js";
import { get, post } from "/static/wire.js";
import { refusal, t, words } from "/static/words.js";

/** @import { Came } from "/types/wire.d.ts" */
/** @import { Code, Face, VerdictTold } from "../types.d.ts" */

const MAC_TASK = "M04";
const EDITIONS = ["classic", "newer"];

/** @type {{ task: Face | null, hand: Code[], mac: Code[], edition: string }} */
const asked = { task: null, hand: [], mac: [], edition: EDITIONS[0] };
/** @type {HTMLElement} */
let place; // once the page is there
/** @type {Came<VerdictTold> | null} */
let answer = null;
let latest = 0;

/**
 * Fill the page.
 * @param {HTMLElement} main
 */
export async function show(main) {
  place = main;
  place.classList.add("verify");
  const view = await get("/api/view");
  connected(view.status !== 0);
  asked.edition = EDITIONS.find((edition) => edition === view.data.edition) ?? asked.edition;
  await useEdition(asked.edition);
  draw();
}

function draw() {
  refill(
    place,
    el(
      "section",
      { class: "panel stack verify-ask", "aria-labelledby": "what" },
      el("h2", { class: "unseen", id: "what" }, t("check.what")),
      editionButtons(),
      taskButton(asked.task, (task) => change(() => (asked.task = task))),
      handEditor(asked.hand, () => change(() => {})),
      macRow(),
    ),
    el(
      "section",
      { class: "panel stack verify-answer", id: "answer", "aria-labelledby": "said" },
      el("h2", { class: "unseen", id: "said" }, t("check.answer")),
      said(),
    ),
  );
}

/** Mac's row is asked for only where the murphy card is about it. */
function macRow() {
  return asked.task === MAC_TASK ? handEditor(asked.mac, () => change(() => {}), { label: t("check.mac") }) : null;
}

function editionButtons() {
  /** @param {string} edition */
  const choose = async (edition) => {
    await useEdition(edition);
    Object.assign(asked, { edition, hand: [], mac: [] });
    judge();
  };
  return toggles(
    EDITIONS.map((edition) => ({
      focus: `edition-${edition}`,
      text: t(`edition.${edition}`),
      on: asked.edition === edition,
      act: () => choose(edition),
    })),
    { label: t("host.edition") },
  );
}

/** @param {() => void} act */
function change(act) {
  act();
  judge();
}

async function judge() {
  const mine = ++latest; // what is asked of other cards counts no more
  draw();
  if (!asked.task || !(asked.hand.length || asked.task === MAC_TASK)) {
    answer = null;
    draw();
    return;
  }
  const { task, hand, mac, edition } = asked;
  const came = await post("/api/verify?game=dumm-gelaufen", {
    task,
    hand,
    edition,
    ...(task === MAC_TASK ? { mac } : {}),
  });
  if (mine !== latest) return;
  connected(came.status !== 0);
  answer = came;
  draw();
  if (came.ok) tell([t(`verdict.${came.data.verdict}`), ...came.data.reasons.map(({ text }) => words(text))].join(" "));
}

function said() {
  if (!answer) return el("p", { class: "soft" }, t(asked.task ? "check.hand-first" : "check.task-first"));
  if (!answer.ok) return el("p", { class: "notice bad" }, refusal(answer));
  return verdictOf(
    { ...answer.data, hand: asked.task === MAC_TASK ? [...asked.mac] : [...asked.hand] },
    { brief: true },
  );
}
