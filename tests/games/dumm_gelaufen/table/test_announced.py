"""What pages and buzzer wait for is what the game announces: its own scripts are played, and every announcement is heard."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.announce import Announcement, message
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.sounds import SOUNDS
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.announcements import announce
from companion.games.dumm_gelaufen.table.state import TableState, TurnRecord
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.kit.painted import ScriptConfig
from companion.kit.score_sheets.sounds import ANNOUNCED
from companion.sounds import sound_of
from companion.words import LANGUAGES, words
from tests.games.dumm_gelaufen.evening import session
from tests.games.dumm_gelaufen.script import Script, lines
from tests.places import ROOT

HERE = Path(__file__).parents[1]
STATIC = ROOT / "web" / "static"
OWN = ROOT / "companion" / "games" / "dumm_gelaufen" / "pages" / "static"
ROUNDS = sorted((HERE / "rounds").glob("*.txt"))


@cache
def told() -> tuple[Announcement, ...]:
    """Everything that is announced while all scripts are played."""
    return tuple(each for path in ROUNDS for each in _announced(path))


def announced() -> list[tuple[str, str | None]]:
    """Its kinds and verdicts."""
    return [(each.kind, each.params.get("verdict")) for each in told()]


def _announced(path: Path) -> list[Announcement]:
    script = Script()
    for _, line in lines(path):
        if not line.startswith(">"):
            script.play(line)
    entries = script.session.journal.after(0)
    said = (entry.data for entry in entries if entry.kind == "announcement")
    return [Announcement.from_json(data) for data in said]


def keys_of(script: Path, table: str) -> set[str]:
    """The keys of an object or a map in a script of the pages, one a line."""
    text = script.read_text("utf-8")
    body = re.search(rf"^(?:export )?const {table} = (.*?)^[}})]+;$", text, re.S | re.M)
    assert body is not None
    return set(re.findall(r"^  (?:  \[)?\"?([a-z-]+)\"?[:,]", body[1], re.M))


def known_in(folder: Path) -> set[str]:
    """The kinds that may come to its pages; those of the house are those of games with score sheets, too."""
    return {kind for kind, _ in announced()} | ({*ANNOUNCED} if folder == STATIC else set())


@pytest.mark.slow
@pytest.mark.parametrize("sound", SOUNDS)
def test_every_sound_is_heard(sound: str) -> None:
    """No pattern of the buzzer waits for something that is never announced."""
    heard = {sound_of(SOUNDS, kind, {"verdict": verdict}) for kind, verdict in announced()}

    assert SOUNDS[sound] in heard


@pytest.mark.parametrize(("room", "table"), [(OWN, "moments"), (STATIC, "SOUNDS")])
def test_every_moment_comes(room: Path, table: str) -> None:
    """No moment and no sound of the pages waits for something that is never announced."""
    waited = keys_of(room / "moments.js", table)

    assert waited
    assert set() == waited - known_in(room)


def test_every_verdict_has_a_tune() -> None:
    """Phones play a claim's verdict; there is a tune for each."""
    verdicts = {verdict for kind, verdict in announced() if kind == "claim"}

    assert {"yes", "no", "depends"} == verdicts
    assert verdicts <= keys_of(STATIC / "sound.js", "TUNES")


@pytest.mark.parametrize("folder", [STATIC, OWN], ids=["shell", "game"])
def test_no_page_asks_for_another_kind(folder: Path) -> None:
    """Wherever a page looks at an announcement's kind, there is such a kind."""
    text = "\n".join(script.read_text("utf-8") for script in folder.glob("*.js"))
    asked = set(re.findall(r"said\.kind [!=]== \"([\w-]+)\"", text))
    listed = re.findall(r"\[([^\]]*)\]\.includes\(said\.kind\)", text)
    asked |= {kind for each in listed for kind in re.findall(r"\"([\w-]+)\"", each)}

    assert asked
    assert set() == asked - known_in(folder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_announcement_is_made_of_sentences(language: str) -> None:
    """Whatever fills the gaps, each ends once, and none is cut off in the middle."""
    said = words(language)
    for each in told():
        text = said(each.text)
        assert text[-1] in ".!?", text
        assert not re.search(r"[.?!:;,] ?[.?!:;,]|\s[.?!:;,]|[{}|]", text), text


FAULT = c.ReasonTold("", (), message("announce.resumed"))
HAND = (Card.parse("R11-1"),)
RED, GREEN = At("mac", Card.parse("R07-1")), At("open-left", Card.parse("G01-1"))
KEEP, AT_ONCE = Card.parse("K05-1"), Card.parse("A02-1")
TAKEN, EXCHANGE = m.CardsTaken(1, (RED,)), TurnCandidate(1, taken=(RED,), laid=(GREEN,))
WORRY = "Bob draws “New worry” and obeys it at once: Draw a new Murphy card first, then put your old one with the returned ones."
GIFT = "Give a player of your choice the top card of the draw pile without looking at it."
GONE = "Cem leaves the game. The hand lies aside until the next reshuffle; the Murphy card is returned."
NEW_PILE = "The action cards and the open piles, all but their top cards, were shuffled into a new draw pile."


@cache
def begun() -> TableState:
    """Ann, Bob and Cem; Ann has the first turn."""
    return session(ScriptConfig(4, 3), 1).state


def facts(*stated: m.Event) -> e.FactsStated:
    return e.FactsStated(stated)


@pytest.mark.parametrize(
    ("event", "heard"),
    [
        (
            c.ClaimJudged(0, "M17", HAND, "no", (FAULT,)),
            [
                "claim 0 Ann has not solved “Nothing green”. The pause is over. The cards go back into the hand, and the turn is over."
            ],
        ),
        (
            c.ClaimJudged(1, "M17", HAND, "no", (FAULT, FAULT)),
            [
                "claim 1 Bob has not solved “Nothing green”. The pause is over. The pause is over. The cards go back into the hand."
            ],
        ),
        (c.ClaimJudged(1, "M17", HAND, "yes", ()), ["claim 1 Bob has solved “Nothing green”."]),
        (
            c.ClaimJudged(1, "M17", HAND, "depends", (FAULT,)),
            ["claim 1 Bob claims “Nothing green”; the table decides. The pause is over."],
        ),
        (e.ActionSeen(AT_ONCE, 1, "at-once"), [f"at-once 1 {WORRY} A02-1"]),
        (e.ActionSeen(KEEP, 2, "keep"), [f"keep 2 Cem plays “Surprise”: {GIFT} K05-1"]),
        (e.TurnAssumed(7, EXCHANGE, ()), ["move 1 Bob takes red 7 (Mac) and lays green 1 (left)."]),
        (
            e.TurnAssumed(7, TurnCandidate(1, played=(KEEP,)), ()),
            ["move 1 Bob plays “Surprise”. K05-1"],
        ),
        (
            e.TurnAssumed(7, TurnCandidate(1, played=(KEEP,), taken=(At("draw"),)), ()),
            ["move 1 Bob takes one from the draw pile and lays “Surprise”."],
        ),
        (
            e.TurnAssumed(7, TurnCandidate(1, played=(KEEP, AT_ONCE)), ()),
            ["move 1 Bob plays “Surprise”, “New worry”. K05-1"],
        ),
        (
            e.TurnAssumed(7, replace(EXCHANGE, wrong="took-too-many"), ()),
            [
                "move 1 Bob takes red 7 (Mac) and lays green 1 (left). That was against the rules, and play went on."
            ],
        ),
        (
            e.Question("7-drawn", "drawn", 2, message("announce.resumed"), (), 7),
            ["question 2 The pause is over."],
        ),
        (e.Paused(True), ["pause None Pause: nothing that happens on the table counts."]),
        (e.Paused(False), ["pause None The pause is over."]),
        (e.TurnContinued(2), ["corrected 2 Cem’s turn goes on."]),
        (e.TurnBegunAnew(1), ["corrected 1 Bob begins the turn anew."]),
        (facts(m.CardPassed(0, 1)), ["hands 0 Ann gives Bob a card."]),
        (
            facts(m.CardPassed(0, 1), m.CardPassed(0, 1), m.CardPassed(1, 0)),
            ["hands 0 Ann gives Bob 2 cards.", "hands 1 Bob gives Ann a card."],
        ),
        (facts(TAKEN), ["move 1 Bob takes red 7 (Mac)."]),
        (
            facts(TAKEN, m.CardLaid(1, GREEN.place, GREEN.card)),
            ["move 1 Bob takes red 7 (Mac) and lays green 1 (left)."],
        ),
        (
            facts(TAKEN, m.CardLaid(2, GREEN.place, GREEN.card)),
            ["move 1 Bob takes red 7 (Mac).", "laid 2 Cem lays green 1 (left open pile)."],
        ),
        (
            facts(m.CardsTaken(1, (At("draw"),)), m.AtOnceCardShown(1, AT_ONCE)),
            [f"at-once 1 {WORRY} A02-1"],
        ),
        (
            facts(m.CardsTaken(2, (RED,)), m.AtOnceCardShown(1, AT_ONCE)),
            ["move 2 Cem takes red 7 (Mac).", f"at-once 1 {WORRY} A02-1"],
        ),
        (
            facts(m.GameWon(2), TAKEN, m.CardLaid(1, GREEN.place, GREEN.card)),
            [
                "game-won 2 Cem has solved three Murphy cards and wins the game!",
                "move 1 Bob takes red 7 (Mac) and lays green 1 (left).",
            ],
        ),
        (
            facts(TAKEN, m.CardLaid(1, GREEN.place, GREEN.card), m.AtOnceCardShown(1, AT_ONCE)),
            ["move 1 Bob takes red 7 (Mac) and lays green 1 (left).", f"at-once 1 {WORRY} A02-1"],
        ),
        (facts(m.ActionPlayed(1, KEEP)), [f"keep 1 Bob plays “Surprise”: {GIFT} K05-1"]),
        (
            facts(m.RoundWon(1, Card.parse("M17-1"))),
            ["round-won 1 Bob wins the round with “Nothing green”. M17"],
        ),
        (facts(m.GameWon(2)), ["game-won 2 Cem has solved three Murphy cards and wins the game!"]),
        (facts(m.RoundBegan(1, 0)), ["round-began 0 Round 1: Ann begins."]),
        (
            facts(m.RoundBegan(2, 1)),
            ["round-began 1 Round 2: Bob begins. Everybody gets a new Murphy card."],
        ),
        (
            facts(m.GameJoined(1, 3, (), (), (), ())),
            ["round-began 1 Round 3 goes on: it is Bob’s turn."],
        ),
        (
            facts(m.DrawPileReshuffled(), m.PlayerLeft(2)),
            [f"reshuffled None {NEW_PILE}", f"left 2 {GONE}"],
        ),
        (facts(m.HandCounted(0, 7, 7)), ["counted 0 Ann holds 7 cards."]),
        (facts(m.HandCounted(0, 7, 8)), []),
        (facts(m.CardDemanded(0, 1, "Y05")), ["hands 0 Ann asks Bob for yellow 5."]),
        (facts(m.CardDenied(1, "Y05")), ["hands 1 Bob does not have yellow 5."]),
        (facts(m.CardDenied(1, "")), ["hands 1 Bob has no card for it."]),
        (
            facts(m.HandsSwapped(0, 2)),
            ["hands 0 Ann and Cem swap everything: hands and Murphy cards."],
        ),
        (facts(m.TasksSwapped(1, 2)), ["hands 1 Bob and Cem swap Murphy cards."]),
    ],
)
def test_what_happened_is_told_of_whom_it_is_about(event: e.Event, heard: list[str]) -> None:
    """Its kind, the player whom pages show, the sentence, and the card that they draw; Ann has the turn."""
    assert heard == [" ".join(_said(each)) for each in announce(begun(), event)]


def _said(each: Announcement) -> Iterator[str]:
    yield from (each.kind, str(each.player), words("en")(each.text))
    yield from (
        each.params[key] for key in ("card", "task") if key in each.params and each.kind != "claim"
    )


@pytest.mark.parametrize(("standing", "said"), [("assumed", ""), ("settled", "Corrected: ")])
def test_a_turn_that_was_another_is_told_again(standing: Any, said: str) -> None:
    """As a move while more of it is seen, as a correction once it is over; not where only its certainty changes."""
    state, first = begun(), TurnCandidate(1, taken=(RED,))
    record = TurnRecord(7, 1, first, state.state, standing)
    turns = replace(record, id=6, standing="asked"), record
    before = replace(state, turns=turns)
    (told,) = announce(before, e.TurnCorrected(7, EXCHANGE, ()))

    assert ("corrected", 1, 7) == (told.kind, told.player, told.params["turn"])
    assert f"{said}Bob takes red 7 (Mac) and lays green 1 (left)." == words("en")(told.text)
    assert [] == [*announce(before, e.TurnCorrected(7, first, ()))]


def test_who_leaves_and_a_counted_hand_are_told() -> None:
    """Everybody hears that somebody plays no longer, and what becomes of the cards; a hand that was only bounded is not told."""
    game = session(ScriptConfig(4, 3), 1)
    counted = {"event": "hand-counted", "player": 0, "fewest": 7}
    orders = ({**counted, "most": 7}, {**counted, "most": 8}, {"event": "player-left", "player": 1})

    told = [game.correct(order).announcements for order in orders]

    kinds = [[(each.kind, each.player) for each in some] for some in told]
    assert [[("counted", 0)], [], [("left", 1)]] == kinds
