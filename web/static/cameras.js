/** Which camera: those that are plugged in, one of the house's network, or none; each is tried before it is used. */

import { button, el, refill, toggles } from "./dom.js";
import { mainButton } from "./forms.js";
import { check } from "./housekeeping.js";
import { get, post } from "./wire.js";
import { refusal, t } from "./words.js";

/** @import { CameraTold, CameraTrial, Came } from "../types/wire.d.ts" */
/** @import { TabTools } from "../types/pages.d.ts" */

const BY_HAND = ["none", "painted"]; // no camera: nothing is to be tried

/**
 * A panel behind the camera's picture; nothing where no camera can be set.
 * @param {TabTools} tools
 */
export function cameras({ settings, change, restart }) {
  const setting = settings().find(({ key }) => key === "camera");
  const place = el("section", { class: "panel stack", id: "cameras" });
  place.hidden = !setting;
  if (!setting) return place;
  const address = el("input", {
    type: "url",
    id: "camera-address",
    placeholder: "http://",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 300,
  });
  const found = el("div", { class: "stack", id: "camera-tried", role: "status" });
  const plugged = el("div", { class: "stack", role: "status" });
  const house = el("div", { class: "stack", id: "cameras-of-the-house", role: "status" });
  let trial = 0;

  /** @param {string} source */
  const attempt = async (source) => {
    const mine = ++trial;
    if (source === "phone") return refill(found, phone());
    if (BY_HAND.includes(source)) return refill(found, el("p", {}, t(`host.camera.${source}.why`)), use(source));
    refill(found, el("p", { class: "notice calm" }, t("host.camera.trying")));
    const came = await post("/api/cameras", { camera: source });
    if (mine === trial) refill(found, gave(came), came.ok && came.data.picture ? use(source) : null);
  };
  /** @param {string} source */
  const use = (source) =>
    mainButton("use-camera", t("host.camera.use"), async () => {
      if (!(await change({ camera: source })) || !restart) return;
      await restart();
    });
  const search = async () => {
    refill(house, el("p", { class: "notice calm" }, t("host.camera.searching")));
    const came = await post("/api/cameras/house", {});
    const there = came.ok ? came.data.cameras : [];
    refill(
      house,
      there.length ? null : el("p", { class: "notice" }, came.ok ? t("host.camera.nobody") : refusal(came)),
      there.map(({ source, name }) =>
        button({ class: "of-the-house", onclick: () => offer(source) }, `${name} (${source})`),
      ),
    );
  };
  /** Its address is put where a name and a password can be added to it. @param {string} source */
  const offer = (source) => {
    address.value = source;
    return attempt(source);
  };
  /** @param {CameraTold[]} [all] those that are plugged in, once that is known */
  const list = (all) => {
    /** @param {string} source @param {string} text */
    const choice = (source, text) => ({
      focus: `camera-${source}`,
      text,
      on: setting.value === source,
      act: () => attempt(source),
    });
    refill(
      plugged,
      all?.length ? null : el("p", { class: "notice" }, t(`host.camera.${all ? "no-plugged" : "looking"}`)),
      toggles(
        [
          ...(all ?? []).map(({ source, name }) => choice(source, `${name} (${source})`)),
          choice("phone", t("host.camera.phone")),
          ...BY_HAND.map((one) => choice(one, t(`host.camera.${one}`))),
        ],
        { label: t("host.camera") },
      ),
    );
  };
  list();
  refill(
    place,
    el("h2", {}, t("host.camera")),
    el("p", { class: "soft" }, t("host.camera.why")),
    plugged,
    el("label", { class: "label", for: "camera-address" }, t("host.camera.address")),
    address,
    button(
      { id: "try-address", onclick: () => address.value.trim() && attempt(address.value.trim()) },
      t("host.camera.try"),
    ),
    button({ id: "search-cameras", onclick: search }, t("host.camera.search")),
    house,
    found,
  );
  get("/api/cameras").then((came) => list(came.ok ? came.data.cameras : []));
  return place;
}

/** Where a phone becomes the camera. */
const phone = () => [
  el("p", {}, t("host.camera.phone.go")),
  el("img", { class: "join-code", src: "/join.svg?page=camera", alt: "" }),
  el("a", { class: "button", id: "phone-camera", href: "/camera" }, t("host.camera.phone.open")),
];

/**
 * What came of a trial: the picture, and what the doctor says of it; or why there is none.
 * @param {Came<CameraTrial>} came
 */
const gave = (came) =>
  came.ok
    ? [
        came.data.picture
          ? el("img", {
              class: "live-picture",
              src: `data:image/jpeg;base64,${came.data.picture}`,
              alt: t("host.live.picture"),
            })
          : null,
        came.data.checks.map(check),
      ]
    : el("p", { class: "notice bad" }, refusal(came));
