/** What was begun on this phone and not sent: no slip of the finger or reload loses it; it goes with the window. */

/**
 * Under this name, of the same moment; null if there is nothing.
 * @param {string} name
 * @param {unknown} about
 * @returns {any}
 */
export function kept(name, about = null) {
  try {
    const [of, value] = JSON.parse(sessionStorage.getItem(name) ?? "[]");
    return JSON.stringify(of) === JSON.stringify(about) ? (value ?? null) : null;
  } catch {
    return null;
  }
}

/**
 * Null: it is sent, or done with. `about` is the moment: what was begun in another is no longer meant.
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} about
 */
export function keep(name, value, about = null) {
  try {
    sessionStorage.setItem(name, JSON.stringify([about, value]));
  } catch {
    // private windows forget
  }
}
