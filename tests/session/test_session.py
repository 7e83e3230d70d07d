"""Sessions over a toy game: one transaction a call, going on, taking back, telling anew."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Event, Semaphore
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.announce import Message
from companion.errors import IllegalMove, JournalError, StaleMove
from companion.inputs import Envelope, Input
from companion.journal.journal import Draft, Journal
from companion.journal.ledger_rows import Row
from companion.rules import Json
from companion.session.session import Outcome, Session
from companion.table import Observation, Settled, Step, Table, Visit
from tests.toy import Heap, Matches

SETUP = {"matches": 10}


def clock() -> float:
    """It is always the same moment."""
    return 1000.0


class Counting(Matches):
    """A game that counts its folds."""

    folds = 0

    def evolve(self, state: Heap, event: Json) -> Heap:
        self.folds += 1
        return super().evolve(state, event)


@pytest.fixture
def journal() -> Iterator[Journal]:
    with Journal(None, clock=clock) as journal:
        yield journal


@pytest.fixture
def session(journal: Journal) -> Session[Heap]:
    return Session(Matches(), journal, setup=SETUP, clock=clock)


def seen(*steps: str, visits: tuple[Visit, ...] = ()) -> Observation:
    return Settled(0, 0.0, Table(), tuple(map(Step.parse, steps)), visits)


def again(journal: Journal) -> Session[Heap]:
    """The session that a restart makes of a journal."""
    return Session(Matches(), journal, clock=clock)


WORDS: tuple[Callable[[Session[Heap]], Outcome], ...] = (
    *(lambda game, n=n: game.submit({"take": n}, envelope=Envelope(key=f"k{n}")) for n in (1, 2)),
    *(lambda game, n=n: game.observe(seen(*["-heap a"] * n)) for n in (1, 2)),
    lambda game: game.observe(seen("-heap ?")),
    lambda game: game.observe(seen(visits=(Visit("heap", 0.0, 1.0),))),
    lambda game: game.answer("q", "1"),
    lambda game: game.undo(),
    *(lambda game, n=n: game.undo(game.journal.last - n) for n in range(4)),
    *(lambda game, n=n: game.correct({"was": 2, "move": n}) for n in (2, 4, 7, 10)),
)
"""What may be said to a session, or seen; much of it is refused."""


class TestPlaying:
    def test_a_move_becomes_an_event_an_announcement_and_a_new_view(
        self, session: Session[Heap]
    ) -> None:
        """What a move caused comes back to who made it, and everybody sees it."""
        outcome = session.submit({"take": 3}, by=0)

        assert [{"event": "took", "n": 3, "by": 2}] == list(outcome.events)
        assert ["took"] == [told.kind for told in outcome.announcements]
        view = session.view()
        assert (7, [3], 4) == (view["left"], view["taken"], view["seq"])
        assert 4 == view["announcements"][0]["seq"] == outcome.seq

    def test_the_journal_holds_the_input_and_what_it_caused(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """One call is one transaction: the input first, then events, then announcements."""
        session.submit({"take": 1}, by=1)

        kinds = [entry.kind for entry in journal.after(0)]
        assert ["game", "submission", "event", "announcement"] == kinds
        assert {"by": 1, "move": {"take": 1}} == journal.after(1)[0].data

    def test_an_event_is_folded_once(self, journal: Journal) -> None:
        """The state that a game came to while it decided is the state; telling and writing fold nothing again."""
        game = Counting()
        session = Session(game, journal, setup=SETUP, clock=clock)

        session.submit({"take": 1})
        session.submit({"take": 2})

        assert (2, 7) == (game.folds, session.state.left)

    def test_what_the_rules_refuse_leaves_no_trace(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """A refused move changes neither the state nor the journal."""
        with pytest.raises(IllegalMove):
            session.submit({"take": 4})

        assert 1 == journal.last
        assert Heap(10) == session.state

    def test_a_move_made_on_an_older_table_is_stale(self, session: Session[Heap]) -> None:
        """Who decided before the table changed is asked to look again."""
        looked = session.view()["seq"]
        session.submit({"take": 1}, envelope=Envelope(seq=looked))

        with pytest.raises(StaleMove):
            session.submit({"take": 1}, envelope=Envelope(seq=looked))

    def test_what_is_said_twice_under_one_key_counts_once(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """Whoever did not hear the answer asks again, and hears what came of it the first time."""
        first = session.submit({"take": 2}, by=1, envelope=Envelope(seq=1, key="a"))
        again = session.submit({"take": 2}, by=1, envelope=Envelope(seq=1, key="a"))

        assert 8 == session.state.left
        assert (first.events, first.entry) == (again.events, again.entry)
        assert ["submission"] == [e.kind for e in journal.after(0) if "key" in e.data]

    def test_what_was_taken_back_is_not_said_again_by_a_late_request(
        self, session: Session[Heap]
    ) -> None:
        """A request that comes late under a key that was undone changes nothing."""
        said = session.submit({"take": 2}, by=1, envelope=Envelope(key="a"))
        session.undo(said.entry, envelope=Envelope(key="b"))
        session.undo(said.entry, envelope=Envelope(key="b"))
        session.submit({"take": 2}, by=1, envelope=Envelope(key="a"))

        assert 10 == session.state.left

    def test_an_undo_says_what_and_takes_the_news_away(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """What is taken back is named, and is no news any more; a restart knows the same."""
        said = session.submit({"take": 2}, by=1)
        told = session.undo(said.entry).announcements[0].text

        what = told.params["what"]
        assert isinstance(what, Message)
        assert ("session.undone-what", {"n": 2}) == (told.key, what.params)
        for each in (session, again(journal)):
            assert ["undone"] == [n["kind"] for n in each.view()["announcements"]]

    def test_the_last_word_is_known_until_it_is_taken_back(self, session: Session[Heap]) -> None:
        """Looks are no words."""
        session.submit({"take": 1}, by=1)
        second = session.submit({"take": 1}, by=2)
        session.observe(seen("-heap A"))

        assert session.last_input
        assert second.entry == session.last_input.seq
        session.undo(second.entry)
        assert 1 == session.last_input.by

    def test_looks_that_cause_nothing_make_no_tap_stale(self, session: Session[Heap]) -> None:
        """A hand over the table does not invalidate what a phone shows."""
        looked = session.view()["seq"]
        session.observe(seen(visits=(Visit("heap", 0.0, 1.0),)))

        assert 1 == len(session.submit({"take": 1}, envelope=Envelope(seq=looked)).events)

    def test_a_tap_on_a_table_that_the_camera_has_changed_is_stale(
        self, session: Session[Heap]
    ) -> None:
        """What was seen to happen counts like what somebody said: the phone shows it first."""
        looked = session.view()["seq"]
        session.observe(seen("-heap a"))

        with pytest.raises(StaleMove):
            session.submit({"take": 1}, envelope=Envelope(seq=looked))

    @pytest.mark.parametrize(("of", "taken"), [("", 1), ("now", 1), ("before", 0)])
    def test_what_was_seen_at_another_games_table_is_dropped(
        self, session: Session[Heap], of: str, taken: int
    ) -> None:
        """Another game may have begun between the look and its being told; whoever does not say means the current one."""
        games = {"before": session.begun}
        session.begin(SETUP)
        games["now"] = session.begun
        told = session.observe(seen("-heap a"), game=games.get(of))

        assert taken == len(told.events)

    def test_an_observation_that_says_nothing_is_not_kept(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """Journals grow by what happens, not by looking."""
        assert Outcome(1) == session.observe(seen())
        assert 1 == journal.last

    def test_an_answer_settles_a_question(self, session: Session[Heap]) -> None:
        """Play goes on with what was answered."""
        session.observe(seen("-heap ?"))
        assert session.state.asked == 2

        session.answer("q", "2", by=0)

        assert 8 == session.state.left

    def test_an_answer_without_a_question_is_refused(self, session: Session[Heap]) -> None:
        """Nobody answers what was not asked."""
        with pytest.raises(IllegalMove):
            session.answer("q", "2")

    def test_another_game_begins_in_the_same_journal(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """A rematch starts afresh and a restart goes on with it, not with the old game."""
        session.submit({"take": 1})
        session.begin({"matches": 21})
        session.submit({"take": 1})

        assert 20 == session.state.left == again(journal).state.left

    def test_a_game_that_is_begun_twice_under_a_key_is_one(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """Who heard no answer asks again: what was played meanwhile stands, after a restart as well."""
        session.begin({"matches": 21}, Envelope(seq=journal.last, key="k"))
        session.submit({"take": 1})
        for told in (session, again(journal)):
            told.begin({"matches": 21}, Envelope(seq=0, key="k"))
            assert 20 == told.state.left

        session.begin({"matches": 21}, Envelope(key="another"))
        assert 21 == session.state.left


class TestGoingOn:
    def test_a_long_game_says_how_far_it_is_read(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """Again and again, from little to all of it."""
        for _ in range(300):
            session.observe(seen(visits=(Visit("heap", 0.0, 1.0),)))
        shares = list[float]()
        Session(Matches(), journal, clock=clock, read=shares.append)

        assert 2 == len(shares)
        assert 0 < shares[0] < shares[1] <= 1

    def test_when_was_looked_last(self, session: Session[Heap], journal: Journal) -> None:
        """By the camera's time, which goes on where it was after a restart; nothing was seen before the first look."""
        assert 0 == session.seen_at
        for at in (3.5, 7.25):
            session.observe(Settled(0, at, Table(), (Step.parse("-heap a"),)))

        session.submit({"take": 1})

        assert 7.25 == session.seen_at == again(journal).seen_at

    def test_a_restart_goes_on_in_the_middle_of_a_turn(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """What was seen and not yet concluded is there after a restart."""
        session.observe(seen(visits=(Visit("heap", 0.0, 1.0),)))
        session.observe(seen("-heap a", "-heap b"))
        session.observe(seen("-heap ?"))

        other = again(journal)

        assert session.state == other.state
        assert session.view() == other.view()

    def test_a_restart_after_corrections_has_the_same_story(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """Undo, correction and redo fold to what they left behind."""
        session.submit({"take": 1})
        session.observe(seen("-heap a"))
        session.correct({"was": 3, "move": 5})
        session.undo(2)
        session.submit({"take": 2})
        session.undo(session.undo().entry)

        other = again(journal)

        assert session.view() == other.view()
        assert session.state == other.state

    def test_what_no_longer_fits_is_said_once_after_a_restart_too(
        self, session: Session[Heap], journal: Journal
    ) -> None:
        """The journal keeps why; told anew once more, it is no news."""
        session.observe(seen("-heap ?"))
        session.answer("q", "1")
        before = session.correct({"was": 3, "move": 2})
        other = again(journal)
        after = other.correct({"was": 2, "move": 2})

        assert "no-longer-fits" in [news.kind for news in before.announcements]
        assert ["took"] == [news.kind for news in after.announcements]

    @settings(max_examples=25, deadline=None)
    @given(words=st.lists(st.sampled_from(WORDS), min_size=4, max_size=12))
    def test_a_restart_changes_nothing(
        self, words: list[Callable[[Session[Heap]], Outcome]]
    ) -> None:
        """Whatever was said, asked, seen, corrected and taken back: the same story is read again, record by record."""
        with Journal(None, clock=clock) as journal:
            session = Session(Matches(), journal, setup=SETUP, clock=clock)
            for word in words:
                with suppress(IllegalMove):
                    word(session)
            other = again(journal)

            assert session.history == other.history
            assert session.view() == other.view()
            assert session.last_input == other.last_input

    def test_a_journal_without_a_game_is_refused(self) -> None:
        """There is nothing to go on with."""
        with Journal(None) as journal, pytest.raises(JournalError):
            Session(Matches(), journal)

    def test_an_entry_that_makes_no_sense_is_named(self, journal: Journal) -> None:
        """A journal of another game says so instead of crashing."""
        Session(Matches(), journal, setup=SETUP)
        journal.append([Draft("submission", {}), Draft("event", {"of": 2})])

        with pytest.raises(JournalError) as caught:
            again(journal)

        assert 2 == caught.value.message.params["entry"]


class TestTakingBack:
    def test_undo_takes_back_the_last_move(self, session: Session[Heap]) -> None:
        """Without a name it is the last one."""
        session.submit({"take": 1})
        session.submit({"take": 2})

        session.undo()

        assert [1] == session.view()["taken"]

    def test_undo_of_an_earlier_move_tells_the_rest_anew(self, session: Session[Heap]) -> None:
        """What came after stands, on the new ground."""
        session.submit({"take": 1})
        session.submit({"take": 2})
        session.submit({"take": 3})

        session.undo("5")

        assert ([1, 3], 6) == (session.view()["taken"], session.state.left)

    def test_an_undo_can_be_undone(self, session: Session[Heap]) -> None:
        """Changing one's mind twice is the same as never."""
        session.submit({"take": 1})
        session.submit({"take": 2})
        before = session.state
        entry = session.undo("2").entry

        session.undo(entry)

        assert before == session.state

    def test_what_counts_again_is_said(self, session: Session[Heap]) -> None:
        """And told anew after it, whatever has come since."""
        session.submit({"take": 1})
        gone = session.undo()
        session.submit({"take": 2})

        told = session.undo(gone.entry).announcements

        said = [("undone", "session.counts-again"), ("took", "toy.took")]
        assert said == [(news.kind, news.text.key) for news in told]
        assert [1, 2] == session.view()["taken"]

    def test_what_no_longer_fits_does_not_count_again(self, session: Session[Heap]) -> None:
        """It is only said that it does not."""
        session.observe(seen("-heap a"))
        for n in (3, 3, 3):
            session.submit({"take": n})
        gone = session.undo()
        session.correct({"was": 3, "move": 2})

        assert gone.entry is not None
        told = session.undo(gone.entry).announcements
        assert ["no-longer-fits"] == [news.kind for news in told]

    @pytest.mark.parametrize(
        ("evening", "undo"),
        [
            ("m", None),
            ("mu", 1),
            ("muq", 1),
            ("mus", None),
            ("mum", None),
            ("mmuu", 3),
            ("mmuur", 2),
            ("mmuurr", None),
            ("mur", None),
            ("muru", 3),
            ("mumur", None),
        ],
    )
    def test_what_was_taken_back_last_is_known_until_something_happens(
        self, session: Session[Heap], journal: Journal, evening: str, undo: int | None
    ) -> None:
        """By the undo in effect; looks of which nothing comes are nothing. A restart knows the same."""
        entries: list[int | None] = []
        for what in evening:
            back = session.taken_back
            match what:
                case "m":
                    entries.append(session.submit({"take": 1}).entry)
                case "u":
                    entries.append(session.undo().entry)
                case "r":
                    assert back
                    entries.append(session.undo(back.seq).entry)
                case _:
                    session.observe(
                        seen("-heap a") if what == "s" else seen(visits=(Visit("heap", 0.0, 1.0),))
                    )

        for each in (session, again(journal)):
            left = each.taken_back
            assert (None if undo is None else entries[undo]) == (left and left.seq)

    def test_a_correction_counts_where_it_belongs(self, session: Session[Heap]) -> None:
        """History is told anew from the place that was wrong, and nothing else changes."""
        session.observe(seen("-heap a"))
        session.submit({"take": 2})

        session.correct({"was": 3, "move": 2})

        assert [3, 2] == session.view()["taken"]

    def test_a_correction_can_be_undone(self, session: Session[Heap]) -> None:
        """A correction is an entry too, with a number."""
        session.observe(seen("-heap a"))
        entry = session.correct({"was": 3, "move": 2}).entry

        session.undo(entry)

        assert [1] == session.view()["taken"]

    def test_nothing_is_told_twice(self, session: Session[Heap]) -> None:
        """A buzzer is not to repeat what it said before a correction."""
        session.observe(seen("-heap a"))
        session.submit({"take": 2})

        told = session.correct({"was": 3, "move": 2}).announcements

        assert [3] == [news.text.params["n"] for news in told]

    def test_what_no_longer_fits_is_left_out_and_said(self, session: Session[Heap]) -> None:
        """A correction never fails because of what came after it."""
        session.observe(seen("-heap a"))
        for n in (3, 3, 3):
            session.submit({"take": n})

        corrected = session.correct({"was": 2, "move": 2})

        assert "no-longer-fits" in [news.kind for news in corrected.announcements]
        assert [2, 3, 3] == session.view()["taken"]
        other = again(session.journal)
        assert (session.view(), session.history) == (other.view(), other.history)
        # Taken back it fits again: what was undone is said first, then what is told anew.
        told = session.undo(corrected.entry).announcements
        assert ["undone", "took", "took"] == [news.kind for news in told]
        assert [1, 3, 3, 3] == session.view()["taken"]

    def test_what_stands_as_it_stood_is_not_told_anew(self, journal: Journal) -> None:
        """Though a correction among it reaches further back than what is taken back."""
        game = Counting()
        session = Session(game, journal, setup=SETUP, clock=clock)
        session.observe(seen("-heap a"))
        session.submit({"take": 1})
        session.submit({"take": 2})
        session.correct({"was": 3, "move": 2})
        folds, before = game.folds, session.history
        session.undo()

        assert (folds, before[:3]) == (game.folds, session.history)
        assert [3, 1] == session.view()["taken"]

    def test_an_observation_cannot_be_unseen(self, session: Session[Heap]) -> None:
        """Only what somebody said has a number to take back."""
        session.observe(seen("-heap a"))

        with pytest.raises(IllegalMove):
            session.undo(2)

    def test_without_a_move_there_is_nothing_to_undo(self, session: Session[Heap]) -> None:
        """It says so."""
        with pytest.raises(IllegalMove):
            session.undo()


class TestABadDisk:
    def test_what_was_seen_meanwhile_is_written_when_the_disk_is_back(
        self, session: Session[Heap], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A full disk loses no observation."""
        journal = session.journal
        with monkeypatch.context() as disk:
            disk.setattr(journal._ledger, "write", full)
            for _ in range(2):
                with pytest.raises(JournalError):
                    session.observe(seen("-heap a"))

        outcome = session.submit({"take": 3})

        assert [1, 1, 3] == session.view()["taken"]
        assert session.view() == again(journal).view()
        assert outcome.seq == journal.last

    def test_a_thousand_looks_may_wait(
        self, journal: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of more the latest ones."""
        session = Session(Matches(), journal, setup={"matches": 2000}, clock=clock)
        with monkeypatch.context() as disk:
            disk.setattr(journal._ledger, "write", full)
            for steps in (["-heap a"] * 2, *[["-heap a"]] * 1000):
                with suppress(JournalError):
                    session.observe(seen(*steps))

        session.catch_up()

        assert [1] * 1000 == session.view()["taken"]

    def test_what_was_seen_meanwhile_is_the_old_games(
        self, session: Session[Heap], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another one that is begun before it could be written has nothing of it."""
        journal = session.journal
        with monkeypatch.context() as disk:
            disk.setattr(journal._ledger, "write", full)
            with pytest.raises(JournalError):
                session.observe(seen("-heap a"))

        session.begin({"matches": 21})
        session.observe(seen(visits=(Visit("heap", 0.0, 1.0),)))

        assert 21 == session.state.left == again(journal).state.left
        kinds = [entry.kind for entry in journal.after(1)]
        assert ["observation", "event", "announcement", "game", "observation"] == kinds

    def test_a_move_that_cannot_be_kept_did_not_happen(
        self, session: Session[Heap], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nobody is told of what a restart would not know."""
        monkeypatch.setattr(session.journal._ledger, "write", full)

        with pytest.raises(JournalError):
            session.submit({"take": 3})

        assert Heap(10) == session.state


def full(rows: Sequence[Row]) -> None:
    raise JournalError("journal.disk-full", path="x", why="full")


class Backwards(Matches):
    """Another game: it counts what was taken."""

    def view(self, state: Heap) -> dict[str, Any]:
        return {"gone": sum(n for _, n in state.taken)}


def test_another_game_is_begun_by_its_own_rules(session: Session[Heap], journal: Journal) -> None:
    """The journal goes on; what is said from then on is the new game's, and so it is after a restart."""
    session.submit({"take": 3}, by=0)
    session.begin(SETUP, game=Backwards())
    session.submit({"take": 2}, by=0)

    assert 2 == session.view()["gone"]
    assert 2 == Session(Backwards(), journal, clock=clock).view()["gone"]


def test_a_game_that_cannot_begin_changes_nothing(session: Session[Heap]) -> None:
    """The one on the table goes on by its own rules."""
    with pytest.raises(KeyError):
        session.begin({}, game=Backwards())

    session.submit({"take": 3}, by=0)
    assert 7 == session.view()["left"]


class Slowly(Matches):
    """A game that hears one input for every ``step``, once it is ``slow``; ``hears`` says that it has begun to."""

    def __init__(self) -> None:
        self.slow, self.step, self.hears = False, Semaphore(0), Event()

    def register(self, state: Heap, said: Input) -> Heap:
        if self.slow:
            self.hears.set()
            assert self.step.acquire(timeout=60)
        return super().register(state, said)


def test_history_that_is_told_anew_is_not_stuck(journal: Journal) -> None:
    """Who asks meanwhile hears that it gets on, long before it is done; afterwards that it is."""
    session = Session(game := Slowly(), journal, setup=SETUP, clock=clock)
    look = seen(visits=(Visit("heap", 0.0, 1.0),))
    first, *_ = [session.observe(look).entry for _ in range(99)]
    game.slow = True
    with ThreadPoolExecutor(2) as others:
        telling = others.submit(session.correct, {"was": 2, "move": first})
        assert game.hears.wait(60)
        asking = others.submit(session.is_idle, 0.01)
        while not wait([asking], 0.02).done:
            game.step.release()
        meanwhile = telling.done()
        game.step.release(100)

    assert (False, False) == (asking.result(), meanwhile)
    assert session.is_idle()


class SlowDisk(Journal):
    """An entry takes until ``free`` is set; ``asked`` says that one is waiting."""

    def __init__(self) -> None:
        self.asked, self.free = Event(), Event()
        super().__init__(None)

    def append(self, drafts: Iterable[Draft], *, at: float | None = None) -> tuple[int, ...]:
        self.asked.set()
        self.free.wait()
        return super().append(drafts, at=at)


def test_who_looks_waits_for_no_disk() -> None:
    """While an entry is on its way to the disk the view is as before, and comes at once; then it is the new one."""
    disk = SlowDisk()
    disk.free.set()
    session = Session(Matches(), disk, setup={"matches": 3})
    before = session.view()
    disk.free.clear()
    disk.asked.clear()
    with ThreadPoolExecutor() as pool:
        try:
            moved = pool.submit(session.submit, {"take": 1})
            disk.asked.wait()
            meanwhile = pool.submit(session.view).result(10)
        finally:
            disk.free.set()
    after = moved.result()

    assert before == meanwhile
    assert after.seq == session.view()["seq"]


def test_whose_phone_said_it_is_kept(session: Session[Heap], journal: Journal) -> None:
    """With the entry: a restart knows it, and what is said again under its key stays the first one's."""
    session.submit({"take": 1}, by=0, envelope=Envelope(key="k", phone="ann"))
    session.submit({"take": 1}, by=0, envelope=Envelope(key="k", phone="bob"))
    said = again(journal).last_input

    assert said is not None
    assert "ann" == said.phone


def test_of_a_long_game_the_latest_is_shown(journal: Journal) -> None:
    """Twenty announcements and 64 records beside the view; all of it is the history."""
    session = Session(Matches(), journal, setup={"matches": 100}, clock=clock)
    for _ in range(66):
        session.submit({"take": 1})
    news = session.view()["announcements"]

    assert (20, 64, 66) == (len(news), len(session.latest), len(session.history))
    assert (session.history[-64:], session.journal.last) == (session.latest, news[-1]["seq"])
    assert sorted(each["seq"] for each in news) == [each["seq"] for each in news]
