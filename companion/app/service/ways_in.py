"""The ways in, as the console shows them at the start."""

import os
import re
import sys
from collections.abc import Iterator

from companion.app.camera import sources
from companion.app.terminal import code
from companion.words import Words


def ways_in(source: str, page: str, pin: str, words: Words) -> Iterator[str]:
    """The source without secrets, the page's address as text and as a code, and where to enter the host's PIN."""
    kind, _, address = source.partition("://")
    shown = sources.public(source) if "@" in source else source
    if address:
        # Many cameras take a password in the path or the query, too.
        shown = f"{kind}://{re.split('[/?#]', address)[0].rpartition('@')[2]}"
    others = {sources.PAINTED: "painted", sources.NONE: "by-tap", sources.PHONE: "phone"}
    yield words.say(f"play.{others.get(source, 'source')}", source=shown, camera=f"{page}camera")
    if sources.public(source) == "file" and not os.path.exists(source):
        yield words.say("camera.missing", source=shown)
    yield words.say("play.page", url=page)
    if scan := code(page, sys.stdout):
        yield scan
    yield words.say("play.host", url=f"{page}host", pin=pin)
