"""What everybody may see, for any game: the view, the stream, the history so far, the list of games."""

from functools import partial
from typing import Final

from flask import Response, request

from companion.rules import Json
from companion.words import LANGUAGES
from web.access.guard import TOKEN, Guard
from web.access.standing import Standing
from web.addresses import client_of
from web.game_pages import GamePages
from web.news.feed import StreamPlace
from web.news.stream import KIND, Slots, no_part, streamed
from web.pages.loading import dress_of
from web.pages.sentences import PAGES, SAID_LATER, said_by, said_by_shell
from web.refusals import HttpError
from web.requests.answers import answer, file
from web.requests.request_body import digits
from web.requests.routing import PUBLIC, SEAT, ServiceRoutes, get
from web.routes.drawn import Pictures
from web.routes.history_cache import HistoryCache, HistoryQueue
from web.services import Services

PAGE: Final = 400
"""How many records of the history one response contains."""
WORDED: Final = PAGES | {SAID_LATER}
TONGUES: Final = ",".join(LANGUAGES)


class PublicRoutes(ServiceRoutes):
    """The read-only rules; each raises HttpError for what it refuses."""

    def __init__(
        self,
        services: Services,
        guard: Guard,
        version: str,
        queue: HistoryQueue,
        pictures: Pictures,
    ) -> None:
        super().__init__(services, guard)
        self._version = version
        self._slots = Slots(services.limits)
        self._history = HistoryCache(services.session)
        self._queue = queue
        self._pictures = pictures

    @get("/api/view", PUBLIC)
    def view(self) -> Response:
        """The public view, and what this visitor needs in order to send requests."""
        view = self._services.feed.view()
        names = [str(player["name"]) for player in view.get("players", ())]
        visitor = self._guard.visitor
        seat = self._services.seats.of(visitor, names)
        away = self._services.seats.is_away(self._guard.phone)
        who = {"seat": seat, "host": self._guard.is_host, "away": away}
        you = {**who, "phone": visitor.id}
        page = {"token": self._guard.token, "you": you, "files": self._version}
        response = answer(view | page)
        response.headers[TOKEN] = self._guard.token
        return response

    @get("/api/events", PUBLIC)
    def events(self) -> Response:
        """The stream; announcements after the last id the phone received are repeated."""
        place = self._place()
        if request.method == "HEAD":
            return Response(mimetype=KIND)
        known, seats = self._guard.known, self._services.seats
        slot = self._slots.take(
            client_of(request.remote_addr),
            no_part if known is None else partial(self._has_part, known.name),
        )
        return streamed(
            request,
            self._services.feed,
            place,
            slot,
            limits=self._services.limits,
            clock=self._services.clock,
            beats=lambda: None if known is None else seats.hear(known.name),
        )

    def _has_part(self, name: str) -> bool:
        """Whether a visitor is host, or seated, by now."""
        return self._guard.standing_of(name) > Standing.VISITOR

    @get("/api/legal", SEAT)
    def legal(self) -> Response:
        """The legal moves of a seat."""
        feed = self._services.feed
        seat = self._services.seats.of(self._guard.visitor, self._services.players)
        asked = digits(request.args.get("player"), "player")
        player = asked if asked is not None and self._guard.is_host else seat
        if player is None:
            raise HttpError(403, "web.seat-first")
        if player >= len(self._services.players):
            raise HttpError(400, "web.field", field="player")
        seq = feed.view()["seq"]
        return answer({"seq": seq, "moves": self._services.game.legal(player)})

    @get("/api/history", PUBLIC, waits=True)
    def history(self) -> Response:
        """The game so far, record by record, with every correction applied."""
        first = digits(request.args.get("from"), "from") or 0
        game, seq = self._services.game, self._services.session.journal.last
        with self._queue.turn(client_of(request.remote_addr)):
            entries, more = self._history.page(game, first, PAGE)
        page = {"entries": entries, "more": more}
        return answer({"seq": seq} | page | {"unsure": game.unsure()})

    @get("/api/picture.png", PUBLIC, waits=True)
    def picture(self) -> Response:
        """The game on the table as a picture."""
        return self._pictures.of(self._services.session, "")

    @get("/api/games", PUBLIC)
    def games(self) -> Response:
        """The games, and what a page has to know to begin or to show each of them."""
        told = [_told_game(game) for game in self._services.games.values()]
        return answer({"playing": self._services.game.name, "games": told})

    @get("/api/health", PUBLIC, waits=True)
    @get("/healthz", PUBLIC, waits=True)
    def health(self) -> Response:
        """The state of all parts; 503 if one of them is not healthy."""
        health = self._services.health()
        well = self._services.is_healthy() and health.get("journal", True)
        return answer({"ok": well} | dict(health), 200 if well else 503)

    @get(f"/words/<any({TONGUES}):language>.json", PUBLIC)
    def words(self, language: str) -> Response:
        """The shell's sentences in one language, or one page's, and those of the requested games."""
        wanted = set(filter(None, request.args.get("games", "").split(",")))
        games = [g for name, g in self._services.games.items() if name in wanted]
        if len(games) < len(wanted):
            raise HttpError(404, "web.not-found")
        page = request.args.get("page")
        return file(said_by_shell(language, games, page if page in WORDED else None), request)

    @get(f"/words/<any({TONGUES}):language>/<game>.json", PUBLIC)
    def game_words(self, language: str, game: str) -> Response:
        """The sentences of a game's modules in one language."""
        found = self._services.games.get(game)
        if found is None:
            raise HttpError(404, "web.not-found")
        return file(said_by(found, language), request)

    def _place(self) -> StreamPlace:
        given = request.headers.get("Last-Event-ID") or request.args.get("after")
        heard = digits(given or None, "Last-Event-ID")
        newest = self._services.feed.newest()
        # An id from the future belongs to another journal, which is not here to be replayed.
        return newest if heard is None or heard > newest.heard else StreamPlace(heard)


def _told_game(game: GamePages) -> Json:
    return {
        "name": game.name,
        "title": game.titles,
        "styles": [f"/static/{dress_of(game)}"],
        "pages": [{"path": page.path, "title": page.title} for page in game.pages],
        "players": game.players,
        "prints": game.prints,
        "editions": [{"name": name, **form} for name, form in game.forms.items()],
    }
