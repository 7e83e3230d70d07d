/**
 * The game on the table: its module is loaded where a view names it, and another one when another game is begun.
 * `GameModule` in web/types/pages.d.ts says what a game's `game.js` exports.
 */

import { el, fill, forget, found } from "./dom.js";
import { seatMark } from "./icons.js";
import { decide, get } from "./wire.js";
import { learnGame, t } from "./words.js";

/** @import { Correction, Order, Phase, Player, Seat, Turn, View, You } from "../types/wire.d.ts" */
/** @import { Game, Notice, StrangeMat, Way } from "../types/pages.d.ts" */

/** @typedef {Extract<Correction, { reason?: string | null }>["do"]} Settling What is said of one trouble of several. */

/**
 * Whether this phone may enter the turn: of its own seat, or as the host's; who sits nowhere is asked first.
 * @param {{ turn: Turn | null }} view
 * @param {You} you
 */
export const entersTurn = ({ turn }, { seat, host }) => host || seat === null || seat === turn?.player;

/**
 * A place that a game fills, called `label` in any language.
 * @param {string} id
 * @param {string} label
 * @param {string | null} look
 */
export const section = (id, label, look = null) =>
  el("section", { id, class: look, "aria-label": t(label), "data-t-label": label });

/**
 * Whether a phone may speak for a player: nobody who has left, and no robot.
 * @param {Pick<Player, "left" | "robot">} of
 */
export const mayHavePhone = ({ left, robot }) => !left && !robot;

const nothing = () => null;
const none = () => [];

/**
 * The corrections of the shell's buttons as most games take them: `export { usual as says } from "/static/games.js"`.
 */
export const usual = {
  done: () => /** @type {Correction} */ ({ do: "done" }),
  give: (/** @type {Seat} */ seat) => /** @type {Correction} */ ({ do: "turn", player: seat }),
  pause: () => /** @type {Correction} */ ({ do: "pause" }),
  resume: () => /** @type {Correction} */ ({ do: "resume" }),
  begin: () => /** @type {Correction} */ ({ do: "begin" }),
};

/**
 * The host's orders by phase, where a camera sees whether they were carried out.
 * @param {Partial<Record<Phase, Order[]>>} ofPhase
 */
export const seenOrders =
  (ofPhase) =>
  (/** @type {View} */ { camera, phase }) =>
    camera === false ? [] : (ofPhase[phase] ?? []);

/**
 * The ways to settle the trouble of that reason and no other.
 * @param {string} reason
 * @param {...Settling} names
 * @returns {Way[]}
 */
export const settles = (reason, ...names) => names.map((name) => ({ name, ask: (tell) => tell({ do: name, reason }) }));

/**
 * That the table need not be built up again, where it cannot be: `way` is how play goes on as it lies.
 * @param {{ phase: Phase }} view
 * @param {Way} way
 * @returns {Notice[]}
 */
export const notAsItWas = ({ phase }, way) =>
  phase === "rebuild" ? [{ kind: "rebuild", text: t("page.rebuild.else"), ways: [way] }] : [];

/** @type {Omit<Game, "draw">} */
const BARE = {
  ready: nothing,
  mark: seatMark,
  player: none,
  underPlayers: nothing,
  aside: nothing,
  between: nothing,
  asks: none,
  notices: none,
  ways: none,
  bar: none,
  moments: () => Promise.resolve({}),
  wasTold: () => false,
  sign: nothing,
  says: {},
  orders: none,
  can: none,
  how: none,
  joins: () => false,
  nameOf: (code) => code,
  setUp: null,
};

/**
 * What the game on the table exports, filled up.
 * @type {Game}
 */
export let game = { ...BARE, draw: nothing };

/** @type {string | null} */
let name = null;
/** @type {ReturnType<typeof get<"/api/games">> | null} */
let told = null;

/** What stands where a game's module was to show something and cannot be loaded, or fails. */
export const unshown = () => el("p", { id: "unshown", class: "notice bad", role: "alert" }, t("page.unshown"));

/**
 * A module of a game; null if there is something wrong with it. Without a line it is tried again, as all that is asked
 * for then; where the line was gone for a moment only, once more by another address, for browsers may remember.
 * @param {string} url
 */
export async function moduleOf(url) {
  try {
    return await import(url);
  } catch (error) {
    if (!(await get("/api/games")).ok) throw error;
    return import(`${url}?again`).catch((why) => {
      console.warn(why); // eslint-disable-line no-console -- whoever wrote the game finds there what to mend
      return null;
    });
  }
}

/** @type {Pick<Game, "draw">} */
const UNSHOWN = { draw: (place) => fill(place, [], unshown) };

/**
 * A game of which it is said, as long as it is so, that what draws it fails; the rest of the page goes on.
 * @param {Game} module
 * @returns {Pick<Game, "draw">}
 */
const failing = ({ draw }) => ({
  draw: (place, ...how) => {
    try {
      draw(place, ...how);
      found("unshown")?.remove();
    } catch (error) {
      console.warn(error); // eslint-disable-line no-console -- whoever wrote the game finds there what to mend
      if (!found("unshown")) place.prepend(unshown());
    }
  },
});

/**
 * Make the game of a view the one that is drawn, and let it get ready.
 * @param {View} view
 */
export async function useGame(view) {
  if (view.game !== name) {
    const [module] = await Promise.all([
      moduleOf(`/static/games/${view.game}/game.js`),
      dress(view.game),
      learnGame(view.game),
    ]);
    if (name !== null) clear();
    name = view.game;
    game = { ...BARE, ...module, ...(module ? failing(module) : UNSHOWN) };
  }
  await game.ready(view);
}

/** Every game there is: `{playing, games}`, asked for once. */
async function everyGame() {
  told ??= get("/api/games");
  const came = await told;
  if (!came.ok) told = null;
  return came.ok ? came.data.games : [];
}

/** Every game there is, and the words that say what of each can be chosen. */
export async function gamesToChoose() {
  const games = await everyGame();
  await Promise.all(games.map((one) => learnGame(one.name)));
  return games;
}

/**
 * What is known of a game by its name.
 * @param {string} wanted
 */
export const gameNamed = async (wanted) => (await everyGame()).find((one) => one.name === wanted);

/**
 * What is said where the mat on the table is that of another game than is played, or null: `text`, and for the host
 * `says` on a button and what it does, `begin()`, with as many of the same players as that game has seats.
 * @param {View} view
 * @returns {Promise<StrangeMat | null>}
 */
export async function otherMat(view) {
  const mat = view.health?.other_mat;
  if (!mat) return null;
  const [there, playing] = [await gameNamed(mat), await gameNamed(view.game)];
  if (!there || !playing) return null;
  const { title, editions, players } = there;
  const names = view.players.filter(({ left }) => !left).map((player) => player.name);
  const begin = () =>
    decide("/api/game", { game: mat, edition: editions[0]?.name, players: names.slice(0, players[1]), first: 0 });
  return {
    text: t("page.other-mat", { game: title, playing: playing.title }),
    says: t("page.other-mat.begin", { game: title }),
    begin,
  };
}

/** @returns {HTMLLinkElement[]} */
const dresses = () => [...document.querySelectorAll("link")].filter((link) => link.dataset.game !== undefined);

/**
 * The page came with the sheets and links of the game that was on the table then.
 * @param {string} wanted
 */
async function dress(wanted) {
  const old = dresses();
  if (document.body.dataset.game === wanted) return;
  const there = await gameNamed(wanted);
  if (!there) throw new Error(`no word of ${wanted}`); // the line is down: it is tried again
  await Promise.all(there.styles.map((href) => wear(href, wanted)));
  for (const link of old) link.remove();
  document.body.dataset.game = wanted;
  document
    .getElementById("own-pages")
    ?.replaceChildren(
      ...there.pages.map(({ path, title }) => el("a", { class: "button", href: path, data: { t: title } }, t(title))),
    );
}

/**
 * A style sheet, and when it is there: what is drawn meanwhile would be seen without it.
 * @param {string} href
 * @param {string} wanted
 */
function wear(href, wanted) {
  const link = el("link", { rel: "stylesheet", href, data: { game: wanted } });
  const worn = new Promise((done) => ["load", "error"].forEach((end) => link.addEventListener(end, done)));
  document.head.append(link);
  return worn;
}

/** Nothing of the game before stays on the page. */
function clear() {
  document.getElementById("game")?.replaceChildren();
  forget();
}
