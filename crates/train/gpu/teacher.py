#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains a teacher on a graphics processor: a deep net that corrects the mean of several checkpoints.

Its first layer begins as the first layers of all of them, side by side, and its last with zeros, so it begins as their
mean. It is too slow for the program, but `student.py` values any number of positions with it, and a net that can be used
learns from those. Files are read while they are being written to the folders (names that end in `.slots`).
"""

import argparse
import glob
import math
import os
import queue
import threading
import time

import torch

from fit import OUTPUTS, POINTS, SCALE, Checkpoint, Net, Product, Samples, Schema, pair_loss


class Teacher:
    def __init__(self, schema, options, device):
        self.schema, self.options, self.device = schema, options, device
        self.nets, values = [], []
        for path in options["checkpoints"]:
            width, found = Checkpoint(path, schema.sizes).net(schema)
            self.nets.append(Net(schema, width, device).set(found))
            values.append(found)
        for net in self.nets:
            for p in net.parameters():
                p.requires_grad_(False)
        draw = torch.Generator().manual_seed(options["seed"])
        extra = options["extra"]

        def uniform(most, *shape):
            return (torch.rand(shape, generator=draw) * 2.0 - 1.0) * most

        def normal(variance, *shape):
            return torch.randn(shape, generator=draw) * math.sqrt(variance)

        first = {
            "residual": torch.cat([v["residual"] for v in values] + [torch.zeros(schema.rows, extra)], 1),
            "shared": torch.cat([v["shared"] for v in values] + [uniform(0.35, schema.shared, extra)], 1),
            "bias": torch.cat([v["bias"] for v in values] + [uniform(0.3, extra) + 0.3]),
        }
        width, deep = first["bias"].numel(), options["deep"]
        p = first | {"enter": normal(3.0 / width, width, deep), "bucket": normal(0.01, schema.buckets, deep)}
        for n in range(options["blocks"]):
            p[f"gain{n}"], p[f"bias{n}"] = torch.ones(deep), torch.zeros(deep)
            p[f"in{n}"], p[f"out{n}"] = normal(1.5 / deep, deep, deep), normal(0.3 / deep, deep, deep)
        p["gain"], p["leave"] = torch.ones(deep), torch.zeros(deep, OUTPUTS)
        self.p = {name: value.to(device, torch.float32).requires_grad_() for name, value in p.items()}
        self.points = torch.tensor(POINTS, device=device)

    def kind(self):
        return torch.float16 if self.device.type == "cuda" else torch.float32

    def inputs(self, rows):
        net = self.nets[0]
        inputs = torch.zeros(len(rows), net.columns, dtype=self.kind(), device=rows.device)
        return inputs.scatter_(1, rows.masked_fill(rows < 0, self.schema.rows).long(), 1.0)

    @torch.no_grad()
    def begin(self, rows, bucket):
        """Logarithms of the mean chances of the checkpoints."""
        mean = sum(net.forward(rows, bucket)[0].exp() for net in self.nets) / len(self.nets)
        return mean.clamp(min=1e-7).log()

    def forward(self, rows, bucket, begin, p=None, dropout=0.0):
        p, kind, net = p or self.p, self.kind(), self.nets[0]
        pad = net.columns - self.schema.rows
        folded = torch.nn.functional.pad(p["residual"], (0, 0, 0, pad)) + net.sharing @ p["shared"]
        sums = Product.apply(self.inputs(rows), folded.to(kind)) + p["bias"]
        clipped = sums.clamp(0.0, 1.0)
        active = (clipped * clipped).to(kind)
        if dropout > 0.0:
            active = torch.nn.functional.dropout(active, dropout)
        h = Product.apply(active, p["enter"].to(kind)) + p["bucket"].index_select(0, bucket)
        deep = (h.shape[1],)
        for n in range(self.options["blocks"]):
            u = torch.nn.functional.layer_norm(h, deep) * p[f"gain{n}"]
            u = Product.apply(u.to(kind), p[f"in{n}"].to(kind)) + p[f"bias{n}"]
            h = h + Product.apply(torch.nn.functional.silu(u).to(kind), p[f"out{n}"].to(kind))
        u = torch.nn.functional.silu(torch.nn.functional.layer_norm(h, deep) * p["gain"])
        return torch.log_softmax(begin + u @ p["leave"], 1)

    def loss(self, batch, begin, equity, pairs, dropout):
        rows, bucket, target, weight = batch
        logs = self.forward(rows, bucket, begin, None, dropout)
        error = ((logs.exp() - target) * self.points).sum(1)
        each = -(target * logs).sum(1) + 0.5 * equity * error * error
        if pairs > 0.0:
            each = each + pair_loss(error, pairs)
        return (weight * each).sum() / weight.sum()

    @torch.no_grad()
    def measure(self, samples, p, size=1 << 14):
        total = torch.zeros(4, dtype=torch.float64, device=self.device)
        for start in range(0, samples.count, size):
            index = torch.arange(start, min(start + size, samples.count), device=self.device)
            rows, bucket, target, weight = samples.batch(index)
            logs = self.forward(rows, bucket, self.begin(rows, bucket), p)
            ratio = target * (target.clamp(min=1e-30).log() - logs.clamp(min=math.log(1e-9)))
            each = torch.where(target > 0.0, ratio, torch.zeros_like(ratio)).sum(1)
            error = ((logs.exp() - target) * self.points).sum(1)
            apart = (error[1:] - error[:-1]).pow(2).mean() * len(error)
            total += torch.stack([weight.sum(), (weight * each).sum(), (weight * error * error).sum(), apart]).double()
        weight, divergence, squares, apart = total.tolist()
        return math.sqrt(squares / weight), divergence / weight, math.sqrt(apart / weight)


def save(path, teacher, p):
    kept = {"options": teacher.options, "p": {name: value.detach().half() for name, value in p.items()}}
    torch.save(kept, path + ".part")
    os.replace(path + ".part", path)


def load(path, schema, device):
    kept = torch.load(path, map_location=device)
    teacher = Teacher(schema, kept["options"], device)
    return teacher, {name: value.float() for name, value in kept["p"].items()}


@torch.no_grad()
def valued(teachers, rows, bucket):
    """The mean chances that teachers give."""
    begin, chances = {}, 0.0
    for teacher, p in teachers:
        key = tuple(teacher.options["checkpoints"])
        if key not in begin:
            begin[key] = teacher.begin(rows, bucket)
        chances = chances + teacher.forward(rows, bucket, begin[key], p).exp() / len(teachers)
    return chances


class Reader(threading.Thread):
    """Reads the files of folders as they appear, a few ahead, while the device works; deletes those of `consumed`."""

    def __init__(self, schema, folders, consumed=()):
        super().__init__(daemon=True)
        self.schema, self.folders, self.consumed = schema, folders, consumed
        self.files = queue.Queue(3)
        self.start()

    def run(self):
        seen = set()
        while True:
            paths = [path for folder in self.folders for path in sorted(glob.glob(folder + "/*.slots"))]
            for path in paths:
                if path not in seen:
                    seen.add(path)
                    self.files.put((path, self.schema.read(path)))
                    if os.path.dirname(path) in self.consumed:
                        os.unlink(path)
            time.sleep(0.1)

    def next(self, wait=0.0):
        """A path and its records, or none if no file is ready within `wait` seconds."""
        try:
            return self.files.get(timeout=wait) if wait > 0.0 else self.files.get_nowait()
        except queue.Empty:
            return None


class Pool(Samples):
    """Samples with the logarithms that the teacher begins with."""

    def __init__(self, schema, teacher, room, device):
        super().__init__(schema, [], device, room)
        self.teacher, self.known = teacher, torch.zeros(room, OUTPUTS, device=device)

    def add(self, data, size=1 << 15):
        first = self.count
        added = super().add(data)
        for start in range(first, self.count, size):
            chosen = self.data[start : min(start + size, self.count)]
            self.known[start : start + len(chosen)] = self.teacher.begin(chosen[:, : self.slots], chosen[:, self.slots].long())
        return added

    def batch(self, index):
        return (*super().batch(index), self.known.index_select(0, index))


class Trainer:
    def __init__(self, teacher, pools, options):
        self.teacher, self.pools, self.options = teacher, pools, options
        device, cuda = teacher.device, teacher.device.type == "cuda"
        self.names = list(teacher.p)

        def decay(name, p):
            if name == "residual":
                return options.decay
            return options.dense_decay if p.dim() == 2 and name not in ("shared", "bucket") else 0.0

        groups = [{"params": [p], "weight_decay": decay(name, p)} for name, p in teacher.p.items()]
        self.rate = torch.tensor(0.0, device=device)
        self.adam = torch.optim.AdamW(groups, lr=self.rate if cuda else 0.0, betas=(0.9, 0.999), eps=1e-8, fused=cuda,
                                      capturable=cuda)
        few = int(options.batch * options.share) // 2 * 2
        self.sizes = [options.batch - few, few]
        self.index = [torch.zeros(size, dtype=torch.long, device=device) for size in self.sizes]
        self.average = [teacher.p[n].detach().clone() for n in self.names]
        self.sum, self.graph, self.done = torch.zeros((), device=device), None, 0

    def plain(self):
        for p in self.teacher.p.values():
            p.grad = None
        batches = [pool.batch(index) for pool, index in zip(self.pools, self.index)]
        batch = [torch.cat(parts) for parts in zip(*batches)]
        o = self.options
        loss = self.teacher.loss(batch[:4], batch[4], o.equity, o.pairs, o.dropout)
        (loss * SCALE).backward()
        torch._foreach_mul_([p.grad for p in self.teacher.p.values()], 1.0 / SCALE)
        self.adam.step()
        self.sum += loss.detach()

    def capture(self):
        kept = [p.detach().clone() for p in self.teacher.p.values()]
        self.rate.zero_()
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.plain()
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.plain()
        with torch.no_grad():
            for p, value in zip(self.teacher.p.values(), kept):
                p.copy_(value)
            for state in self.adam.state.values():
                for part in state.values():
                    part.zero_()
        self.sum.zero_()

    def step(self, rate):
        for index, pool in zip(self.index, self.pools):
            if len(index) == 0:
                continue
            first = torch.randint(0, max(1, pool.count - 1), (len(index) // 2,), device=index.device)
            index.copy_(torch.stack([first, first + 1], 1).view(-1))
        if self.teacher.device.type == "cuda":
            if self.graph is None:
                self.capture()
            self.rate.fill_(rate)
            self.graph.replay()
        else:
            for group in self.adam.param_groups:
                group["lr"] = rate
            self.plain()
        self.done += 1
        if self.done % 8 == 0:
            over = min(self.options.average, self.done / 4.0 + 8.0)
            torch._foreach_lerp_(self.average, [p.detach() for p in self.teacher.p.values()], min(1.0, 8.0 / over))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="folder of slots files")
    parser.add_argument("--traces", nargs="*", default=[], help="how names of files of noisy labels begin, which are used less often")
    parser.add_argument("--share", type=float, default=0.0, help="share of noisy labels in a batch")
    parser.add_argument("--checkpoints", nargs="+", required=True)
    parser.add_argument("--held", action="append", default=[])
    parser.add_argument("--room", type=int, default=1 << 25, help="positions that there is room for")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--average", type=float, default=2000.0, help="steps that the average remembers")
    parser.add_argument("--equity", type=float, default=0.5)
    parser.add_argument("--pairs", type=float, default=0.0)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--decay", type=float, default=0.01)
    parser.add_argument("--dense-decay", type=float, default=0.05)
    parser.add_argument("--deep", type=int, default=1024)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--extra", type=int, default=192)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=float, default=30.0, help="seconds between reports")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    device, start = torch.device(options.device), time.time()
    torch.manual_seed(options.seed)

    def say(text):
        print(f"{time.time() - start:6.1f} s  {text}", flush=True)

    schema = Schema(options.held[0])
    shape = {name: getattr(options, name) for name in ("deep", "blocks", "extra", "seed", "checkpoints")}
    teacher = Teacher(schema, shape, device)
    held = {path: Samples(schema, [path], device) for path in options.held}
    pools = [Pool(schema, teacher, room, device) for room in (options.room, max(8, options.room // 2))]
    trainer, reader, least = Trainer(teacher, pools, options), Reader(schema, [options.folder]), math.inf

    def look(wait=0.0):
        while found := reader.next(wait):
            path, data = found
            noisy = any(os.path.basename(path).startswith(name) for name in options.traces)
            pools[1 if noisy else 0].add(data)

    def report():
        """Measures, and keeps the teacher if it errs least so far on the first of the held files."""
        nonlocal least
        p = dict(zip(trainer.names, trainer.average))
        errors = []
        for path, samples in held.items():
            error, divergence, apart = teacher.measure(samples, p)
            say(f"on {os.path.basename(path)}: equity error {error:.5f}, divergence {divergence:.6f}, pairs {apart:.5f}")
            errors.append(error)
        if errors[0] < least:
            least = errors[0]
            save(options.out, teacher, p)

    report()
    while pools[0].count == 0 or (options.share > 0.0 and pools[1].count == 0):
        look(0.2)
    reported = looked = began = time.time()
    last = 0
    while time.time() - start < options.seconds:
        x = min(1.0, (time.time() - start) / options.seconds)
        rate = options.rate * (0.005 + 0.995 * 0.5 * (1.0 + math.cos(math.pi * x))) * min(1.0, (trainer.done + 1) / 500.0)
        trainer.step(rate)
        if trainer.done % 64 == 0 and device.type == "cuda":
            torch.cuda.synchronize()
        if time.time() - looked > 2.0:
            look()
            looked = time.time()
        if time.time() - reported > options.report:
            spent = time.time() - reported
            loss = trainer.sum.item() / (trainer.done - last)
            say(f"step {trainer.done}: loss {loss:.6f}, rate {rate:.2e}, {spent / (trainer.done - last) * 1e3:.2f} ms a step, "
                f"{pools[0].count} + {pools[1].count} positions")
            trainer.sum.zero_()
            last = trainer.done
            report()
            reported = time.time()
    passes = trainer.done * trainer.sizes[0] / max(1, pools[0].count)
    say(f"ends at step {trainer.done}, {pools[0].count} + {pools[1].count} positions, {passes:.1f} passes over the first")
    report()
    os.replace(options.out, options.out + ".last")


if __name__ == "__main__":
    main()
