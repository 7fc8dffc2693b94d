# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of Python from the description of the functions for scripts.

The program declares the functions once (crates/shell/src/scripting) and describes them as JSON. This module makes
functions of that description, with signatures and docstrings, for the module ``gnubg`` inside the program and for
``gnubg_rs.compat`` of the wheel.
"""

import inspect

_ERRORS = {
    "TypeError": TypeError,
    "ValueError": ValueError,
    "KeyboardInterrupt": KeyboardInterrupt,
    "SystemExit": SystemExit,
}


def plain(value):
    """Return a value that JSON can hold: arrays and numbers of numpy become lists and numbers."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    convert = getattr(value, "tolist", None)
    if convert is not None:
        return plain(convert())
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError("cannot use a value of type " + type(value).__name__)


def _shaped(value, lists, key=None):
    """Return the value with tuples instead of lists, except where ``lists`` says so."""
    if isinstance(value, list):
        items = [_shaped(item, lists) for item in value]
        return items if lists is True or (lists and lists == key) else tuple(items)
    if isinstance(value, dict):
        return {name: _shaped(item, lists, name) for name, item in value.items()}
    return value


def _docstring(tool):
    lines = [tool["description"]]
    properties = tool["inputSchema"]["properties"]
    if properties:
        lines += ["", "Arguments:"]
        lines += ["    {}: {}".format(name, about["description"]) for name, about in properties.items()]
    return "\n".join(lines)


def _function(tool, call):
    name = tool["name"]
    schema = tool["inputSchema"]
    lists = tool["_meta"]["lists"]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [
        inspect.Parameter(each, kind, default=inspect.Parameter.empty if each in schema["required"] else None)
        for each in schema["properties"]
    ]

    def function(*args, **kwargs):
        answer = call(name, plain(args), plain(kwargs))
        error = answer.get("error")
        if error is not None:
            raise _ERRORS.get(error["type"], Exception)(error["message"])
        return _shaped(answer.get("result"), lists)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _docstring(tool)
    function.__signature__ = inspect.Signature(parameters)
    return function


def define(namespace, tools, call):
    """Put a function for each of ``tools`` into ``namespace``. ``call`` gets a name, arguments and keywords."""
    for tool in tools:
        function = _function(tool, call)
        function.__module__ = namespace.get("__name__", "gnubg")
        namespace[tool["name"]] = function
    namespace["__all__"] = [tool["name"] for tool in tools]
