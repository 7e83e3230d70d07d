/** A game as a picture: looked at, sent on where the browser can, or kept. */

import { button, el } from "./dom.js";
import { sheet, toast } from "./shell.js";
import { language, refusal, t } from "./words.js";

const called = () => `murphy-${new Date().toISOString().slice(0, 10)}.png`;

/**
 * The picture at an address of the server, as a file.
 * @param {string} path
 * @returns {Promise<File | { refused: string }>}
 */
async function drawn(path) {
  const asked = `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
  const came = await fetch(asked).catch(() => null);
  if (came?.status === 200) return new File([await came.blob()], called(), { type: "image/png" });
  const data = await came?.json().catch(() => ({}));
  return { refused: refusal({ ok: false, status: came?.status ?? 0, data: data ?? {} }) };
}

/**
 * Whether this browser sends files on: over HTTPS, as browsers allow it.
 * @param {File} file
 */
const sends = (file) => "canShare" in navigator && navigator.canShare({ files: [file] });

/**
 * The sheet with a game's picture, `alt` its text.
 * @param {string} path
 * @param {string} alt
 */
export async function pictureSheet(path, alt) {
  const file = await drawn(path);
  if (!(file instanceof File)) return toast(file.refused, true);
  const url = URL.createObjectURL(file);
  const send = () => navigator.share({ files: [file] }).catch(() => undefined); // closed without sending
  sheet(
    t("history.picture"),
    () => [
      el("img", { class: "poster", src: url, alt }),
      sends(file) ? button({ class: "main big", id: "send-picture", onclick: send }, t("history.picture.send")) : null,
      el("a", { class: "button big", id: "keep-picture", href: url, download: file.name }, t("history.picture.keep")),
    ],
    { name: "picture", closed: () => URL.revokeObjectURL(url) },
  );
}
