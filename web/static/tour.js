/** A walk over the page, part by part, for whoever sees it for the first time: robots play meanwhile. */

import { button, buttonRow, byId, el, found } from "./dom.js";
import { t } from "./words.js";

const PARTS = ["game", "turn", "players", "news", "bar", "menu"];
const LEAST = 40; // px of a part that are to be seen

/** Begin; again begins anew. It ends with its last part, or when it is skipped. */
export function tour() {
  found("tour")?.remove();
  const opener = document.activeElement;
  const parts = PARTS.map((id) => byId(id)).filter((part) => getComputedStyle(part).display !== "none");
  const place = el("section", {
    id: "tour",
    class: "panel tour",
    role: "dialog",
    "aria-labelledby": "tour-said",
    onkeydown: (event) => event.key === "Escape" && end(),
  });
  const end = () => {
    shine(null);
    place.remove();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
  /** @param {number} at */
  const show = (at) => {
    if (at === parts.length) return end();
    shine(parts[at]);
    const last = at === parts.length - 1;
    place.replaceChildren(
      el("p", { id: "tour-said", role: "status" }, t(`tour.${parts[at].id}`)),
      el("p", { class: "soft" }, t("history.replay.step", { n: at + 1, of: parts.length })),
      buttonRow(
        button({ class: "main", id: "tour-next", onclick: () => show(at + 1) }, t(last ? "tour.end" : "tour.next")),
        last ? null : button({ id: "tour-skip", onclick: end }, t("tour.skip")),
      ),
    );
    place.classList.remove("is-above");
    place.classList.toggle("is-above", covers(place, parts[at]));
    byId("tour-next").focus({ preventScroll: true });
  };
  document.body.append(place);
  show(0);
}

/**
 * Whether what is said lies over the part that it is about.
 * @param {HTMLElement} place
 * @param {HTMLElement} part
 */
const covers = (place, part) => part.getBoundingClientRect().top + LEAST > place.getBoundingClientRect().top;

/**
 * Put a frame around a part, and around none else.
 * @param {HTMLElement | null} part
 */
function shine(part) {
  for (const old of document.querySelectorAll(".is-toured")) old.classList.remove("is-toured");
  part?.classList.add("is-toured");
  part?.scrollIntoView({ block: "start" });
}
