#!/usr/bin/env python3
"""Debian's firefox-esr as a program that Playwright can start: what Playwright asks and this Firefox does not know is answered.

Playwright 1.65 begins every context with ``emulation.setMediaFeaturesOverride``, which Firefox 153 refuses as
unknown. A relay before its WebDriver BiDi answers that one command; whoever starts it says what is preferred by
``firefox_user_prefs``. Needs nothing but Python, and is executable: Playwright knows no arguments of its own for it.
"""

import asyncio
import json
import os
import re
import sys
from contextlib import suppress

FIREFOX = "/usr/bin/firefox-esr"
UNKNOWN = "emulation.setMediaFeaturesOverride"
LISTENING = re.compile(rb"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)")
SHORT = 1_000
"""Bytes; no such command is longer."""


def masked(body: bytes, mask: bytes) -> bytes:
    return bytes(byte ^ mask[place % 4] for place, byte in enumerate(body))


async def one_frame(of: asyncio.StreamReader) -> tuple[bytes, bytes, bytes]:
    """What stands before its mask, the mask, and its body as it came (RFC 6455, 5.2)."""
    head = await of.readexactly(2)
    size = head[1] & 127
    if size > 125:
        longer = await of.readexactly(2 if size == 126 else 8)
        head, size = head + longer, int.from_bytes(longer, "big")
    return head, await of.readexactly(4), await of.readexactly(size)


def known(head: bytes, mask: bytes, body: bytes) -> bytes:
    """The frame; in place of what Firefox does not know a question to which it answers with success."""
    if len(body) > SHORT or UNKNOWN.encode() not in (said := masked(body, mask)):
        return head + mask + body
    asked = {"id": json.loads(said)["id"], "method": "session.status", "params": {}}
    # Blanks are no part of it: as long as before, so that nothing but the body differs.
    return head + mask + masked(json.dumps(asked).encode().ljust(len(body)), mask)


async def there(client: asyncio.StreamReader, firefox: asyncio.StreamWriter, port: int) -> None:
    hello = await client.readuntil(b"\r\n\r\n")
    # Firefox serves nobody who names another address than its own.
    firefox.write(re.sub(rb"(Host: 127\.0\.0\.1:)\d+", rb"\g<1>%d" % port, hello))
    while True:
        firefox.write(known(*await one_frame(client)))
        await firefox.drain()


async def back(firefox: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
    while heard := await firefox.read(65_536):
        client.write(heard)
        await client.drain()


async def main() -> int:
    firefox = await asyncio.create_subprocess_exec(
        FIREFOX, *sys.argv[1:], stderr=asyncio.subprocess.PIPE
    )
    assert firefox.stderr is not None

    async def relay(client: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        said, asks = await asyncio.open_connection("127.0.0.1", port)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await asyncio.gather(there(client, asks, port), back(said, answers))
        asks.close()
        answers.close()

    async for line in firefox.stderr:
        if listens := LISTENING.search(line):
            port = int(listens[1])
            server = await asyncio.start_server(relay, "127.0.0.1", 0)
            own = server.sockets[0].getsockname()[1]
            line = line.replace(listens[1], b"%d" % own)
        os.write(2, line)
    return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
