# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the recipes of the manual, which the environment variable MANUAL names."""

import os
import pathlib
import re
import subprocess
import tempfile
import threading
import unittest

from test_wheel import MATCH, match_file


def recipes():
    """Return the code of each recipe by its heading."""
    text = pathlib.Path(os.environ["MANUAL"]).read_text()
    text = text.split("## Recipes", 1)[1].split("\n## ", 1)[0]
    return {
        heading: "\n".join(re.findall(r"```python\n(.*?)```", body, re.S))
        for heading, body in re.findall(r"### (.*?)\n(.*?)(?=\n### |\Z)", text, re.S)
    }


class Recipes(unittest.TestCase):
    def setUp(self):
        self.recipes = recipes()
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.chdir(self.folder.name)
        os.mkdir("matches")
        match_file("matches", "one.mat")
        match_file("matches", "two.mat", MATCH.replace("Ann", "Cid"))
        match_file(".", "match.mat")

    def tearDown(self):
        os.chdir("/")

    def code(self, word, **changes):
        (code,) = [code for heading, code in self.recipes.items() if word in heading]
        for old, new in changes.values():
            self.assertIn(old, code)
            code = code.replace(old, new)
        return compile(code, word, "exec")

    def test_there_are_five(self):
        self.assertEqual(len(self.recipes), 5)

    def test_a_folder_becomes_a_table(self):
        names = {}
        exec(self.code("folder", level=('"world class"', "0")), names)
        self.assertEqual(set(names["table"]["name"]), {"Ann", "Ben", "Cid"})
        self.assertTrue(os.path.exists("decisions.parquet"))

    def test_the_worst_cube_errors(self):
        names = {}
        exec(self.code("cube", level=('"world class"', "0")), names)
        self.assertLessEqual(set(names["errors"]["kind"]), {"double", "take"})
        self.assertTrue(names["errors"]["loss"].is_monotonic_decreasing)

    def test_a_million_positions(self):
        names = {}
        exec(self.code("million", count=("1_000_000", "10_000")), names)
        self.assertEqual(names["chances"].shape, (10_000, 5))

    def test_a_bot_plays(self):
        names = {}
        code = self.code("bot", end=("serve(1200)", "pass"))
        exec(code, names)
        address = []
        is_listening = threading.Event()

        def listening(port):
            address.append(port)
            is_listening.set()

        thread = threading.Thread(target=names["serve"], args=(0, listening), daemon=True)
        thread.start()
        self.assertTrue(is_listening.wait(30))
        commands = "\n".join(
            [
                f"set player 0 external localhost:{address[0]}",
                "set player 1 gnubg",
                "set player 1 chequerplay evaluation plies 0",
                "set player 1 cubedecision evaluation plies 0",
                "set display off",
                "new match 1",
                "show score",
                "",
            ]
        )
        output = subprocess.run(
            [os.environ["GNUBG"], "-t", "-q", "-r", "-b", "--seed", "3"],
            input=commands,
            capture_output=True,
            text=True,
            timeout=300,
        )
        self.assertIn("won the match", output.stdout, output.stderr)
        self.assertGreater(names["answered"], 10)

    def test_an_equity_curve(self):
        names = {}
        exec(self.code("curve"), names)
        self.assertTrue(pathlib.Path("curve.png").read_bytes().startswith(b"\x89PNG"))


if __name__ == "__main__":
    unittest.main()
