# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the recorded calls of the original's module and compares results, types and exceptions.

In the program ``gnubg`` is there already; outside it is ``gnubg_rs.compat``. The environment variable RECORDED_CALLS names
the file of calls. Values of nets are compared loosely, because the nets are others; wording is not compared at all.
"""

import json
import math
import os
import re
import sys

try:
    gnubg
except NameError:
    import gnubg_rs.compat as gnubg

# Calls whose numbers come from nets, with the largest difference.
BY_NETS = {"gnubg.evaluate": 0.05, "gnubg.cfevaluate": 0.12, "gnubg.hint": 0.12}
# Lists; everything else with items is a tuple or a dictionary.
LISTS = ("gnubg.getevalhintfilter", "gnubg.met", "[")
# What the original does not do and this program does.
ANSWERED = ("Hints for cube actions not yet implemented", "Hints for take actions not yet implemented")

faults = []


def plain(value):
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def differs(found, expected, tolerance):
    if isinstance(expected, bool) or expected is None or isinstance(expected, str):
        return found != expected
    if isinstance(expected, float):
        limit = tolerance or 1e-5 * max(1.0, abs(expected))
        return not isinstance(found, float) or math.isnan(found) or abs(found - expected) > limit
    if isinstance(expected, int):
        return type(found) is not int or found != expected
    if isinstance(expected, dict):
        return list(found) != list(expected) or any(
            differs(found[key], expected[key], tolerance) for key in expected
        )
    return len(found) != len(expected) or any(
        differs(one, other, tolerance) for one, other in zip(found, expected)
    )


def check(case):
    text = case["call"]
    name = text.split("(")[0]
    try:
        found = eval(text)
    except Exception as error:
        kind = case.get("raises")
        # The original returns NULL without an exception there.
        kind = "ValueError" if kind == "SystemError" else kind
        if type(error).__name__ != kind:
            faults.append("{} raised {!r}".format(text, error))
        elif case["raises"] != "SystemError" and str(error) != case["message"]:
            faults.append("{}: message {!r}".format(text, str(error)))
        return
    if "raises" in case:
        if case["message"] not in ANSWERED:
            faults.append("{} returned {!r}".format(text, found))
        return
    expected = case["result"]
    if name == "gnubg.matchchecksum":
        # The opening roll is part of it.
        if not re.fullmatch("[0-9a-f]{32}", found):
            faults.append("{} returned {!r}".format(text, found))
        return
    if name == "gnubg.show":
        if not isinstance(found, str) or found.endswith("\n"):
            faults.append("{} returned {!r}".format(text, found))
        return
    if isinstance(expected, list):
        wanted = list if text.startswith(LISTS) else tuple
        if type(found) is not wanted:
            faults.append("{} is a {}".format(text, type(found).__name__))
    found, tolerance = plain(found), BY_NETS.get(name)
    if name == "gnubg.hint":
        # The second play may be another one.
        for one, other in zip(found["hint"][1:], expected["hint"][1:]):
            one["move"] = other["move"]
    if differs(found, expected, tolerance):
        faults.append("{}\n    returned {!r}\n    expected {!r}".format(text, found, expected))


with open(os.environ["RECORDED_CALLS"]) as file:
    cases = json.load(file)
count = 0
for case in cases:
    if "commands" in case:
        for line in case["commands"]:
            gnubg.command(line)
    else:
        check(case)
        count += 1
for fault in faults:
    print(fault, file=sys.stderr)
print(count, "calls,", len(faults), "faults")
sys.exit(1 if faults else 0)
