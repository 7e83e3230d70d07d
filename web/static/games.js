/* eslint max-len: "off" */
/**
 * The game on the table: its module is loaded where a view names it, and another one when another game is begun.
 *
 * A game's `game.js` exports what follows, under these names; all but `draw` may be left out. A `view` is what
 * GET /api/view tells, a `said` one of its announcements. Words are keys of the word files.
 *
 *   ready(view)                 is waited for before anything of a view is drawn
 *   draw(place, view, before, tools)   the table, on phone and television; `before` is the view shown there, or null;
 *                               on a phone `tools` are {you, open}: `open(act)` calls `act({view(), you})` for whoever has a seat
 *   player(player, view)        nodes beside a player's name; `underPlayers(view)` a node under all of them
 *   mark(seat)                  a node that is a seat's own sign; without it a shape in a colour
 *   aside(view, seat)           what is said beside whose turn it is, as nodes, or null
 *   between(view)               what is said while it is nobody's turn, as nodes, or null: that the game is about to begin
 *   notices(view)               [{kind, text, how, link, go, list}]: what is wrong or in the way
 *   ways(trouble)               [{name, ask}]: how the host settles a trouble, as `page.way.<name>` says it; `ask(tell)`
 *                               calls `tell(correction)`, without it the correction is {do: name}
 *   asks(view)                  [{id, player, text, choices: [{id, text, act}]}]: what somebody has to decide that is no question of
 *                               the Pi's; `act({view(), you})` gives what came of it, if anything
 *   bar(view, you)              [{id, text, icon, look, open}]: buttons under the thumb; `open({view(), you})`
 *   moments()                   a promise of kind of announcement -> {tune, buzz, seconds, interrupts, build(said, view)}
 *   wasTold(said, told)         whether the news said so already; `sign(said)` a drawing beside the line
 *   says                        the corrections for whole buttons of the shell, each a function, where the game has
 *                               them: done(view) or null, give(player), pause(), resume(), begin()
 *   orders(view)                [order]: other corrections {do: order} for the host, as `host.order.<order>` says them
 *   can(moves, view, seat)      sentences, or a promise of them: what a seat may do now, of the moves that GET /api/legal gives it
 *   how()                       sentences: how it is played, in a minute
 *   join(view, correct)         opens the sheet in which a game under way is joined; joins(view) whether that is still offered after the set-up
 *   nameOf(code)                what a piece is called
 *   setUp                       what people do besides before the first turn, as a key
 *   corrections()               a promise of tab(place, tools): the host's page that says how the table is
 *   story()                     a promise of {summary(view, entries), drawing(entry)} for the history
 */

import { el, forget } from "./dom.js";
import { seatMark } from "./icons.js";
import { decide, get } from "./wire.js";
import { learnGame, t } from "./words.js";

/** Whether this phone may enter the turn: of its own seat, or as the host's; who sits nowhere is asked first. */
export const entersTurn = ({ turn }, { seat, host }) => host || seat === null || seat === turn?.player;

const nothing = () => null;
const none = () => [];
/**
 * The corrections of the shell's buttons as most games take them: `export { usual as says } from "/static/games.js"`.
 */
export const usual = {
  done: () => ({ do: "done" }),
  give: (seat) => ({ do: "turn", player: seat }),
  pause: () => ({ do: "pause" }),
  resume: () => ({ do: "resume" }),
  begin: () => ({ do: "begin" }),
};

/** The host's orders by phase, where a camera sees whether they were carried out. */
export const seenOrders =
  (ofPhase) =>
  ({ camera, phase }) =>
    camera === false ? [] : (ofPhase[phase] ?? []);

/** The ways to settle the trouble of that reason and no other. */
export const settles = (reason, ...names) => names.map((name) => ({ name, ask: (tell) => tell({ do: name, reason }) }));

/**
 * That the table need not be built up again, where it cannot be: `name` is the order by which play goes on as it lies.
 */
export const notAsItWas = ({ phase }, name) =>
  phase === "rebuild" ? [{ kind: "rebuild", text: t("page.rebuild.else"), ways: [{ name }] }] : [];
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
  moments: () => ({}),
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

/** What the game on the table exports, filled up. */
export let game = BARE;

let name = null;
let told = null;

/** Make the game of a view the one that is drawn, and let it get ready. */
export async function useGame(view) {
  if (view.game !== name) {
    const [module] = await Promise.all([
      import(`/static/games/${view.game}/game.js`),
      dress(view.game),
      learnGame(view.game),
    ]);
    if (name !== null) clear();
    name = view.game;
    game = { ...BARE, ...module };
  }
  await game.ready(view);
}

/** Every game there is: `{playing, games}`, asked for once. */
async function everyGame() {
  told ??= get("/api/games");
  const came = await told;
  if (!came.ok) told = null;
  return came.ok ? came.data : { playing: name, games: [] };
}

/** Every game there is, and the words that say what of each can be chosen. */
export async function gamesToChoose() {
  const { games } = await everyGame();
  await Promise.all(games.map(({ name: one }) => learnGame(one)));
  return games;
}

/** What is known of a game by its name. */
export const gameNamed = async (wanted) => (await everyGame()).games.find((one) => one.name === wanted);

/**
 * What is said where the mat on the table is that of another game than is played, or null: `text`, and for the host
 * `says` on a button and what it does, `begin()`, with as many of the same players as that game has seats.
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

const dresses = () => [...document.querySelectorAll("link[data-game]")];

/** The page came with the sheets and links of the game that was on the table then. */
async function dress(wanted) {
  const old = dresses();
  if (document.body.dataset.game === wanted) return;
  const found = await gameNamed(wanted);
  if (!found) throw new Error(`no word of ${wanted}`); // the line is down: it is tried again
  await Promise.all(found.styles.map((href) => wear(href, wanted)));
  for (const link of old) link.remove();
  document.body.dataset.game = wanted;
  document
    .getElementById("own-pages")
    ?.replaceChildren(
      ...found.pages.map(({ path, title }) => el("a", { class: "button", href: path, data: { t: title } }, t(title))),
    );
}

/** A style sheet, and when it is there: what is drawn meanwhile would be seen without it. */
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
