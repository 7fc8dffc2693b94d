# SPDX-License-Identifier: GPL-3.0-or-later
"""The library of matches in the installed package gnubg_rs."""

import pathlib
import tempfile
import unittest

from gnubg_rs import Library, LibraryRows, Match
from test_wheel import MATCH, match_file


class Libraries(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "matches.gnubglib"

    def filled(self):
        """A library with two matches, of which the first is analyzed."""
        source = Match.open(match_file(self.folder))
        (analyzed, *_) = source.analyze(0).save(self.folder / "first.sgf")
        other = match_file(self.folder, "second.mat", MATCH.replace("Ann", "Cid"))
        told = []
        with Library.open(self.path, create=True) as library:
            report = library.add(analyzed, other, progress=lambda done, wanted: told.append((done, wanted)))
        self.assertEqual((report["new"], report["failed"]), (2, 0))
        self.assertEqual(told[-1], (2, 2))
        return source

    def test_matches_are_added_and_found(self):
        source = self.filled()
        with Library.open(self.path) as library:
            self.assertEqual((library.info["matches"], library.info["schema"] > 0), (2, True))
            every = library.decisions()
            self.assertTrue(every.is_complete)
            self.assertEqual((len(every), library.count()), (library.info["decisions"],) * 2)
            first = every[0]
            self.assertEqual({first["player"], first["vs"]} <= {"Ann", "Ben", "Cid"}, True)
            # The losses are those of the analyzed match, in thousandths.
            (ann,) = [row["id"] for row in library.matches() if "Ann" in row["players"]]
            of_ann = [row["loss"] for row in every if row["match"] == ann and row["loss"] is not None]
            lost = sum(of_ann)
            expected = sum(loss for loss in source.decisions()["loss"] if loss is not None)
            self.assertAlmostEqual(lost / 1000, expected, places=3)
            self.assertGreater(expected, 0)
            worse = library.decisions("loss>0 | sort loss desc")
            losses = [row["loss"] for row in worse]
            self.assertEqual(losses, sorted(losses, reverse=True))
            self.assertTrue(losses and min(losses) > 0)
            few = library.decisions(limit=1)
            self.assertEqual((len(few), few.is_complete), (1, False))
            self.assertEqual([row["players"] for row in library.matches()].count(["Cid", "Ben"]), 1)
            names = {row["name"] for row in library.search(view="players")}
            self.assertEqual(names, {"Ann", "Ben", "Cid"})
            self.assertGreater(len(library.search(view="positions")), 3)
            values = library.values("phase:?")
            self.assertEqual(sum(count for _, count in values), len(every))
            rows = library.sql("SELECT count(*) AS n FROM match")
            self.assertEqual(list(rows), [{"n": 2}])

    def test_rows_become_tables_and_matches(self):
        source = self.filled()
        with Library.open(self.path) as library:
            every = library.decisions()
            frame, table = every.to_pandas(), every.to_arrow()
            self.assertEqual((len(frame), table.num_rows), (len(every), len(every)))
            self.assertIn("position_xgid", frame.columns)
            self.assertEqual(list(frame.columns), table.column_names)
            self.assertEqual(list(frame.position_xgid), [row["position"]["xgid"] for row in every])
            self.assertIn("<table>", every._repr_html_())
            self.assertEqual(len(every[:2]), 2)
            self.assertEqual(LibraryRows([]).to_arrow().num_rows, 0)
            numbers = {row["id"] for row in library.matches() if "Ann" in row["players"]}
            match = library.match(numbers.pop())
            self.assertEqual(match.players, ("Ann", "Ben"))
            self.assertEqual(match.decisions()["action"], source.decisions()["action"])

    def test_errors_name_what_is_wrong(self):
        self.filled()
        with self.assertRaises(FileNotFoundError):
            Library.open(self.folder / "missing.gnubglib")
        with self.assertRaises(ValueError):
            Library.open(self.folder / "match.mat")
        library = Library.open(self.path)
        with self.assertRaisesRegex(ValueError, "los is no field.*perhaps loss"):
            library.decisions("los>=80")
        with self.assertRaisesRegex(ValueError, "is not a view"):
            library.search(view="games")
        with self.assertRaisesRegex(ValueError, "asks for no values"):
            library.values("loss>5")
        with self.assertRaises(ValueError):
            library.match(99)
        with self.assertRaises(ValueError):
            library.sql("DELETE FROM match")
        with self.assertRaises(RuntimeError):
            library.sql("nonsense")
        with self.assertRaises(PermissionError):
            library.add(self.folder / "match.mat")
        self.assertEqual(library.info["matches"], 2)
        library.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            library.count()

    def test_an_exception_of_progress_ends_the_import(self):
        class Enough(Exception):
            pass

        def stop(done, wanted):
            raise Enough

        with Library.open(self.path, create=True) as library:
            with self.assertRaises(Enough):
                library.add(match_file(self.folder), progress=stop)


if __name__ == "__main__":
    unittest.main()
