"""Which game is on the table: set-ups of games, and where camera and painted show should look for the current one.

The show is imported only if a table is painted: a real one does without its robots.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from companion import errors, seating
from companion.app.camera.sources import NONE, PAINTED, plain_table_of
from companion.games import first, game, games, played_in
from companion.games.package import GamePackage
from companion.journal.journal import Entry, Journal
from companion.mat import Mat, Shares
from companion.rules import Json
from companion.settings import NOBODY_NAMED, Settings

if TYPE_CHECKING:
    from companion.app.painted.show import Show, Stand

SEEDS: Final = 2**31


class Moved(Enum):
    """What a game begun by people means for the camera."""

    NOT = "nothing"
    AGAIN = "the same table, to be told anew: it may be laid already"
    ELSEWHERE = "other cards, or another show"


class CurrentGame:
    """The current game as camera and show need to know it: the journal's, whatever the settings say by now."""

    def __init__(self, settings: Settings, source: str, journal: Journal, *, new: bool) -> None:
        """Raises InputError if the settings name a game that does not exist, GameError if the journal's last game cannot go on."""
        self._painted = source == PAINTED
        self._journal = journal
        self._turning = threading.Lock()
        entries = journal.since("game")
        self._heard = journal.last
        begun = next((entry for entry in entries if entry.kind == "game"), None)
        for name in settings.games:
            game(name)
        self.package = package_of(settings, begun, new=new)
        elsewhere = begun is not None and self._is_elsewhere(begun)
        self.new = new or elsewhere or _waits_otherwise(entries, camera=source != NONE)
        """Whether to begin a new game: requested, or the journal's last one is another game, was played on another kind of table, or waits for a camera where there is none, or for taps where there is one."""
        self._undecided = not (settings.game or self._painted)
        self._undecided &= begun is None or new or elsewhere
        self._first: int | None = None
        named = None if begun is None else as_named(begun, entries)
        self._last = None if named is None else self._told_by(named)
        """The last set-up of the same game on the same kind of table."""
        self._named = settings
        self._given = self._fitting(settings.of(self.package.name))
        self._settings = self._at_table(self._given, source)
        if begun is not None and not self.new:
            self._settings = replace(self._settings, edition=self._edition(begun))
        self.show = self._shown(entries) if self._painted else None
        self._setup = self.first() if begun is None or self.new else begun.data
        self.number = 0 if begun is None else begun.seq
        """The number of the entry that began the game, as far as it was followed."""
        self.mat_instead = self._laid()
        """The mat in place of the game's own, which may be the plain table; None: the game's own."""

    @property
    def settings(self) -> Settings:
        """The settings with which the camera is opened."""
        return self._settings

    def plays_with(self, dice: str) -> None:
        """Put the set of dice with this name into play."""
        with self._turning:
            self._named = replace(self._named, dice=dice)
            self._settings = replace(self._settings, dice=dice)

    def plays_on(self, *, no_mat: bool, tray: Shares) -> None:
        """Play on a plain table, or on a mat again; what cannot be played so stays on its mat."""
        with self._turning:
            self._named = replace(self._named, no_mat=no_mat, tray=tray)
            now = replace(self._settings, no_mat=no_mat, tray=tray)
            self._settings = self._at_table(now, now.camera)
            self.mat_instead = self._laid()

    def _laid(self) -> Mat | None:
        laid = self.package.laid
        return plain_table_of(self._settings) or (laid and laid(self._setup))

    def _at_table(self, named: Settings, camera: str) -> Settings:
        """The settings for the game on the table, with this camera."""
        plain = named.no_mat and self.package.goes_without_mat
        return replace(named, camera=camera, game=self.package.name, no_mat=plain)

    @property
    def edition(self) -> str:
        """The edition being played."""
        return self._settings.edition

    @property
    def stand(self) -> Stand | None:
        """Where the painted show is now: a reopened camera continues after what was seen last."""
        if self.show is None:
            return None
        from companion.app.painted.show import stand_of

        entries = self._journal.since("game")
        return stand_of(self.package, entries) or self.show.stand

    # -- set-ups -------------------------------------------------------------

    def _fitting(self, named: Settings) -> Settings:
        """The settings for the game on the table, what they leave open being as in the last game; if it does not allow that many players, those who played it last. Raises InputError if nobody has."""
        last = self._last or {}
        lately = tuple(last.get("players", NOBODY_NAMED[: self.package.players[1]]))
        players = named.players or lately
        try:
            seating.can_play(len(players), self.package.players)
        except errors.InputError:
            if self._last is None or self.new:
                raise
            players = lately
        wanted = named.edition or str(last.get("edition", ""))
        edition = edition_of(self.package, wanted)
        return replace(named, players=players, edition=edition)

    def first(self) -> dict[str, Any]:
        """The set-up of the game that a start begins: the last one's, unless the settings say something else."""
        given = self._given
        said = {"players": list(given.players), "edition": given.edition}
        if self._last is None or self.show is not None:
            # Painted players keep to the rulings of their edition.
            return self._here(said)
        try:
            agreed = self.package.setup(self._agreed(self._last) | said)
        except (errors.InputError, errors.EditionError):
            # Another board may lack a colour for one more player.
            return self._here(said)
        return self._here({**agreed, **said})

    def _agreed(self, last: Json) -> dict[str, Any]:
        """What a set-up says that holds for today's players and edition, too."""
        other = set[str]()
        if self._given.players != tuple(last["players"]):
            other.add(self.package.each)
        if self._given.edition != last.get("edition", self.package.edition):
            other.add("rulings")
        return {name: value for name, value in repeated(last).items() if name not in other}

    def next(self) -> dict[str, Any]:
        """The set-up of the next game, with the same players."""
        return self._here(repeated(self._setup))

    def again(self, players: Sequence[str]) -> dict[str, Any]:
        """The set-up of the game that was begun last, whether a camera was told of it or not, for these players. Raises InputError if it does not allow that many, EditionError."""
        entries = self._journal.since("game")
        begun = next((as_named(e, entries) for e in entries if e.kind == "game"), None)
        package = self.package if begun is None else game(played_in(begun.data))
        last = repeated(self._setup if begun is None else begun.data)
        if len(players) != len(last["players"]):
            last.pop(package.each, None)
        edition = str(last.get("edition", package.edition))
        said = {"players": list(players), "edition": edition}
        return self.asked(package, {**package.setup(last | said), **said})

    def asked(self, package: GamePackage, data: Json) -> dict[str, Any]:
        """The set-up of a game that the host requested; at the painted table this begins a new show.

        Raises InputError if the table is painted but this game, or the requested board,
        cannot be painted.
        """
        if self.show is None:
            return self._here(data) | {"game": package.name}
        from companion.app.painted.show import Show

        if "board" in data:
            raise errors.InputError("game.painted-board")
        named = self._named.of(package.name)
        stand = self._stand(replace(named, seed=0), package, data)
        # Painted players keep to the rulings of their edition.
        fields = ("players", "edition", package.each)
        kept = {name: data[name] for name in fields if name in data}
        return self._here(kept) | {"game": package.name} | Show(stand).setup()

    def _here(self, data: Mapping[str, Any]) -> dict[str, Any]:
        here = {"game": self.package.name, "camera": self._settings.camera != NONE}
        shown = self.show.setup() if self.show else {}
        return {**data, **here, **shown}

    # -- another game ------------------------------------------------------------

    def told_by_mat(self, package: GamePackage) -> dict[str, Any] | None:
        """The set-up of the game whose mat is in sight, if nothing else decides which game
        is played: no setting, no journal, nobody. Raises InputError or EditionError if
        it does not allow that many players.
        """
        if not self.is_undecided():
            return None
        named = self._named.of(package.name)
        edition = edition_of(package, named.edition)
        players = named.players or self._given.players
        told = {"players": list(players), "edition": edition}
        try:
            return self.asked(package, package.setup(told))
        except (errors.InputError, errors.EditionError):
            # Nor will it a moment later.
            self._undecided = False
            raise

    def is_undecided(self) -> bool:
        """Whether the game was begun only by default, and nobody has said or been told anything since."""
        if self._undecided:
            begun, *since = self._journal.since("game")
            untouched = all(entry.kind in ("observation", "event") for entry in since)
            self._undecided = begun.seq == self._first and untouched
        return self._undecided

    def follow(self) -> Moved:
        """Follow the journal to a game that was begun since: what it means for the camera, told once; the show continues there."""
        with self._turning:
            entries = self._journal.after(self._heard)
            self._heard = entries[-1].seq if entries else self._heard
            begun = [entry for entry in entries if entry.kind == "game"]
            if not begun:
                return Moved.NOT
            self._setup, self.number = begun[-1].data, begun[-1].seq
            self._first = self._first or begun[-1].seq
            if self._turned_to(begun[-1]):
                return Moved.ELSEWHERE
            # The painter sets up the table of its next game at its own pace.
            return Moved.AGAIN if self.show is None else Moved.NOT

    def _turned_to(self, begun: Entry) -> bool:
        self.package = game(played_in(begun.data))
        before = self.mat_instead
        edition, recast = self._edition(begun), self._recast(begun)
        now, name = self._settings, self.package.name
        if name != now.game:
            now = self._at_table(self._named.of(name), now.camera)
        now = replace(now, edition=edition)
        same, self._settings = now == self._settings, now
        self.mat_instead = self._laid()
        if same and self.mat_instead == before and not recast:
            return False
        self.show = recast or self.show
        return True

    def _recast(self, begun: Entry) -> Show | None:
        """The show of a game, if it differs from the running one."""
        if self.show is None:
            return None
        from companion.app.painted.show import Show, stand_of

        stand = stand_of(self.package, (begun,))
        old = self.show.stand
        same = stand is None or (stand.package, stand.config) == (old.package, old.config)
        return None if same or stand is None else Show(stand)

    def _is_elsewhere(self, begun: Entry) -> bool:
        other = played_in(begun.data) != self.package.name
        return other or ("painted" in begun.data) != self._painted

    def _told_by(self, begun: Entry) -> Json | None:
        """A set-up that tells who played this game; None if it tells nothing of the kind."""
        told = isinstance(begun.data.get("players"), list)
        return begun.data if told and not self._is_elsewhere(begun) else None

    def _edition(self, begun: Entry) -> str:
        return str(begun.data.get("edition", self.package.edition))

    def _shown(self, entries: Iterable[Entry]) -> Show:
        from companion.app.painted.show import Show, stand_of

        known = None if self.new else stand_of(self.package, entries)
        told = {"players": self._settings.players, "edition": self._settings.edition}
        return Show(known or self._stand(self._settings, self.package, told))

    def _stand(self, settings: Settings, package: GamePackage, data: Json) -> Stand:
        from companion.app.painted.show import Stand, config_of

        seed = settings.seed or secrets.randbelow(SEEDS)
        stand = Stand(package, config_of(package, data, seed))
        return replace(stand, fps=settings.fps or stand.fps)


def _waits_otherwise(entries: Sequence[Entry], *, camera: bool) -> bool:
    """Whether a game was begun that the table is told of another way than now, by a camera or by taps, and of which nobody has said more than who plays."""
    begun, *since = entries or (None,)
    if begun is None or begun.data.get("camera", camera) == camera:
        return False
    return all(
        entry.kind in ("observation", "event", "announcement")
        or (entry.kind == "correction" and entry.data["correction"].get("do") == "name")
        for entry in since
    )


def as_named(begun: Entry, entries: Iterable[Entry]) -> Entry:
    """What began a game, with the names by which its players are called by now."""
    told = begun.data.get("players")
    players = dict(enumerate(told if isinstance(told, list) else ()))
    words = {e.seq: e.data for e in entries if e.kind in ("correction", "undo")}
    # What takes something back may have been taken back itself, by a later one.
    for entry in reversed(tuple(words)):
        words.pop(words.get(entry, {}).get("of", 0), None)
    for data in words.values():
        match data.get("correction"):
            case {"do": "name", "player": int(seat), "name": str(name)} if seat in players:
                players[seat] = " ".join(name.split())
    data = seating.called(begun.data, players.values()) if players else begun.data
    return replace(begun, data=data)


def repeated(setup: Json) -> dict[str, Any]:
    """What of a set-up holds for the next game, too: all but the place of the show, and the request that began it."""
    return {k: v for k, v in setup.items() if k not in ("painted", "key")}


def package_of(settings: Settings, begun: Entry | None, *, new: bool = False) -> GamePackage:
    """The game that the settings name, else the journal's, else the first.

    Raises InputError if the one that is named does not exist, GameError if the journal's
    does not and nobody asked for a ``new`` game.
    """
    if settings.game:
        return game(settings.game)
    if begun is None:
        return first()
    try:
        return game(played_in(begun.data))
    except (errors.GameError, errors.InputError) as error:
        if new:
            return first()
        raise errors.GameError("game.unfinished", why=error.message) from error


def edition_of(package: GamePackage, wanted: str) -> str:
    """The requested edition; the game's first if none is requested, or if only another game has it."""
    others = {each for other in games() for each in other.editions}
    return package.edition if wanted in {"", *others - {*package.editions}} else wanted
