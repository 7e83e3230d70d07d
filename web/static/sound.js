/** What a phone can do besides showing: sounds, speech, vibration. One tap unlocks them. */

import { TAPS, remember, remembered } from "./dom.js";
import { locale } from "./words.js";

/** @import { Health } from "../types/wire.d.ts" */

/** @typedef {keyof typeof TUNES} Tune */

const KEY = "murphy-sound";
const VOICE = "murphy-voice";
/** @type {AudioContext | null} */
let context = null;
let volume = 1;
let quiet = false;
let told = () => {}; // whom to tell that sound came or went

/** Whether people wanted sound on this phone, now or last time. */
export const wanted = () => remembered(KEY) === "on";
/** Whether the browser lets us make sounds already. */
export const unlocked = () => context?.state === "running";

/** Whether announcements are read aloud besides: whoever has a screen reader hears them already. */
export const voiced = () => remembered(VOICE) !== "off";

/** @param {boolean} on */
export function voice(on) {
  remember(VOICE, on ? "on" : "off");
  if (!on) window.speechSynthesis?.cancel();
}

const SETTLES = 1_000; // ms; without a device, or in a call, some browsers never say whether there will be sound

/** To be called in a tap: browsers allow sound only then. Answers whether there is any, after a second at most. */
export async function soundOn() {
  remember(KEY, "on");
  if (window.AudioContext) {
    context ??= Object.assign(new AudioContext(), { onstatechange: () => told() });
    const patience = new Promise((done) => setTimeout(done, SETTLES));
    await Promise.race([context.resume().catch(() => undefined), patience]);
  }
  if (window.speechSynthesis) speechSynthesis.speak(new SpeechSynthesisUtterance(""));
  play("ready");
  return unlocked();
}

/**
 * Who wants sound gets it with the next tap anywhere, when the page is opened and after the phone has slept or rung;
 * `changed` is called whenever it came or went.
 * @param {() => void} changed
 */
export function keepSound(changed) {
  told = changed;
  let asked = -Infinity;
  /** @param {Event} event */
  const again = (event) => {
    const own = event.target instanceof Element && event.target.closest("#sound");
    // One tap is a touch and a click.
    if (unlocked() || !wanted() || own || event.timeStamp - asked < 1_000) return;
    asked = event.timeStamp;
    soundOn();
  };
  for (const tap of TAPS) addEventListener(tap, again);
  document.addEventListener(
    "visibilitychange",
    () => document.hidden || !wanted() || context?.resume().catch(() => undefined),
  );
}

export function soundOff() {
  remember(KEY, "off");
  window.speechSynthesis?.cancel();
  context?.suspend();
}

/**
 * What the host set for everybody: quiet, and how loud (0 to 1).
 * @param {Pick<Health, "quiet" | "volume">} settings
 */
export function loudness(settings = {}) {
  quiet = Boolean(settings.quiet);
  volume = settings.volume ?? 1;
}

/** Frequency in Hz, start and length in seconds. */
const TUNES = /** @satisfies {Record<string, [number, number, number][]>} */ ({
  ready: [
    [660, 0, 0.09],
    [880, 0.1, 0.14],
  ],
  turn: [
    [520, 0, 0.12],
    [780, 0.13, 0.2],
  ],
  alarm: [
    [880, 0, 0.12],
    [880, 0.16, 0.12],
    [1180, 0.32, 0.3],
  ],
  yes: [
    [523, 0, 0.14],
    [659, 0.14, 0.14],
    [784, 0.28, 0.14],
    [1047, 0.42, 0.45],
  ],
  no: [
    [330, 0, 0.22],
    [247, 0.24, 0.45],
  ],
  depends: [
    [440, 0, 0.18],
    [494, 0.2, 0.28],
  ],
  ask: [
    [587, 0, 0.12],
    [740, 0.14, 0.18],
  ],
  wrong: [
    [294, 0, 0.16],
    [294, 0.22, 0.22],
  ],
});

/** @param {Tune | undefined} tune */
export function play(tune) {
  if (quiet || !context || !unlocked() || !wanted() || !tune) return;
  for (const [pitch, start, length] of TUNES[tune] ?? []) tone(context, pitch, context.currentTime + start, length);
}

/**
 * @param {AudioContext} on
 * @param {number} pitch
 * @param {number} start
 * @param {number} length
 */
function tone(on, pitch, start, length) {
  const oscillator = on.createOscillator();
  const gain = on.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.35 * volume, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(on.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.05);
}

/** @param {string} text */
export function speak(text) {
  if (quiet || !wanted() || !voiced() || !window.speechSynthesis || !text) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(text);
  said.lang = locale();
  said.volume = volume;
  speechSynthesis.speak(said);
}

/** @param {number[] | undefined} pattern */
export function vibrate(pattern) {
  if (!quiet) navigator.vibrate?.(pattern ?? []);
}
