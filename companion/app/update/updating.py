"""Going on to what is new: games first, then the program; what does not answer is taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.app.update.checkout import Checkout
from companion.errors import UpdateError


@dataclass(frozen=True, slots=True)
class Steps:
    """What an update does around the checkout: ``save`` copies the games, ``install`` sets the program up, ``answers`` tries it."""

    save: Callable[[], object]
    install: Callable[[], object]
    answers: Callable[[], bool]


def update(checkout: Checkout, steps: Steps) -> tuple[str, ...]:
    """What is new, a line each, once it is there and answers; nothing where there was nothing new.

    Raises UpdateError: nothing was changed, or all of it was taken back.
    """
    if checkout.before() is not None:
        # Somebody pulled the plug in the middle of the last one.
        _back(checkout, steps)
    news = checkout.news()
    if not news:
        return ()
    if checkout.is_changed():
        raise UpdateError("update.changed", path=str(checkout.root))
    checkout.prove()
    before = checkout.commit()
    steps.save()
    checkout.forward()
    try:
        if _is_good(steps):
            checkout.finish()
            return news
    except BaseException:
        # Whoever interrupts has the version from before.
        _back(checkout, steps)
        raise
    _back(checkout, steps)
    raise UpdateError("update.taken-back", commit=before[:7])


def _is_good(steps: Steps) -> bool:
    try:
        steps.install()
    except UpdateError:
        return False
    return steps.answers()


def _back(checkout: Checkout, steps: Steps) -> None:
    checkout.back()
    steps.install()
    checkout.finish()
