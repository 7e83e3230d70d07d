"""When a camera that holds its focus finds it anew by itself."""

import pytest

from companion.app.camera.picture_checks import AWAY_SECONDS, HANDS_SECONDS, Focusing


def found_at(looks: list[tuple[float, bool]]) -> list[float]:
    """At which of the looks focus is found anew."""
    focusing = Focusing()
    return [at for at, mat in looks if focusing.is_due(at, mat=mat)]


@pytest.mark.parametrize("away", [0.0, AWAY_SECONDS / 2])
def test_a_mat_in_sight_keeps_its_focus(away: float) -> None:
    """Also one that a hand hides for a while."""
    looks = [(float(s), not 20 <= s < 20 + away) for s in range(120)]

    assert found_at(looks) == []


def test_a_rig_that_is_put_up_after_the_start_gets_its_focus() -> None:
    """Now and then as long as there is no mat, and once more when it is there and the hands are gone."""
    looks = [(float(s), s >= 25) for s in range(120)]

    assert found_at(looks) == [AWAY_SECONDS, 2 * AWAY_SECONDS, 25 + HANDS_SECONDS]


def test_a_rig_that_is_moved_gets_its_focus_again() -> None:
    looks = [(float(s), not 40 <= s < 55) for s in range(120)]

    # Last seen at 39.
    assert found_at(looks) == [39 + AWAY_SECONDS, 55 + HANDS_SECONDS]
