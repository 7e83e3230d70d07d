"""What is agreed before this game: how a table plays what the rules leave open, possibly the players' colours and another board."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from companion import errors, rules
from companion.games.lauf_rauf import board as b
from companion.kit import setup as kit


@dataclass(frozen=True, slots=True)
class Rulings(kit.Rulings):
    """The rules of one table where the sources leave something open."""

    action_cards: Literal["with-cards", "without-cards"] = "with-cards"
    """Whether the cards are used; beginners may leave them out."""
    referee: Literal["whole-table", "dice-only"] = "whole-table"
    """Whether the table is followed with its pawns, or only its rolls."""
    huckauf: Literal["at-once", "on-call", "never"] = "at-once"
    """When "Huckauf!" is announced: as soon as a seven is rolled, when somebody calls it, or not at all."""
    start_card: Literal["from-ten", "any-total"] = "from-ten"
    """Whether starting with the start card needs a total of ten."""
    ghost_on_seven: Literal["has-to", "if-wanted"] = "has-to"
    """Whether a seven in the first roll forces the ghost to be moved."""
    run_compulsion: Literal["no-roll-left", "last-roll-made"] = "no-roll-left"
    """When running is compulsory, being the only possible action."""
    pushing: Literal["with-the-ring", "with-the-runner"] = "with-the-ring"
    """In which direction a pawn is pushed by a backward run that ends on it."""
    own_pawns: Literal["may-be-hit", "are-spared"] = "may-be-hit"
    """Whether players may hit their own pawns."""


AGREEMENT: Final = kit.Agreement((2, 4), kit.open_rules(Rulings))


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(kit.Setup):
    """What is agreed before a game."""

    SEATS = AGREEMENT.players
    rulings: Rulings = field(default_factory=Rulings)
    board: str | None = None
    """The file of another board than our own."""
    colours: tuple[str, ...] | None = None
    """The colours by seat; None: the usual ones."""


def agreed(given: rules.Json) -> dict[str, Any]:
    """A new game as the host's page asks for it. Raises InputError, and EditionError also for an invalid board."""
    told = AGREEMENT.agreed(given)
    board = _board(given.get("board"), len(told["players"]))
    return told | board | _colours(given, board)


def _board(text: object, players: int) -> dict[str, str]:
    """The file of another board; refused if it lacks a colour for one of the players."""
    if text is None:
        return {}
    if not isinstance(text, str):
        raise errors.InputError("setup.malformed")
    if len(b.board_from_toml(text).colours) < players:
        raise errors.EditionError("lauf.wrong-board", what="colours")
    return {"board": text}


def _colours(given: rules.Json, board: dict[str, str]) -> dict[str, list[str]]:
    """The colours that the players chose, in the order in which they play."""
    chosen = given.get("colours")
    if chosen is None:
        return {}
    there = (b.board_from_toml(board["board"]) if board else b.our_board()).colours
    several = chosen if isinstance(chosen, list) else []
    names = [colour for colour in several if isinstance(colour, str)]
    each_once = len({*names}) == len(names) == len(given["players"])
    if not each_once or not {*names} <= {*there}:
        raise errors.InputError("lauf.no-such-colours")
    first = given.get("first", 0)
    return {"colours": [*names[first:], *names[:first]]}


def form(edition: str) -> dict[str, Any]:
    """The form for the host, the explanation of who begins, and the colours to choose from, with those that are usual by number of players."""
    fewest, most = AGREEMENT.players
    usual = {str(n): list(b.usual_colours(n, b.our_board())) for n in range(fewest, most + 1)}
    colours = {
        "name": "colours",
        "title": "lauf.page.colour-of",
        "word": "colour",
        "values": list(b.our_board().colours),
        "usual": usual,
    }
    first = "lauf.page.youngest-begins"
    return AGREEMENT.form(edition) | {"first": first, "each": colours}
