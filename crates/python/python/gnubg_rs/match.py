# SPDX-License-Identifier: GPL-3.0-or-later
"""Matches and money sessions of files."""

from __future__ import annotations

import html
import json
import os
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from . import _native
from .evaluator import Evaluator
from .position import Position
from .table import Decisions

Path = Union[str, "os.PathLike[str]"]

_default: Optional[Evaluator] = None


def default_evaluator() -> Evaluator:
    """Return the evaluator that is used where none is given."""
    global _default
    if _default is None:
        _default = Evaluator()
    return _default


class Match:
    """A match or money session. :meth:`open` reads one from a file of any format."""

    def __init__(self, native: _native.Record, path: Optional[str] = None, format: str = "sgf", index: int = 0) -> None:
        self._native = native
        #: The file it came from.
        self.path = path
        #: The format of that file.
        self.format = format
        #: Its number in the file, from 0.
        self.index = index
        #: Problems found while reading it.
        self.warnings: List[str] = []

    @classmethod
    def open_all(cls, path: Path, format: Optional[str] = None) -> "List[Match]":
        """Return all matches of a file. The format is recognized by the content unless it is named.

        :raises OSError: if the file cannot be read.
        :raises ValueError: if nothing in it can be read; the message says where and why.
        """
        found, records = _native.read_file(os.fspath(path), format)
        matches = []
        for index, (record, warnings) in enumerate(records):
            match = cls(record, os.fspath(path), found, index)
            match.warnings = list(warnings)
            matches.append(match)
        return matches

    @classmethod
    def open(cls, path: Path, index: int = 0, format: Optional[str] = None) -> "Match":
        """Return a match of a file: the first, or the one with this number.

        :raises OSError: if the file cannot be read.
        :raises ValueError: if it cannot be understood, or has no match with that number.
        """
        matches = cls.open_all(path, format)
        if not 0 <= index < len(matches):
            raise ValueError(f"{os.fspath(path)} has {len(matches)} matches; there is no match {index}")
        return matches[index]

    @property
    def info(self) -> Dict[str, Any]:
        """Facts about the match: players, ratings, length, score, winner, date, event, round, place, annotator, comment,
        variation, games (score, winner, points …), and the numbers of plays and cube actions."""
        return json.loads(self._native.info())

    @property
    def players(self) -> Tuple[str, str]:
        """The names of players 0 and 1."""
        zero, one = self.info["players"]
        return zero, one

    @property
    def length(self) -> int:
        """Points of the match; 0 for money play."""
        return self.info["length"]

    @property
    def score(self) -> Tuple[int, int]:
        """Points of players 0 and 1 after the last game."""
        zero, one = self.info["score"]
        return zero, one

    @property
    def games(self) -> List[Dict[str, Any]]:
        """The games: score before, winner, points, whether it is the Crawford game, number of entries."""
        return self.info["games"]

    def analyze(
        self,
        level: Union[str, int, None] = None,
        progress: Optional[Callable[[int, int], Any]] = None,
        *,
        evaluator: Optional[Evaluator] = None,
        anew: bool = False,
    ) -> "Match":
        """Analyze what has not been analyzed at this level, and return the match.

        :param level: a level by name or a number of plies; without it, the settings of the evaluator, which without
            ``evaluator`` are those of ``"supremo"``. After the search ``"roller"`` and its sisters roll out.
        :param progress: called with the decisions done and to do; an exception it raises ends the analysis.
        :param evaluator: nets, databases and threads.
        :param anew: whether earlier analysis is removed first.
        :raises ValueError: if there is no such level.

        Decisions analyzed before Ctrl+C or an exception keep their analysis.
        """
        if level is None and evaluator is None:
            level = "supremo"
        evaluator = evaluator or default_evaluator()
        settings, filters, rolling = evaluator._settings, evaluator.filters, evaluator._rolling
        if isinstance(level, str):
            plies, noise, filters, rolling = _native.Engine.level(level)
            settings = (plies, True, True, noise, True)
        elif level is not None:
            settings, rolling = (level, *settings[1:]), None
        if anew:
            self._native.forget()
        self._native.analyze(evaluator._engine, settings, filters, rolling, progress)
        return self

    def decisions(self, *, features: bool = False, evaluator: Optional[Evaluator] = None) -> Decisions:
        """Return the table of decisions (see :class:`Decisions`).

        :param features: whether a column ``features`` lists the inputs of the nets that are on (:meth:`Position.features`).
        :param evaluator: whose match equity table gives the costs.
        """
        columns = json.loads(self._native.decisions((evaluator or default_evaluator())._engine))
        count = len(columns["game"])
        path = None if self.path is None else os.path.basename(self.path)
        table = {"file": [path] * count, "match": [self.index] * count, **columns}
        if features:
            table["features"] = [
                sorted(_native.features(Position.from_xgid(xgid)._state)[2]) for xgid in columns["xgid"]
            ]
        return Decisions(table)

    def statistics(self, game: Optional[int] = None, *, evaluator: Optional[Evaluator] = None) -> Dict[str, Any]:
        """Return the statistics of the match, or of a game: counts, errors, luck and ratings of both players.

        :raises ValueError: if there is no such game.
        """
        return json.loads(self._native.statistics((evaluator or default_evaluator())._engine, game))

    def save(self, path: Path, format: Optional[str] = None, *, evaluator: Optional[Evaluator] = None) -> List[str]:
        """Write a file and return the names of the files written: match files (``sgf``, ``mat``, ``xg``, ``ogxm`` …) and
        reports (``html``, ``pdf``, ``text`` …). The format is that of the name's ending unless it is given.

        :raises ValueError: if the format cannot hold the match, or the file cannot be written.
        """
        engine = (evaluator or default_evaluator())._engine
        return [os.fspath(file) for file in self._native.save(engine, os.fspath(path), format)]

    def to_sgf(self) -> bytes:
        """Return the bytes of an SGF file with all analysis; its equities have six decimals. Pickles keep all digits."""
        return bytes(self._native.to_sgf())

    def __repr__(self) -> str:
        zero, one = self.players
        length = f"{self.length} points" if self.length else "money session"
        return f"<Match {zero} - {one}, {length}, {len(self.games)} games>"

    def _repr_html_(self) -> str:
        info = self.info
        names = [html.escape(name) for name in info["players"]]
        rows = []
        for number, game in enumerate(info["games"], 1):
            winner = "" if game["winner"] is None else f"{names[game['winner']]} +{game['points']}"
            score = "{} - {}".format(*game["score"])
            rows.append(f"<tr><td>{number}</td><td>{score}</td><td>{winner}</td></tr>")
        length = f"{info['length']} point match" if info["length"] else "Money session"
        caption = f"<caption>{names[0]} - {names[1]}, {length}</caption>"
        return f"<table>{caption}<tr><th>Game</th><th>Score</th><th>Winner</th></tr>{''.join(rows)}</table>"

    def __reduce__(self) -> Tuple[Any, ...]:
        sgf = bytes(self._native.to_exact_sgf())
        return (_restore, (sgf, self.path, self.format, self.index, self.warnings))


def _restore(sgf: bytes, path: Optional[str], format: str, index: int, warnings: List[str]) -> Match:
    match = Match(_native.Record.read(sgf), path, format, index)
    match.warnings = list(warnings)
    return match
