"""Updating: back up the games, then replace the program; a version that does not work is rolled back."""

from companion.app.update.checkout import Checkout
from companion.app.update.saving import Saved
from companion.app.update.steps import Steps
from companion.errors import UpdateError


def update(checkout: Checkout, steps: Steps) -> tuple[str, ...]:
    """The changes, one line each, once the new version is installed and works; empty if there was nothing new.

    Raises UpdateError: nothing was changed, or everything was rolled back.
    """
    with checkout.alone():
        trouble = _recovered(checkout, steps)
        newest = checkout.fetch()
        news = checkout.news(newest)
        if news:
            _forward(checkout, steps, newest)
        elif trouble is not None:
            raise trouble
        return news


def _recovered(checkout: Checkout, steps: Steps) -> UpdateError | None:
    """Roll back an interrupted update; returns why the previous version could not be set up, which a newer one may fix."""
    if checkout.is_unfinished():
        checkout.unlock(young=True)
        checkout.back()
        try:
            _set_up(checkout, steps)
        except UpdateError as error:
            return error
    elif not checkout.is_changed():
        checkout.unlock()
    return None


def _forward(checkout: Checkout, steps: Steps, newest: str) -> None:
    if checkout.is_changed():
        raise UpdateError("update.changed", path=str(checkout.root))
    checkout.prove(newest)
    before = checkout.commit()[:7]
    saved = steps.save()
    checkout.note(newest)
    try:
        checkout.forward()
        _try(steps, saved, before)
    except BaseException:
        # An interrupted update leaves the previous version.
        _back(checkout, steps)
        raise
    checkout.finish()


def _try(steps: Steps, saved: Saved, before: str) -> None:
    """Set up the new version and see whether it works. Raises UpdateError if not."""
    try:
        steps.install()
    except UpdateError as error:
        why = str(error.message.params["why"]).rstrip(" .")
        raise UpdateError("update.not-set-up", commit=before, why=why) from error
    if not steps.answers(saved):
        raise UpdateError("update.taken-back", commit=before)


def _back(checkout: Checkout, steps: Steps) -> None:
    checkout.back()
    _set_up(checkout, steps)


def _set_up(checkout: Checkout, steps: Steps) -> None:
    """Set up the previous version again. Raises UpdateError if that fails: the next update begins with it."""
    try:
        steps.install()
    except UpdateError as error:
        why = error.message.params["why"]
        commit = checkout.commit()[:7]
        raise UpdateError("update.not-whole", commit=commit, why=why) from error
    checkout.finish()
