# SPDX-License-Identifier: GPL-3.0-or-later
"""Rates of the installed package: arrays against the engine itself; the analysis of matches, and what its results take.

`./x bench python FILE...` runs it; files of matches are optional, each with one match.
"""

import base64
import os
import sys
import tempfile
import time

import numpy as np

from gnubg_rs import Evaluator, Match, Position, distributed

COUNT = 500_000
REPEATS = 7
SECONDS = 1.0


def early_boards(count):
    """Positions after the first two rolls of a game, which are those that the engine measures its own rate with."""
    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    found = {Position().board.tobytes(): Position()}
    for _ in range(2):
        after = [play.position for position in found.values() for roll in rolls for play in position.legal_plays(roll)]
        found = {position.board.tobytes(): position for position in after}
    # In the engine's order: an evaluation costs what differs from the board before it.
    ordered = sorted(found.values(), key=lambda position: base64.b64decode(position.position_id + "=="))
    boards = np.stack([position.board for position in ordered])
    return np.tile(boards, (count // len(boards) + 1, 1, 1))[:count]


def timed(work):
    """Return the result of the work, its seconds, and the processor seconds of all threads."""
    start, start_cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - start, time.process_time() - start_cpu


def arrays(boards):
    """The rate of arrays as a ratio to the engine's own rate, measured in turn; the median of the repeats counts.

    Per processor second other work on the machine counts less.
    """
    for threads in (1, 2):
        engine = Evaluator(threads=threads)
        engine.evaluate(boards[:5000])
        rates = []
        for _ in range(REPEATS):
            # Before it measures, the engine makes its boards: their time is that of a measurement that ends at once.
            (before, _), _, cpu_before = timed(lambda: engine._engine.speed(1e-9))
            (count, took), _, own_cpu = timed(lambda: engine._engine.speed(SECONDS))
            _, seconds, cpu = timed(lambda: engine.evaluate(boards))
            own = (count / took, (count - before) / (own_cpu - cpu_before))
            rates.append((len(boards) / seconds, own[0], len(boards) / cpu, own[1]))
        batch, own, batch_cpu, own_cpu = (sorted(column)[REPEATS // 2] for column in zip(*rates))
        print(f"arrays, {threads} threads: {batch:,.0f} positions a second, engine {own:,.0f}, ratio {batch / own:.2f}; ", end="")
        print(f"a processor second: {batch_cpu:,.0f} and {own_cpu:,.0f}, ratio {batch_cpu / own_cpu:.2f}")


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
arrays(early_boards(COUNT))
if sys.argv[1:]:
    analyses(sys.argv[1:])
