"""Against what is written and read: names of nothing, names of markup, JSON that bursts."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground
from benchmarks.attacks.siege import Job, Over, besieged, looked

NOTHING: Final = (
    "\u3164",
    "\u2800",
    "\u034f",
    "\u115f",
    "\uffa0",
    "\u200b",
    "\u00a0",
    "\u00ad",
    "\u180e",
    "\ufeff",
    "\u2060",
    "\U000e0041",
    "\u17b4",
    "\u2063",
    "\u3164\u2800",
    "\u200d",
    "\ufe0f",
    "",
    " ",
    "\t",
    "\n",
    "a\u202eb",
    "a\x1b[31m",
    "\ud800",
    "a" * 41,
    "\u0301",
)
"""Names that nobody can see, or that spoil what stands beside them."""
ALIKE: Final = (
    ("Ann", "ann"),
    ("Ann", "Ann\u034f"),
    ("Ann", " Ann"),
    ("Stra\u00dfe", "STRASSE"),
    ("\u00c4", "A\u0308"),
)
"""Two names that people would take for one."""
MARKUP: Final = ("<img src=/xss onerror=1>", "</script><script>x</script>", '"><svg onload=1>')
VISIBLE: Final = (
    "Ann",
    "J\u00f6rg",
    "\u674e\u660e",
    "\u0646\u0648\u0631",
    "O'Neill",
    "\U0001f984",
    "A b",
)
"""Names that people have."""


@attack()
def invisible(ground: Ground) -> Verdict:
    """A game for players whose names nobody can see or tell apart: refused; names that people have are taken."""
    with ground.play(game=True) as house:
        host = house.host()

        def begins(*names: str) -> bool:
            body = {"game": "dumm-gelaufen", "edition": "classic", "players": names}
            return host.say("/api/game", body).status == 200

        taken = [name for name in NOTHING if begins(name, "Bob", "Cem")]
        taken += [" and ".join(two) for two in ALIKE if begins(*two, "Cem")]
        good = [name for name in VISIBLE if begins(name, "Bob", "Cem")]
    figure = f"{len(taken)} of {len(NOTHING) + len(ALIKE)} taken {ascii(taken[:6])}; of names that people have {len(good)} of {len(VISIBLE)}"
    return Verdict(not taken and len(good) == len(VISIBLE), figure)


@attack()
def markup(ground: Ground) -> Verdict:
    """Players named in markup: no page has it as markup, and every page forbids scripts that are not its own."""
    with ground.play(game=True) as house:
        host = house.host()
        body = {"game": "dumm-gelaufen", "edition": "classic", "players": MARKUP}
        begun = host.say("/api/game", body).status
        pages = [
            host.get(p)
            for p in ("/", "/host", "/tv", "/history", "/archive", "/verify", "/nowhere")
        ]
        told = host.get("/api/view")
    raw = sum(m.encode() in page.body for page in pages for m in MARKUP)
    rules = [page.headers.get("Content-Security-Policy", "") for page in pages]
    loose = sum("script-src 'self'" not in r or "unsafe" in r for r in rules)
    kind = told.headers.get_content_type()
    held = (begun, raw, loose, kind) == (200, 0, 0, "application/json")
    return Verdict(
        held,
        f"in {raw} pages as markup, {loose} of {len(pages)} allow other scripts; the view is {kind}",
    )


ODD: Final[tuple[tuple[str, str], ...]] = (
    ("/api/moves", '{"move": ' + '{"a":' * 974 + "1" + "}" * 975),
    ("/api/moves", '{"move": {"a": 1e999}}'),
    ("/api/moves", '{"move": {"a": NaN}}'),
    ("/api/moves", '{"move": {"a": ' + "9" * 30 + "}}"),
    ("/api/moves", json.dumps({"move": {"a": [*range(1000)]}})),
    ("/api/moves", '{"move": {"a": 1}, "junk": "x"}'),
    ("/api/moves", "[" * 30_000),
    ("/api/moves", '{"move": {"a": "' + "x" * 60_000 + '"}}'),
    ("/api/moves", '"\\ud800"'),
    ("/api/changes", '{"correction": {"event": "turn-given", "player": 1, "junk": "x"}}'),
    ("/api/changes", '{"correction": {"event": "turn-given", "player": true}}'),
    ("/api/changes", '{"correction": {"event": "turn-given", "player": 1}, "seq": true}'),
    ("/api/changes", '{"correction": {"event": "turn-given", "player": 1}, "seq": 1.0}'),
    ("/api/changes", '{"correction": {"event": "turn-given", "player": 1}, "seq": "1"}'),
    ("/api/changes", '{"correction": {"event": "turn-given", "player": 1}, "key": 1}'),
    (
        "/api/changes",
        '{"correction": {"event": "turn-given", "player": 1}, "key": "' + "k" * 65 + '"}',
    ),
    ("/api/undo", '{"move": true}'),
    ("/api/undo", '{"move": 1.5}'),
    ("/api/seat", '{"seat": true}'),
    ("/api/seat", '{"seat": 0, "take": 1}'),
    ("/api/seat", '{"seat": 1e400}'),
    ("/api/answers", '{"question": [], "choice": {}}'),
    ("/api/pin", '{"pin": true}'),
    ("/api/verify", "[]"),
)
"""JSON that no page sends: deep, long, endless, of the wrong kind."""


@attack(quick=True)
def odd_json(ground: Ground) -> Verdict:
    """JSON that is deep, long, endless or of the wrong kind: refused, nothing in the journal, nothing in the log."""
    with ground.play(game=True) as house:
        seat = house.phone("127.0.0.1")
        seat.sit(0)
        before, logged = seat.get("/api/view").json["seq"], house.logged()
        came = [
            seat.ask(
                "POST",
                path,
                body.encode("utf-8", "surrogatepass"),
                {"Content-Type": "application/json"},
            ).status
            for path, body in ODD
        ]
        after = seat.get("/api/view").json["seq"]
        grown = house.logged() - logged
        own = seat.say(
            "/api/changes", {"correction": {"event": "turn-given", "player": 1}, "seq": after}
        ).status
    odd = [
        f"{path} {body[:60]}: {status}"
        for (path, body), status in zip(ODD, came, strict=True)
        if not 400 <= status < 500
    ]
    figure = f"{len(odd)} of {len(ODD)} not refused, {after - before} entries more; a good one gets {own}"
    return Verdict(
        (odd, after, own, grown) == ([], before, 200, 0.0), "; ".join([figure, *odd[:3]])
    )


SAYS: Final[tuple[tuple[str, Any], ...]] = (
    ("/api/seat", {"seat": 0}),
    ("/api/changes", {"correction": {"event": "turn-given", "player": 0}}),
    ("/api/moves", {"move": {"junk": "x" * 60_000}}),
    ("/api/pin", {"pin": "12345678"}),
    ("/api/undo", {}),
)


@attack(seconds=120, connections=3)
def submissions(ground: Ground) -> Verdict:
    """Three addresses submit whatever a guest may as fast as they are answered: how much is stored, and what a view takes."""
    with ground.play(game=True) as house:

        def talker(address: str) -> Job:
            def talk(over: Over, counted: Counter[str]) -> None:
                phone = house.phone(address)
                while not over:
                    for path, body in SAYS:
                        status = phone.say(path, body).status
                        counted["accepted" if status == 200 else "refused"] += 1

            return talk

        before = house.journal()
        with besieged(*(talker(f"127.0.1.{n}") for n in range(3))) as siege:
            waits = looked(house, 20.0)
        grown = house.journal() - before
    counted = siege.counted
    figure = (
        f"{counted['accepted']} of {counted.total()} accepted, {grown:.0f} KB of journal; {waits}"
    )
    # 60 in a row and then two a second of each address, of which a third are words that are kept, some KB of log each.
    return Verdict(waits.prompt and grown < 1024, figure)
