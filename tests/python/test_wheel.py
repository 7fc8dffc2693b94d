# SPDX-License-Identifier: GPL-3.0-or-later
"""The installed package gnubg_rs."""

import inspect
import json
import os
import pathlib
import pickle
import signal
import tempfile
import threading
import unittest

import numpy as np

import gnubg_rs
from gnubg_rs import Decisions, Evaluator, Match, Position, Rollout, distributed

MATCH = """ 3 point match

 Game 1
 Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 42: 8/4 6/4                 Doubles => 2
  3)  Takes                      61: 13/7 8/7
  4)  Doubles => 4                Drops
      Wins 2 points
"""

START = Position()
ENGINE = Evaluator(threads=2)
FAST = {"truncate": 3, "checker_plies": 0, "cube_plies": 0}


def after_every_roll():
    rolls = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
    return np.stack([play.position.board for roll in rolls for play in START.legal_plays(roll)])


def match_file(folder, name="match.mat", text=MATCH):
    path = pathlib.Path(folder) / name
    path.write_text(text)
    return path


class Positions(unittest.TestCase):
    def test_identifiers(self):
        position = Position.from_id("4HPwATDgc/ABMA:cAkqAAAAAAAA")
        for other in (
            Position.from_id(position.gnubg_id),
            Position.from_xgid(position.xgid),
            Position.from_ogid(position.ogid),
            pickle.loads(pickle.dumps(position)),
        ):
            self.assertEqual(other.gnubg_id, position.gnubg_id)
        self.assertEqual(hash(position), hash(pickle.loads(pickle.dumps(position))))
        self.assertNotEqual(position, START)
        for text in ("", "nonsense", "4HPwATDgc", "XGID=x"):
            with self.assertRaises(ValueError, msg=text):
                Position.from_id(text)

    def test_boards_are_those_of_the_scripting_module(self):
        board = START.board
        self.assertEqual((board.shape, board.dtype), ((2, 25), np.uint8))
        self.assertEqual(board[1][5], 5)
        bar = board.copy()
        bar[0][23], bar[0][24] = 1, 1
        self.assertEqual(Position(bar).pips, (167, 168))
        self.assertEqual(Position(board.tolist()), START)
        for wrong in (board[0], board.astype(float) + 0.5, board * 3, board[:, :24]):
            with self.assertRaises(ValueError):
                Position(wrong)

    def test_fields_and_plays(self):
        position = Position(dice=(3, 1), length=7, score=(2, 4), cube=2, cube_owner=0, on_roll=0)
        self.assertEqual((position.dice, position.length, position.score), ((3, 1), 7, (2, 4)))
        self.assertEqual((position.cube, position.cube_owner, position.on_roll), (2, 0, 0))
        plays = position.legal_plays()
        self.assertEqual(len(plays), 16)
        self.assertEqual(position.legal_plays(3, 1), position.legal_plays("31"))
        play = next(play for play in plays if play.text == "8/5 6/5")
        self.assertEqual((set(play.steps), play.position.on_roll), ({(8, 5), (6, 5)}, 1))
        self.assertEqual(position.play("6/5 8/5"), play.position)
        with self.assertRaises(ValueError):
            position.play("8/5 8/4")
        with self.assertRaises(ValueError):
            START.legal_plays()
        self.assertTrue(START.double().is_doubled)
        self.assertEqual(START.double().take().cube, 2)
        with self.assertRaises(ValueError):
            Position(length=5, score=(5, 0))

    def test_representations(self):
        self.assertTrue(START._repr_svg_().startswith("<svg"))
        self.assertIn("GNU Backgammon", str(START))
        self.assertEqual(eval(repr(START), {"Position": Position}), START)
        features = START.features()
        self.assertEqual(set(np.unique(features)), {0, 1})


class Evaluations(unittest.TestCase):
    def test_batches_are_the_same_as_single_positions(self):
        boards = after_every_roll()
        chances = ENGINE.evaluate(boards)
        self.assertEqual((chances.shape, chances.dtype), ((len(boards), 5), np.float32))
        for number in range(0, len(boards), 50):
            single = ENGINE.evaluation(Position(boards[number]), plies=0).probs
            self.assertEqual(tuple(chances[number].tolist()), single)
        one = Evaluator(threads=1, databases="none").evaluate(np.tile(boards, (20, 1, 1)))
        self.assertEqual(one.tobytes(), np.tile(chances, (20, 1)).tobytes(), "any threads, any databases")
        self.assertEqual(ENGINE.evaluate(boards[0]).shape, (5,))
        self.assertTrue((ENGINE.evaluate([Position(boards[0]), Position(boards[1])]) == chances[:2]).all())
        self.assertEqual(ENGINE.evaluate(boards[:0]).shape, (0, 5))
        deep = ENGINE.evaluate(boards[:4], plies=1)
        self.assertTrue(0 < np.abs(deep - chances[:4]).max() < 0.1)
        self.assertTrue((ENGINE.evaluate(boards.astype(np.int64)) == chances).all())

    def test_impossible_boards_are_named(self):
        boards = after_every_roll()
        boards[17, 1, 5] = 15
        with self.assertRaisesRegex(ValueError, "position 17: the player on roll has"):
            ENGINE.evaluate(boards)
        for wrong in (np.zeros((3, 25)), np.zeros((2, 2, 24), int), np.full((1, 2, 25), -1)):
            with self.assertRaises(ValueError):
                ENGINE.evaluate(wrong)

    def test_other_threads_run_meanwhile(self):
        boards = np.tile(after_every_roll(), (200, 1, 1))
        counted, is_done = [0], threading.Event()

        def count():
            while not is_done.is_set():
                counted[0] += 1

        thread = threading.Thread(target=count)
        thread.start()
        before = counted[0]
        ENGINE.evaluate(boards)
        after = counted[0]
        is_done.set()
        thread.join()
        self.assertGreater(after - before, 1000)

    def test_plays_and_cube(self):
        ranked = ENGINE.plays(START, "31")
        self.assertEqual(ranked[0].text, "8/5 6/5")
        self.assertEqual([play.equity for play in ranked], sorted((play.equity for play in ranked), reverse=True))
        self.assertEqual(ENGINE.best_play(START, (3, 1), plies=1).text, "8/5 6/5")
        self.assertIsNone(ranked[0].mwc)
        decision = ENGINE.cube(Position.from_xgid("-BBB------------------aaa-:0:0:1:00:0:0:0:0:10"))
        self.assertEqual((decision.verdict, decision.drop), ("No double, take", 1.0))
        self.assertFalse(decision.is_double)
        in_match = ENGINE.cube(Position(length=5))
        self.assertEqual(len(in_match.mwc), 3)
        self.assertTrue(0.4 < ENGINE.evaluation(Position(length=5)).mwc < 0.6)
        self.assertEqual(Evaluator(level="expert").plies, 0)
        self.rollers_roll_out()
        for wrong in ({"plies": 8}, {"level": "champion"}, {"met": "none"}, {"databases": "/absent"}, {"threads": 0}):
            with self.assertRaises(ValueError, msg=str(wrong)):
                Evaluator(**wrong).evaluation(START)
        copy = pickle.loads(pickle.dumps(ENGINE))
        self.assertEqual(copy.fingerprint, ENGINE.fingerprint)

    def rollers_roll_out(self):
        roller = pickle.loads(pickle.dumps(Evaluator(level="Roller", threads=2)))
        search = Evaluator(level="supremo", threads=2)
        position = Position.from_id("0LONAQOY24VgIA", dice=(3, 3))

        def values(plays):
            return {play.text: play.equity for play in plays}

        rolled, searched = roller.plays(position), search.plays(position)
        self.assertEqual(values(rolled).keys(), values(searched).keys())
        self.assertNotEqual(rolled[0].text, searched[0].text)
        # Plies that are asked for mean a search, and single positions are searched.
        self.assertEqual(values(roller.plays(position, plies=2)), values(searched))
        self.assertEqual(roller.evaluation(position), search.evaluation(position))
        with tempfile.TemporaryDirectory() as folder:
            for analyzed in ({"level": "roller"}, {"evaluator": roller}):
                match = Match.open(match_file(folder)).analyze(**analyzed)
                self.assertIn("Roller", match.decisions()["method"], analyzed)


class Rollouts(unittest.TestCase):
    def test_parts_are_the_whole(self):
        whole = ENGINE.rollout(START, 144, seed=3, **FAST)
        whole.run()
        part = whole.part(72, 144).merge(whole.part(0, 72))
        self.assertEqual(part.results.alternatives, whole.results.alternatives)
        alone = Rollout.from_json(whole.to_json(), Evaluator(threads=1))
        self.assertEqual(alone.results.alternatives, whole.results.alternatives)
        with self.assertRaises(ValueError):
            part.merge(whole)
        with self.assertRaises(ValueError):
            whole.part(100, 1000)
        longer = whole.extend(180).run()
        self.assertEqual(longer.games, 180)
        self.assertTrue(0 < longer.best.equity_error < 0.1)
        self.assertEqual(len(longer.best.probs_error), 5)

    def test_iterating_and_stopping(self):
        rollout = ENGINE.rollout(START, 100_000, **FAST)
        rollout.interval = 0.05
        for results in rollout:
            if results.games >= 36:
                rollout.stop()
        games = rollout.results.games
        self.assertTrue(36 <= games < 100_000)
        self.assertFalse(rollout.is_finished)
        next(iter(rollout))
        self.assertGreater(rollout.results.games, games)

    def test_plays_and_cube(self):
        position = START.with_dice("31")
        results = ENGINE.rollout(position, 36, plays=["8/5 6/5", "13/10 6/5"], **FAST).run()
        self.assertEqual([one.label for one in results.ranked][0], "8/5 6/5")
        cube = ENGINE.rollout(START, 36, cube=True, **FAST).run().cube
        self.assertEqual(cube["verdict"], "No double, take")
        self.assertEqual(len(ENGINE.rollout(position, 36, best=3, **FAST).results.alternatives), 3)
        for wrong in ({"preset": "x"}, {"rng": "x"}, {"checker_plies": 9}, {"plays": ["24/5"]}, {"trials": 0}):
            with self.assertRaises(ValueError, msg=str(wrong)):
                ENGINE.rollout(position, **wrong)
        self.assertIn("<table>", ENGINE.rollout(position, 36, best=2, **FAST)._repr_html_())

    def test_ctrl_c_keeps_the_games(self):
        rollout = ENGINE.rollout(START, 10_000_000, **FAST)
        # A shell in the background lets programs ignore the signal.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            rollout.run()
        self.assertGreater(rollout.results.games, 0)

        def fails(_):
            raise RuntimeError("of the user")

        with self.assertRaisesRegex(RuntimeError, "of the user"):
            rollout.run(fails)


class Matches(unittest.TestCase):
    def test_a_match_is_analyzed(self):
        with tempfile.TemporaryDirectory() as folder:
            match = Match.open(match_file(folder))
            self.assertEqual((match.players, match.length, match.score), (("Ann", "Ben"), 3, (2, 0)))
            self.assertEqual((match.format, match.info["plays"], match.info["cube_actions"]), ("mat", 4, 4))
            told = []
            match.analyze(0, progress=lambda done, wanted: told.append((done, wanted)))
            self.assertEqual(told[-1][0], told[-1][1])
            decisions = match.decisions(features=True)
            kinds = decisions["kind"]
            self.assertEqual((kinds.count("play"), kinds.count("take")), (4, 2))
            self.assertTrue(all(loss is None or loss >= 0 for loss in decisions["loss"]))
            first = next(iter(decisions))
            self.assertEqual((first["action"], first["best"], first["dice"]), ("8/5 6/5", "8/5 6/5", "31"))
            self.assertTrue(first["features"])
            frame = decisions.to_pandas()
            self.assertEqual((len(frame), str(frame["game"].dtype)), (len(decisions), "Int64"))
            table = decisions.to_arrow()
            self.assertEqual(table.num_rows, len(decisions))
            self.assertEqual(list(gnubg_rs.table.COLUMNS) + ["features"], table.column_names)
            self.assertEqual(Match.open(match_file(folder)).decisions().to_arrow().schema, table.drop(["features"]).schema)
            statistics = match.statistics()
            self.assertEqual(statistics["players"][0]["name"], "Ann")
            self.assertEqual(match.statistics(0)["games"], 1)
            with self.assertRaises(ValueError):
                match.statistics(5)
            for name in ("out.sgf", "out.xg", "out.ogxm", "out.html", "out.mat"):
                (path, *_) = match.save(os.path.join(folder, name))
                self.assertGreater(os.path.getsize(path), 100)
            again = Match.open(os.path.join(folder, "out.sgf"))
            # SGF keeps six decimals of equities; what was read once stays as it is.
            for kept, found in zip(again.decisions()["loss"], match.decisions()["loss"], strict=True):
                self.assertEqual(kept is None, found is None)
                self.assertAlmostEqual(kept or 0.0, found or 0.0, delta=1e-5)
            for one in (match, again):
                pickled = pickle.loads(pickle.dumps(one))
                self.assertEqual(pickled.decisions().columns, one.decisions().columns)
                self.assertEqual(pickled.statistics(), one.statistics())
                self.assertEqual((pickled.to_sgf(), pickled.warnings), (one.to_sgf(), one.warnings))
            self.assertIn("<table>", match._repr_html_())
            self.assertIn("<table>", decisions._repr_html_())
            self.assertEqual(len(Decisions.concat([decisions, decisions])), 2 * len(decisions))

    def test_files_that_cannot_be_read(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(FileNotFoundError):
                Match.open(os.path.join(folder, "absent.sgf"))
            with self.assertRaises(ValueError):
                Match.open(match_file(folder, "text.txt", "nothing of interest\n"))
            with self.assertRaises(ValueError):
                Match.open(match_file(folder), 3)
            with self.assertRaises(ValueError):
                Match.open(match_file(folder)).save(os.path.join(folder, "match.zip"))

    def test_exceptions_of_progress_end_the_analysis(self):
        with tempfile.TemporaryDirectory() as folder:
            match = Match.open(match_file(folder))

            def fails(done, wanted):
                raise RuntimeError("of the user")

            with self.assertRaisesRegex(RuntimeError, "of the user"):
                match.analyze(1, fails)


class Elsewhere(unittest.TestCase):
    """The tasks of a cluster, in this process."""

    def test_the_same_as_here(self):
        (rolled,) = distributed.rollout(START, 144, share=72, on="local", evaluator=ENGINE, seed=5, **FAST)
        here = ENGINE.rollout(START, 144, seed=5, **FAST).run()
        self.assertEqual(rolled.results.alternatives, here.alternatives)
        boards = after_every_roll()
        found = distributed.evaluate(boards, share=100, on="local", evaluator=ENGINE)
        self.assertEqual(found.tobytes(), ENGINE.evaluate(boards).tobytes())
        for wrong in ({"share": 35}, {"stop_error": 0.01}, {"on": "the moon"}):
            with self.assertRaises(ValueError):
                distributed.rollout(START, 36, **{"on": "local", **FAST, **wrong})

    def test_files_become_parquet(self):
        import pyarrow.parquet

        with tempfile.TemporaryDirectory() as folder:
            match_file(folder, "a.mat")
            match_file(folder, "b.mat", MATCH.replace("Ann", "Cid"))
            match_file(folder, "c.txt", "no match\n")
            told = []
            result = distributed.analyze(
                folder,
                0,
                output=os.path.join(folder, "out"),
                save=os.path.join(folder, "saved"),
                evaluator=ENGINE,
                progress=lambda done, total: told.append((done, total)),
                on="local",
            )
            self.assertEqual((len(result.files), len(result.failures), told[-1]), (2, 1, (3, 3)))
            table = pyarrow.parquet.read_table(os.path.join(folder, "out"))
            self.assertEqual(set(table["name"].to_pylist()), {"Ann", "Ben", "Cid"})
            self.assertEqual(len(os.listdir(os.path.join(folder, "saved"))), 2)
            whole = distributed.analyze([os.path.join(folder, "[ab].mat")], 0, evaluator=ENGINE, on="local").decisions
            self.assertEqual(len(whole), table.num_rows)


class Package(unittest.TestCase):
    def test_everything_public_is_documented_and_typed(self):
        folder = pathlib.Path(gnubg_rs.__file__).parent
        for name in ("py.typed", "_native.pyi", "compat.pyi"):
            self.assertTrue((folder / name).exists(), name)
        for name in gnubg_rs.__all__:
            thing = getattr(gnubg_rs, name)
            if inspect.isclass(thing):
                self.assertTrue(thing.__doc__, name)
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                        self.assertTrue(value.__doc__, f"{name}.{member}")

    def test_stubs_of_compat_have_its_functions(self):
        import gnubg_rs.compat as compat

        stub = (pathlib.Path(compat.__file__).parent / "compat.pyi").read_text()
        for name in compat.__all__:
            function = getattr(compat, name)
            self.assertTrue(function.__doc__, name)
            start = stub.index(f"def {name}(")
            head = stub[start : stub.index("->", start)]
            for parameter in inspect.signature(function).parameters:
                self.assertIn(f"{parameter}:", head, name)

    def test_stubs_of_the_native_module_have_its_names(self):
        from gnubg_rs import _native

        stub = (pathlib.Path(gnubg_rs.__file__).parent / "_native.pyi").read_text()
        for name in dir(_native):
            if name.startswith("_"):
                continue
            thing = getattr(_native, name)
            self.assertRegex(stub, rf"(class|def) {name}\b|{name}: ", name)
            if inspect.isclass(thing):
                for member in vars(thing):
                    if not member.startswith("_"):
                        self.assertRegex(stub, rf"def {member}\b", f"{name}.{member}")

    def test_compat_has_a_session_of_its_own(self):
        import gnubg_rs.compat as gnubg

        gnubg.start(threads=1, seed=7)
        self.assertIsNone(gnubg.board())
        gnubg.command("set player both human")
        gnubg.command("new match 5")
        self.assertEqual(gnubg.match()["match-info"]["match-length"], 5)
        self.assertEqual(json.loads(json.dumps(gnubg.evalcontext()))["plies"], 2)
        # A shell in the background lets programs ignore the signal.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            gnubg.command("set rollout trials 10000000")
            gnubg.command("rollout")
        self.assertEqual(gnubg.posinfo()["gamestate"], 1)


if __name__ == "__main__":
    unittest.main()
