/**
 * Keeps the screen on while somebody looks: by a wake lock, and over plain HTTP, where no browser gives one, by a
 * picture that moves.
 */

import { TAPS } from "./dom.js";

const PACE = 1_000; // ms between two pictures

export function stayAwake() {
  if (isSecureContext && navigator.wakeLock) lock();
  else film();
}

function lock() {
  /** @type {WakeLockSentinel | null} */
  let held = null;
  const ask = async () => {
    if (document.hidden || (held && !held.released)) return;
    try {
      held = await navigator.wakeLock.request("screen");
    } catch {
      held = null; // low battery, or the browser says no: the page works without
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** A silent film of one dot, drawn here: browsers let no screen go dark over a film that plays. */
function film() {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!canvas.captureStream || !pen) return;
  [canvas.width, canvas.height] = [2, 2];
  let shade = 0;
  const draw = () => {
    shade = 1 - shade;
    pen.fillStyle = shade ? "#000" : "#111";
    pen.fillRect(0, 0, 2, 2);
  };
  draw();
  const video = Object.assign(document.createElement("video"), {
    muted: true,
    playsInline: true,
    className: "awake",
    tabIndex: -1,
    ariaHidden: "true",
    srcObject: canvas.captureStream(),
  });
  document.body.append(video);
  const afterTap = () => TAPS.forEach((tap) => addEventListener(tap, play, { once: true })); // some play after one only
  const play = () => video.play().catch(afterTap);
  setInterval(() => document.hidden || draw(), PACE);
  document.addEventListener("visibilitychange", () => document.hidden || play());
  play();
}
