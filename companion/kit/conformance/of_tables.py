"""Laws of a game at its table: what a session makes of inputs, what everybody sees, what a journal keeps."""

import json
from collections.abc import Iterator
from typing import Any, Final

from companion.announce import AT_ANY_TABLE, Announcement
from companion.codec import reader
from companion.journal.journal import Draft, Journal
from companion.kit.conformance.evening import Evening, calm, unsaid
from companion.kit.conformance.law import Law, law, laws_in
from companion.kit.conformance.of_words import called_with, folder_of
from companion.kit.conformance.trial import Trial
from companion.rules import Json, PublicView
from companion.session.history import History
from companion.session.session import Session
from companion.table import OBSERVATIONS
from companion.words import LANGUAGES, words

KIT: Final = "companion.kit."


def _noticed(name: str, text: str, mend: str, *needs: str) -> Law:
    """A law whose breaches are noticed while evenings are played."""

    def check(trial: Trial) -> Iterator[str]:
        for evening in trial.evenings:
            yield from evening.broken[name]

    return Law(name, text, mend, needs, check)


EVENINGS: Final[tuple[Law, ...]] = (
    _noticed(
        "tables-never-stumble",
        "Whatever is seen, offered and asked, the game raises nothing that nobody expects.",
        "Let the game take whatever a camera may tell of its table, and have a view at any time.",
        "rules",
    ),
    _noticed(
        "refusals-are-in-words",
        "What cannot be done is refused in words of every language, and leaves no trace.",
        "Let `respond` raise IllegalMove, with a key of the word files, for whatever it does not take, before it concludes anything.",
        "rules",
    ),
    _noticed(
        "undo-is-never-having-done-it",
        "What is undone, in whatever order, is as if it had never been said.",
        "Keep nothing outside the state, and change no value that a state holds: `respond` and `evolve` are pure.",
        "rules",
    ),
    _noticed(
        "undo-takes-back-the-last-move",
        "After undo, everybody sees what was to be seen before the last move.",
        "Let `undoing` name the entry of the last move (kit: GameChanged is recorded by `done()`).",
        "rules",
        "pages",
    ),
    _noticed(
        "offered-moves-are-taken",
        "What the pages offer a seat is taken from that seat.",
        "Let the pages' `legal` list only moves that `submit` takes; `examples.filled` adds what dice and cards came to.",
        "rules",
        "pages",
    ),
    _noticed(
        "every-choice-is-an-answer",
        "Every choice of a question is taken as an answer.",
        "Let each choice of a question lead somewhere, and close the question.",
        "rules",
    ),
    _noticed(
        "painted-games-are-understood",
        "The table understands what its robots play, from what a camera sees and people answer.",
        "Compare what the robots did (`painted`) with what `observe` concludes from what is seen of it.",
        "rules",
        "painted",
        "examples.public",
    ),
)


# Journals ----------------------------------------------------------------------------


@law(
    "Let `evolve` make the state of the event alone, and `event_from_json` read all that `event_to_json` writes.",
    "rules",
)
def journals_tell_the_same_game(trial: Trial) -> Iterator[str]:
    """A journal that is read again tells the same game, to the same state."""
    for evening in trial.evenings:
        first = evening.session
        second = _read_again(evening)
        pairs = zip(first.history, second.history, strict=True)
        for one, other in pairs:
            if one.state != other.state or one.announcements != other.announcements:
                yield f"{evening.how}: entry {one.input.seq} ({one.input.kind}) is told otherwise"
                break
        if calm(first.view()) != calm(second.view()):
            yield f"{evening.how}: the view is another one"


def _read_again(evening: Evening) -> Session[Any]:
    journal = Journal(None)
    for entry in evening.session.journal.after(0):
        data = json.loads(json.dumps(entry.data))
        journal.append((Draft(entry.kind, data),), at=entry.at)
    return Session(evening.package.played(), journal)


@law(
    "Take chance, time and everything else from the input and the state: a journal keeps the inputs, and undo derives from them anew.",
    "rules",
)
def the_same_inputs_are_the_same_game(trial: Trial) -> Iterator[str]:
    """The same inputs, derived anew, lead to the same events."""
    for evening in trial.evenings:
        story = evening.session.history
        game = evening.package.played()
        anew: History[Any] = History(game, json.loads(json.dumps(evening.setup)))
        for record in story:
            said = record.input
            if record.dropped:
                continue
            if said.before is not None:
                break
            kept, records = anew.derived(said)
            anew.take(said, kept, records)
            if records[-1].events != record.events:
                yield f"{evening.how}: entry {said.seq} ({said.kind}) leads to {records[-1].events} and not to {record.events}"
                break


@law("Let the codec write every field of an event and of its parts, and read it back.", "rules")
def events_read_back(trial: Trial) -> Iterator[str]:
    """Every event, as JSON, reads back as the same event."""
    game = trial.package.played()
    stories = (evening.session.history for evening in trial.evenings)
    events = (event for story in stories for record in story for event in record.events)
    told = {json.dumps(event, sort_keys=True): event for event in events}
    for event in (*told.values(), *trial.examples.events):
        plain = json.loads(json.dumps(event))
        back = game.event_to_json(game.event_from_json(plain))
        if json.loads(json.dumps(back)) != plain:
            yield f"{plain} reads back as {back}"


@law(
    "Add an example to `examples.events` for a kind that robots seldom come to, or drop a kind that nothing leads to.",
    "rules",
)
def every_event_is_met(trial: Trial) -> Iterator[str]:
    """Every kind of event that is the game's own comes in some game, or is among the examples."""
    kinds = getattr(getattr(trial.package.played(), "events", None), "kinds", {})
    met = {kind for evening in trial.evenings for kind in evening.kinds}
    met |= {event["event"] for event in trial.examples.events}
    for name, kind in sorted(kinds.items()):
        # What the kit brings a game may have no use for.
        if name not in met and not kind.__module__.startswith(KIT):
            yield f"no game and no example has the event {name!r}"


@law("Let an observation hold nothing but what its `to_json` writes.", "painted")
def observations_read_back(trial: Trial) -> Iterator[str]:
    """Every observation, as JSON, reads back as the same observation."""
    for evening in trial.evenings:
        for seen in evening.inputs:
            if OBSERVATIONS.from_json(json.loads(json.dumps(OBSERVATIONS.to_json(seen)))) != seen:
                yield f"{evening.how}: {seen}"


# What is told ------------------------------------------------------------------------


@law(
    "Fill what companion.rules.PublicView lists; the kit's `TableState.public` has most of it.",
    "rules",
)
def views_hold_what_every_view_holds(trial: Trial) -> Iterator[str]:
    """Every view is plain JSON, holds what pages need of any game, and can be said in every language."""
    for evening in trial.evenings:
        story = evening.session.history
        for record in story[:: max(1, len(story) // 20)]:
            view = evening.session.game.view(record.state)
            where = f"{evening.how}, after entry {record.input.seq}"
            wrong = (*_misfits(view), *_unsaid(view))
            yield from (f"{where}: {each}" for each in wrong)
            yield from (f"{where}: {each}" for each in _unlike(view, evening))


def _misfits(view: Any) -> Iterator[str]:
    """What keeps a view from being a ``PublicView``."""
    try:
        _read_view(view)
    except ValueError as error:
        yield f"the view is none: {error}"


_read_view: Final = reader(PublicView)


def _unlike(view: Any, evening: Evening) -> Iterator[str]:
    """What does not fit together in a view."""
    names = [player["name"] for player in view["players"]]
    if names != list(evening.setup["players"]):
        yield f"the players are {names}"
    if view["game"] != evening.package.name:
        yield f"the game is {view['game']!r}"
    turn = (view["turn"] or {}).get("player")
    for seat in (view["winner"], *view.get("winners", ()), turn):
        if seat is not None and not 0 <= seat < len(names):
            yield f"there is no seat {seat}"
    ids = [question["id"] for question in view["questions"]]
    if len(set(ids)) < len(ids):
        yield f"two questions have the same id: {ids}"
    for question in view["questions"]:
        choices = [choice["id"] for choice in question["choices"]]
        if not choices or len(set(choices)) < len(choices):
            yield f"question {question['id']!r} has the choices {choices}"


def _unsaid(value: Any) -> Iterator[str]:
    """What of it is no plain JSON, or cannot be said in some language."""
    try:
        plain = json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError) as error:
        yield f"no plain JSON: {error}"
        return
    yield from unsaid(plain)


@law(
    "List the kind in `announced`, and put its sentence, with all gaps filled, into all word files.",
    "rules",
)
def announcements_are_known(trial: Trial) -> Iterator[str]:
    """Everything announced is of a kind that the game lists, concerns a seat or nobody, and can be said in every language."""
    known = {*trial.package.announced, *AT_ANY_TABLE}
    for where, kind in called_with(folder_of(trial.package.module), "Announcement"):
        if kind not in known:
            yield f"{where}: {kind!r} is announced and not listed"
    for evening in trial.evenings:
        for said in {json.dumps(n.to_json()): n for n in evening.news}.values():
            if said.kind not in known:
                yield f"{evening.how}: {said.kind!r} is announced and not listed"
            where, seats = f"{evening.how}, {said.kind}", evening.setup["players"]
            yield from (f"{where}: {each}" for each in _unsaid(said.to_json()))
            if said.player is not None and not 0 <= said.player < len(seats):
                yield f"{where}: there is no seat {said.player}"
            if Announcement.from_json(said.to_json()).to_json() != said.to_json():
                yield f"{evening.how}, {said.kind}: reads back otherwise"


@law("Let `highlights` count by seat what was announced, under keys of the word files.", "rules")
def highlights_can_be_told(trial: Trial) -> Iterator[str]:
    """What stands out in a game is of a seat, and can be said in every language."""
    for evening in trial.evenings:
        seats = range(len(evening.setup["players"]))
        for each in trial.package.highlights(evening.news, evening.session.view()):
            yield from (f"{evening.how}: {said}" for said in _unsaid(each.text.to_json()))
            if each.player not in seats or each.count < 0:
                yield f"{evening.how}: {each.text.key} counts {each.count} for seat {each.player}"


@law(
    "Give each line of `murphy watch` an `event`, and only values that are JSON or messages.",
    "rules",
    "lines",
)
def watch_lines_can_be_told(trial: Trial) -> Iterator[str]:
    """Every line of `murphy watch` is JSON, names its event, and becomes a sentence in every language."""
    for evening in trial.evenings:
        lines, names = evening.package.lines(), tuple(evening.setup["players"])
        unlike = {json.dumps(each, default=repr): each for each in evening.lines}
        for line in (*unlike.values(), _all_there(trial)):
            where = f"{evening.how}: {str(line)[:80]}"
            if not isinstance(line.get("event"), str):
                yield f"{where} names no event"
            for language in LANGUAGES:
                said = words(language)
                if not lines.in_words(said.worded(line), said, names):
                    yield f"{where} is silent in {language}"


def _all_there(trial: Trial) -> Json:
    """The line of a table on which every piece lies in every zone."""
    read = (face.code for face in trial.package.pieces(None).faces.values())
    codes = [*read, *(f"{colour}-1" for colour in trial.package.dice.colours)]
    return {"event": "table", "zones": dict.fromkeys(trial.package.told_zones, codes)}


LAWS: Final[tuple[Law, ...]] = (*EVENINGS, *laws_in(globals()))
