"""Laws of what a game's package says: its mat, its pieces, what is agreed, what is heard."""

import json
import pickle
import re
from collections.abc import Iterator
from typing import Any, Final

from companion.announce import AT_ANY_TABLE
from companion.errors import CompanionError
from companion.kit.conformance.evening import NAMES
from companion.kit.conformance.law import Law, law, laws_in
from companion.kit.conformance.trial import Trial
from companion.mat import ZoneKind
from companion.sounds import LONGEST_TONE
from companion.words import LANGUAGES, words

TONE: Final = re.compile(r"[A-G][#b]?[0-8]")


@law("Let `GAME` have titles in every language, and `module` be the package that contains it.")
def packages_say_who_they_are(trial: Trial) -> Iterator[str]:
    """A package has a title in every language, and is the same one in another process."""
    package = trial.package
    missing = [language for language in LANGUAGES if not package.titles.get(language)]
    if missing:
        yield f"no title in {', '.join(missing)}"
    if pickle.loads(pickle.dumps(package)) is not package:
        yield "another process would load another package"
    fewest, most = package.players
    if not 1 <= fewest <= most <= len(NAMES):
        yield f"{fewest} to {most} players"


@law("Move the zone off the marker and the white around it.", "mat")
def markers_lie_free(trial: Trial) -> Iterator[str]:
    """No zone of a mat lies on a marker, or on the white that a marker needs to be found."""
    mat = trial.package.mat
    side, white = mat.marker.side, mat.marker.white
    for marker, (x, y) in mat.corners():
        for zone in mat.zones:
            beside = zone.x1 <= x - white or zone.x0 >= x + side + white
            above = zone.y1 <= y - white or zone.y0 >= y + side + white
            if not (beside or above):
                yield f"zone {zone.name!r} lies on marker {marker} or its white"


@law(
    "Let payloads begin with the edition's prefix, codes be distinct, and dice have a zone to fall into.",
    "mat",
)
def pieces_can_be_told_apart(trial: Trial) -> Iterator[str]:
    """Every tag belongs to one edition and one face, dice have a tray, and labels lie in zones that are there."""
    package = trial.package
    zones = {zone.name: zone.kind for zone in package.mat.zones}
    for edition in package.editions:
        pieces = package.pieces(edition or None)
        codes = [face.code for face in pieces.faces.values()]
        if len(set(codes)) < len(codes):
            yield f"two faces of edition {edition!r} have the same code"
        for payload, face in pieces.faces.items():
            if package.payloads and package.edition_of(payload) != edition:
                yield f"{payload!r} is no payload of edition {edition!r}: {package.payloads}"
            if face.payload != payload:
                yield f"{payload!r} is the tag of a face with {face.payload!r}"
            if face.piece.marks and face.piece.marks not in zones:
                yield f"{payload!r} marks {face.piece.marks!r}, which is no zone"
    if package.dice.dice and ZoneKind.TRAY not in zones.values():
        yield "the game has dice, and its mat no zone of the kind TRAY"


@law(
    "Let `setup` take a list of names for every number that may play, and refuse others in words.",
    "rules",
)
def games_are_agreed(trial: Trial) -> Iterator[str]:
    """Every number of players that may play can agree on a game, with every value of every open rule; others are refused in words."""
    package = trial.package
    fewest, most = package.players
    for edition in package.editions:
        form = package.setup_form(edition)
        yield from _unplain(form, "setup_form")
        rules = form.get("rulings", ())
        chosen_alone = ({rule["name"]: v} for rule in rules for v in rule["values"])
        for chosen in ({}, *chosen_alone):
            for players in {fewest, most} if chosen else range(fewest, most + 1):
                yield from _agreed(package, players, edition, chosen)
        for rule in form.get("rulings", ()):
            if rule["value"] not in rule["values"]:
                yield f"{rule['name']} is {rule['value']!r}, none of {rule['values']}"
    for players in (fewest - 1, most + 1):
        if 0 < players <= len(NAMES):
            yield from _not_agreed(package, players)


def _agreed(package: Any, players: int, edition: str, chosen: Any) -> Iterator[str]:
    asked: dict[str, Any] = {"players": [*NAMES[:players]], "edition": edition}
    if chosen:
        asked["rulings"] = chosen
    try:
        setup = package.setup(asked)
        plain = json.loads(json.dumps(setup))
        view = package.played().view(package.played().start(plain))
    except Exception as error:
        yield f"{players} players, {chosen}: {type(error).__name__}: {error}"
        return
    if plain != setup:
        yield f"{players} players: the set-up is no plain JSON"
    if len(view["players"]) != players:
        yield f"{players} players: {len(view['players'])} are in the view"


def _not_agreed(package: Any, players: int) -> Iterator[str]:
    try:
        package.setup({"players": [*NAMES[:players]], "edition": package.edition})
        yield f"{players} may play, though {package.players} are told"
    except CompanionError as error:
        for language in LANGUAGES:
            words(language)(error.message)


def _unplain(value: Any, name: str) -> Iterator[str]:
    try:
        if json.loads(json.dumps(value)) != value:
            yield f"{name} is no plain JSON"
    except (TypeError, ValueError) as error:
        yield f"{name} is no JSON: {error}"


@law("Name a kind that is announced, and tones as A4 or C#5, no longer than a second.")
def sounds_are_of_what_is_announced(trial: Trial) -> Iterator[str]:
    """Every sound is of a kind that the game announces, and short."""
    announced = (*trial.package.announced, *AT_ANY_TABLE)
    for kind, pattern in trial.package.sounds.items():
        if not any(kind == each or kind.startswith(f"{each}-") for each in announced):
            yield f"{kind!r} sounds and is never announced"
        for beat in pattern:
            if not 0 < beat.seconds <= LONGEST_TONE:
                yield f"{kind!r} has a beat of {beat.seconds} s"
            if beat.tone is not None and not TONE.fullmatch(beat.tone):
                yield f"{kind!r} has the tone {beat.tone!r}"


LAWS: Final[tuple[Law, ...]] = laws_in(globals())
