"""Laws of a game as programs play it: positions, their moves, whole games among robots."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from companion.errors import IllegalMove
from companion.kit.conformance.evening import unsaid
from companion.kit.conformance.law import Law, law, laws_in
from companion.kit.conformance.trial import Trial
from companion.kit.robots import Simulation
from companion.words import LANGUAGES, words

STRANGE: Final = 3
"""So many moves of other positions are tried in each."""
OFTEN: Final = 8
"""Every so many positions are looked at closely."""


def _positions(trial: Trial, every: int = 1) -> Iterator[tuple[str, Any]]:
    for walk in trial.walks:
        for number, position in enumerate(walk.positions):
            if number % every == 0 or position is walk.end:
                among = walk.players or "given"
                yield f"move {number} of a walk among {among}", position


@law(
    "Look at how `evolve` moves a piece: it left one place and did not come to another, or came to two. `examples.pieces` says where pieces are.",
    "engine",
    "examples.pieces",
)
def pieces_are_in_one_place(trial: Trial) -> Iterator[str]:
    """Every piece is in exactly one place in every state."""
    assert trial.examples.pieces is not None
    for walk in trial.walks:
        began = Counter(trial.examples.pieces(walk.positions[0].state))
        for number, position in enumerate(walk.positions):
            now = Counter(trial.examples.pieces(position.state))
            if now != began:
                more, less = dict(now - began), dict(began - now)
                yield f"move {number} of a walk among {walk.players}, in {position}: too many {more}, missing {less}"
                break


@law(
    "Let `legal` list only what `decide` takes, and `str()` of a move be what `play` reads.",
    "engine",
)
def legal_moves_are_taken(trial: Trial) -> Iterator[str]:
    """Every legal move is accepted, as a value and as its text, and both lead to the same position."""
    for where, position in _positions(trial, OFTEN):
        moves = position.legal()
        for move in Random(trial.seed).sample(list(moves), min(len(moves), OFTEN)):
            try:
                one, other = position.play(move), position.play(_text(move))
            except Exception as error:
                yield f"{where}, {position}: {move} is legal and raises {type(error).__name__}: {error}"
                continue
            if one != other:
                yield f"{where}: {move!r} as text leads elsewhere than as a value"


def _text(move: Any) -> Any:
    """A move as text; a game whose moves are JSON has them as they are."""
    return dict(move) if isinstance(move, dict) else str(move)


@law("Let `str()` and `move_json` say all there is of a move, and `move` read all of it.", "engine")
def moves_read_back(trial: Trial) -> Iterator[str]:
    """A legal move, as text and as JSON, reads back as the same move."""
    for where, position in _positions(trial, OFTEN):
        moves = position.legal()
        for move in Random(trial.seed).sample(list(moves), min(len(moves), OFTEN)):
            told = json.loads(json.dumps(position.move_json(move)))
            for form, said in (("JSON", told), ("text", _text(move))):
                if position.move(said) != move:
                    yield f"{where}: {move!r} as {form} {said!r} reads back as {position.move(said)!r}"


@law(
    "Let `decide` raise IllegalMove with every reason as a message of the word files, or let `legal` list the move.",
    "engine",
)
def other_moves_are_refused(trial: Trial) -> Iterator[str]:
    """A move that is not legal is refused in words, or is another way to say legal ones."""
    chance = Random(trial.seed)
    known = [move for walk in trial.walks for _, move in walk.steps]
    for where, position in _positions(trial, OFTEN):
        legal = {str(move) for move in position.legal()}
        others = [move for move in known if str(move) not in legal]
        for move in chance.sample(others, min(STRANGE, len(others))):
            yield from _refused(position, move, where)


def _refused(position: Any, move: Any, where: str) -> Iterator[str]:
    try:
        after = position.play(_text(move))
    except IllegalMove as refusal:
        for reason in refusal.reasons:
            yield from (f"{where}, {move}: {reason.key!r} {why}" for why in unsaid(reason))
    except Exception as error:
        yield f"{where}, {position}: {move} raises {type(error).__name__}: {error}"
    else:
        if not _is_reached(position, after):
            yield f"{where}, {position}: {move} is not legal, and is taken"


def _is_reached(position: Any, after: Any) -> bool:
    """Whether legal moves lead there: one, or two where the first lets go what was on offer."""
    first = [position.play(move) for move in position.legal()]
    return after in first or any(after in [f.play(m) for m in f.legal()] for f in first)


@law(
    "Let `to_json` and `str()` say all there is of a position, and `engine.position` read all of it.",
    "engine",
)
def positions_read_back(trial: Trial) -> Iterator[str]:
    """A position, as text and as JSON, reads back as the same position."""
    engine = trial.package.engine()
    for where, position in _positions(trial, OFTEN):
        told = json.loads(json.dumps(position.to_json()))
        for form, said in (("JSON", told), ("text", str(position))):
            back = engine.position(said)
            if back != position or json.loads(json.dumps(back.to_json())) != told:
                yield f"{where}: as {form} {said} reads back as {back}"


@law(
    "Let chance come from the position's seed alone, and give every position the next seed.",
    "engine",
)
def the_same_seed_is_the_same_game(trial: Trial) -> Iterator[str]:
    """The same deal and moves lead to the same positions, and chance goes on from move to move."""
    engine = trial.package.engine()
    for walk in trial.walks[: len(trial.seats)]:
        now = engine.deal(players=walk.players, seed=trial.seed)
        for number, (before, move) in enumerate(walk.steps):
            if now != before:
                yield f"move {number} of a walk among {walk.players}: {now} the second time, {before} the first"
                break
            now = now.play(move)
        seeds = [p.seed for p in walk.positions]
        if len(set(seeds)) < len(seeds):
            yield f"among {walk.players}, two positions of a walk have the same seed"


@law(
    "Let `seen_by` take out what is another player's secret, and leave alone what is not.", "engine"
)
def what_a_seat_sees_reads_back(trial: Trial) -> Iterator[str]:
    """What a seat sees of a position is one, reads back, shows the same player to move, and is all that seat sees of it."""
    engine = trial.package.engine()
    for where, position in _positions(trial, 2 * OFTEN):
        for seat in range(trial.package.players[0]):
            seen = position.seen_by(seat)
            told = json.loads(json.dumps(seen.to_json()))
            if engine.position(told) != seen:
                yield f"{where}: what seat {seat} sees, {seen}, reads back as {engine.position(told)}"
            if seen.seen_by(seat) != seen:
                yield f"{where}: seat {seat} sees less the second time"
            if seen.player != position.player or seen.over != position.over:
                yield f"{where}: seat {seat} sees another one to move"


@law(
    "Let `seen_by` take out whatever `examples.redealt` deals anew: what others hold, and what lies face down.",
    "engine",
)
def secrets_are_kept(trial: Trial) -> Iterator[str]:
    """Two positions that differ only in what a seat may not see look the same to it, and are written the same."""
    chance, examples = Random(trial.seed), trial.examples
    for where, position in _positions(trial, OFTEN):
        for seat in range(position.players):
            state = examples.redealt(position.state, seat, chance)
            other = replace(position, state=state)
            shown = str(position.seen_by(seat)), str(other.seen_by(seat))
            if shown[0] != shown[1]:
                yield f"{where}: seat {seat} sees {shown[0]}, and {shown[1]} where only others hold other cards"


@law("Let the robots that are used unless others are named head for the end of the game.", "robots")
def robots_end_their_games(trial: Trial) -> Iterator[str]:
    """Whole games of the usual robots end in every edition, and say who has won; the same seed plays the same."""
    for edition in trial.package.editions if trial.effort.games else ():
        for players in trial.seats if trial.effort.games > 1 else trial.seats[-1:]:
            how = f"{players} players" + (f", edition {edition}" if edition else "")
            yield from (f"{how}: {each}" for each in _ended(trial, edition, players))


def _ended(trial: Trial, edition: str, players: int) -> Iterator[str]:
    robots, games = trial.package.robots, trial.effort.games
    asked = Simulation(players, robots.names[0], games, trial.seed, edition)
    found = robots.simulate(asked)
    told = json.loads(json.dumps(found.to_json(1.0)))
    wins = told["wins_by_seat"]
    if told["games"] != games or told["finished"] != games:
        yield f"{told['finished']} of {games} games came to an end"
    if len(wins) != players or sum(wins) < games:
        yield f"wins by seat are {wins}"
    for language in LANGUAGES:
        lines = [*found.lines(1.0, words(language))]
        if not lines or not all(lines):
            yield f"`simulate` says nothing in {language}"
    if games > 1:
        again = robots.simulate(asked)
        if again.to_json(1.0) != told:
            yield "the same seed plays another game"


LAWS: Final[tuple[Law, ...]] = laws_in(globals())
