# SPDX-License-Identifier: GPL-3.0-or-later
"""Evaluations of positions, one by one and in batches."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from .position import Dice, Play, Position, board_bytes
from .rollout import Rollout


class Probabilities(NamedTuple):
    """Chances of the player on roll, each from 0 to 1; gammons include backgammons, wins include gammons."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float


@dataclass(frozen=True)
class Evaluation:
    """The value of a position to the player on roll, before the roll.

    ``cubeless`` and ``cubeful`` are equities without and with the cube, ``mwc`` the chance to win the match from 0 to 1
    (``None`` in money play).
    """

    probs: Probabilities
    cubeless: float
    cubeful: float
    mwc: Optional[float]
    plies: int

    @property
    def equity(self) -> float:
        """The equity with the cube."""
        return self.cubeful


@dataclass(frozen=True)
class RankedPlay:
    """A legal play with its value to the player who makes it."""

    play: Play
    probs: Probabilities
    cubeless: float
    equity: float
    mwc: Optional[float]
    plies: int

    @property
    def text(self) -> str:
        """The notation of the play."""
        return self.play.text

    @property
    def position(self) -> Position:
        """The position after the play, the opponent on roll."""
        return self.play.position

    def __str__(self) -> str:
        return f"{self.text or 'cannot move'} {self.equity:+.4f}"


@dataclass(frozen=True)
class CubeDecision:
    """The decision of the player on roll to double, and the answer to it; equities are those of the player on roll.

    ``mwc`` holds the three values as match winning chances (``None`` in money play), ``verdict`` the correct action in
    words, ``code`` its number in GNU Backgammon's files, ``is_available`` whether the cube can be turned at all.
    """

    no_double: float
    take: float
    drop: float
    mwc: Optional[Tuple[float, float, float]]
    verdict: str
    code: int
    is_available: bool
    probs: Probabilities
    cubeless: float
    plies: int

    @property
    def is_double(self) -> bool:
        """Whether doubling is at least as good as not doubling."""
        return self.is_available and min(self.take, self.drop) >= self.no_double and self.drop >= self.no_double

    @property
    def is_take(self) -> bool:
        """Whether the opponent loses less by taking than by dropping."""
        return self.take <= self.drop

    @property
    def equity(self) -> float:
        """The equity of the best action against the best answer."""
        return min(self.take, self.drop) if self.is_double else self.no_double

    def __str__(self) -> str:
        return f"{self.verdict} (ND {self.no_double:+.4f}, D/T {self.take:+.4f}, D/P {self.drop:+.4f})"


Positions = Union[Position, Sequence[Position], ArrayLike]


class Evaluator:
    """An engine: nets, bearoff databases, a match equity table, settings of evaluation, and threads.

    :param weights: a file of nets; without it, those of the program.
    :param plies: plies of look-ahead, 0 to 7.
    :param threads: worker threads; one for each processor without it.
    :param level: a level by name (``"expert"``, ``"world class"``, ``"supremo"``, ``"grandmaster"`` …) instead of ``plies``,
        ``noise`` and ``filters``. ``"roller"``, ``"roller+"`` and ``"roller++"`` search 2 plies and then roll out the plays
        and cube decisions that this leaves open; single positions they evaluate by the search.
    :param cubeful: whether the cube is taken into account.
    :param prune: whether a small net drops poor plays during a search.
    :param noise: standard deviation of the noise added to the winning chance, 0 to 10.
    :param deterministic: whether a position gets the same noise every time.
    :param filters: how many candidates each ply keeps: ``tiny``, ``narrow``, ``normal``, ``large`` or ``huge``.
    :param met: the match equity table: a built-in name or a file.
    :param databases: bearoff databases: ``"small"`` are made in memory, which gives the same results on every machine;
        ``"none"``; ``"user"`` for those of the installed program; or a folder.
    :param cache: entries of the evaluation cache of searches.
    :raises ValueError: if a value is not possible or a file cannot be used.

    Results do not depend on the number of threads or the machine, bit for bit.
    """

    def __init__(
        self,
        weights: Optional[Union[str, "os.PathLike[str]"]] = None,
        plies: int = 0,
        threads: Optional[int] = None,
        *,
        level: Optional[str] = None,
        cubeful: bool = True,
        prune: bool = True,
        noise: float = 0.0,
        deterministic: bool = True,
        filters: str = "normal",
        met: str = "kazaross-xg2",
        databases: Union[str, "os.PathLike[str]"] = "small",
        cache: int = 1 << 19,
    ) -> None:
        self._rolling: Optional[str] = None
        if level is not None:
            plies, noise, filters, self._rolling = _native.Engine.level(level)
        self._options = {
            "weights": None if weights is None else os.fspath(weights),
            "plies": plies,
            "threads": threads,
            "level": self._rolling,
            "cubeful": cubeful,
            "prune": prune,
            "noise": noise,
            "deterministic": deterministic,
            "filters": filters,
            "met": met,
            "databases": os.fspath(databases),
            "cache": cache,
        }
        self.plies = plies
        self.filters = filters
        self._settings = (plies, cubeful, prune, noise, deterministic)
        self._engine = _native.Engine(
            self._options["weights"], self._options["databases"], met, cache, threads
        )

    @property
    def threads(self) -> int:
        """The number of worker threads."""
        return self._engine.threads

    @property
    def kernel(self) -> str:
        """The vector instructions in use: ``avx2`` or ``scalar``. Both give the same bits."""
        return self._engine.kernel

    @property
    def fingerprint(self) -> int:
        """A number that changes with everything that evaluations depend on: nets, databases, cube efficiencies."""
        return self._engine.fingerprint

    def _at(self, plies: Optional[int]) -> Tuple[int, bool, bool, float, bool]:
        return self._settings if plies is None else (plies, *self._settings[1:])

    def class_of(self, position: Position) -> str:
        """Return what evaluates a position: ``contact``, ``crashed``, ``race``, a bearoff database, or ``over``."""
        return self._engine.class_of(position._state)

    def evaluate(
        self, positions: Positions, *, variation: str = "standard", plies: Optional[int] = None
    ) -> NDArray[np.float32]:
        """Return the chances of many positions in cubeless money play, before the roll.

        :param positions: an array of shape (n, 2, 25) or (2, 25) of any type of whole numbers (see :class:`Position`), a
            :class:`Position`, or a sequence of them.
        :param variation: the variation, for arrays.
        :param plies: plies of look-ahead instead of those of the evaluator.
        :returns: an array of shape (n, 5) or (5,) of chances in the order of :class:`Probabilities`.
        :raises ValueError: if a board is not possible; the message says which.

        Other threads of Python run meanwhile; Ctrl+C ends it.
        """
        if isinstance(positions, Position):
            variation, positions = positions.variation, positions.board
        elif isinstance(positions, (list, tuple)) and positions and isinstance(positions[0], Position):
            variation = positions[0].variation
            positions = np.stack([position.board for position in positions])
        array = np.asarray(positions)
        if array.ndim not in (2, 3):
            raise ValueError(f"positions have the shape (n, 2, 25), not {array.shape}")
        found = self._engine.chances(board_bytes(array), variation, self._at(plies))
        chances = np.frombuffer(found, dtype=np.float32)
        return chances.reshape(5) if array.ndim == 2 else chances.reshape(-1, 5)

    def evaluation(self, position: Position, *, plies: Optional[int] = None) -> Evaluation:
        """Return chances and equities of a position at its score and cube, before the roll."""
        settings = self._at(plies)
        probs, cubeless, cubeful, mwc = self._engine.evaluate(position._state, settings)
        return Evaluation(Probabilities(*probs), cubeless, cubeful, mwc, settings[0])

    def plays(
        self, position: Position, dice: Optional[Dice] = None, *, plies: Optional[int] = None, max: Optional[int] = None
    ) -> List[RankedPlay]:
        """Return the legal plays of a roll, the best first; empty where no checker can move.

        :param dice: the roll; without it, that of the position.
        :param max: most plays returned.
        """
        rolled = position._roll(dice)
        rolling = self._rolling if plies is None else None
        found = self._engine.plays(position._state, rolled, self._at(plies), self.filters, rolling)
        plays = []
        for text, steps, state, (probs, cubeless, cubeful, mwc), depth in found[:max]:
            play = Play(text, tuple(steps), Position._of(state))
            plays.append(RankedPlay(play, Probabilities(*probs), cubeless, cubeful, mwc, depth))
        return plays

    def best_play(self, position: Position, dice: Optional[Dice] = None, *, plies: Optional[int] = None) -> Optional[RankedPlay]:
        """Return the best play of a roll; ``None`` where no checker can move."""
        plays = self.plays(position, dice, plies=plies, max=1)
        return plays[0] if plays else None

    def cube(self, position: Position, *, plies: Optional[int] = None) -> CubeDecision:
        """Return the cube decision of the player on roll, before the roll."""
        settings = self._at(plies)
        found = self._engine.cube(position._state, settings, self._rolling if plies is None else None)
        (no_double, take, drop), mwc, verdict, code, is_available, probs, cubeless = found
        chances = Probabilities(*probs)
        mwc = None if mwc is None else tuple(mwc)
        return CubeDecision(no_double, take, drop, mwc, verdict, code, is_available, chances, cubeless, settings[0])

    def rollout(
        self,
        position: Position,
        trials: Optional[int] = None,
        seed: int = 1,
        *,
        plays: Optional[Sequence[Union[str, Play, RankedPlay]]] = None,
        best: Optional[int] = None,
        cube: bool = False,
        preset: str = "full",
        truncate: Optional[int] = None,
        late: Optional[int] = None,
        checker_plies: Optional[int] = None,
        cube_plies: Optional[int] = None,
        cubeful: bool = True,
        variance_reduction: bool = True,
        quasi_random: bool = True,
        initial: bool = False,
        rng: str = "mersenne",
        stop_error: Optional[float] = None,
        stop_jsd: Optional[float] = None,
        min_games: Optional[int] = None,
    ) -> Rollout:
        """Return a rollout; its games are played when it is iterated or :meth:`Rollout.run` is called.

        It is of ``plays`` if they are given, of the ``best`` plays by static evaluation if their number is given or the
        position has dice (then of five), of the cube decision if ``cube`` is true, else of the position before the roll.

        :param trials: games; without it, those of the preset.
        :param seed: seed of the dice.
        :param preset: ``roller``, ``roller+``, ``roller++``, ``full`` or ``full 2-ply``; the other arguments change it.
        :param truncate: games are evaluated after so many plies; 0 plays them to the end.
        :param late: play without look-ahead from this ply on.
        :param checker_plies: plies of look-ahead for checker play, 0 to 4.
        :param cube_plies: plies of look-ahead for cube decisions, 0 to 4.
        :param initial: whether the first roll is no double.
        :param stop_error: stop when all standard errors are at most this, in equity.
        :param stop_jsd: stop plays that are so many joint standard deviations behind the best.
        :param min_games: least number of games before a rollout stops early.
        :raises ValueError: if something is not possible.
        """
        settings: dict[str, Any] = {
            "trials": trials,
            "seed": seed,
            "preset": preset,
            "truncate": truncate,
            "late": late,
            "checker_plies": checker_plies,
            "cube_plies": cube_plies,
            "cubeful": cubeful,
            "variance_reduction": variance_reduction,
            "quasi_random": quasi_random,
            "initial": initial,
            "rng": rng,
            "stop_error": stop_error,
            "stop_jsd": stop_jsd,
            "min_games": min_games,
        }
        texts = None if plays is None else [play if isinstance(play, str) else play.text for play in plays]
        if texts is None and not cube and (best is not None or position.dice is not None):
            texts = [play.text for play in self.plays(position, plies=0, max=5 if best is None else best)] or [""]
        native = _native.Rollout(self._engine, position._state, texts, cube, json.dumps(settings))
        return Rollout(native, self)

    def speed(self, seconds: float = 1.0) -> float:
        """Return the engine's own rate on the evaluator's threads: static evaluations per second, measured so long."""
        evaluations, took = self._engine.speed(seconds)
        return evaluations / took if took else 0.0

    def __repr__(self) -> str:
        return f"Evaluator(plies={self.plies}, threads={self.threads})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_restore, (dict(self._options),))


def _restore(options: "dict[str, Any]") -> Evaluator:
    return Evaluator(**options)
