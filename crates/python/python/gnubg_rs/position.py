# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions: checkers with score, cube, dice and rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native

#: A roll: two numbers from 1 to 6, or a text such as ``"31"``.
Dice = Union[Tuple[int, int], Sequence[int], str]


def read_dice(dice: Dice) -> Tuple[int, int]:
    """Return a roll as two numbers. :raises ValueError: if it is none."""
    faces = [int(face) for face in dice if str(face).strip() and face != "-"]
    if len(faces) != 2 or not all(1 <= face <= 6 for face in faces):
        raise ValueError(f"a roll is two numbers from 1 to 6, not {dice!r}")
    return faces[0], faces[1]


def board_bytes(board: ArrayLike) -> bytes:
    """Return boards as bytes. :raises ValueError: if they are not arrays of 2 x 25 small numbers."""
    array = np.asarray(board)
    if array.dtype.kind not in "iu":
        whole = array.astype(np.int64)
        if array.dtype.kind not in "fb" or not np.array_equal(whole, array):
            raise ValueError("a board has whole numbers of checkers")
        array = whole
    if array.shape[-2:] != (2, 25):
        raise ValueError(f"a board has the shape (2, 25), not {array.shape[-2:]}")
    # Bytes are checked where they are read; numbers without a sign need not be looked through twice.
    if array.dtype != np.uint8 and array.size and (array.max() > 15 or (array.dtype.kind == "i" and array.min() < 0)):
        raise ValueError("a place holds 0 to 15 checkers")
    return array.astype(np.uint8, copy=False).tobytes()


@dataclass(frozen=True)
class Play:
    """A legal play.

    ``text`` is its notation, ``steps`` the moves of single checkers as (from, to) with 25 for the bar and 0 for off, and
    ``position`` what follows: the opponent on roll.
    """

    text: str
    steps: Tuple[Tuple[int, int], ...]
    position: "Position"

    def __str__(self) -> str:
        return self.text


class Position:
    """A position: checkers, who is on roll, dice, score, cube and rules. It never changes.

    :param board: numbers of checkers of shape (2, 25) as ``gnubg.board()`` returns them: row 0 the opponent of the player on
        roll, row 1 the player on roll, each by its own numbering: places 0 to 23 are points 1 to 24, place 24 is the bar.
        Without it, the starting position.
    :param dice: the roll to be played; ``None`` before the roll.
    :param length: points of the match, 1 to 64; 0 for money play.
    :param score: points of players 0 and 1.
    :param crawford: whether this is the Crawford game.
    :param cube: value of the cube, a power of two from 1 to 4096.
    :param cube_owner: 0, 1, or ``None`` for a cube in the middle.
    :param on_roll: the player on roll, 0 or 1.
    :param jacoby: whether gammons count only after a double (money play).
    :param beavers: how many beavers in a row are allowed (money play).
    :param variation: ``standard``, ``nackgammon``, ``hypergammon1`` to ``hypergammon3``.
    :raises ValueError: if the position is not possible.
    """

    __slots__ = ("_state",)

    def __init__(
        self,
        board: Optional[ArrayLike] = None,
        *,
        dice: Optional[Dice] = None,
        length: int = 0,
        score: Tuple[int, int] = (0, 0),
        crawford: bool = False,
        cube: int = 1,
        cube_owner: Optional[int] = None,
        on_roll: int = 1,
        jacoby: bool = False,
        beavers: int = 0,
        variation: str = "standard",
    ) -> None:
        rules = (variation, True, True, jacoby, beavers)
        places = None if board is None else board_bytes(board)
        rolled = None if dice is None else read_dice(dice)
        self._state = _native.State(
            places, rolled, length, tuple(score), crawford, cube, cube_owner, on_roll, rules
        )

    @classmethod
    def _of(cls, state: _native.State) -> "Position":
        position = cls.__new__(cls)
        position._state = state
        return position

    @classmethod
    def from_id(
        cls,
        text: str,
        *,
        dice: Optional[Dice] = None,
        jacoby: bool = False,
        beavers: int = 0,
        variation: str = "standard",
    ) -> "Position":
        """Return the position of an identifier of any kind: a position ID (``4HPwATDgc/ABMA``), position ID and match ID
        joined by a colon, XGID, OGID, or a board line of FIBS. What the text does not say is as at the start of a money game.

        :raises ValueError: if the text is no identifier, or the position is not possible.
        """
        position = cls._of(_native.State.read(text, (variation, True, True, jacoby, beavers)))
        return position if dice is None else position.with_dice(dice)

    @classmethod
    def from_xgid(cls, text: str) -> "Position":
        """Return the position of an XGID, with or without ``XGID=``. :raises ValueError: if the text is none."""
        text = text.strip()
        return cls.from_id(text if text.upper().startswith("XGID=") else "XGID=" + text)

    @classmethod
    def from_ogid(cls, text: str) -> "Position":
        """Return the position of an OGID, with or without ``OGID=``. :raises ValueError: if the text is none."""
        text = text.strip()
        return cls.from_id(text if text.upper().startswith("OGID=") else "OGID=" + text)

    @property
    def board(self) -> NDArray[np.uint8]:
        """Numbers of checkers, shape (2, 25): the opponent, then the player on roll (see :class:`Position`)."""
        return np.frombuffer(self._state.board(), dtype=np.uint8).reshape(2, 25).copy()

    @property
    def position_id(self) -> str:
        """The position ID, 14 characters: the checkers, seen by the player on roll."""
        return self._state.position_id

    @property
    def match_id(self) -> str:
        """The match ID, 12 characters: score, cube, dice, whose turn it is."""
        return self._state.match_id

    @property
    def gnubg_id(self) -> str:
        """Position ID and match ID, joined by a colon."""
        return f"{self.position_id}:{self.match_id}"

    @property
    def xgid(self) -> str:
        """The XGID, as eXtreme Gammon writes it."""
        return self._state.xgid

    @property
    def ogid(self) -> str:
        """The OGID, as OpenGammon writes it."""
        return self._state.ogid

    @property
    def dice(self) -> Optional[Tuple[int, int]]:
        """The roll to be played, the higher die first; ``None`` before the roll."""
        return self._state.dice

    @property
    def on_roll(self) -> int:
        """The player on roll, 0 or 1."""
        return self._state.on_roll

    @property
    def length(self) -> int:
        """Points of the match; 0 in money play."""
        return self._state.length

    @property
    def score(self) -> Tuple[int, int]:
        """Points of players 0 and 1."""
        return self._state.score

    @property
    def crawford(self) -> bool:
        """Whether this is the Crawford game."""
        return self._state.is_crawford

    @property
    def cube(self) -> int:
        """The value of the cube."""
        return self._state.cube

    @property
    def cube_owner(self) -> Optional[int]:
        """The owner of the cube, 0 or 1; ``None`` while it is in the middle."""
        return self._state.cube_owner

    @property
    def is_doubled(self) -> bool:
        """Whether a double waits for its answer."""
        return self._state.is_doubled

    @property
    def variation(self) -> str:
        """The variation of backgammon."""
        return self._state.rules[0]

    @property
    def jacoby(self) -> bool:
        """Whether gammons count only after a double (money play)."""
        return self._state.rules[3]

    @property
    def beavers(self) -> int:
        """How many beavers in a row are allowed (money play)."""
        return self._state.rules[4]

    @property
    def pips(self) -> Tuple[int, int]:
        """Pip counts of the player on roll and of the opponent; the bar counts 25."""
        return self._state.pips

    @property
    def outcome(self) -> Optional[int]:
        """Once the game is over: 1, 2 or 3 if the player on roll has won a single game, gammon or backgammon, negative if
        that player has lost; ``None`` before."""
        return self._state.outcome

    def with_dice(self, dice: Optional[Dice]) -> "Position":
        """Return the same position with this roll, or before the roll if it is ``None``."""
        return self._of(self._state.with_dice(None if dice is None else read_dice(dice)))

    def swapped(self) -> "Position":
        """Return the same checkers with the other player about to roll."""
        return self._of(self._state.swapped())

    def double(self) -> "Position":
        """Return the position after a double. :raises ValueError: if the rules forbid it."""
        return self._of(self._state.act("double"))

    def take(self) -> "Position":
        """Return the position after the double was taken. :raises ValueError: if there is none."""
        return self._of(self._state.act("take"))

    def _roll(self, dice: Optional[Dice]) -> Tuple[int, int]:
        rolled = self.dice if dice is None else read_dice(dice)
        if rolled is None:
            raise ValueError("the position has no dice; give a roll")
        return rolled

    def legal_plays(self, dice: Optional[Dice] = None, die: Optional[int] = None) -> Tuple[Play, ...]:
        """Return all legal plays of a roll, one for each position they lead to; none where no checker can move.

        The roll is given as ``(3, 1)``, as ``3, 1`` or as ``"31"``; without it, it is that of the position.
        """
        if die is not None:
            dice = (int(dice), die)  # type: ignore[arg-type]
        found = self._state.legal_plays(self._roll(dice))
        return tuple(Play(text, tuple(steps), self._of(state)) for text, steps, state in found)

    def play(self, text: str, dice: Optional[Dice] = None) -> "Position":
        """Return the position after a play such as ``"8/5 6/5"``: the opponent on roll.

        :raises ValueError: if the text is not a legal play of the roll.
        """
        return self._of(self._state.play(self._roll(dice), text)[2])

    def features(self) -> NDArray[np.uint8]:
        """Return the inputs of the net that evaluates the position, one number for each: 1 if it is on, else 0.

        Positions with contact have other inputs than races, and another number of them; ``Evaluator.class_of`` tells which
        it is. The inputs change whenever the nets do (crates/engine/src/eval/inputs of the project).
        """
        _, count, active = _native.features(self._state)
        inputs = np.zeros(count, dtype=np.uint8)
        inputs[list(active)] = 1
        return inputs

    def svg(self, scale: int = 4) -> str:
        """Return a picture as SVG, 108 times ``scale`` pixels wide."""
        return self._state.svg(scale)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Position.from_id({self.gnubg_id!r})"

    def __str__(self) -> str:
        return self._state.draw()

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Position) and self._state == other._state

    def __hash__(self) -> int:
        return hash(self._state)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_restore, (self.gnubg_id, self._state.rules))


def _restore(identifier: str, rules: Tuple[str, bool, bool, bool, int]) -> Position:
    return Position._of(_native.State.read(identifier, rules))
