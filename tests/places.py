"""Where the tests find the repository, the pictures that lie beside it, and a port."""

import os
import random
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parent.parent
SHARED = Path(os.environ.get("MURPHY_SHARED", ROOT.parent / "shared"))
PICTURES = Path(os.environ.get("MURPHY_PICTURES", SHARED / "pictures"))
"""Photo-like pictures with the truth beside each; tests that need them skip by name where they are not."""
DICE = SHARED / "dice"
"""The same of dice and pawns."""
PORTS: Final = range(20_000, 32_000)
"""Those that no connection of this machine is given as its own (proc_sys_net_ipv4, ip_local_port_range)."""


def free_port() -> int:
    """One at which nobody listens, for a program that is told where to; a connection of somebody else takes none of these meanwhile."""
    while True:
        port = random.choice(PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
