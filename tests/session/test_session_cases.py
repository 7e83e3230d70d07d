"""What a session decides, case by case: what counts as told, what is said to be taken back, which game goes on, what becomes of each call."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.announce import Announcement, message
from companion.errors import IllegalMove, JournalError, StaleMove
from companion.inputs import KINDS, Envelope, Input, Submission, Undo
from companion.journal.journal import Draft, Entry, Journal
from companion.rules import Json, Undoing, given
from companion.session.history import (
    UNDONE,
    HistoryRecord,
    RecentAnnouncements,
    batches,
    undone,
    without,
)
from companion.session.session import Outcome, Session
from companion.table import Visit
from tests.session.test_session import SETUP, again, clock, full, journal, seen, session
from tests.toy import Heap, Matches

__all__ = ["journal", "session"]
"""Fixtures of another file."""


def took(n: int) -> Announcement:
    return Announcement("took", message("toy.took", n=n))


def took_all(text: str) -> tuple[Announcement, ...]:
    return tuple(took(int(n)) for n in text)


def chapter(entry: int, text: str, *events: int) -> HistoryRecord[Heap]:
    """A record of an input by its entry, with what was told of it."""
    told = tuple({"event": "took", "n": n} for n in events)
    return HistoryRecord(Input(entry, 0.0, Submission({})), Heap(), told, took_all(text))


@pytest.mark.parametrize(
    ("news", "told", "left"),
    [
        ("", "", ""),
        ("12", "", "12"),
        ("12", "12", ""),
        ("12", "2", "1"),
        ("121", "1", "21"),
        ("11", "111", ""),
        ("12", "3", "12"),
        ("123", "31", "2"),
    ],
)
def test_what_was_told_is_not_told_again(news: str, told: str, left: str) -> None:
    """As often as it was, by whichever records; the rest in its order."""
    records = [chapter(number, text) for number, text in enumerate(told, 2)]

    assert [*took_all(left)] == [*without(took_all(news), records)]


@pytest.mark.parametrize(
    ("records", "what"),
    [
        ([(2, "31"), (3, "2")], 3),
        ([(3, "2"), (2, "1")], 1),
        ([(3, "2")], None),
        ([(2, "")], None),
        ([], None),
    ],
)
def test_what_is_said_to_be_taken_back(records: list[tuple[int, str]], what: int | None) -> None:
    """The first that was told of it; without that only that something is."""
    text = undone(2, [chapter(entry, text) for entry, text in records]).text
    named = UNDONE if what is None else message("session.undone-what", what=took(what).text)

    assert named == text


@pytest.mark.parametrize(
    ("undo", "old", "new", "left"),
    [
        (True, "", "", "1:1 2:2 3:1"),
        (True, "1", "", "1:1 2:2"),
        (True, "11", "", "2:2"),
        (True, "11", "1", "1:1 2:2"),
        (True, "12", "2", "1:1 2:2"),
        (True, "121", "3", ""),
        (True, "3", "", "1:1 2:2 3:1"),
        (False, "121", "", "1:1 2:2 3:1"),
    ],
)
def test_what_was_taken_back_is_no_news(undo: bool, old: str, new: str, left: str) -> None:
    """The latest of several that say the same goes; only an undo takes anything back, and what it says comes last."""
    heard = RecentAnnouncements()
    said = Input(9, 0.0, Undo(2) if undo else Submission({}))
    heard.take(Input(2, 0.0, Submission({})), (), (), zip((1, 2, 3), took_all("121"), strict=True))
    heard.take(said, [chapter(2, old)], [chapter(3, new)], [(9, took(3))])

    assert [*left.split(), "9:3"] == [f"{n}:{each.text.params['n']}" for n, each in heard.all]


def test_twenty_are_news_after_an_undo_too() -> None:
    """Of more the latest."""
    heard = RecentAnnouncements()
    for entry in range(2, 32):
        heard.take(Input(entry, 0.0, Undo(1)), (), (), [(entry, took(1))])

    assert [*range(12, 32)] == [entry for entry, _ in heard.all]


@pytest.mark.parametrize("inputs", [1, 200, 201, 400, 401])
def test_every_two_hundred_inputs_it_says_how_far_it_is(
    session: Session[Heap], journal: Journal, inputs: int
) -> None:
    """As a share of the entries: with the first input, and with each two hundredth after that."""
    look = Input(0, 0.0, seen(visits=(Visit("heap", 0.0, 1.0),))).to_json()
    journal.append([Draft("observation", look)] * inputs)
    shares = list[float]()
    Session(Matches(), journal, clock=clock, read=shares.append)

    assert [(1 + n) / inputs for n in range(0, inputs, 200)] == shares


@pytest.mark.parametrize(
    ("kinds", "batched"),
    [
        ("", []),
        ("event announcement", []),
        ("event submission", ["submission"]),
        ("undo event announcement answer", ["undo event announcement", "answer"]),
        ("correction dropped event observation event", ["correction dropped event", "observation event"]),
    ],
)  # fmt: skip
def test_entries_go_with_the_input_before_them(kinds: str, batched: list[str]) -> None:
    """What stands before the first is of none."""
    entries = [Entry(n, 0.0, kind, {}) for n, kind in enumerate(kinds.split(), 2)]

    assert batched == [" ".join(entry.kind for entry in batch) for batch in batches(entries)]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("undo", {"of": "x"}),
        ("submission", {}),
        ("event", {}),
        ("dropped", {"news": [7]}),
        ("announcement", {"kind": 7}),
    ],
)
def test_what_does_not_fold_is_named_by_its_input(
    session: Session[Heap], journal: Journal, kind: str, data: Json
) -> None:
    """And by its journal."""
    session.submit({"take": 1})
    entries = [] if kind in KINDS else [Draft("submission", {"move": {"take": 1}, "by": None})]
    (at, *_) = journal.append([*entries, Draft(kind, {"of": 5, **data} if entries else data)])
    with pytest.raises(JournalError) as refused:
        again(journal)

    assert {"path": journal.name, "entry": at} == refused.value.message.params


def test_a_set_up_that_does_not_fold_is_named(journal: Journal) -> None:
    """By its entry, of however many games before."""
    Session(Matches(), journal, setup=SETUP)
    journal.append([Draft("game", {"cards": 10})])
    with pytest.raises(JournalError) as refused:
        again(journal)

    assert 2 == refused.value.message.params["entry"]


def test_journals_from_before_it_was_kept_why_something_no_longer_fitted(journal: Journal) -> None:
    """It is left out as it was, and nothing is told of it."""
    Session(Matches(), journal, setup=SETUP)
    journal.append(
        [Draft("submission", {"move": {"take": 1}, "by": None}), Draft("dropped", {"of": 2})]
    )
    (record,) = again(journal).history

    assert (True, (), (), Heap(10)) == (
        record.dropped,
        record.events,
        record.announcements,
        record.state,
    )


@pytest.mark.parametrize(
    ("before", "setup", "new", "left"),
    [
        ("", None, False, None),
        ("", None, True, None),
        ("", 5, False, 5),
        ("", 5, True, 5),
        ("game", None, False, 10),
        ("game", None, True, 10),
        ("game", 5, False, 10),
        ("game", 5, True, 5),
        ("erased", None, False, None),
        ("erased", 5, False, 5),
        ("erased game", 5, False, 10),
        ("game game", None, False, 10),
    ],
)
def test_which_game_is_gone_on_with(
    journal: Journal, before: str, setup: int | None, new: bool, left: int | None
) -> None:
    """The last one of the journal, unless another is begun: that needs a set-up, and so does the first."""
    for kind in before.split():
        journal.append([Draft(kind, SETUP if kind == "game" else {})])
    entries, own = journal.last, None if setup is None else {"matches": setup}
    if left is None:
        with pytest.raises(JournalError) as refused:
            Session(Matches(), journal, setup=own, new=new)
        assert "journal.no-game" == refused.value.message.key
        assert {"path": journal.name} == refused.value.message.params
        return
    session = Session(Matches(), journal, setup=own, new=new)

    assert left == session.state.left
    assert entries + (left == setup) == journal.last == session.view()["seq"]


def asked(session: Session[Heap]) -> Session[Heap]:
    """One match was taken (entries 2 to 4), and of another it is asked (5 and 6)."""
    session.submit({"take": 1}, by=0)
    session.observe(seen("-heap ?"))
    return session


def submits(session: Session[Heap], **how: Any) -> Outcome:
    return session.submit({"take": 2}, by=1, **how)


def answers(session: Session[Heap], **how: Any) -> Outcome:
    return session.answer("q", "2", by=1, **how)


def corrects(session: Session[Heap], **how: Any) -> Outcome:
    return session.correct({"was": 2, "move": 5}, by=1, **how)


def undoes(session: Session[Heap], **how: Any) -> Outcome:
    return session.undo(**how)


def undoes_by_name(session: Session[Heap], **how: Any) -> Outcome:
    return session.undo("2", **how)


def undoes_by_number(session: Session[Heap], **how: Any) -> Outcome:
    return session.undo(2, **how)


TWO = {"event": "took", "n": 2, "by": 7}


@pytest.mark.parametrize(
    ("says", "kind", "data", "events", "told"),
    [
        (submits, "submission", {"move": {"take": 2}, "by": 1}, [TWO], ["took"]),
        (answers, "answer", {"question": "q", "choice": "2", "by": 1}, [TWO], ["took"]),
        (
            corrects,
            "correction",
            {"correction": {"was": 2, "move": 5}, "by": 1, "before": 5},
            [{"event": "corrected"}, {**TWO, "by": 5}],
            ["took"],
        ),
        *(
            (says, "undo", {"of": 2}, [{"event": "asked", "by": 5}], ["undone"])
            for says in (undoes, undoes_by_name, undoes_by_number)
        ),
    ],
)
def test_what_becomes_of_what_is_said(
    session: Session[Heap],
    says: Callable[..., Outcome],
    kind: str,
    data: Json,
    events: list[Json],
    told: list[str],
) -> None:
    """It is kept with who says it, on whose phone and under which key, and with what it leads to, which is told; under its key it counts once."""
    asked(session)
    came = says(session, envelope=Envelope(seq=6, key="k", phone="ann"))
    said, *rest = session.journal.after(6)
    once = session.journal.last, session.view()

    assert (kind, {**data, "key": "k", "phone": "ann"}) == (said.kind, said.data)
    assert events == [entry.data["event"] for entry in rest if entry.kind == "event"]
    assert (events, told) == ([*came.events], [news.kind for news in came.announcements])
    assert (7, session.journal.last) == (came.entry, came.seq)
    for each in (session, again(session.journal)):
        retried = says(each, envelope=Envelope(seq=0, key="k"))
        assert (once, 7) == ((each.journal.last, each.view()), retried.entry)
    with pytest.raises(StaleMove) as late:
        says(session, envelope=Envelope(seq=6, key="another"))
    assert {"seen": 6, "now": came.seq} == late.value.message.params


@pytest.mark.parametrize(
    ("entry", "fits"), [(2, True), (3, False), (5, False), (7, True), (99, False)]
)
def test_what_has_a_number_to_be_undone_by(session: Session[Heap], entry: int, fits: bool) -> None:
    """What somebody said; not what was seen, came of it, or is not there."""
    asked(session).answer("q", "1")
    if fits:
        session.undo(entry)
        return
    with pytest.raises(IllegalMove) as refused:
        session.undo(entry)
    assert message("session.nothing-to-undo", entry=entry) == refused.value.message


def test_whether_there_is_something_to_undo(session: Session[Heap]) -> None:
    """A move, as long as it counts."""
    assert not session.can_undo
    entry = session.submit({"take": 1}).entry
    assert session.can_undo
    session.undo(entry)
    assert not session.can_undo


class Ruling(Matches):
    """A game that takes a move back by saying how many it should have been."""

    def undoing(self, state: Heap, move: str | None) -> Undoing:
        found = super().undoing(state, move)
        return replace(found, correction={"was": 1, "move": found.of})


@pytest.mark.parametrize("move", [None, "2"])
def test_a_game_may_undo_by_a_correction(journal: Journal, move: str | None) -> None:
    """Before the entry that it is about, by no seat; it can be undone like any other."""
    session = Session(Ruling(), journal, setup=SETUP, clock=clock)
    session.observe(seen(*["-heap a"] * 3))
    entry = session.undo(move).entry
    (said,) = (e for e in journal.after(0) if e.kind == "correction")

    assert {"correction": {"was": 1, "move": 2}, "by": None, "before": 2} == said.data
    assert [1] == session.view()["taken"]
    assert entry is not None
    session.undo(entry)
    assert [3] == session.view()["taken"]


def test_what_no_longer_fits_is_what_is_heard_under_its_key(session: Session[Heap]) -> None:
    """Of what was undone nothing came."""
    session.observe(seen("-heap a"))

    def submit(key: str) -> Outcome:
        return session.submit({"take": 3}, envelope=Envelope(key=key))

    *_, last = map(submit, "abc")
    session.correct({"was": 3, "move": 2})
    heard = submit("c")

    assert ((), ["no-longer-fits"]) == (heard.events, [n.kind for n in heard.announcements])
    assert (last.entry, session.journal.last) == (heard.entry, heard.seq)
    session.undo(last.entry)
    assert Outcome(session.journal.last, (), (), last.entry) == submit("c")


def test_what_waited_for_the_disk_is_told_with_what_comes_after(
    session: Session[Heap], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its order, with the last one's number."""
    with monkeypatch.context() as disk:
        disk.setattr(session.journal._ledger, "write", full)
        for n in (1, 2):
            with pytest.raises(JournalError):
                session.observe(seen(*["-heap a"] * n))
    came = session.observe(seen(*["-heap a"] * 3))

    assert [1, 2, 3] == [event["n"] for event in came.events]
    assert [1, 2, 3] == [news.text.params["n"] for news in came.announcements]
    assert (8, 10) == (came.entry, came.seq)
    assert Outcome(10) == session.catch_up()


@pytest.mark.parametrize(
    ("looked", "key", "comes"),
    [
        (None, None, "another"),
        (5, None, "another"),
        (5, "new", "another"),
        (4, None, "late"),
        (4, "new", "late"),
        (0, "old", "the same"),
        (5, "old", "the same"),
    ],
)
def test_who_begins_another_game_knows_the_one_on_the_table(
    session: Session[Heap], looked: int | None, key: str | None, comes: str
) -> None:
    """As with any move, unless it was begun under this key: then it goes on."""
    session.begin(SETUP, Envelope(key="old"))
    session.submit({"take": 1})
    envelope = Envelope(seq=looked, key=key)
    if comes == "late":
        with pytest.raises(StaleMove) as late:
            session.begin({"matches": 5}, envelope)
        assert {"seen": 4, "now": 5} == late.value.message.params
        return
    came = session.begin({"matches": 5}, envelope)
    entry, left = (6, 5) if comes == "another" else (5, 9)
    of_before = [] if comes == "another" else [5]

    assert (Outcome(entry), left) == (came, session.state.left)
    assert of_before == [news["seq"] for news in session.view()["announcements"]]
    with pytest.raises(StaleMove):
        session.submit({"take": 1}, envelope=Envelope(seq=entry - 1))
    session.submit({"take": 1}, envelope=Envelope(seq=entry))


@pytest.mark.parametrize(
    ("looks", "looked", "fits"),
    [
        (["-heap a"], 1, False),
        (["-heap a"], 4, True),
        ([""], 1, True),
        (["-heap a", ""], 4, True),
        (["-heap a", ""], 1, False),
        (["", "-heap ?"], 2, False),
    ],
)
def test_what_was_seen_makes_late_what_was_decided_before(
    session: Session[Heap], looks: list[str], looked: int, fits: bool
) -> None:
    """Only looks of which something came; those without a step are a hand's."""
    for look in looks:
        session.observe(seen(look) if look else seen(visits=(Visit("heap", 0.0, 1.0),)))
    if fits:
        session.submit({"take": 1}, envelope=Envelope(seq=looked))
        return
    with pytest.raises(StaleMove):
        session.submit({"take": 1}, envelope=Envelope(seq=looked))


def test_entries_are_of_the_sessions_time(journal: Journal) -> None:
    """Whatever the journal's clock says; the game's inputs have the same."""
    times = iter((5.0, 6.0, 7.0))
    session = Session(Matches(), journal, setup=SETUP, clock=lambda: next(times))
    session.submit({"take": 1})
    session.observe(seen("-heap a"))

    assert [5.0, *[6.0] * 3, *[7.0] * 3] == [entry.at for entry in journal.after(0)]
    assert [6.0, 7.0] == [record.input.at for record in session.history]


def test_what_everybody_sees(session: Session[Heap]) -> None:
    """The game's view, the latest entry, and what was told, each with its own; of an earlier state only the game's."""
    session.submit({"take": 1})
    session.submit({"take": 2})
    news = [{"seq": 4, **took(1).to_json()}, {"seq": 7, **took(2).to_json()}]

    assert {"seq": 7, "left": 7, "taken": [1, 2], "announcements": news} == session.view()
    assert {"left": 9, "taken": [1]} == session.game.view(session.history[0].state)


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ({}, 7),
        ({"n": None}, 7),
        ({"m": 1}, 7),
        ({"n": 0}, 0),
        ({"n": False}, False),
        ({"n": ""}, ""),
    ],
)
def test_what_is_left_out_or_null_is_as_usual(data: Json, value: object) -> None:
    """What is no, or nothing, was given."""
    assert value == given(data, "n", 7)
