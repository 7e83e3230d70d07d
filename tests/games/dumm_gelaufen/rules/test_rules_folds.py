"""A real table where hands are seen in part: what each event of the rules changes, why a move is refused, and what comes of it (rules, A2 to A9 and C)."""

from functools import reduce
from operator import or_
from random import Random
from typing import Any

import pytest

import companion
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.rules.actions import playable
from companion.games.dumm_gelaufen.rules.fold import evolve
from companion.games.dumm_gelaufen.rules.legality import legal, refusals
from companion.games.dumm_gelaufen.rules.moves import play, said_moves
from companion.kit.line import Line, line

GAME = companion.game("dumm-gelaufen")
TABLE = (
    "round=1 turn=0 hands=[[R4-1,K05,?2-3],[Y7-1,?3],[?4]] mac=[R1,R2] "
    "open-left=[G9-1,G8-1] open-right=[?,Y9-1] actions=[K06] "
    "tasks=[M10,?2] won=[[M03],[],[]] opened=[0] returned=[M05] at-once=[[1,A03]] "
    "unread=[(drawer=0 holder=0 count=2),(drawer=1 holder=2 count=1)] now=turn(player=0)"
)
"""Ann's turn; Bob has an at-once card to show, and what he drew lies in Cem's hand since a swap."""

R1, R2, R4, R5, R8, Y4, G5, Y7, Y9, G9 = (
    Card.parse(f"{face}-1")
    for face in ("R01", "R02", "R04", "R05", "R08", "Y04", "G05", "Y07", "Y09", "G09")
)
K5, K6, K7, K8, K11 = (Card.parse(f"K{n:02}-1") for n in (5, 6, 7, 8, 11))
A1, A3, A4 = (Card.parse(f"A{n:02}-1") for n in (1, 3, 4))
M4, M10, M11, M19 = (Card.parse(f"M{n:02}-1") for n in (4, 10, 11, 19))
DRAWN = At("draw")


def fields(state: m.State) -> dict[str, Any]:
    """A state as a text has it."""
    return Line(str(GAME.at(state))).fields


def differing(before: m.State, after: m.State) -> dict[str, Any]:
    """The fields that are otherwise, as they are then."""
    old, new = fields(before), fields(after)
    return {name: new.get(name) for name in old | new if old.get(name) != new.get(name)}


@pytest.mark.parametrize(
    ("given", "event", "changed"),
    [
        ("", m.CardsTaken(0, (At("open-left"),)), "hands=[[R4-1,G9-1,K05,?2-3],[Y7-1,?3],[?4]] open-left=[G8-1] now=to-lay(player=0 area=piles count=2)"),
        ("", m.CardsTaken(0, (At("open-left", G9), At("open-right"))), "hands=[[R4-1,G9-1,K05,?3-4],[Y7-1,?3],[?4]] open-left=[G8-1] open-right=[Y9-1] now=to-lay(player=0 area=piles count=1)"),
        ("", m.CardsTaken(0, (At("open-right", G5),)), "hands=[[R4-1,G5-1,K05,?2-3],[Y7-1,?3],[?4]] open-right=[Y9-1] now=to-lay(player=0 area=piles count=2)"),
        ("", m.CardsTaken(0, (At("open-right", Y9),)), "hands=[[R4-1,Y9-1,K05,?2-3],[Y7-1,?3],[?4]] open-right=[Y9-1] now=to-lay(player=0 area=piles count=2)"),
        ("", m.CardsTaken(0, (DRAWN, DRAWN)), "hands=[[R4-1,K05,?4-5],[Y7-1,?3],[?4]] unread=[(drawer=0 holder=0 count=4),(drawer=1 holder=2 count=1)] now=to-lay(player=0 area=piles count=1)"),
        ("", m.CardsTaken(1, (DRAWN, At("draw", A4))), "hands=[[R4-1,K05,?2-3],[Y7-1,?4],[?4]] at-once=[[1,A03],[1,A04]] unread=[(drawer=0 holder=0 count=2),(drawer=1 holder=2 count=1),(drawer=1 holder=1 count=1)]"),
        ("", m.CardsTaken(0, (At("mac", R1), At("mac", R2))), "hands=[[R4-1,R1,R2,K05,?2-3],[Y7-1,?3],[?4]] mac=? now=to-lay(player=0 area=mac count=1)"),
        ("", m.CardsTaken(0, (At("mac", G5),)), "hands=[[R4-1,G5-1,K05,?2-3],[Y7-1,?3],[?4]] now=to-lay(player=0 area=mac count=2)"),
        ("", m.CardsTaken(0, ()), ""),
        ("now=obey(by=0 card=K12 asked=[0] count=3)", m.CardsTaken(0, (DRAWN,)), "hands=[[R4-1,K05,?3-4],[Y7-1,?3],[?4]] unread=[(drawer=0 holder=0 count=3),(drawer=1 holder=2 count=1)] now=obey(by=0 card=K12 asked=[0] count=2)"),
        ("now=obey(by=0 card=K12 asked=[0])", m.CardsTaken(0, (DRAWN,)), "hands=[[R4-1,K05,?3-4],[Y7-1,?3],[?4]] unread=[(drawer=0 holder=0 count=3),(drawer=1 holder=2 count=1)]"),
        ("now=to-lay(player=0 area=piles count=2)", m.CardLaid(0, "open-left", R4), "hands=[[K05,?2-3],[Y7-1,?3],[?4]] open-left=[R4-1,G9-1,G8-1] now=to-lay(player=0 area=piles count=1)"),
        ("now=to-lay(player=0 area=piles count=2)", m.CardLaid(0, "open-right", None), "hands=[[?3-4],[Y7-1,?3],[?4]] open-right=[?2,Y9-1] now=to-lay(player=0 area=piles count=1)"),
        ("now=to-lay(player=0 area=piles count=2)", m.CardLaid(0, "open-left", Y7), "hands=[[R4-1,K05,?1-2],[?4],[?4]] open-left=[Y7-1,G9-1,G8-1] now=to-lay(player=0 area=piles count=1)"),
        ("now=to-lay(player=0 area=piles count=2)", m.CardLaid(0, "actions", A4), "hands=[[R4-1,K05,?1-2],[Y7-1,?3],[?4]] actions=[A04,K06]"),
        ("now=to-lay(player=0 area=piles count=1)", m.CardLaid(0, "open-right", G5), "hands=[[R4-1,K05,?1-2],[Y7-1,?3],[?4]] open-right=[G5-1,?,Y9-1] unread=? now=to-show(player=1)"),
        ("at-once=[] now=to-lay(player=0 area=piles count=1)", m.CardLaid(0, "open-right", G5), "hands=[[R4-1,K05,?1-2],[Y7-1,?3],[?4]] open-right=[G5-1,?,Y9-1] unread=? now=may-claim(player=0)"),
        ("at-once=[] unread=[] now=to-lay(player=0 area=mac count=1)", m.CardLaid(0, "mac", R4), "hands=[[K05,?2-3],[Y7-1,?3],[?4]] mac=[R1,R2,R4-1] now=may-claim(player=0)"),
        ("now=to-lay(player=0 area=mac count=2)", m.CardLaid(0, "mac", None), "hands=[[?3-4],[Y7-1,?3],[?4]] now=to-lay(player=0 area=mac count=1)"),
        ("now=obey(by=0 card=K04 asked=[0] count=2)", m.CardLaid(0, "actions", K5), "hands=[[R4-1,?2-3],[Y7-1,?3],[?4]] actions=[K05,K06] now=obey(by=0 card=K04 asked=[0] count=1 touched=[0])"),
        ("now=obey(by=0 card=K09 asked=[0])", m.CardLaid(0, "open-left", R4), "hands=[[K05,?2-3],[Y7-1,?3],[?4]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K09 asked=[0] detail=R touched=[0])"),
        ("now=obey(by=0 card=K09 asked=[0] detail=R)", m.CardLaid(0, "open-left", None), "hands=[[?3-4],[Y7-1,?3],[?4]] open-left=[?,G9-1,G8-1] now=obey(by=0 card=K09 asked=[0] detail=R touched=[0])"),
        ("now=obey(by=0 card=K08 asked=[0] count=5)", m.CardLaid(0, "open-left", R4), "hands=[[K05,?2-3],[Y7-1,?3],[?4]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K08 asked=[0] count=4 detail=R touched=[0])"),
        ("now=obey(by=0 card=K07 asked=[0] count=5)", m.CardLaid(0, "mac", R4), "hands=[[K05,?2-3],[Y7-1,?3],[?4]] mac=[R1,R2,R4-1] now=obey(by=0 card=K07 asked=[0] count=4 touched=[0])"),
        ("now=obey(by=0 card=K11 asked=[0,1])", m.CardLaid(0, "open-left", R4), "hands=[[K05,?2-3],[Y7-1,?3],[?4]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K11 asked=[1] touched=[0])"),
        ("now=obey(by=0 card=K11 asked=[0,1] touched=[1])", m.CardLaid(1, "open-left", Y7), "hands=[[R4-1,K05,?2-3],[?3],[?4]] open-left=[Y7-1,G9-1,G8-1]"),
        ("", m.TurnPassed(1), "turn=1 unread=? now=turn(player=1)"),
        ("now=done(short=[2])", m.TurnPassed(1), "turn=1 unread=? now=turn(player=1 short=[2])"),
        ("", m.TurnGiven(2), "turn=2 unread=? now=turn(player=2)"),
        ("now=done(short=[2])", m.TurnGiven(1), "turn=1 unread=? now=turn(player=1)"),
        ("now=over(winner=0)", m.TurnGiven(2), "turn=2 unread=?"),
        ("", m.RoundBegan(2, 1), "round=2 turn=1 unread=? now=turn(player=1)"),
        ("", m.ActionPlayed(0, K5), "hands=[[R4-1,?2-3],[Y7-1,?3],[?4]] actions=[K05,K06] now=obey(by=0 card=K05 asked=[0] count=1)"),
        ("", m.ActionPlayed(1, K5), "hands=[[R4-1,?3-4],[Y7-1,?2],[?4]] actions=[K05,K06] now=obey(by=1 card=K05 asked=[1] count=1)"),
        ("", m.ActionPlayed(2, K7), "hands=[[R4-1,K05,?2-3],[Y7-1,?3],[?3]] actions=[K07,K06] now=obey(by=2 card=K07 asked=[2] count=5)"),
        ("mac=[R1,R2,R3,R6,R7,R8,R9]", m.ActionPlayed(2, K7), "hands=[[R4-1,K05,?2-3],[Y7-1,?3],[?3]] actions=[K07,K06] now=obey(by=2 card=K07 asked=[2])"),
        ("", m.ActionPlayed(2, K8), "hands=[[R4-1,K05,?2-3],[Y7-1,?3],[?3]] actions=[K08,K06] now=obey(by=2 card=K08 asked=[2] count=5)"),
        ("", m.ActionPlayed(2, K11), "hands=[[R4-1,K05,?2-3],[Y7-1,?3],[?3]] actions=[K11,K06] now=obey(by=2 card=K11 asked=[2,0,1])"),
        ("hands=[[K05],[Y7-1,?3],[?4]]", m.ActionPlayed(2, K11), "hands=[[K05],[Y7-1,?3],[?3]] actions=[K11,K06] now=obey(by=2 card=K11 asked=[2,1])"),
        ("", m.ActionPlayed(1, K6), "hands=[[R4-1,K05,?2-3],[Y7-1,?2],[?4]] actions=[K06,K06] now=obey(by=1 card=K06 asked=[2,0])"),
        ("hands=[[],[Y7-1,?3],[?4]]", m.ActionPlayed(1, K6), "hands=[[],[Y7-1,?2],[?4]] actions=[K06,K06] now=obey(by=1 card=K06 asked=[2])"),
        ("", m.AtOnceCardShown(1, A3), "actions=[A03,K06] at-once=? now=obey(by=1 card=A03 resume=(player=0))"),
        ("now=to-lay(player=1 area=piles count=1)", m.AtOnceCardShown(1, A3), "actions=[A03,K06] at-once=? now=obey(by=1 card=A03)"),
        ("", m.AtOnceCardShown(0, A4), "hands=[[R4-1,K05,?1-2],[Y7-1,?3],[?4]] actions=[A04,K06] unread=[(drawer=0 holder=0 count=1),(drawer=1 holder=2 count=1)] now=obey(by=0 card=A04 count=3 resume=(player=0))"),
        ("", m.AtOnceCardShown(1, A1), "hands=[[R4-1,K05,?2-3],[Y7-1,?3],[?3]] actions=[A01,K06] unread=[(drawer=0 holder=0 count=2)] now=obey(by=1 card=A01 resume=(player=0))"),
        ("unread=[(drawer=1 holder=1 count=1),(drawer=1 holder=2 count=1)]", m.AtOnceCardShown(1, A1), "hands=[[R4-1,K05,?2-3],[Y7-1,?2-3],[?3-4]] actions=[A01,K06] unread=[(drawer=1 holder=1 count=1)] now=obey(by=1 card=A01 resume=(player=0))"),
        ("unread=[]", m.AtOnceCardShown(2, A1), "hands=[[R4-1,K05,?2-3],[Y7-1,?3],[?3]] actions=[A01,K06] now=obey(by=2 card=A01 resume=(player=0))"),
        ("now=to-show(player=0 short=[2])", m.NothingToShow(0), "unread=[(drawer=1 holder=2 count=1)] now=to-show(player=1)"),
        ("at-once=[] now=to-show(player=0 short=[2])", m.NothingToShow(0), "unread=[(drawer=1 holder=2 count=1)] now=to-show(player=1 short=[2])"),
        ("at-once=[] unread=[(drawer=0 holder=0 count=2)] now=to-show(player=0 short=[2])", m.NothingToShow(0), "unread=? now=done(short=[2])"),
        ("at-once=[] unread=[(drawer=0 holder=0 count=2)] rulings=(claim_window=own_turn) now=to-show(player=0)", m.NothingToShow(0), "unread=? now=may-claim(player=0)"),
        ("", m.AtOnceCardsDrawn(2, ()), "now=to-show(player=2)"),
        ("now=obey(by=0 card=K05)", m.ActionObeyed(0, K5), "now=to-show(player=1)"),
        ("at-once=[] now=obey(by=0 card=K05)", m.ActionObeyed(0, K5), "now=to-show(player=0)"),
        ("at-once=[] unread=[] now=obey(by=0 card=K05 touched=[1,2])", m.ActionObeyed(0, K5), "now=done(short=[1,2])"),
        ("at-once=[] unread=[] now=obey(by=1 card=A03 resume=(player=0))", m.ActionObeyed(1, A3), "now=turn(player=0)"),
        ("at-once=[] now=obey(by=1 card=A03 resume=(player=0))", m.ActionObeyed(1, A3), "now=to-show(player=0)"),
        ("", m.ActionObeyed(0, K5), "now=done"),
        ("now=obey(by=0 card=K06 asked=[1,2] count=2)", m.CardPassed(1, 0, Y7), "hands=[[R4-1,Y7-1,K05,?2-3],[?3],[?4]] now=obey(by=0 card=K06 asked=[2] count=1 touched=[1])"),
        ("now=obey(by=0 card=K06 asked=[1,2])", m.CardPassed(2, 0, None), "hands=[[R4-1,K05,?3-4],[Y7-1,?3],[?3]] now=obey(by=0 card=K06 asked=[1,2] touched=[2])"),
        ("now=obey(by=0 card=K06 asked=[1,2] touched=[1])", m.CardPassed(1, 0, R4), "hands=[[R4-1,K05,?3-4],[Y7-1,?2],[?4]] now=obey(by=0 card=K06 asked=[2] touched=[1])"),
        ("", m.CardPassed(1, 2, G5), "hands=[[R4-1,K05,?2-3],[Y7-1,?2],[G5-1,?4]]"),
        ("now=obey(by=0 card=K10 asked=[0])", m.CardDemanded(0, 1, "Y07"), "now=obey(by=0 card=K10 asked=[1] detail=Y07)"),
        ("", m.CardDemanded(0, 1, "Y07"), ""),
        ("now=obey(by=0 card=K10 asked=[1,2] detail=Y07)", m.CardDenied(1, "Y07"), "now=obey(by=0 card=K10 asked=[2] detail=Y07)"),
        ("", m.CardDenied(1, "Y07"), ""),
        ("now=obey(by=0 card=K02 asked=[0])", m.HandsSwapped(0, 2), "hands=[[?4],[Y7-1,?3],[R4-1,K05,?2-3]] tasks=[?2,M10] opened=[2] unread=[(drawer=0 holder=2 count=2),(drawer=1 holder=0 count=1)] now=obey(by=0 card=K02 touched=[0,2])"),
        ("opened=[0,2] rulings=(murphy_open_travels=no)", m.HandsSwapped(0, 2), "hands=[[?4],[Y7-1,?3],[R4-1,K05,?2-3]] tasks=[?2,M10] opened=? unread=[(drawer=0 holder=2 count=2),(drawer=1 holder=0 count=1)]"),
        ("", m.HandsSwapped(1, 2), "hands=[[R4-1,K05,?2-3],[?4],[Y7-1,?3]] unread=[(drawer=0 holder=0 count=2),(drawer=1 holder=1 count=1)]"),
        ("", m.CardsThrownAway(0, (K5, A4)), "hands=[[R4-1,?1-2],[Y7-1,?3],[?4]] actions=[A04,K05,K06] unread=[(drawer=1 holder=2 count=1)]"),
        ("", m.CardsThrownAway(1, (A3,)), "actions=[A03,K06] at-once=? unread=[(drawer=0 holder=0 count=2)]"),
        ("", m.CardsThrownAway(0, (A4, A1, K7)), "hands=[[R4-1,K05],[Y7-1,?3],[?4]] actions=[K07,A01,A04,K06] unread=[(drawer=1 holder=2 count=1)]"),
        ("left-game=[1]", m.DrawPileReshuffled(), "hands=[[R4-1,K05,?2-3],[],[?4]] open-left=[G9-1] open-right=[?] actions=?"),
        ("", m.ReplenishEnded(0), ""),
        ("now=short(waiting=[0,2] exchange=yes)", m.ReplenishEnded(0), "now=short(waiting=[2] exchange=yes)"),
        ("at-once=[] unread=[] now=short(waiting=[2] exchange=yes)", m.ReplenishEnded(2), "now=may-claim(player=0)"),
        ("at-once=[] unread=[] now=short(waiting=[2])", m.ReplenishEnded(2), "now=done"),
        ("", m.TaskDealt(1, M11), "tasks=[M10,M11,?]"),
        ("", m.TaskDealt(0, None), "tasks=?"),
        ("now=obey(by=0 card=K01 asked=[0])", m.TasksSwapped(0, 2), "tasks=[?2,M10] opened=[2] now=obey(by=0 card=K01)"),
        ("rulings=(murphy_open_travels=no)", m.TasksSwapped(0, 2), "tasks=[?2,M10] opened=?"),
        ("rulings=(murphy_open_travels=no)", m.TasksSwapped(1, 2), ""),
        ("", m.TaskReplaced(0, M11), "tasks=[M11,?2] opened=? returned=[M10,M05]"),
        ("", m.TaskReplaced(1), "returned=[?,M05]"),
        ("", m.TaskOpened(1, M11), "tasks=[M10,M11,?] opened=[0,1]"),
        ("", m.TaskOpened(1, None), "opened=[0,1]"),
        ("", m.TaskStackReshuffled((M11,)), "returned=? stack=[M11]"),
        ("", m.ClaimAccepted(0, M10, (R4, G5)), "hands=[[R4-1,G5-1,K05,?1-2],[Y7-1,?3],[?4]] now=done"),
        ("hands=[[R4-1],[Y7-1,?3],[?4]]", m.ClaimAccepted(0, M10, (R4, G5)), "now=done"),
        ("", m.ClaimAccepted(1, M4, (Y7,)), "now=done"),
        ("", m.ClaimRefused(0, M10, (R4, Y7)), "hands=[[R4-1,Y7-1,K05,?1-2],[?4],[?4]] now=done"),
        ("", m.ClaimRefused(1, M11, (K7, Y7)), ""),
        ("now=may-claim(player=0)", m.ClaimRefused(2, M11, ()), ""),
        ("now=in-doubt(claimant=2 task=M11 cards=[] then=may-claim(player=0))", m.ClaimRefused(2, M11, ()), "now=may-claim(player=0)"),
        ("now=in-doubt(claimant=0 task=M10 cards=[])", m.ClaimRefused(0, M10, ()), "hands=[[K05,?3-4],[Y7-1,?3],[?4]] now=done"),
        ("", m.ClaimPutToTheTable(1, M11, (Y7,)), "now=in-doubt(claimant=1 task=M11 cards=[Y7-1] then=turn(player=0))"),
        ("now=done", m.ClaimPutToTheTable(0, M10, (R4,)), "now=in-doubt(claimant=0 task=M10 cards=[R4-1])"),
        ("", m.RoundWon(0, M10), "tasks=? won=[[M03,M10],[],[]] opened=? returned=[?2,M05] now=deal"),
        ("", m.RoundWon(2, M11), "tasks=? won=[[M03],[],[M11]] opened=? returned=[M10,?,M05] now=deal"),
        ("", m.GameWon(1), "now=over(winner=1)"),
        ("", m.HandCounted(0, 4, 6), "hands=[[R4-1,K05,?2-4],[Y7-1,?3],[?4]]"),
        ("", m.HandCounted(0, 1, 6), "hands=[[?1-6],[Y7-1,?3],[?4]]"),
        ("", m.TopSeen("open-left", R1), "mac=[R2] open-left=[R1,G8-1]"),
        ("", m.TopSeen("open-right", G9), "open-left=[?,G8-1] open-right=[G9-1,Y9-1]"),
        ("", m.TopSeen("actions", K5), "hands=[[R4-1,?3-4],[Y7-1,?3],[?4]] actions=[K05]"),
        ("", m.TopSeen("draw", R4), ""),
        ("", m.TableCorrected(mac=(R4,)), "hands=[[K05,?3-4],[Y7-1,?3],[?4]] mac=[R4-1]"),
        ("", m.TableCorrected(left=(R1, None), right=(Y7,), actions=()), "hands=[[R4-1,K05,?2-3],[?4],[?4]] mac=[R2] open-left=[R1,?] open-right=[Y7-1] actions=?"),
        ("", m.PlayerLeft(0), "turn=1 tasks=? opened=? returned=[M10,M05] now=turn(player=1) left-game=[0]"),
        ("", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? left-game=[1]"),
        ("left-game=[2]", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? left-game=[1,2] now=over(winner=?)"),
        ("now=short(waiting=[1,2])", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? now=short(waiting=[2]) left-game=[1]"),
        ("unread=[] now=short(waiting=[1])", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? now=done left-game=[1]"),
        ("unread=[] now=short(waiting=[1] exchange=yes)", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? now=may-claim(player=0) left-game=[1]"),
        ("now=obey(by=0 card=K06 asked=[1,2])", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? now=obey(by=0 card=K06 asked=[2]) left-game=[1]"),
        ("now=obey(by=1 card=K06 asked=[0,2])", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? unread=[(drawer=0 holder=0 count=2)] now=to-show(player=0) left-game=[1]"),
        ("unread=[] now=obey(by=1 card=K06 asked=[0,2] touched=[2])", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? now=done(short=[2]) left-game=[1]"),
        ("unread=[] now=obey(by=1 card=A04 count=3 resume=(player=0))", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? now=turn(player=0) left-game=[1]"),
        ("now=may-claim(player=0)", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? left-game=[1]"),
        ("now=to-show(player=0 short=[2])", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? left-game=[1]"),
        ("now=to-show(player=1)", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? unread=[(drawer=0 holder=0 count=2)] now=to-show(player=0) left-game=[1]"),
        ("unread=[] now=to-show(player=1 short=[2])", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? now=done(short=[2]) left-game=[1]"),
        ("now=done(short=[2])", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? left-game=[1]"),
        ("now=in-doubt(claimant=0 task=M10 cards=[] then=may-claim(player=0))", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? left-game=[1]"),
        ("now=in-doubt(claimant=1 task=M11 cards=[] then=may-claim(player=0))", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? now=may-claim(player=0) left-game=[1]"),
        ("now=in-doubt(claimant=0 task=M10 cards=[] then=may-claim(player=0))", m.PlayerLeft(0), "turn=1 tasks=? opened=? returned=[M10,M05] now=turn(player=1) left-game=[0]"),
        ("now=in-doubt(claimant=2 task=M11 cards=[] then=may-claim(player=0))", m.PlayerLeft(0), "turn=1 tasks=? opened=? returned=[M10,M05] now=in-doubt(claimant=2 task=M11 cards=[] then=turn(player=1)) left-game=[0]"),
        ("now=over(winner=0)", m.PlayerLeft(1), "actions=[A03,K06] returned=[?,M05] at-once=? left-game=[1]"),
        ("", m.GameJoined(1, 3, ((4, 6), (9, 9)), (R4, R5), (Y7,), (), (A3,)), "round=3 turn=1 hands=[[?4-6],[?9]] mac=[R4-1,R5-1] open-left=[Y7-1] open-right=? actions=[A03] tasks=? won=? opened=? returned=? now=turn(player=1)"),
        ("", m.GameJoined(0, 2, ((4, 4), (9, 9)), (R4,), (), (G9,), (), ((M10,), ())), "round=2 hands=[[?4],[?9]] mac=[R4-1] open-left=? open-right=[G9-1] actions=? tasks=? won=[[M10],[]] opened=? returned=?"),
        ("", m.CardsDealt(((R4, K5), (Y7,), (G5,)), (R1, R2), (G9,), (Y9,), (K6,), (R5,), (M11,)), "hands=[[R4-1,K05],[Y7-1],[G5-1]] open-left=[G9-1] open-right=[Y9-1] draw=[R5-1] stack=[M11]"),
    ],
)  # fmt: skip
def test_what_an_event_changes(given: str, event: m.Event, changed: str) -> None:
    """``given`` is what differs from the table above before it; ``?`` where nothing is left."""
    before = GAME.position({**Line(TABLE).fields, **Line(given).fields}).state
    assert changed == line(differing(before, evolve(before, event)))


# Who may do what -------------------------------------------------------------------------

MOVES: dict[str, m.Move] = {
    "ann-draws": m.Take(0, (DRAWN,)),
    "bob-draws": m.Take(1, (DRAWN,)),
    "cem-draws": m.Take(2, (DRAWN,)),
    "ann-draws-two": m.Take(0, (DRAWN, DRAWN)),
    "ann-lays-unseen": m.Lay(0, "open-left"),
    "ann-throws-A4": m.Lay(0, "actions", A4),
    "bob-throws-A1": m.Lay(1, "actions", A1),
    "cem-throws-A4": m.Lay(2, "actions", A4),
    "ann-shows-A4": m.PlayAction(0, A4),
    "bob-shows-A3": m.PlayAction(1, A3),
    "bob-shows-A1": m.PlayAction(1, A1),
    "ann-plays-K7": m.PlayAction(0, K7),
    "ann-passes": m.Pass(0),
    "bob-passes": m.Pass(1),
    "ann-chooses-bob": m.Choose(0, 1),
    "the-table-accepts": m.DecideClaim(accept=True),
    "ann-claims": m.Claim(0, M10, (R4,)),
    "bob-claims": m.Claim(1, M11, ()),
}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("now=turn(player=0)", {"fine": "ann-draws ann-draws-two ann-throws-A4 bob-throws-A1 ann-plays-K7 ann-claims bob-claims", "not-your-turn": "bob-draws cem-draws", "take-first": "ann-lays-unseen", "not-your-turn take-first": "cem-throws-A4", "not-drawn": "ann-shows-A4", "not-your-turn not-drawn": "bob-shows-A3 bob-shows-A1", "no-pass": "ann-passes", "not-your-turn no-pass": "bob-passes", "not-now": "ann-chooses-bob the-table-accepts"}),
        ("at-once=[] now=turn(player=0)", {"fine": "ann-draws ann-draws-two ann-throws-A4 bob-throws-A1 ann-plays-K7 ann-claims bob-claims", "not-your-turn": "bob-draws cem-draws", "take-first": "ann-lays-unseen", "not-your-turn take-first": "cem-throws-A4", "not-drawn": "ann-shows-A4", "not-your-turn not-drawn": "bob-shows-A3 bob-shows-A1", "no-pass": "ann-passes", "not-your-turn no-pass": "bob-passes", "not-now": "ann-chooses-bob the-table-accepts"}),
        ("at-once=[] now=turn(player=0 short=[2])", {"fine": "ann-draws cem-draws ann-draws-two ann-throws-A4 bob-throws-A1 ann-plays-K7 ann-claims bob-claims", "not-your-turn": "bob-draws", "take-first": "ann-lays-unseen", "not-your-turn take-first": "cem-throws-A4", "not-drawn": "ann-shows-A4", "not-your-turn not-drawn": "bob-shows-A3 bob-shows-A1", "no-pass": "ann-passes", "not-your-turn no-pass": "bob-passes", "not-now": "ann-chooses-bob the-table-accepts"}),
        ("rulings=(replenish_to=2 at_once_in_replenish=obey) at-once=[] now=turn(player=0)", {"fine": "ann-draws bob-draws cem-draws ann-draws-two ann-throws-A4 bob-throws-A1 ann-shows-A4 bob-shows-A3 bob-shows-A1 ann-plays-K7 ann-claims bob-claims", "take-first": "ann-lays-unseen", "not-your-turn take-first": "cem-throws-A4", "no-pass": "ann-passes", "not-your-turn no-pass": "bob-passes", "not-now": "ann-chooses-bob the-table-accepts"}),
        ("rulings=(replenish_to=2 at_once_in_replenish=obey) at-once=[] now=to-lay(player=0 area=piles count=1)", {"fine": "ann-draws ann-lays-unseen ann-throws-A4 bob-throws-A1 ann-shows-A4 bob-shows-A3 bob-shows-A1", "not-your-turn": "bob-draws cem-draws", "lay-now": "ann-draws-two", "not-your-turn not-drawn": "cem-throws-A4", "not-in-an-exchange": "ann-plays-K7", "not-now": "ann-passes ann-chooses-bob the-table-accepts ann-claims bob-claims", "not-your-turn not-now": "bob-passes"}),
        ("rulings=(replenish_to=2 at_once_in_replenish=obey) hands=[[K05],[Y7-1],[Y8-1,Y9-2]] at-once=[] now=to-lay(player=0 area=piles count=1)", {"fine": "ann-draws ann-throws-A4 bob-throws-A1 ann-shows-A4 bob-shows-A3 bob-shows-A1", "not-your-turn": "bob-draws", "not-your-turn lay-now": "cem-draws", "lay-now": "ann-draws-two", "must-replenish card-unnamed": "ann-lays-unseen", "not-your-turn not-drawn must-replenish not-in-hand": "cem-throws-A4", "not-in-an-exchange": "ann-plays-K7", "not-now": "ann-passes ann-chooses-bob the-table-accepts", "not-your-turn not-now": "bob-passes", "not-now not-in-hand": "ann-claims", "not-now show-the-rest": "bob-claims"}),
        ("hands=[[K05],[Y7-1],[Y8-1]] at-once=[] now=turn(player=2)", {"not-your-turn cannot-pay": "ann-draws", "not-your-turn": "bob-draws ann-draws-two", "fine": "cem-draws ann-throws-A4 bob-throws-A1", "not-your-turn take-first": "ann-lays-unseen", "take-first": "cem-throws-A4", "not-your-turn not-drawn": "ann-shows-A4 bob-shows-A3 bob-shows-A1", "not-your-turn not-in-hand no-effect": "ann-plays-K7", "not-your-turn no-pass": "ann-passes bob-passes", "not-your-turn not-now": "ann-chooses-bob", "not-now": "the-table-accepts", "not-in-hand": "ann-claims", "show-the-rest": "bob-claims"}),
        ("now=to-lay(player=0 area=piles count=1)", {"lay-now": "ann-draws ann-draws-two", "not-your-turn lay-now": "bob-draws cem-draws", "fine": "ann-lays-unseen ann-throws-A4 bob-throws-A1 ann-shows-A4 bob-shows-A1", "not-your-turn not-drawn": "cem-throws-A4 bob-shows-A3", "not-in-an-exchange": "ann-plays-K7", "not-now": "ann-passes ann-chooses-bob the-table-accepts ann-claims bob-claims", "not-your-turn not-now": "bob-passes"}),
        ("unread=[] now=to-lay(player=0 area=piles count=1)", {"lay-now": "ann-draws ann-draws-two", "not-your-turn lay-now": "bob-draws cem-draws", "fine": "ann-lays-unseen", "not-drawn": "ann-throws-A4 ann-shows-A4", "not-your-turn not-drawn": "bob-throws-A1 cem-throws-A4 bob-shows-A3 bob-shows-A1", "not-in-an-exchange": "ann-plays-K7", "not-now": "ann-passes ann-chooses-bob the-table-accepts ann-claims bob-claims", "not-your-turn not-now": "bob-passes"}),
        ("at-once=[] now=may-claim(player=0)", {"not-now": "ann-draws ann-draws-two ann-lays-unseen ann-shows-A4 ann-plays-K7 ann-chooses-bob the-table-accepts", "not-your-turn not-now": "bob-draws cem-draws cem-throws-A4 bob-shows-A3 bob-shows-A1", "fine": "ann-throws-A4 bob-throws-A1 ann-passes ann-claims bob-claims", "not-your-turn": "bob-passes"}),
        ("at-once=[] unread=[] now=may-claim(player=0)", {"not-now": "ann-draws ann-draws-two ann-lays-unseen ann-throws-A4 ann-shows-A4 ann-plays-K7 ann-chooses-bob the-table-accepts", "not-your-turn not-now": "bob-draws cem-draws bob-throws-A1 cem-throws-A4 bob-shows-A3 bob-shows-A1", "fine": "ann-passes ann-claims bob-claims", "not-your-turn": "bob-passes"}),
        ("now=to-show(player=1)", {"not-your-turn not-now": "ann-draws cem-draws ann-draws-two ann-lays-unseen cem-throws-A4 ann-passes ann-chooses-bob", "not-now": "bob-draws bob-passes the-table-accepts ann-claims bob-claims", "fine": "ann-throws-A4 bob-throws-A1 ann-shows-A4 bob-shows-A3 bob-shows-A1", "not-your-turn not-in-an-exchange": "ann-plays-K7"}),
        ("at-once=[] now=to-show(player=0)", {"not-now": "ann-draws ann-draws-two ann-lays-unseen ann-chooses-bob the-table-accepts ann-claims bob-claims", "not-your-turn not-now": "bob-draws cem-draws cem-throws-A4", "fine": "ann-throws-A4 bob-throws-A1 ann-shows-A4 bob-shows-A3 bob-shows-A1 ann-passes", "not-in-an-exchange": "ann-plays-K7", "not-your-turn": "bob-passes"}),
        ("at-once=[] now=to-show(player=2)", {"not-your-turn not-now": "ann-draws bob-draws ann-draws-two ann-lays-unseen ann-chooses-bob", "fine": "cem-draws ann-throws-A4 bob-throws-A1 ann-shows-A4 bob-shows-A3 bob-shows-A1", "not-now": "cem-throws-A4 the-table-accepts ann-claims bob-claims", "not-your-turn not-in-an-exchange": "ann-plays-K7", "not-your-turn": "ann-passes bob-passes"}),
        ("now=obey(by=0 card=K05 asked=[0] count=1)", {"not-what-is-asked": "ann-draws ann-draws-two ann-lays-unseen ann-throws-A4 ann-shows-A4 ann-plays-K7 ann-passes", "not-your-turn not-what-is-asked": "bob-draws cem-draws bob-throws-A1 cem-throws-A4 bob-shows-A3 bob-shows-A1 bob-passes", "fine": "ann-chooses-bob", "not-now": "the-table-accepts ann-claims bob-claims"}),
        ("now=obey(by=0 card=K02 asked=[0])", {"not-what-is-asked": "ann-draws ann-draws-two ann-lays-unseen ann-throws-A4 ann-shows-A4 ann-plays-K7 ann-passes", "not-your-turn not-what-is-asked": "bob-draws cem-draws bob-throws-A1 cem-throws-A4 bob-shows-A3 bob-shows-A1 bob-passes", "fine": "ann-chooses-bob", "not-now": "the-table-accepts ann-claims bob-claims"}),
        ("at-once=[] now=short(waiting=[1])", {"not-your-turn": "ann-draws cem-draws ann-passes", "fine": "bob-draws bob-passes", "not-your-turn not-now": "ann-draws-two ann-lays-unseen ann-throws-A4 cem-throws-A4 ann-shows-A4 ann-plays-K7 ann-chooses-bob", "not-now": "bob-throws-A1 bob-shows-A3 bob-shows-A1 the-table-accepts ann-claims bob-claims"}),
        ("now=in-doubt(claimant=0 task=M10 cards=[])", {"not-your-turn not-now": "ann-draws bob-draws cem-draws ann-draws-two ann-lays-unseen ann-throws-A4 bob-throws-A1 cem-throws-A4 ann-shows-A4 bob-shows-A3 bob-shows-A1 ann-plays-K7 ann-passes bob-passes ann-chooses-bob", "fine": "the-table-accepts", "not-now": "ann-claims bob-claims"}),
        ("now=done", {"not-your-turn not-now": "ann-draws bob-draws cem-draws ann-draws-two ann-lays-unseen ann-throws-A4 bob-throws-A1 cem-throws-A4 ann-shows-A4 bob-shows-A3 bob-shows-A1 ann-plays-K7 ann-passes bob-passes ann-chooses-bob", "not-now": "the-table-accepts ann-claims bob-claims"}),
        ("hands=[[?3],[?3],[?3]] at-once=[] unread=[] now=turn(player=0)", {"fine": "ann-draws ann-draws-two ann-plays-K7 ann-claims bob-claims", "not-your-turn": "bob-draws cem-draws", "take-first": "ann-lays-unseen ann-throws-A4", "not-your-turn take-first": "bob-throws-A1 cem-throws-A4", "not-drawn": "ann-shows-A4", "not-your-turn not-drawn": "bob-shows-A3 bob-shows-A1", "no-pass": "ann-passes", "not-your-turn no-pass": "bob-passes", "not-now": "ann-chooses-bob the-table-accepts"}),
        ("hands=[[?3],[?3],[?3]] at-once=[] unread=[] now=turn(player=0 short=[1])", {"fine": "ann-draws bob-draws ann-draws-two ann-plays-K7 ann-claims bob-claims", "not-your-turn": "cem-draws", "take-first": "ann-lays-unseen ann-throws-A4", "not-your-turn take-first": "bob-throws-A1 cem-throws-A4", "not-drawn": "ann-shows-A4", "not-your-turn not-drawn": "bob-shows-A3 bob-shows-A1", "no-pass": "ann-passes", "not-your-turn no-pass": "bob-passes", "not-now": "ann-chooses-bob the-table-accepts"}),
        ("hands=[[?3],[?3],[?3]] at-once=[] unread=[] now=may-claim(player=0)", {"not-now": "ann-draws ann-draws-two ann-lays-unseen ann-throws-A4 ann-shows-A4 ann-plays-K7 ann-chooses-bob the-table-accepts", "not-your-turn not-now": "bob-draws cem-draws bob-throws-A1 cem-throws-A4 bob-shows-A3 bob-shows-A1", "fine": "ann-passes ann-claims bob-claims", "not-your-turn": "bob-passes"}),
        ("hands=[[?3],[?3],[?3]] at-once=[] unread=[] now=to-show(player=0)", {"fine": "ann-draws ann-passes", "not-your-turn not-now": "bob-draws cem-draws bob-throws-A1 cem-throws-A4", "not-now": "ann-draws-two ann-lays-unseen ann-throws-A4 ann-chooses-bob the-table-accepts ann-claims bob-claims", "not-drawn": "ann-shows-A4", "not-your-turn not-drawn": "bob-shows-A3 bob-shows-A1", "not-in-an-exchange": "ann-plays-K7", "not-your-turn": "bob-passes"}),
        ("hands=[[?3],[?3],[?3]] at-once=[] unread=[] now=to-show(player=2)", {"not-your-turn not-now": "ann-draws bob-draws ann-draws-two ann-lays-unseen ann-throws-A4 bob-throws-A1 ann-chooses-bob", "fine": "cem-draws", "not-now": "cem-throws-A4 the-table-accepts ann-claims bob-claims", "not-your-turn not-drawn": "ann-shows-A4 bob-shows-A3 bob-shows-A1", "not-your-turn not-in-an-exchange": "ann-plays-K7", "not-your-turn": "ann-passes bob-passes"}),
        ("hands=[[?3],[?3],[?3]] at-once=[] unread=[] now=to-show(player=1)", {"not-your-turn not-now": "ann-draws cem-draws ann-draws-two ann-lays-unseen ann-throws-A4 cem-throws-A4 ann-chooses-bob", "not-now": "bob-draws bob-throws-A1 the-table-accepts ann-claims bob-claims", "not-your-turn not-drawn": "ann-shows-A4", "not-drawn": "bob-shows-A3 bob-shows-A1", "not-your-turn not-in-an-exchange": "ann-plays-K7", "not-your-turn": "ann-passes", "fine": "bob-passes"}),
        ("hands=[[?3],[?3],[?3]] at-once=[] unread=[] rulings=(replenish_to=2) now=may-claim(player=0)", {"fine": "ann-draws cem-draws ann-passes ann-claims bob-claims", "not-your-turn not-now": "bob-draws bob-throws-A1 cem-throws-A4 bob-shows-A3 bob-shows-A1", "not-now": "ann-draws-two ann-lays-unseen ann-throws-A4 ann-shows-A4 ann-plays-K7 ann-chooses-bob the-table-accepts", "not-your-turn": "bob-passes"}),
        ("hands=[[?3],[?3],[?3]] at-once=[] unread=[] now=to-lay(player=0 area=piles count=1)", {"lay-now": "ann-draws ann-draws-two", "not-your-turn lay-now": "bob-draws cem-draws", "fine": "ann-lays-unseen", "not-drawn": "ann-throws-A4 ann-shows-A4", "not-your-turn not-drawn": "bob-throws-A1 cem-throws-A4 bob-shows-A3 bob-shows-A1", "not-in-an-exchange": "ann-plays-K7", "not-now": "ann-passes ann-chooses-bob the-table-accepts ann-claims bob-claims", "not-your-turn not-now": "bob-passes"}),
    ],
)  # fmt: skip
def test_why_a_move_is_refused(given: str, said: dict[str, str]) -> None:
    """All reasons of each; ``fine`` is what may be done at that moment, by whomever it is (rules, A3 to A8)."""
    state = GAME.position({**Line(TABLE).fields, **Line(given).fields}).state
    found: dict[str, list[str]] = {}
    for name, move in MOVES.items():
        codes = [reason.key.removeprefix("illegal.") for reason in refusals(state, move)]
        found.setdefault(" ".join(codes) or "fine", []).append(name)

    assert said == {why: " ".join(names) for why, names in found.items()}
    fine = [MOVES[name] for name in found.get("fine", ()) if "claims" not in name]
    assert ["no-such-player"] == [
        r.key.removeprefix("illegal.") for r in refusals(state, m.Pass(3))
    ]
    seen = {move for move in fine if not isinstance(move, m.Lay) or move.card}
    listed = {*legal(state)}
    assert seen <= listed
    assert listed & {*MOVES.values()} <= {MOVES[name] for name in found.get("fine", ())}


# What is asked, and what comes of an answer -----------------------------------------------

SEEN = (
    "hands=[[R4-1,R5-1,Y4-1,K05],[Y7-1,R8-1],[G1]] draw=[G2,A02,K09] tasks=[M10,M11,M12] "
    "stack=[M13] unread=[] at-once=[]"
)
"""Where everything is known."""
PART = "hands=[[R4-1,K05,?1],[Y7-1],[?2]] unread=[] at-once=[]"
"""Where a camera sees what lies on the table."""


def at(table: str, given: str) -> m.State:
    """The table above with some of it otherwise."""
    told = (Line(each).fields for each in (TABLE, table, given))
    state: m.State = GAME.position(reduce(or_, told)).state
    return state


@pytest.mark.parametrize(
    ("table", "given", "moves"),
    [
        (SEEN, "now=obey(by=0 card=A01 asked=[0])", "0 choose whom:1 cards:Y7-1; 0 choose whom:1 cards:R8-1; 0 choose whom:2 cards:G1"),
        (SEEN, "now=obey(by=0 card=A01 asked=[0] touched=[1])", "0 choose whom:2 cards:G1"),
        (SEEN, "now=obey(by=0 card=A05 asked=[0])", "0 choose whom:1; 0 choose whom:2"),
        (SEEN, "now=obey(by=1 card=K01 asked=[1])", "1 choose whom:2; 1 choose whom:0"),
        (SEEN, "now=obey(by=0 card=K03 asked=[0])", "0 choose whom:1 cards:R4-1,R5-1; 0 choose whom:1 cards:R4-1,Y4-1; 0 choose whom:2 cards:R4-1,R5-1; 0 choose whom:2 cards:R4-1,Y4-1"),
        (SEEN, "now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay open-left:R4-1; 0 lay open-left:R5-1; 0 lay open-left:Y4-1; 0 lay open-right:R4-1; 0 lay open-right:R5-1; 0 lay open-right:Y4-1; 0 lay mac:R4-1; 0 lay mac:R5-1; 0 lay mac:Y4-1; 0 lay actions:K05"),
        (SEEN, "now=obey(by=0 card=K05 asked=[0] count=1)", "0 choose whom:1; 0 choose whom:2"),
        (SEEN, "now=obey(by=0 card=K06 asked=[1,2])", "1 choose cards:Y7-1; 1 choose cards:R8-1"),
        (SEEN, "now=obey(by=2 card=K06 asked=[0,1])", "0 choose cards:R4-1; 0 choose cards:R5-1; 0 choose cards:Y4-1; 0 choose cards:K05"),
        (SEEN, "now=obey(by=0 card=K07 asked=[0] count=5)", "0 lay mac:R4-1; 0 lay mac:R5-1; 0 lay mac:Y4-1"),
        (SEEN, "now=obey(by=0 card=K08 asked=[0] count=5)", ""),
        (SEEN, "now=obey(by=0 card=K08 asked=[0] count=4 detail=R)", "0 lay open-left:R4-1; 0 lay open-left:R5-1; 0 lay open-right:R4-1; 0 lay open-right:R5-1"),
        (SEEN, "now=obey(by=0 card=K09 asked=[0])", "0 lay open-left:R4-1; 0 lay open-left:R5-1; 0 lay open-left:Y4-1; 0 lay open-right:R4-1; 0 lay open-right:R5-1; 0 lay open-right:Y4-1"),
        (SEEN, "now=obey(by=0 card=K09 asked=[0] detail=Y)", "0 lay open-left:Y4-1; 0 lay open-right:Y4-1"),
        (SEEN, "now=obey(by=1 card=K10 asked=[0] detail=R04)", "0 choose cards:R4-1"),
        (SEEN, "now=obey(by=0 card=K11 asked=[0,1])", "0 lay open-left:R4-1; 0 lay open-left:R5-1; 0 lay open-left:Y4-1; 0 lay open-right:R4-1; 0 lay open-right:R5-1; 0 lay open-right:Y4-1"),
        (SEEN, "now=obey(by=0 card=K11 asked=[1])", "1 lay open-left:Y7-1; 1 lay open-left:R8-1; 1 lay open-right:Y7-1; 1 lay open-right:R8-1"),
        (SEEN, "now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw; 0 take open-left:G9-1; 0 take open-right; 0 take mac:R1; 0 take mac:R2"),
        (SEEN, "rulings=(k03=and) now=obey(by=0 card=K03 asked=[0])", ""),
        (SEEN, "rulings=(k12_from_hands=yes) now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw; 0 take open-left:G9-1; 0 take open-right; 0 take mac:R1; 0 take mac:R2; 0 choose whom:1; 0 choose whom:2"),
        (SEEN, "mac=[R1,R2,R3,Y1,Y2,Y3,G3-1] now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay open-left:R4-1; 0 lay open-left:R5-1; 0 lay open-left:Y4-1; 0 lay open-right:R4-1; 0 lay open-right:R5-1; 0 lay open-right:Y4-1; 0 lay actions:K05"),
        (PART, "now=obey(by=0 card=A01 asked=[0])", "0 choose whom:1 cards:Y7-1; 0 choose whom:1 cards:?; 0 choose whom:2 cards:?"),
        (PART, "now=obey(by=0 card=A01 asked=[0] touched=[1])", "0 choose whom:2 cards:?"),
        (PART, "now=obey(by=0 card=A05 asked=[0])", "0 choose whom:1; 0 choose whom:2"),
        (PART, "now=obey(by=1 card=K01 asked=[1])", "1 choose whom:2; 1 choose whom:0"),
        (PART, "now=obey(by=0 card=K03 asked=[0])", "0 choose whom:1 cards:R4-1,?; 0 choose whom:1 cards:?,?; 0 choose whom:2 cards:R4-1,?; 0 choose whom:2 cards:?,?"),
        (PART, "now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay open-left:R4-1; 0 lay open-left; 0 lay open-right:R4-1; 0 lay open-right; 0 lay mac:R4-1; 0 lay mac; 0 lay actions:K05; 0 lay actions; 0 pass"),
        (PART, "now=obey(by=0 card=K05 asked=[0] count=1)", "0 choose whom:1; 0 choose whom:2"),
        (PART, "now=obey(by=0 card=K06 asked=[1,2])", "1 choose cards:Y7-1; 1 choose cards:?"),
        (PART, "now=obey(by=2 card=K06 asked=[0,1])", "0 choose cards:R4-1; 0 choose cards:K05; 0 choose cards:?; 0 pass"),
        (PART, "now=obey(by=0 card=K07 asked=[0] count=5)", "0 lay mac:R4-1; 0 lay mac; 0 pass"),
        (PART, "now=obey(by=0 card=K08 asked=[0] count=5)", "0 lay open-left; 0 lay open-right"),
        (PART, "now=obey(by=0 card=K08 asked=[0] count=4 detail=R)", "0 lay open-left:R4-1; 0 lay open-left; 0 lay open-right:R4-1; 0 lay open-right"),
        (PART, "now=obey(by=0 card=K09 asked=[0])", "0 lay open-left:R4-1; 0 lay open-left; 0 lay open-right:R4-1; 0 lay open-right"),
        (PART, "now=obey(by=0 card=K09 asked=[0] detail=Y)", "0 lay open-left; 0 lay open-right; 0 pass"),
        (PART, "now=obey(by=1 card=K10 asked=[0] detail=R04)", "0 choose cards:R4-1; 0 choose cards:?; 0 pass"),
        (PART, "now=obey(by=0 card=K11 asked=[0,1])", "0 lay open-left:R4-1; 0 lay open-left; 0 lay open-right:R4-1; 0 lay open-right; 0 pass"),
        (PART, "now=obey(by=0 card=K11 asked=[1])", "1 lay open-left:Y7-1; 1 lay open-right:Y7-1"),
        (PART, "now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw; 0 take open-left:G9-1; 0 take open-right; 0 take mac:R1; 0 take mac:R2; 0 pass"),
        (PART, "rulings=(k03=and) now=obey(by=0 card=K03 asked=[0])", "0 choose whom:1 cards:R4-1,?; 0 choose whom:1 cards:?,?; 0 choose whom:2 cards:R4-1,?; 0 choose whom:2 cards:?,?"),
        (PART, "rulings=(k12_from_hands=yes) hands=[[R4-1,?1],[?0-1],[]] now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw; 0 take open-left:G9-1; 0 take open-right; 0 take mac:R1; 0 take mac:R2; 0 choose whom:1; 0 pass"),
        (PART, "rulings=(a01_blind=no) hands=[[R4-1,?1],[?0-1],[]] now=obey(by=0 card=A01 asked=[0])", "0 choose whom:1 cards:?"),
        (PART, "rulings=(k12_from_hands=yes) now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw; 0 take open-left:G9-1; 0 take open-right; 0 take mac:R1; 0 take mac:R2; 0 choose whom:1; 0 choose whom:2; 0 pass"),
        (PART, "mac=[R1,R2,R3,Y1,Y2,Y3,G3-1] now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay open-left:R4-1; 0 lay open-left; 0 lay open-right:R4-1; 0 lay open-right; 0 lay actions:K05; 0 lay actions; 0 pass"),
    ],
)  # fmt: skip
def test_what_an_action_card_asks(table: str, given: str, moves: str) -> None:
    """Every answer that is legal; of a hand that is seen in part also with what nobody sees (rules, C)."""
    assert moves == "; ".join(map(str, legal(at(table, given))))


@pytest.mark.parametrize(
    ("table", "given", "move", "events", "changed"),
    [
        (SEEN, "now=obey(by=0 card=A01 asked=[0])", "0 choose whom:1 cards:Y7-1", "CardPassed CardPassed ActionObeyed", "hands=[[R4-1,R5-1,Y4-1,Y7-1,G1,K05],[R8-1],[]] now=short(waiting=[2])"),
        (SEEN, "now=obey(by=0 card=A01 asked=[0])", "0 choose whom:2 cards:G1", "CardPassed CardPassed ActionObeyed", "hands=[[R4-1,R5-1,Y4-1,G1,Y7-1,K05],[R8-1],[]] now=short(waiting=[2])"),
        (SEEN, "now=obey(by=0 card=A01 asked=[0] touched=[1])", "0 choose whom:2 cards:G1", "CardPassed ActionObeyed", "hands=[[R4-1,R5-1,Y4-1,G1,K05],[Y7-1,R8-1],[]] now=short(waiting=[2])"),
        (SEEN, "now=obey(by=0 card=A05 asked=[0])", "0 choose whom:1", "HandsSwapped ActionObeyed TurnPassed", "turn=1 hands=[[Y7-1,R8-1],[R4-1,R5-1,Y4-1,K05],[G1]] tasks=[M11,M10,M12] opened=[1] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=A05 asked=[0])", "0 choose whom:2", "HandsSwapped ActionObeyed TurnPassed", "turn=1 hands=[[G1],[Y7-1,R8-1],[R4-1,R5-1,Y4-1,K05]] tasks=[M12,M11,M10] opened=[2] now=turn(player=1)"),
        (SEEN, "now=obey(by=1 card=K01 asked=[1])", "1 choose whom:2", "TasksSwapped ActionObeyed TurnPassed", "turn=1 tasks=[M10,M12,M11] now=turn(player=1)"),
        (SEEN, "now=obey(by=1 card=K01 asked=[1])", "1 choose whom:0", "TasksSwapped ActionObeyed TurnPassed", "turn=1 tasks=[M11,M10,M12] opened=[1] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K03 asked=[0])", "0 choose whom:1 cards:R4-1,R5-1", "CardPassed CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[Y4-1,K05],[Y7-1,R8-1,R4-1,R5-1],[G1]] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K03 asked=[0])", "0 choose whom:2 cards:R4-1,Y4-1", "CardPassed CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[R5-1,K05],[Y7-1,R8-1],[G1,R4-1,Y4-1]] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay open-left:R4-1", "CardLaid", "hands=[[R5-1,Y4-1,K05],[Y7-1,R8-1],[G1]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K04 asked=[0] count=1 touched=[0])"),
        (SEEN, "now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay actions:K05", "CardLaid", "hands=[[R4-1,R5-1,Y4-1],[Y7-1,R8-1],[G1]] actions=[K05,K06] now=obey(by=0 card=K04 asked=[0] count=1 touched=[0])"),
        (SEEN, "now=obey(by=0 card=K05 asked=[0] count=1)", "0 choose whom:1", "CardsTaken ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,R5-1,Y4-1,K05],[Y7-1,R8-1,G2],[G1]] draw=[A02,K09] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K05 asked=[0] count=1)", "0 choose whom:2", "CardsTaken ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,R5-1,Y4-1,K05],[Y7-1,R8-1],[G1,G2]] draw=[A02,K09] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K06 asked=[1,2])", "1 choose cards:Y7-1", "CardPassed", "hands=[[R4-1,R5-1,Y4-1,Y7-1,K05],[R8-1],[G1]] now=obey(by=0 card=K06 asked=[2] touched=[1])"),
        (SEEN, "now=obey(by=0 card=K06 asked=[1,2])", "1 choose cards:R8-1", "CardPassed", "hands=[[R4-1,R5-1,Y4-1,R8-1,K05],[Y7-1],[G1]] now=obey(by=0 card=K06 asked=[2] touched=[1])"),
        (SEEN, "now=obey(by=2 card=K06 asked=[0,1])", "0 choose cards:R4-1", "CardPassed", "hands=[[R5-1,Y4-1,K05],[Y7-1,R8-1],[G1,R4-1]] now=obey(by=2 card=K06 asked=[1] touched=[0])"),
        (SEEN, "now=obey(by=2 card=K06 asked=[0,1])", "0 choose cards:K05", "CardPassed", "hands=[[R4-1,R5-1,Y4-1],[Y7-1,R8-1],[G1,K05]] now=obey(by=2 card=K06 asked=[1] touched=[0])"),
        (SEEN, "now=obey(by=0 card=K07 asked=[0] count=5)", "0 lay mac:R4-1", "CardLaid", "hands=[[R5-1,Y4-1,K05],[Y7-1,R8-1],[G1]] mac=[R1,R2,R4-1] now=obey(by=0 card=K07 asked=[0] count=4 touched=[0])"),
        (SEEN, "now=obey(by=0 card=K07 asked=[0] count=5)", "0 lay mac:Y4-1", "CardLaid", "hands=[[R4-1,R5-1,K05],[Y7-1,R8-1],[G1]] mac=[R1,R2,Y4-1] now=obey(by=0 card=K07 asked=[0] count=4 touched=[0])"),
        (SEEN, "now=obey(by=0 card=K08 asked=[0] count=4 detail=R)", "0 lay open-left:R4-1", "CardLaid", "hands=[[R5-1,Y4-1,K05],[Y7-1,R8-1],[G1]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K08 asked=[0] count=3 detail=R touched=[0])"),
        (SEEN, "now=obey(by=0 card=K08 asked=[0] count=4 detail=R)", "0 lay open-right:R5-1", "CardLaid", "hands=[[R4-1,Y4-1,K05],[Y7-1,R8-1],[G1]] open-right=[R5-1,?,Y9-1] now=obey(by=0 card=K08 asked=[0] count=3 detail=R touched=[0])"),
        (SEEN, "now=obey(by=0 card=K09 asked=[0])", "0 lay open-left:R4-1", "CardLaid", "hands=[[R5-1,Y4-1,K05],[Y7-1,R8-1],[G1]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K09 asked=[0] detail=R touched=[0])"),
        (SEEN, "now=obey(by=0 card=K09 asked=[0])", "0 lay open-right:Y4-1", "CardLaid ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,R5-1,K05],[Y7-1,R8-1],[G1]] open-right=[Y4-1,?,Y9-1] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K09 asked=[0] detail=Y)", "0 lay open-left:Y4-1", "CardLaid ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,R5-1,K05],[Y7-1,R8-1],[G1]] open-left=[Y4-1,G9-1,G8-1] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K09 asked=[0] detail=Y)", "0 lay open-right:Y4-1", "CardLaid ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,R5-1,K05],[Y7-1,R8-1],[G1]] open-right=[Y4-1,?,Y9-1] now=turn(player=1)"),
        (SEEN, "now=obey(by=1 card=K10 asked=[0] detail=R04)", "0 choose cards:R4-1", "CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[R5-1,Y4-1,K05],[Y7-1,R8-1,R4-1],[G1]] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K11 asked=[0,1])", "0 lay open-left:R4-1", "CardLaid", "hands=[[R5-1,Y4-1,K05],[Y7-1,R8-1],[G1]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K11 asked=[1] touched=[0])"),
        (SEEN, "now=obey(by=0 card=K11 asked=[0,1])", "0 lay open-right:Y4-1", "CardLaid", "hands=[[R4-1,R5-1,K05],[Y7-1,R8-1],[G1]] open-right=[Y4-1,?,Y9-1] now=obey(by=0 card=K11 asked=[1] touched=[0])"),
        (SEEN, "now=obey(by=0 card=K11 asked=[1])", "1 lay open-left:Y7-1", "CardLaid ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,R5-1,Y4-1,K05],[R8-1],[G1]] open-left=[Y7-1,G9-1,G8-1] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K11 asked=[1])", "1 lay open-right:R8-1", "CardLaid ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,R5-1,Y4-1,K05],[Y7-1],[G1]] open-right=[R8-1,?,Y9-1] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw", "CardsTaken", "hands=[[R4-1,R5-1,Y4-1,G2,K05],[Y7-1,R8-1],[G1]] draw=[A02,K09] now=obey(by=0 card=K12 asked=[0] count=2)"),
        (SEEN, "now=obey(by=0 card=K12 asked=[0] count=3)", "0 take mac:R2", "CardsTaken", "hands=[[R4-1,R5-1,Y4-1,R2,K05],[Y7-1,R8-1],[G1]] mac=[R1] now=obey(by=0 card=K12 asked=[0] count=2)"),
        (SEEN, "rulings=(k12_from_hands=yes) now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw", "CardsTaken", "hands=[[R4-1,R5-1,Y4-1,G2,K05],[Y7-1,R8-1],[G1]] draw=[A02,K09] now=obey(by=0 card=K12 asked=[0] count=2)"),
        (SEEN, "rulings=(k12_from_hands=yes) now=obey(by=0 card=K12 asked=[0] count=3)", "0 choose whom:2", "CardPassed", "hands=[[R4-1,R5-1,Y4-1,G1,K05],[Y7-1,R8-1],[]] now=obey(by=0 card=K12 asked=[0] count=2 touched=[2])"),
        (SEEN, "mac=[R1,R2,R3,Y1,Y2,Y3,G3-1] now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay open-left:R4-1", "CardLaid", "hands=[[R5-1,Y4-1,K05],[Y7-1,R8-1],[G1]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K04 asked=[0] count=1 touched=[0])"),
        (SEEN, "mac=[R1,R2,R3,Y1,Y2,Y3,G3-1] now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay actions:K05", "CardLaid", "hands=[[R4-1,R5-1,Y4-1],[Y7-1,R8-1],[G1]] actions=[K05,K06] now=obey(by=0 card=K04 asked=[0] count=1 touched=[0])"),
        (PART, "now=obey(by=0 card=A01 asked=[0])", "0 choose whom:1 cards:Y7-1", "CardPassed CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,Y7-1,K05,?2],[],[?]] now=turn(player=1 short=[1,2])"),
        (PART, "now=obey(by=0 card=A01 asked=[0])", "0 choose whom:2 cards:?", "CardPassed CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,K05,?3],[],[?]] now=turn(player=1 short=[2,1])"),
        (PART, "now=obey(by=0 card=A01 asked=[0] touched=[1])", "0 choose whom:2 cards:?", "CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,K05,?2],[Y7-1],[?]] now=turn(player=1 short=[1,2])"),
        (PART, "now=obey(by=0 card=A05 asked=[0])", "0 choose whom:1", "HandsSwapped ActionObeyed TurnPassed", "turn=1 hands=[[Y7-1],[R4-1,K05,?],[?2]] tasks=[?,M10,?] opened=[1] now=turn(player=1 short=[0,1])"),
        (PART, "now=obey(by=0 card=A05 asked=[0])", "0 choose whom:2", "HandsSwapped ActionObeyed TurnPassed", "turn=1 hands=[[?2],[Y7-1],[R4-1,K05,?]] tasks=[?2,M10] opened=[2] now=turn(player=1 short=[0,2])"),
        (PART, "now=obey(by=1 card=K01 asked=[1])", "1 choose whom:2", "TasksSwapped ActionObeyed TurnPassed", "turn=1 now=turn(player=1)"),
        (PART, "now=obey(by=1 card=K01 asked=[1])", "1 choose whom:0", "TasksSwapped ActionObeyed TurnPassed", "turn=1 tasks=[?,M10,?] opened=[1] now=turn(player=1)"),
        (PART, "now=obey(by=0 card=K03 asked=[0])", "0 choose whom:1 cards:R4-1,?", "CardPassed CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[?],[Y7-1,R4-1,?],[?2]] now=turn(player=1 short=[0])"),
        (PART, "now=obey(by=0 card=K03 asked=[0])", "0 choose whom:2 cards:?,?", "CardPassed CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[?],[Y7-1],[?4]] now=turn(player=1 short=[0])"),
        (PART, "now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay open-left:R4-1", "CardLaid", "hands=[[K05,?],[Y7-1],[?2]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K04 asked=[0] count=1 touched=[0])"),
        (PART, "now=obey(by=0 card=K04 asked=[0] count=2)", "0 pass", "ActionObeyed TurnPassed", "turn=1 now=turn(player=1)"),
        (PART, "now=obey(by=0 card=K05 asked=[0] count=1)", "0 choose whom:1", "CardsTaken ActionObeyed", "hands=[[R4-1,K05,?],[Y7-1,?],[?2]] now=to-show(player=1) unread=[(drawer=1 holder=1 count=1)]"),
        (PART, "now=obey(by=0 card=K05 asked=[0] count=1)", "0 choose whom:2", "CardsTaken ActionObeyed", "hands=[[R4-1,K05,?],[Y7-1],[?3]] now=to-show(player=2) unread=[(drawer=2 holder=2 count=1)]"),
        (PART, "now=obey(by=0 card=K06 asked=[1,2])", "1 choose cards:Y7-1", "CardPassed", "hands=[[R4-1,Y7-1,K05,?],[],[?2]] now=obey(by=0 card=K06 asked=[2] touched=[1])"),
        (PART, "now=obey(by=0 card=K06 asked=[1,2])", "1 choose cards:?", "CardPassed", "hands=[[R4-1,K05,?2],[],[?2]] now=obey(by=0 card=K06 asked=[2] touched=[1])"),
        (PART, "now=obey(by=2 card=K06 asked=[0,1])", "0 choose cards:R4-1", "CardPassed", "hands=[[K05,?],[Y7-1],[R4-1,?2]] now=obey(by=2 card=K06 asked=[1] touched=[0])"),
        (PART, "now=obey(by=2 card=K06 asked=[0,1])", "0 pass", "CardDenied", "now=obey(by=2 card=K06 asked=[1])"),
        (PART, "now=obey(by=0 card=K07 asked=[0] count=5)", "0 lay mac:R4-1", "CardLaid", "hands=[[K05,?],[Y7-1],[?2]] mac=[R1,R2,R4-1] now=obey(by=0 card=K07 asked=[0] count=4 touched=[0])"),
        (PART, "now=obey(by=0 card=K07 asked=[0] count=5)", "0 pass", "ActionObeyed TurnPassed", "turn=1 now=turn(player=1)"),
        (PART, "now=obey(by=0 card=K08 asked=[0] count=5)", "0 lay open-left", "CardLaid", "hands=[[?2],[Y7-1],[?2]] open-left=[?,G9-1,G8-1] now=obey(by=0 card=K08 asked=[0] count=4 touched=[0])"),
        (PART, "now=obey(by=0 card=K08 asked=[0] count=5)", "0 lay open-right", "CardLaid", "hands=[[?2],[Y7-1],[?2]] open-right=[?2,Y9-1] now=obey(by=0 card=K08 asked=[0] count=4 touched=[0])"),
        (PART, "now=obey(by=0 card=K08 asked=[0] count=4 detail=R)", "0 lay open-left:R4-1", "CardLaid", "hands=[[K05,?],[Y7-1],[?2]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K08 asked=[0] count=3 detail=R touched=[0])"),
        (PART, "now=obey(by=0 card=K08 asked=[0] count=4 detail=R)", "0 lay open-right", "CardLaid", "hands=[[?2],[Y7-1],[?2]] open-right=[?2,Y9-1] now=obey(by=0 card=K08 asked=[0] count=3 detail=R touched=[0])"),
        (PART, "now=obey(by=0 card=K09 asked=[0])", "0 lay open-left:R4-1", "CardLaid", "hands=[[K05,?],[Y7-1],[?2]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K09 asked=[0] detail=R touched=[0])"),
        (PART, "now=obey(by=0 card=K09 asked=[0])", "0 lay open-right", "CardLaid", "hands=[[?2],[Y7-1],[?2]] open-right=[?2,Y9-1] now=obey(by=0 card=K09 asked=[0] touched=[0])"),
        (PART, "now=obey(by=0 card=K09 asked=[0] detail=Y)", "0 lay open-left", "CardLaid", "hands=[[?2],[Y7-1],[?2]] open-left=[?,G9-1,G8-1] now=obey(by=0 card=K09 asked=[0] detail=Y touched=[0])"),
        (PART, "now=obey(by=0 card=K09 asked=[0] detail=Y)", "0 pass", "ActionObeyed TurnPassed", "turn=1 now=turn(player=1)"),
        (PART, "now=obey(by=1 card=K10 asked=[0] detail=R04)", "0 choose cards:R4-1", "CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[K05,?],[Y7-1,R4-1],[?2]] now=turn(player=1 short=[0])"),
        (PART, "now=obey(by=1 card=K10 asked=[0] detail=R04)", "0 pass", "CardDenied ActionObeyed TurnPassed", "turn=1 now=turn(player=1)"),
        (PART, "now=obey(by=0 card=K11 asked=[0,1])", "0 lay open-left:R4-1", "CardLaid", "hands=[[K05,?],[Y7-1],[?2]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K11 asked=[1] touched=[0])"),
        (PART, "now=obey(by=0 card=K11 asked=[0,1])", "0 pass", "CardDenied", "now=obey(by=0 card=K11 asked=[1])"),
        (PART, "now=obey(by=0 card=K11 asked=[1])", "1 lay open-left:Y7-1", "CardLaid ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,K05,?],[],[?2]] open-left=[Y7-1,G9-1,G8-1] now=turn(player=1 short=[1])"),
        (PART, "now=obey(by=0 card=K11 asked=[1])", "1 lay open-right:Y7-1", "CardLaid ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,K05,?],[],[?2]] open-right=[Y7-1,?,Y9-1] now=turn(player=1 short=[1])"),
        (PART, "now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw", "CardsTaken", "hands=[[R4-1,K05,?2],[Y7-1],[?2]] now=obey(by=0 card=K12 asked=[0] count=2) unread=[(drawer=0 holder=0 count=1)]"),
        (PART, "now=obey(by=0 card=K12 asked=[0] count=3)", "0 pass", "ActionObeyed TurnPassed", "turn=1 now=turn(player=1)"),
        (PART, "rulings=(k03=and) now=obey(by=0 card=K03 asked=[0])", "0 choose whom:1 cards:R4-1,?", "CardPassed CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[?],[Y7-1,R4-1,?],[?2]] now=turn(player=1 short=[0])"),
        (PART, "rulings=(k03=and) now=obey(by=0 card=K03 asked=[0])", "0 choose whom:2 cards:?,?", "CardPassed CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[?],[Y7-1],[?4]] now=turn(player=1 short=[0])"),
        (PART, "rulings=(k12_from_hands=yes) now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw", "CardsTaken", "hands=[[R4-1,K05,?2],[Y7-1],[?2]] now=obey(by=0 card=K12 asked=[0] count=2) unread=[(drawer=0 holder=0 count=1)]"),
        (PART, "rulings=(k12_from_hands=yes) now=obey(by=0 card=K12 asked=[0] count=3)", "0 pass", "ActionObeyed TurnPassed", "turn=1 now=turn(player=1)"),
        (PART, "mac=[R1,R2,R3,Y1,Y2,Y3,G3-1] now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay open-left:R4-1", "CardLaid", "hands=[[K05,?],[Y7-1],[?2]] open-left=[R4-1,G9-1,G8-1] now=obey(by=0 card=K04 asked=[0] count=1 touched=[0])"),
        (PART, "mac=[R1,R2,R3,Y1,Y2,Y3,G3-1] now=obey(by=0 card=K04 asked=[0] count=2)", "0 pass", "ActionObeyed TurnPassed", "turn=1 now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K10 asked=[0])", "0 choose whom:1 face:Y7", "CardDemanded CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,R5-1,Y4-1,Y7-1,K05],[R8-1],[G1]] now=turn(player=1)"),
        (SEEN, "now=obey(by=0 card=K10 asked=[0])", "0 choose whom:1 face:Y8", "CardDemanded CardDenied ActionObeyed TurnPassed", "turn=1 now=turn(player=1)"),
        (PART, "now=obey(by=0 card=K10 asked=[0])", "0 choose whom:2 face:Y8", "CardDemanded", "now=obey(by=0 card=K10 asked=[2] detail=Y08)"),
        (PART, "now=obey(by=0 card=K10 asked=[0])", "0 choose whom:1 face:Y7", "CardDemanded CardPassed ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,Y7-1,K05,?],[],[?2]] now=turn(player=1 short=[1])"),
        (SEEN, "now=turn(player=0)", "0 take draw draw", "CardsTaken AtOnceCardShown TaskReplaced ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,R5-1,Y4-1,G2,K05],[Y7-1,R8-1],[G1]] draw=[K09] actions=[A02,K06] tasks=[M13,M11,M12] opened=? stack=[] returned=[M10,M05] now=turn(player=1)"),
        (SEEN, "now=turn(player=0)", "0 take open-left", "CardsTaken", "hands=[[R4-1,R5-1,Y4-1,G9-1,K05],[Y7-1,R8-1],[G1]] open-left=[G8-1] now=to-lay(player=0 area=piles count=2)"),
        (SEEN, "now=turn(player=0)", "0 take draw", "CardsTaken", "hands=[[R4-1,R5-1,Y4-1,G2,K05],[Y7-1,R8-1],[G1]] draw=[A02,K09] now=to-lay(player=0 area=piles count=2)"),
        (PART, "now=turn(player=0)", "0 take draw", "CardsTaken", "hands=[[R4-1,K05,?2],[Y7-1],[?2]] now=to-lay(player=0 area=piles count=2) unread=[(drawer=0 holder=0 count=1)]"),
        (PART, "now=turn(player=0)", "0 take mac:R1 mac:R2", "CardsTaken", "hands=[[R4-1,R1,R2,K05,?],[Y7-1],[?2]] mac=? now=to-lay(player=0 area=mac count=1)"),
        (PART, "now=turn(player=0)", "0 play K05", "ActionPlayed", "hands=[[R4-1,?],[Y7-1],[?2]] actions=[K05,K06] now=obey(by=0 card=K05 asked=[0] count=1)"),
        (SEEN, "now=turn(player=0)", "0 play K05", "ActionPlayed", "hands=[[R4-1,R5-1,Y4-1],[Y7-1,R8-1],[G1]] actions=[K05,K06] now=obey(by=0 card=K05 asked=[0] count=1)"),
        (SEEN, "now=may-claim(player=0)", "0 pass", "TurnPassed", "turn=1 now=turn(player=1)"),
        (SEEN, "now=may-claim(player=0)", "1 take open-left", "TurnPassed CardsTaken", "turn=1 hands=[[R4-1,R5-1,Y4-1,K05],[Y7-1,R8-1,G9-1],[G1]] open-left=[G8-1] now=to-lay(player=1 area=piles count=2)"),
        (PART, "now=may-claim(player=0)", "1 take draw draw", "TurnPassed CardsTaken", "turn=1 hands=[[R4-1,K05,?],[Y7-1,?2],[?2]] now=to-lay(player=1 area=piles count=1) unread=[(drawer=1 holder=1 count=2)]"),
        (SEEN, "hands=[[K05],[Y7-1,R8-1],[G1]] now=short(waiting=[0])", "0 take draw", "CardsTaken ReplenishEnded TurnPassed", "turn=1 hands=[[G2,K05],[Y7-1,R8-1],[G1]] draw=[A02,K09] now=turn(player=1)"),
        (SEEN, "hands=[[K05],[Y7-1,R8-1],[G1]] draw=[A02,G2] now=short(waiting=[0])", "0 take draw", "CardsTaken CardsThrownAway", "draw=[G2] actions=[A02,K06]"),
        (SEEN, "hands=[[K05],[Y7-1,R8-1],[G1]] now=short(waiting=[0])", "0 pass", "ReplenishEnded TurnPassed", "turn=1 now=turn(player=1)"),
        (SEEN, "hands=[[K05],[Y7-1,R8-1],[]] now=short(waiting=[0,2])", "0 pass", "ReplenishEnded", "now=short(waiting=[2])"),
        (SEEN, "at-once=[[0,A02],[0,A03]] draw=[G2,K09] now=to-show(player=0)", "0 play A03", "AtOnceCardShown ActionObeyed AtOnceCardShown TaskReplaced ActionObeyed TurnPassed", "turn=1 actions=[A02,A03,K06] tasks=[M13,M11,M12] opened=? stack=[] returned=[M10,M05] at-once=? now=turn(player=1)"),
        (PART, "unread=[(drawer=0 holder=0 count=1)] now=to-show(player=0)", "0 pass", "NothingToShow TurnPassed", "turn=1 unread=? now=turn(player=1)"),
        (PART, "unread=[(drawer=0 holder=0 count=1)] now=to-lay(player=0 area=piles count=1)", "0 lay actions:A04", "CardsThrownAway CardsTaken", "actions=[A04,K06]"),
        (PART, "unread=[(drawer=0 holder=0 count=1)] now=turn(player=1)", "0 lay actions:A04", "CardsThrownAway", "hands=[[R4-1,K05],[Y7-1],[?2]] actions=[A04,K06] unread=?"),
        (PART, "unread=[(drawer=0 holder=0 count=1)] now=to-lay(player=0 area=piles count=1)", "0 play A02", "AtOnceCardShown TaskReplaced ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,K05],[Y7-1],[?2]] actions=[A02,K06] tasks=? opened=? returned=[M10,M05] unread=? now=turn(player=1)"),
        (PART, "unread=[(drawer=0 holder=0 count=1)] now=to-lay(player=0 area=piles count=1)", "0 play A03", "AtOnceCardShown ActionObeyed TurnPassed", "turn=1 hands=[[R4-1,K05],[Y7-1],[?2]] actions=[A03,K06] unread=? now=turn(player=1)"),
        (PART, "now=turn(player=1 short=[2])", "2 take draw", "CardsTaken", "hands=[[R4-1,K05,?],[Y7-1],[?3]] unread=[(drawer=2 holder=2 count=1)]"),
        (SEEN, "won=[[M01,M02],[],[]] now=in-doubt(claimant=0 task=M10 cards=[R4-1])", "table accepts", "ClaimAccepted RoundWon GameWon", "tasks=? won=[[M01,M02,M10],[],[]] opened=? returned=[M11,M12,M05] now=over(winner=0)"),
    ],
)  # fmt: skip
def test_what_comes_of_a_move(table: str, given: str, move: str, events: str, changed: str) -> None:
    """Its events, and all that is otherwise afterwards."""
    state = at(table, given)
    after, happened = play(state, GAME.at(state).move(move), Random(1))

    assert events.split() == [type(event).__name__ for event in happened]
    assert changed == line(differing(state, after))


@pytest.mark.parametrize(
    ("given", "yes", "no"),
    [
        ("now=obey(by=0 card=K04 asked=[0] count=2)", "0 lay open-left:R5; 0 lay mac:R5; 0 lay actions:K07", "0 lay open-left:K07; 0 lay mac:R1; 0 lay actions:R5; 0 lay actions:A02; 0 lay draw:R5; 1 lay open-left:R5"),
        ("now=obey(by=0 card=K07 asked=[0] count=5)", "0 lay mac:R5", "0 lay open-left:R5; 0 lay mac:K07"),
        ("now=obey(by=0 card=K08 asked=[0] count=4 detail=R)", "0 lay open-left:R5", "0 lay open-left:Y5; 0 lay mac:R5"),
        ("now=obey(by=0 card=K09 asked=[0])", "0 lay open-left:R5; 0 lay open-right:Y5", "0 lay open-right:K07"),
        ("now=obey(by=0 card=K09 asked=[0] detail=Y)", "0 lay open-right:Y5", "0 lay open-left:R5"),
        ("now=obey(by=2 card=K06 asked=[0,1])", "0 choose cards:R4-1; 0 choose cards:R5; 0 choose cards:K07", "0 choose cards:R1; 1 choose cards:Y7-1; 0 choose cards:A02; 0 choose cards:M13"),
        ("now=obey(by=1 card=K10 asked=[0] detail=R04)", "0 choose cards:R4-1; 0 choose cards:R4-2; 0 choose cards:?", "0 choose cards:R5"),
        ("now=obey(by=0 card=K10 asked=[0])", "0 choose whom:1 face:Y7", "0 choose whom:0 face:Y7; 0 choose whom:3 face:Y7; 0 choose whom:1 face:K05; 0 choose whom:1; 0 choose whom:1 cards:R5 face:Y7; 1 choose whom:2 face:Y7"),
        ("now=obey(by=0 card=K10 asked=[1] detail=Y07)", "", "0 choose whom:1 face:Y7; 1 choose whom:2 face:Y7"),
        ("now=obey(by=0 card=K03 asked=[0])", "0 choose whom:1 cards:R4-1,R5; 0 choose whom:1 cards:R5,R4-1; 0 choose whom:1 cards:R4-1,Y4-1; 0 choose whom:1 cards:R6,R5; 0 choose whom:1 cards:?,R5", "0 choose whom:1 cards:R4-1,Y5; 0 choose whom:1 cards:R4-1,K07; 0 choose whom:1 cards:?,K07; 0 choose whom:1 cards:R4-1; 0 choose whom:0 cards:R4-1,R5; 0 choose whom:1 cards:R4-1,R1"),
        ("rulings=(k03=and) now=obey(by=0 card=K03 asked=[0])", "0 choose whom:1 cards:R4-1,R4-2", "0 choose whom:1 cards:R4-1,R5; 0 choose whom:1 cards:R4-1,Y4-1"),
        ("now=obey(by=0 card=K12 asked=[0] count=3)", "0 take draw; 0 take open-left; 0 take open-left:G9-1; 0 take open-right:R5; 0 take mac:R1; 0 take open-right", "0 take draw:G5-1; 0 take open-left:G8-1; 0 take open-right:R1; 0 take mac:R3; 0 take mac; 0 take draw draw; 1 take open-left; 0 choose whom:1"),
        ("now=obey(by=0 card=A05 asked=[0])", "0 choose whom:1", "0 choose whom:0; 1 choose whom:0; 0 choose whom:1 cards:R5"),
    ],
)  # fmt: skip
def test_what_may_be_said_of_cards_that_nobody_saw(given: str, yes: str, no: str) -> None:
    """Any that the card in question asks for and that may be there; nothing that lies elsewhere, and of no other kind or colour."""
    state = at(PART, given)

    def fine(moves: str) -> list[str]:
        told = moves.split("; ") if moves else []
        return [move for move in told if not refusals(state, GAME.at(state).move(move))]

    assert (yes, []) == ("; ".join(fine(yes)), fine(no))


@pytest.mark.parametrize(
    ("given", "cards"),
    [
        ("hands=[[?0-1],[?0-1],[?0]] draw=?", "K01 K02 K05 K06 K10 K11 K12"),
        ("hands=[[?1],[?0],[?0]]", "K01 K02 K05 K10 K12"),
        ("hands=[[?2],[?0-1],[?0]]", "K01 K02 K04 K05 K06 K07 K09 K10 K11 K12"),
        ("hands=[[R4-1],[?0],[?0]]", "K01 K02 K05 K07 K09 K10 K11 K12"),
        ("hands=[[R4-1,?1],[?0],[?0]]", "K01 K02 K04 K05 K07 K09 K10 K11 K12"),
        ("hands=[[R4-1,R5-1],[K06],[?0]] actions=[]", "K01 K02 K03 K04 K05 K06 K07 K09 K10 K11 K12"),
        ("hands=[[R4-1,Y5-1],[?0],[?0]]", "K01 K02 K04 K05 K07 K09 K10 K11 K12"),
        ("hands=[[R4-1,Y4-1],[?0],[?0]]", "K01 K02 K03 K04 K05 K07 K09 K10 K11 K12"),
        ("hands=[[R4-1,R5-1,R8-1,R9-1],[?0],[?0]]", "K01 K02 K03 K04 K05 K07 K09 K10 K11 K12"),
        ("hands=[[R4-1,R5-1,R8-1,R9-1,?1],[?0],[?0]]", "K01 K02 K03 K04 K05 K07 K09 K10 K11 K12"),
        ("hands=[[R4-1,R5-1,R8-1,R9-1,?2],[?0],[?0]]", "K01 K02 K03 K04 K05 K07 K08 K09 K10 K11 K12"),
        ("hands=[[?6],[?0],[?0]]", "K01 K02 K03 K04 K05 K07 K08 K09 K10 K11 K12"),
        ("hands=[[?5],[?0],[?0]]", "K01 K02 K03 K04 K05 K07 K09 K10 K11 K12"),
        ("hands=[[K05],[?0],[?0]]", "K01 K02 K05 K10 K12"),
        ("hands=[[K05,K07],[Y7-1],[?0]]", "K01 K02 K04 K05 K06 K10 K11 K12"),
        ("hands=[[R4-1,?1],[?0],[?0]] mac=[R1,R2,R3,R6,R7-1,Y1,Y2]", "K01 K02 K04 K05 K09 K10 K11 K12"),
        ("hands=[[R4-1,?1],[?0],[?0]] mac=[] open-left=[] open-right=[] actions=[]", "K01 K02 K04 K05 K07 K09 K10 K11 K12"),
        ("hands=[[K09],[G1],[]] draw=[] open-left=[] open-right=[] actions=[] mac=[] tasks=[M10,M11,M12] stack=[M13]", "K01 K02 K06 K10 K11"),
        ("hands=[[K09],[G1],[]] draw=[] open-left=[] open-right=[] actions=[] mac=[] tasks=[M10,M11,M12] stack=[M13] rulings=(k12_from_hands=yes)", "K01 K02 K06 K10 K11 K12"),
        ("hands=[[K09],[],[]] draw=[G1] open-left=[] open-right=[] actions=[] mac=[] tasks=[M10,M11,M12] stack=[M13] rulings=(k12_from_hands=yes)", "K01 K02 K05 K10 K12"),
        ("hands=[[R4-1],[],[]] draw=[G1] open-left=[] open-right=[] actions=[] mac=[] tasks=[M10,M11,M12] stack=[M13]", "K01 K02 K05 K07 K09 K10 K11 K12"),
    ],
)  # fmt: skip
def test_which_cards_would_have_an_effect(given: str, cards: str) -> None:
    """As far as anybody can tell: whoever plays one out of an unseen hand holds one unseen card less (rules, C)."""
    state = at("unread=[] at-once=[]", given)
    every = [Card.parse(f"K{n:02}-1") for n in range(1, 13)]

    assert cards == " ".join(card.face for card in every if playable(state, 0, card))


@pytest.mark.parametrize(
    ("table", "given", "taken"),
    [
        (SEEN, "", "draw; draw draw; open-left:G9-1; open-left:G9-1 open-left:G8-1; open-right; open-right open-right:Y9-1; open-left:G9-1 open-right; open-right open-left:G9-1; mac:R1; mac:R2; mac:R1 mac:R2"),
        (SEEN, "mac=[] open-left=[] open-right=[]", "draw; draw draw"),
        (SEEN, "mac=[R1] open-left=[G9-1] open-right=[Y9-1]", "draw; draw draw; open-left:G9-1; open-right:Y9-1; open-left:G9-1 open-right:Y9-1; open-right:Y9-1 open-left:G9-1; mac:R1"),
        (SEEN, "draw=[G2] open-left=[G9-1] open-right=[] actions=[]", "draw; open-left:G9-1; mac:R1; mac:R2; mac:R1 mac:R2"),
        (SEEN, "draw=[] open-left=[G9-1,G8-1] open-right=[] actions=[]", "draw; open-left:G9-1; open-left:G9-1 open-left:G8-1; mac:R1; mac:R2; mac:R1 mac:R2"),
        (SEEN, "draw=[] open-left=[G9-1] open-right=[] actions=[]", "open-left:G9-1; mac:R1; mac:R2; mac:R1 mac:R2"),
        (SEEN, "hands=[[K05],[Y7-1],[G1]]", "draw draw; open-left:G9-1 open-left:G8-1; open-right open-right:Y9-1; open-left:G9-1 open-right; open-right open-left:G9-1; mac:R1 mac:R2"),
        (SEEN, "hands=[[R4-1],[Y7-1],[G1]]", "draw; draw draw; open-left:G9-1; open-left:G9-1 open-left:G8-1; open-right; open-right open-right:Y9-1; open-left:G9-1 open-right; open-right open-left:G9-1; mac:R1; mac:R2; mac:R1 mac:R2"),
        (SEEN, "mac=[] rulings=(allow_mix_draw_and_open=yes)", "draw; draw draw; open-left:G9-1; open-left:G9-1 open-left:G8-1; open-right; open-right open-right:Y9-1; open-left:G9-1 open-right; open-right open-left:G9-1; draw open-left:G9-1; open-left:G9-1 draw; draw open-right; open-right draw"),
        (PART, "", "draw; draw draw; open-left:G9-1; open-left:G9-1 open-left:G8-1; open-right; open-right open-right:Y9-1; open-left:G9-1 open-right; open-right open-left:G9-1; mac:R1; mac:R2; mac:R1 mac:R2"),
        (PART, "hands=[[K05],[Y7-1],[?2]]", "draw draw; open-left:G9-1 open-left:G8-1; open-right open-right:Y9-1; open-left:G9-1 open-right; open-right open-left:G9-1; mac:R1 mac:R2"),
        (PART, "hands=[[?1],[Y7-1],[?2]] mac=[] open-left=[]", "draw; draw draw; open-right; open-right open-right:Y9-1"),
    ],
)  # fmt: skip
def test_what_may_be_taken(table: str, given: str, taken: str) -> None:
    """One or two from one area, from the tops down, as far as anything lies there and the rest can be laid (rules, A4, A5 and A7)."""
    takes = (move for move in legal(at(table, given)) if isinstance(move, m.Take))
    mine = (str(move).removeprefix("0 take ") for move in takes if move.player == 0)

    assert taken == "; ".join(mine)


@pytest.mark.parametrize(
    ("table", "given", "claim", "why"),
    [
        (SEEN, "now=to-lay(player=0 area=piles count=1)", m.Claim(0, M10, (R4, R5, Y4)), "not-now"),
        (SEEN, "now=turn(player=0)", m.Claim(0, M10, (R4, R5, Y4)), ""),
        (SEEN, "now=may-claim(player=0)", m.Claim(0, M10, (Y4, R4, R5)), ""),
        (SEEN, "now=turn(player=0)", m.Claim(1, M11, (Y7, R8)), ""),
        (SEEN, "now=turn(player=0)", m.Claim(0, R4, (R4, R5, Y4)), "not-your-murphy-card"),
        (SEEN, "now=done", m.Claim(0, R4, (R4,)), "not-now not-your-murphy-card"),
        (SEEN, "now=turn(player=0)", m.Claim(0, M11, (R4, R5, Y4)), "not-your-murphy-card"),
        (SEEN, "now=turn(player=0)", m.Claim(0, M10, (R4, R4, R5, Y4)), "same-card-twice"),
        (SEEN, "now=turn(player=0)", m.Claim(0, M10, (R4, R5, Y4, G5)), "not-in-hand"),
        (SEEN, "now=turn(player=0)", m.Claim(0, M10, (R4, R5)), "show-the-rest"),
        (SEEN, "now=turn(player=0)", m.Claim(0, M10, ()), "show-the-rest"),
        # M04 reads Mac's row, and no further card mends a value that is too high.
        (SEEN, "tasks=[M04,M11,M12] now=turn(player=0)", m.Claim(0, M4, ()), ""),
        (SEEN, "now=turn(player=0)", m.Claim(1, M11, (R8,)), ""),
        # Of a hand that nobody sees: as many cards as there are, or kept ones for the others.
        (PART, "now=turn(player=0)", m.Claim(2, M19, (R5,)), ""),
        (PART, "now=turn(player=0)", m.Claim(2, M19, (R5,), 1), ""),
        (PART, "now=turn(player=0)", m.Claim(2, M19, (R5,), 0), "show-the-rest"),
        (PART, "now=turn(player=0)", m.Claim(2, M19, (R5, G5), 0), ""),
        (PART, "now=turn(player=0)", m.Claim(2, M10, (R5,), 0), "show-the-rest"),
        # A keep card that everybody knows of counts whatever is said.
        (PART, "hands=[[K05,?2],[Y7-1],[?2]]", m.Claim(0, M19, (R5,), 0), "show-the-rest"),
        (PART, "hands=[[K05,?2],[Y7-1],[?2]]", m.Claim(0, M19, (R5,), 1), "show-the-rest"),
        (PART, "hands=[[K05,?2],[Y7-1],[?2]]", m.Claim(0, M19, (R5,), 2), ""),
        (PART, "hands=[[K05,?2],[Y7-1],[?2]]", m.Claim(0, M19, (R5, G5), 0), ""),
        # Of a hand that is known all of it is.
        (PART, "", m.Claim(1, M19, ()), "show-the-rest"),
        (PART, "", m.Claim(1, M19, (Y7,)), ""),
        (PART, "", m.Claim(1, M19, (Y7, R4)), "not-in-hand"),
        (PART, "", m.Claim(3, M19, (R5,)), "no-such-player"),
    ],
)  # fmt: skip
def test_why_a_claim_is_not_judged(table: str, given: str, claim: m.Claim, why: str) -> None:
    """A wrong one is; not one at another time, of another card, or of less than all (rules, A8)."""
    codes = [r.key.removeprefix("illegal.") for r in refusals(at(table, given), claim)]

    assert why.split() == codes


# The stack of murphy cards ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "returned", "box", "events", "left"),
    [
        (4, 1, False, "deal deal deal", 1),
        (3, 1, False, "deal deal deal", 0),
        (2, 1, False, "deal deal shuffle deal", 2),
        (1, 2, False, "deal shuffle deal deal", 2),
        (0, 1, False, "shuffle deal deal deal", 0),
        (3, 1, True, "deal deal deal", 0),
        (2, 1, True, "shuffle deal deal deal", 2),
        (2, 0, True, "shuffle deal deal deal", 1),
    ],
)
def test_a_new_round_deals_murphy_cards(
    stack: int, returned: int, box: bool, events: str, left: int
) -> None:
    """What was returned is shuffled in once the stack is dealt out, or, boxed, before it is too small; the other two's are among it (rules, A9 and D)."""
    given = f"{_stack(stack, returned)} rulings=(murphy_unfulfilled={'box' if box else 'returned'}) now=in-doubt(claimant=0 task=M10 cards=[R4-1])"
    after, happened = play(at(SEEN, given), m.DecideClaim(accept=True), Random(1))
    short = {m.TaskDealt: "deal", m.TaskStackReshuffled: "shuffle"}

    assert events.split() == [short[type(event)] for event in happened if type(event) in short]
    assert left == len(after.murphys.stack or ())
    assert None not in after.murphys.held


@pytest.mark.parametrize(
    ("stack", "returned", "events"),
    [
        (2, 1, "TaskReplaced"),
        (1, 1, "TaskReplaced"),
        (0, 2, "TaskStackReshuffled TaskReplaced"),
        (0, 0, ""),
    ],
)
def test_another_murphy_card(stack: int, returned: int, events: str) -> None:
    """From the stack, which is renewed only where nothing lies there; where nothing is to be had the old one stays (A02)."""
    given = f"{_stack(stack, returned)} draw=[A02,G2,G3-1] now=turn(player=0)"
    after, happened = play(at(SEEN, given), m.Take(0, (DRAWN,)), Random(1))
    first, shown, *others, obeyed, passed = (type(event).__name__ for event in happened)

    assert ["CardsTaken", "AtOnceCardShown"] == [first, shown]
    assert ["ActionObeyed", "TurnPassed"] == [obeyed, passed]
    assert events.split() == others
    assert (M10 == after.murphys.held[0]) == (not events)


def _stack(stack: int, returned: int) -> str:
    cards = [f"M{n}" for n in range(13, 13 + stack)], [f"M{n}" for n in range(18, 18 + returned)]
    return "stack=[{}] returned=[{}]".format(*map(",".join, cards))


# What phones send ---------------------------------------------------------------------------

TAKEN = {"player": 0, "take": [["open-left", None]]}
TAKE, LAY = m.Take(0, (At("open-left"),)), m.Lay(0, "open-left", R4)


@pytest.mark.parametrize(
    ("told", "moves"),
    [
        ({"move": "pass", "player": 0}, (m.Pass(0),)),
        ({"move": "exchange", **TAKEN}, (TAKE,)),
        ({"move": "exchange", **TAKEN, "lay": [["open-left", "R04-1"]]}, (TAKE, LAY)),
        ({"move": "exchange", **TAKEN, "lay": [], "shown": "A03-1"}, (TAKE, m.PlayAction(0, A3))),
        ({"move": "exchange", **TAKEN, "more": 1}, None),
        ({"move": "pass", "player": 0, "more": 1}, None),
    ],
)  # fmt: skip
def test_a_turn_in_one_submission(told: Any, moves: tuple[m.Move, ...] | None) -> None:
    """What is taken, what is laid, and the at-once card that was shown; nothing else."""
    if moves is None:
        with pytest.raises(ValueError, match=" "):
            said_moves(told)
        return

    assert moves == said_moves(told)
