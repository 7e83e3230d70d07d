"""Guesses at the PIN: bounded, whoever guesses from wherever, and nobody is kept out by another one's."""

import heapq
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.home import KEYS, Clock, Home, Visit, home
from web.access import pin
from web.access.kept import KeptLines, KeptValue
from web.access.pin import FILE, Lane, Locked, Opened, PinDoor, WrongPin
from web.addresses import THE_PI
from web.limits import Rate

DAY = 24 * 3600
"""As they are promised, not as the code has them."""

PIN = "12345678"
ANN, BOB = Lane("ann", "network"), Lane("bob", "network")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened(tmp_path: Path, clock: Clock) -> Callable[[], PinDoor]:
    """Makes the door of a folder, as each start of a companion does."""
    return lambda: PinDoor(PIN, clock, clock, tmp_path)


@pytest.fixture
def door(opened: Callable[[], PinDoor]) -> PinDoor:
    return opened()


def crowd_at(door: PinDoor, crowd: str = "this machine") -> None:
    """So many guess once each that none who comes their way may any more."""
    for n in range(11_000):
        door.knock([Lane(f"{n}", crowd)], "x")


def test_the_right_pin_opens(door: PinDoor) -> None:
    """Also after some wrong ones."""
    assert [WrongPin(4), WrongPin(3), Opened()] == [
        door.knock([ANN], pin) for pin in ("1", "", PIN)
    ]


def test_five_wrong_ones_wait_a_minute_then_two(door: PinDoor, clock: Clock) -> None:
    """The wait doubles with every wrong one after it, and the right one waits too."""
    tries = [door.knock([ANN], "x") for _ in range(5)]
    assert [WrongPin(4), WrongPin(3), WrongPin(2), WrongPin(1), Locked(60.0)] == tries

    clock.pass_by(59.0)
    assert Locked(1.0) == door.knock([ANN], PIN)
    clock.pass_by(1.0)
    assert Locked(120.0) == door.knock([ANN], "x")
    clock.pass_by(120.0)
    assert Opened() == door.knock([ANN], PIN)


def test_nobody_waits_longer_than_a_day(door: PinDoor, clock: Clock) -> None:
    """And whoever guessed as long ago guesses as if never."""
    waits = []
    for _ in range(20):
        match door.knock([ANN], "x"):
            case Locked(wait):
                waits.append(wait)
                clock.pass_by(wait)

    assert [60.0 * 2**n for n in range(11)] == waits[:11]
    assert DAY == max(waits)
    clock.pass_by(DAY)
    assert WrongPin(4) == door.knock([ANN], "x")


@pytest.mark.parametrize(("later", "left"), [(DAY - 1, 1), (DAY, 4), (DAY + 1, 4)])
def test_after_a_day_nothing_is_held_against_anybody(
    door: PinDoor, clock: Clock, later: float, left: int
) -> None:
    """Counted from the last one that was wrong."""
    for _ in range(3):
        door.knock([ANN], "x")
    clock.pass_by(later)

    assert WrongPin(left) == door.knock([ANN], "x")


def test_of_how_many_it_is_known(door: PinDoor) -> None:
    """A thousand and some; for one more, who has not guessed for longest begins anew."""
    first, second, *others = (Lane(f"{n}") for n in range(1024))
    for lane in (first, second, *others, first):
        door.knock([lane], "x")
    door.knock([Lane("one more")], "x")

    assert [WrongPin(2), WrongPin(4)] == [door.knock([lane], "x") for lane in (first, second)]


def test_the_right_pin_forgets_the_wrong_ones(door: PinDoor) -> None:
    """A host who mistypes now and then is no burglar."""
    for _ in range(4):
        door.knock([ANN], "x")
    door.knock([ANN], PIN)

    assert WrongPin(4) == door.knock([ANN], "x")


def test_another_phone_is_not_locked_with_the_first(door: PinDoor) -> None:
    """One who guesses must not lock out the host."""
    for _ in range(9):
        door.knock([ANN], "x")

    assert Opened() == door.knock([BOB], PIN)


def guessing(door: PinDoor, clock: Clock, lanes: int, seconds: float) -> list[float]:
    """When guesses were checked, of so many lanes that each guess as soon as they may; the door is open to a newcomer meanwhile."""
    due, checked = [(clock.now, n) for n in range(lanes)], list[float]()
    end = clock.now + seconds
    while due and due[0][0] < end:
        clock.now = max(clock.now, due[0][0])
        _, n = heapq.heappop(due)
        came = door.knock([Lane(f"{n}", "network")], "x")
        assert Opened() == door.knock([Lane("new", "network")], PIN), len(checked)
        checked.append(clock.now)
        wait = came.seconds if isinstance(came, Locked) else 0.0
        heapq.heappush(due, (clock.now + wait, n))
    return checked


def test_a_house_full_of_guessers_keeps_out_nobody(clock: Clock) -> None:
    """Every address that a network of 254 has, for three days: whoever knows the PIN is let in at every moment of it."""
    door = PinDoor(PIN, clock, clock)
    checked = guessing(door, clock, 254, 3 * DAY)

    assert 254 * 15 < len(checked) <= 3 * 254 * 16


@pytest.mark.slow
def test_all_strangers_together_have_bounds(clock: Clock) -> None:
    """Whatever number of addresses there is: some ten thousand guesses, then a thousand an hour, against a hundred million PINs."""
    door, checked = PinDoor(PIN, clock, clock), 0
    for minute in range(180):
        for n in range(1000):
            lane = Lane(f"{minute}-{n}", "network")
            checked += isinstance(door.knock([lane], "x"), WrongPin)
        clock.pass_by(60.0)

    assert 10_400 < checked <= 10_400 + 3 * 1000


@pytest.mark.slow
def test_a_phone_that_was_host_has_a_lane_of_its_own(door: PinDoor) -> None:
    """Strangers do not close it; once it has guessed wrong itself it may go where strangers go."""
    host = [Lane("host"), ANN]
    crowd_at(door, "network")
    for _ in range(9):
        door.knock([ANN], "x")

    assert isinstance(door.knock([BOB], PIN), Locked)
    assert Opened() == door.knock(host, PIN)
    assert [WrongPin(n) for n in (4, 3, 2, 1)] + [Locked(60.0)] == [
        door.knock(host, "x") for _ in range(5)
    ]


@pytest.mark.slow
def test_crowds_do_not_know_each_other(door: PinDoor) -> None:
    """What guesses by way of a proxy on this machine uses up nothing of the others'."""
    crowd_at(door)

    assert isinstance(door.knock([Lane("another", "this machine")], PIN), Locked)
    assert Opened() == door.knock([ANN], PIN)


def test_a_restart_forgives_nothing(
    opened: Callable[[], PinDoor], clock: Clock, tmp_path: Path
) -> None:
    """Neither to one nor to all; nobody but the owner reads who guessed."""
    first = opened()
    crowd_at(first)
    for _ in range(3):
        first.knock([ANN], "x")
    again = opened()

    assert isinstance(again.knock([Lane("new", "this machine")], PIN), Locked)
    assert [WrongPin(1), Locked(60.0)] == [again.knock([ANN], "x") for _ in range(2)]
    clock.pass_by(20.0)
    assert Locked(40.0) == opened().knock([ANN], PIN)
    assert 0o600 == stat.S_IMODE((tmp_path / FILE).stat().st_mode)


@pytest.mark.slow
def test_what_is_kept_does_not_grow(
    opened: Callable[[], PinDoor], clock: Clock, tmp_path: Path
) -> None:
    """Written anew now and then, by whoever comes, with what was wrong of others: of one, and of all."""
    first = opened()
    crowd_at(first)
    for _ in range(3):
        first.knock([ANN], "x")
    for _ in range(4100):
        first.knock([BOB], "x" if _ == 0 else PIN)
    again = opened()

    assert len((tmp_path / FILE).read_text().splitlines()) < 5200
    assert WrongPin(1) == again.knock([ANN], "x")
    assert isinstance(again.knock([Lane("new", "this machine")], PIN), Locked)


@pytest.mark.slow
def test_a_machine_that_starts_anew_forgives_nothing(tmp_path: Path, clock: Clock) -> None:
    """Its own seconds begin anew then: what counts is the time of day."""

    def wall() -> float:
        return clock() + 1e9

    first = PinDoor(PIN, clock, wall, tmp_path)
    for n in range(10_400):
        first.knock([Lane(f"{n}", "this machine")], "x")
    for _ in range(5):
        first.knock([ANN], "x")
    again = PinDoor(PIN, lambda: clock() - 900, wall, tmp_path)
    waits = [again.knock([lane], PIN) for lane in (Lane("new", "this machine"), ANN)]
    clock.pass_by(60)

    assert [3.6, 60] == [pytest.approx(w.seconds, abs=1e-3) for w in waits if isinstance(w, Locked)]
    assert Opened() == again.knock([ANN], PIN)
    assert Opened() == again.knock([Lane("new", "this machine")], PIN)


def test_a_clock_that_was_put_back_makes_nobody_wait_longer(tmp_path: Path, clock: Clock) -> None:
    """A Pi without a clock may wake up yesterday: then a wait begins anew, and is no longer than it was."""
    first = PinDoor(PIN, clock, lambda: clock() + 1e9, tmp_path)
    for _ in range(5):
        first.knock([ANN], "x")
    again = PinDoor(PIN, clock, lambda: clock() + 1e9 - DAY, tmp_path)

    assert Locked(60.0) == again.knock([ANN], PIN)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]\n7\n{",
        '{"lane": "ann", "wrong": "9", "at": 1000.0}',
        '{"lane": "ann", "wrong": 9, "at": NaN}',
        '{"crowd": "network", "left": null, "at": 1000.0}',
        '{"crowd": "network", "left": NaN, "at": NaN}',
    ],
)
def test_a_damaged_file_closes_no_door(
    opened: Callable[[], PinDoor], tmp_path: Path, text: str
) -> None:
    """And is written anew by the next wrong one."""
    (tmp_path / FILE).write_text(text, "utf-8")

    assert Opened() == opened().knock([ANN], PIN)
    opened().knock([ANN], "x")
    assert WrongPin(3) == opened().knock([ANN], "x")


@pytest.mark.parametrize(
    "pin", ["", "1234567", "123456789", " 12345678", "\u0661" * 8, "\ud800", "x" * 64]
)
def test_other_texts_are_just_wrong(door: PinDoor, pin: str) -> None:
    """Nothing but the eight digits opens, whatever it is made of."""
    assert WrongPin(4) == door.knock([ANN], pin)


def test_lines_that_are_kept(tmp_path: Path) -> None:
    """In their order and for the owner's eyes; those that are damaged are none. They are counted from where the file stands."""
    lines = KeptLines(tmp_path, FILE)
    for value in (1, "two", [3]):
        lines.add(value)
    mode = stat.S_IMODE((tmp_path / FILE).stat().st_mode)
    with (tmp_path / FILE).open("a") as file:
        file.write('\n{"half": ')
    again = KeptLines(tmp_path, FILE)
    before = again.read()
    again.add("five")

    assert (0o600, 3) == (mode, lines.count)
    assert [1, "two", [3]] == before
    assert [1, "two", [3], "five"] == KeptLines(tmp_path, FILE).read()
    assert 6 == again.count
    again.write(["x y"])
    again.add("z")
    assert (["x y", "z"], 1) == (KeptLines(tmp_path, FILE).read(), again.count)


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"[" * 100_000, b"{", b"\x00"])
def test_what_is_no_text_is_nothing(tmp_path: Path, text: bytes) -> None:
    """Whatever a card made of it."""
    (tmp_path / FILE).write_bytes(text)

    assert [] == KeptLines(tmp_path, FILE).read()
    assert KeptValue(tmp_path, FILE).read() is None


def test_what_cannot_be_kept_stops_nobody(tmp_path: Path) -> None:
    """Where there is no folder, or a file in its place."""
    (tmp_path / "file").touch()
    for folder in (None, tmp_path / "file"):
        lines, value = KeptLines(folder, FILE), KeptValue(folder, FILE)
        lines.add(1)
        lines.write([1])
        value.write(1)

        assert ([], None) == (lines.read(), value.read())


# At the page


def guesses(visit: Visit, times: int = 9) -> None:
    for _ in range(times):
        visit.give_pin("00000000")


def test_whoever_comes_by_way_of_this_machine_waits_for_himself_only() -> None:
    """A proxy brings everybody from one address: a browser that guesses locks out itself."""
    house = home()
    stranger, host = house.visit(THE_PI), house.visit(THE_PI)
    guesses(stranger)
    answers = [visit.give_pin().status_code for visit in (stranger, host)]
    house.close()

    assert [429, 200] == answers


def test_whoever_guesses_by_way_of_this_machine_closes_it_for_no_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor the other way round: those that come by a proxy are a crowd of their own."""
    monkeypatch.setattr(pin, "STRANGERS", Rate(3, 0.001))
    statuses = []
    for address in (THE_PI, "10.0.0.1"):
        house = home()
        for n in range(3):
            guesses(house.visit(THE_PI if address == THE_PI else f"10.0.1.{n}"), 1)
        knocks = (house.visit(one).give_pin() for one in (THE_PI, "10.0.0.9"))
        statuses.append([each.status_code for each in knocks])
        house.close()

    assert [[429, 200], [200, 429]] == statuses


def test_no_stranger_keeps_out_a_phone_that_was_host() -> None:
    """Not even one at the same address, as by IPv6."""
    house = home()
    host, other = house.visit("10.0.0.5"), house.visit("10.0.0.5")
    host.give_pin()
    host.post("/api/leave", {})
    guesses(house.visit("10.0.0.5"))
    answers = [phone.give_pin().status_code for phone in (other, host)]
    house.close()

    assert [429, 200] == answers


def test_a_phone_that_another_host_signed_out_is_a_stranger() -> None:
    """It may be in anybody's hands by now."""
    house = home()
    host, lost = house.host(), house.visit("10.0.0.5")
    lost.give_pin()
    told = host.get("/api/hosts").get_json()["hosts"]
    host.post("/api/hosts", {"out": next(h["id"] for h in told if not h["you"])})
    guesses(house.visit("10.0.0.5"))
    answer = lost.give_pin()
    house.close()

    assert 429 == answer.status_code


def test_a_new_pin_makes_strangers_of_all_others() -> None:
    """It is changed because of one of them."""
    house = home()
    host, other = house.visit("10.0.0.4"), house.visit("10.0.0.5")
    for phone in (host, other):
        phone.give_pin()
    host.post("/api/hosts/pin", {"pin": KEYS.pin, "new": "80317264"})
    host.post("/api/leave", {})
    for address in ("10.0.0.4", "10.0.0.5"):
        guesses(house.visit(address))
    answers = [phone.give_pin("80317264").status_code for phone in (host, other)]
    house.close()

    assert [200, 429] == answers


def test_after_a_restart_it_is_known_who_was_host_and_who_guessed(tmp_path: Path) -> None:
    """The counters, and the phones they do not concern."""

    def started() -> Home:
        return home(state=tmp_path)

    house = started()
    host, stranger = house.visit("10.0.0.5"), house.visit("10.0.0.5")
    host.give_pin()
    host.post("/api/leave", {})
    guesses(stranger)
    house.close()
    again = started()
    for phone in (host, stranger):
        phone.moves_to(again)
    answers = [phone.give_pin().status_code for phone in (stranger, host)]
    again.close()

    assert [429, 200] == answers
