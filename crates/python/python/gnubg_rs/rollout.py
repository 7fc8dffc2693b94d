# SPDX-License-Identifier: GPL-3.0-or-later
"""Rollouts: positions, cube decisions or plays, played out many times."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterator, List, Optional, Tuple, Union

from . import _native
from .position import Position

if TYPE_CHECKING:
    from .evaluator import Evaluator


@dataclass(frozen=True)
class Alternative:
    """The result of one thing that was rolled out, for the player who decides; ``…_error`` is one standard error.

    ``label`` is a play as single steps, ``position``, ``no double`` or ``double, take``. ``probs`` are the five chances,
    ``jsd`` the joint standard deviations behind the best (``None`` for the best itself). ``mwc`` is ``None`` in money play.
    """

    label: str
    games: int
    rank: int
    equity: float
    equity_error: float
    cubeless: float
    cubeless_error: float
    mwc: Optional[float]
    mwc_error: Optional[float]
    probs: Tuple[float, ...]
    probs_error: Tuple[float, ...]
    jsd: Optional[float]

    def __str__(self) -> str:
        return f"{self.label}: {self.equity:+.4f} ± {self.equity_error:.4f} ({self.games} games)"


@dataclass(frozen=True)
class RolloutResults:
    """The results of a rollout so far.

    ``alternatives`` are in the order of the question. ``cube`` describes a cube decision: equities ``no_double``, ``take``,
    ``drop``, the ``verdict`` and its ``code``; ``None`` if none was rolled out.
    """

    alternatives: Tuple[Alternative, ...]
    cube: Optional[dict]
    seconds: float

    @property
    def ranked(self) -> Tuple[Alternative, ...]:
        """The alternatives, the best first."""
        return tuple(sorted(self.alternatives, key=lambda one: one.rank))

    @property
    def best(self) -> Alternative:
        """The best alternative."""
        return self.ranked[0]

    @property
    def games(self) -> int:
        """Games of the alternative that has most."""
        return max(one.games for one in self.alternatives)

    def __str__(self) -> str:
        return "\n".join(str(one) for one in self.ranked)


def _results(text: str) -> RolloutResults:
    found = json.loads(text)
    alternatives = []
    for one in found["alternatives"]:
        one["probs"], one["probs_error"] = tuple(one["probs"]), tuple(one["probs_error"])
        alternatives.append(Alternative(**one))
    return RolloutResults(tuple(alternatives), found["cube"], found["seconds"])


class Rollout:
    """A rollout. :meth:`Evaluator.rollout` makes one.

    Iterating plays games and yields the results after each slice of :attr:`interval` seconds until the rollout is finished
    or :meth:`stop` is called; iterating again continues. A game depends only on the rollout and its number, so results are
    the same, bit for bit, however the games are divided.
    """

    #: Seconds between two results of an iteration.
    interval: float = 0.5

    def __init__(self, native: _native.Rollout, evaluator: "Evaluator") -> None:
        self._native = native
        self._evaluator = evaluator
        self._is_stopped = False

    def __iter__(self) -> Iterator[RolloutResults]:
        self._is_stopped = False
        while not self._is_stopped and not self.is_finished:
            ended = self._native.run(self._evaluator._engine, self._evaluator.threads, self.interval, None, None)
            yield self.results
            if ended != "time is up":
                return

    def run(
        self,
        progress: Optional[Callable[[RolloutResults], Any]] = None,
        *,
        seconds: Optional[float] = None,
    ) -> RolloutResults:
        """Play games until the rollout is finished, or for so many seconds, and return the results.

        ``progress`` is called with the results about every half second; an exception it raises ends the rollout. Ctrl+C
        ends it, too; the games that were finished are kept.
        """
        report = None if progress is None else (lambda text: progress(_results(text)))
        self._native.run(self._evaluator._engine, self._evaluator.threads, seconds, None, report)
        return self.results

    def stop(self) -> None:
        """End an iteration after the present slice."""
        self._is_stopped = True

    def part(self, first: int, end: int) -> "Rollout":
        """Return a part of this rollout: the same question with games ``first`` to ``end - 1`` only, played at once.

        Parts are merged with :meth:`merge`. Multiples of 36 are divided best. Stop rules do not apply to parts.

        :raises ValueError: if the range is not within the number of trials.
        """
        part = Rollout(self._native.without_games(), self._evaluator)
        part._native.run(self._evaluator._engine, self._evaluator.threads, None, (first, end), None)
        return part

    def extend(self, trials: int) -> "Rollout":
        """Set another number of trials and drop the stop rules, so that the rollout can be continued; return it."""
        self._native.extend(trials)
        return self

    def merge(self, *others: "Rollout") -> "Rollout":
        """Add the games of other parts of the same rollout, and return it.

        :raises ValueError: if a part is of another rollout, was played by another engine, or has games that are here.
        """
        for other in others:
            self._native.merge(other._native)
        return self

    @property
    def results(self) -> RolloutResults:
        """The results so far."""
        return _results(self._native.results())

    @property
    def position(self) -> Position:
        """The position that is rolled out."""
        return Position._of(self._native.state)

    @property
    def trials(self) -> int:
        """Games to be played."""
        return self._native.trials

    @property
    def seed(self) -> int:
        """The seed of the dice."""
        return self._native.seed

    @property
    def is_finished(self) -> bool:
        """Whether all games were played, or a stop rule has ended the rollout."""
        return self._native.is_finished

    def convergence(self, alternative: int = 0) -> List[Tuple[int, float, float]]:
        """Return how an estimate has converged: games, mean and standard error of the value after each 36 games (equity in
        money play, match winning chance in a match)."""
        return self._native.convergence(alternative)

    def to_json(self) -> str:
        """Return the text of a rollout file, which ``gnubg rollout`` reads, too."""
        return self._native.write()

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Write a rollout file in one step, so that it is always complete."""
        path = os.fspath(path)
        temporary = f"{path}.{os.getpid()}.tmp"
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(self.to_json())
        os.replace(temporary, path)

    @classmethod
    def from_json(cls, text: str, evaluator: Optional["Evaluator"] = None) -> "Rollout":
        """Return the rollout of a file's text, to be continued by ``evaluator`` (a default one without it)."""
        if evaluator is None:
            from .evaluator import Evaluator

            evaluator = Evaluator()
        return cls(_native.Rollout.read(text), evaluator)

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"], evaluator: Optional["Evaluator"] = None) -> "Rollout":
        """Return the rollout of a file."""
        with open(path, encoding="utf-8") as file:
            return cls.from_json(file.read(), evaluator)

    def __repr__(self) -> str:
        return f"Rollout({self.results.games} of {self.trials} games, seed={self.seed})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{one.rank}</td><td>{one.label}</td><td>{one.equity:+.4f}</td><td>{one.equity_error:.4f}</td>"
            f"<td>{one.games}</td></tr>"
            for one in self.results.ranked
        )
        head = "<tr><th>Rank</th><th>Play</th><th>Equity</th><th>Standard error</th><th>Games</th></tr>"
        return f"<table>{head}{rows}</table>"
