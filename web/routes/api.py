"""What phones and programs ask and send: every path under /api, /host and /words.

This page is the agreement between server and pages. JSON throughout, UTF-8.

**Words.** A *text* is one sentence in every language: ``{"de": s, "en": s, "nl": s}``.
A *refusal* (every 4xx and 5xx under /api, /host, /words) is
``{"error": key, "text": text}``, where ``key`` is the sentence's key in the word
files; 409 adds ``"reasons": [{"code": key, "text": text}]`` (all of them) and
``"seq"`` (the newest one). 429 and 503 carry ``Retry-After`` (seconds). A body that holds more than
is named here, lies deeper than 8 or has a number that is none is 400 ``web.malformed``; a browser or an
address that says too much at once (web/limits.py) is 429 ``web.too-fast``.

**Who.** Anybody looks. A *seat* is taken by a tap (POST /api/seat); the *host* is
who gave the PIN (POST /api/pin). Both live in one cookie, ``murphy-`` and the port (HttpOnly,
SameSite=Strict), which GET /api/view hands out; no page does, as one that is opened by a link from
elsewhere would take the place of a seat that it cannot see. Every POST needs that
cookie, the header ``X-Murphy-Token`` (``token`` of GET /api/view, also its
response header of that name; it stays the same for a cookie) and, from a browser,
the page's own origin. Bodies are ``application/json``, at most 64 KB.
403 ``web.token`` means: fetch /api/view again and repeat once.

Pages (HTML; ``?lang=de|en|nl`` overrides Accept-Language, default de)::

    GET /             anybody  templates/table.html
    GET /tv           anybody  templates/tv.html
    GET /history      anybody  templates/history.html; /history/ID of a past game
    GET /archive      anybody  templates/archive.html
    GET /host         anybody  templates/host.html for the host, else templates/pin.html
    GET /setup        anybody  templates/setup.html: set up by the phone, step by step
    GET /camera       anybody  templates/camera.html: the phone as the camera; its policy alone allows the camera
    GET /static/NAME  anybody  files of web/static and of each game (games/GAME/NAME), read at the start, gzipped, ETag
    GET /PATH         anybody  templates/own.html, filled by a module of a game: its own pages
    GET /join.svg     anybody  QR code of http://IP:port/, ?page=camera of /camera there
    GET /wifi.svg     whom the host allows it (setting wifi_shown)  QR code of the Wi-Fi, with its password; 404 web.no-wifi
    GET /manifest.webmanifest   anybody  name and icons for a home screen
    GET /healthz      anybody  {"ok": true, "camera", "reader", "journal", "unwritten", "frame_age"} (200, or 503 when
                      not ok): whether pictures come, the last look was understood, what happens can be
                      written, else why not

Every template gets ``lang``, ``languages`` (("de", "en", "nl")), ``say(key, **params)``
(the sentence in ``lang``), ``join_url`` ("http://192.168.1.5:8000/") and ``join_name``
("http://murphy.local:8000/"), ``game`` (the GamePages it shows) and ``preloads(module, game)``.
No inline script or style: the policy forbids them.

Looking::

    GET /api/view     {"seq", "game", "edition", "round", "turn": {"player", "since"},
                       "players": [{"name", ...}], "questions": [{"id", "text": text,
                       "yours": text as the phone of that player says it, or null, "player", "apart", "choices": [{"id", "text": text, "move"}]}],
                       "announcements": [{"seq", "kind", "player", "params", "text": text}],
                       "health": {..., "other_mat"?: the game whose mat lies there, where it is not
                       the one that is played, "hidden"?: the zones that something hides, as a text}, "seats": which phone each player has, as an
                       opaque text to compare (null: none), "locked": [bool...] by seat, "waiting": [name...]: who plays in the next game,
                      "undoable": whether the host finds something to undo, "last_word": {"entry", "phone"}|null: what
                       was said last, until the next move, "taken_back": {"entry", "phone"}|null: the undo that may be
                       undone, until anything else is said or happens,
                       ... whatever else the game's view tells}
                      and for this cookie: {"token", "you": {"seat": 0|null, "host": false,
                      "away": whether the host sent this phone away, "phone": by which views tell this one}},
                      and "files": the version of the files that pages load
    GET /api/events   server-sent events, see below
    GET /api/legal    {"seq", "moves": [move...]}: what this seat may do now (host: ?player=N)
    GET /api/history  ?from=N: {"seq", "entries": [{"seq", "at", "kind": observation|
                      submission|answer|correction, "by": seat|null, "dropped": bool,
                      "events": [...], "announcements": [{"kind", "player", "params", "text": text}],
                      "answered"?: {"question": text, "choice": text},
                      "after": what of the view is another one than after the entry before}],
                      "more": bool: ask again from the number of those that are there,
                      "unsure": [{"entry": seq, "id", "player", "text": text, "choices": [{"id",
                      "text": text}], ...}]}: the turns that may have been others
    GET /api/games    {"playing": name, "games": [{"name", "title": text, "styles": [url...],
                      "pages": [{"path", "title": key}], "players": [fewest, most], "prints": [what is printed for it...],
                      "editions": [{"name", "rulings": [{"name", "values": [...], "value": its own}],
                      "each"?: what every player chooses: {"name", "values": [...], ...}}]}]}
    GET /api/wifi     {"name", "password"}: for whom the host allows it, as /wifi.svg
    GET /api/health   like /healthz, for the page
    GET /api/archive  ?from=N: {"share": how much of it is read, 0 to 1, "troubles": [text...], "games":
                      [{"id", "game", "at", "seconds", "players": [name...], "winners": [seat...], "round",
                      "over": bool, "robots": bool}], the latest first, "more": bool, "year",
                      and, of the games that people played: "leaders": [{"name", "won", "played"}] of that
                      year, "streak": {"name", "count"}|null, "longest": a game|null,
                      "bests": [{"game", "text": text, "name", "count", "in": id|null}]}
    GET /api/archive/ID  ?from=N&names=no: the history of that game with its last "view", 202
                      {"reading": true} until it is read, 404 where there is none
    GET /api/picture.png          ?lang=LANG: the game as it stands, as a picture (PNG) to send around; 404 where nothing draws
    GET /api/archive/ID/picture.png  ?lang=LANG&names=no: the same of a past game's end, 202 until it is read
    GET /words/LANG.json        ?games=NAME,NAME&page=PAGE: {key: sentence, ...}: what the shell's pages say, or one of them, and those games
    GET /words/LANG/GAME.json   the same of one game

Events of GET /api/events (``Last-Event-ID``, or ``?after=SEQ`` for a page that opens a
new stream by hand, replays the announcements after it; without, none are replayed)::

    event: view           data: the view as above without "token" and "you"; at connect and
                          at every change; no id
    event: announcement   id: seq; data: {"seq", "kind", "player", "params", "text": text}
    event: beat           every 10 s (with a comment line): data: {"seq": newest}
    event: bye            the stream ends (after about 5 minutes, or the companion stops):
                          the browser reconnects by itself after ``retry: 1000``

503 + Retry-After above 64 streams, or above 8 of one address; of histories and pictures of games, which are
worked out one at a time, where 16 wait, or 2 of one address.

Playing (seat or host; a seat speaks for itself, the host for anybody by ``"player": N``).
``seq`` is the view's: 409 ``session.stale`` when the table has moved on; left out = whatever
is now. ``key`` (a text of at most 64 characters that nobody uses twice) names what is said: said again
under it, it counts once and is answered the same. All answer 200 ``{"seq", "entry": by which it can be
taken back, "events": [...], "announcements": [...]}``::

    POST /api/seat           {"seat": 0|null, "take"?: true} -> {"seat"}: anybody with a cookie; 409
                             web.seat-taken where another phone sits, unless it is taken over, 429 web.seat-too-often
                             where that was done too often; 409 web.seat-robot where the companion plays itself, 409 web.seat-locked with "number", by which the host's
                             page shows the phone for some seconds: ask again until the host gives it the seat; 403 web.seat-away
    POST /api/arrive         {"name", "seat": N|null} -> {"seat"}: sits down under a name of one's own, in a seat that
                             no phone has, or (null) in one more while the game is set up and nothing was said; 400
                             setup.name, setup.same-name, setup.players, 403 web.no-own-names, web.seat-away, 409
                             web.place-taken, web.seat-locked, web.begun-already, 429 web.names-too-often; anybody with a cookie
    POST /api/next           {"name"} -> {"name"}: on the list for the next game ("waiting" of the view), one name a phone, empty: off
                             it; refused as above, 409 web.list-full; who is on it is among the players that "again" and the host's form begin with
    POST /api/again          {"seq"}: once a game is over, another one of the same people and of who waits; 409 web.not-over
    POST /api/moves          {"seq", "move": {...}}: a move as the game writes it
    POST /api/answers        {"seq", "question": id, "choice": id}; 403 web.others-judge for whom it judges ("apart" of the
                             question) and for a phone that has spoken for him, as for such a move
    POST /api/changes        {"seq", "correction": {...}}: those corrections that are anybody's at the
                             table: {"do": "was", "move": id, "choice": id} (an assumed turn was
                             another; a choice's id names what was done, 409 session.no-choice
                             once that is not offered any more), {"do": "done"}, {"do": "turn", "player": N} while
                             the game is played; 403 web.host-only for every other one
    POST /api/undo           {"seq", "move"?: id|entry}: without a move the last one; a seat its own last
                             word by its ``entry``, while nobody has said anything after it (403 web.own-word); an undo
                             is such a word, and its ``entry`` undoes it: what it took back counts again

**A game's own.** What a game adds comes from its ``GamePages`` (web/game_pages.py), a role with every
route; its ``pages`` room says what each takes and tells. Where games share a path, the one on the
table answers; where that one lacks it, another game's public route does, and any other is refused
with 409 ``web.other-game``.

Host only (403 ``web.host-only`` otherwise)::

    POST /api/pin            {"pin": "12345678"} -> {"host": true}; 403 web.pin.wrong,
                             429 web.pin.locked (anybody with a cookie)
    POST /api/pin/button     {"ask": true}, then {} -> {"host": false, "left": s, "others": phones that ask as well},
                             in the end {"host": true}: a button at the table was held; 409 web.at-table.over,
                             web.at-table.no-button, 429 web.at-table.too-often (anybody with a cookie)
    POST /api/leave          {} -> {"host": false}: gives the host's rights back
    GET  /api/hosts          {"hosts": [{"id", "since": s, "address", "device", "you": bool}]}: who is signed in
    POST /api/hosts          {"out": id} -> the same as GET: signs another one out
    POST /api/hosts/pin      {"pin", "new": eight digits} -> the same as GET: another PIN; all others are
                             signed out; refused like /api/pin
    GET  /api/seats          {"seats": [{"player": name, "locked": bool, "phone": null | {"id", "number", "address",
                             "device", "silent": s}}], "asking": [{"seat", "id", "number", "address", "device"}]: for
                             locked seats, "away": [{"id", "number", "address", "device", "since": s, "whole_address":
                             bool}], "you": the id of this phone}
    POST /api/seats          {"do": lock|unlock|give|free, "seat": N, "phone"?: id of one that asks} or {"do": away|back, "phone": id}
                             -> the same as GET
    POST /api/corrections    {"seq", "correction": {...}}: a fact ({"event": ...}), or {"do": order}, as
                             the game has them
    POST /api/game           {"seq", "key"?, "game"?: name, "players": [...], "edition", "first"?, "dealer"?,
                             "rulings"?: {...}, and what the form of the game adds}; without "game" the one on the table
    GET  /api/settings       {"settings": [{"key", "value", "kind": bool|int|float|text|choice,
                             (also password: never told), "choices"?: [...], "min"?, "max"?,
                             "group"?: the tab that offers it, "restart": bool}], "can_restart": bool}
    POST /api/settings       {"settings": {key: value}} -> the same as GET; pause, quiet and volume
                             are settings too
    POST /api/restart        {} -> {"restarting": true}: the companion starts anew, the game goes on;
                             409 web.no-restart where nothing starts it
    GET  /api/update         {"busy", "text": text|null, "news": [line...], "go": whether one can go on to it}
    POST /api/update         {"do": "look"|"go"} -> the same: begun; ask again while "busy"
    GET  /api/dice           {"colours": [name...]: the game's dice, "camera": bool, "sets": [name...], "used": name or "",
                             "lesson": null | {"name", "number": which die, "colour", "face": what it is to show,
                             "faces": [...], "shown": [...], "seen": text}}
    POST /api/dice           {"do": begin (a set called "name") | look (at the one die that lies there) | right (it
                             shows what was asked) | next (die) | stop | use | forget, "name"?, "number"?: the die it
                             is said of; nothing is done where it is another one's turn by now} -> the same as GET
    GET  /api/broker         {"reach": off|connecting|connected|away|refused, "text": text}
    POST /api/broker/trial   {"settings": {"broker"?, "broker_password"?, "table"?}} -> {"text": text}: a message
                             there and back with these for those that hold, nothing is saved; 400 with what is wrong
    GET  /api/doctor         {"checks": [{"name", "verdict": ok|warn|bad|unknown, "text": text, "advice": text|null}]}
    POST /api/focus          {} -> {"focusing": true}: the camera finds its focus anew, some seconds; 409
                             web.no-focus where there is no camera that holds one
    GET  /api/cameras        {"cameras": [{"source": as the setting names it, "name"}]}: those that are plugged in
    POST /api/cameras/house  {} -> the same of those that answer in the local network; takes three seconds
    POST /api/cameras        {"camera": source} -> {"picture": JPEG in base64|null, "checks": as the doctor's}: tried for
                             some seconds, nothing is saved; 400 with a text where it is none, or silent
    GET  /api/setup          {"step": language|game|people|camera|sound|done, or null before it was begun, "game"?, "edition"?,
                             "players"?: as chosen so far}: how far a household has come with setting up; anybody
    POST /api/setup          {"step", "game"?, "edition"?, "players"?} -> the same as GET
    POST /api/buzzer         {} -> {"notices": [text...]: what does not work at the pins}: it sounds once; 409 web.no-buzzer
    POST /api/camera         a JPEG as the body (image/jpeg, at most 1 MB and 3840 x 2160), ?still=yes: a single look, which
                             counts until the next one, ?take=yes: instead of another phone -> {"used": whether a phone is
                             the table's camera, "taken": whether this picture is looked at}: answered once it is; 400 web.camera.other
                             while another phone brings its own, 422 for what is no picture, 429 for more than 12 a second
    POST /api/camera/https   {} -> {"port"}: the pages by HTTPS as well, until the companion ends; 409 web.no-https
    GET  /host/live.jpg      the last picture (404 web.no-picture while there is none); ?frame=N: that of live.json's
                             last answers in which this frame was told
    GET  /host/live.json     {"size": [w, h], "frame", "at", "refocuses", "mat": bool, "tags": [{"card", "zone",
                             "corners"}], "loose": [{"kind": "die"|"pawn", "corners"}], "unknown": [corners...],
                             "limits": {"px_per_module", "sharpness", "noise", "glare", "mirrored", "more_mats"}: numbers or null}
    GET  /host/mat.jpg       the mat of the last picture, straightened: its corners are the picture's
                             (404 web.no-mat while none is seen)
    GET  /host/game.jsonl    the journal, one JSON object a line (download)
    GET  /host/archive/ID.jsonl  one game as a journal of its own (download)
    POST /api/archive/erase  {"game": ID} -> the same as GET /api/archive: nothing is left of it
    GET  /host/print/KIND.pdf   KIND is one of a game's ``prints``, ?game=&edition=&lang=&size= (download)
"""

from collections.abc import Iterator, Mapping
from typing import Final

from web.access.guard import Guard, Rule
from web.pages.static_files import Item, version_of
from web.routes.arriving import ArrivingRoutes
from web.routes.drawn import Pictures
from web.routes.filming import FilmingRoutes
from web.routes.game_routes import GameRoutes
from web.routes.history_cache import HistoryQueue
from web.routes.host import HostRoutes
from web.routes.pages import PageRoutes
from web.routes.past import PastRoutes
from web.routes.public import PublicRoutes
from web.routes.seat import SeatRoutes
from web.routes.setting_up import SettingUpRoutes
from web.services import Services

OF_SERVICES: Final = (
    *(SeatRoutes, ArrivingRoutes, HostRoutes, SettingUpRoutes),
    *(FilmingRoutes, GameRoutes),
)
"""Routes that need nothing besides."""
OF_THE_SHELL: Final = frozenset(
    rule.path
    for kind in (PublicRoutes, PastRoutes, PageRoutes, *OF_SERVICES)
    for rule in kind.marked()
)
"""The paths that are no game's."""


def rules(services: Services, guard: Guard, files: Mapping[str, Item]) -> Iterator[Rule]:
    """Every way in; ``files`` are those that pages load."""
    queue = HistoryQueue()
    pictures = Pictures(services, queue)
    yield from PublicRoutes(services, guard, version_of(files), queue, pictures).rules()
    yield from PastRoutes(services, guard, queue, pictures).rules()
    yield from PageRoutes(services, guard, files).rules()
    for kind in OF_SERVICES:
        yield from kind(services, guard).rules()
