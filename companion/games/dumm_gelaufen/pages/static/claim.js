/** "Murphy!": a claim by photo or by tap; what was read can be put right before it is judged. */

import { cardPicture } from "./cards.js";
import { cardName, faceOf, kindOf } from "./deck.js";
import { holdsOf, whyNot } from "./holds.js";
import { button, el, found, nameOf, toggles, withNames } from "/static/dom.js";
import { keep, kept, mainButton } from "/static/forms.js";
import { iconOf } from "/static/icons.js";
import { handEditor, taskButton } from "./picker.js";
import { asLongAs, sheet, tell, toast } from "/static/shell.js";
import { verdictOf } from "./verdict.js";
import { decide, post, upload } from "/static/wire.js";
import { count, refusal, t, words } from "/static/words.js";

/** @import { Child, Here, Props, SheetTools } from "/types/pages.d.ts" */
/** @import { Came, Seat } from "/types/wire.d.ts" */
/** @import { Code, DummPlayer, DummView, Face, ReadHand, VerdictTold } from "../types.d.ts" */
/** @import { Holds } from "./holds.js" */

/** @typedef {{ blob: Blob, small: HTMLCanvasElement | null }} Picture */
/** @typedef {"begin" | "reading" | "check" | "doubt"} Step */
/** @typedef {{ player: Seat, task: Face | null, hand: Code[] }} Begun What is kept of a claim. */
/**
 * @typedef {object} Claiming A claim that is being put together.
 * @property {Step} step
 * @property {Seat} player
 * @property {Face | null} task
 * @property {Code[]} hand
 * @property {Picture[]} pictures
 * @property {ReadHand | null} read What was read in them.
 * @property {number | null} progress How much of them is sent, 0 to 1.
 * @property {string | null} said What is the matter.
 * @property {number} kept How many cards of the hand are actions, as the claimant says.
 * @property {VerdictTold & { missing: number } | null} doubt What the rules would say, told to the claimant alone.
 * @property {Holds | null} holds What he may be holding.
 */
/** @typedef {SheetTools & Here<DummView>} Tools */

const KEY = "murphy-claim";
const MOST_PICTURES = 4;
const LONGEST = 3000; // px; the Pi reads no more than that
const SHOWN = 900; // px of a picture that is shown
const SMALL = 1_500_000; // bytes that are sent as they are

/**
 * Open the sheet for a claim of whoever holds this phone (a host says for whom); what was begun there goes on.
 * @param {Here<DummView>} of
 */
export function claimSheet({ view, you }) {
  const claim = nothing(you.seat ?? view().turn?.offered ?? view().turn?.player ?? 0);
  const moment = about(view());
  /** @type {Begun | null} */
  const begun = kept(KEY, moment);
  if (begun && (begun.task || begun.hand.length) && (you.host || begun.player === claim.player))
    Object.assign(claim, begun, { step: "check" });
  /** @type {Record<Step, (claim: Claiming, tools: Tools) => Child>} */
  const steps = { begin: beginStep, reading: readingStep, check: checkStep, doubt: doubtStep };
  const closes = asLongAs(view(), about);
  const opened = sheet(
    t("page.claim"),
    ({ redraw, close }) => {
      keep(KEY, { player: claim.player, task: claim.task, hand: claim.hand }, moment);
      return steps[claim.step](claim, { redraw, close, view, you });
    },
    {
      name: "claim",
      changed: (now, tools) => {
        closes(now, tools);
        knowHolds(claim, /** @type {DummView} */ (now), tools.redraw);
      },
    },
  );
  knowHolds(claim, view(), opened.redraw);
  return opened;
}

/**
 * Which cards the claimant may hold is known once the Pi has said so: the others are grey.
 * @param {Claiming} claim
 * @param {DummView} view
 * @param {() => void} redraw
 */
async function knowHolds(claim, view, redraw) {
  const { player } = claim;
  const holds = await holdsOf(player, view);
  if (claim.player !== player) return;
  claim.holds = holds;
  if (claim.step === "check") redraw();
}

/**
 * @param {Seat} player
 * @returns {Claiming}
 */
const nothing = (player) => ({
  step: "begin",
  player,
  task: null,
  hand: [],
  pictures: [],
  read: null,
  progress: null,
  said: null,
  kept: 0,
  doubt: null,
  holds: null,
});

/**
 * What a claim is about: of another moment it would be another claim.
 * @param {DummView} of
 */
const about = ({ game, round, phase, players }) => [game, round, phase, players.map(({ name, won }) => [name, won])];

// How

/**
 * @param {Claiming} claim
 * @param {Tools} of
 */
function beginStep(claim, { redraw, view, you }) {
  /** @param {{ target: HTMLInputElement }} event */
  const files = (event) => {
    const chosen = [...(event.target.files ?? [])];
    event.target.value = "";
    addPictures(claim, chosen, redraw);
  };
  return [
    you.host ? forWhom(claim, view(), redraw) : null,
    problem(claim),
    whoMay(view(), claim.player),
    el("p", {}, t("claim.how")),
    pictureInput("camera", "claim.photo", { capture: "environment" }, files, "main"),
    pictureInput("gallery", "claim.gallery", { multiple: true }, files),
    button(
      {
        class: "big",
        id: "claim-tap",
        onclick: () => {
          claim.step = "check";
          redraw();
        },
      },
      t("claim.tap"),
    ),
  ];
}

/**
 * Who may claim just now, where that is somebody else: what comes at another moment the table decides.
 * @param {DummView} of
 * @param {Seat} player
 */
function whoMay({ turn, players, rulings }, player) {
  const offered = turn?.offered ?? null; // whose exchange was the last: his turn goes on until the next one acts
  const window = rulings?.claim_window;
  const may = window === "any_time" ? [player] : window === "own_turn" ? [turn?.player ?? null, offered] : [offered];
  if (may.includes(player)) return null;
  const name = players[may[0] ?? -1]?.name;
  return el(
    "p",
    { class: "notice" },
    el("span", {}, withNames(name ? t("claim.may", { name }) : t("claim.nobody-may"), [name])),
  );
}

/** @param {Claiming} claim */
const problem = (claim) => (claim.said ? el("p", { class: "notice bad", role: "alert" }, claim.said) : null);

/**
 * @param {Claiming} claim
 * @param {DummView} view
 * @param {() => void} redraw
 */
function forWhom(claim, view, redraw) {
  return el(
    "div",
    { class: "stack" },
    el("h3", {}, t("claim.for-whom")),
    toggles(
      view.players.flatMap(({ name, left }, i) => {
        const act = () => {
          Object.assign(claim, { player: i, kept: 0, holds: null });
          knowHolds(claim, view, redraw);
          redraw();
        };
        return left ? [] : { focus: `who-${i}`, text: nameOf(name), on: claim.player === i, act };
      }),
    ),
  );
}

/**
 * A file input dressed as a button: it works without HTTPS, with the phone's own camera.
 * @param {string} id
 * @param {string} says
 * @param {Props<HTMLInputElement>} props
 * @param {(event: { target: HTMLInputElement }) => void} chosen
 */
export function pictureInput(id, says, props, chosen, look = "") {
  return el(
    "label",
    { class: `button big file ${look}` },
    iconOf("camera"),
    t(says),
    el("input", { type: "file", id: `claim-${id}`, class: "unseen", accept: "image/*", onchange: chosen, ...props }),
  );
}

// Pictures

/**
 * @param {Claiming} claim
 * @param {File[]} files
 * @param {() => void} redraw
 */
async function addPictures(claim, files, redraw) {
  if (!files.length) return;
  const before = claim.pictures;
  claim.pictures = [...before, ...(await Promise.all(files.map(smaller)))].slice(-MOST_PICTURES);
  claim.step = "reading";
  claim.said = null;
  claim.progress = 0;
  redraw();
  const came = await upload("/api/claims/photo", form(claim.pictures), (part) => {
    claim.progress = part;
    const bar = found("claim-progress", HTMLProgressElement);
    if (bar) bar.value = part;
    if (part === 1) sent(bar);
  });
  take(claim, came, before);
  redraw();
}

/**
 * They are there: how long it takes to read them nobody knows.
 * @param {Element | null} bar
 */
function sent(bar) {
  bar?.removeAttribute("value");
  bar?.setAttribute("aria-label", t("claim.reading"));
  const said = document.getElementById("claim-said");
  if (said) said.textContent = t("claim.reading");
}

/** @param {Picture[]} pictures */
export function form(pictures) {
  const data = new FormData();
  data.append("submit", "no");
  pictures.forEach((picture, i) => data.append("photo", picture.blob, `picture-${i + 1}`));
  return data;
}

/**
 * A picture small enough to travel, and a `small` one to be shown; what this browser cannot open is sent as it is.
 * @param {File} file
 * @returns {Promise<Picture>}
 */
export async function smaller(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const fits = Math.max(bitmap.width, bitmap.height) <= LONGEST && file.size < SMALL && file.type === "image/jpeg";
    const blob = fits ? file : await jpeg(drawn(bitmap, LONGEST));
    const small = drawn(bitmap, SHOWN);
    bitmap.close(); // four bytes a pixel: some phones end a page that keeps a few of them
    return { blob: blob ?? file, small };
  } catch {
    return { blob: file, small: null };
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob | null>}
 */
const jpeg = (canvas) => new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));

/**
 * A copy of a picture, no side longer than that many px.
 * @param {ImageBitmap | HTMLCanvasElement} picture
 * @param {number} longest
 */
function drawn(picture, longest) {
  const { width, height } = picture;
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = el("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * What came of the pictures; where that is nothing, all is as it was before the last of them.
 * @param {Claiming} claim
 * @param {Came<{ read: ReadHand }>} came
 * @param {Picture[]} before
 */
function take(claim, came, before) {
  claim.progress = null;
  const read = came.data.read;
  const any = read && (read.hand.length || read.tasks?.length || read.other?.length);
  claim.step = claim.read || any ? "check" : "begin";
  if (!any) {
    claim.pictures = before;
    claim.said = read ? t("claim.nothing-read") : refusal(came);
    return tell(claim.said, true);
  }
  if (read.task && read.task !== claim.read?.task) claim.task = faceOf(read.task);
  claim.hand = claim.read ? putRight(read.hand, claim.read.hand, claim.hand) : [...read.hand];
  claim.read = read;
  claim.said = came.ok ? null : words(came.data.text);
  tell(count("claim.read", read.hand.length));
}

/**
 * What is read now, with what people made of what was read before: a card that they took away stays away, and one that
 * they tapped stays unless it is seen by now.
 * @param {Code[]} now
 * @param {Code[]} before
 * @param {Code[]} hand
 * @returns {Code[]}
 */
function putRight(now, before, hand) {
  const seen = now.filter((code) => !before.includes(code)).map(faceOf);
  const tapped = hand.filter((code) => {
    const at = seen.indexOf(faceOf(code));
    if (before.includes(code) || at < 0) return !before.includes(code);
    seen.splice(at, 1);
    return false;
  });
  return [...now.filter((code) => hand.includes(code) || !before.includes(code)), ...tapped];
}

/** @param {Claiming} claim */
function readingStep(claim) {
  return [
    el("p", { id: "claim-said", role: "status" }, t((claim.progress ?? 0) < 1 ? "claim.sending" : "claim.reading")),
    el("progress", { id: "claim-progress", max: 1, value: claim.progress ?? 0, "aria-label": t("claim.sending") }),
    el(
      "div",
      { class: "thumbs" },
      claim.pictures.map((picture) => thumb(picture, null)),
    ),
  ];
}

/**
 * A picture with a frame around every tag that was read in it.
 * @param {Picture} picture
 * @param {ReadHand["pictures"][number] | null | undefined} read
 */
function thumb(picture, read) {
  if (!picture.small) return null;
  const canvas = drawn(picture.small, SHOWN);
  canvas.className = "thumb";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", t("claim.picture"));
  const pen = canvas.getContext("2d");
  if (read && pen) frames(pen, read, canvas.width / read.size[0]);
  return canvas;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {ReadHand["pictures"][number]} read
 * @param {number} scale
 */
function frames(pen, read, scale) {
  pen.lineWidth = 5;
  pen.strokeStyle = "#7fe0a3";
  for (const { corners } of read.tags) {
    pen.beginPath();
    corners.forEach(([x, y], i) => (i ? pen.lineTo(x * scale, y * scale) : pen.moveTo(x * scale, y * scale)));
    pen.closePath();
    pen.stroke();
  }
}

// Check and send

/**
 * @param {Claiming} claim
 * @param {Tools} of
 */
function checkStep(claim, { redraw, close, view, you }) {
  const ready = claim.task && claim.hand.length + Number(claim.task === "M04") > 0;
  return [
    you.host ? forWhom(claim, view(), redraw) : null,
    problem(claim),
    claim.read ? whatWasRead(claim, claim.read, view(), redraw) : null,
    taskButton(claim.task, (task) => ((claim.task = task), redraw())),
    handEditor(claim.hand, redraw, {
      label: t("claim.hand"),
      out: (face) => claim.holds && whyNot(claim.holds, face, [], claim.hand.map(faceOf)),
    }),
    claim.task || claim.hand.length
      ? button(
          {
            class: "quiet",
            data: { focus: "anew" },
            onclick: () => (Object.assign(claim, nothing(claim.player)), redraw()),
          },
          t("claim.anew"),
        )
      : null,
    el(
      "div",
      { class: "sheet-foot" },
      mainButton("claim-send", t("claim.send"), () => send(claim, redraw, close), !ready),
    ),
  ];
}

/**
 * @param {Claiming} claim
 * @param {ReadHand} read
 * @param {DummView} view
 * @param {() => void} redraw
 */
function whatWasRead(claim, read, view, redraw) {
  /** @param {{ target: HTMLInputElement }} event */
  const files = (event) => addPictures(claim, [...(event.target.files ?? [])], redraw);
  return el(
    "div",
    { class: "stack" },
    el("p", {}, count("claim.read", read.hand.length), " ", t("claim.check")),
    tooFew(read, view.players[claim.player]),
    read.unknown ? el("p", { class: "notice" }, count("scan.strange", read.unknown)) : null,
    read.other?.length
      ? el(
          "div",
          { class: "row" },
          el("span", { class: "soft" }, t("claim.other")),
          el(
            "div",
            { class: "cards small" },
            read.other.map((code) => el("span", { class: "card", data: { kind: kindOf(code) } }, cardPicture(code))),
          ),
        )
      : null,
    el(
      "div",
      { class: "thumbs" },
      claim.pictures.map((picture, i) => thumb(picture, read.pictures?.[i])),
    ),
    claim.pictures.length < MOST_PICTURES
      ? pictureInput("more", "claim.more", { capture: "environment" }, files)
      : null,
  );
}

/**
 * Cards that lie under others in a fan are not read: fewer than the hand has are worth a word.
 * @param {ReadHand} read
 * @param {DummPlayer | undefined} player
 */
function tooFew(read, player) {
  const [least] = player?.cards ?? [0];
  const n = read.hand.length + (read.other?.length ?? 0);
  return n < least ? el("p", { class: "notice", data: { notice: "too-few" } }, t("claim.too-few", { n, least })) : null;
}

/**
 * First the claimant alone hears what the rules would say; what they accept goes on to everybody at once.
 * @param {Claiming} claim
 * @param {() => void} redraw
 * @param {() => void} close
 */
async function send(claim, redraw, close) {
  if (!claim.task) return;
  const came = await post("/api/claims", { ...asked(claim, claim.task), check: true });
  if (!came.ok) return refuse(claim, came, redraw);
  claim.said = null;
  if (came.data.verdict === "yes" && !came.data.missing) return aloud(claim, redraw, close);
  Object.assign(claim, { step: "doubt", doubt: came.data });
  redraw();
  document.querySelector("dialog[data-sheet=claim]")?.scrollTo(0, 0);
}

/**
 * @param {Claiming} claim
 * @param {Face} task
 */
const asked = ({ hand, player, kept: actions }, task) => ({
  task,
  hand,
  player,
  ...(actions ? { kept: actions } : {}),
});

/**
 * The claim before everybody.
 * @param {Claiming} claim
 * @param {() => void} redraw
 * @param {() => void} close
 */
async function aloud(claim, redraw, close) {
  if (!claim.task) return;
  const came = await decide("/api/claims", asked(claim, claim.task));
  if (!came.ok) return refuse(claim, came, redraw);
  keep(KEY, null);
  close();
}

/**
 * @param {Claiming} claim
 * @param {Came<unknown>} came
 * @param {() => void} redraw
 */
function refuse(claim, came, redraw) {
  Object.assign(claim, { said: refusal(came), step: "check" });
  toast(claim.said ?? "", true);
  redraw();
}

// What the claimant alone is told

/**
 * @param {Claiming} claim
 * @param {Tools} of
 */
function doubtStep(claim, { redraw, close, view }) {
  const { doubt } = claim;
  if (!doubt) return null;
  const back = () => {
    Object.assign(claim, { step: "check", kept: 0 });
    redraw();
  };
  return [
    el("p", { class: "notice calm" }, el("span", {}, t("claim.private"))),
    doubt.missing
      ? someMissing(claim, doubt, view().players[claim.player], { redraw, close })
      : [
          verdictOf({ ...doubt, hand: claim.hand }, { brief: true }),
          el("p", { class: "soft" }, t(doubt.verdict === "no" ? "claim.cost" : "claim.table")),
          button(
            { class: "big", id: "claim-aloud", onclick: () => aloud(claim, redraw, close) },
            t(doubt.verdict === "no" ? "claim.aloud" : "claim.ask"),
          ),
        ],
    el("div", { class: "sheet-foot" }, mainButton("claim-back", t("claim.back"), back)),
  ];
}

/**
 * Fewer cards are shown than the hand has: those that it must hold are added by a tap, or the others are actions.
 * @param {Claiming} claim
 * @param {VerdictTold & { missing: number }} doubt
 * @param {DummPlayer} player
 * @param {SheetTools} tools
 */
function someMissing(claim, { missing, reasons = [] }, player, { redraw, close }) {
  const sure = reasons.filter(({ code }) => code === "not-shown").flatMap(({ cards = [] }) => cards);
  const add = () => {
    claim.hand.push(...sure);
    claim.step = "check";
    redraw();
  };
  const actions = () => {
    claim.kept += missing;
    send(claim, redraw, close);
  };
  return [
    el("p", {}, t("claim.fewer", { least: player.cards[0], n: claim.hand.length + claim.kept })),
    sure.length
      ? button({ class: "big", id: "claim-add", onclick: add }, t("claim.add", { cards: sure.map(cardName) }))
      : button({ class: "big", id: "claim-actions", onclick: actions }, count("claim.actions", missing)),
  ];
}
