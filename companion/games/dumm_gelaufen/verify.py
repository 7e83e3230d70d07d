"""`murphy verify`: whether a hand fulfils its murphy card; one claim on the command line, or many as JSON lines."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import click

from companion import announce, commandline, errors
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.deck import solves
from companion.json_lines import answers, as_line
from companion.words import Words

EXIT: Final = {
    d.VerdictAnswer.YES: commandline.DONE,
    d.VerdictAnswer.NO: commandline.NO,
    d.VerdictAnswer.DEPENDS: commandline.DEPENDS,
}

_MAC: Final = "--mac"


class RowCommand(click.Command):
    """A command whose ``--mac`` takes every card up to the next option; none: nothing lies there."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is left of the line once ``--mac`` was given to each of its cards."""
        return super().parse_args(ctx, list(_one_card_each(args)))


@click.command(cls=RowCommand)
@click.argument("hand", nargs=-1, metavar="CARD...")
@click.option("--task", metavar="M01..M21", help="The murphy card.")
@click.option(
    _MAC,
    "mac",
    multiple=True,
    metavar="[CARD...]",
    help="Mac's row: all cards up to the next option, so the hand comes before it. "
    "Without cards: nothing lies there. Left out: nobody knows.",
)
@commandline.edition_option(d.EDITIONS)
@click.option(
    "--lines",
    is_flag=True,
    help='Read JSON lines {"task", "hand", "mac", "edition"} from standard input '
    "and answer each in its place.",
)
@commandline.json_option
@commandline.lang_option
@click.pass_context
def command(
    ctx: click.Context,
    hand: tuple[str, ...],
    task: str | None,
    mac: tuple[str, ...],
    edition: str,
    lines: bool,
    as_json: bool,
    lang: str | None,
) -> None:
    """Judge a claimed solve: exit 0 yes, 1 no, 3 depends.

    Cards are faces (R7, R07) or copies (R07-2).

    \b
    murphy verify --task M10 R1 R3 R4 R4 R8
    murphy verify --task M04 --mac G1 G4 G4 G9
    """
    words = commandline.words_of(lang)
    try:
        if lines:
            if hand or task or mac:
                raise errors.InputError("verify.lines-alone")
            for line in answers(sys.stdin.buffer, verdict_of(edition, words), words):
                click.echo(line)
            return
        if task is None:
            raise errors.InputError("verify.name-task")
        row = [code for code in mac if code] if mac else None
        claimed = solves.solve(task, hand, row, d.load_edition(edition))
    except errors.CompanionError as error:
        click.echo(words(error.message), err=True)
        ctx.exit(commandline.USAGE)
    found = claimed.judge()
    if as_json:
        click.echo(as_line(_worded(claimed, found, words)))
    else:
        click.echo("\n".join(_text(found, words)))
    ctx.exit(EXIT[found.answer])


def verdict_of(edition: str, words: Words) -> Callable[[Any], dict[str, Any]]:
    """The function that answers one line: a claimed solve as JSON in, its verdict out. Raises CompanionError."""

    def judged(data: Any) -> dict[str, Any]:
        claimed = solves.solve_from_json(data, edition)
        return _worded(claimed, claimed.judge(), words)

    return judged


def _worded(claimed: solves.Solve, found: d.Verdict, words: Words) -> dict[str, Any]:
    return dict(words.worded(solves.verdict_to_json(found, claimed.spelled)))


def _text(found: d.Verdict, words: Words) -> Iterator[str]:
    answer = announce.Message(f"verdict.{found.answer.value}")
    name = d.face_name(found.task)
    yield words.say("verify.head", task=found.task, name=name, answer=answer)
    yield from (f"  {words(reason.text)}" for reason in found.reasons)
    if found.unconfirmed:
        yield "  " + words.say("verify.assumed")


def _one_card_each(args: Sequence[str]) -> Iterator[str]:
    """``--mac R1 R2`` as click wants it, ``--mac=R1 --mac=R2``; nothing after ``--`` is touched."""
    rest = list(args)
    while rest:
        arg = rest.pop(0)
        if arg == "--":
            yield from (arg, *rest)
            return
        name, given, first = arg.partition("=")
        if name != _MAC:
            yield arg
            continue
        row = [first] if given else []
        while rest and not rest[0].startswith("-"):
            row.append(rest.pop(0))
        yield from (f"{_MAC}={card}" for card in row or [""])
