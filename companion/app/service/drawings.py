"""What pages ask to have drawn: print sheets as PDF, a game as a picture to send around.

Imports are deferred: what draws takes 30 MB that an evening without pictures does
without.
"""

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from time import time
from typing import Any, Final

from companion import libraries, rules
from companion.games import game as named
from companion.games.package import GamePackage
from companion.pieces import TAG_MM, Print
from companion.session.session import Session
from companion.words import Words, words

# Print sheets ------------------------------------------------------------------------


def sheets(played: Callable[[], tuple[GamePackage, str]]) -> Callable[..., bytes]:
    """A function that prints something of a game; of the ``played`` one, in its edition, if none is named. Raises InputError, PictureError."""

    def printed(
        kind: Print, *, game: str | None, edition: str | None, lang: str, size_mm: float | None
    ) -> bytes:
        from companion.app.printing import PrintJob, paper_of

        package, current = played()
        if game is not None and game != package.name:
            package, current = named(game), ""
        sold = package.edition_named(edition or current)
        wanted = PrintJob(kind, package, sold, size_mm or TAG_MM)
        return bytes(paper_of(wanted, words(lang)).pdf.output())

    return printed


# A game as a picture -----------------------------------------------------------------


PX_PER_MM: Final = 10.0
"""1080 pixels across, as phones show and send them."""


def picture_of(session: Session[Any], lang: str) -> bytes:
    """A game as it stands, or ended, in a language. Raises LibraryError without the libraries that draw."""
    with libraries.with_pictures():
        from PIL import Image

        from vision.printing.poster import GROUND, Poster, poster
        from vision.printing.raster import raster

    game, state = session.shown
    view, sentences = game.view(state), words(lang)
    package = named(view["game"])
    names = tuple(player["name"] for player in view["players"])
    drawn = package.table_picture
    table = drawn(view, state.state, sentences) if drawn else None
    told = Poster(package.title(lang), headline(view, names, sentences), _day(session), names)
    marks, size = poster(told, table)
    file = BytesIO()
    Image.fromarray(raster(marks, size, PX_PER_MM, GROUND)[:, :, ::-1]).save(file, "PNG")
    return file.getvalue()


def headline(view: rules.Json, names: tuple[str, ...], words: Words) -> str:
    """Who has won, else whose turn it is, as pages say it."""
    winners = tuple(view.get("winners") or ()) or tuple(
        seat for seat in (view.get("winner"),) if seat is not None
    )
    if winners:
        won = tuple(names[seat] for seat in winners)
        if len(won) == 1:
            return words.say("page.turn.won", name=won[0])
        return words.say("page.turn.shared", names=", ".join(won))
    if view.get("phase") == "over":
        return words.say("page.turn.over")
    seat = (view.get("turn") or {}).get("player")
    if view.get("phase") != "play" or seat is None:
        return words.say("history.so-far")
    return words.say("page.turn.somebody", name=names[seat])


def _day(session: Session[Any]) -> str:
    """The day on which something happened last, by the clock of this machine; today's where nothing has."""
    history = session.history
    last = history[-1].input.at if history else time()
    return datetime.fromtimestamp(last).strftime("%Y-%m-%d")
