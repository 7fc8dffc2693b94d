#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits nets to what teachers (teacher.py) think of positions without labels, and to labelled positions beside them.

Several nets learn at the same time. Files are read while they are being written to the folders.
"""

import argparse
import os
import time

import torch

from fit import Checkpoint, Fitter, Net, Samples, Schema
from teacher import Reader, load, valued


class Regions(Samples):
    """Samples in regions of one buffer that grow side by side: valued positions, labels, noisy labels."""

    def __init__(self, schema, rooms, device):
        super().__init__(schema, [], device, sum(rooms))
        self.first = [sum(rooms[:n]) for n in range(len(rooms))]
        self.rooms, self.counts = rooms, [0] * len(rooms)

    def add_to(self, region, data):
        """Appends records to a region; tells where they begin and how many there is room for. They do not count yet."""
        whole, at = self.data, self.first[region]
        self.data, self.count = whole[at : at + self.rooms[region]], self.counts[region]
        added = self.add(data)
        self.data = whole
        return at + self.counts[region], added


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", required=True, help="folder of positions that the teachers value; files are deleted once read")
    parser.add_argument("--labels", required=True, help="folder of labelled positions")
    parser.add_argument("--traces", nargs="*", default=[], help="how names of files of noisy labels begin")
    parser.add_argument("--shares", nargs=3, type=float, default=[0.84, 0.12, 0.04], help="of the three in a batch")
    parser.add_argument("--rooms", nargs=3, type=float, default=[90e6, 30e6, 12e6], help="positions there is room for")
    parser.add_argument("--teacher", nargs="+", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--from", dest="start", nargs="+", required=True, help="checkpoints to start from")
    parser.add_argument("--out", nargs="+", required=True, help="checkpoints to write")
    parser.add_argument("--held", action="append", default=[])
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--warm", type=float, default=500)
    parser.add_argument("--average", type=float, default=1 / 20)
    parser.add_argument("--equity", type=float, default=0.5)
    parser.add_argument("--sparse", type=float, default=0.0)
    parser.add_argument("--pairs", type=float, default=0.0)
    parser.add_argument("--decay", type=float, default=0.002)
    parser.add_argument("--report", type=float, default=40.0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    device, start = torch.device(options.device), time.time()

    def say(text):
        print(f"{time.time() - start:6.1f} s  {text}", flush=True)

    schema = Schema(options.held[0])
    cuda = device.type == "cuda"
    held = {path: Samples(schema, [path], device) for path in options.held}
    samples = Regions(schema, [int(room) for room in options.rooms], device)
    positions = options.positions.rstrip("/")
    reader, teachers = Reader(schema, [options.labels, positions], [positions]), []

    def value(at, count, size=1 << 14):
        for first in range(at, at + count, size):
            chosen = samples.data[first : min(first + size, at + count)]
            samples.set_chances(first, valued(teachers, chosen[:, : samples.slots], chosen[:, samples.slots].long()))
        if cuda:
            torch.cuda.synchronize()

    def look(wait=0.0):
        """Takes a file that was read, if there is one."""
        found = reader.next(wait)
        if found:
            path, data = found
            noisy = any(os.path.basename(path).startswith(name) for name in options.traces)
            region = 0 if os.path.dirname(path) == positions else 2 if noisy else 1
            at, added = samples.add_to(region, data)
            if region == 0 and teachers:
                value(at, added)
            samples.counts[region] += added
        return found

    while min(samples.counts) == 0 or not all(os.path.exists(path) for path in options.teacher):
        look(0.2)
    say(f"{samples.counts} positions, teachers ready")
    teachers += [load(path, schema, device) for path in options.teacher]
    value(0, samples.counts[0])
    say(f"{samples.counts} positions")
    fitters, streams = [], []
    for path in options.start:
        width, values = Checkpoint(path, schema.sizes).net(schema)
        fitters.append(Fitter(Net(schema, width, device).set(values), samples, options, 1))
        streams.append(torch.cuda.Stream() if cuda else None)

    def report():
        written = Checkpoint(options.base, schema.sizes)
        for fitter, out in zip(fitters, options.out):
            net = Net(schema, fitter.net.width, device).set(fitter.averaged())
            for name, one in held.items():
                error, divergence, pairs, most = net.measure(one)
                say(f"{os.path.basename(out)} on {os.path.basename(name)}: equity error {error:.5f}, "
                    f"divergence {divergence:.6f}, active pairs {pairs:.3f}, sums up to {most:.1f}")
            written.replace(schema.part, fitter.net.width, fitter.averaged())
            written.write(out + ".part")
            os.replace(out + ".part", out)

    report()
    # Recorded before learning begins, one after another.
    if cuda:
        for fitter in fitters:
            fitter.capture()
        torch.cuda.synchronize()
    shares = [round(share * options.batch / 2) for share in options.shares]
    shares[0] = options.batch // 2 - sum(shares[1:])
    began = reported = looked = time.time()
    left = options.seconds - (began - start)
    done = last = 0
    while time.time() - began < left:
        x = (time.time() - began) / left
        for fitter, stream in zip(fitters, streams):
            with torch.cuda.stream(stream):
                parts = []
                for region, pairs in enumerate(shares):
                    if pairs:
                        draw = torch.randint(0, samples.counts[region] - 1, (pairs,), device=device)
                        parts.append(draw + samples.first[region])
                first = torch.cat(parts)
                fitter.total = max(fitter.done + 1, int(fitter.done / max(x, 1e-3)))
                fitter.step(torch.stack([first, first + 1], 1).view(-1))
        done += 1
        if cuda and done % 32 == 0:
            torch.cuda.synchronize()
        if time.time() - looked > 1.0:
            look()
            looked = time.time()
        if time.time() - reported > options.report:
            if cuda:
                torch.cuda.synchronize()
            spent = time.time() - reported
            losses = [f"{fitter.sum.item() / (done - last):.6f}" for fitter in fitters]
            for fitter in fitters:
                fitter.sum.zero_()
            say(f"step {done}: losses {losses}, {spent / (done - last) * 1e3:.3f} ms a step, {samples.counts} positions")
            last = done
            report()
            reported = time.time()
    if cuda:
        torch.cuda.synchronize()
    say(f"ends at step {done}, {done * options.batch} drawn of {samples.counts}")
    report()


if __name__ == "__main__":
    main()
