"""Announcements of events: the kind decides how prominent they are, the sentence is worded at the edge."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.announce import Announcement, Message, message
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.rules.points import professor_dice
from companion.games.nicht_lustig.table import dice_seen, questions, state
from companion.games.nicht_lustig.table import events as e
from companion.kit import rolls
from companion.kit.dice import DiceCodes
from companion.kit.points import won
from companion.rules import Json


def announce(before: state.TableState, event: e.Event) -> Iterator[Announcement]:
    """The announcements of an event, given the state before it."""
    if isinstance(event, m.Event):
        yield from _fact(before, event)
        return
    match event:
        case e.TurnUnread(player):
            yield _told(before, "turn-unread", player, {})
        case rolls.DiceNudged(dice):
            yield _of_dice("nudged", dice)
        case e.DieTakenOff(dice):
            yield _of_dice("taken-off", dice)
        case e.DicePutRight(values):
            yield from _dice_right(before, values)
        case _:
            yield from rolls.announce(before.names, event)


def _of_dice(kind: str, dice: DiceCodes) -> Announcement:
    names = tuple(p.colour_name(dice_seen.SEEN.die(code).colour) for code in dice)
    return Announcement(kind, message(f"lustig.told.{kind}", colours=names))


def _dice_right(before: state.TableState, values: Sequence[int]) -> Iterator[Announcement]:
    """What each die shows that somebody put right, and what it was taken to show."""
    lay = before.state.dice.values if before.state.dice else values
    put_right = tuple(
        message(
            "lustig.told.die-right",
            colour=p.colour_name(dice_seen.SEEN.die(name).colour),
            now=questions.shown_value(now),
            was=questions.shown_value(was),
        )
        for name, was, now in zip(p.DICE, lay, values, strict=True)
        if was != now
    )
    if put_right:
        text = message("session.corrected-what", what=put_right)
        yield Announcement("corrected", text, before.state.turn)


def _fact(before: state.TableState, event: m.Event) -> Iterator[Announcement]:
    match event:
        case m.DiceRolled(player, number, values, thrown):
            dice = p.DiceRoll(values)
            rolled = {"dice": dice.to_json(), "rolled": p.some_to_json(dice, thrown)}
            params = {"number": number} | rolled
            yield _told(before, "rolled", player, params, number=number)
        case m.TargetsScored(player, faces):
            yield _scoring(before, event)
        case m.DeathsLaid(player, covered):
            for death, card in covered:
                fate, onto = p.card_name(death), p.card_name(card)
                told = {"card": death}
                yield _told(before, "death-onto", player, told, death=fate, card=onto)
        case m.TargetsTaken(player, faces):
            yield _cards(before, "took", player, faces)
        case m.DeathTaken():
            yield _death(before, event)
        case m.NoDeathLeft(player):
            yield _told(before, "no-death-left", player, {})
        case m.SpecialsGained(player, faces):
            yield _cards(before, "specials", player, faces)
        case m.SpecialUsed(player, face):
            key = f"used-{face}" if face in (p.DUCK, p.CLOWN) else "used"
            name = p.card_name(face)
            yield _told(before, key, player, {"card": face}, kind="used", card=name)
        case m.TurnWasSkipped(player, face):
            name = p.card_name(face)
            yield _told(before, "skipped", player, {"card": face}, card=name)
        case m.DisplayRanOut(left):
            yield _end(before, left)
        case m.ProfessorsRolled(player, (_, *_) as values):
            shown = tuple(str(v) if v else "✶" for v in values)
            yield _told(before, "professors", player, {"values": [*values]}, values=shown)
        case m.GameReckoned(points, winners):
            yield _won(before, points, winners)
        case m.CardMoved(card):
            where = _place(before, event)
            moved = message("lustig.told.moved", card=p.card_name(card), place=where)
            text = message("session.corrected-what", what=moved)
            yield Announcement("corrected", text, event.player, {"card": card})


def _told(
    before: state.TableState, key: str, player: int, params: Json, kind: str = "", **gaps: Any
) -> Announcement:
    return before.says(kind or key, f"lustig.told.{key}", player, params, **gaps)


def _cards(before: state.TableState, key: str, player: int, faces: p.Faces) -> Announcement:
    cards = {"cards": list(faces)}
    return _told(before, key, player, cards, cards=before.cards(faces))


def _place(before: state.TableState, moved: m.CardMoved) -> Message:
    """Where a card lies."""
    under = {} if moved.under is None else {"card": p.card_name(moved.under)}
    there = message(f"lustig.place.{moved.place}", **under)
    if moved.player is None:
        return there
    return message("lustig.place.with", player=before.names[moved.player], place=there)


def _scoring(before: state.TableState, event: m.TargetsScored) -> Announcement:
    """Everybody's cards in one sentence, since scoring is what is forgotten most."""
    turned = tuple(
        message("lustig.told.turns", player=before.names[seat], cards=p.named(faces))
        for seat, faces in enumerate(event.faces)
        if faces
    )
    pink = before.state.dice.pink if before.state.dice else 0
    faces = {"faces": [list(each) for each in event.faces], "pink": pink}
    if turned:
        text = message("lustig.told.scored", turned=turned, value=pink)
        return Announcement("scored", text, event.player, faces)
    key = "lustig.told.nobody-scores" if pink else "lustig.told.poodle-scores"
    return Announcement("not-scored", message(key, value=pink), event.player, faces)


def _death(before: state.TableState, event: m.DeathTaken) -> Announcement:
    """Includes why it comes, and who had it."""
    player, death, onto = event.player, event.death, event.onto
    names = {"player": before.names[player], "death": before.card(death)}
    fate = (
        message("lustig.told.death", **names)
        if onto is None
        else message("lustig.told.death-onto", **names, card=p.card_name(onto))
    )
    why = "virus" if before.state.now == "virus" else "nothing"
    text = message(f"lustig.told.death-{why}", fate=fate)
    owner = before.state.owner(death)
    params = {"card": death, "onto": onto, "why": why, "from": owner}
    return Announcement("death", text, player, params)


def _end(before: state.TableState, left: int) -> Announcement:
    """Includes who rolls how many dice."""
    now = before.state
    rolling = tuple(
        message("lustig.told.rolls-professors", player=name, count=count)
        for name, area in zip(before.names, now.areas, strict=True)
        if (count := professor_dice(area, now.rulings))
    )
    key = "lustig.told.end" if rolling else "lustig.told.end-plain"
    text = message(key, count=left, rolling=rolling)
    return Announcement("end", text, None, {"left": left})


def _won(
    before: state.TableState, points: tuple[int, ...], winners: tuple[int, ...]
) -> Announcement:
    tied = points.count(max(points)) > len(winners)
    key = "lustig.told.won-tie" if tied else "points.won"
    return won(before.names, points, winners, key=key)
