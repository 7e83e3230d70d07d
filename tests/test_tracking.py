"""What tracks any game: hypotheses merged and pruned, a belief that can be rewound, who reaches in from where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, isclose, log, log2, sqrt
from statistics import NormalDist
from weakref import WeakSet

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table import Side
from companion.tracking.beam import likeliest, log_sum, merged, posterior
from companion.tracking.bearings import CLOSEST, MIDDLES, SPREAD, Seating, apart
from companion.tracking.belief import LAG, NEAR, Belief


@dataclass(frozen=True)
class Guess:
    """A hypothesis that says one word."""

    what: str
    score: float = 0.0

    def weighed(self, score: float) -> Guess:
        return replace(self, score=score)


GUESSES = st.lists(st.builds(Guess, st.sampled_from("abc"), st.floats(-20, 0)), min_size=1)


class TestBeam:
    def test_equal_hypotheses_are_one_with_their_probabilities_summed(self) -> None:
        """Two ways to the same story make it likelier than either."""
        (one,) = merged([Guess("a", log(0.2)), Guess("a", log(0.3))])

        assert isclose(0.5, exp(one.score))

    @given(GUESSES)
    def test_merging_loses_no_probability(self, guesses: list[Guess]) -> None:
        """The whole is what it was."""
        whole = log_sum(each.score for each in guesses)

        assert isclose(whole, log_sum(each.score for each in merged(guesses)), abs_tol=1e-12)

    @given(GUESSES)
    def test_posteriors_are_shares_of_the_whole(self, guesses: list[Guess]) -> None:
        """They add up to one, the likeliest first."""
        shares = [*posterior(guesses, lambda each: each.what).values()]

        assert isclose(1.0, sum(shares))
        assert sorted(shares, reverse=True) == shares

    def test_the_likeliest_are_kept(self) -> None:
        """No more than the beam is wide, and none far behind."""
        guesses = [Guess("a", -1.0), Guess("b", -9.0), Guess("c"), Guess("d", -2.0)]

        assert "ca" == "".join(each.what for each in likeliest(guesses, 2, 12.0))
        assert "cad" == "".join(each.what for each in likeliest(guesses, 9, 5.0))


def told(words: tuple[str, ...], more: str, number: int) -> tuple[str, ...]:
    """The one hypothesis is all that was said, numbered."""
    return (*words, f"{number}{more}")


LONG = 256
"""Pieces of evidence in a long game."""


def believed(evidence: str) -> Belief[str, str]:
    """The belief after some evidence."""
    belief: Belief[str, str] = Belief(told, ())
    for each in evidence:
        belief = belief.then(each)
    return belief


class TestBelief:
    def test_evidence_counts_in_its_order(self) -> None:
        """Each piece is told how many came before it."""
        assert ("0a", "1b", "2c") == believed("abc").hypotheses

    def test_late_evidence_is_taken_in_where_it_happened(self) -> None:
        """Rewound, told what was late, and what had followed again."""
        belief = believed("abe")

        again = belief.back(2)
        assert again is not None
        again = again.then("c")
        for each in belief.since(2):
            again = again.then(each)

        assert believed("abce").hypotheses == again.hypotheses

    def test_few_hypotheses_are_kept_however_long_it_gets(self) -> None:
        """Those of late, and of what was before some to begin at: whoever holds every belief does not hold all they said."""
        alive: WeakSet[Guess] = WeakSet()

        def guessed(guesses: tuple[Guess, ...], evidence: str, number: int) -> tuple[Guess, ...]:
            alive.add(one := Guess(evidence))
            return (one,)

        beliefs: list[Belief[Guess, str]] = [Belief(guessed, ())]
        for number in range(LONG):
            beliefs.append(beliefs[-1].then(str(number)))
            assert (Guess(str(number)),) == beliefs[-1].hypotheses

        assert NEAR <= len(alive) <= NEAR + NEAR / 2 * log2(LONG / NEAR)

    @pytest.mark.parametrize("ago", [1, NEAR, 3 * NEAR, LAG, LONG // 2, LONG - 1])
    def test_what_was_believed_long_ago_is_worked_out_again(self, ago: int) -> None:
        """To the same, in no more steps than half of those that lie behind it."""
        steps: list[int] = []

        def counted(words: tuple[str, ...], more: str, number: int) -> tuple[str, ...]:
            steps.append(number)
            return told(words, more, number)

        last: Belief[str, str] = Belief(counted, ())
        beliefs = [last := last.then("x") for _ in range(LONG)]
        wanted = believed("x" * LONG).hypotheses
        assert all(belief.hypotheses for belief in beliefs)
        steps.clear()

        assert wanted[: LONG - ago] == beliefs[-1 - ago].hypotheses
        assert len(steps) <= 2 * ago / NEAR

    @pytest.mark.parametrize("asked", [True, False], ids=["played", "read again"])
    def test_what_is_long_ago_does_not_hang_on_who_asked(self, asked: bool) -> None:
        """A game that is read from its journal, where nobody asks meanwhile, goes back as far as the one that was played."""
        belief: Belief[str, str] = Belief(told, ())
        for _ in range(LAG + 10):
            belief = belief.then("x")
            assert not asked or belief.hypotheses

        assert [False, True] == [belief.back(n) is not None for n in (9, 10)]

    def test_a_belief_goes_back_as_far_whatever_came_after_it(self) -> None:
        """A game that is taken back to it goes on as if nothing had."""
        early = later = believed("x" * LAG)
        for _ in range(2 * LAG):
            later = later.then("x")
        assert later.hypotheses

        assert early.back(0) is not None


class TestSeating:
    @pytest.mark.parametrize("side", MIDDLES)
    def test_an_arm_is_rather_his_who_reached_from_there(self, side: Side) -> None:
        """Everybody else sits elsewhere."""
        seating = Seating.of(4)
        for seat, middle in enumerate(MIDDLES.values()):
            seating = seating.reached(seat, middle)
        mine = [*MIDDLES].index(side)

        likely = [seating.likely(seat, MIDDLES[side]) for seat in range(4)]

        assert max(likely) == likely[mine]

    def test_who_has_not_reached_in_yet_sits_between_his_neighbours(self) -> None:
        """Seats are clockwise: Bob, between Ann at the bottom and Cem at the top, sits on the left."""
        seating = Seating.of(3).reached(0, 180.0).reached(2, 0.0)

        assert seating.likely(1, 270.0) > seating.likely(1, 90.0)

    def test_nobody_sits_on_anothers_lap(self) -> None:
        """An arm from where Ann sits is rather hers than that of somebody unknown."""
        seating = Seating.of(3).reached(0, 180.0)

        assert seating.likely(0, 185.0) > seating.likely(1, 185.0)

    def test_the_farther_from_where_one_sits_the_rather_it_is_anothers(self) -> None:
        """Ten times as likely from well beside Ann as from where she sits: two reaches from there are hers, whatever it costs."""
        seating = Seating.of(3).reached(0, 180.0)
        likely = [seating.likely(1, 180.0 + off) for off in (0, 8, 16, 24, 40)]

        assert sorted(likely) == likely
        assert likely[-1] - likely[0] > log(10)

    @given(st.floats(0, 359), st.floats(0, 359))
    def test_no_arm_is_likelier_than_one_from_where_he_always_reaches(
        self, place: float, arm: float
    ) -> None:
        """Likelihoods are logarithms below zero."""
        assert Seating.of(2).reached(0, place).likely(0, arm) <= 0.0

    def test_who_leans_over_once_still_sits_where_he_sat(self) -> None:
        """One odd reach moves no place; those from beside it do: people move their chairs."""
        sat = Seating.of(2)
        for _ in range(5):
            sat = sat.reached(0, 180.0)
        once, moved = sat.reached(0, 90.0), sat
        for _ in range(20):
            moved = moved.reached(0, 170.0)
        there, elsewhere = once.place(0), moved.place(0)

        assert there is not None
        assert elsewhere is not None
        assert apart(180.0, there) < 1.0
        assert apart(170.0, elsewhere) < 3.0

    def test_a_place_that_was_read_wrong_at_first_does_not_stay(self) -> None:
        """Two reaches were told from the left; since then they come from the bottom, where he is soon known to sit."""
        seating = Seating.of(2).reached(0, 286.0).reached(0, 286.0)

        assert seating.likely(0, 188.0) < log(0.01)
        for bearing in (188.0, 190.0, 185.0):
            seating = seating.reached(0, bearing)

        assert seating.likely(0, 188.0) > log(0.4)
        assert seating.place(0) in (188.0, 190.0, 185.0)

    def test_an_arm_that_may_be_anybodys_is_weighed_by_how_many_sit_there(self) -> None:
        """Of three players one reaches in from there: as likely as that it was just his."""
        seating = Seating.of(3)
        for seat, place in enumerate((180.0, 270.0, 90.0) * 20):
            seating = seating.reached(seat % 3, place)

        assert exp(seating.anybodys(270.0)) == pytest.approx(1 / 3, rel=0.1)
        assert seating.anybodys(270.0) > seating.anybodys(0.0)

    EVEN = SPREAD / NormalDist().pdf(0) / 360
    """An arm that may come from anywhere, beside one that always comes from there."""
    ANN = Seating.of(2).reached(0, 180.0)
    ANN_AND_CEM = Seating.of(3).reached(0, 180.0).reached(2, 0.0)
    NARROW = Seating.of(4).reached(0, 180.0).reached(2, 240.0)

    @pytest.mark.parametrize(
        ("seating", "seat", "bearing", "share"),
        [
            (Seating.of(2), 0, 90.0, EVEN),
            (ANN, 0, 180.0, 0.98 / sqrt(2) + 0.02 * EVEN),
            (ANN, 0, 0.0, 0.02 * EVEN),
            (ANN, 1, 0.0, EVEN),
            (ANN, 1, 180.0 + CLOSEST, EVEN * (0.98 / 2 + 0.02)),
            (ANN, 1, 180.0, EVEN * (0.98 * NormalDist().cdf(-2) + 0.02)),
            (ANN_AND_CEM, 1, 270.0, EVEN * (0.98 * 2 + 0.02)),
            (ANN_AND_CEM, 1, 90.0, EVEN * (0.98 * 0.15 + 0.02)),
            (NARROW, 1, 210.0, EVEN * (0.98 * 3 * NormalDist().cdf(1.75) + 0.02)),
            (NARROW, 3, 30.0, EVEN * (0.98 * 1.2 + 0.02)),
            (ANN, 1, None, 1.0),
            (ANN, 2, 90.0, 1.0),
        ],
    )
    def test_how_likely_an_arm_is_whose(
        self, seating: Seating, seat: int, bearing: float | None, share: float
    ) -> None:
        """By hand: one in fifty is odd, and who has not reached in sits anywhere between the others, not too near."""
        assert share == pytest.approx(exp(seating.likely(seat, bearing)))

    def test_bearings_go_round(self) -> None:
        """From 350 to 10 degrees is twenty."""
        assert isclose(20.0, apart(350.0, 10.0))
        place = Seating.of(1).reached(0, 350.0).place(0)
        assert place == pytest.approx(350.0, abs=0.5)
