/** A phone as the camera: its pictures go to the Pi, moving ones where the browser gives it, single ones anywhere. */

import { stayAwake } from "./awake.js";
import { button, byId, el, fill, refill } from "./dom.js";
import { mainButton, panel } from "./forms.js";
import { check } from "./housekeeping.js";
import { facts } from "./live.js";
import { pinForm } from "./pin_form.js";
import { begin, connected, drawn, firstView, tell, toast } from "./shell.js";
import { get, pause, post } from "./wire.js";
import { refusal, t } from "./words.js";

/** @import { Came } from "../types/wire.d.ts" */

const PACE = 125; // ms between two pictures: eight a second
const AGAIN = 1_000; // ms after which it is tried again where none arrives
const LOOK = 2_000; // ms between two looks at what was read
const LONGEST = 8_000; // ms for a picture to arrive
const LARGE = 700_000; // bytes above which pictures are compressed more
const MOST = 1_000_000; // bytes that the Pi takes
const TRIES = 5; // how often a single picture is brought to a camera process that is only starting
const WIDE = 2_560; // px along the longer side of a single picture
const WANTED = { facingMode: { ideal: "environment" }, width: { ideal: 1_920 }, height: { ideal: 1_080 } };

const place = byId("filming");
let take = false; // whether the next picture is to be the table's, whoever else brings some
let awake = false; // whether the screen is kept on: once is enough
let shots = 0;
let resend = () => {}; // brings the last single picture once more

async function start() {
  await begin();
  const view = await firstView(AGAIN);
  if (view.you?.host) draw();
  else refill(place, el("p", {}, t("filming.why")), pinForm(draw));
  drawn();
}

function draw() {
  const films = Boolean(navigator.mediaDevices?.getUserMedia);
  refill(place, films ? [moving(), seen] : ways());
  about();
}

// What comes of it

const used = el("div", { class: "stack" });
const read = el("div", { class: "stack" });
const trial = el("div", { class: "stack", role: "status" });
const seen = el("section", { class: "panel stack", id: "seen", hidden: true }, used, trial, read);

/**
 * Show what a picture came to.
 * @param {Came<{ used: boolean, taken: boolean }>} came
 */
function arrived(came) {
  seen.hidden = false;
  const other = came.data.error === "web.camera.other";
  fill(used, [came.status, came.data.error, came.data.used, came.data.taken], () => {
    if (other) return [bad(refusal(came)), mainButton("instead", t("filming.instead"), instead)];
    if (!came.ok) return bad(came.status ? refusal(came) : t("filming.pace.none"));
    if (came.data.taken) return el("p", { class: "notice good" }, t("filming.used"));
    if (came.data.used) return el("p", { class: "notice calm" }, t("filming.soon"));
    return [
      el("p", { class: "notice" }, t("filming.unused")),
      button({ id: "try-phone", onclick: attempt }, t("filming.try")),
    ];
  });
  if (came.ok && came.data.used) refill(trial);
}

/** Have this phone be the camera, and no other. */
function instead() {
  take = true;
  resend();
}

/** @param {string} text */
const bad = (text) => el("p", { class: "notice bad" }, text);

/** Whether this phone would do: what the doctor says of its picture, before it is the table's. */
async function attempt() {
  refill(trial, el("p", { class: "notice calm" }, t("host.camera.trying")));
  const came = await post("/api/cameras", { camera: "phone" });
  if (!came.ok) return refill(trial, bad(refusal(came)));
  refill(trial, came.data.checks.map(check), mainButton("use-phone", t("filming.use"), use));
}

async function use() {
  const came = await post("/api/settings", { settings: { camera: "phone" } });
  if (!came.ok) return toast(refusal(came), true);
  const again = await post("/api/restart", {});
  toast(t(again.ok ? "host.restarting" : "filming.use.later"));
  refill(trial);
}

/** Now and then what was read in the pictures, as long as the table is seen through this phone. */
async function about() {
  const told = document.hidden || !used.querySelector(".good") ? null : await get("/host/live.json");
  const shows = told?.ok;
  fill(read, shows ? [told.data.mat, told.data.tags.length, told.data.loose, told.data.limits] : null, () =>
    shows ? facts(told.data, () => undefined) : [],
  );
  setTimeout(about, LOOK);
}

// Moving pictures

/** @typedef {{ stream: MediaStream | null }} Run From a tap on start to the tap on stop. */

function moving() {
  const video = el("video", { class: "live-picture", muted: true, playsinline: true, hidden: true });
  const pace = el("p", { class: "soft", id: "pace" });
  const lamp = el("div");
  const section = panel("moving", t("filming.moving"), t("filming.hang"), video, pace, lamp);
  /** @type {Run | null} */
  let current = null;
  const toggle = mainButton("watch", t("filming.start"), () => (current ? stop() : go()));
  section.append(toggle);

  async function go() {
    /** @type {Run} */
    const run = { stream: null };
    current = run;
    pace.textContent = t("filming.asked");
    toggle.disabled = true;
    const gives = await opened(run);
    toggle.disabled = false;
    if (!gives) {
      close(run);
      current = null;
      return;
    }
    toggle.textContent = t("filming.stop");
    if (!awake) stayAwake();
    awake = true;
    film(video, pace, {
      wanted: () => current === run,
      again: () => again(run),
    });
  }

  /**
   * Open the camera; whether it gives pictures, and they are still wanted.
   * @param {Run} run
   */
  async function opened(run) {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: WANTED });
      run.stream = stream;
      if (current !== run) close(run);
      if (current !== run) return false;
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      if (current !== run) return false;
      refill(lamp, lampButton(stream.getVideoTracks()[0]));
      return true;
    } catch (error) {
      if (current !== run) return false;
      const refused = error instanceof DOMException && error.name === "NotAllowedError";
      pace.textContent = t(refused ? "filming.denied" : "filming.none");
      tell(pace.textContent, true);
      return false;
    }
  }

  /**
   * The camera was taken away, as by a call: it is opened anew.
   * @param {Run} run
   */
  async function again(run) {
    const ended = !run.stream?.getVideoTracks().some(({ readyState }) => readyState === "live");
    if (current === run && ended && !document.hidden) await opened(run);
  }

  /** @param {Run} run */
  const close = ({ stream }) => stream?.getTracks().forEach((track) => track.stop());

  function stop() {
    if (current) close(current);
    current = null;
    video.hidden = true;
    pace.textContent = "";
    refill(lamp);
    toggle.textContent = t("filming.start");
  }
  return section;
}

/**
 * Send what the camera sees, picture by picture, as long as it is wanted; what goes wrong is tried again.
 * @param {HTMLVideoElement} video
 * @param {HTMLElement} pace
 * @param {{ wanted: () => boolean, again: () => Promise<void> }} run
 */
async function film(video, pace, { wanted, again }) {
  const canvas = document.createElement("canvas");
  /** @type {number[]} */
  let times = [];
  let quality = 0.8;
  while (wanted()) {
    const due = performance.now() + PACE;
    if (document.hidden || video.readyState < video.HAVE_CURRENT_DATA || video.paused) {
      pace.textContent = t("filming.hidden");
      await again();
      if (wanted() && !document.hidden) await video.play().catch(() => undefined);
      await pause(AGAIN / 2);
      continue;
    }
    const picture = await drawnOn(canvas, video, video.videoWidth, video.videoHeight, quality);
    if (picture.size > LARGE) quality = Math.max(0.5, quality - 0.05);
    if (!wanted()) break;
    const came = await bring(picture, false);
    if (!wanted()) break;
    arrived(came);
    connected(came.status !== 0);
    const now = performance.now();
    times = came.ok ? [...times.filter((at) => at > now - 3_000), now] : [];
    const n = times.length > 1 ? ((times.length - 1) * 1_000) / (now - times[0]) : 0;
    pace.textContent = came.ok ? t("filming.pace", { n: Math.round(n) }) : t("filming.pace.none");
    await pause(came.ok ? Math.max(0, due - performance.now()) : AGAIN);
    await again();
  }
}

/**
 * Bring the Pi a picture; a single one counts until the next.
 * @param {Blob} picture
 * @param {boolean} still
 */
async function bring(picture, still) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), LONGEST);
  const takes = take;
  const query = new URLSearchParams({ ...(still ? { still: "yes" } : {}), ...(takes ? { take: "yes" } : {}) });
  const came = await post(`/api/camera?${query}`, picture, patience.signal);
  clearTimeout(timer);
  if (takes && came.status !== 0) take = false;
  return came;
}

/**
 * A picture as a JPEG of this size.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasImageSource} from
 * @param {number} width
 * @param {number} height
 * @param {number} quality
 * @returns {Promise<Blob>}
 */
function drawnOn(canvas, from, width, height, quality) {
  Object.assign(canvas, { width, height });
  canvas.getContext("2d")?.drawImage(from, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? new Blob()), "image/jpeg", quality));
}

/**
 * The phone's own lamp, where the browser can switch it.
 * @param {MediaStreamTrack} track
 */
function lampButton(track) {
  const can = track.getCapabilities?.();
  if (!can || !("torch" in can)) return null;
  let on = false;
  const lamp = button(
    {
      id: "lamp",
      "aria-pressed": "false",
      onclick: async () => {
        on = !on;
        await track.applyConstraints(/** @type {any} */ ({ advanced: [{ torch: on }] })).catch(() => (on = false));
        lamp.setAttribute("aria-pressed", String(on));
      },
    },
    t("filming.lamp"),
  );
  return lamp;
}

// Where the browser gives no camera

/** The three ways there are over plain HTTP. */
function ways() {
  return [el("p", { class: "notice" }, t("filming.locked")), secure(), single(), seen, other()];
}

function secure() {
  const found = el("div", { class: "stack", role: "status" });
  const open = async () => {
    const came = await post("/api/camera/https", {});
    if (!came.ok) return refill(found, bad(refusal(came)));
    const there = `https://${location.hostname}:${came.data.port}/camera`;
    opens.remove();
    refill(found, el("a", { class: "button main big", id: "secure", href: there }, t("filming.secure.go")));
    found.querySelector("a")?.focus();
  };
  const opens = button({ id: "open-secure", onclick: open }, t("filming.secure.open"));
  return panel(
    "secure-way",
    t("filming.secure"),
    t("filming.secure.why"),
    el(
      "ul",
      { class: "stack" },
      ["filming.secure.chrome", "filming.secure.safari", "filming.secure.firefox"].map((key) => el("li", {}, t(key))),
    ),
    el("p", { class: "soft" }, t("filming.secure.pin")),
    opens,
    found,
  );
}

function single() {
  const said = el("p", { role: "status", id: "single-said" });
  const file = el("input", {
    type: "file",
    class: "unseen",
    id: "single-file",
    accept: "image/*",
    capture: "environment",
    tabindex: -1,
    "aria-label": t("filming.single.take"),
    onchange: async ({ target }) => {
      const [chosen] = target.files ?? [];
      target.value = "";
      if (chosen) await send(chosen, said);
    },
  });
  return panel(
    "single-way",
    t("filming.single"),
    t("filming.single.why"),
    file,
    mainButton("single", t("filming.single.take"), () => file.click()),
    said,
  );
}

let photos = 0; // that were taken
/** @type {Promise<void>} */
let sending = Promise.resolve();

/**
 * Send one photograph after the other, of those that wait only the newest.
 * @param {File} file
 * @param {HTMLElement} said
 */
function send(file, said) {
  const mine = ++photos;
  const newest = () => mine === photos;
  resend = () => send(file, said);
  said.textContent = t("filming.single.sending");
  const goes = async () => {
    if (newest()) await sendNow(file, said, newest);
  };
  return (sending = sending.then(goes, goes));
}

/**
 * Send one photograph, small enough for the Pi.
 * @param {File} file
 * @param {HTMLElement} said
 * @param {() => boolean} newest
 */
async function sendNow(file, said, newest) {
  const whole = await createImageBitmap(file).catch(() => null);
  if (!whole) {
    said.textContent = t("filming.single.unread");
    return;
  }
  const scale = Math.min(1, WIDE / Math.max(whole.width, whole.height));
  const [width, height] = [whole.width, whole.height].map((side) => Math.round(side * scale));
  const canvas = document.createElement("canvas");
  let picture = await drawnOn(canvas, whole, width, height, 0.85);
  for (let quality = 0.75; picture.size > MOST && quality > 0.2; quality -= 0.1)
    picture = await drawnOn(canvas, whole, width, height, quality);
  whole.close(); // four bytes a pixel: some phones end a page that keeps a few of them
  let came = await bring(picture, true);
  for (let tries = 1; newest() && came.ok && came.data.used && !came.data.taken && tries < TRIES; tries++) {
    arrived(came);
    came = await bring(picture, true);
  }
  if (!newest()) return;
  arrived(came);
  said.textContent = came.ok ? t("filming.single.sent", { n: ++shots }) : refusal(came);
}

const other = () =>
  panel(
    "other-way",
    t("filming.other"),
    null,
    el("p", {}, t("filming.other.apps")),
    el("p", {}, t("filming.other.flag", { address: location.origin })),
  );

start();
