# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions of GNU Backgammon's scripting module, on a session of this process.

Use it in place of the module ``gnubg`` of the program::

    import gnubg_rs.compat as gnubg

    gnubg.command("new match 5")
    print(gnubg.board())

The session starts with the first call, with default settings and without files of the user; :func:`start` chooses others.
Where the original crashes, a function raises ``ValueError``; lists and tuples are both taken; all arguments can be given by
name.
"""

import json as _json
import os as _os
import sys as _sys

from . import _facade, _native

_session = None


def start(folder=None, threads=None, seed=None):
    """Start a new session; the match of the one before is lost.

    ``folder`` holds settings and bearoff databases (as ``gnubg --prefsdir``), ``threads`` is the number of worker threads,
    ``seed`` that of the dice.
    """
    global _session
    _session = _native.ScriptSession(None if folder is None else _os.fspath(folder), threads, seed)


def _show(text, is_error):
    print(text.rstrip("\n"), file=_sys.stderr if is_error else _sys.stdout)


def _ask(prompt):
    try:
        return input(prompt)
    except EOFError:
        return None


def _call(name, args, kwargs):
    if _session is None:
        start()
    return _json.loads(_session.call(name, _json.dumps(args), _json.dumps(kwargs), _show, _ask))


_facade.define(globals(), _json.loads(_native.describe()), _call)
__all__ += ["start"]  # noqa: F821
