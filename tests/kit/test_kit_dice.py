"""A game of dice at a table: five dice of one colour, seen by a camera that does not read all and sees some that are none."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from companion.games.yatzy import GAME
from companion.kit import rolls
from companion.kit.dice import PIPS, DiceLying, DieSeen, Tray, UnreadRoll
from companion.kit.dice_watch import DiceWatch
from companion.pieces import DiceSet, Die
from companion.table import Step, Table
from tests.games.outside.watched import WatchedDice

COUNT = 5
TRAY = Tray(DiceSet((Die("white"),) * COUNT), PIPS, "tray", "kept")


@dataclass
class Camera:
    """Dice on a table, as a camera tells of them: how often a look reads a die not, or sees one that is none."""

    chance: Random
    unread: float
    phantom: float
    tray: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)

    def look(self, *, phantom: bool = True) -> Table:
        """What it sees."""
        ghost = phantom and self.chance.random() < self.phantom
        tray = (*map(self._code, self.tray), *["white"] * ghost)
        return Table({"tray": tray, "kept": tuple(map(self._code, self.kept))})

    def _code(self, value: int) -> str:
        return "white" if self.chance.random() < self.unread else f"white-{value}"


@dataclass
class Watcher:
    """The rolls that follow from looks, by the kit alone: a roll counts once all five dice are known."""

    rolls: list[tuple[int, ...]] = field(default_factory=list)
    before: DiceLying | None = None
    lying: DiceLying = field(default_factory=lambda: DiceLying(()))
    lifted: bool = False

    def look(self, table: Table) -> None:
        """Process a look."""
        assert TRAY.too_many(TRAY.read(TRAY.lying(table))) is None
        self.lying = TRAY.read(TRAY.lying(table))
        if TRAY.missing(self.lying):
            self.lifted = True
        elif not self.lying.unread:
            self._known(self.lying)

    def asks(self) -> UnreadRoll | None:
        """The roll of which people must tell what nobody can read."""
        if not self.lifted and _as_before(self.before, self.lying):
            return None
        asked = tuple((colour, None) for colour in self.lying.unread)
        return UnreadRoll(self.lying.values, asked) if asked else None

    def told(self, roll: UnreadRoll) -> None:
        """People have said what each unread die shows."""
        self._known(DiceLying(roll.values))

    def _known(self, dice: DiceLying) -> None:
        if self.lifted or not _as_before(self.before, dice):
            self.rolls.append(dice.shown)
        self.before, self.lifted = dice, False


def _as_before(before: DiceLying | None, dice: DiceLying) -> bool:
    """Whether all that can be read is what lay there before."""
    return before is not None and not Counter(dice.values) - Counter(before.values)


@dataclass
class Evening:
    """Turns of up to three throws, after each of which some dice stay in the tray and some are set aside."""

    chance: Random
    camera: Camera
    watcher: Watcher = field(default_factory=Watcher)
    truth: list[tuple[int, ...]] = field(default_factory=list)

    def turn(self) -> None:
        """One player's throws."""
        camera, chance = self.camera, self.chance
        camera.tray, camera.kept, hand = [], [], COUNT
        for _ in range(chance.randint(1, 3)):
            self._in_the_hand()
            camera.tray += [chance.randint(1, 6) for _ in range(hand)]
            self.truth.append(tuple(sorted(camera.tray + camera.kept)))
            self._looks()
            self._tells()
            self._looks()
            hand = self._takes_up()
            if not hand:
                return

    def _looks(self) -> None:
        for _ in range(self.chance.randint(1, 3)):
            self.watcher.look(self.camera.look())

    def _in_the_hand(self) -> None:
        """A phantom that stays all the while would hide a die in the hand: here it does not."""
        self._looks()
        self.watcher.look(self.camera.look(phantom=False))

    def _tells(self) -> None:
        """People answer one question after the other, as far as there are any."""
        roll = self.watcher.asks()
        while roll and roll.open:
            (question,) = rolls.die_questions(TRAY, roll)
            there = Counter(self.truth[-1]) - Counter(question.beside)
            answer = question.meaning(f"white-{min(there)}")
            roll = roll.with_die(TRAY, answer.colour, answer.value)
        if roll:
            self.watcher.told(roll)

    def _takes_up(self) -> int:
        tray = self.camera.tray
        if not tray:
            return 0
        self.chance.shuffle(tray)
        hand = self.chance.randint(1, len(tray))
        aside = self.chance.randint(0, len(tray) - hand)
        self.camera.kept += tray[:aside]
        del tray[:aside]
        self._looks()
        del tray[:hand]
        return hand


FIVE = DiceLying(tuple(("white", value) for value in (1, 2, 3, 4, 5)))


@pytest.mark.parametrize(
    ("before", "left", "came", "nudged"),
    [
        (FIVE, ("white-1",), ("white-1",), True),
        (FIVE, ("white",), ("white-5",), True),
        (FIVE, ("white",), ("white-6",), False),
        (FIVE, ("white-1",), ("white-2", "white-3"), False),
        (FIVE, ("white-1", "white-2", "white-3"), ("white-1", "white-2", "white-3"), False),
        (None, ("white",), ("white-5",), False),
    ],
)
def test_what_is_a_nudge(
    before: DiceLying | None, left: tuple[str, ...], came: tuple[str, ...], nudged: bool
) -> None:
    """Up to two dice that show what they showed; before the first roll nothing is known to have been shown."""
    assert nudged == TRAY.is_nudge(before, left, came)


BLACK_AND_RED = Tray(DiceSet((Die("black"), Die("red"), Die("red"))), PIPS, "tray", "kept")


def lying(tray: str, kept: str = "", row: str = "") -> Table:
    """A table with these codes in its zones."""
    return Table({"tray": (*tray.split(),), "kept": (*kept.split(),), "row": (*row.split(),)})


@pytest.mark.parametrize(
    ("table", "known", "seen", "dice", "phantoms"),
    [
        (lying("red-2 black-1 red"), "", "black-1 red red-2", "black-1 red red-2", ""),
        (lying("red-2", "red-1 black"), "", "black red-1 red-2", "black red-1 red-2", ""),
        (lying("red-2", row="red-1"), "", "red-2", "red-2", ""),
        (lying("red-2 green-1 R07 green"), "", "red-2", "red-2", ""),
        # More than the game has: what cannot be read is none; what can be read is counted whatever it is.
        (lying("red-2 red-3 red"), "", "red red-2 red-3", "red-2 red-3", "red"),
        (lying("red red red"), "", "red red red", "red red", "red"),
        (lying("red-2 red red"), "", "red red red-2", "red red-2", "red"),
        (lying("red", "red red-1 red-1"), "", "red red red-1 red-1", "red-1 red-1", "red red"),
        (lying("red-1 red-1 red-1 red"), "", "red red-1 red-1 red-1", "red-1 red-1 red-1", "red"),
        # What is known to be none stays none, as far as it is seen, while there are no more than the game has.
        (lying("red-2 red"), "red", "red red-2", "red red-2", "red"),
        (lying("red"), "red", "red", "red", "red"),
        (lying("red"), "red red", "red", "red", "red"),
        (lying("red"), "black", "red", "red", ""),
        (lying("red-1"), "red", "red-1", "red-1", ""),
        (lying("red red red"), "red red", "red red red", "red red", "red"),
    ],
)
def test_what_is_a_die(table: Table, known: str, seen: str, dice: str, phantoms: str) -> None:
    """Of one black and two red ones, where dice lie."""
    tray = BLACK_AND_RED

    assert tuple(seen.split()) == tray.seen(table)
    assert tuple(dice.split()) == tray.lying(table)
    assert tuple(phantoms.split()) == tray.phantoms(table, known.split())


def test_without_zones_dice_may_lie_anywhere() -> None:
    """On a table on which no mat lies."""
    anywhere = Tray(BLACK_AND_RED.dice, PIPS)

    assert ("black-1", "red-2") == anywhere.seen(lying("red-2", row="black-1"))


@pytest.mark.parametrize(
    ("codes", "values", "unread", "missing", "more"),
    [
        ("", [], [], "black red red", None),
        ("red-4 black-3 red", [("black", 3), ("red", 4)], ["red"], "", None),
        ("red-4 red-1", [("red", 1), ("red", 4)], [], "black", None),
        ("red black", [], ["black", "red"], "red", None),
        ("red-4 red-1 red", [("red", 1), ("red", 4)], ["red"], "black", "red"),
        ("black-1 black", [("black", 1)], ["black"], "red red", "black"),
        ("red-7 red-x", [], ["red", "red"], "black", None),
    ],
)
def test_what_dice_show(
    codes: str, values: Any, unread: list[str], missing: str, more: str | None
) -> None:
    """In order, with what is out of sight, and a colour of which there are too many."""
    dice = BLACK_AND_RED.read(codes.split())

    assert DiceLying(tuple(values), tuple(unread)) == dice
    assert (len(codes.split()), tuple(v for _, v in values)) == (dice.count, dice.shown)
    assert [v for name, v in values if name == "red"] == dice.of("red")
    assert tuple(missing.split()) == BLACK_AND_RED.missing(dice)
    assert more == BLACK_AND_RED.too_many(dice)


def test_a_face_has_a_code_of_its_own() -> None:
    """Also where no number is on it."""
    stars = Tray(DiceSet((Die("red"), Die("blue", ("symbol", "2")))), {**PIPS, "symbol": 0})

    assert ("blue-symbol", "blue-2", "red-6") == (
        stars.code("blue", 0),
        stars.code("blue", 2),
        stars.code("red", 6),
    )
    assert DieSeen("blue", 0) == stars.die("blue-symbol")
    assert (("symbol", 0), ("2", 2)) == stars.faces("blue")


def test_without_what_is_none() -> None:
    """The others as they are read; of two alike one stays."""
    table = lying("red red black-1", "red")

    assert DiceLying((("black", 1),), ("red", "red")) == BLACK_AND_RED.without(["red"], table)


WHOLE_LOOK = lying("black-1 red-2 red-3")


@pytest.mark.parametrize(
    ("table", "steps", "moved"),
    [
        (WHOLE_LOOK, "+tray red", ""),
        (lying("black-1 red-2 red-3 red"), "-tray red +tray red", ""),
        (WHOLE_LOOK, "+tray red +tray red-2", "+tray red +tray red-2"),
        (WHOLE_LOOK, "+row red-2 +tray R07 -kept red-3", "-kept red-3"),
        (lying("black-1 red-2"), "+tray red", "+tray red"),
        (lying("black-1 red-2 red"), "+tray red", "+tray red"),
    ],
)
def test_what_moved(table: Table, steps: str, moved: str) -> None:
    """Dice where dice lie; nothing did where all are read and only what is none was moved."""
    told = [Step.parse(f"{sign_zone} {code}") for sign_zone, code in _pairs(steps)]

    assert [f"{a} {b}" for a, b in _pairs(moved)] == [*map(str, BLACK_AND_RED.moved(told, table))]


@pytest.mark.parametrize(
    ("steps", "moved"),
    [
        ("-tray red-2 +tray red-2", ""),
        ("+tray red-2 -tray red-2", ""),
        ("-tray red-2 -tray red-2 +tray red-2", "-tray red-2"),
        ("-tray red-2 +tray red-2 +tray red-2", "+tray red-2"),
        ("-tray red-2 -tray black-1 +tray red-2", "-tray black-1"),
        ("-tray red-2 +tray red-3", "-tray red-2 +tray red-3"),
        ("-tray red-2 +kept red-2", "-tray red-2 +kept red-2"),
        ("-tray red +tray red", "-tray red +tray red"),
    ],
)
def test_what_was_nudged_beside_others_in_the_hand(steps: str, moved: str) -> None:
    """It lies where it lay, and shows what it showed: it has not moved. With none in the hand it may have been thrown."""
    told = [Step.parse(f"{sign_zone} {code}") for sign_zone, code in _pairs(steps)]
    tray, table = BLACK_AND_RED, lying("red-2")

    found = tray.moved(told, table, in_hand=True)

    assert [f"{a} {b}" for a, b in _pairs(moved)] == [*map(str, found)]
    assert tuple(told) == tray.moved(told, table)


def _pairs(steps: str) -> list[tuple[str, str]]:
    words = steps.split()
    return list(zip(words[::2], words[1::2], strict=True))


def white(values: str) -> tuple[str, ...]:
    """``35?``: the last one cannot be read."""
    return tuple("white" if v == "?" else f"white-{v}" for v in values)


def steps_of(told: str) -> list[Step]:
    """``-3 +3k +?``: one left the tray and lies where dice are set aside, one came that cannot be read."""
    return [
        Step("+" if s[0] == "+" else "-", "kept" if s.endswith("k") else "tray", *white(s[1]))
        for s in told.split()
    ]


@pytest.mark.parametrize(
    ("steps", "left", "came", "gone", "there"),
    [
        ("-3 +3", "", "", "3", "3"),
        ("-5 -3 +4 +1", "", "", "35", "14"),
        ("-3", "5", "", "35", ""),
        ("+3", "5", "1", "5", "13"),
        # Straightened, before anybody was told that it came.
        ("+3 -3", "", "", "", ""),
        ("+3 -3 -3", "", "", "3", ""),
        ("-3", "", "3", "", ""),
        # Set aside.
        ("-3 +3k", "", "", "", ""),
        ("-3 -3 +3k", "", "", "3", ""),
        ("+3k", "3", "", "", ""),
        ("+3k", "", "", "", ""),
        ("+3k", "", "1", "", "13"),
        ("-3 +3k", "", "1", "", "1"),
        # It could not be read for a while: thrown again.
        ("-3 +? -? +3", "", "", "3", "3"),
    ],
)
def test_which_dice_left_and_came(steps: str, left: str, came: str, gone: str, there: str) -> None:
    """With those that did before; what was set aside lies there still."""
    found = TRAY.gone_and_come(steps_of(steps), white(left), white(came))

    assert (white(gone), white(there)) == found


@pytest.mark.parametrize(
    ("before", "left", "came", "lie", "gone", "there"),
    [
        # One that neither lay there nor left, alone, beside others in the hand, beside such as were thrown.
        ("12345", "", "5", "12345", "", ""),
        ("12345", "12", "5", "345", "12", ""),
        ("12345", "12", "566", "34566", "12", "66"),
        ("12345", "12", "466", "34466", "12", "466"),
        ("12345", "1", "4", "224", "1", ""),
        ("12345", "", "?", "1234?", "", "?"),
        ("12345", "", "5", "?2345", "", ""),
        ("12345", "", "5", "12?45", "", ""),
        ("12345", "", "6", "12346", "", "6"),
        # All of them: nobody saw them leave, and they were thrown.
        ("12345", "", "12345", "12345", "", "12345"),
        # One that left, while others are still in the hand.
        ("12345", "345", "3", "123", "45", ""),
        ("12345", "345", "34", "1234", "5", ""),
        ("12345", "345", "36", "1236", "345", "36"),
        ("12345", "345", "345", "12345", "345", "345"),
        ("1234", "34?", "?", "12?", "34?", "?"),
        # Before it is known what they showed, whatever comes was thrown.
        (None, "345", "3", "3", "345", "3"),
    ],
)
def test_what_was_out_of_sight_lay_still(
    before: str | None, left: str, came: str, lie: str, gone: str, there: str
) -> None:
    """Where it shows what it showed."""
    known = None if before is None else TRAY.read(white(before))

    held = len(left)
    found = TRAY.but_hidden(known, white(left), white(came), TRAY.read(white(lie)), held)

    assert (tuple(sorted(white(gone))), tuple(sorted(white(there)))) == found


@pytest.mark.parametrize(
    ("left", "came", "lie", "gone"),
    [
        ("45", "", "123", "45"),
        ("4?", "", "123", "4?"),
        ("45?", "", "123", "45"),
        ("4??", "", "123", "4?"),
        ("45?", "6", "1236", "45"),
        ("?", "", "12345", ""),
        ("12345", "", "", "12345"),
    ],
)
def test_no_more_dice_leave_than_lay_there(left: str, came: str, lie: str, gone: str) -> None:
    """What cannot be read and left besides was none."""
    found = TRAY.but_phantoms(white(left), white(came), TRAY.read(white(lie)))

    assert tuple(sorted(white(gone))) == found


@pytest.mark.parametrize(
    ("steps", "left", "came", "still"),
    [
        ("-3 +?", "35", "?", True),
        ("-? +3", "?5", "3", True),
        ("-3 -4 +? +?", "345", "??", True),
        ("-3", "3", "", True),
        # Another value, or no other die in the hand, or one more came before.
        ("-3 +4", "35", "4", False),
        ("-3 +?", "3", "?", False),
        ("-3 +?", "3456", "1?", False),
        ("-3 +? +?", "345", "??", False),
        # What is set aside is none of the tray's.
        ("-3k +?", "35", "?", False),
        ("-3 +?k", "35", "?", False),
    ],
)
def test_what_can_be_read_no_longer_or_at_last_lay_still(
    steps: str, left: str, came: str, still: bool
) -> None:
    """While others are in the hand."""
    assert still == TRAY.lay_still(steps_of(steps), white(left), white(came))


@pytest.mark.parametrize(
    ("before", "lie", "came", "still"),
    [
        (None, "red-3", "red-3", True),
        (None, "red-3 black-1", "red-3 black-1", False),
        (None, "", "", False),
        ("black-1 red-2 red-3", "red-3", "red-3", True),
        ("black-1 red-2 red-3", "red-3 red-2", "red-3 red-2", True),
        ("black-1 red-2 red-3", "black-1 red-3 red", "red-3", True),
        ("black-1 red-2 red-3", "red-3 black-3", "red-3 black-3", False),
        ("black-1 red-2 red-3", "red-6", "red-6", False),
        ("black-1 red-2 red-3", "red", "red", False),
        # The other one of its colour shows now what this one showed.
        ("black-1 red-2 red-3", "red-3 red-3", "red-3", False),
        ("black-1 red-2 red-3", "black-3 red-3", "red-3", True),
    ],
)
def test_dice_that_come_to_light(before: str | None, lie: str, came: str, still: bool) -> None:
    """With the others of their colours they show what they showed; or one does of those that are all to be thrown."""
    known = None if before is None else BLACK_AND_RED.read(before.split())
    there = BLACK_AND_RED.read(lie.split())

    assert still == BLACK_AND_RED.came_to_light(known, there, tuple(came.split()))


@pytest.mark.parametrize(
    ("came", "missing", "told", "then"),
    [
        ("red-5 red", "", 3, "red-3 red-5"),
        ("red red", "", 3, "red red-3"),
        ("red-5", "red", 3, "red-3 red-5"),
        ("red-5 red", "red", 6, "red-5 red-6"),
        ("red-5", "black", 3, "red-5"),
        ("", "", 3, ""),
    ],
)
def test_a_die_that_is_told(came: str, missing: str, told: int, then: str) -> None:
    """It came as it was told, also from where nobody sees it."""
    asked = (("black", None), ("red", None), ("red", None))
    roll = UnreadRoll((("red", 1),), asked, (*missing.split(),), (), (*came.split(),))
    known = roll.with_die(BLACK_AND_RED, "red", told)

    assert (("black", "red"), (("red", 1), ("red", told))) == (known.open, known.values)
    assert tuple(then.split()) == known.came
    with pytest.raises(ValueError, match=" "):
        roll.with_die(BLACK_AND_RED, "green", told)


OFTEN = [(0.3, 0.3), (0.1, 0.1), (0.3, 0.0), (0.0, 0.3)]
SELDOM = [(0.0, 0.0), (0.0, 0.1), (0.1, 0.0), (0.1, 0.3), (0.3, 0.1)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unread", "phantom"),
    [*OFTEN, *(pytest.param(*each, marks=pytest.mark.prove) for each in SELDOM)],
)
def test_unread_and_phantom_dice_at_once(unread: float, phantom: float) -> None:
    """Of twenty games of thirteen turns, every roll is seen once, with what it showed."""
    for seed in range(20):
        chance = Random(seed)
        evening = Evening(chance, Camera(chance, unread, phantom))
        for _ in range(13):
            evening.turn()

        assert evening.truth == evening.watcher.rolls, seed


@dataclass
class ToldOf:
    """What dice that are told need of a game's recorder: a roll that is not read, and how the dice lay."""

    unread: UnreadRoll | None
    watched: rolls.DiceWatched
    table: Table = Table()

    @property
    def table_state(self) -> "ToldOf":
        return self

    def record(self, event: object) -> None:
        match event:
            case rolls.DieTold(colour, value):
                assert self.unread is not None
                self.unread = self.unread.with_die(TRAY, colour, value)
            case rolls.RollRead():
                self.unread = None
            case rolls.DiceWatched():
                self.watched = event


FOUR = (("white", 1), ("white", 2), ("white", 3), ("white", 4))
WHOLE = (*FOUR, ("white", 6))


@pytest.mark.parametrize(
    ("lay", "taken_up", "rolled"),
    [
        (WHOLE, False, []),
        (WHOLE, True, [WHOLE]),
        ((*FOUR, ("white", 5)), False, [WHOLE]),
        (None, False, [WHOLE]),
    ],
    ids=["as it lay", "from the hand", "another", "unknown"],
)
def test_the_last_die_that_is_told_completes_the_roll(
    lay: rolls.Values | None, taken_up: bool, rolled: list[rolls.Values]
) -> None:
    """It is none where the dice show what they showed and nobody had any in the hand; until the last one is told nothing counts."""
    found: list[rolls.Values] = []
    watch: DiceWatch[Any] = DiceWatch(
        tray=TRAY,
        known=lambda _: (),
        falls=lambda *_: True,
        rolled=lambda _, values: found.append(values),
        lost=lambda _: None,
    )
    roll = UnreadRoll(FOUR[:3], (("white", None),) * 2, taken_up=taken_up)
    table = ToldOf(roll, rolls.DiceWatched(lay=lay))
    watch.told(table, "white", 4)
    early = [*found], table.unread is None, table.watched.lay
    watch.told(table, "white", 6)

    assert ([], False, lay) == early
    assert rolled == found
    assert (None, WHOLE) == (table.unread, table.watched.lay)


def zones(look: str) -> dict[str, str]:
    """``123:4?``: what lies in the tray, and what is set aside; ``_``: nothing."""
    tray, _, kept = look.replace("_", "").partition(":")
    return {"tray": tray, "kept": kept}


@pytest.mark.parametrize(
    ("looks", "told", "lay", "aside", "out", "sure", "phantoms", "hidden", "taken_up"),
    [
        ("_", "", None, 0, 5, True, 0, "", None),
        ("12345", "", "12345", 0, 0, False, 0, "", None),
        ("1234", "illegal", None, 0, 1, True, 0, "", None),
        ("1234?", "", None, 0, 0, False, 0, "", None),
        ("12345?", "", "12345", 0, 0, False, 1, "", None),
        ("123456", "illegal", None, 0, 0, False, 0, "", None),
        ("123:45", "", "12345", 2, 0, False, 0, "", None),
        ("123:4?", "", None, 2, 0, False, 0, "", None),
        ("_ 12345", "rolled", "12345", 0, 0, False, 0, "", None),
        ("_ 1234?", "unread", None, 0, 0, False, 0, "", True),
        ("_ 12345 1234", "rolled", "12345", 0, 1, True, 0, "", None),
        ("_ 12345 123 1234", "rolled illegal", "12345", 0, 2, True, 0, "", None),
        ("_ 12345 1234 123", "rolled", "12345", 0, 2, True, 0, "", None),
        ("_ 12345 123?", "rolled", "12345", 0, 1, True, 0, "", None),
        ("_ 12345 123??", "rolled", "12345", 0, 0, False, 0, "", None),
        ("_ 12345 1234?", "rolled", "12345", 0, 0, False, 0, "", None),
        ("_ 12345 1233?", "rolled unread", "12345", 0, 0, False, 0, "", True),
        ("_ 12345 12346", "rolled rolled", "12346", 0, 0, False, 0, "", None),
        ("_ 12345 12345?", "rolled", "12345", 0, 0, False, 1, "", None),
        ("_ 12345 12345? 1234?", "rolled", "12345", 0, 1, False, 1, "", None),
        ("_ 12345 12345? 1234? ~", "rolled unread", "12345", 0, 0, False, 0, "", False),
        ("_ 12345 12345? 123?", "rolled", "12345", 0, 2, True, 1, "", None),
        ("_ 12345 12345? 123? 1236?", "rolled unread", "12345", 0, 0, False, 0, "", True),
        ("_ 12345 12345? 123? 12366?", "rolled rolled", "12366", 0, 0, False, 1, "", None),
        ("_ 12345 _ 12345", "rolled rolled", "12345", 0, 0, False, 0, "", None),
        ("_ 12345 _ 1234", "rolled illegal", "12345", 0, 5, True, 0, "", None),
        ("_ 12345 2345 12345", "rolled rolled", "12345", 0, 0, False, 0, "", None),
        ("_ 12345 2345 2345?", "rolled unread", "12345", 0, 0, False, 0, "", True),
        ("_ 12345 ~12", "rolled nudged", "12345", 0, 0, False, 0, "", None),
        ("_ 12345 ~?", "rolled", "12345", 0, 0, False, 0, "", None),
        ("_ 12345 1234:5", "rolled", "12345", 1, 0, False, 0, "", None),
        ("_ 12345 1234:?", "rolled", "12345", 1, 0, False, 0, "5", None),
        ("_ 12345 123:5?", "rolled", "12345", 2, 0, False, 0, "4", None),
        ("_ 12345 123:??", "rolled", "12345", 2, 0, False, 0, "45", None),
        ("_ 12335 125:3?", "rolled", "12335", 2, 0, False, 0, "3", None),
        ("_ 12335 125:??", "rolled", "12335", 2, 0, False, 0, "33", None),
        ("_ 12335 125:?", "rolled", "12335", 0, 1, True, 0, "", None),
        ("_ 12335 125:? 125:3?", "rolled", "12335", 2, 0, False, 0, "3", None),
        ("_ 12345 1234:? 1234 1234:?", "rolled unread", "12345", 1, 0, False, 0, "", True),
        ("_ 12345 :45 123:45", "rolled rolled", "12345", 2, 0, False, 0, "", None),
        ("_ 12345 :45 12?:45", "rolled unread", "12345", 2, 0, False, 0, "", True),
        ("_ 12345 :45 116:45", "rolled rolled", "11456", 2, 0, False, 0, "", None),
        ("_ 12345 :4? 116:4?", "rolled unread", "12345", 2, 0, False, 0, "", True),
        ("_ 12345 1234:? :? 1666:?", "rolled rolled", "15666", 1, 0, False, 0, "5", None),
        ("_ 12345 1234:? 123:?? :?? 666:??", "rolled rolled", "45666", 2, 0, False, 0, "45", None),
        ("_ 1234? 123456", "unread illegal", None, 0, 0, False, 0, "", True),
        ("_ 1234? 1234 12346", "unread rolled", "12346", 0, 0, False, 0, "", None),
        ("_ 1234? 123 12366", "unread roll-lost rolled", "12366", 0, 0, False, 0, "", None),
        ("_ 1234? 12346", "unread rolled", "12346", 0, 0, False, 0, "", None),
        ("_ 1234? 12366", "unread roll-lost rolled", "12366", 0, 0, False, 0, "", None),
        ("_ 123?? 1236?", "unread", None, 0, 0, False, 0, "", True),
        ("_ 123?? 12 1266?", "unread roll-lost unread", None, 0, 0, False, 0, "", True),
        ("_ 12345 123456 12345", "rolled illegal", "12345", 0, 0, False, 0, "", None),
        ("_ 12345 1234 1234:5", "rolled", "12345", 1, 0, False, 0, "", None),
        ("_ 12345 123 1234:5", "rolled rolled", "12345", 1, 0, False, 0, "", None),
        ("_ 12345 123 1235:4", "rolled rolled", "12345", 1, 0, False, 0, "", None),
        # Dice that lay there until others fell are asked for, or read once they are seen again.
        ("_ 12345 :45 126:4", "rolled unread", "12345", 1, 0, False, 0, "", True),
        ("_ 12345 :45 126:4 126:45", "rolled unread rolled", "12456", 2, 0, False, 0, "", None),
        ("_ 12345 :45 123:4", "rolled unread", "12345", 1, 0, False, 0, "", True),
        ("_ 12345 1236 12356", "rolled unread rolled", "12356", 0, 0, False, 0, "", None),
        ("_ 12345 :45 12:4", "rolled illegal", "12345", 0, 3, True, 0, "", None),
        ("_ 12345 :45 12:45", "rolled illegal", "12345", 0, 3, True, 0, "", None),
        # One that is not read went out of sight as another was set aside: perhaps it was not thrown.
        ("_ 12345 1234? 123:4 123?:4", "rolled unread", "12345", 1, 0, False, 0, "", False),
        ("_ 12345 123 12345", "rolled rolled", "12345", 0, 0, False, 0, "", None),
        # One roll too many, and a first one of fewer than all: how they lie is remembered all the same.
        (
            "_ 12345 22345 33345 333 33366",
            "rolled rolled rolled illegal",
            "33366",
            0,
            0,
            False,
            0,
            "",
            None,
        ),
        (
            "_ 12345 22345 33345 333 3336?",
            "rolled rolled rolled illegal",
            None,
            0,
            0,
            False,
            0,
            "",
            None,
        ),
        (
            "_ 12345 22345 33345 333 33366 33345",
            "rolled rolled rolled illegal",
            "33345",
            0,
            0,
            False,
            0,
            "",
            None,
        ),
        (
            "_ 12345 22345 33345 333 33366 ~6",
            "rolled rolled rolled illegal nudged",
            "33366",
            0,
            0,
            False,
            0,
            "",
            None,
        ),
        (
            "_ 12345 22345 33345 333 33366 333 33361",
            "rolled rolled rolled illegal illegal",
            "13336",
            0,
            0,
            False,
            0,
            "",
            None,
        ),
        (
            "_ 12345 22345 33345 333:4 333:45 336:45",
            "rolled rolled rolled illegal",
            "33456",
            2,
            0,
            False,
            0,
            "",
            None,
        ),
        (
            "_ 12345 22345 33345 _ 11111",
            "rolled rolled rolled owed rolled five-alike",
            "11111",
            0,
            0,
            False,
            0,
            "",
            None,
        ),
        (
            "_ 12345 22345 33345 11111",
            "rolled rolled rolled owed rolled five-alike",
            "11111",
            0,
            0,
            False,
            0,
            "",
            None,
        ),
        (
            "_ 12345 22345 33345:_ 333:45 116:45",
            "rolled rolled rolled illegal",
            "11456",
            2,
            0,
            False,
            0,
            "",
            None,
        ),
        (":12 345:12", "illegal illegal", "12345", 2, 0, False, 0, "", None),
        (":12 34?:12", "illegal illegal", None, 2, 0, False, 0, "", None),
        (":12 345:12 ~3", "illegal illegal nudged", "12345", 2, 0, False, 0, "", None),
        ("12345 1234:5 :5 1236:5", "illegal", "12356", 1, 0, False, 0, "", None),
        ("12345 _ 1236:5", "rolled", "12356", 1, 0, False, 0, "", None),
        ("_ 1234? 12345:_ 2345 22345", "unread rolled rolled", "22345", 0, 0, False, 0, "", None),
    ],
)
def test_what_is_remembered_of_looks(
    looks: str,
    told: str,
    lay: str | None,
    aside: int,
    out: int,
    sure: bool,
    phantoms: int,
    hidden: str,
    taken_up: bool | None,
) -> None:
    """How the dice lay, which were in the hand, for certain or perhaps, what is none, and what is known of those aside; of a roll that is asked about, whether it was one.

    The first look is what lies there as the game begins; ``~``: some of the tray lie
    elsewhere and show the same.
    """
    first, *others = looks.split()
    table = WatchedDice(GAME, "Ann", "Ben", begins=zones(first))
    for look in others:
        table.shows(**({"moved": look[1:]} if look[0] == "~" else zones(look)))
    state = table.session.state

    def values(dice: rolls.Values | None) -> str | None:
        return dice if dice is None else "".join(str(value) for _, value in dice)

    watched = state.watched
    assert told.split() == table.told()
    assert (lay, aside, hidden) == (values(watched.lay), watched.aside, values(watched.hidden))
    assert (out, sure, phantoms) == (len(watched.out), watched.sure, len(watched.phantoms))
    assert taken_up == (state.unread.taken_up if state.unread else None)
