"""Whether a broker accepts what a table publishes: the host's test button."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping
from typing import Final

from companion.announce import Message, message
from companion.app.broker.connection import Connection, Post
from companion.app.broker.plan import BrokerPlan
from companion.app.broker.service_filter import is_filtered, is_public
from companion.errors import BrokerError

BACK_SECONDS: Final = 3.0
"""The most seconds a message may take there and back."""


def tried(plan: BrokerPlan, environment: Mapping[str, str] = os.environ) -> Message:
    """The result for a message sent there and back. Raises BrokerError, which says what is wrong."""
    try:
        return _sent(plan)
    except BrokerError as error:
        told, host = error.message, plan.access.address.host
        silent = told.key == "broker.unreachable"
        if silent and is_filtered(environment) and is_public(host):
            raise BrokerError("broker.not-local", **told.params) from error
        raise


def _sent(plan: BrokerPlan) -> Message:
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
