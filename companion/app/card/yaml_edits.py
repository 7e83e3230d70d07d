"""Adding to YAML that somebody else has written: every character of it stays, comments included.

What is added is JSON, which is YAML as well, at a place that PyYAML's own marks name; the result is
read again, and has to say what was there and what was added. PyYAML is what cloud-init reads with.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any, Final

from companion.errors import CardFolderError, LibraryError

try:
    import yaml
except ModuleNotFoundError as error:
    raise LibraryError("sd-card.no-library", library="PyYAML") from error

NULL: Final = "tag:yaml.org,2002:null"


def read(text: str, file: str) -> dict[str, Any]:
    """What the text of a file says, nothing for an empty one. Raises CardFolderError if it is no mapping."""
    try:
        found = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        line = 1 + (error.problem_mark.line if error.problem_mark else 0)
        why = error.problem or error.context or "?"
        raise CardFolderError("sd-card.yaml", file=file, line=line, why=why) from error
    except (yaml.YAMLError, ValueError) as error:
        raise CardFolderError("sd-card.yaml", file=file, line=1, why=str(error)) from error
    if not isinstance(found, dict | None):
        raise CardFolderError("sd-card.no-mapping", file=file)
    return found or {}


def with_value(text: str, file: str, path: Sequence[str], value: Any) -> str:
    """The text with a value at a path of keys, in the place of another one or beside what is there. Raises CardFolderError."""
    wanted = read(text, file)
    if _at(wanted, path) == value:
        return text
    _set(wanted, path, value)
    depth, node = _deepest(text, path)
    if depth == len(path):
        changed = _replaced(text, node, value)
    else:
        for key in reversed(path[depth + 1 :]):
            value = {key: value}
        changed = _with_key(text, node, path[depth], value, top=depth == 0)
    return _checked(changed, file, wanted)


def with_first(text: str, file: str, key: str, item: Any) -> str:
    """The text with an item at the beginning of the list of a key. Raises CardFolderError if that is no list."""
    wanted = read(text, file)
    listed = wanted.get(key)
    if not isinstance(listed, list | None):
        raise CardFolderError("sd-card.no-list", file=file, what=key)
    if not listed:
        return with_value(text, file, [key], [item])
    wanted[key] = [item, *listed]
    _, node = _deepest(text, [key])
    at, column = node.start_mark.index, node.start_mark.column
    added = (
        f"[{_json(item)}, "
        if node.flow_style
        else f"- {_json(item)}{_line_end(text)}{' ' * column}"
    )
    rest = text[at + 1 :] if node.flow_style else text[at:]
    return _checked(text[:at] + added + rest, file, wanted)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _at(data: Any, path: Sequence[str]) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def _set(data: dict[str, Any], path: Sequence[str], value: Any) -> None:
    for key in path[:-1]:
        inner = data.get(key)
        # What anchors share in YAML would change in two places here.
        data[key] = deepcopy(inner) if isinstance(inner, dict) else {}
        data = data[key]
    data[path[-1]] = value


def _deepest(text: str, path: Sequence[str]) -> tuple[int, Any]:
    """How many keys of the path are there, and the node of the last of them: None for a text that says nothing."""
    node, depth = yaml.compose(text, yaml.SafeLoader), 0
    for key in path:
        pairs = node.value if isinstance(node, yaml.MappingNode) else ()
        inner = next((v for k, v in reversed(pairs) if k.value == key), None)
        if inner is None:
            break
        node, depth = inner, depth + 1
    return depth, node


def _replaced(text: str, node: Any, value: Any) -> str:
    before, after = text[: node.start_mark.index], text[node.end_mark.index :]
    space = " " if before.endswith(":") else ""
    # A block reaches as far as what comes behind it.
    block = not isinstance(node, yaml.ScalarNode) and not node.flow_style
    return f"{before}{space}{_json(value)}{_line_end(text) if block else ''}{after}"


def _with_key(text: str, node: Any, key: str, value: Any, *, top: bool) -> str:
    """With a key that a mapping lacks, or that stands where nothing is."""
    pair, end = f"{_json(key)}: {_json(value)}", _line_end(text)
    if top and not getattr(node, "flow_style", False):
        gap = "" if not text or text.endswith("\n") else end
        return f"{text}{gap}{key}: {_json(value)}{end}"
    if isinstance(node, yaml.MappingNode) and node.value:
        at, column = node.start_mark.index, node.start_mark.column
        if node.flow_style:
            return f"{text[: at + 1]}{pair}, {text[at + 1 :]}"
        return f"{text[:at]}{pair}{end}{' ' * column}{text[at:]}"
    return _replaced(text, node, {key: value})


def _checked(text: str, file: str, wanted: dict[str, Any]) -> str:
    with suppress(CardFolderError):
        if read(text, file) == wanted:
            return text
    raise CardFolderError("sd-card.odd", file=file)
