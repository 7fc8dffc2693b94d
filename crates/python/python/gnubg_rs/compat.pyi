# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions of GNU Backgammon's scripting module; ``help`` explains each."""

import os as _os
from typing import Any as _Any
from typing import Dict as _Dict
from typing import List as _List
from typing import Mapping as _Mapping
from typing import Optional as _Optional
from typing import Sequence as _Sequence
from typing import Tuple as _Tuple
from typing import Union as _Union

#: The opponent of the player on roll, then the player on roll: 25 numbers of checkers each.
Board = _Tuple[_Tuple[int, ...], _Tuple[int, ...]]

def start(
    folder: _Optional[_Union[str, "_os.PathLike[str]"]] = None,
    threads: _Optional[int] = None,
    seed: _Optional[int] = None,
) -> None: ...
def board() -> _Optional[Board]: ...
def positionid(board: _Optional[_Sequence[_Any]] = None) -> str: ...
def positionfromid(positionid: _Optional[str] = None) -> Board: ...
def positionkey(board: _Optional[_Sequence[_Any]] = None) -> _Tuple[int, ...]: ...
def positionfromkey(key: _Optional[_Sequence[_Any]] = None) -> Board: ...
def positionbearoff(
    side: _Optional[_Sequence[_Any]] = None,
    points: _Optional[int] = None,
    chequers: _Optional[int] = None,
) -> int: ...
def positionfrombearoff(
    id: _Optional[int] = None,
    chequers: _Optional[int] = None,
    points: _Optional[int] = None,
) -> _Tuple[int, ...]: ...
def classifypos(board: _Optional[_Sequence[_Any]] = None, variation: _Optional[int] = None) -> int: ...
def parsemove(text: str) -> _Tuple[_Tuple[int, int], ...]: ...
def movetupletostring(
    move: _Optional[_Sequence[_Any]] = None,
    board: _Optional[_Sequence[_Any]] = None,
) -> str: ...
def cubeinfo(
    cube: _Optional[int] = None,
    cubeowner: _Optional[int] = None,
    move: _Optional[int] = None,
    matchto: _Optional[int] = None,
    score: _Optional[_Sequence[_Any]] = None,
    crawford: _Optional[int] = None,
    bgv: _Optional[int] = None,
    jacoby: _Optional[int] = None,
    beavers: _Optional[int] = None,
) -> _Dict[str, _Any]: ...
def posinfo(
    turn: _Optional[int] = None,
    resigned: _Optional[int] = None,
    doubled: _Optional[int] = None,
    gamestate: _Optional[int] = None,
    dice: _Optional[_Sequence[_Any]] = None,
) -> _Dict[str, _Any]: ...
def calcgammonprice(cubeinfo: _Mapping[str, _Any]) -> _Dict[str, _Any]: ...
def matchid(
    cubeinfo: _Optional[_Mapping[str, _Any]] = None,
    posinfo: _Optional[_Mapping[str, _Any]] = None,
) -> str: ...
def gnubgid(
    board: _Optional[_Sequence[_Any]] = None,
    cubeinfo: _Optional[_Mapping[str, _Any]] = None,
    posinfo: _Optional[_Mapping[str, _Any]] = None,
) -> str: ...
def eq2mwc(eq: _Optional[float] = None, cubeinfo: _Optional[_Mapping[str, _Any]] = None) -> float: ...
def mwc2eq(mwc: _Optional[float] = None, cubeinfo: _Optional[_Mapping[str, _Any]] = None) -> float: ...
def eq2mwc_stderr(eq: _Optional[float] = None, cubeinfo: _Optional[_Mapping[str, _Any]] = None) -> float: ...
def mwc2eq_stderr(mwc: _Optional[float] = None, cubeinfo: _Optional[_Mapping[str, _Any]] = None) -> float: ...
def met(n: _Optional[int] = None) -> _List[_Any]: ...
def evalcontext(
    cubeful: _Optional[int] = None,
    plies: _Optional[int] = None,
    deterministic: _Optional[int] = None,
    prune: _Optional[int] = None,
    noise: _Optional[float] = None,
) -> _Dict[str, _Any]: ...
def evaluate(
    board: _Optional[_Sequence[_Any]] = None,
    cubeinfo: _Optional[_Mapping[str, _Any]] = None,
    evalcontext: _Optional[_Mapping[str, _Any]] = None,
) -> _Tuple[float, float, float, float, float, float]: ...
def cfevaluate(
    board: _Optional[_Sequence[_Any]] = None,
    cubeinfo: _Optional[_Mapping[str, _Any]] = None,
    evalcontext: _Optional[_Mapping[str, _Any]] = None,
) -> _Tuple[float, float, float, float, int, str]: ...
def findbestmove(
    board: _Optional[_Sequence[_Any]] = None,
    cubeinfo: _Optional[_Mapping[str, _Any]] = None,
    evalcontext: _Optional[_Mapping[str, _Any]] = None,
    dice: _Optional[_Sequence[_Any]] = None,
    filters: _Optional[_Sequence[_Any]] = None,
) -> _Tuple[int, ...]: ...
def findbestmoves(
    board: _Optional[_Sequence[_Any]] = None,
    cubeinfo: _Optional[_Mapping[str, _Any]] = None,
    evalcontext: _Optional[_Mapping[str, _Any]] = None,
    dice: _Optional[_Sequence[_Any]] = None,
    filters: _Optional[_Sequence[_Any]] = None,
) -> _List[_Dict[str, _Any]]: ...
def hint(max: _Optional[int] = None) -> _Dict[str, _Any]: ...
def getevalhintfilter() -> _List[_Dict[str, _Any]]: ...
def setevalhintfilter(filters: _Sequence[_Any]) -> None: ...
def errorrating(error: float) -> int: ...
def luckrating(luck: float) -> int: ...
def command(text: str) -> None: ...
def show(text: str) -> str: ...
def match(
    analysis: _Optional[int] = None,
    boards: _Optional[int] = None,
    statistics: _Optional[int] = None,
    verbose: _Optional[int] = None,
) -> _Optional[_Dict[str, _Any]]: ...
def matchchecksum() -> str: ...
def navigate(
    next: _Optional[int] = None,
    game: _Optional[int] = None,
    record: _Optional[int] = None,
) -> _Optional[_Tuple[int, int]]: ...
def nextturn() -> None: ...
def updateui() -> None: ...
def setgnubgid(text: str) -> None: ...
def dicerolls(n: int) -> _Tuple[_Tuple[int, int], ...]: ...
def rolloutcontext(
    cubeful: _Optional[int] = None,
    variance_reduction: _Optional[int] = None,
    initial_position: _Optional[int] = None,
    quasi_random_dice: _Optional[int] = None,
    late_eval: _Optional[int] = None,
    truncated_rollouts: _Optional[int] = None,
    n_truncation: _Optional[int] = None,
    truncate_bearoff2: _Optional[int] = None,
    truncate_bearoffOS: _Optional[int] = None,
    stop_on_std: _Optional[int] = None,
    trials: _Optional[int] = None,
    seed: _Optional[int] = None,
    minimum_games: _Optional[int] = None,
    stop_on_jsd: _Optional[int] = None,
    late_on_move_n: _Optional[int] = None,
    minimum_jsd_games: _Optional[int] = None,
    std_limit: _Optional[float] = None,
    jsd_limit: _Optional[float] = None,
) -> _Dict[str, _Any]: ...
