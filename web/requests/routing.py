"""Routes as methods of a class: each says its address and its role where it stands."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

from web.access.guard import Guard, Role, Rule
from web.services import Services

PUBLIC: Final = Role.PUBLIC
SEAT: Final = Role.SEAT
HOST: Final = Role.HOST

F = TypeVar("F", bound=Callable[..., Any])


def get(path: str, role: Role, **how: Any) -> Callable[[F], F]:
    """The method answers GET at a path, for those with a role; ``how`` is what else a ``Rule`` says."""
    return _marked("GET", path, role, **how)


def post(path: str, role: Role, **how: Any) -> Callable[[F], F]:
    """The same of POST."""
    return _marked("POST", path, role, **how)


def _marked(method: str, path: str, role: Role, **how: Any) -> Callable[[F], F]:
    def mark(view: F) -> F:
        rule = Rule(method, path, role, view, **how)
        view.__dict__.setdefault("rules", []).append(rule)
        return view

    return mark


class Routes:
    """Its methods that are marked; each raises HttpError for what it refuses."""

    @classmethod
    def marked(cls) -> Iterator[Rule]:
        """Their rules, whose views are the methods of no object yet."""
        for view in vars(cls).values():
            yield from getattr(view, "rules", ())

    def rules(self) -> Iterator[Rule]:
        """Every rule of this kind."""
        for rule in self.marked():
            yield replace(rule, view=partial(rule.view, self))


class ServiceRoutes(Routes):
    """Those over a session, and what else the pages need."""

    def __init__(self, services: Services, guard: Guard) -> None:
        self._services = services
        self._guard = guard
