"""Past games: the list, the statistics, one of them replayed; the host downloads and erases."""

import time
from collections.abc import Sequence
from typing import Any, Final

from flask import Response, request

from companion.archived_games import ArchivedGame, bests, in_year, longest, standings, streak
from companion.errors import JournalError
from companion.journal.journal import lines
from companion.rules import Json
from companion.session.session import Session
from web.access.guard import Guard
from web.addresses import client_of
from web.refusals import HttpError
from web.requests.answers import answer, download
from web.requests.request_body import digits, json_body, text
from web.requests.routing import HOST, PUBLIC, ServiceRoutes, get, post
from web.routes.drawn import Pictures
from web.routes.history_cache import HistoryCache, HistoryQueue
from web.services import Services

LISTED: Final = 200
"""How many games one answer lists, the latest first."""
PAGE: Final = 50
"""How many records of a game one response contains: a whole game at once would delay those who are playing."""


class PastRoutes(ServiceRoutes):
    """The rules for the archive; each raises HttpError for what it refuses."""

    def __init__(
        self, services: Services, guard: Guard, queue: HistoryQueue, pictures: Pictures
    ) -> None:
        super().__init__(services, guard)
        self._told: dict[tuple[str, bool], HistoryCache] = {}
        self._queue = queue
        self._pictures = pictures

    @get("/api/archive", PUBLIC)
    def archive(self) -> Response:
        """All games, latest first, and the statistics of those that people played; what was never begun only the host sees, to erase it."""
        now = self._services.archive.ask()
        games = [each for each in now.evenings if each.begun or self._guard.is_host]
        first = digits(request.args.get("from"), "from") or 0
        counted = tuple(each for each in reversed(now.evenings) if not each.robots)
        listed = games[first : first + LISTED]
        year = time.localtime(self._services.wall()).tm_year
        told = {
            "share": now.share,
            "troubles": list(now.troubles),
            "games": [_line(each) for each in listed],
            "more": len(games) > first + LISTED,
            "year": year,
        }
        return answer({**told, **_figures(counted, year)})

    @get("/api/archive/<game>", PUBLIC, waits=True)
    def game(self, game: str) -> Response:
        """A replayed game; 202 while it is being read."""
        first = digits(request.args.get("from"), "from") or 0
        names, found = self._asked(game)
        if found is None:
            return answer({"reading": True}, 202)
        view = found.game.view(found.state)
        pages = self._services.games.get(str(view.get("game")))
        if pages is None:
            raise HttpError(404, "archive.untold")
        with self._queue.turn(client_of(request.remote_addr)):
            history = self._cached((game, names), found)
            entries, more = history.page(pages, first, PAGE)
        more_of_it = {"questions": [], "past": True, **pages.past(found.state)}
        end = {"seq": found.journal.last, "view": view | more_of_it}
        return answer(end | {"entries": entries, "more": more, "unsure": []})

    @get("/api/archive/<game>/picture.png", PUBLIC, waits=True)
    def picture(self, game: str) -> Response:
        """A replayed game as a picture of its end; 202 while it is being read."""
        names, found = self._asked(game)
        if found is None:
            return answer({"reading": True}, 202)
        return self._pictures.of(found, (game, names))

    def _asked(self, game: str) -> tuple[bool, Session[Any] | None]:
        """Whether with names, and the game; None while it is being read. Raises HttpError where there is none."""
        names = request.args.get("names") != "no"
        try:
            return names, self._services.archive.past(game, names=names)
        except JournalError as error:
            raise HttpError(404, error.message.key) from error

    @get("/host/archive/<game>.jsonl", HOST, waits=True)
    def take_away(self, game: str) -> Response:
        """One game as a journal of its own, one line per entry."""
        try:
            rows = self._services.archive.exported(game)
        except JournalError as error:
            raise HttpError(404, error.message.key) from error
        body = "".join(f"{line}\n" for line in lines(rows)).encode()
        return download(body, "application/jsonl", f"murphy-{rows[-1].seq}.jsonl")

    @post("/api/archive/erase", HOST)
    def erase(self) -> Response:
        """Erase one game for good."""
        game = text(json_body(request, "game"), "game", 16)
        try:
            self._services.archive.erase(game)
        except JournalError as error:
            if error.message.key == "archive.on-the-table":
                raise HttpError(409, error.message.key) from error
            raise
        return self.archive()

    def _cached(self, key: tuple[str, bool], found: Any) -> HistoryCache:
        told = self._told.get(key)
        if told is None or told.session is not found:
            told = HistoryCache(found)
            # Two are cached, as the archive caches them.
            self._told = {**dict(list(self._told.items())[-1:]), key: told}
        return told


def _line(game: ArchivedGame) -> Json:
    return {
        "id": game.id,
        "game": game.game,
        "at": game.at,
        "seconds": game.seconds,
        "players": game.players,
        "winners": game.winners,
        "round": game.round,
        "over": game.over,
        "robots": game.robots,
    }


def _figures(games: Sequence[ArchivedGame], year: int) -> Json:
    """The statistics: who leads this year, records, what stands out."""
    run, long = streak(games), longest(games)
    return {
        "leaders": [
            {"name": one.name, "won": one.won, "played": one.played}
            for one in standings(in_year(games, year))
        ],
        "streak": None if run is None else {"name": run[0], "count": run[1]},
        "longest": None if long is None else _line(long),
        "bests": [
            {"game": b.game, "text": b.highlight, "name": b.name, "count": b.count, "in": b.evening}
            for b in bests(games)
        ],
    }
