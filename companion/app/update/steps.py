"""The steps of an update: games are copied, the new version is installed and tried."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.accounts import Account, account
from companion.app.update.checkout import Checkout
from companion.app.update.running import run
from companion.app.update.saving import Saved
from companion.app.update.trial import TRIAL_SECONDS, answers, is_well

INSTALL_SECONDS: Final = 3600.0
SERVICE: Final = Path("/opt/murphy")
SERVICE_GAMES: Final = Path("/var/lib/murphy")
SERVICE_CONFIG: Final = SERVICE_GAMES / "murphy.toml"
SERVICE_ACCOUNT: Final = "murphy"


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of an update outside the checkout: ``save`` copies the games, ``install`` sets up the program, ``answers`` tries it on what was saved.

    All raise UpdateError; ``save`` may raise JournalError, too.
    """

    save: Callable[[], Saved]
    install: Callable[[], object]
    answers: Callable[[Saved], bool]


def serves_from(checkout: Checkout) -> bool:
    """Whether the service was installed from this checkout."""
    note = SERVICE / "checkout"
    if not note.is_file():
        return False
    return Path(note.read_text("utf-8").strip()) == checkout.root.resolve()


def steps_of(checkout: Checkout, save: Callable[[], Saved], who: Account) -> Steps:
    """The steps for a checkout whose program is tried by some account."""

    def tried(saved: Saved) -> bool:
        return answers(checkout.root, who, saved.game, TRIAL_SECONDS)

    return Steps(save, lambda: _install(checkout), tried)


def steps_of_service(checkout: Checkout, save: Callable[[], Saved]) -> Steps:
    """The steps for the service that was installed from a checkout, as root.

    Root itself runs only its own copy of the program and the checkout's service.sh; the
    companion, also the one that is tried, runs as the service's account. Raises
    UpdateError if others than the checkout's owner can change that script.
    """
    who = account(SERVICE_ACCOUNT)
    checkout.guard(who)

    def install() -> None:
        _install(checkout)
        script = str(checkout.root / "systemd/service.sh")
        run(account(0), script, "install", seconds=INSTALL_SECONDS)

    def tried(saved: Saved) -> bool:
        return is_well(saved.port, TRIAL_SECONDS) and answers(
            SERVICE, who, saved.game, TRIAL_SECONDS
        )

    return Steps(save, install, tried)


def _install(checkout: Checkout) -> None:
    checkout.run("./install.sh", seconds=INSTALL_SECONDS)
