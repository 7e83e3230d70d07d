"""Against the pages' walls: foreign names, foreign pages, forged cookies, and what no role may do."""

from __future__ import annotations

import re
from typing import Any, Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import LAID, Ground
from benchmarks.attacks.phone import TOKEN, Phone, raw

FOREIGN: Final = (
    "evil.example",
    "localhost:80@evil.example",
    "localhost,evil.example",
    "[evil.example]",
    "127.0.0.1.evil.example",
    "2130706433",
    "0x7f.1",
    "127.1",
    "localhost\x00",
    '[fe80::1%"><script>]',
    "localhost:8000:1",
    "xn--localhost",
    "",
)
"""Hosts that are not this machine; a foreign page whose name was rebound sends its own."""


@attack()
def foreign_hosts(ground: Ground) -> Verdict:
    """Requests for other hosts than this machine's, as a page does whose name was rebound; also two at once, and none."""
    heads = [f"Host: {host}" for host in FOREIGN] + [
        "Host: localhost\r\nHost: evil.example",
        "X: y",
    ]
    asked = [f"GET /api/view HTTP/1.1\r\n{head}\r\nConnection: close\r\n\r\n" for head in heads]
    asked.append(
        "GET http://localhost/api/view HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    )
    with ground.play() as house:
        came = [raw(house.port, each.encode(), "127.0.0.2") for each in asked]
        own = Phone(house.port, "127.0.0.2").get("/api/view").status
    told = sum(b'"token"' in each for each in came)
    return Verdict(
        (told, own) == (0, 200),
        f"{told} of {len(asked)} were shown the view; who asks for localhost gets {own}",
    )


@attack()
def foreign_pages(ground: Ground) -> Verdict:
    """Another site's page sends words for the host's browser: without its token, with another's, with a foreign origin."""
    with ground.play(game=True) as house:
        host, other = house.host(), house.phone("127.0.0.3")
        ours = f"http://localhost:{house.port}"
        tries: list[dict[str, str]] = [
            {TOKEN: ""},
            {TOKEN: other.headers[TOKEN]},
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Origin": f"{ours}.evil.example"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Cookie": "x=y"},
        ]
        came = [host.say("/api/seat", {"seat": 0}, more).status for more in tries]
        plain = host.ask("POST", "/api/seat", b'{"seat": 0}', {"Content-Type": "text/plain"}).status
        shown = host.get(
            "/api/view", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}
        ).status
        own = host.say(
            "/api/seat", {"seat": 0}, {"Host": f"localhost:{house.port}", "Origin": ours}
        ).status
    done = [*came, plain, shown].count(200)
    return Verdict(
        (done, own) == (0, 200), f"{done} of {len(came) + 2} were done; our own page's {own}"
    )


def cookie_of(phone: Phone) -> str:
    """Its value."""
    return phone.headers["Cookie"].partition("=")[2]


@attack()
def forged_cookies(ground: Ground) -> Verdict:
    """A guest's cookie with the host's rights written in, every part changed, cut, repeated or swapped; and its token tried."""
    with ground.play(game=True) as house:
        guest, host = house.phone(), house.host()
        name, mine, theirs = (
            guest.headers["Cookie"].partition("=")[0],
            cookie_of(guest),
            cookie_of(host),
        )
        *parts, signature = mine.split("~")
        forged = [
            "~".join([*parts[:at], value, *parts[at + 1 :], signature])
            for at in range(len(parts))
            for value in ("", "0", "9" * 40, "-1", "nan", "1e999", "\xe9")
        ]
        forged += [
            mine[:-1],
            mine + "0",
            mine.replace(signature, ""),
            "~".join([*theirs.split("~")[:-1], signature]),
            "~" * 5000,
            theirs.upper(),
        ]
        hosts, crashed, real = 0, 0, host.get("/api/hosts").status
        for value in forged:
            if value in (mine, theirs):
                continue
            thief = Phone(house.port, "127.0.0.9")
            thief.headers = {"Cookie": f"{name}={value}", TOKEN: guest.headers[TOKEN]}
            came = thief.get("/api/view")
            crashed += came.status >= 500 or came.status == 0
            hosts += bool(came.json and came.json["you"]["host"])
            hosts += thief.get("/api/hosts").status == 200
            thief.close()
    figure = f"{hosts} of {len(forged)} were taken for the host, {crashed} not answered; the host gets {real}"
    return Verdict((hosts, crashed, real) == (0, 0, 200), figure)


HOSTS_OWN: Final = (
    ("POST", "/api/corrections"),
    ("POST", "/api/game"),
    ("GET", "/api/settings"),
    ("POST", "/api/settings"),
    ("POST", "/api/restart"),
    ("GET", "/api/update"),
    ("POST", "/api/update"),
    ("GET", "/api/dice"),
    ("POST", "/api/dice"),
    ("GET", "/api/hosts"),
    ("POST", "/api/hosts"),
    ("POST", "/api/hosts/pin"),
    ("POST", "/api/leave"),
    ("GET", "/api/broker"),
    ("POST", "/api/broker/trial"),
    ("GET", "/api/doctor"),
    ("POST", "/api/focus"),
    ("GET", "/host/live.jpg"),
    ("GET", "/host/live.json"),
    ("GET", "/host/mat.jpg"),
    ("GET", "/host/game.jsonl"),
    ("POST", "/api/archive/erase"),
    ("POST", "/api/boards"),
)


@attack()
def roles(ground: Ground) -> Verdict:
    """A guest on a seat uses every route of the host, speaks for another seat, and says what only the host may."""
    with ground.play(game=True) as house:
        guest = house.phone()
        guest.sit(0)
        seq = guest.get("/api/view").json["seq"]
        came = [
            guest.ask(
                how, path, b"{}" if how == "POST" else None, {"Content-Type": "application/json"}
            ).status
            for how, path in HOSTS_OWN
        ]
        words: tuple[tuple[str, dict[str, Any]], ...] = (
            ("/api/changes", {"correction": {"event": "turn-given", "player": 1}, "player": 1}),
            ("/api/changes", {"correction": LAID}),
            ("/api/changes", {"correction": {"do": "undo"}}),
            ("/api/moves", {"move": {"player": 1, "do": "x"}}),
            ("/api/undo", {"move": 1}),
            ("/api/undo", {}),
        )
        came += [guest.say(path, body).status for path, body in words]
        after = guest.get("/api/view").json["seq"]
        own = guest.say("/api/changes", {"correction": {"event": "turn-given", "player": 1}}).status
    done = sum(status == 200 for status in came)
    broken = sum(status >= 500 or not status for status in came)
    figure = f"{done} of {len(came)} were done, {broken} not answered, {after - seq} entries more; a seat's own word gets {own}"
    return Verdict((done, broken, after, own) == (0, 0, seq, 200), figure)


OUTSIDE: Final = (
    "/static/../../../etc/passwd",
    "/static/%2e%2e/%2e%2e/etc/passwd",
    "/static/..%2f..%2fetc/passwd",
    "/static//etc/passwd",
    "/words/../de.json",
    "/api/archive/../../keys.json",
    "/host/print/../../x.pdf",
    "//evil.example/%2e%2e",
    "/static/%00",
    "/<script>alert(1)</script>",
    "/?lang=%22%3E%3Cscript%3Ealert(1)",
    "/api/archive/<script>alert(1)</script>",
)


@attack()
def paths(ground: Ground) -> Verdict:
    """Paths out of the folders that are served, and markup in paths: nothing of a file, and nothing repeated."""
    with ground.play() as house:
        came = dict[str, bytes]()
        for path in OUTSIDE:
            asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
            came[path] = raw(house.port, asked.encode(), "127.0.0.2")
        own = Phone(house.port, "127.0.0.2").get("/static/shell.js").status
    bad = [
        p
        for p, a in came.items()
        if re.search(rb"root:|secret|<script>alert|Location: .*evil|HTTP/1.. 5", a) or not a
    ]
    return Verdict(
        not bad and own == 200,
        f"{len(bad)} of {len(OUTSIDE)} came to something; a page's own file gets {own}"
        + "".join(f": {p}" for p in bad[:2]),
    )
