# SPDX-License-Identifier: GPL-3.0-or-later
"""Rollouts, analyses and evaluations on a Ray cluster.

Every function divides its work into tasks that depend on nothing but their arguments: seeded games of a rollout, single
files, shares of an array. A task whose worker or node dies is done again, and results are the same, bit for bit, as on one
machine with any number of threads.

Ray is used if it is connected already (``ray.init``); otherwise it is started on this machine. ``on="local"`` does the same
tasks in this process, without Ray.

A worker needs this package. Nets, bearoff databases and match equity tables must be the same everywhere: those of the
package are (``databases="small"``, the default); files must lie at the same place on every node.
"""

from __future__ import annotations

import glob
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from .evaluator import Evaluator
from .match import Match, Path
from .position import Position
from .rollout import Rollout
from .table import Decisions

if TYPE_CHECKING:
    import ray.data

#: Called with the number of tasks done and of all tasks.
Progress = Optional[Callable[[int, int], Any]]

#: Games of a rollout are stored in blocks of this size; shares are multiples of it.
BLOCK = 36

_evaluators: Dict[Tuple[Tuple[str, Any], ...], Evaluator] = {}


def _evaluator(options: Dict[str, Any]) -> Evaluator:
    """Return the evaluator with these options; each process builds it once."""
    key = tuple(sorted(options.items()))
    if key not in _evaluators:
        _evaluators[key] = Evaluator(**options)
    return _evaluators[key]


def _run(
    work: Callable[..., Any],
    tasks: Sequence[Tuple[Any, ...]],
    on: str,
    cpus: float,
    retries: int,
    progress: Progress,
) -> List[Any]:
    """Call ``work`` with each of the tasks and return the results in their order."""
    results: List[Any] = [None] * len(tasks)
    if progress is not None:
        progress(0, len(tasks))
    if on == "local":
        for number, task in enumerate(tasks):
            results[number] = work(*task)
            if progress is not None:
                progress(number + 1, len(tasks))
        return results
    if on != "ray":
        raise ValueError(f'on must be "ray" or "local", not {on!r}')
    import ray

    if not ray.is_initialized():
        ray.init()
    remote = ray.remote(num_cpus=cpus, max_retries=retries)(work)
    pending = {remote.remote(*task): number for number, task in enumerate(tasks)}
    done = 0
    try:
        while pending:
            ready, _ = ray.wait(list(pending), num_returns=1)
            for reference in ready:
                results[pending.pop(reference)] = ray.get(reference)
                done += 1
                if progress is not None:
                    progress(done, len(tasks))
    except BaseException:
        # Ctrl+C, or an exception of a task or of the caller's function.
        for reference in pending:
            ray.cancel(reference, force=False)
        raise
    return results


def _options(evaluator: Optional[Evaluator], threads: int) -> Dict[str, Any]:
    options = dict((evaluator or Evaluator(threads=1))._options)
    options["threads"] = threads
    return options


def _rollout_part(options: Dict[str, Any], plan: str, first: int, end: int) -> str:
    return Rollout.from_json(plan, _evaluator(options)).part(first, end).to_json()


def rollout(
    positions: Union[Position, Sequence[Position]],
    trials: int = 1296,
    *,
    share: int = 4 * BLOCK,
    evaluator: Optional[Evaluator] = None,
    progress: Progress = None,
    threads: int = 1,
    retries: int = 10,
    on: str = "ray",
    **settings: Any,
) -> List[Rollout]:
    """Roll out positions, and return one finished rollout for each.

    :param positions: what is rolled out: a position with dice by its best plays, one before the roll by its value, as
        :meth:`Evaluator.rollout` says. ``settings`` are its arguments (``seed``, ``plays``, ``cube``, ``preset`` …).
    :param trials: games of each rollout.
    :param share: games of a task, a multiple of 36.
    :param evaluator: nets, databases and match equity table; its threads do not count.
    :param progress: called with the tasks done and all tasks.
    :param threads: threads of a task, and processors that Ray reserves for it.
    :param retries: how often a task is done again because its worker died.
    :param on: ``"ray"`` or ``"local"``.
    :raises ValueError: if something is not possible. Stop rules need all games, so they are refused.
    """
    if share < 1 or share % BLOCK:
        raise ValueError(f"share must be a multiple of {BLOCK}, not {share}")
    for rule in ("stop_error", "stop_jsd"):
        if settings.get(rule) is not None:
            raise ValueError(f"{rule} needs all games of a rollout; parts play all of theirs")
    positions = [positions] if isinstance(positions, Position) else list(positions)
    options = _options(evaluator, threads)
    local = _evaluator(options)
    plans = [local.rollout(position, trials, **settings) for position in positions]
    texts = [plan.to_json() for plan in plans]
    places = [(number, first) for number in range(len(plans)) for first in range(0, trials, share)]
    tasks = [(options, texts[number], first, min(first + share, trials)) for number, first in places]
    parts = _run(_rollout_part, tasks, on, threads, retries, progress)
    for (number, _), text in zip(places, parts):
        plans[number].merge(Rollout.from_json(text, local))
    return plans


def _paths(paths: Union[Path, Iterable[Path]]) -> List[str]:
    """Return file names; patterns and folders are expanded, sorted by name."""
    given = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    found: List[str] = []
    for path in map(os.fspath, given):
        if os.path.isdir(path):
            found += sorted(entry.path for entry in os.scandir(path) if entry.is_file())
        elif glob.has_magic(path):
            found += sorted(glob.glob(path))
        else:
            found.append(path)
    return found


def _analyze_file(
    options: Dict[str, Any],
    number: int,
    path: str,
    level: Union[str, int],
    features: bool,
    output: Optional[str],
    save: Optional[str],
) -> Tuple[Any, Optional[str]]:
    evaluator = _evaluator(options)
    try:
        matches = Match.open_all(path)
    except (OSError, ValueError) as error:
        return None, str(error)
    tables = []
    for match in matches:
        match.analyze(level, evaluator=evaluator)
        tables.append(match.decisions(features=features, evaluator=evaluator))
        if save is not None:
            stem = os.path.splitext(os.path.basename(path))[0]
            suffix = f"-{match.index}" if len(matches) > 1 else ""
            match.save(os.path.join(save, f"{number:06}-{stem}{suffix}.sgf"), "sgf", evaluator=evaluator)
    table = Decisions.concat(tables)
    if output is None:
        return table.columns, None
    return _write_parquet(table, output, f"part-{number:06}.parquet"), None


def _write_parquet(table: Decisions, output: str, name: str) -> str:
    """Write a table as Parquet below a folder or a place that pyarrow knows (``s3://…``); a file is never half there."""
    import pyarrow.fs
    import pyarrow.parquet

    if "://" in output:
        system, root = pyarrow.fs.FileSystem.from_uri(output)
        # Object stores show a file when it is complete.
        pyarrow.parquet.write_table(table.to_arrow(), f"{root}/{name}", filesystem=system, compression="zstd")
        return f"{output.rstrip('/')}/{name}"
    os.makedirs(output, exist_ok=True)
    path = os.path.join(output, name)
    temporary = f"{path}.{os.getpid()}.tmp"
    pyarrow.parquet.write_table(table.to_arrow(), temporary, compression="zstd")
    os.replace(temporary, path)
    return path


class AnalysisResult:
    """What :func:`analyze` has found.

    ``files`` are the names of the Parquet files if an output was given, ``decisions`` is the table otherwise, and
    ``failures`` names the files that could not be read, with the reasons.
    """

    def __init__(self, files: List[str], decisions: Optional[Decisions], failures: Dict[str, str]) -> None:
        self.files = files
        self.decisions = decisions
        self.failures = failures

    def __repr__(self) -> str:
        what = f"{len(self.files)} files" if self.decisions is None else f"{len(self.decisions)} decisions"
        return f"AnalysisResult({what}, {len(self.failures)} failures)"


def analyze(
    paths: Union[Path, Iterable[Path]],
    level: Union[str, int] = "world class",
    *,
    output: Optional[Path] = None,
    save: Optional[Path] = None,
    features: bool = False,
    evaluator: Optional[Evaluator] = None,
    progress: Progress = None,
    threads: int = 1,
    retries: int = 10,
    on: str = "ray",
) -> AnalysisResult:
    """Analyze match files of any format, one task a file.

    :param paths: files, folders or patterns; every node must see them.
    :param level: the level or the plies of the analysis.
    :param output: a folder, or a place such as ``s3://bucket/folder``, for one Parquet file of decisions for each match file
        (see :data:`gnubg_rs.table.COLUMNS`). Without it, the table is returned.
    :param save: a folder for the analyzed matches as SGF.
    :param features: whether the table has the inputs of the nets.
    :param evaluator: nets, databases and match equity table.
    :param progress: called with the files done and all files.
    :param threads: threads of a task, and processors that Ray reserves for it.
    :param retries: how often a task is done again because its worker died.
    :param on: ``"ray"`` or ``"local"``.
    """
    files = _paths(paths)
    options = _options(evaluator, threads)
    place = None if output is None else os.fspath(output)
    saved = None if save is None else os.fspath(save)
    if saved is not None:
        os.makedirs(saved, exist_ok=True)
    tasks = [(options, number, path, level, features, place, saved) for number, path in enumerate(files)]
    found = _run(_analyze_file, tasks, on, threads, retries, progress)
    failures = {path: reason for path, (_, reason) in zip(files, found) if reason is not None}
    good = [result for result, reason in found if reason is None]
    if place is not None:
        return AnalysisResult(good, None, failures)
    return AnalysisResult([], Decisions.concat([Decisions(columns) for columns in good]), failures)


def _evaluate_share(options: Dict[str, Any], boards: NDArray[np.uint8], variation: str) -> NDArray[np.float32]:
    return _evaluator(options).evaluate(boards, variation=variation)


def _board(value: Any) -> NDArray[Any]:
    """Return a board of a dataset, which may be two lists of 25 numbers or one of 50."""
    array = np.asarray(value)
    if array.dtype == object:
        array = np.stack([np.asarray(side) for side in array])
    return array.reshape(2, 25)


class _BatchEvaluator:
    """Evaluates batches of a dataset of Ray."""

    def __init__(self, options: Dict[str, Any], column: str, variation: str) -> None:
        self.evaluator = _evaluator(options)
        self.column = column
        self.variation = variation

    def __call__(self, batch: Dict[str, Any]) -> Dict[str, Any]:
        boards = np.stack([_board(board) for board in batch[self.column]])
        chances = self.evaluator.evaluate(boards, variation=self.variation)
        names = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
        return {**batch, **{name: chances[:, number] for number, name in enumerate(names)}}


def evaluate(
    dataset: Any,
    *,
    column: str = "board",
    share: int = 100_000,
    variation: str = "standard",
    evaluator: Optional[Evaluator] = None,
    progress: Progress = None,
    threads: int = 1,
    retries: int = 10,
    on: str = "ray",
    concurrency: Optional[Tuple[int, int]] = None,
) -> "Union[NDArray[np.float32], ray.data.Dataset]":
    """Evaluate many positions.

    :param dataset: an array of shape (n, 2, 25), which gives an array of shape (n, 5); or a dataset of Ray with a column of
        boards, which gives the dataset with five more columns, computed when it is read.
    :param column: the column of boards; 50 numbers in any shape.
    :param share: positions of a task.
    :param concurrency: least and most actors for a dataset.
    """
    options = _options(evaluator, threads)
    if hasattr(dataset, "map_batches"):
        return dataset.map_batches(
            _BatchEvaluator,
            fn_constructor_args=(options, column, variation),
            batch_format="numpy",
            num_cpus=threads,
            concurrency=concurrency or (1, 64),
        )
    boards = np.asarray(dataset)
    if boards.ndim != 3 or boards.shape[1:] != (2, 25):
        raise ValueError(f"positions have the shape (n, 2, 25), not {boards.shape}")
    tasks = [(options, boards[first : first + share], variation) for first in range(0, len(boards), share)]
    shares = _run(_evaluate_share, tasks, on, threads, retries, progress)
    return np.concatenate(shares) if shares else np.empty((0, 5), np.float32)
