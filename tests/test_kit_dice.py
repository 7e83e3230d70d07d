"""A game of dice at a table: five dice of one colour, seen by a camera that does not read all and sees some that are none."""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from companion.kit import rolls
from companion.kit.dice import PIPS, DiceLying, Tray, UnreadRoll
from companion.kit.dice_watch import DiceWatch
from companion.pieces import DiceSet, Die
from companion.table import Step, Table

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
        if not self.lifted and TRAY.as_before(self.before, self.lying):
            return None
        asked = tuple((colour, None) for colour in self.lying.unread)
        return UnreadRoll(self.lying.values, asked) if asked else None

    def told(self, roll: UnreadRoll) -> None:
        """People have said what each unread die shows."""
        self._known(DiceLying(roll.values))

    def _known(self, dice: DiceLying) -> None:
        if self.lifted or not TRAY.as_before(self.before, dice):
            self.rolls.append(dice.shown)
        self.before, self.lifted = dice, False


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


@pytest.mark.parametrize(
    ("steps", "moved"),
    [
        ("-3 +3", ("white-3",)),
        ("-3 +? -? +3", ()),
        ("-3 -3 +? -? +3 +3", ("white-3",)),
        ("-3 +? -? +4", None),
    ],
)
def test_a_die_that_was_unread_for_a_while_lay_still(
    steps: str, moved: tuple[str, ...] | None
) -> None:
    """Where it shows what it showed; of two alike, one of them."""
    told = [
        Step("+" if s[0] == "+" else "-", "tray", f"white-{s[1]}".removesuffix("-?"))
        for s in steps.split()
    ]

    left, came = replace(TRAY, still_if_same=True).gone_and_come(told, (), ())

    assert (left, came) == ((("white-3",), ("white-4",)) if moved is None else (moved, moved))


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
