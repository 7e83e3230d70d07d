"""Which game is on the table: the set-ups of games, and where eye and painted show have to look for the one being played.

The show is imported where a table is painted: a real one does without its robots.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from companion.app.camera.sources import NONE, PAINTED
from companion.games.dumm_gelaufen.tracker.sitting import Sitting
from companion.journal import Entry, Journal
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.app.painted.show import Show, Stand

SEEDS: Final = 2**31


class Moved(Enum):
    """What a game begun by people is to the eye."""

    NOT = "nothing"
    AGAIN = "the same table, to be told anew: it may be laid already"
    ELSEWHERE = "other cards, or another show"


class Played:
    """The game on the table as eye and show have to know it: the journal's, whatever the settings say by now."""

    def __init__(
        self, settings: Settings, source: str, journal: Journal, *, new: bool
    ) -> None:
        self._given = settings
        self._settings = replace(settings, camera=source)
        self._painted = source == PAINTED
        self._journal = journal
        self._turning = threading.Lock()
        entries = journal.since("game")
        self._heard = journal.last
        begun = [entry for entry in entries if entry.kind == "game"]
        self.new = new or (bool(begun) and self._is_elsewhere(begun[-1]))
        """Whether a game is to be begun: asked for, or the journal's last one was at another kind of table."""
        if begun and not self.new:
            self._settings = replace(self._settings, edition=_edition(begun[-1]))
        self.show = self._shown(entries) if self._painted else None

    @property
    def settings(self) -> Settings:
        """What the eye is opened with."""
        return self._settings

    @property
    def stand(self) -> Stand | None:
        """Where the painted show stands now: an eye that is opened again goes on behind what was seen last."""
        if self.show is None:
            return None
        from companion.app.painted.show import stand_of

        return stand_of(self._journal.since("game")) or self.show.stand

    # -- set-ups -------------------------------------------------------------

    def first(self) -> dict[str, Any]:
        """The set-up that the settings name."""
        given = self._given
        return self._here({"players": list(given.players), "edition": given.edition})

    def next(self, sitting: Sitting) -> dict[str, Any]:
        """The set-up of the game after this one, by the same players."""
        return self._here(sitting.setup.to_json())

    def asked(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """The set-up that the host asked for; the painted table's players begin a show of their own."""
        if self.show is None:
            return self._here(told)
        from companion.app.painted.show import Show

        stand = _stand(replace(self._settings, seed=0), told)
        # Painted players keep to the rulings of their edition.
        kept = {name: value for name, value in told.items() if name != "rulings"}
        return self._here(kept) | Show(stand).setup()

    def _here(self, told: Mapping[str, Any]) -> dict[str, Any]:
        camera = {"camera": self._settings.camera != NONE}
        return {**told, **camera, **(self.show.setup() if self.show else {})}

    # -- another game ------------------------------------------------------------

    def moved_on(self) -> Moved:
        """What a game that was begun since is to the eye; the show stands there now."""
        with self._turning:
            entries = self._journal.after(self._heard)
            self._heard = entries[-1].seq if entries else self._heard
            begun = [entry for entry in entries if entry.kind == "game"]
            if not begun:
                return Moved.NOT
            if self._turned_to(begun[-1]):
                return Moved.ELSEWHERE
            # The painter sets up the table of its next game in its own time.
            return Moved.AGAIN if self.show is None else Moved.NOT

    def _turned_to(self, game: Entry) -> bool:
        edition, recast = _edition(game), self._recast(game)
        if edition == self._settings.edition and not recast:
            return False
        self._settings = replace(self._settings, edition=edition)
        self.show = recast or self.show
        return True

    def _recast(self, game: Entry) -> Show | None:
        """The show of a game, where it is another one than is running."""
        if self.show is None:
            return None
        from companion.app.painted.show import Show, stand_of

        stand = stand_of((game,))
        same = stand is None or stand.casting == self.show.stand.casting
        return None if same or stand is None else Show(stand)

    def _is_elsewhere(self, game: Entry) -> bool:
        return ("painted" in game.data) != self._painted

    def _shown(self, entries: tuple[Entry, ...]) -> Show:
        from companion.app.painted.show import Show, stand_of

        known = None if self.new else stand_of(entries)
        told = {"players": self._settings.players, "edition": self._settings.edition}
        return Show(known or _stand(self._settings, told))


def _edition(game: Entry) -> str:
    return str(game.data.get("edition", Settings().edition))


def _stand(settings: Settings, told: Mapping[str, Any]) -> Stand:
    from companion.app.painted.show import Stand
    from companion.games.dumm_gelaufen.painted.plot import Casting

    seed = settings.seed or secrets.randbelow(SEEDS)
    casting = Casting(seed, len(told["players"]), told["edition"])
    stand = Stand(casting)
    return replace(stand, fps=settings.fps or stand.fps)
