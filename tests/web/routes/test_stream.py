"""What phones hear: the view at once, every announcement once, what they missed again, and never a queue that grows."""

import itertools
from collections.abc import Callable, Iterable, Iterator
from threading import Event, Thread
from typing import Any, TypeAlias

import pytest
from werkzeug.test import TestResponse

from companion.announce import Announcement, message
from companion.journal.journal import Draft, Journal
from companion.session.session import Session
from companion.table import Settled, Step, Table, Visit
from tests.toy import Matches
from tests.web.home import Clock, Home, chunks, home, told
from web.limits import Limits
from web.news.feed import Feed, News, StreamPlace, event
from web.news.stream import BYE, HELLO, Slot, Slots, Stream
from web.refusals import HttpError

KEPT = 512
"""As they are promised, not as the code has them."""


@pytest.fixture
def house() -> Iterator[Home]:
    house = home(limits=Limits(streams=4))
    yield house
    house.close()


Told: TypeAlias = tuple[str, str | None, Any]
"""An event's name, its number and its data."""


def frames(answer: TestResponse, count: int) -> bytes:
    """The first chunks of an open stream."""
    return b"".join(itertools.islice(chunks(answer), count))


def heard(house: Home, count: int = 2, **how: Any) -> list[Told]:
    """What a phone hears at first: the events of the first chunks of its stream."""
    answer = house.app.test_client().get("/api/events", **how)
    try:
        return told(frames(answer, count))
    finally:
        answer.close()


def settle(house: Home) -> None:
    """Wait until the feed has made everything ready."""
    feed = house.app.extensions["murphy.feed"]
    while feed.last < house.session.journal.last:
        feed.news(StreamPlace(feed.last, -2), 0.0)


def test_a_phone_sees_the_table_at_once(house: Home) -> None:
    """The view is the first thing that comes, without id, token and seat."""
    ((name, number, view),) = heard(house)

    assert ("view", None) == (name, number)
    assert 10 == view["left"]
    assert not {"token", "you"} & set(view)


def test_every_change_is_a_view_and_an_announcement(house: Home) -> None:
    """Announcements carry the journal's number as id and all three languages."""
    answer = house.app.test_client().get("/api/events")
    first = frames(answer, 2)
    came = house.session.submit({"take": 2}, by=0)
    later: list[Told] = []
    while not {"view", "announcement"} <= {name for name, _, _ in later}:
        later += told(frames(answer, 1))
    answer.close()
    said = next(each for each in later if each[0] == "announcement")

    assert 10 == told(first)[0][2]["left"]
    assert 8 == next(data for name, _, data in later if name == "view")["left"]
    assert str(came.seq) == said[1]
    assert {"de", "en", "nl"} == set(said[2]["text"])
    assert "took" == said[2]["kind"]


class Held(Journal):
    """A journal whose writer is held up between what it has written and what comes of it."""

    def __init__(self) -> None:
        super().__init__(None)
        self.goes_on = Event()
        self.goes_on.set()

    def append(self, drafts: Iterable[Draft], *, at: float | None = None) -> tuple[int, ...]:
        seqs = super().append(drafts, at=at)
        assert self.goes_on.wait(30)
        return seqs


def test_a_view_that_lags_behind_the_journal_follows_at_once() -> None:
    """What is announced is heard before it is folded; the view is looked at again until it has it, not with the next pulse."""
    journal, looked = Held(), Event()
    session = Session(Matches(), journal, setup={"matches": 10})

    def look() -> dict[str, Any]:
        looked.set()
        return {}

    feed = Feed(session, look, pulse=1000.0)
    feed.start()
    place = feed.news(StreamPlace(0), 0.0).place
    journal.goes_on.clear()
    looked.clear()
    taking = Thread(target=session.submit, args=({"take": 3},))
    taking.start()
    heard = feed.news(place, 30.0)
    assert looked.wait(30)
    journal.goes_on.set()
    seen = feed.news(heard.place, 30.0)
    taking.join()
    feed.close()
    journal.close()

    assert ["announcement"] == [name for name, _, _ in told(b"".join(heard.frames))]
    assert [7] == [view["left"] for _, _, view in told(b"".join(seen.frames))]


@pytest.mark.parametrize("how", ["header", "query"])
def test_what_a_phone_missed_comes_again(house: Home, how: str) -> None:
    """Last-Event-ID, or the same in the address for pages that reopen by hand."""
    seqs = [house.session.submit({"take": 1}).seq for _ in range(5)]
    settle(house)
    since = str(seqs[1])
    given: dict[str, Any] = (
        {"headers": {"Last-Event-ID": since}}
        if how == "header"
        else {"query_string": {"after": since}}
    )
    events = heard(house, **given)

    assert "view" == events[0][0]
    assert [str(seq) for seq in seqs[2:]] == [number for _, number, _ in events[1:]]


@pytest.mark.parametrize(
    "how", [{}, {"query_string": {"after": ""}}, {"headers": {"Last-Event-ID": ""}}]
)
def test_without_an_id_nothing_old_is_replayed(house: Home, how: dict[str, Any]) -> None:
    """A phone that just came reads the last announcements in the view."""
    house.session.submit({"take": 1})
    settle(house)

    assert ["view"] == [name for name, _, _ in heard(house, **how)]


def test_an_id_of_the_browsers_comes_before_that_of_the_address(house: Home) -> None:
    """It is the newer one; who has heard the last one misses nothing."""
    seqs = [house.session.submit({"take": 1}).seq for _ in range(3)]
    settle(house)
    told_again = [
        [number for _, number, _ in heard(house, query_string={"after": f"{after}"}, headers=last)]
        for after, last in (
            (seqs[0], {"Last-Event-ID": f"{seqs[1]}"}),
            (seqs[2], {}),
        )
    ]

    assert [[None, f"{seqs[2]}"], [None]] == told_again


def test_who_loses_a_stream_is_told_so(house: Home) -> None:
    """It ends, whatever is new meanwhile; the server knows of each how long it lasts, and says of each whether it is read."""
    asked: list[str] = []

    def room(seconds: float) -> bool:
        asked.append("room")
        return True

    environ = {"murphy.lasts": lambda: asked.append("lasts"), "murphy.room": room}
    guests = [house.visit().get("/api/events", environ_overrides=environ) for _ in range(4)]
    first = chunks(guests[0])
    assert ["lasts"] * 4 == asked
    assert "no" == guests[0].headers["X-Accel-Buffering"]
    b"".join(itertools.islice(first, 2))
    assert "room" in asked
    mine = house.seated().get("/api/events")
    house.session.submit({"take": 1})
    settle(house)

    assert ["bye"] == [name for name, _, _ in told(b"".join(first))]
    for each in (*guests, mine):
        each.close()


def test_an_id_of_another_journal_replays_nothing(house: Home) -> None:
    """A number that is not yet given out belongs to a game that is over."""
    house.session.submit({"take": 1})
    settle(house)

    assert ["view"] == [n for n, _, _ in heard(house, headers={"Last-Event-ID": "999"})]


def test_an_id_of_another_journal_misses_nothing_new(house: Home) -> None:
    """A phone that has heard more in an old game hears the new one from its first announcement on."""
    late = {"Last-Event-ID": "999"}
    answer = house.app.test_client().get("/api/events", headers=late)
    stream = chunks(answer)
    first = told(b"".join(itertools.islice(stream, 2)))
    said = house.session.submit({"take": 1})
    then = told(next(stream))
    answer.close()

    assert ["view"] == [name for name, _, _ in first]
    assert str(said.seq) in [number for _, number, _ in then]


@pytest.mark.parametrize("number", ["x", "-1", "1.5", "9" * 40, "\u0661", "1\u00b2"])
def test_ids_that_are_none_are_refused(house: Home, number: str) -> None:
    """A stream that begins in the wrong place would be worse than none."""
    answer = house.app.test_client().get("/api/events", query_string={"after": number})

    assert 400 == answer.status_code


def test_what_the_journal_had_before_the_start_can_be_replayed() -> None:
    """A restart of the companion loses no announcement for a phone that slept through it."""
    journal = Journal(None, clock=Clock())
    first = home(journal)
    seqs = [first.session.submit({"take": 1}).seq for _ in range(3)]
    first.app.extensions["murphy.feed"].close()
    second = home(journal)
    events = heard(second, headers={"Last-Event-ID": str(seqs[0])})
    second.close()

    assert [str(seq) for seq in seqs[1:]] == [number for _, number, _ in events[1:]]


def test_a_game_that_is_over_is_not_replayed(caplog: pytest.LogCaptureFixture) -> None:
    """Of what the journal had before the start, the last game's; nothing of it is worth a line in the log."""
    journal = Journal(None, clock=Clock())
    first = home(journal)
    first.session.submit({"take": 1})
    first.session.begin({"matches": 9})
    said = first.session.submit({"take": 2}).seq
    first.app.extensions["murphy.feed"].close()
    second = home(journal)
    events = heard(second, headers={"Last-Event-ID": "1"})
    second.session.submit({"take": 2})
    settle(second)
    second.close()

    assert [None, f"{said}"] == [number for _, number, _ in events]
    assert [] == caplog.records


def test_nothing_is_told_twice(house: Home) -> None:
    """Whoever has missed several hears them once."""
    for _ in range(3):
        house.session.submit({"take": 1})
    settle(house)
    feed: Feed = house.app.extensions["murphy.feed"]
    missed = feed.news(StreamPlace(1, -2), 0.0)
    feed.refresh()
    now = feed.news(missed.place, 0.0)

    assert 3 == sum(name == "announcement" for name, _, _ in told(b"".join(missed.frames)))
    assert [] == [name for name, _, _ in told(b"".join(now.frames)) if name == "announcement"]


def test_the_head_of_a_stream_takes_no_place(house: Home) -> None:
    """Only who listens holds a thread."""
    for _ in range(9):
        assert 200 == house.app.test_client().head("/api/events").status_code


def test_above_the_cap_streams_are_refused(house: Home) -> None:
    """503 with Retry-After at once, while pages and moves go on; who leaves makes room."""
    clients = [house.app.test_client().get("/api/events") for _ in range(4)]
    refused = house.app.test_client().get("/api/events")

    assert (503, "10") == (refused.status_code, refused.headers["Retry-After"])
    assert "web.too-many-streams" == refused.get_json()["error"]
    assert 200 == house.app.test_client().get("/api/view").status_code
    for client in clients:
        client.close()
    assert 200 == house.app.test_client().get("/api/events").status_code


def test_one_address_has_only_some_of_the_streams() -> None:
    """Elsewhere than on the Pi itself, a client has its own cap, and gives back what it took once."""
    slots = Slots(Limits(streams=10, streams_each=2))
    give = slots.take("192.168.1.9")
    slots.take("192.168.1.9")
    with pytest.raises(
        HttpError, check=lambda refused: refused.message.key == "web.too-many-streams-each"
    ):
        slots.take("192.168.1.9")
    slots.take("192.168.1.10")
    give()
    give()

    assert 2 == slots.taken
    slots.take("192.168.1.9")


def test_some_addresses_do_not_keep_everybody_from_the_streams() -> None:
    """Whoever has none gets the oldest of who has most; nobody loses his only one."""
    slots = Slots(Limits(streams=8, streams_each=4))
    many = [slots.take(who) for who in "aaaabbbb"]

    first = slots.take("c")
    assert 1 == sum(slot.lost for slot in many)
    for who in "defgh":
        slots.take(who)
    assert (6, 8) == (sum(slot.lost for slot in many), slots.taken)
    assert not first.lost
    with pytest.raises(HttpError):
        slots.take("i")
    many[0]()
    assert 8 == slots.taken


def test_the_pi_itself_may_have_all_streams() -> None:
    """A proxy there stands for many phones."""
    slots = Slots(Limits(streams=10, streams_each=2))
    for _ in range(10):
        slots.take("127.0.0.1")

    with pytest.raises(
        HttpError, check=lambda refused: refused.message.key == "web.too-many-streams"
    ):
        slots.take("192.168.1.9")


def plays() -> bool:
    """The part of somebody who has one."""
    return True


def test_who_plays_gets_the_stream_of_who_looks() -> None:
    """Of sixty-four addresses with one each: visitors' go, and none of theirs who play."""
    slots = Slots(Limits(streams=4))
    crowd = [slots.take(who) for who in "abcd"]
    players = [slots.take(who, plays) for who in "efgh"]

    assert all(slot.lost for slot in crowd)
    assert not any(slot.lost for slot in players)
    with pytest.raises(HttpError):
        slots.take("i")
    assert 4 == slots.taken


def test_a_visitor_gets_nobodys_stream_who_plays() -> None:
    """However many that has; another visitor's, of whom there is more than one."""
    slots = Slots(Limits(streams=6))
    players = [slots.take("a", plays) for _ in range(3)]
    visitors = [slots.take("b") for _ in range(3)]
    slots.take("c")

    assert [True, False, False] == [slot.lost for slot in visitors]
    assert not any(slot.lost for slot in players)


def test_who_sat_down_meanwhile_plays() -> None:
    """A phone's part is that of now, not that of when its stream began."""
    part = [False]
    slots = Slots(Limits(streams=1))
    first = slots.take("a", lambda: part[0])
    part[0] = True

    with pytest.raises(HttpError):
        slots.take("b")
    assert not first.lost


def test_visitors_of_an_address_do_not_keep_out_who_plays_there() -> None:
    """As behind a router, or in a network of IPv6: eight of them, and the host comes."""
    slots = Slots(Limits(streams_each=2))
    guests = [slots.take("a") for _ in range(2)]
    host = slots.take("a", plays)
    slots.take("a", plays)

    assert [True, True, False] == [slot.lost for slot in (*guests, host)]
    with pytest.raises(HttpError):
        slots.take("a")


@pytest.mark.parametrize(
    ("there", "comes", "goes"),
    [
        ("aabc", "d", 0),
        ("abbc", "d", 1),
        ("abcd", "e", None),
        ("aabb", "a", None),
        ("aaab", "b", 0),
        ("aabc", "b", None),
        ("abcd", "E", 0),
        ("abbc", "E", 1),
        ("AAAb", "c", None),
        ("AAAb", "D", 3),
        ("AAAB", "C", 0),
        ("AABC", "D", 0),
        ("AABC", "B", None),
        ("ABCD", "E", None),
        ("AbAA", "c", None),
        ("bAAa", "C", 3),
        ("....", "a", None),
        ("..ab", "c", None),
        ("..ab", "C", 2),
        ("....", "A", 0),
        ("aabbb", "c", 2),
        ("bbbaa", "c", 0),
    ],
)
def test_whose_stream_goes(there: str, comes: str, goes: int | None) -> None:
    """With all of them taken: each letter is a phone of an address, in capitals one with a part; the Pi's are dots. Of whoever has two more than who comes the oldest, visitors' first."""
    slots = Slots(Limits(streams=len(there)))

    def take(who: str) -> Slot:
        address = "127.0.0.1" if who == "." else who.lower()
        return slots.take(address, plays if who.isupper() else lambda: False)

    taken = [take(who) for who in there]
    if goes is None:
        with pytest.raises(HttpError) as refused:
            take(comes)
        assert (503, 10, "web.too-many-streams") == (
            refused.value.status,
            refused.value.wait,
            refused.value.message.key,
        )
    else:
        take(comes)
    assert [n for n, slot in enumerate(taken) if slot.lost] == ([] if goes is None else [goes])
    assert len(there) == slots.taken


@pytest.mark.parametrize(
    ("there", "comes", "goes"),
    [("aab", "a", None), ("aab", "A", 0), ("aAb", "A", 0), ("AAb", "A", None), ("ab", "a", -1)],
)
def test_whose_stream_of_an_address_goes(there: str, comes: str, goes: int | None) -> None:
    """With two of two taken there: only its own, a visitor's for whoever has a part."""
    slots = Slots(Limits(streams=9, streams_each=2))
    taken = [slots.take(w.lower(), plays if w.isupper() else lambda: False) for w in there]
    refused = ""
    try:
        slots.take(comes.lower(), plays if comes.isupper() else lambda: False)
    except HttpError as error:
        refused = error.message.key

    assert ("" if goes is not None else "web.too-many-streams-each") == refused
    assert [n for n, slot in enumerate(taken) if slot.lost] == [goes] * (goes in (0, 1))


@pytest.mark.parametrize("part", ["seat", "host"])
def test_with_all_streams_taken_a_player_has_one(house: Home, part: str) -> None:
    """Four addresses have the four there are; phones that play are known by their cookies."""
    phone = house.seated() if part == "seat" else house.host()
    streams = [
        house.visit().get("/api/events", environ_base={"REMOTE_ADDR": f"10.0.0.{n}"})
        for n in range(4)
    ]
    mine, other = phone.get("/api/events"), house.visit().get("/api/events")

    assert [200] * 4 == [each.status_code for each in streams]
    assert (200, 503) == (mine.status_code, other.status_code)
    for stream in (*streams, mine):
        stream.close()


class Quiet:
    """A feed in which nothing happens but time; it remembers how long it was waited for."""

    def __init__(self, clock: Clock) -> None:
        self.over = False
        self.last = 7
        self.waits: list[float] = []
        self._clock = clock

    def news(self, place: StreamPlace, timeout: float) -> News:
        self.waits.append(timeout)
        self._clock.pass_by(timeout)
        return News((), place)


def stream(
    feed: Quiet,
    clock: Clock,
    give: Callable[[], None] = lambda: None,
    gone: Callable[[], bool] = lambda: False,
) -> Stream:
    limits = Limits(stream_time=300.0, beat=10.0)
    return Stream(feed, StreamPlace(0), give, limits=limits, clock=clock, gone=gone)


def test_a_silent_stream_beats_every_ten_seconds_and_ends_after_five_minutes() -> None:
    """So that a phone knows it is alive, and ghosts do not stay."""
    clock = Clock(0.0)
    chunks = list(stream(Quiet(clock), clock))
    beat = b": beat\n" + event("beat", {"seq": 7})

    assert [HELLO, *[beat] * 30, BYE] == chunks
    assert 300.0 == clock.now


@pytest.mark.parametrize(
    ("reads", "end"),
    [
        ("", 300),
        ("....", 300),
        (".....", 10),
        ("...._....", 300),
        ("_.....", 12),
        ("...._.....", 20),
    ],
)
def test_a_phone_that_does_not_read_is_let_go(reads: str, end: float) -> None:
    """After ten seconds in which it reads nothing, asked every two of them (a dot each); one that reads now and then stays, and nothing comes on top meanwhile."""
    clock, asked, heard = Clock(0.0), iter(reads), list[float]()

    def has_room(seconds: float) -> bool:
        answer = next(asked, "_") == "_"
        clock.pass_by(0 if answer else seconds)
        return answer

    limits = Limits(stream_time=300.0, beat=10.0, patience=10.0)
    stream = Stream(
        Quiet(clock),
        StreamPlace(0),
        lambda: None,
        limits=limits,
        clock=clock,
        beats=lambda: heard.append(clock.now),
        has_room=has_room,
    )
    chunks = list(stream)

    assert (HELLO, BYE) == (chunks[0], chunks[-1])
    assert end == clock.now
    assert len(heard) == len(chunks) - 2


class Telling(Quiet):
    """A feed that has something new with every question, from the place on that is asked for."""

    def news(self, place: StreamPlace, timeout: float) -> News:
        self._clock.pass_by(1.0)
        frames = (b"%d " % place.heard, b"%d;" % (place.heard + 1))
        return News(frames, StreamPlace(place.heard + 2, 0))


def test_a_stream_goes_on_where_it_was() -> None:
    """What is new at once comes in one piece, what comes after it in the next; a beat is between them."""
    clock = Clock(0.0)
    stream = Stream(
        Telling(clock),
        StreamPlace(5),
        lambda: None,
        limits=Limits(stream_time=3.0, beat=2.0),
        clock=clock,
    )

    beat = b": beat\n" + event("beat", {"seq": 7})
    assert [HELLO, b"5 6;", beat, b"7 8;", b"9 10;", BYE] == list(stream)


def test_a_stream_lasts_no_longer_than_it_may() -> None:
    """However long it is until the next beat."""
    clock = Clock(0.0)
    limits = Limits(stream_time=3.0, beat=10.0)
    chunks = [*Stream(Quiet(clock), StreamPlace(0), lambda: None, limits=limits, clock=clock)]

    assert ([HELLO, BYE], 3.0) == (chunks, clock.now)


def test_a_stream_ends_when_its_phone_has_left() -> None:
    """It is looked after every two seconds, so that the place is free again."""
    clock = Clock(0.0)
    chunks = list(stream(Quiet(clock), clock, gone=lambda: clock.now >= 4.0))

    assert [HELLO, BYE] == chunks
    assert 4.0 == clock.now


def test_a_stream_ends_when_the_companion_stops() -> None:
    """Nothing holds up the end of the companion."""
    clock = Clock(0.0)
    feed = Quiet(clock)
    feed.over = True

    assert [HELLO, BYE] == list(stream(feed, clock))


def test_a_stream_that_was_never_read_gives_its_place_back() -> None:
    """A phone may leave before the first byte."""
    given: list[int] = []
    stream(Quiet(Clock()), Clock(), give=lambda: given.append(1)).close()

    assert [1] == given


def test_a_slow_phone_gets_the_newest_view_only(house: Home) -> None:
    """What waits for it is one view and its announcements, however many views there were."""
    answer = house.app.test_client().get("/api/events")
    frames(answer, 2)
    for _ in range(6):
        house.session.submit({"take": 1})
    settle(house)
    feed = house.app.extensions["murphy.feed"]
    while told(feed.news(StreamPlace(99, -2), 0.0).frames[0])[0][2]["left"] != 4:
        pass
    events = told(frames(answer, 1))
    answer.close()

    assert 1 == sum(name == "view" for name, _, _ in events)
    assert 6 == sum(name == "announcement" for name, _, _ in events)


def test_the_feed_keeps_a_bounded_number_of_announcements() -> None:
    """A journal may grow for ever, memory may not."""
    journal = Journal(None, clock=Clock())
    house = home(journal)
    news = Announcement("took", message("list.separator")).to_json()
    journal.append([Draft("announcement", news)] * (KEPT + 5))
    settle(house)
    replayed = house.app.extensions["murphy.feed"].news(StreamPlace(1), 0.0).frames
    house.close()

    assert KEPT + 1 == len(replayed)
    assert f"{journal.last}" == told(replayed[-1])[0][1]


@pytest.mark.parametrize(
    ("health", "sent"),
    [
        ({}, False),
        ({"frame_age": 9.9}, False),
        ({"frames": 2}, False),
        ({"frames_per_second": 2.0}, False),
        ({"frames": 3, "frame_age": 1.0, "frames_per_second": 1.0}, False),
        ({"camera": "lost"}, True),
        ({"frames": 2, "hidden": "x"}, True),
    ],
)
def test_what_of_health_is_news(health: dict[str, Any], sent: bool) -> None:
    """Nothing that is another figure in every moment."""
    told_of = {"camera": "ok", "frames": 1, "frame_age": 0.1, "frames_per_second": 1.0}
    journal = Journal(None)
    feed = Feed(Session(Matches(), journal, setup={"matches": 5}), lambda: told_of, pulse=1000.0)
    feed.start()
    place = feed.news(feed.newest(), 0.0).place
    told_of |= health
    feed.refresh()
    news = feed.news(place, 0.0)
    feed.close()
    journal.close()

    assert sent is bool(news.frames)
    assert not {"frames", "frame_age", "frames_per_second"} & feed.view()["health"].keys()


@pytest.mark.parametrize(
    ("evening", "said"),
    [
        ("", None),
        ("q", None),
        ("m", 0),
        ("mq", 0),
        ("ms", None),
        ("mqs", None),
        ("sm", 1),
        ("mm", 1),
        ("mmq", 1),
        ("msm", 2),
        ("mmu", 0),
        ("mu", None),
        ("smu", None),
    ],
)
def test_what_was_said_last(house: Home, evening: str, said: int | None) -> None:
    """Until a card moves: a look of which nothing came changes nothing, what was taken back was never said. It can be taken back where anything can."""
    entries: list[int] = []
    for what in evening:
        match what:
            case "m":
                entries.append(house.session.submit({"take": 1}).entry or 0)
            case "u":
                house.session.undo(entries[-1])
            case _:
                steps = (Step.parse("-heap a"),) * (what == "s")
                visits = (Visit("heap", 0.0, 1.0),) * (what == "q")
                house.session.observe(Settled(0, 0.0, Table(), steps, visits))
                entries.append(0)
    view = house.visit().view()

    assert (None if said is None else {"entry": entries[said], "phone": None}) == view["last_word"]
    assert house.session.can_undo is view["undoable"]


def test_health_that_changes_is_a_view() -> None:
    """The page says that the camera is lost though nobody moved."""
    house = home()
    answer = house.app.test_client().get("/api/events")
    frames(answer, 2)
    house.others.how = {"camera": "lost", "frame_age": 3.5}
    events = told(frames(answer, 1))
    answer.close()
    house.close()

    assert {"camera": "lost"} == events[0][2]["health"]


def test_a_game_that_stumbles_does_not_end_the_feed(
    house: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception while the view is made is logged; the next change is told again."""
    broken = iter([RuntimeError("a bug")])
    view = house.session.view

    def stumbling() -> dict[str, Any] | None:
        for error in broken:
            raise error
        return view()

    monkeypatch.setattr(house.session, "view", stumbling)
    answer = house.app.test_client().get("/api/events")
    frames(answer, 2)
    house.session.submit({"take": 1})
    events: list[Told] = []
    while not any(name == "view" for name, _, _ in events):
        events += told(frames(answer, 1))
    answer.close()

    assert 9 == next(data for name, _, data in events if name == "view")["left"]


def test_whoever_waits_is_let_go_at_the_end() -> None:
    """At once, not with the next thing that happens."""
    journal = Journal(None)
    feed = Feed(Session(Matches(), journal, setup={"matches": 5}), dict, pulse=1000.0)
    feed.start()
    place = feed.news(feed.newest(), 0.0).place
    waits = Thread(target=feed.news, args=(place, 60.0))
    waits.start()
    feed.close()
    waits.join(10.0)
    journal.close()

    assert not waits.is_alive()
    assert feed.over


def test_everybody_who_waits_is_woken() -> None:
    """One news wakes all phones, each with its own place."""
    house = home()
    feed: Feed = house.app.extensions["murphy.feed"]
    place = feed.news(feed.newest(), 60.0).place
    heard: list[News] = []
    phones = [Thread(target=lambda: heard.append(feed.news(place, 60.0))) for _ in range(20)]
    for phone in phones:
        phone.start()
    house.session.submit({"take": 1})
    for phone in phones:
        phone.join()
    house.close()

    assert 20 == len(heard)
    assert all(news.frames for news in heard)


def test_an_announcement_that_makes_no_sense_holds_up_nobody(house: Home) -> None:
    """What a game got wrong is logged and left out; the next one is heard."""
    answer = house.app.test_client().get("/api/events")
    frames(answer, 2)
    house.session.journal.append([Draft("announcement", {"kind": "broken"})])
    came = house.session.submit({"take": 1})
    events: list[Told] = []
    while not any(name == "announcement" for name, _, _ in events):
        events += told(frames(answer, 1))
    answer.close()

    assert [str(came.seq)] == [number for name, number, _ in events if name == "announcement"]
