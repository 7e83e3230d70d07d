"""`murphy score --game G --lines`: areas (and dice) in, what they are worth out."""

from companion.app.commands.ask import asking

command = asking(
    "score",
    lambda package: package.score,
    "Tell what a position is worth: a position a line in, its points out.",
)
