/** Which phone sits where, for the host: seats are locked and given, phones are sent away and let back. */

import { button, buttonRow, el, fill, nameOf } from "./dom.js";
import { game } from "./games.js";
import { iconOf } from "./icons.js";
import { sheet } from "./shell.js";
import { get, post } from "./wire.js";
import { t } from "./words.js";

/** @import { Came, Phone, Seat, SeatDecision, SeatTold, SeatsTold } from "../types/wire.d.ts" */
/** @import { Child, HostSaid } from "../types/pages.d.ts" */
/** @typedef {(what: SeatDecision) => unknown} Decide */

const AGAIN = 2_000; // ms between two looks: a phone that asks is to be seen at once
const QUIET = 120; // s of silence that are worth saying

/**
 * Open the list; `said` tells what came of a call.
 * @param {HostSaid} said
 */
export function phonesSheet(said) {
  let open = true;
  const place = el("div", { class: "stack", id: "phones" });
  /** @param {Came<SeatsTold>} came */
  const show = (came) => came.ok && fill(place, shown(came.data), () => drawn(came.data, decide));
  /** @type {Decide} */
  const decide = async (what) => {
    const came = await post("/api/seats", what);
    if (said(came)) show(came);
  };
  const look = async () => {
    if (open) show(await get("/api/seats"));
    if (open) setTimeout(look, AGAIN);
  };
  sheet(t("host.phones"), () => place, { name: "phones", closed: () => (open = false) });
  look();
}

/**
 * What is to be seen of it: seconds go by without anything to draw.
 * @param {SeatsTold} told
 */
const shown = ({ seats, ...rest }) => [seats.map((seat) => ({ ...seat, phone: words(seat.phone) })), rest];

/**
 * @param {SeatsTold} told
 * @param {Decide} decide
 */
function drawn({ seats, asking, away, you }, decide) {
  return [
    el("p", { class: "soft" }, t("host.phones.why")),
    asking.length
      ? list(
          t("host.phones.asking"),
          "asking",
          asking.map((one) => askingLine(one, seats, decide)),
        )
      : null,
    list(
      null,
      "seats",
      seats.map((seat, i) => seatLine(seat, i, you, decide)),
    ),
    away.length
      ? list(
          t("host.phones.away"),
          "away",
          away.map((one) => awayLine(one, decide)),
        )
      : null,
  ];
}

/**
 * @param {string | null} title
 * @param {string} id
 * @param {Child} lines
 */
const list = (title, id, lines) => [
  title ? el("h3", {}, title) : null,
  el("ul", { class: "phones", id: `phones-${id}` }, lines),
];

/**
 * @param {SeatTold} told
 * @param {Seat} seat
 * @param {string} you
 * @param {Decide} decide
 */
function seatLine({ player, locked, phone }, seat, you, decide) {
  const toggle = t(locked ? "host.phones.unlock" : "host.phones.lock");
  return el(
    "li",
    { data: { seat } },
    el(
      "p",
      {},
      game.mark(seat),
      nameOf(player),
      locked ? [iconOf("lock"), el("span", {}, t("page.seat.locked"))] : null,
    ),
    el(
      "p",
      { class: "soft" },
      [phone?.id === you ? t("host.hosts.you") : null, words(phone)].filter(Boolean).join(" · "),
    ),
    buttonRow(
      deciding(toggle, player, `lock-${seat}`, () => decide({ do: locked ? "unlock" : "lock", seat })),
      phone === null
        ? null
        : deciding(t("host.phones.free"), player, `free-${seat}`, () => decide({ do: "free", seat })),
      phone === null
        ? null
        : deciding(t("host.phones.send"), player, `send-${seat}`, () => decide({ do: "away", phone: phone.id })),
    ),
  );
}

/**
 * @param {SeatsTold["asking"][number]} asking
 * @param {SeatTold[]} seats
 * @param {Decide} decide
 */
function askingLine({ seat, id, ...phone }, seats, decide) {
  const { player } = seats[seat];
  return el(
    "li",
    {},
    el("p", {}, game.mark(seat), nameOf(player)),
    el("p", { class: "soft" }, words(phone)),
    buttonRow(
      deciding(
        t("host.phones.give"),
        words(phone),
        `give-${id}`,
        () => decide({ do: "give", seat, phone: id }),
        "main",
      ),
      deciding(t("host.phones.send"), words(phone), `send-${id}`, () => decide({ do: "away", phone: id })),
    ),
  );
}

/**
 * @param {SeatsTold["away"][number]} away
 * @param {Decide} decide
 */
function awayLine({ id, whole_address: all, ...phone }, decide) {
  return el(
    "li",
    {},
    el("p", {}, words(phone)),
    all ? el("p", { class: "soft" }, t("host.phones.whole")) : null,
    buttonRow(deciding(t("host.phones.back"), words(phone), `back-${id}`, () => decide({ do: "back", phone: id }))),
  );
}

/**
 * @param {string} text
 * @param {string} of
 * @param {string} focus
 * @param {() => unknown} onclick
 * @param {string | null} kind
 */
const deciding = (text, of, focus, onclick, kind = null) =>
  button({ class: kind, "aria-label": `${text}: ${of}`, data: { focus }, onclick }, text);

/**
 * By what people recognise a phone.
 * @param {(Omit<Phone, "id"> & { silent?: number }) | null} phone
 */
function words(phone) {
  if (phone === null) return t("host.phones.none");
  const { number, device, address, silent = 0 } = phone;
  const quiet = silent < QUIET ? null : t("host.phones.silent", { minutes: Math.floor(silent / 60) });
  return [t("page.seat.number", { number }), device, address, quiet].filter(Boolean).join(" · ");
}
