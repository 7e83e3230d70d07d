/** What moves or changes under a finger is not what the finger meant. */

const REACTION = 300; // ms: whoever taps has decided before

/**
 * Watch the buttons of a part of the page: `before()` is to be called before it is drawn anew.
 * A tap that would have met another button a moment ago counts for nothing, and `moved` is called instead.
 * `opened()` is to be called where people changed themselves what is shown there: what they tap then is what they see.
 * @param {HTMLElement} root
 * @param {() => void} moved
 */
export function steady(root, moved) {
  /** @type {{ at: number, buttons: { box: DOMRect, says: string | null }[] }[]} */
  let looks = [];

  const before = () => {
    const now = performance.now();
    looks = looks.filter((look) => now - look.at < REACTION);
    looks.push({
      at: now,
      buttons: [...root.querySelectorAll("button:enabled")].map((button) => ({
        box: button.getBoundingClientRect(),
        says: saying(button),
      })),
    });
  };

  root.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (!button || !event.detail) return; // the keyboard's focus moves with its button
      const meant = looks
        .filter((look) => performance.now() - look.at < REACTION)
        .map(({ buttons }) => buttons.find(({ box }) => holds(box, event)));
      if (meant.every((one) => !one || one.says === saying(button))) return;
      event.stopPropagation();
      event.preventDefault();
      moved();
    },
    true,
  );

  const opened = () => {
    looks = [];
  };
  return { before, opened };
}

/** @param {Element} button */
const saying = (button) => button.getAttribute("aria-label") ?? button.textContent;

/**
 * @param {DOMRect} box
 * @param {MouseEvent} event
 */
const holds = (box, { clientX, clientY }) =>
  clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
