# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine of GNU Backgammon.

============================  ==========================================================
:class:`Position`             checkers with score, cube and dice; identifiers; legal plays
:class:`Evaluator`            chances, equities, plays, cube decisions, rollouts; batches of positions as arrays
:class:`Rollout`              a position, a cube decision or plays, played out many times
:class:`Match`                a match or session of a file: analysis, statistics, tables, other formats
:class:`Decisions`            a table of decisions, for pandas and pyarrow
:class:`Library`              all matches of a user in one file: searches, imports
:mod:`gnubg_rs.compat`        the functions of GNU Backgammon's scripting module
:mod:`gnubg_rs.distributed`   rollouts, analyses and evaluations on a Ray cluster
============================  ==========================================================

Equities are points per game in units of the cube, in a match normalized so that losing and winning the cube are -1 and +1
(EMG). Chances are numbers from 0 to 1 in the order win, win a gammon, win a backgammon, lose a gammon, lose a backgammon,
each including those after it. Plies are counted as GNU Backgammon does: 0 is the static evaluation.
"""

from ._native import version as __version__
from .evaluator import CubeDecision, Evaluation, Evaluator, Probabilities, RankedPlay
from .library import Library, LibraryRows
from .match import Match
from .position import Play, Position
from .rollout import Alternative, Rollout, RolloutResults
from .table import Decisions

__all__ = [
    "Alternative",
    "CubeDecision",
    "Decisions",
    "Evaluation",
    "Evaluator",
    "Library",
    "LibraryRows",
    "Match",
    "Play",
    "Position",
    "Probabilities",
    "RankedPlay",
    "Rollout",
    "RolloutResults",
    "__version__",
]
