# SPDX-License-Identifier: GPL-3.0-or-later
"""Work on a Ray cluster of two nodes on this machine, one of which is killed in the middle: the same bytes as in one process.

The environment variable MATCH_FILES names match files, separated by colons.
"""

import json
import os
import pathlib
import sys
import tempfile

import numpy as np
import ray
from ray.cluster_utils import Cluster

from gnubg_rs import Evaluator, Position, distributed

EVALUATOR = Evaluator(threads=1)


def games_of(rollout):
    """Return everything a rollout file holds but the time it took."""
    file = json.loads(rollout.to_json())
    del file["seconds"]
    return json.dumps(file)


def rolled_out(**where):
    positions = [Position.from_id("4HPwATDgc/ABMA"), Position.from_id("4HPwATDgc/ABMA", dice=(3, 1))]
    settings = {"truncate": 3, "checker_plies": 0, "cube_plies": 0, "best": None}
    return [
        games_of(rollout)
        for rollout in distributed.rollout(positions, 144, share=36, evaluator=EVALUATOR, **settings, **where)
    ]


def analyzed(folder, **where):
    files = os.environ["MATCH_FILES"].split(":")
    result = distributed.analyze(files, 0, output=folder, features=True, evaluator=EVALUATOR, **where)
    assert not result.failures, result.failures
    assert len(result.files) == len(files)
    return {file.name: file.read_bytes() for file in pathlib.Path(folder).iterdir()}


def evaluated(**where):
    start = Position.from_id("4HPwATDgc/ABMA")
    rolls = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
    boards = np.stack([play.position.board for roll in rolls for play in start.legal_plays(roll)])
    return distributed.evaluate(np.tile(boards, (8, 1, 1)), share=100, evaluator=EVALUATOR, **where).tobytes()


class Killer:
    """Kills a node when the first tasks are done."""

    def __init__(self, cluster, node):
        self.cluster, self.node, self.calls = cluster, node, []

    def __call__(self, done, total):
        self.calls.append((done, total))
        if self.node is not None and done >= 2:
            self.cluster.remove_node(self.node, allow_graceful=False)
            self.node = None
            print("killed a node after", done, "of", total, "tasks", flush=True)


def main():
    expected = (rolled_out(on="local"), evaluated(on="local"))
    with tempfile.TemporaryDirectory() as folder:
        expected_files = analyzed(folder, on="local")
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        node = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        ray.init(address=cluster.address, log_to_driver=False)
        killer = Killer(cluster, node)
        found = (rolled_out(progress=killer), evaluated())
        assert killer.node is None, "the node was killed"
        assert killer.calls[-1] == (8, 8), killer.calls
        assert found == expected, "the same bytes"
        killer = Killer(cluster, cluster.add_node(num_cpus=1))
        cluster.wait_for_nodes()
        with tempfile.TemporaryDirectory() as folder:
            files = analyzed(folder, progress=killer)
        assert killer.node is None, "the node was killed"
        assert files == expected_files, "the same bytes in every file"
        dataset = ray.data.from_items([{"board": Position().board.tolist()}] * 10)
        row = distributed.evaluate(dataset, evaluator=EVALUATOR, concurrency=(1, 1)).take(1)[0]
        assert abs(row["win"] - EVALUATOR.evaluate(Position())[0]) < 1e-7, row
    finally:
        ray.shutdown()
        cluster.shutdown()
    print("the same bytes on two nodes, one of which was killed")


if __name__ == "__main__":
    sys.exit(main())
