"""What of waitress' inside the server of the pages uses: all of it is named here, and is there in the version that is installed."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any

import pytest
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, WSGITask

ROOM = Path(__file__).parents[3] / "web/server"
CONTRACT: dict[type, set[str]] = {
    HTTPChannel: {
        "_fileno",
        "accepting",
        "adj",
        "cancel",
        "connected",
        "current_outbuf_count",
        "error_task_class",
        "handle_close",
        "last_activity",
        "outbuf_lock",
        "outbufs",
        "parser_class",
        "readable",
        "received",
        "request",
        "requests",
        "send_continue",
        "sent_continue",
        "server",
        "service",
        "task_class",
        "total_outbufs_len",
        "will_close",
        "writable",
        "write_soon",
    },
    HTTPRequestParser: {
        "adj",
        "body_bytes_received",
        "body_rcv",
        "chunked",
        "command",
        "completed",
        "content_length",
        "empty",
        "error",
        "expect_continue",
        "header_plus",
        "headers",
        "headers_finished",
        "path",
        "received",
    },
    TcpWSGIServer: {
        "_fileno",
        "_map",
        "accept",
        "accepting",
        "active_channels",
        "adj",
        "channel_class",
        "handle_accept",
        "pull_trigger",
        "readable",
        "set_socket_options",
        "task_dispatcher",
        "writable",
    },
    WSGITask: {"channel", "get_environment"},
    ErrorTask: {
        "content_length",
        "execute",
        "request",
        "response_headers",
        "set_close_on_finish",
        "status",
        "write",
    },
    OverflowableBuffer: {"prune"},
    Adjustments: {"outbuf_high_watermark"},
}
"""A class of waitress -> what of it is called, read, set or overridden. A name that is missing here fails, and so does one that is gone there."""
OURS = {
    HTTPChannel: {"accept", "bind", "close", "handle_accept", "listen", "recv", "socket", "_map"},
    HTTPRequestParser: {"close"},
    TcpWSGIServer: {
        "bind",
        "close",
        "connected",
        "family",
        "getsockname",
        "handle_close",
        "listen",
        "recv",
        "socket",
    },
    WSGITask: {
        "content_length",
        "execute",
        "request",
        "response_headers",
        "service",
        "set_close_on_finish",
        "start",
        "status",
        "write",
    },
    ErrorTask: {"channel", "service", "start"},
    OverflowableBuffer: {"append", "close", "get"},
    Adjustments: {"listen", "port", "threads"},
}
"""The same names, where they are other objects': a socket's, a thread's, ours."""
ADJUSTED = {
    "backlog",
    "channel_request_lookahead",
    "channel_timeout",
    "cleanup_interval",
    "clear_untrusted_proxy_headers",
    "connection_limit",
    "ident",
    "inbuf_overflow",
    "log_socket_errors",
    "max_request_body_size",
    "max_request_header_size",
    "outbuf_high_watermark",
    "outbuf_overflow",
    "recv_bytes",
    "sockets",
}


def trees() -> Iterator[ast.Module]:
    for path in sorted(ROOM.glob("*.py")):
        yield ast.parse(path.read_text("utf-8"))


def nodes() -> Iterator[ast.AST]:
    return (node for tree in trees() for node in ast.walk(tree))


def used() -> set[str]:
    """Every name that is asked for of an object, and every one that a class of ours defines."""
    asked = {node.attr for node in nodes() if isinstance(node, ast.Attribute)}
    classes = (node for node in nodes() if isinstance(node, ast.ClassDef))
    return asked | {name for each in classes for name in defined(each)}


def defined(of: ast.ClassDef) -> Iterator[str]:
    if not any(ast.unparse(base) in {each.__name__ for each in CONTRACT} for base in of.bases):
        return
    for node in of.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (each.id for each in targets if isinstance(each, ast.Name))


def there(of: type) -> set[str]:
    """Every attribute that a class, or one that it is built on, has or gives its objects."""
    found = {name for name in dir(of) if name not in dir(object)}
    for base in of.__mro__[:-1]:
        source = ast.parse(textwrap.dedent(inspect.getsource(base)))
        stored = (
            node.attr
            for node in ast.walk(source)
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and ast.unparse(node.value) == "self"
        )
        found.update(stored)
    return found


classes = pytest.mark.parametrize("of", CONTRACT, ids=lambda of: of.__name__)


@classes
def test_what_is_used_is_there(of: type) -> None:
    """A version that has renamed it is noticed here, and not by a phone."""
    assert set() == CONTRACT[of] - there(of)


@classes
def test_what_is_used_is_named(of: type) -> None:
    """Nothing else of waitress' inside is touched, and no name stays that nobody uses."""
    assert CONTRACT[of] | OURS[of] == there(of) & used() | OURS[of]


def test_what_is_adjusted_is_known() -> None:
    """By the names that waitress has for it."""
    given = {
        word.arg
        for node in nodes()
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Adjustments"
        for word in node.keywords
    }

    assert ADJUSTED == given
    assert set() == ADJUSTED - vars(Adjustments).keys()


def test_what_is_imported_is_named() -> None:
    """Classes, one exception, and of the loop what handles one socket and what closes all."""
    imported = {
        f"{node.module}.{name.name}"
        for node in nodes()
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("waitress")
        for name in node.names
    }
    loop = {
        node.attr
        for node in nodes()
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "wasyncore"
    }

    assert {
        "waitress.wasyncore",
        "waitress.adjustments.Adjustments",
        "waitress.channel.ClientDisconnected",
        "waitress.channel.HTTPChannel",
        "waitress.parser.HTTPRequestParser",
        "waitress.server.TcpWSGIServer",
        "waitress.task.ErrorTask",
        "waitress.task.WSGITask",
    } == imported
    assert {"readwrite", "close_all"} == loop
    assert all(callable(getattr(wasyncore, name)) for name in loop)


SHAPES: dict[Any, list[str]] = {
    HTTPChannel.__init__: ["self", "server", "sock", "addr", "adj", "map"],
    HTTPChannel.received: ["self", "data"],
    HTTPRequestParser.__init__: ["self", "adj"],
    HTTPRequestParser.received: ["self", "data"],
    wasyncore.readwrite: ["obj", "flags"],
}
"""What is called with which arguments, or by waitress with these."""


@pytest.mark.parametrize("what", SHAPES, ids=lambda what: what.__qualname__)
def test_it_is_called_as_before(what: Any) -> None:
    """In the same order."""
    assert SHAPES[what] == [*inspect.signature(what).parameters]


def test_no_newer_one_is_installed_unseen() -> None:
    """Its inside may be another in the next minor version: that one is looked at first."""
    (asked,) = (each for each in requires("murphy-companion") or () if each.startswith("waitress"))
    (below,) = re.findall(r"<(\d+)\.(\d+)", asked)
    installed = tuple(map(int, version("waitress").split(".")[:2]))

    assert installed < tuple(map(int, below))
