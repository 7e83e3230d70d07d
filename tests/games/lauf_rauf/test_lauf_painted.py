"""The painted game: what robots play with everything known is what a session makes of what a camera could see of it."""

from itertools import takewhile

from companion.app.painted.show import stand_of
from companion.app.service.current_game import CurrentGame
from companion.games.lauf_rauf import GAME
from companion.games.lauf_rauf.painted import script
from companion.games.lauf_rauf.robots import greedy_robot
from companion.games.lauf_rauf.setup import agreed
from companion.games.lauf_rauf.table import TABLE_GAME
from companion.games.lauf_rauf.table.state import TableState
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.settings import Settings


def test_robots_play_with_the_colours_that_were_chosen() -> None:
    """In every game of the show, also when the companion has started again."""
    chosen = {"players": ["Ann", "Bob"], "colours": ["yellow", "red"]}
    with Journal(None) as journal:
        settings = Settings(game=GAME.name, players=("Ann", "Bob"))
        current = CurrentGame(settings, "painted", journal, new=True)
        session: Session[TableState] = Session(TABLE_GAME, journal, setup=current.first())
        current.follow()
        session.begin(current.asked(GAME, agreed(chosen)))
        current.follow()
        assert current.show is not None
        show = current.show.stand
        session.begin(current.next())
        assert ("yellow", "red") == session.state.state.colours
        assert show == stand_of(GAME, journal.since("game"))

    steps = takewhile(lambda step: step.game < 2, script(show.config, greedy_robot))
    assert {("yellow", "red")} == {step.after.colours for step in steps}
