"""An evening at a game's table: what robots do is seen or entered, people answer, say what they like, and take it back."""

import json
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.announce import Announcement
from companion.errors import IllegalMove
from companion.inputs import Input
from companion.journal.journal import Journal
from companion.kit.painted import ScriptConfig
from companion.rules import Json
from companion.session.history import History, HistoryRecord
from companion.session.session import Outcome, Session
from companion.table import Observation
from companion.words import LANGUAGES, words

NAMES: Final = ("Ann", "Bob", "Cem", "Dan", "Eva", "Fin", "Gil", "Hal")
ORDERS: Final[tuple[Json, ...]] = tuple(
    {"do": order} for order in ("pause", "resume", "begin", "finish", "done")
)
"""What people order at any table."""
STRANGE: Final = "strange"
"""A key that no correction has."""
WRONG: Final[tuple[Json, ...]] = (
    {},
    {"do": "no such thing"},
    {"do": None},
    {"do": "turn", "player": -1},
    {"move": 5},
    {"move": "no such move"},
)
"""What no game takes, as a correction or as a move."""
LATE: Final = 12
"""Acts after which what people agree on must have been understood: some of it only the next turn shows."""
OFTEN: Final = 0.1
"""How often people say something that they take back, while a game is seen."""
UNDERSTOOD: Final = "painted-games-are-understood"
ANSWERED: Final = "every-choice-is-an-answer"
REFUSED: Final = "refusals-are-in-words"
UNDONE: Final = "undo-is-never-having-done-it"
SET_UP: Final = 40
"""Acts in which a table is set up."""
OFFERED: Final = 4
"""So many of the offered moves are tried at once."""
ANSWERS: Final = 10
"""So many questions are answered after one another; a question that is asked again for ever is a fault."""


@dataclass
class Evening:
    """A game at the table, and what was noticed in it: name of a law -> where it was broken."""

    package: Any
    examples: Any
    how: str
    """For people: how it is played."""
    setup: Json
    chance: Random
    broken: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    kinds: set[str] = field(default_factory=set)
    """The names of all events that came."""
    news: list[Announcement] = field(default_factory=list)
    """Everything announced."""
    inputs: list[Observation] = field(default_factory=list)
    lines: list[Json] = field(default_factory=list)
    """What `murphy watch` would print."""

    def __post_init__(self) -> None:
        self.clock = 1_000.0
        game, journal = self.package.played(), Journal(None, clock=self._now)
        self.session: Session[Any] = Session(game, journal, setup=self.setup, clock=self._now)
        self._lines = self.package.lines() if self.package.lines else None
        self._words = self._order()
        self._strange: Iterator[Json] = cycle(self.examples.corrections)

    def _now(self) -> float:
        self.clock += 1.0
        return self.clock

    def breach(self, law: str, what: str) -> None:
        """Something broke a law."""
        at = self.session.journal.last
        self.broken[law].append(f"{self.how}, entry {at}: {what}")

    # -- what comes ---------------------------------------------------------

    def sees(self, observation: Observation) -> tuple[Announcement, ...]:
        """The camera tells something; what is announced then."""
        self.inputs.append(observation)
        came = self.session.observe(observation)
        self.take(came)
        return came.announcements

    def take(self, came: Outcome) -> None:
        """Look at what came of an input."""
        self.kinds.update(event["event"] for event in came.events)
        self.news += came.announcements
        if self._lines is not None:
            self.lines += self._lines.played(came, self.session)

    # -- what people say ----------------------------------------------------

    def _order(self) -> Iterator[tuple[str, Json]]:
        """Everything that may be said, again and again in another order: whether it is a move or a correction, and what."""
        package, examples = self.package, self.examples
        seats, button = range(len(self.setup["players"])), package.seat_button
        buttons = [] if button is None else [button(seat) for seat in seats]
        corrections = (*ORDERS, *WRONG, *buttons, *examples.corrections)
        said = [("correct", word) for word in corrections]
        said += [("submit", word) for word in (*WRONG, *examples.moves)]
        while True:
            self.chance.shuffle(said)
            yield from said

    def disturb(self) -> None:
        """People say up to three things and take them back, in any order: then it is as if they had said nothing."""
        before, shown = self.session.state, self._shown()
        for word in islice(self._strange, 1):
            self._say("correct", {**word, STRANGE: 1})
        taken = [each for _ in range(3) if (each := self._say(*next(self._words)))]
        self.chance.shuffle(taken)
        self._take_back(before, shown, taken)

    def _shown(self) -> dict[str, Any]:
        """What everybody sees now, as it is now: a copy."""
        copy: dict[str, Any] = _plain(calm(self.session.view()))
        return copy

    def _take_back(self, before: Any, shown: Json, entries: list[int]) -> None:
        for entry in entries:
            self.take(self.session.undo(entry))
        others = _others(shown, self._shown())
        if others or self.session.state != before:
            what = f"the view has another {others}" if others else "the state differs"
            story = [_told(r.input.to_json()) for r in self.session.history[-3:]]
            self.breach(UNDONE, f"after undo {what}; last before that: {story}")

    def _say(self, how: str, word: Json) -> int | None:
        """The entry of something said; None if it was refused."""
        say: Callable[..., Outcome] = getattr(self.session, how)
        what = f"{how} {_told(word)}"
        try:
            came = say(word)
        except IllegalMove as refusal:
            for reason in refusal.reasons:
                for why in unsaid(reason):
                    self.breach(REFUSED, f"{what}: {reason.key!r} {why}")
            return None
        except Exception as error:
            self.breach(REFUSED, f"{what} is no IllegalMove, {raised(error)}")
            return None
        if word in WRONG or STRANGE in word:
            self.breach(REFUSED, f"{what} was taken")
        self.take(came)
        return came.entry

    # -- questions ----------------------------------------------------------

    def answer(self, answers: Callable[[Any], str | None]) -> None:
        """People answer what they are asked; before that, now and then, something else, which is taken back."""
        for _ in range(ANSWERS):
            asked = self.session.view()["questions"]
            pairs = ((question, answers(question)) for question in asked)
            found = next(((q, c) for q, c in pairs if c is not None), None)
            if found is None:
                return
            question, choice = found
            if self.chance.random() < 0.2:
                self._try(question)
            self._choose(question, choice)
        still = f"{ANSWERS} answers on end, and still {question['id']!r} is asked"
        self.breach(ANSWERED, still)

    def _try(self, question: Any) -> None:
        before, shown = self.session.state, self._shown()
        choice = self.chance.choice(question["choices"])["id"]
        entry = self._choose(question, choice)
        if entry is not None:
            self._take_back(before, shown, [entry])

    def _choose(self, question: Any, choice: str) -> int | None:
        try:
            came = self.session.answer(question["id"], choice, by=question["player"])
        except Exception as error:
            answer = f"{choice!r} to {question['id']!r} ({question['topic']})"
            self.breach(ANSWERED, f"{answer} is refused: {raised(error)}")
            return None
        self.take(came)
        return came.entry

    # -- moves --------------------------------------------------------------

    def moves(self, pages: Any) -> bool:
        """Try some of what the pages offer, keep one of it; whether there was any."""
        seats = range(len(self.setup["players"]))
        offered = [(seat, _plain(move)) for seat in seats for move in pages.legal(seat)]
        self.chance.shuffle(offered)
        kinds: dict[str, tuple[int, Json]] = {}
        for seat, move in offered:
            kinds.setdefault(str(move.get("move", move)).split()[0], (seat, move))
        ways = list(kinds.values())[:OFFERED]
        for seat, move in ways:
            self._tried(seat, move)
        return any(self._moved(seat, move) is not None for seat, move in ways[-1:])

    def _moved(self, seat: int, move: Json) -> int | None:
        """The entry of an offered move; None if it is refused, as it must not be."""
        filled = self.examples.filled(move, self.session.state, self.chance)
        try:
            came = self.session.submit(filled, by=seat)
        except Exception as error:
            refused = f"{_told(filled)} is refused: {raised(error)}"
            what = f"seat {seat} is offered {_told(move)}, and {refused}"
            self.breach("offered-moves-are-taken", what)
            return None
        self.take(came)
        return came.entry

    def _tried(self, seat: int, move: Json) -> None:
        """An offered move is made and taken back, by its entry or as the last one."""
        before, shown = self.session.state, self._shown()
        entry = self._moved(seat, move)
        if entry is None:
            return
        if self.chance.random() < 0.5:
            self._take_back(before, shown, [entry])
            return
        came = self.session.undo()
        self.take(came)
        others = _others(shown, self._shown())
        if others:
            what = f"undo of {_told(move)} leaves another {others}"
            self.breach("undo-takes-back-the-last-move", what)
            for mine in (came.entry, entry):
                self.session.undo(mine)

    # -- once more ----------------------------------------------------------

    def without_one(self) -> None:
        """Something said long ago is taken back, and then said after all: as if it had never been said, and as if nothing had been."""
        end, story = self.session.state, self.session.history
        said = [r.input for r in story if r.input.seen is None]
        if not said or any(r.input.before is not None for r in story):
            return
        gone = said[len(said) // 3]
        undone = self.session.undo(gone.seq)
        if self.session.state != self._never(gone, story):
            what = f"without entry {gone.seq}, {_told(gone.to_json())},"
            other = "it is another game than one in which it was never said"
            self.breach(UNDONE, f"{what} {other}")
        self.take(undone)
        assert undone.entry is not None
        self.take(self.session.undo(undone.entry))
        if self.session.state != end:
            what = f"once the undo of entry {gone.seq} is undone"
            self.breach(UNDONE, f"{what}, it is another game than before")

    def _never(self, gone: Input, story: Sequence[HistoryRecord[Any]]) -> Any:
        """The state of a game in which everything was said but one thing."""
        never: History[Any] = History(self.package.played(), self.setup)
        for record in story:
            if record.input.seq != gone.seq:
                # What no longer fits is left out, as the session does it.
                with suppress(IllegalMove):
                    kept, records = never.derived(record.input)
                    never.take(record.input, kept, records)
        return never.state


def calm(view: Json) -> dict[str, Any]:
    """A view without what every entry changes."""
    return {k: v for k, v in view.items() if k not in ("seq", "announcements")}


def unsaid(value: Any) -> Iterator[str]:
    """In which languages a message, or one among JSON values, cannot be said, and why."""
    for language in LANGUAGES:
        try:
            words(language).worded(value)
        except (KeyError, ValueError, IndexError) as error:
            yield f"cannot be said in {language}: {error!r}"


def _plain(value: Json) -> Any:
    """JSON values as they come from the wire."""
    return json.loads(json.dumps(value))


def _others(shown: Json, now: Json) -> str:
    """What of a view is another one now, by name."""
    return ", ".join(key for key in shown if shown[key] != now.get(key))


def _told(value: Json, most: int = 90) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= most else f"{text[:most]}…"


# Evenings ----------------------------------------------------------------------------


def _begun(trial: Any, how: str, players: int, more: Json) -> Evening:
    package = trial.package
    asked = {"players": [*NAMES[:players]], "edition": package.edition}
    rulings = more.get("rulings")
    setup = package.setup(asked | ({"rulings": rulings} if rulings else {}))
    camera = {"camera": more["camera"]} if "camera" in more else {}
    chance = Random(trial.seed)
    return Evening(package, trial.examples, how, {**setup, **camera}, chance)


def _come_to_an_end(evening: Evening, play: Callable[[], None]) -> Evening:
    """The evening, played as far as the game lets it."""
    try:
        play()
    except Exception as error:  # whatever a game does wrong is told, not raised
        evening.breach("tables-never-stumble", raised(error))
    return evening


def tapped_evening(trial: Any, players: int, rulings: Json) -> Evening:
    """A game without a camera: people tap what the pages offer."""
    how = f"entered by tap, {players} players"
    if rulings:
        how += f", {_told(rulings)}"
    evening = _begun(trial, how, players, {"camera": False, "rulings": rulings})
    return _come_to_an_end(evening, lambda: _tapped(trial, evening))


def _tapped(trial: Any, evening: Evening) -> None:
    pages = trial.package.pages(lambda: evening.session.state, dict)
    for word in trial.examples.begins:
        evening.take(evening.session.correct(word))
    for _ in range(trial.effort.taps):
        going = evening.moves(pages)
        evening.answer(lambda q: str(evening.chance.choice(q["choices"])["id"]))
        evening.disturb()
        if not going and not evening.session.view()["questions"]:
            break
    evening.without_one()


def seen_evening(trial: Any, players: int, unread: float) -> Evening:
    """The painted game; ``unread``: how likely nobody can read a die."""
    how = f"painted, seed {trial.seed}, {players} players"
    if unread:
        how += f", {unread:.0%} of the dice unread"
    evening = _begun(trial, how, players, {})
    config = ScriptConfig(trial.seed, players, trial.package.edition)
    return _come_to_an_end(evening, lambda: _seen(trial, evening, config, unread))


def _seen(trial: Any, evening: Evening, config: ScriptConfig, unread: float) -> None:
    sight = trial.sight(trial.package, config, unread)
    late, last = 0, None
    for moment in islice(sight.moments(), trial.effort.acts):
        if moment.step.game:
            _ended(evening, last)
            break
        if moment.seen is not None:
            _sees(evening, moment.seen, clear=not unread)
        evening.answer(partial(sight.answer, frame=moment.frame))
        late = 0 if _agree(evening, moment.step) else late + 1
        most = SET_UP if evening.session.view()["phase"] == "set-up" else LATE
        if late == most:
            other = _other(evening, moment.step)
            evening.breach(UNDERSTOOD, f"for {most} acts {other}")
        if evening.chance.random() < OFTEN:
            evening.disturb()
        last = moment.step
    evening.without_one()


def _sees(evening: Evening, seen: Observation, *, clear: bool) -> None:
    """The camera tells something; robots keep the rules, so nothing is wrong with what is clearly seen."""
    for said in evening.sees(seen):
        if clear and said.kind == "illegal":
            told = words("en")(said.text)
            what = f"the robots keep the rules, and are told {told!r}"
            evening.breach(UNDERSTOOD, what)


def _ended(evening: Evening, last: Any) -> None:
    """The robots' first game is over; so is the table's, and it ends alike."""
    if not _agree(evening, last):
        evening.breach(UNDERSTOOD, f"at the end {_other(evening, last)}")
    if evening.session.view()["phase"] != "over":
        evening.breach(UNDERSTOOD, "the robots' game is over, and the table's is not")


def _pair(evening: Evening, step: Any) -> tuple[object, object] | None:
    """What people would agree on by the robots, and by the table; None where the game does not say what that is."""
    examples = evening.examples
    if examples.public is None:
        return None
    known = examples.rules(evening.session.state)
    return examples.public(step.after), examples.public(known)


def _agree(evening: Evening, step: Any) -> bool:
    pair = _pair(evening, step)
    return pair is None or pair[0] == pair[1]


def _other(evening: Evening, step: Any) -> str:
    robots, table = (str(each)[:300] for each in _pair(evening, step) or ())
    return f"the robots have {robots}, the table has {table}"


def raised(error: BaseException) -> str:
    """Where and what was raised: the innermost place outside the laws."""
    frames = traceback.extract_tb(error.__traceback__)
    own = str(Path(__file__).parent)
    theirs = [frame for frame in frames if not frame.filename.startswith(own)]
    last = (theirs or frames)[-1]
    return (
        f"{Path(last.filename).name}:{last.lineno} in {last.name}: {type(error).__name__}: {error}"
    )
