# SPDX-License-Identifier: GPL-3.0-or-later
"""The library: all matches of a user in one file, with queries on decisions, positions, matches and players."""

from __future__ import annotations

import html
import json
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _native
from .evaluator import Evaluator
from .match import Match, Path, default_evaluator

if TYPE_CHECKING:
    import pandas
    import pyarrow


class LibraryRows(Sequence[Dict[str, Any]]):
    """What a search has found: a sequence of dictionaries, one for each row.

    The keys are those of ``gnubg library search --json``. Losses, difficulty and luck are in thousandths of normalized
    equity; chances are from 0 to 1.
    """

    def __init__(self, rows: List[Dict[str, Any]], is_complete: bool = True) -> None:
        self._rows = rows
        #: Whether these are all results; otherwise there are more than ``limit``.
        self.is_complete = is_complete

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> Dict[str, Any]: ...

    @overload
    def __getitem__(self, index: slice) -> "LibraryRows": ...

    def __getitem__(self, index: Union[int, slice]) -> "Union[Dict[str, Any], LibraryRows]":
        if isinstance(index, slice):
            return LibraryRows(self._rows[index], False)
        return self._rows[index]

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self._rows)

    def flat(self) -> List[Dict[str, Any]]:
        """Return the rows without dictionaries inside: ``row["position"]["xgid"]`` becomes ``row["position_xgid"]``. All
        rows have the same keys, in the same order; what a row lacks is ``None``."""
        rows = [_flat(row) for row in self._rows]
        names = list(dict.fromkeys(name for row in rows for name in row))
        return [{name: row.get(name) for name in names} for row in rows]

    def to_pandas(self) -> "pandas.DataFrame":
        """Return the flat rows as a data frame of pandas."""
        import pandas

        return pandas.DataFrame(self.flat())

    def to_arrow(self) -> "pyarrow.Table":
        """Return the flat rows as a table of pyarrow."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.flat())

    def __repr__(self) -> str:
        return f"LibraryRows({len(self)} rows{'' if self.is_complete else ', there are more'})"

    def _repr_html_(self) -> str:
        flat = self.flat()
        names = list(flat[0]) if flat else []
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        body = []
        for row in flat[:200]:
            cells = ("" if cell is None else html.escape(str(cell)) for cell in row.values())
            body.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
        if len(flat) > 200:
            body.append(f"<tr><td colspan='{len(names)}'>{len(flat) - 200} more rows</td></tr>")
        return f"<table><tr>{head}</tr>{''.join(body)}</table>"


def _flat(row: Dict[str, Any], before: str = "") -> Dict[str, Any]:
    found: Dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            found.update(_flat(value, f"{before}{name}_"))
        else:
            found[before + name] = value
    return found


class Library:
    """A library of matches (``gnubg library``), open to read or to write. :meth:`open` opens one.

    It is closed by :meth:`close`, at the end of a ``with`` block, or when nothing refers to it any more.
    """

    def __init__(self, native: _native.Library, path: str) -> None:
        self._native = native
        #: The file.
        self.path = path

    @classmethod
    def open(cls, path: Path, *, write: bool = False, create: bool = False) -> "Library":
        """Open a library.

        :param path: its file.
        :param write: whether :meth:`add` is wanted. Only one program at a time writes; another one that has the library
            open is asked for five seconds to lend it.
        :param create: whether a missing file is made; it implies ``write``.
        :raises FileNotFoundError: if there is no such file.
        :raises PermissionError: if it cannot be written, or another program writes it.
        :raises ValueError: if the file is no library, or damaged.
        """
        return cls(_native.Library.open(os.fspath(path), write or create, create), os.fspath(path))

    def close(self) -> None:
        """Close the file. What is asked afterwards raises ``ValueError``."""
        self._native.close()

    def __enter__(self) -> "Library":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    @property
    def info(self) -> Dict[str, int]:
        """What it holds: numbers of matches, summaries, decisions (judged: with a loss), positions, analyses, players, cards,
        reviews, queued matches; size and sources in bytes; schema is the version of its tables."""
        return json.loads(self._native.info())

    def search(self, query: str = "", view: str = "decisions", limit: Optional[int] = None) -> LibraryRows:
        """Return what a query finds.

        :param query: in the language of ``gnubg library search``, for example ``"loss>50 kind:cube"``; empty finds everything.
        :param view: ``decisions``, ``positions``, ``matches`` or ``players``.
        :param limit: the most rows; without it all.
        :raises ValueError: if the query cannot be understood; the message says where, and what could stand there.

        The interpreter's lock is released; Ctrl+C ends the search.
        """
        found = json.loads(self._native.search(query, view, limit))
        return LibraryRows(found["rows"], found["is_complete"])

    def decisions(self, query: str = "", limit: Optional[int] = None) -> LibraryRows:
        """Return the decisions that a query finds: :meth:`search` with the view ``decisions``."""
        return self.search(query, "decisions", limit)

    def matches(self, query: str = "", limit: Optional[int] = None) -> LibraryRows:
        """Return the matches with decisions that a query finds: :meth:`search` with the view ``matches``."""
        return self.search(query, "matches", limit)

    def count(self, query: str = "", view: str = "decisions") -> int:
        """Return the number of results of a query.

        :raises ValueError: if the query cannot be understood.
        """
        return self._native.count(query, view)

    def values(self, query: str) -> List[Tuple[str, int]]:
        """Return the values of a field that a query asks for (``"plan:?"``), with their counts.

        :raises ValueError: if the query cannot be understood, or asks for no values.
        """
        found = json.loads(self._native.search(query, "decisions", None))["values"]
        if found is None:
            raise ValueError(f"{query!r} asks for no values; end a field with :?")
        return [(value, count) for value, count in found]

    def match(self, number: int) -> Match:
        """Return a match with its analyses, by the number that rows have as ``match``, and matches as ``id``.

        :raises ValueError: if there is no such match, or only its sums are known.
        """
        return Match(self._native.record(number), self.path)

    def sql(self, statement: str) -> LibraryRows:
        """Return the rows of an SQL statement that only reads.

        :raises ValueError: if it writes.
        :raises RuntimeError: if SQLite cannot carry it out.
        """
        return LibraryRows(json.loads(self._native.sql(statement)))

    def add(
        self,
        *paths: Path,
        progress: Optional[Callable[[int, int], Any]] = None,
        evaluator: Optional[Evaluator] = None,
    ) -> Dict[str, Any]:
        """Import files, folders and archives, and return the report: counts of files and matches that are ``new``, ``known``,
        ``extended`` or ``failed``, and ``details`` for each file.

        :param progress: called with the files done and to do; an exception it raises ends the import.
        :param evaluator: judges what the analyses in the files leave out; its match equity table gives the costs.
        :raises PermissionError: if the library was opened to read.

        A match that is in the library already is not added again. What was stored before an exception stays.
        """
        engine = (evaluator or default_evaluator())._engine
        return json.loads(self._native.add(engine, [os.fspath(path) for path in paths], progress))

    def __repr__(self) -> str:
        return f"<Library {self.path}>"
