/** Keeps the screen on while somebody looks, where the browser allows it; elsewhere nothing happens. */

let lock = null;

export function stayAwake() {
  if (!isSecureContext || !navigator.wakeLock) return;
  const ask = async () => {
    if (document.hidden || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      lock = null; // low battery, or the browser says no: the page works without
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
