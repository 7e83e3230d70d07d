"""All games on the box: found in its journals, told again, summed up; what is damaged costs its own line only."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.announce import message
from companion.app.archive.archive import Archive, journal_files
from companion.archived_games import (
    ArchivedGame,
    Best,
    Wins,
    bests,
    in_year,
    longest,
    standings,
    streak,
)
from companion.errors import JournalError
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.journal.journal import Draft, Journal, lines, read
from companion.journal.ledger import peek
from companion.journal.ledger_rows import START
from companion.kit.highlights import Highlight
from companion.session.past import PastGame, alone, games_in, without_names
from companion.session.session import Session

DAY = 86_400.0
NAMES = (["Oma", "Leo"], ["Leo", "Mia", "Ben"], ["Oma", "Mia"])


LOCKS = Path("/proc/locks")


def locks_of(path: Path) -> list[str]:
    """What the system knows to be locked of a file, without the numbers of the lines."""
    inode = f":{path.stat().st_ino} "
    return [line.partition(": ")[2] for line in LOCKS.read_text().splitlines() if inode in line]


class Clock:
    """A day passes whenever a game begins."""

    def __init__(self) -> None:
        self.now = 1_780_000_000.0

    def __call__(self) -> float:
        return self.now


def begun(players: list[str]) -> dict[str, object]:
    return {"players": players, "edition": "classic", "camera": False}


def filled(path: Path) -> Journal:
    """Three games of this box; each was ended by hand, and the last one is on the table."""
    clock = Clock()
    journal = Journal(path, clock=clock)
    session = Session(TABLE_GAME, journal, setup=begun(NAMES[0]), clock=clock)
    for players in (*NAMES[1:], None):
        session.correct({"do": "finish"})
        clock.now += DAY
        if players is not None:
            session.begin(begun(players))
    return journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with filled(tmp_path / "murphy.journal") as there:
        yield there


def copied(journal: Journal, path: Path) -> Journal:
    """The same entries in another file; what lies in a log beside the first one with them."""
    copy = Journal(path)
    copy.load(lines(peek(Path(journal.name))))
    return copy


def looked(archive: Archive) -> Archive:
    """The archive once its thread has looked."""
    archive.ask()
    archive.turn(threading.Event())
    assert 1.0 == archive.contents.share
    return archive


@pytest.fixture
def archive(journal: Journal) -> Archive:
    return looked(Archive(journal, "painted.journal", Clock()))


def shown(archive: Archive, **how: bool) -> Session[Any]:
    """The first of all games, told again."""
    oldest = archive.contents.evenings[-1].id
    assert archive.past(oldest, **how) is None
    archive.turn(threading.Event())
    told = archive.past(oldest, **how)
    assert told is not None
    return told


class TestReading:
    def test_every_game_is_there(self, archive: Archive, tmp_path: Path) -> None:
        """The latest first, with who played, and since when; and whether it was begun, or only set up."""
        with Journal(tmp_path / "another.journal") as journal:
            Session(TABLE_GAME, journal, setup=begun(["Oma", "Leo"]))
            (set_up,) = looked(Archive(journal, "murphy.journal", Clock())).contents.evenings
        evenings = archive.contents.evenings

        assert [tuple(names) for names in reversed(NAMES)] == [e.players for e in evenings]
        assert ["dumm-gelaufen"] * 3 == [e.game for e in evenings]
        assert [DAY, DAY] == [evenings[i].at - evenings[i + 1].at for i in range(2)]
        assert () == archive.contents.troubles
        assert ([True] * 3, False) == ([e.begun for e in evenings], set_up.begun)

    def test_how_long_it_was_played(self, tmp_path: Path) -> None:
        """Not the night between two evenings, and not the days by which a clock was set forward or back."""
        clock = Clock()
        with Journal(tmp_path / "murphy.journal", clock=clock) as journal:
            Session(TABLE_GAME, journal, setup=begun(["Oma", "Leo"]), clock=clock)
            for passes in (60.0, DAY, 120.0, -3 * DAY, 60.0):
                clock.now += passes
                journal.append([Draft("event", {"of": 0, "event": {}})])
            (there,) = looked(Archive(journal, "painted.journal", Clock())).contents.evenings

        assert 240.0 == there.seconds

    def test_what_is_no_journal_is_passed_over(
        self, journal: Journal, archive: Archive, tmp_path: Path
    ) -> None:
        """A link, a folder, a text, what lies beside journals: none of them is opened."""
        (tmp_path / "link.journal").symlink_to(journal.name)
        (tmp_path / "folder.journal").mkdir()
        (tmp_path / "text.journal").write_text("hello")
        (tmp_path / "painted.journal").write_bytes(Path(journal.name).read_bytes())

        shelf = journal_files(tmp_path, Path(journal.name), "painted.journal")
        assert [Path(journal.name)] == [volume.path for volume in shelf]

    @pytest.mark.skipif(not LOCKS.exists(), reason="this system does not list its locks")
    def test_looking_costs_the_open_journal_none_of_its_locks(
        self, journal: Journal, tmp_path: Path
    ) -> None:
        """All locks of a process on a file end when it closes one descriptor of it: another program could fold the log away."""
        path = Path(journal.name)
        before = locks_of(path)
        journal_files(tmp_path, path, "painted.journal")
        journal.look()

        assert before == locks_of(path) != []

    def test_damage_costs_what_is_damaged(self, journal: Journal, tmp_path: Path) -> None:
        """A file that is hurt in its second game still gives its first one, and is told of; the others are whole."""
        other = tmp_path / "before.journal"
        with filled(other):
            pass
        told = other.read_bytes()
        at = told.rindex(b'"Leo", "Mia", "Ben"')
        other.write_bytes(told[:at] + b'"Leo", "Mia", "BEN"' + told[at + 19 :])
        archive = looked(Archive(journal, "painted.journal", Clock()))

        (trouble,) = archive.contents.troubles
        assert message("archive.damaged", file="before.journal") == trouble
        assert 3 == len(archive.contents.evenings)

    def test_what_no_game_wrote_costs_its_line(self, journal: Journal, tmp_path: Path) -> None:
        """A game that this house does not have, a set-up that is none, events that mean nothing."""
        with Journal(tmp_path / "strange.journal", clock=lambda: 1.0) as strange:
            for data in ({"game": "chess"}, {"players": 7}, {}):
                strange.append([Draft("game", data), Draft("submission", {"x": 1})])
        archive = looked(Archive(journal, "painted.journal", Clock()))

        assert 3 == len(archive.contents.evenings)
        assert ["archive.game-untold"] * 3 == [t.key for t in archive.contents.troubles]

    def test_a_copy_is_no_second_game(self, journal: Journal, tmp_path: Path) -> None:
        """The same game in two files is one."""
        rows = peek(Path(journal.name))
        copied(journal, tmp_path / "copy.journal").close()
        archive = looked(Archive(journal, "painted.journal", Clock()))

        assert len(list(games_in(rows))) == len(archive.contents.evenings)

    def test_the_longer_copy_goes(self, journal: Journal, tmp_path: Path) -> None:
        """Somebody takes a file away: what the others hold of its games is shown on."""
        clock, longer = Clock(), tmp_path / "longer.journal"
        with copied(journal, longer) as more:
            more.append([Draft("event", {"of": 0, "event": {}})])
        archive = looked(Archive(journal, "painted.journal", clock))
        longer.unlink()
        clock.now += DAY

        assert 3 == len(looked(archive).contents.evenings)


class Meanwhile(threading.Event):
    """Something is done while the archive's thread rests from reading."""

    def __init__(self, does: Callable[[], object]) -> None:
        super().__init__()
        self._does = does

    def wait(self, timeout: float | None = None) -> bool:
        self._does()
        return False


class TestRetelling:
    def test_chapter_by_chapter(self, archive: Archive) -> None:
        """A game that is over stands as it stood at its end."""
        session = shown(archive)

        assert ["Oma", "Leo"] == [p["name"] for p in session.view()["players"]]
        assert ["correction"] == [record.input.kind for record in session.history]

    def test_without_names(self, archive: Archive) -> None:
        """Whoever is not to be named is a letter, in every sentence."""
        session = shown(archive, names=False)

        assert ["A", "B"] == [p["name"] for p in session.view()["players"]]
        assert "Oma" not in repr(session.history)

    @pytest.mark.parametrize("names", [True, False])
    def test_a_game_that_went_on_is_told_to_its_end(self, journal: Journal, names: bool) -> None:
        """Whoever opened it while it was played, and reloads; what lay still in between is not told twice."""
        session, clock = Session(TABLE_GAME, journal), Clock()
        session.begin(begun(["Oma", "Leo"]))
        archive = looked(Archive(journal, "painted.journal", clock))
        (game, *_), told = archive.contents.evenings, []
        for says in ({}, {"do": "name", "player": 1, "name": "Ida"}, {}, {"do": "finish"}):
            if says:
                session.correct(says)
            clock.now += DAY
            archive.past(game.id, names=names)
            archive.turn(threading.Event())
            told.append(archive.past(game.id, names=names))

        assert [0, 1, 1, 2] == [len(each.history) for each in told if each is not None]
        assert told[1] is told[2]

    def test_what_failed_once_is_tried_again(self, journal: Journal, tmp_path: Path) -> None:
        """A stick is pulled out while a game of it is read, and plugged in again."""
        clock, stick, away = Clock(), tmp_path / "stick.journal", tmp_path / "away"
        with Journal(stick, clock=clock) as other:
            Session(TABLE_GAME, other, setup=begun(["Mia", "Ben", "Ida"]), clock=clock)
        archive = looked(Archive(journal, "painted.journal", clock))
        (game,) = (e.id for e in archive.contents.evenings if "Ida" in e.players)
        archive.past(game)
        stick.rename(away)
        archive.turn(threading.Event())
        for _ in range(2):
            with pytest.raises(JournalError, match="no such game"):
                archive.past(game)
        away.rename(stick)
        clock.now += DAY

        assert archive.past(game) is None
        archive.turn(threading.Event())
        assert archive.past(game) is not None

    def test_a_stranger_is_not_waited_for(self, archive: Archive) -> None:
        """What is no game of this box is refused at once."""
        with pytest.raises(JournalError, match="no such game"):
            archive.past("0123456789abcdef")


def test_a_link_to_a_game_stays_good() -> None:
    """Its name comes from how and when it began: the same in every copy and every version, and no other game's."""
    rows = [START.next(float(n), "game", '{"players": []}', 1) for n in range(300)]

    assert "b052b2d12cd28d6f" == PastGame((rows[0],)).id
    assert 300 == len({PastGame((row,)).id for row in rows})


class TestTakingAway:
    def test_one_game_is_a_journal_of_its_own(self, archive: Archive, tmp_path: Path) -> None:
        """What is exported can be imported, holds that game only, and goes on."""
        middle = archive.contents.evenings[1].id
        with Journal(tmp_path / "own.journal") as own:
            own.load(lines(archive.exported(middle)))
            session = Session(TABLE_GAME, own)

        assert ["Leo", "Mia", "Ben"] == [p["name"] for p in session.view()["players"]]
        assert "Oma" not in (tmp_path / "own.journal").read_bytes().decode("latin-1")

    def test_the_numbers_stay(self, archive: Archive, journal: Journal) -> None:
        """Entries are told by the numbers that they had."""
        past = list(games_in(peek(Path(journal.name))))[1]

        assert past.rows[-1].seq == list(alone(past))[-1].seq
        assert past.setup["players"] != without_names(past).setup["players"]


class TestErasing:
    def test_nothing_is_left_of_it(self, archive: Archive, journal: Journal) -> None:
        """The file is whole afterwards, other games have their numbers, and the one on the table goes on."""
        gone = archive.contents.evenings[-1].id
        last = journal.last
        archive.erase(gone)
        (seq,) = journal.append([Draft("event", {"of": 0, "event": {}})])
        text = Path(journal.name).read_bytes().decode("latin-1")

        assert gone not in [e.id for e in archive.contents.evenings]
        assert '["Oma", "Leo"]' not in text
        assert last + 1 == seq == read(Path(journal.name))[-1].seq
        assert 2 == len(looked(archive).contents.evenings)

    def test_the_others_are_as_they_were(self, archive: Archive) -> None:
        """What was erased was none of the game before it: that ended when it ended."""
        last, gone, first = archive.contents.evenings
        archive.erase(gone.id)

        assert (last, first) == looked(archive).contents.evenings

    def test_the_game_on_the_table_stays(self, archive: Archive) -> None:
        """Whoever erases it would play on nothing."""
        with pytest.raises(JournalError, match="on the table"):
            archive.erase(archive.contents.evenings[0].id)

        assert 3 == len(archive.contents.evenings)

    @pytest.mark.parametrize("doing", ["replayed", "summed up"])
    def test_what_is_being_read_goes_too(self, journal: Journal, doing: str) -> None:
        """Nobody is shown afterwards what was read before: the list has it no longer, and who asks for it is refused."""
        clock = Clock()
        archive = looked(Archive(journal, "painted.journal", clock))
        gone = archive.contents.evenings[-1].id
        if doing == "replayed":
            archive.past(gone)
        else:
            journal.append([Draft("event", {"of": 0, "event": {}})])
            clock.now += DAY
            archive.ask()
        archive.turn(Meanwhile(lambda: archive.erase(gone)))

        assert gone not in [each.id for each in archive.contents.evenings]
        with pytest.raises(JournalError, match="no such game"):
            archive.past(gone)

    def test_copies_go_too(self, journal: Journal, tmp_path: Path) -> None:
        """Wherever in the folder it can be read."""
        with filled(tmp_path / "before.journal"):
            pass
        archive = looked(Archive(journal, "painted.journal", Clock()))
        archive.erase(archive.contents.evenings[-1].id)

        for path in (Path(journal.name), tmp_path / "before.journal"):
            assert 2 == len(list(games_in(peek(path))))


# Figures: pure, so said in a few lines

DREW = message("dumm.feat.struck", card=message("card.A04"))
POINTS = message("points.record")


def evening(at: float, players: str, winner: int, *highlights: Highlight) -> ArchivedGame:
    names = tuple(players.split())
    return ArchivedGame(
        f"{at:.0f}", "toy", at, 60 * at, names, (winner,), over=True, highlights=highlights
    )


EVENINGS = (
    evening(1.0, "Oma Leo", 0, Highlight(DREW, 0, 2), Highlight(POINTS, 1, 9, adds=False)),
    evening(2.0, "leo Oma", 1, Highlight(DREW, 1, 1), Highlight(DREW, 0, 2)),
    evening(3.0, "Oma Mia", 0, Highlight(POINTS, 0, 7, adds=False)),
)


class TestFigures:
    def test_a_robot_among_people_is_none_of_them(self) -> None:
        """It leads nothing and holds no record, whatever it has won."""
        highlight = Highlight(POINTS, 1, 300, adds=False), Highlight(POINTS, 0, 90, adds=False)
        games = tuple(
            replace(evening(at, "Oma Robo", 1, *highlight), robot_seats=(1,)) for at in (1.0, 2.0)
        )

        assert (Wins("Oma", 0, 2),) == standings(games)
        assert streak(games) is None
        assert [("Oma", 90)] == [(best.name, best.count) for best in bests(games)]

    def test_who_leads(self) -> None:
        """Wins count by name, however it is written; the year is that of the machine's clock."""
        assert (Wins("Oma", 3, 3), Wins("Mia", 0, 1), Wins("Leo", 0, 2)) == standings(EVENINGS)
        assert () == in_year(EVENINGS, 1999)

    def test_records(self) -> None:
        """Feats add up, or the best one counts and leads to its evening."""
        most = Best("toy", DREW, "Oma", 3), Best("toy", POINTS, "Leo", 9, "1")

        assert most == bests(EVENINGS)
        assert ("Oma", 3) == streak(EVENINGS)
        assert EVENINGS[-1] == longest(EVENINGS)
        assert (None, None, ()) == (streak(()), longest(()), bests(()))

    def test_what_was_not_played_to_its_end_counts_for_nobody(self) -> None:
        """But for its highlights: the card was drawn all the same; what nobody at the table did is nobody's."""
        broken = replace(
            EVENINGS[1], over=False, highlights=(Highlight(DREW, 1, 6), Highlight(DREW, 2, 9))
        )
        played = (*EVENINGS[::2], broken)

        assert Wins("Leo", 0, 1) in standings(played)
        assert ("Oma", 2) == streak(played)
        assert Best("toy", DREW, "Oma", 8) == bests(played)[0]
        assert EVENINGS[:1] == (longest((broken, EVENINGS[0])),)

    def test_a_record_is_whoevers_had_it_first(self) -> None:
        """And a run of wins is broken by a game that was lost, not by one without them."""
        games = [
            evening(1.0, "Oma Leo", 0, Highlight(POINTS, 0, 7, adds=False)),
            evening(2.0, "Mia Ben", 0, Highlight(POINTS, 1, 7, adds=False)),
            evening(3.0, "Leo Oma", 1),
            evening(4.0, "Leo Oma", 0, Highlight(DREW, 0, 0)),
            evening(5.0, "Leo Oma", 1),
        ]

        assert (Best("toy", POINTS, "Oma", 7, "1"),) == bests(games)
        assert ("Oma", 2) == streak(reversed(games))
        assert None is streak(games[:2])

    def test_a_tie_goes_to_whoever_played_less_and_then_by_name(self) -> None:
        """Both in the list, each once, as they wrote themselves first."""
        games = [evening(1.0, "Oma Leo Mia", 0), evening(2.0, "Leo OMA", 0)]

        assert ["Leo", "Oma", "Mia"] == [wins.name for wins in standings(games)]
        assert [(1, 2), (1, 2), (0, 1)] == [(w.won, w.played) for w in standings(games)]

    def test_a_year_has_its_games(self) -> None:
        """By the machine's clock; a time that none has is in no year."""
        at = datetime(2025, 12, 31, 12).timestamp()
        games = [
            evening(at, "Oma Leo", 0),
            evening(at + 86_400, "Oma Leo", 0),
            evening(1e300, "Oma Leo", 0),
        ]

        assert ((games[0],), (games[1],)) == (in_year(games, 2025), in_year(games, 2026))
