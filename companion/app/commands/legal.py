"""`murphy legal --game G --lines`: a position (and dice) in, legal moves out."""

from companion.app.commands.ask import asking

command = asking(
    "legal",
    lambda package: package.legal,
    "Tell what may be done: a position a line in, its moves out (docs/programs.md).",
)
