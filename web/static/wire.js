/** The line to the Pi: a stream of views and announcements that comes back by itself, and the ways in. */

const PATIENCE = 8_000; // ms: over a Wi-Fi that is only just back some browsers wait minutes for an answer
const MOST = 4; // streams of one browser: it has six connections to the Pi, and a page that is opened needs some
const REST = 5_000; // ms between two looks of a page that gave its stream away, and before what failed is done again
const SILENCE = 25_000; // the Pi says "beat" every 10 s; some browsers lose a stream without an error
const RETRY = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * @import {
 *   Announcement, AnswerOf, AnswerTo, BodyOf, Came, OwnView, PostPath, Seen, Uploads, View
 * } from "../types/wire.d.ts"
 */
/** @import { Followed } from "../types/pages.d.ts" */

let token = "";
let shownSeq = 0; // of the view that is shown; what is only on its way nobody has looked at
let ownSeq = 0; // after what this phone itself said last
let follows = false; // whether the page shows views as they come
/** @type {string | null} */
let files = null; // the version of those that this page loads

/**
 * The public view now; keeps the token that later calls need.
 * @returns {Promise<OwnView>}
 */
export async function fetchView() {
  const answer = await fetch("/api/view", { cache: "no-store", credentials: "same-origin", signal: within(PATIENCE) });
  if (!answer.ok) throw new Error(`view ${answer.status}`);
  const view = await answer.json();
  keep(view);
  return view;
}

/**
 * Wait.
 * @param {number} ms
 * @returns {Promise<void>}
 */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * A call that is given up after a time.
 * @param {number} ms
 */
function within(ms) {
  const ends = new AbortController();
  setTimeout(() => ends.abort(), ms);
  return ends.signal;
}

/** @type {(view: View) => void} */
let heed = () => undefined;

/**
 * `act(view)` is called with every view that comes, whoever asked for it.
 * @param {(view: View) => void} act
 */
export function everyView(act) {
  heed = act;
}

/** @param {View} view */
function keep(view) {
  heed(view);
  if (view.token) token = view.token;
  // What this page would still load is of another version than it is.
  if (view.files && files && view.files !== files) location.reload();
  files = view.files ?? files;
  if (!follows) shownSeq = view.seq ?? shownSeq;
}

/** The view that a decision was made in: what this phone did itself is no surprise to it. */
const seenSeq = () => Math.max(shownSeq, ownSeq);

/**
 * Follow the table: `onView(view)`, `onAnnouncement(said)`, `onState(connected)`.
 *
 * One stream a tab, closed while nobody looks at it; what was announced in
 * between comes again after the last one heard: all but the newest of it with
 * `missed`, as nobody wants to tap through half an hour.
 *
 * `ask()` has the view told as this phone has it now, `anew()` waits until that is shown: `onView` itself cannot.
 * @param {Followed} page
 */
export function follow({ onView, onAnnouncement, onState }) {
  /** @type {EventSource | null} */
  let stream = null;
  /** @type {string | number | null} */
  let heardId = null;
  let silence = 0;
  let retry = 0;
  let rest = 0;
  let tries = 0;
  let newest = 0; // the last announcement there was when the line came back
  let attempt = 0; // the last time it was tried to come back: what came of those before counts no more
  let calls = 0;
  follows = true;
  const show = inOrder(async (view) => {
    await onView(view);
    shownSeq = view.seq;
  });

  const tabs = otherTabs(() => {
    if (stream === null) return;
    close();
    rest = setTimeout(look, REST);
  });

  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE);
  };
  /** @param {boolean} connected */
  const told = (connected) => onState(connected);

  function open() {
    close();
    if (document.hidden) return;
    tabs.opened();
    stream = new EventSource(heardId === null ? "/api/events" : `/api/events?after=${heardId}`);
    alive();
    stream.addEventListener("open", alive);
    stream.addEventListener("beat", alive);
    stream.addEventListener("view", (event) => {
      tries = 0;
      alive();
      told(true);
      const view = JSON.parse(event.data);
      keep(view);
      show.next(view);
    });
    stream.addEventListener("announcement", (event) => {
      alive();
      if (event.lastEventId) heardId = event.lastEventId;
      /** @type {Announcement} */
      const said = { seq: Number(event.lastEventId), ...JSON.parse(event.data) };
      onAnnouncement({ ...said, missed: said.seq < newest });
    });
    stream.addEventListener("bye", open); // the Pi ends long streams: no reason to worry anybody
    stream.addEventListener("error", lost);
  }

  function close() {
    attempt += 1;
    clearTimeout(silence);
    clearTimeout(retry);
    clearTimeout(rest);
    if (stream) tabs.closed();
    stream?.close();
    stream = null;
  }

  function lost() {
    close();
    told(false);
    retry = setTimeout(back, RETRY[Math.min(tries++, RETRY.length - 1)]);
  }

  async function back() {
    close();
    const mine = attempt;
    const view = await fetchView().catch(() => null);
    if (mine !== attempt) return;
    if (!view) {
      lost();
      return;
    }
    newest = view.announcements?.at(-1)?.seq ?? 0;
    heardId ??= newest || (view.seq ?? 0);
    show.forget(); // another journal may have begun meanwhile
    await show.next(view);
    if (mine === attempt) open();
  }

  /** Answers may overtake each other: what counts is the one asked for last. */
  async function ask() {
    const mine = ++calls;
    const view = await fetchView();
    if (mine === calls) show.next(view);
  }

  /** Of many windows at once those used last have a stream; the others look now and then. */
  async function look() {
    try {
      show.next(await fetchView());
      told(true);
    } catch {
      told(false);
    }
    if (stream === null && !document.hidden) rest = setTimeout(look, REST);
  }

  addEventListener("focus", () => stream === null && back());
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : back()));
  addEventListener("pageshow", (event) => event.persisted && back());
  addEventListener("pagehide", close);
  addEventListener("online", () => back());
  addEventListener("offline", lost);
  return { open: back, ask, anew: () => ask().then(show.all) };
}

/**
 * Views one after the other, of those that wait only the newest, and the newest that was told this phone alone; what
 * fails, for a module may not have come, is done again. A stream and an answer may overtake each other: of what is
 * older than a view that was here, only whom the phone speaks for counts.
 * @param {(view: View) => unknown} act
 */
function inOrder(act) {
  /** @type {View | null} */
  let newest = null;
  /** @type {View[]} */
  let waiting = [];
  /** @type {Promise<void> | null} */
  let running = null;
  let again = 0;
  const all = async () => {
    try {
      while (waiting.length) {
        const [now] = waiting;
        await act(now);
        waiting = waiting.filter((one) => one !== now);
      }
    } catch (error) {
      console.warn(error); // eslint-disable-line no-console -- whoever looks for the cause finds it there
      again = setTimeout(run, REST);
    } finally {
      running = null;
    }
  };
  const run = () => (running ??= all());
  const next = (/** @type {View} */ view) => {
    const { you } = view;
    const newer = newest !== null && view.seq < newest.seq ? newest : null;
    if (newer && !you) return run();
    const now = newer ? { ...newer, you } : view;
    newest = now;
    clearTimeout(again);
    waiting = [...waiting.filter((one) => one.you && !you), now];
    return run();
  };
  const forget = () => {
    newest = null;
  };
  return { next, all: run, forget };
}

/**
 * The other pages of this browser: `full()` is called once so many have opened a stream since this one did.
 * @param {() => void} full
 */
function otherTabs(full) {
  if (!window.BroadcastChannel) return { opened: () => undefined, closed: () => undefined };
  const channel = new BroadcastChannel("murphy-streams");
  const me = freshKey();
  /** @type {Set<string>} */
  const newer = new Set();
  channel.addEventListener("message", ({ data: { id, open } }) => {
    if (open) newer.add(id);
    else newer.delete(id);
    if (newer.size >= MOST) full();
  });
  /** @param {boolean} open */
  const say = (open) => channel.postMessage({ id: me, open });
  const opened = () => {
    newer.clear();
    say(true);
  };
  return { opened, closed: () => say(false) };
}

/**
 * What came of a call: `ok`, the HTTP status, and the answer's JSON.
 * @template {PostPath} Path
 * @param {Path} path
 * @param {BodyOf<Path>} body
 * @param {AbortSignal | null} signal
 * @returns {Promise<Came<AnswerOf<Path>>>}
 */
export async function post(path, body, signal = null) {
  const first = await send(path, body, signal);
  if (first.status !== 403 || first.data.error !== "web.token") return first;
  await fetchView().catch(() => null);
  return send(path, body, signal);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal | null} signal
 * @returns {Promise<Came<any>>}
 */
async function send(path, body, signal) {
  const picture = body instanceof Blob;
  try {
    const answer = await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      signal,
      headers: { "Content-Type": picture ? body.type : "application/json", "X-Murphy-Token": token },
      body: picture ? body : JSON.stringify(body),
    });
    const data = await bodyOf(answer);
    if (answer.ok && data.seq > ownSeq) ownSeq = data.seq;
    return { ok: answer.ok, status: answer.status, data };
  } catch {
    return { ok: false, status: 0, data: {} };
  }
}

/**
 * What an answer says. That it was done is not known of one that broke off; whoever has no cookie any more is not
 * answered in words.
 * @param {Response} answer
 * @returns {Promise<any>}
 */
function bodyOf(answer) {
  if (answer.ok) return answer.json();
  return answer.json().catch(() => (answer.status === 403 ? { error: "web.token" } : {}));
}

export const LONGEST = 15_000; // ms for what takes a Pi seconds: to begin another game, or to look at all of itself
const AGAIN = [400, 1_200]; // ms after which what got no answer is said again
/** @type {Map<string, Promise<Came<any>>>} */
const going = new Map(); // what is being said just now

/**
 * The same for something that was decided by looking at the table: names the view it was seen in. It has a key, so
 * that it counts once however often it is said; where no answer comes it is said again. Another tap meanwhile is the
 * same tap.
 * @template {PostPath} Path
 * @param {Path} path
 * @param {BodyOf<Path>} body
 * @returns {Promise<Came<AnswerOf<Path>>>}
 */
export function decide(path, body) {
  const says = JSON.stringify([path, body]);
  const said =
    going.get(says) ?? insist(path, { seq: seenSeq(), key: freshKey(), ...body }).finally(() => going.delete(says));
  going.set(says, said);
  return said;
}

/**
 * @param {PostPath} path
 * @param {any} said
 * @returns {Promise<Came<any>>}
 */
async function insist(path, said) {
  let came = await post(path, said, within(LONGEST));
  for (const wait of AGAIN) {
    if (came.status !== 0) break;
    await pause(wait);
    came = await post(path, said, within(LONGEST));
  }
  return came;
}

/**
 * Whether this phone has said something since a view: what comes of it is no news to it.
 * @param {View} view
 */
export const hasSpoken = ({ seq }) => going.size > 0 || ownSeq > seq;

const freshKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/**
 * A way in for one form: while it waits for an answer another tap is the same tap, and what was never
 * answered keeps its key, view included, as long as the form says the same.
 */
export function once() {
  let asked = "";
  /** @type {Seen | null} */
  let unanswered = null;
  /** @type {Promise<Came<any>> | null} */
  let answer = null;
  /**
   * @template {PostPath} Path
   * @param {Path} path
   * @param {BodyOf<Path>} body
   * @returns {Promise<Came<AnswerOf<Path>>>}
   */
  const say = (path, body) => {
    if (answer) return answer;
    const says = JSON.stringify([path, body]);
    if (unanswered === null || says !== asked) unanswered = { seq: seenSeq(), key: freshKey() };
    asked = says;
    answer = decide(path, { ...unanswered, ...body }).then((came) => {
      answer = null;
      if (came.status !== 0) unanswered = null;
      return came;
    });
    return answer;
  };
  return say;
}

/**
 * Pictures, with progress from 0 to 1.
 * @template {keyof Uploads} Path
 * @param {Path} path
 * @param {FormData} form
 * @param {(share: number) => void} onProgress
 * @returns {Promise<Came<Uploads[Path]>>}
 */
export async function upload(path, form, onProgress) {
  const first = await sendForm(path, form, onProgress);
  if (first.status !== 403) return first;
  await fetchView().catch(() => null); // its token may be one of before
  return sendForm(path, form, onProgress);
}

/**
 * @param {string} path
 * @param {FormData} form
 * @param {(share: number) => void} onProgress
 * @returns {Promise<Came<any>>}
 */
function sendForm(path, form, onProgress) {
  return new Promise((done) => {
    const call = new XMLHttpRequest();
    call.open("POST", path);
    call.setRequestHeader("X-Murphy-Token", token);
    call.responseType = "json";
    call.timeout = 60_000;
    call.upload.addEventListener(
      "progress",
      (event) => event.lengthComputable && onProgress(event.loaded / event.total),
    );
    const finish = () =>
      done({ ok: call.status >= 200 && call.status < 300, status: call.status, data: call.response ?? {} });
    for (const end of ["load", "error", "timeout", "abort"]) call.addEventListener(end, finish);
    call.send(form);
  });
}

/**
 * JSON from the Pi; given up after `patience` ms.
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<Came<AnswerTo<Path>>>}
 */
export async function get(path, patience = PATIENCE) {
  try {
    const answer = await fetch(path, { cache: "no-store", credentials: "same-origin", signal: within(patience) });
    return { ok: answer.ok, status: answer.status, data: await bodyOf(answer) };
  } catch {
    return { ok: false, status: 0, data: {} };
  }
}
