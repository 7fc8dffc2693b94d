# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that scripts for GNU Backgammon find in the main module, beside the module gnubg.


def swapboard(board):
    """Return the board with the other player on roll."""
    return [board[1], board[0]]


def pipcount(board):
    """Return the pip counts of both sides, in the order of the board; the bar counts 25."""
    return [sum(point * count for point, count in enumerate(side, 1)) for side in board]


def exportBad(basename):
    """Export every decision of the analyzed match that is marked doubtful, bad or very bad as a web page.

    The pages are named after ``basename`` without its ending: ``NAME__0.html``, ``NAME__1.html``, …
    """
    import os

    stem = os.path.splitext(basename)[0]
    match = gnubg.match()
    count = 0
    gnubg.navigate()
    for number, game in enumerate(match["games"]):
        if number:
            gnubg.navigate(game=1)
        was_bad = False
        for action in game["game"]:
            analysis = action.get("analysis", {})
            is_bad = "skill" in analysis or "cube-skill" in analysis
            # The answer to a double that was exported is on its page.
            is_new = not (was_bad and action["action"] in ("take", "drop"))
            if is_bad and is_new:
                gnubg.command('export position html "{}__{}.html"'.format(stem, count))
                count += 1
            was_bad = is_bad
            gnubg.navigate(1)
