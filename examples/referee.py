"""A referee for a photograph: the murphy card and the number cards in sight, judged.

    python examples/referee.py photo.jpg [--task M10] [--edition newer]

Exit code: 0 solved, 1 not solved or nothing to judge, 3 the table has to decide.
"""

from __future__ import annotations

import argparse
import sys

import companion

game = companion.game("dumm-gelaufen")
EXIT = {"yes": 0, "no": 1, "depends": 3}


def main() -> int:
    """Read, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo")
    parser.add_argument("--task", help="the murphy card, where it is not in the picture")
    parser.add_argument("--edition", default="classic")
    options = parser.parse_args()

    seen = companion.read(options.photo, options.edition)
    # On the mat the claim lies in its zone, and Mac's row beside it; without a mat every card in sight is the claim.
    shown = seen.zones["claim"] or (() if seen.zones["mac"] else seen.cards)
    hand = [code for code in shown if code[0] not in "MA"]
    task = options.task or next((code for code in shown if code.startswith("M")), None)
    if task is None:
        print("There is no murphy card in the picture; name it with --task M10.", file=sys.stderr)
        return 1
    verdict = game.verify(task[:3], hand, mac=seen.zones["mac"] or None, edition=options.edition)
    print(verdict)
    return EXIT[verdict.verdict]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except companion.CompanionError as error:
        sys.exit(str(error))
