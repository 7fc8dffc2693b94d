# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of decisions."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Tuple

if TYPE_CHECKING:
    import pandas
    import pyarrow

#: The columns in their order, with the type of their values and their meaning.
COLUMNS: Dict[str, Tuple[str, str]] = {
    "file": ("str", "the file of the match"),
    "match": ("int", "the number of the match in its file, from 0"),
    "game": ("int", "the number of the game, from 0"),
    "entry": ("int", "the number of the entry in the game, from 0"),
    "player": ("int", "who decides: 0 or 1"),
    "name": ("str", "the name of that player"),
    "kind": ("str", "play, double (or no double) or take (or drop)"),
    "dice": ("str", "the roll of a play, as written"),
    "action": ("str", "what was done: a play as text, no double, double, take or drop"),
    "best": ("str", "what would have been best"),
    "equity": ("float", "equity of what was done, for the player who decides"),
    "best_equity": ("float", "equity of what would have been best"),
    "loss": ("float", "what the decision lost, in equity (EMG in a match), 0 or more"),
    "cost": ("float", "the same in match winning chance, or in points of money play"),
    "mark": ("str", "doubtful, bad or very bad"),
    "luck": ("float", "luck of the roll, in equity"),
    "luck_cost": ("float", "the same in match winning chance, or in points of money play"),
    "is_forced": ("bool", "whether there was only one play"),
    "is_close": ("bool", "whether a cube decision was close, or the cube was turned or answered"),
    "win": ("float", "chance to win after a play, before the roll for a cube decision"),
    "win_gammon": ("float", "chance to win a gammon"),
    "win_backgammon": ("float", "chance to win a backgammon"),
    "lose_gammon": ("float", "chance to lose a gammon"),
    "lose_backgammon": ("float", "chance to lose a backgammon"),
    "method": ("str", "how it was evaluated"),
    "xgid": ("str", "the position; for an answer with the double pending"),
    "length": ("int", "points of the match, 0 for money play"),
    "score": ("int", "points of the player who decides"),
    "opponent_score": ("int", "points of the opponent"),
    "is_crawford": ("bool", "whether it is the Crawford game"),
    "cube": ("int", "value of the cube"),
    "cube_owner": ("str", "centered, player or opponent"),
    "pips": ("int", "pip count of the player who decides"),
}


class Decisions:
    """A table of decisions: one row for each checker play and each cube decision.

    What an analysis has not found is ``None``. ``help(gnubg_rs.table)`` and :data:`COLUMNS` explain the columns.
    """

    def __init__(self, columns: Dict[str, List[Any]]) -> None:
        self.columns = columns

    @classmethod
    def concat(cls, tables: "List[Decisions]") -> "Decisions":
        """Return one table of the rows of several."""
        names = list(tables[0].columns) if tables else list(COLUMNS)
        return cls({name: [value for table in tables for value in table.columns[name]] for name in names})

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), []))

    def __getitem__(self, column: str) -> List[Any]:
        return self.columns[column]

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        names = list(self.columns)
        return (dict(zip(names, row)) for row in zip(*self.columns.values()))

    def to_pandas(self) -> "pandas.DataFrame":
        """Return a data frame of pandas. Numbers that are missing are NaN or NA."""
        import pandas

        types = {"int": "Int64", "float": "float64", "bool": "boolean", "str": "object"}
        data = {
            name: pandas.Series(values, dtype=types[COLUMNS[name][0]]) if name in COLUMNS else values
            for name, values in self.columns.items()
        }
        return pandas.DataFrame(data)

    def to_arrow(self) -> "pyarrow.Table":
        """Return a table of pyarrow, whose schema does not depend on the rows."""
        import pyarrow

        types = {
            "int": pyarrow.int64(),
            "float": pyarrow.float64(),
            "bool": pyarrow.bool_(),
            "str": pyarrow.string(),
            "features": pyarrow.list_(pyarrow.uint16()),
        }
        fields = [
            (name, types["features" if name == "features" else COLUMNS[name][0]]) for name in self.columns
        ]
        return pyarrow.table(dict(self.columns), schema=pyarrow.schema(fields))

    def __repr__(self) -> str:
        return f"Decisions({len(self)} rows)"

    def _repr_html_(self) -> str:
        shown = ["name", "kind", "dice", "action", "best", "loss", "luck"]
        head = "".join(f"<th>{name}</th>" for name in shown)
        body = []
        for number, row in enumerate(self):
            if number == 200:
                body.append(f"<tr><td colspan='{len(shown)}'>{len(self) - number} more rows</td></tr>")
                break
            cells = (row[name] for name in shown)
            texts = ("" if cell is None else f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells)
            body.append("<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in texts) + "</tr>")
        return f"<table><tr>{head}</tr>{''.join(body)}</table>"
