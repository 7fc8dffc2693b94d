# SPDX-License-Identifier: GPL-3.0-or-later
"""Rates of the installed package: arrays against the engine itself; the analysis of matches, and what its results take.

`./x bench python FILE...` runs it; files of matches are optional, each with one match.
"""

import os
import sys
import tempfile
import time

import numpy as np

from gnubg_rs import Evaluator, Match, Position, distributed

COUNT = 200_000
REPEATS = 3


def random_boards(count):
    """Positions of random games."""
    random = np.random.default_rng(1)
    boards, position = [], Position()
    while len(boards) < count:
        plays = position.legal_plays(tuple(random.integers(1, 7, 2)))
        position = plays[random.integers(len(plays))].position if plays else position.swapped()
        if position.outcome is not None:
            position = Position()
        boards.append(position.board)
    return np.stack(boards)


def arrays(boards):
    """The rate of arrays as a ratio to the engine's own rate, measured in turn; the median of the repeats counts."""
    for threads in (1, 2):
        engine = Evaluator(threads=threads)
        engine.evaluate(boards[:5000])
        rates = []
        for _ in range(REPEATS):
            own = engine.speed(1.5)
            start = time.perf_counter()
            engine.evaluate(boards)
            rates.append((len(boards) / (time.perf_counter() - start), own))
        rates.sort(key=lambda rate: rate[0] / rate[1])
        batch, own = rates[REPEATS // 2]
        print(f"arrays, {threads} threads: {batch:,.0f} positions a second, engine {own:,.0f}, ratio {batch / own:.2f}")


def analyses(paths):
    """Decisions a second of processor time, with one thread, and bytes of the results."""
    engine = Evaluator(threads=1)
    matches = [match for path in paths for match in Match.open_all(path)]
    for level in (0, "world class"):
        start, decisions = time.process_time(), 0
        for match in matches:
            decisions += len(match.analyze(level, evaluator=engine, anew=True).decisions())
        took = time.process_time() - start
        print(f"analysis, {level}: {decisions} decisions, {decisions / took:,.0f} a second, {took / len(matches):.2f} s a match")
        with tempfile.TemporaryDirectory() as folder:
            analyzed = [os.path.join(folder, f"{number}.sgf") for number in range(len(matches))]
            for match, path in zip(matches, analyzed):
                match.save(path)
            sgf = sum(map(os.path.getsize, analyzed))
            # What is analyzed already is only written.
            tables = [tables_of(analyzed, level, engine, features) / decisions for features in (False, True)]
        print(f"analysis, {level}: Parquet {tables[0]:.0f} bytes a decision, with features {tables[1]:.0f}; ", end="")
        print(f"SGF {sgf / len(matches) / 1000:.0f} KB a match")


def tables_of(paths, level, engine, features):
    """Return the bytes of the tables that a cluster writes."""
    with tempfile.TemporaryDirectory() as folder:
        result = distributed.analyze(paths, level, output=folder, features=features, evaluator=engine, on="local")
        assert not result.failures, result.failures
        return sum(map(os.path.getsize, result.files))


print(f"load {os.getloadavg()[0]:.1f}")
arrays(random_boards(COUNT))
if sys.argv[1:]:
    analyses(sys.argv[1:])
