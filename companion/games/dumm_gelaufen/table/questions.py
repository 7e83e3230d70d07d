"""Questions that only the players can answer: where cards came from, who was involved, how it ended."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from math import exp
from typing import Final

from companion.announce import Message, message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table.state import Recorder, TableState, TurnRecord
from companion.games.dumm_gelaufen.tracker import commit, likelihoods
from companion.games.dumm_gelaufen.tracker.replay import ASKS_WHOM

FOLLOW_UPS: Final = frozenset(("drawn", "whom", "worked", "swapped"))
"""The topics of questions about those parts of an action card that no camera sees."""
MOST_CHOICES: Final = 4


def ask_about(recorder: Recorder, turn: TurnRecord, candidates: Sequence[t.TurnCandidate]) -> None:
    """Ask what a turn was, likeliest choice first; "against the rules" is a choice only if it was reported so."""
    first, *others = candidates
    right = (candidate for candidate in others if candidate.wrong is None)
    apart = told_apart(recorder.table_state.setup.players, (first, *right))
    choices = tuple(
        e.Choice(candidate.id, text, candidate) for candidate, text in islice(apart, MOST_CHOICES)
    )
    _ask(recorder, turn, "source", choices)


def may_have_none(
    table_state: TableState, told: t.TurnCandidate, others: Iterable[t.TurnCandidate]
) -> bool:
    """Whether somebody of whom other readings of a turn say another count may well have no number card by one of them: that more follows from (rules, A6)."""
    sizes = {seat: table_state.state.hands[seat].size[0] for seat in table_state.state.seats}
    more = ((seat, other.counts(seat) - told.counts(seat)) for other in others for seat in sizes)
    left = (sizes[seat] + min(0, count) for seat, count in more if count)
    return any(exp(likelihoods.short(max(0, few))) > 1 - commit.ASK for few in left)


def ask_who_drew(recorder: Recorder, turn: TurnRecord, others: Sequence[t.TurnCandidate]) -> None:
    """Ask who drew because he had run short of number cards; nobody is always an answer."""
    candidate = turn.candidate
    drew = dict.fromkeys((candidate.refilled, *(other.refilled for other in others), ()))
    told = (replace(candidate, refilled=seats) for seats in drew)
    choices = (e.Choice(so.id, _short(recorder.table_state, so.refilled), so) for so in told)
    _ask(recorder, turn, "short", tuple(choices))


def _short(table_state: TableState, seats: tuple[int, ...]) -> Message:
    names = tuple(
        _called(table_state, seat, twice=drew > 1) for seat, drew in Counter(seats).items()
    )
    return message("choice.short", players=names) if names else message("choice.nobody")


def _called(table_state: TableState, seat: int, *, twice: bool = False) -> Message:
    key = "choice.twice" if twice else "choice.player"
    return message(key, player=table_state.setup.players[seat])


def ask_follow_ups(recorder: Recorder, also: tuple[TurnRecord, ...] = ()) -> None:
    """Ask once each about those parts of recent action cards that no camera sees; close questions about turns that were revised."""
    recorder.close(lambda question: _is_idle(recorder.table_state, question))
    asked = {question.id for question in recorder.table_state.questions}
    late = recorder.table_state.turns[-len(recorder.table_state.setup.players) :]
    for told in (*(told for told in also if told not in late), *late):
        if told.candidate.played and told.standing != "asked":
            for topic, choices in _follow_ups(recorder.table_state, told):
                if _name(told, topic) not in asked:
                    _ask(recorder, told, topic, tuple(choices))


def _is_idle(table_state: TableState, question: e.Question) -> bool:
    """Whether a question has become obsolete: its turn did not happen, or was played with another card."""
    turn = next((each for each in table_state.turns if each.id == question.about), None)
    if turn is None:
        return bool(question.about)
    if question.topic not in FOLLOW_UPS:
        return False
    asks = turn.candidate.played and dict(_follow_ups(table_state, turn))
    if not asks or question.topic not in asks:
        return True
    return question.text != _text(table_state, turn.candidate, question.topic)


def _ask(
    recorder: Recorder, turn: TurnRecord, topic: e.Topic, choices: tuple[e.Choice, ...]
) -> None:
    text = _text(recorder.table_state, turn.candidate, topic)
    question = e.Question(
        id=_name(turn, topic),
        about=turn.id,
        topic=topic,
        player=_asked(turn.candidate, topic),
        text=text,
        yours=None if topic == "short" else message(f"{text.key}.you", **text.params),
        choices=choices,
    )
    recorder.record(question)


def _name(turn: TurnRecord, topic: e.Topic) -> str:
    return f"{turn.id}-{topic}"


def _asked(candidate: t.TurnCandidate, topic: e.Topic) -> int:
    """Who is asked: the player whose turn it was, or whoever drew a card for it."""
    drawer = candidate.whom if topic == "swapped" else None
    return candidate.player if drawer is None else drawer


def _text(table_state: TableState, candidate: t.TurnCandidate, topic: e.Topic) -> Message:
    name = table_state.setup.players[_asked(candidate, topic)]
    about = _about(candidate, topic)
    card = message("problem.a-card") if about is None else about.name
    key = "whom" if topic == "swapped" else topic
    return message(f"question.{key}", player=name, card=card)


def _about(candidate: t.TurnCandidate, topic: e.Topic) -> d.Card | None:
    """The action card that is asked about."""
    match topic:
        case "swapped":
            return candidate.swaps
        case "whom" | "worked":
            return next((c for c in candidate.played if c.face in ASKS_WHOM), None)
        case _:
            return next(iter(candidate.played), None)


# Follow-ups of action cards --------------------------------------------------------


def _follow_ups(
    table_state: TableState, turn: TurnRecord
) -> Iterator[tuple[e.Topic, Iterator[e.Choice]]]:
    candidate = turn.candidate
    if candidate.uncounted and _is_short(table_state, turn):
        yield "drawn", _one_or_two(candidate)
    whom = [card for card in candidate.played if card.face in ASKS_WHOM]
    # Swapped murphy cards change nothing that anybody knows unless one lies open (rules, C).
    matters = bool(whom) and (whom[0].face != "K01" or bool(table_state.state.murphys.opened))
    if matters and candidate.whom is None:
        yield (
            "whom",
            _seats(table_state, candidate.player, lambda seat: replace(candidate, whom=seat)),
        )
    elif candidate.whom is not None and candidate.swaps and candidate.swapped is None:
        yield (
            "swapped",
            _seats(table_state, candidate.whom, lambda seat: replace(candidate, swapped=seat)),
        )
    elif whom and whom[0].face == "K10" and candidate.worked is None:
        yield "worked", _worked(candidate)


def _is_short(table_state: TableState, told: TurnRecord) -> bool:
    """Whether more follows from how many cards somebody drew than their count, which else stays a range: they have none, or drew for having none (rules, A6)."""
    player = told.candidate.player
    before = [each.candidate for each in table_state.turns if each.id < told.id][-1:]
    drew = any(player in turn.refilled for turn in before)
    return drew or not table_state.state.hands[player].size[0]


def _one_or_two(candidate: t.TurnCandidate) -> Iterator[e.Choice]:
    for count in (1, 2):
        others = tuple(at for at in candidate.taken if at.place != d.DRAW)
        drawn = replace(candidate, taken=(*others, *[d.At(d.DRAW)] * count), counted=True)
        yield e.Choice(str(count), message(f"choice.drew-{count}"), drawn)


def _seats(
    table_state: TableState, asked: int, turn: Callable[[int], t.TurnCandidate]
) -> Iterator[e.Choice]:
    """Everybody but who is asked, with the turn as it would be."""
    for seat in table_state.state.others(asked):
        yield e.Choice(str(seat), _called(table_state, seat), turn(seat))


def _worked(candidate: t.TurnCandidate) -> Iterator[e.Choice]:
    for id, worked in (("yes", True), ("no", False)):
        text = message(f"choice.worked-{id}")
        yield e.Choice(id, text, replace(candidate, worked=worked))


# Turns in words --------------------------------------------------------------------------


def told_apart(
    players: Sequence[str], candidates: Sequence[t.TurnCandidate]
) -> Iterator[tuple[t.TurnCandidate, Message]]:
    """The choices in distinguishable words, with the player's name if nothing else distinguishes them."""
    by_text: dict[str, dict[int, t.TurnCandidate]] = {}
    for candidate in candidates:
        alike = by_text.setdefault(json.dumps(turn_text(candidate).to_json()), {})
        alike.setdefault(candidate.player, candidate)
    for candidate in candidates:
        text = turn_text(candidate)
        alike = by_text[json.dumps(text.to_json())]
        if alike[candidate.player] is candidate:
            by = message("choice.by", player=players[candidate.player], turn=text)
            yield candidate, by if len(alike) > 1 else text


def turn_text(candidate: t.TurnCandidate) -> Message:
    """A turn in a few words: what was taken, what was laid or played."""
    with_mac = candidate.area == d.MAC and candidate.places == {d.MAC}
    words = in_words if with_mac else placed
    taken = words(candidate.taken)
    unused = (*candidate.thrown, *(card for _, card, _ in candidate.unused))
    named = (
        *(_quoted(card) for card in candidate.played),
        *(message("choice.unused", card=_quoted(card)) for card in unused),
    )
    laid = (*named, *words(candidate.laid))
    nothing = (message("list.nothing"),)
    if named and not taken:
        return message("choice.played", cards=laid)
    key = "choice.turn-mac" if with_mac else "choice.turn"
    return message(key, taken=taken or nothing, laid=laid or nothing)


def _quoted(card: d.Card) -> Message:
    return message("card.quoted", name=card.name)


def placed(cards: Iterable[d.At]) -> tuple[Message, ...]:
    """Cards in words, with the place where they lay."""
    return tuple(
        words
        for place, group in groupby(cards, key=lambda at: at.place)
        for words in _at_place(place, in_words(group))
    )


def _at_place(place: str, words: tuple[Message, ...]) -> tuple[Message, ...]:
    if place not in (d.LEFT, d.RIGHT, d.MAC):
        return words
    return (message(f"choice.{place}", cards=words),)


def in_words(cards: Iterable[d.At]) -> tuple[Message, ...]:
    """Cards as they were taken or laid: by name, the others by number."""
    return tuple(
        message
        for what, group in groupby(cards, key=lambda at: (at.place, at.card))
        for message in _counted(what, len(list(group)))
    )


def _counted(what: tuple[str, d.Card | None], count: int) -> Iterator[Message]:
    place, card = what
    if card is not None:
        yield card.name
    elif place == d.DRAW:
        yield message(f"choice.drawn-{min(count, 3)}")
    else:
        yield message("choice.unread", count=count)
