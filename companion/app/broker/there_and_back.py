"""Whether a broker accepts what a table publishes: the host's test button."""

from __future__ import annotations

import secrets
import time
from typing import Final

from companion.announce import Message, message
from companion.app.broker.connection import Connection, Post
from companion.app.broker.plan import BrokerPlan
from companion.errors import BrokerError

BACK_SECONDS: Final = 3.0
"""The most seconds a message may take there and back."""


def tried(plan: BrokerPlan) -> Message:
    """The result for a message sent there and back. Raises BrokerError, which says what is wrong."""
    run = secrets.token_hex(8)
    line = Connection(plan.access, run)
    try:
        topic = plan.topics.trial
        line.subscribe([topic], local=True)
        line.settle(line.publish(Post(topic, run.encode())), topic)
        end = time.monotonic() + BACK_SECONDS
        while (left := end - time.monotonic()) > 0:
            if any(heard.payload == run.encode() for heard in line.heard()):
                return message("broker.tried", table=plan.table)
            line.wait(left)
        raise BrokerError("broker.not-allowed", topic=topic)
    finally:
        line.close()
