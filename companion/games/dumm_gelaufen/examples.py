"""What this game is tried with (companion/kit/conformance)."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.rules.legality import refusals
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.problems import violation
from companion.games.dumm_gelaufen.table.state import TableState
from companion.kit import table as kit
from companion.kit.examples import Examples
from companion.rules import Json
from companion.table import Table


def pieces(state: m.State) -> Iterator[d.Card | None]:
    """Every card."""
    for hand in state.hands:
        yield from hand.known
    for zone in (state.mac, state.left, state.right, state.draw or (), state.actions):
        yield from zone
    yield from (card for _, card in state.at_once)
    murphys = state.murphys
    yield from (card for card in murphys.held if card is not None)
    for won in murphys.won:
        yield from won
    yield from murphys.stack or ()
    yield from murphys.returned


def public(state: m.State) -> object:
    """What lies on the table, and who has won what."""
    row = sorted(card.code for card in state.mac)
    tops = [pile[0].code for pile in (state.left, state.right) if pile and pile[0]]
    return row, tops, state.round, state.murphys.won, state.winner


def redealt(state: m.State, seat: int, chance: Random) -> m.State:
    """The others' hands and the draw pile dealt anew, and so the murphy cards that nobody has shown."""
    others = [n for n in range(state.players) if n != seat]
    cards = [*(state.draw or ()), *(c for n in others for c in state.hands[n].known)]
    chance.shuffle(cards)
    hands = list(state.hands)
    for n in others:
        anew = tuple(cards.pop() for _ in hands[n].known)
        hands[n] = replace(hands[n], numbers=anew, kept=())
    murphys = state.murphys
    held, secret = list(murphys.held), {*others} - murphys.opened
    mine = [(n, task) for n, task in enumerate(held) if task and n in secret]
    tasks = [*(murphys.stack or ()), *(task for _, task in mine)]
    chance.shuffle(tasks)
    for n, _ in mine:
        held[n] = tasks.pop()
    dealt = replace(murphys, held=tuple(held), stack=murphys.stack and tuple(tasks))
    draw = state.draw and tuple(cards)
    return replace(state, hands=tuple(hands), draw=draw, murphys=dealt)


def filled(move: Json, table_state: TableState, chance: Random) -> Json:
    """A card that is laid from an unseen hand, with what it is: any that may be laid there."""
    if move["move"] != "lay" or move["card"] is not None:
        return move
    cards = [*table_state.state.edition.cards]
    chance.shuffle(cards)
    laid = (m.Lay(move["player"], move["place"], card) for card in cards)
    may = (lay for lay in laid if not refusals(table_state.state, lay))
    fits = next(may, None)
    return move if fits is None else m.MOVES.to_json(fits)


MAC: Final = ["R07-1", "Y01-1", "G11-1", "R02-1", "R09-1", "Y05-1", "G03-1"]
LAID: Final[dict[str, Any]] = {
    "event": "table-corrected",
    "mac": MAC,
    "left": ["Y10-1"],
    "right": ["G09-1"],
}
"""What lies there as a game begins."""
SEEN: Final = "turn=0 hands=[[G5-2,R11-2,Y9-1,Y10-3,G8-3,K05],[?9]] mac=[R5-1,G7-1,R1,R6-1,G4-1] open-left=[R7-3] open-right=[R10-1] tasks=[M08,?] now=turn(player=0)"
"""What one seat sees of a game of two."""
TOOK: Final = violation("took-too-many", 0, ("G05-1", "G03-1", "Y01-1", "G06-1"), "turn")
LAID_MORE: Final = violation("laid-too-many", 1, ("Y05-1", "Y06-1", "Y07-1", "Y08-1"), "turn")
ON_ACTIONS: Final = violation("number-on-actions", 0, ("G10-1",), "actions")
GREENS: Final = tuple(d.Card.parse(f"G{value:02}-1") for value in range(1, 12))
RETOLD: Final[e.Facts] = (
    m.TurnPassed(2),
    m.CardsTaken(2, (d.At("open-left", GREENS[0]), d.At("open-right", GREENS[1]))),
    m.CardLaid(2, "open-left", GREENS[2]),
)
LIES: Final = {"mac": tuple(MAC), "open-left": ("G05-1",), "open-right": ("R04-1",)}
EVENTS: Final[tuple[e.Event, ...]] = (
    e.TurnRetold(3, RETOLD),
    e.TurnAsked(1, t.TurnCandidate(0), sure=False),
    e.TurnsWithdrawn(20),
    e.TurnPinned(15),
    e.RivalsOffered(19, ()),
    e.TurnDenied(1, back=False),
    e.TurnStruck(1),
    e.TurnContinued(1),
    e.TurnBegunAnew(0),
    e.QuestionClosed("15-worked"),
    kit.Violated(TOOK),
    kit.ViolationResolved(TOOK),
    e.ViolationDropped(LAID_MORE),
    e.ViolationAccepted(ON_ACTIONS),
    kit.RebuildChecked(()),
    e.TableMisread(),
    e.BeliefCorrected(Table(LIES)),
    c.ClaimSeen(("M21-1", *(card.code for card in GREENS)), 26.0, 1, laid=25.2),
    c.ClaimLacks(1, "no-murphy"),
    c.HandShown(GREENS),
    c.ClaimTakenBack(0),
    e.DoubtSettled(),
    e.EvidenceSpent(),
)
"""What may happen at a table, one of each."""
EXAMPLES: Final[Examples] = Examples(
    pieces=pieces,
    public=public,
    redealt=redealt,
    filled=filled,
    asked={"legal": ({"position": SEEN}, {"position": SEEN, "move": "take draw draw"})},
    begins=(LAID,),
    moves=(
        {
            "move": "exchange",
            "player": 0,
            "take": [["mac", "R02-1"], ["mac", "R09-1"]],
            "lay": [["mac", "G10-1"]],
        },
        {"move": "play-action", "player": 0, "card": "K10-1"},
        {"move": "claim", "player": 0, "task": "M10-1", "cards": ["R07-2"]},
        {"move": "pass", "player": 0},
    ),
    corrections=(
        LAID,
        {"event": "turn-given", "player": 1},
        {"event": "hand-counted", "player": 1, "fewest": 3, "most": 3},
        {"event": "draw-pile-reshuffled"},
        {"event": "player-left", "player": 1},
        {"do": "turn", "player": 1},
        *({"do": order} for order in ("counts", "allow", "look-again", "lay-out")),
        {"do": "no-turn", "move": 1, "back": True},
        {"do": "claimant", "player": 1},
        {"do": "action", "card": "K10-1"},
    ),
    events=tuple(map(e.EVENTS.to_json, EVENTS)),
)
