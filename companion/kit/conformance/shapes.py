"""Whether JSON values are of a type: TypedDicts, lists, dicts, literals, unions and what JSON has."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)


def misfits(value: Any, hint: Any, name: str) -> Iterator[str]:
    """Where a value is none of its type; a TypedDict may have more keys than are named."""
    if hint is Any:
        return
    if is_typeddict(hint):
        yield from _misfits_of_dict(value, hint, name)
    elif get_origin(hint) in (Union, UnionType):
        ways = [list(misfits(value, each, name)) for each in get_args(hint)]
        if all(ways):
            yield min(ways, key=lambda way: (len(way), -len(way[0])))[0]
    elif get_origin(hint) is Literal:
        if value not in get_args(hint):
            yield f"{name} is {value!r}, none of {get_args(hint)}"
    elif get_origin(hint) is list:
        yield from _misfits_of_list(value, hint, name)
    elif get_origin(hint) is dict:
        if not isinstance(value, dict):
            yield f"{name} is {value!r}, no object"
            return
        _, inner = get_args(hint)
        for key, each in value.items():
            yield from misfits(each, inner, f"{name}.{key}")
    elif not _is_a(value, hint):
        yield f"{name} is {value!r}, which is not {getattr(hint, '__name__', hint)}"


def _misfits_of_dict(value: Any, hint: Any, name: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{name} is {value!r}, no object"
        return
    for key, inner in get_type_hints(hint, include_extras=True).items():
        seldom = get_origin(inner) is NotRequired
        if key in value:
            of = get_args(inner)[0] if seldom else inner
            yield from misfits(value[key], of, f"{name}.{key}")
        elif not seldom:
            yield f"{name} has no {key!r}"


def _misfits_of_list(value: Any, hint: Any, name: str) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{name} is {value!r}, no list"
        return
    (inner,) = get_args(hint)
    for number, each in enumerate(value):
        yield from misfits(each, inner, f"{name}[{number}]")


def _is_a(value: Any, hint: Any) -> bool:
    """``True`` is no number, and a whole number may stand where any is wanted."""
    kinds = {float: (float, int), None: (NoneType,)}.get(hint, (hint,))
    return type(value) in kinds
