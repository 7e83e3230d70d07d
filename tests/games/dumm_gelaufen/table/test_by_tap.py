"""A table without a camera: what somebody taps is one move, counted whole, refused whole and taken back whole."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.announce import Message
from companion.errors import IllegalMove
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.pages.claim_routes import holdable
from companion.games.dumm_gelaufen.sheets import faces
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.announcements import announce
from companion.games.dumm_gelaufen.table.events import FactsStated
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.words import LANGUAGES, words
from vision.printing.marks import Text

SETUP = {"players": ["Oma", "Leo", "Mia"], "edition": "classic", "camera": False}
MAC = ["R07-1", "Y01-1", "G11-1", "R02-1", "R09-1", "Y05-1", "G03-1"]
TWO_FOR_ONE = {"take": [["mac", "R02-1"], ["mac", "R09-1"]], "lay": [["mac", "G10-1"]]}
TWO_ONTO_PILES = [["open-left", "R05-1"], ["open-right", "Y05-2"]]


def exchange(player: int, **what: Any) -> dict[str, Any]:
    return {"move": "exchange", "player": player, **what}


def joined(*hands: int, won: tuple[str, ...] = ()) -> Session[TableState]:
    """A game that goes on in its third round, Oma's turn; ``won`` are her cards."""
    told = Session(TABLE_GAME, Journal(None), setup=SETUP)
    counted = [[size, size] for size in hands]
    there = {"mac": MAC, "left": ["Y10-1"], "right": ["G09-1"], "actions": []}
    begins = {"event": "game-joined", "player": 0, "number": 3, "won": [[*won], [], []]}
    told.correct({**begins, **there, "hands": counted})
    return told


@pytest.fixture
def session() -> Iterator[Session[TableState]]:
    with Journal(None) as journal:
        told = Session(TABLE_GAME, journal, setup=SETUP)
        piles = {"left": ["Y10-1"], "right": ["G09-1"]}
        told.correct({"event": "table-corrected", "mac": MAC, **piles})
        yield told


def kinds(session: Session[TableState]) -> list[str]:
    return [entry.kind for entry in session.journal.after(0)]


def turn(session: Session[TableState]) -> int:
    player: int = session.view()["turn"]["player"]
    return player


def news(session: Session[TableState], language: str = "en") -> list[str]:
    said = session.view()["announcements"]
    return [words(language)(Message.from_json(each["text"])) for each in said]


@pytest.mark.parametrize(
    ("laid", "whose"),
    [(False, [1, 1, 2, 2, 0]), (True, [2, 2, 0, 0, 1])],
    ids=["at once", "after an exchange"],
)
def test_a_turn_that_is_called_done_twice_is_done_once(laid: bool, whose: list[int]) -> None:
    """By two people, or by a finger that slips: the next player's own turn ends only when there has been time for it, though who laid last may still claim."""
    now = [100.0]
    with Journal(None) as journal:
        told = Session(TABLE_GAME, journal, setup=SETUP, clock=lambda: now[0])
        piles = {"left": ["Y10-1"], "right": ["G09-1"]}
        told.correct({"event": "table-corrected", "mac": MAC, **piles})
        if laid:
            told.submit(exchange(0, **TWO_FOR_ONE), by=0)
        turns = []
        for later in (60.0, 1.0, 60.0, 9.0, 2.0):
            now[0] += later
            told.correct({"do": "turn-done"})
            turns.append(turn(told))

    assert whose == turns


@pytest.mark.parametrize(("later", "whose"), [(0.0, 0), (0.5, 0), (9.9, 0), (10.0, 1), (-0.5, 1)])
def test_who_has_had_the_turn_for_ten_seconds_may_have_done_his(later: float, whose: int) -> None:
    """Until then "turn done" is of the turn before; a clock that was put back is no reason to wait."""
    now = [100.0]
    with Journal(None) as journal:
        told = Session(TABLE_GAME, journal, setup=SETUP, clock=lambda: now[0])
        told.correct(
            {"event": "table-corrected", "mac": MAC, "left": ["Y10-1"], "right": ["G09-1"]}
        )
        now[0] += later

        told.correct({"do": "done"})

        assert whose == turn(told)


def test_an_exchange_is_one_entry(session: Session[TableState]) -> None:
    """Taken and laid together are one submission, one announcement and the next player's turn."""
    before = kinds(session).count("submission")
    came = session.submit(exchange(0, **TWO_FOR_ONE), by=0)

    assert before + 1 == kinds(session).count("submission")
    assert ["move"] == [told.kind for told in came.announcements]
    assert 1 == turn(session)
    assert "G10-1" in session.view()["zones"]["mac"]


def test_every_fact_of_one_input_is_told_in_its_order(session: Session[TableState]) -> None:
    """A shuffle, two exchanges of two cards each and a card laid by somebody else: nothing stands for another."""
    codes = map(Card.parse, ("R05-1", "Y05-2", "R06-1", "Y06-1", "G08-1"))
    one, other, third, fourth, last = codes
    facts = (
        m.DrawPileReshuffled(),
        m.CardsTaken(0, (At("draw"),)),
        m.CardLaid(0, "open-left", one),
        m.CardLaid(0, "open-right", other),
        m.CardsTaken(1, (At("draw"),)),
        m.CardLaid(1, "open-left", third),
        m.CardLaid(1, "open-left", fourth),
        m.CardLaid(2, "open-right", last),
    )
    shuffled, *told = announce(session.state, FactsStated(facts))

    assert "reshuffled" == shuffled.kind
    assert [
        "Oma takes one from the draw pile and lays red 5 (left) and yellow 5 (right).",
        "Leo takes one from the draw pile and lays red 6 and yellow 6 (left).",
        "Mia lays green 8 (right open pile).",
    ] == [words("en")(said.text) for said in told]


def test_a_card_that_nobody_read_lies_on_its_pile_and_can_be_taken(
    session: Session[TableState],
) -> None:
    """The pile is not empty: what lies there has no name."""
    onto = [["open-left", None], ["open-right", "Y05-2"]]
    session.submit(exchange(0, take=[["draw", None]], lay=onto), by=0)

    assert [None] == session.view()["zones"]["open-left"]

    taken = [["open-left", None], ["open-left", "Y10-1"]]
    lay = [["open-right", "G10-1"]]
    session.submit(exchange(1, take=taken, lay=lay), by=1)

    assert [] == session.view()["zones"]["open-left"]


@pytest.mark.parametrize(
    ("what", "sentences"),
    [
        (
            TWO_FOR_ONE,
            (
                "Oma nimmt Rot 2 und Rot 9 von Mac und gibt ihm Grün 10.",
                "Oma takes red 2 and red 9 from Mac and gives him green 10.",
                "Oma pakt rood 2 en rood 9 van Mac en geeft hem groen 10.",
            ),
        ),
        (
            {"take": [["open-left", "Y10-1"]], "lay": TWO_ONTO_PILES},
            (
                "Oma nimmt Gelb 10 (links) und legt Rot 5 (links) und Gelb 5 (rechts).",
                "Oma takes yellow 10 (left) and lays red 5 (left) and yellow 5 (right).",
                "Oma pakt geel 10 (links) en legt rood 5 (links) en geel 5 (rechts).",
            ),
        ),
    ],
)
def test_one_sentence_says_what_went_from_where_to_where(
    session: Session[TableState], what: dict[str, list[list[str]]], sentences: tuple[str, str, str]
) -> None:
    """A move is told once, with its places, in every language."""
    session.submit(exchange(0, **what), by=0)

    assert sentences == tuple(news(session, language)[-1] for language in LANGUAGES)


@pytest.mark.parametrize(
    "what",
    [
        {**TWO_FOR_ONE, "lay": [["open-left", "G10-1"]]},
        {**TWO_FOR_ONE, "lay": [["mac", "R07-1"]]},
        {**TWO_FOR_ONE, "lay": [["mac", "G10-1"], ["mac", "G10-2"]]},
        {"take": [["draw", None]], "shown": "K01-1"},
        {"take": [["draw", None]], "lay": [["nowhere", "R05-1"]]},
        {"lay": [["mac", "G10-1"]]},
    ],
)
def test_a_refused_exchange_leaves_nothing(
    session: Session[TableState], what: dict[str, Any]
) -> None:
    """What the rules have against its second half keeps the first from counting, too."""
    last, before = session.journal.last, session.view()

    with pytest.raises(IllegalMove):
        session.submit(exchange(0, **what), by=0)

    assert (last, before) == (session.journal.last, session.view())


def test_an_exchange_is_taken_back_whole(session: Session[TableState]) -> None:
    """After an undo the table is as it was, the line is gone, and what was taken back is said."""
    before = session.view()
    came = session.submit(exchange(0, **TWO_FOR_ONE), by=0)
    session.undo(came.entry)

    after = session.view()
    same = ("turn", "zones", "players", "draw")
    assert [before[key] for key in same] == [after[key] for key in same]
    assert "Taken back: Oma takes red 2 and red 9 from Mac" in news(session)[-1]
    assert not any(told.startswith("Oma") for told in news(session))


@pytest.mark.parametrize(
    "fact",
    [
        {"event": "player-left", "player": 2},
        {"event": "hand-counted", "player": 1, "fewest": 4, "most": 4},
        {"event": "table-corrected", "mac": MAC[:5], "left": ["Y10-1"], "right": ["G09-1"]},
        {"event": "turn-given", "player": 2},
        {"do": "turn", "player": 2},
    ],
    ids=lambda fact: fact.get("event", "do"),
)
def test_what_was_put_right_is_taken_back_before_the_move_it_came_after(
    session: Session[TableState], fact: dict[str, Any]
) -> None:
    """Who was said to leave plays on, a number was a slip; the next undo is that of the move."""
    before = session.view()
    session.submit(exchange(0, **TWO_FOR_ONE), by=0)
    played = session.view()
    session.correct(fact)
    said = session.view()
    session.undo()
    back = session.view()
    session.undo()

    same = ("turn", "zones", "players", "draw")
    told = [[view[key] for key in same] for view in (before, played, said, back, session.view())]
    assert told[1] == told[3] != told[2]
    assert told[0] == told[4]


@pytest.mark.parametrize(
    "fact",
    [
        {"event": "player-left", "player": 2},
        {"event": "turn-given", "player": 2},
        {"do": "turn", "player": 2},
    ],
    ids=lambda fact: fact.get("event", "do"),
)
def test_a_game_that_is_won_stays_won(fact: dict[str, Any]) -> None:
    """Whoever goes then, and whose turn it would be: it is refused, and the winner is the winner."""
    told = joined(1, 6, 7, won=("M01-1", "M02-1"))
    taken = [["mac", "Y05-1"], ["mac", "R09-1"]]
    told.submit(exchange(0, take=taken, lay=[["mac", "R09-1"]]), by=0)
    fives = {"task": "M19-1", "cards": ["Y05-1", "R05-1"]}
    told.submit({"move": "claim", "player": 0, **fives}, by=0)

    with pytest.raises(IllegalMove) as refusal:
        told.correct(fact)

    assert "illegal.not-now" == refusal.value.message.key
    assert ("over", 0) == (told.view()["phase"], told.view()["winner"])


IN_DOUBT = {"move": "claim", "player": 0, "task": "M01-1", "cards": ["R05-1", "R05-2"]}
"""Of Oma: two red fives, which the rules leave open."""


def doubtful() -> Session[TableState]:
    """Oma has exchanged, and claims that; nobody has said yet what counts."""
    told = joined(1, 6, 7)
    taken = [["mac", "Y05-1"], ["mac", "R09-1"]]
    told.submit(exchange(0, take=taken, lay=[["mac", "Y05-1"]]), by=0)
    told.submit(IN_DOUBT, by=0)
    return told


@pytest.mark.parametrize("choice", ["accept", "refuse"])
def test_a_claim_is_decided_though_somebody_else_leaves(choice: str) -> None:
    """It waits for the table as before, and its turn is over with it; nobody exchanges twice."""
    told = doubtful()
    told.correct({"event": "player-left", "player": 2})
    with pytest.raises(IllegalMove):
        told.submit(exchange(0, **TWO_FOR_ONE), by=0)
    (asked,) = told.state.questions

    told.answer(asked.id, choice)

    won = ["M01"] if choice == "accept" else []
    assert (won, 1) == (told.view()["players"][0]["won"], turn(told))


@pytest.mark.parametrize("choice", ["accept", "refuse"])
def test_what_the_table_said_of_a_claim_is_taken_back_before_the_claim(choice: str) -> None:
    """Then the claim is in doubt again; the next undo is that of the claim, and the exchange the last."""
    told = joined(1, 6, 7)
    views = [told.view()]
    taken = [["mac", "Y05-1"], ["mac", "R09-1"]]
    told.submit(exchange(0, take=taken, lay=[["mac", "Y05-1"]]), by=0)
    views.append(told.view())
    told.submit(IN_DOUBT, by=0)
    views.append(told.view())
    told.answer(told.state.questions[0].id, choice)

    same = ("phase", "round", "turn", "zones", "players", "questions")
    for before in reversed(views):
        told.undo()
        assert [before[key] for key in same] == [told.view()[key] for key in same]


@pytest.mark.parametrize(
    ("task", "cards", "taken", "fits"),
    [
        ("M19-1", ["R05-1", "G05-1"], False, True),
        ("M14-1", ["R08-1", "R08-2"], True, False),
        ("M09-1", ["R03-1", "R05-1", "R11-1"], True, False),
        ("M01-1", ["R05-1", "R05-2"], False, False),
    ],
    ids=["a solution", "one too few", "a part", "a question of its own"],
)
def test_a_hand_fits_but_for_the_moment_only_where_nothing_else_is_open(
    task: str, cards: list[str], taken: bool, fits: bool
) -> None:
    """Leo claims in Oma's turn: that it is not the moment is said of every claim, that the hand fits of none that lacks cards he has taken."""
    told = joined(5, 2, 7)
    if taken:
        told.correct({"do": "turn", "player": 1})
        told.submit(exchange(1, **TWO_FOR_ONE), by=1)
        told.correct({"do": "turn", "player": 0})
    told.submit({"move": "claim", "player": 1, "task": task, "cards": cards}, by=1)

    for language, moment, hand in (
        ("en", "not the moment", "The hand fits"),
        ("de", "gerade nicht", "Die Hand"),
        ("nl", "niet het moment", "De hand klopt"),
    ):
        claimed = next(said for said in news(told, language) if moment in said)
        assert fits == (hand in claimed)


def test_who_has_shown_an_at_once_card_has_had_his_turn_though_somebody_leaves(
    session: Session[TableState],
) -> None:
    """He may still show what else he drew; the next exchange is the next player's."""
    two = [["draw", None], ["draw", None]]
    session.submit(exchange(0, take=two, shown="A03-1"), by=0)
    session.correct({"event": "player-left", "player": 2})
    with pytest.raises(IllegalMove):
        session.submit(exchange(0, **TWO_FOR_ONE), by=0)

    assert 0 == session.view()["turn"]["shows"]
    session.submit(exchange(1, **TWO_FOR_ONE), by=1)
    assert 0 == turn(session)


def test_an_at_once_card_is_shown_with_what_was_taken(session: Session[TableState]) -> None:
    """Drawn and obeyed in one move, told in one sentence."""
    draw = [["draw", None], ["draw", None]]
    came = session.submit(exchange(0, take=draw, shown="A04-1"), by=0)

    assert ["at-once"] == [told.kind for told in came.announcements]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_confirmed_is_told_as_such(language: str) -> None:
    """The newer edition's texts that are taken over say so in announcements and on printed cards, too (rules, D)."""
    mark = words(language).say("does.unconfirmed", does="").strip()
    with Journal(None) as journal:
        newer = Session(TABLE_GAME, journal, setup={**SETUP, "edition": "newer"})
        row = [card.replace("R", "B") for card in MAC]
        piles = {"left": ["Y10-1"], "right": ["G09-1"]}
        newer.correct({"event": "table-corrected", "mac": row, **piles})
        came = newer.submit(exchange(0, take=[["draw", None]], shown="A04-1"), by=0)
    printed = {
        face.payload: " ".join(move.text for move in face.marks if isinstance(move, Text))
        for face in faces(load_edition("newer"), words(language))
    }

    assert mark in words(language)(came.announcements[0].text)
    assert mark in printed["DG2-A04-1"]
    assert mark not in printed["DG2-M05-1"]


def test_after_an_at_once_card_the_next_takes_from_both_sides(session: Session[TableState]) -> None:
    """Whatever is still on offer to the player before lapses with a whole exchange, too."""
    session.submit(exchange(0, take=[["draw", None]], shown="A04-1"), by=0)
    both = [["open-left", "Y10-1"], ["open-right", "G09-1"]]
    session.submit(exchange(1, take=both, lay=[["open-left", "R05-1"]]))

    assert 2 == turn(session)


def test_who_is_asked_for_a_card_reads_it_in_words(session: Session[TableState]) -> None:
    """Demanded, waited for, handed over or not: everybody reads whom it is about, and nobody reads which card went."""
    session.submit({"move": "play-action", "player": 0, "card": "K10-1"}, by=0)
    demand = {"move": "choose", "player": 0, "whom": 1, "cards": [], "face": "Y09"}
    session.submit(demand, by=0)
    asked = session.view()["turn"]["asks"]
    assert "Leo: Oma wants your yellow 9." == words("en")(Message.from_json(asked["text"]))

    came = session.submit({"move": "pass", "player": 1}, by=1)
    assert "Leo does not have yellow 9." == news(session)[-1]
    session.undo(came.entry)
    session.submit({"move": "choose", "player": 1, "cards": [None]}, by=1)

    told = news(session)
    assert ["Oma asks Leo for yellow 9.", "Leo gives Oma a card."] == [told[-3], told[-1]]
    assert session.view()["turn"]["asks"] is None


def test_what_is_typed_wrongly_in_the_set_up_is_taken_away_again() -> None:
    """A card that does not lie there after all, an action card as well as a pile's."""
    with Journal(None) as journal:
        told = Session(TABLE_GAME, journal, setup=SETUP)
        wrong = {"left": ["Y10-1"], "actions": ["A03-1"]}
        told.correct({"event": "table-corrected", "mac": MAC[:6], **wrong})
        told.correct({"event": "table-corrected", "left": [], "actions": []})
        zones = told.view()["zones"]

        lie = {name: cards for name, cards in zones.items() if cards}
        assert ({"mac": MAC[:6]}, "set-up") == (lie, told.view()["phase"])


@pytest.mark.parametrize(
    ("move", "claims", "shows"),
    [
        (exchange(0, **TWO_FOR_ONE), 0, None),
        (exchange(0, take=[["draw", None]], shown="A04-1"), None, 0),
        (exchange(0, take=[["draw", None]], shown="A02-1"), None, None),
    ],
    ids=["exchange", "three-drawn", "new-task"],
)
def test_whoever_obeyed_a_card_is_not_told_that_he_may_claim(
    session: Session[TableState], move: dict[str, Any], claims: int | None, shows: int | None
) -> None:
    """After an exchange he may; after a card that has him draw he may have drawn another one (rules, A6 and A8)."""
    session.submit(move, by=0)
    told = session.view()["turn"]

    assert (claims, shows) == (told["offered"], told["shows"])


def test_cards_given_together_are_told_together(session: Session[TableState]) -> None:
    """Two of K03 are no card given twice; how many an action card still wants is counted."""
    session.submit({"move": "play-action", "player": 0, "card": "K03-1"}, by=0)
    gift = {"move": "choose", "player": 0, "whom": 1, "cards": [None, None]}
    session.submit(gift, by=0)
    assert "Oma gives Leo 2 cards." == news(session)[-1]

    session.submit({"move": "play-action", "player": 1, "card": "K08-1"}, by=1)
    lay = {"move": "lay", "player": 1, "place": "open-left", "card": "R05-1"}
    session.submit(lay, by=1)
    assert 4 == session.view()["turn"]["asks"]["left"]


def test_whoever_has_nothing_to_lay_says_so(session: Session[TableState]) -> None:
    """In a sentence of its own: no card was named."""
    session.submit({"move": "play-action", "player": 0, "card": "K11-1"}, by=0)
    session.submit({"move": "pass", "player": 0}, by=0)

    assert "Oma has no card for it." == news(session)[-1]


def test_a_game_under_way_is_joined_with_what_lies_there() -> None:
    """Not on an empty table, which nobody could play on; and after the last card is typed in, too."""
    hands = [[5, 5], [6, 6], [7, 7]]
    joined = {"event": "game-joined", "player": 1, "number": 3, "hands": hands}
    joined |= {"won": [["M01-1"], [], []], "actions": []}
    lies = {"mac": MAC, "left": ["Y10-1"], "right": ["G09-1"]}
    with Journal(None) as journal:
        told = Session(TABLE_GAME, journal, setup=SETUP)
        with pytest.raises(IllegalMove, match="No card lies"):
            told.correct({**joined, "mac": [], "left": [], "right": []})
        told.correct({"event": "table-corrected", **lies})
        told.correct({**joined, **lies})
        now = told.view()

        assert (3, 1) == (now["round"], now["turn"]["player"])
        assert "Round 3 goes on: it is Leo’s turn." == news(told)[-1]
        assert hands == [player["cards"] for player in now["players"]]


def test_nothing_is_entered_in_a_pause(session: Session[TableState]) -> None:
    """What is said then is that nothing counts, taps no more than cards."""
    session.correct({"do": "pause"})
    with pytest.raises(IllegalMove, match="paused"):
        session.submit(exchange(0, **TWO_FOR_ONE), by=0)
    session.correct({"do": "resume"})
    session.submit(exchange(0, **TWO_FOR_ONE), by=0)

    assert 1 == turn(session)


def test_no_game_begins_on_an_empty_table() -> None:
    """However impatient the host is: something has to lie there."""
    with Journal(None) as journal:
        told = Session(TABLE_GAME, journal, setup=SETUP)
        with pytest.raises(IllegalMove, match="No card lies"):
            told.correct({"do": "begin"})
        told.correct({"event": "table-corrected", "mac": MAC[:2]})
        told.correct({"do": "begin"})

        assert "play" == told.view()["phase"]


def test_what_a_hand_may_hold(session: Session[TableState]) -> None:
    """A card that lies in sight, or that somebody was seen to take, is nobody else's to lay."""
    session.submit(exchange(0, **TWO_FOR_ONE), by=0)
    oma, leo = (holdable(session.state.state, seat) for seat in (0, 1))

    assert {"copies": ["R02-1"], "elsewhere": []} == oma["R02"]
    assert {"copies": [], "elsewhere": [0]} == leo["R02"]
    assert (["G10-2"], ["mac"]) == (leo["G10"]["copies"][:1], leo["G10"]["elsewhere"])


def test_a_journal_of_takes_and_lays_still_opens(session: Session[TableState]) -> None:
    """Moves entered one at a time mean what they meant."""
    take = {"move": "take", "player": 0, "cards": TWO_FOR_ONE["take"]}
    lay = {"move": "lay", "player": 0, "place": "mac", "card": "G10-1"}
    for move in (take, lay):
        session.submit(move, by=0)
    one_by_one = session.view()["zones"]

    again = Session(TABLE_GAME, session.journal)
    assert (one_by_one, 1) == (again.view()["zones"], turn(again))
