"""The order of inputs, kept as they come: the same as the rule gives for all of them at once."""

from hypothesis import example, given
from hypothesis import strategies as st

from companion.inputs import Correction, Input, InputKind, Submission, Undo
from companion.session.history import EffectiveOrder


def by_the_rule(inputs: list[Input]) -> list[int]:
    """What is taken back by an undo that counts is left out; a correction stands before what it is about."""
    gone: set[int] = set()
    for said in reversed(inputs):
        if isinstance(said.what, Undo) and said.seq not in gone:
            gone.add(said.what.of)
    order: list[Input] = []
    for said in inputs:
        if said.kind != "undo" and said.seq not in gone:
            seqs = [other.seq for other in order]
            at = len(seqs) if said.before not in seqs else seqs.index(said.before)
            order.insert(at, said)
    return [said.seq for said in order]


def word(entry: int, kind: InputKind, about: int | None) -> Input:
    match kind:
        case "undo":
            return Input(entry, 0.0, Undo(about or 0))
        case "correction":
            return Input(entry, 0.0, Correction({}, before=about))
        case _:
            return Input(entry, 0.0, Submission({}))


abouts = st.none() | st.integers(1, 12)
kinds: st.SearchStrategy[tuple[InputKind, int | None]] = st.one_of(
    st.tuples(st.just("submission"), st.none()),
    st.tuples(st.just("correction"), abouts),
    st.tuples(st.just("undo"), st.integers(1, 12)),
)
inputs = st.lists(kinds, max_size=12).map(
    lambda told: [word(n, kind, about and about % n) for n, (kind, about) in enumerate(told, 1)]
)


@given(inputs)
@example(
    [word(1, "submission", None), word(2, "correction", 1), word(3, "undo", 2), word(4, "undo", 3)]
)
def test_each_change_leads_to_the_order_of_all(told: list[Input]) -> None:
    """Chapters before a change stand, those behind it are what the rule says; entry 0 is none."""
    order, story = EffectiveOrder(), list[int]()
    for number, said in enumerate(told, 1):
        entry, behind = order.after(said)
        order.take(said)
        story = [seq for seq in story if seq < entry] + [each.seq for each in behind]

        assert by_the_rule(told[:number]) == story


def test_what_comes_last_costs_nothing_of_what_was_before() -> None:
    """A new word, and taking it back, look at nothing but what stands behind it."""
    order = EffectiveOrder()
    for entry in range(1, 1001):
        order.take(word(entry, "correction", None))

    assert (1001, [1001]) == _after(order, word(1001, "correction", None))
    assert (1000, []) == _after(order, word(1001, "undo", 1000))
    assert (997, [1001, 997, 998, 999, 1000]) == _after(order, word(1001, "correction", 997))


def _after(order: EffectiveOrder, said: Input) -> tuple[int, list[int]]:
    entry, behind = order.after(said)
    return entry, [each.seq for each in behind]
