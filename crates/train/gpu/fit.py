#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the contact or race net of a checkpoint to labelled positions on a graphics processor.

Reads files of `train slots`, and reads and writes checkpoints of `train`. The loss, the optimizer, the sharing of rows
and the running average are those of `train fit` (src/gradient.rs, src/optimizer.rs, src/model.rs); only the arithmetic
differs: products in 16 bits with 32-bit sums, and activations rounded as in the engine. Needs PyTorch and NumPy. On a
processor without CUDA it works too, slowly. See docs/evaluator.md, "Training".
"""

import argparse
import math
import os
import struct
import sys
import time

import numpy as np
import torch

HIDDEN = 32
OUTPUTS = 6
MAGIC = b"BGTRAIN3"
POINTS = [3.0, 2.0, 1.0, -1.0, -2.0, -3.0]
BETAS = (0.9, 0.999)
RESIDUAL_DECAY = 0.02
AVERAGE_EVERY = 8
# First-layer sums beyond the limit are pulled back: the engine's sums overflow at 16.
SUM_LIMIT, PULL = 12.0, 1e-3
# What 16-bit gradients are multiplied with, so that small ones are not lost.
SCALE = 32768.0


class Schema:
    """The header of a file of slots."""

    def __init__(self, path):
        with open(path, "rb") as file:
            if file.read(8) != b"BGSLOTS1":
                sys.exit(f"{path} is no file of slots with a header")
            part, *numbers, shares = struct.unpack("<10I", file.read(40))
            sizes = [numbers[:4], numbers[4:]]
            self.part = part
            # Rows, shared vectors and buckets of both nets.
            self.sizes = [(rows, shared, buckets) for rows, _, buckets, shared in sizes]
            self.rows, self.slots, self.buckets, self.shared = sizes[part]
            kind = np.dtype([("row", "<u4"), ("shared", "<u4"), ("factor", "<f4")])
            self.shares = np.frombuffer(file.read(12 * shares), kind)
            self.header = file.tell()

    def fields(self):
        return self.slots + 7

    def read(self, path):
        data = np.fromfile(path, "<i2", offset=self.header)
        return data[: len(data) // self.fields() * self.fields()].reshape(-1, self.fields())


class Samples:
    """Positions on the device: rows (-1 for none), bucket, six outcomes and weight."""

    def __init__(self, schema, paths, device, least_room=0):
        self.schema, self.slots, self.count = schema, schema.slots, 0
        bytes_each = 2 * schema.fields()
        room = sum((os.path.getsize(path) - schema.header) // bytes_each for path in paths)
        self.data = torch.empty(max(room, least_room), schema.fields(), dtype=torch.int16, device=device)
        for path in paths:
            self.add(schema.read(path))

    def add(self, data):
        """Appends records of a file as far as there is room; returns how many."""
        data = data[: len(self.data) - self.count]
        self.data[self.count : self.count + len(data)] = torch.from_numpy(data).to(self.data.device)
        self.count += len(data)
        return len(data)

    def set_chances(self, start, chances):
        """Replaces the labels from `start` on by the chances of the six outcomes."""
        wbg, wg, w, l, lg, lbg = chances.unbind(1)
        five = torch.stack([wbg + wg + w, wbg + wg, wbg, lg + lbg, lbg], 1)
        self.data[start : start + len(five), self.slots + 1 : self.slots + 6] = (five * 16384.0).round().to(torch.int16)

    def batch(self, index):
        chosen = self.data.index_select(0, index)
        rows, rest = chosen[:, : self.slots], chosen[:, self.slots :]
        w, wg, wbg, lg, lbg = (rest[:, 1:6].float() / 16384.0).unbind(1)
        target = torch.stack([wbg, wg - wbg, w - wg, 1.0 - w - lg, lg - lbg, lbg], 1)
        return rows, rest[:, 0].long(), target, rest[:, 6].float() / 256.0


class Product(torch.autograd.Function):
    """a · b in 16 bits with 32-bit sums; `a` gets a gradient only where it needs one."""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return multiplied(a, b)

    @staticmethod
    def backward(ctx, up):
        a, b = ctx.saved_tensors
        up = up.to(a.dtype)
        to_a = multiplied(up, b.t()) if ctx.needs_input_grad[0] else None
        return to_a, multiplied(a.t(), up)


def multiplied(a, b):
    if a.is_cuda and a.dtype != torch.float32:
        return torch.mm(a, b, out_dtype=torch.float32)
    return a.float() @ b.float()


def pair_loss(error, part):
    """What neighbors in a batch of pairs err differently: most pairs are plays of one roll, which this tells apart."""
    pairs = error.view(-1, 2)
    apart = pairs[:, 0] - pairs[:, 1]
    return (0.25 * part * apart * apart).repeat_interleave(2)


class Rounded(torch.autograd.Function):
    """Rounds down to 1/1024 as the engine does; the slope stays."""

    @staticmethod
    def forward(ctx, a):
        return torch.floor(a * 1024.0) / 1024.0

    @staticmethod
    def backward(ctx, up):
        return up


class Clip(torch.autograd.Function):
    """Clips to 0..1. A unit beyond its range keeps a small gradient back into it."""

    @staticmethod
    def forward(ctx, z):
        ctx.save_for_backward(z)
        return z.clamp(0.0, 1.0)

    @staticmethod
    def backward(ctx, up):
        (z,) = ctx.saved_tensors
        low, high = z <= 0.0, z >= 1.0
        stays = (low & (up > 0.0)) | (high & (up < 0.0))
        up = torch.where(low | high, up * 0.1, up)
        return torch.where(stays, torch.zeros_like(up), up)


class Net:
    """One net in training form (src/model.rs)."""

    NAMES = ["residual", "shared", "bias", "dense", "dense_bias", "output", "output_bias"]

    def __init__(self, schema, width, device):
        self.schema, self.width, self.device = schema, width, device
        self.columns = (schema.rows + 1 + 63) // 64 * 64
        sharing = torch.zeros(self.columns, schema.shared)
        rows, shared = schema.shares["row"].astype(np.int64), schema.shares["shared"].astype(np.int64)
        sharing[torch.from_numpy(rows), torch.from_numpy(shared)] = torch.from_numpy(schema.shares["factor"].copy())
        self.sharing = sharing.to(device)
        self.points = torch.tensor(POINTS, device=device)

    def shapes(self):
        b, w = self.schema.buckets, self.width
        return {
            "residual": (self.schema.rows, w), "shared": (self.schema.shared, w), "bias": (w,),
            "dense": (b, HIDDEN, w), "dense_bias": (b, HIDDEN),
            "output": (b, OUTPUTS, 2 * HIDDEN), "output_bias": (b, OUTPUTS),
        }

    def set(self, values):
        for name, value in values.items():
            setattr(self, name, value.detach().to(self.device, torch.float32).clone().requires_grad_())
        return self

    def random(self, seed):
        draw = torch.Generator().manual_seed(seed)
        shapes = self.shapes()

        def uniform(shape, most):
            return (torch.rand(shape, generator=draw) * 2.0 - 1.0) * most

        b = self.schema.buckets
        one = uniform((1, HIDDEN, self.width), math.sqrt(4.0 / self.width))
        one_bias, one_output = uniform((1, HIDDEN), 0.1) + 0.4, uniform((1, OUTPUTS, 2 * HIDDEN), 0.3)
        return self.set({
            "residual": torch.zeros(shapes["residual"]), "shared": uniform(shapes["shared"], 0.35),
            "bias": uniform(shapes["bias"], 0.3) + 0.3,
            "dense": one.repeat(b, 1, 1), "dense_bias": one_bias.repeat(b, 1),
            "output": one_output.repeat(b, 1, 1),
            "output_bias": torch.tensor([[-3.0, 0.0, 1.2, 1.2, 0.0, -3.0]]).repeat(b, 1),
        })

    def parameters(self):
        return [getattr(self, name) for name in self.NAMES]

    def detached(self):
        return {name: getattr(self, name).detach().clone() for name in self.NAMES}

    def forward(self, rows, bucket, as_engine=True):
        """Logarithms of the six chances, and the sums and activations of the first layer."""
        kind = torch.float16 if rows.is_cuda else torch.float32
        columns = rows.masked_fill(rows < 0, self.schema.rows).long()
        inputs = torch.zeros(len(rows), self.columns, dtype=kind, device=rows.device)
        inputs.scatter_(1, columns, 1.0)
        pad = self.columns - self.schema.rows
        folded = torch.nn.functional.pad(self.residual, (0, 0, 0, pad)) + self.sharing @ self.shared
        sums = Product.apply(inputs, folded.to(kind)) + self.bias
        clipped = sums.clamp(0.0, 1.0)
        active = clipped * clipped
        if as_engine:
            active = Rounded.apply(active)
        dense = self.dense.reshape(-1, self.width).t()
        z = Product.apply(active.to(kind), dense.to(kind))
        # Every bucket is computed and one is taken: sorting positions by bucket would cost more.
        z = z.view(len(rows), self.schema.buckets, HIDDEN) + self.dense_bias
        z = z.gather(1, bucket.view(-1, 1, 1).expand(-1, 1, HIDDEN)).squeeze(1)
        c = Clip.apply(z)
        units = torch.cat([c, c * c], 1)
        logits = units @ self.output.reshape(-1, 2 * HIDDEN).t()
        logits = logits.view(len(rows), self.schema.buckets, OUTPUTS) + self.output_bias
        logits = logits.gather(1, bucket.view(-1, 1, 1).expand(-1, 1, OUTPUTS)).squeeze(1)
        return torch.log_softmax(logits, 1), sums, active

    def loss(self, batch, equity_part, sparse, pair_part=0.0):
        rows, bucket, target, weight = batch
        logs, sums, active = self.forward(rows, bucket)
        error = ((logs.exp() - target) * self.points).sum(1)
        each = -(target * logs).sum(1) + 0.5 * equity_part * error * error
        if pair_part > 0.0:
            each = each + pair_loss(error, pair_part)
        excess = (sums.abs() - SUM_LIMIT).clamp(min=0.0)
        each = each + 0.5 * PULL * (excess * excess).sum(1)
        loss = (weight * each).sum() / weight.sum()
        if sparse > 0.0:
            loss = loss + sparse * active.sum(1).mean()
        return loss

    @torch.no_grad()
    def measure(self, samples, as_engine=True, size=1 << 15):
        """Equity error, divergence, share of active pairs of units, and the largest sum either way."""
        total = torch.zeros(3, dtype=torch.float64, device=self.device)
        pairs, count, most = 0.0, 0, 0.0
        for start in range(0, samples.count, size):
            index = torch.arange(start, min(start + size, samples.count), device=self.device)
            rows, bucket, target, weight = samples.batch(index)
            logs, sums, active = self.forward(rows, bucket, as_engine)
            most = max(most, sums.abs().max().item())
            ratio = target * (target.clamp(min=1e-30).log() - logs.clamp(min=math.log(1e-9)))
            each = torch.where(target > 0.0, ratio, torch.zeros_like(ratio)).sum(1)
            error = ((logs.exp() - target) * self.points).sum(1)
            total += torch.stack([weight.sum(), (weight * each).sum(), (weight * error * error).sum()]).double()
            if count < 4:
                pairs += (active.view(len(rows), -1, 2).amax(2) > 0).float().mean().item()
                count += 1
        weight, divergence, squares = total.tolist()
        return math.sqrt(squares / weight), divergence / weight, pairs / max(count, 1), most


class Checkpoint:
    """A checkpoint of `train`, of which one net is replaced (src/checkpoint.rs)."""

    def __init__(self, path, schemas):
        with open(path, "rb") as file:
            data = file.read()
        if data[:8] != MAGIC:
            sys.exit(f"{path} is no checkpoint")
        self.games, at, self.nets = data[8:16], 16, []
        for rows, shared, buckets in schemas:
            (width,) = struct.unpack_from("<Q", data, at)
            head = HIDDEN * width + HIDDEN + 2 * HIDDEN * OUTPUTS + OUTPUTS
            size = 4 * ((rows + shared + 1) * width + buckets * head)
            self.nets.append((width, data[at + 8 : at + 8 + size]))
            at += 8 + size
        self.filter = data[at:]

    def net(self, schema):
        width, data = self.nets[schema.part]
        values, at = torch.from_numpy(np.frombuffer(data, "<f4").copy()), 0

        def take(*shape):
            nonlocal at
            at += math.prod(shape)
            return values[at - math.prod(shape) : at].view(shape)

        found = {
            "residual": take(schema.rows, width), "shared": take(schema.shared, width), "bias": take(width),
        }
        heads = [
            (take(HIDDEN, width), take(HIDDEN), take(OUTPUTS, 2 * HIDDEN), take(OUTPUTS))
            for _ in range(schema.buckets)
        ]
        for n, name in enumerate(Net.NAMES[3:]):
            found[name] = torch.stack([head[n] for head in heads])
        return width, found

    def replace(self, which, width, values):
        values = {name: value.detach().cpu().numpy() for name, value in values.items()}
        parts = [values[name].ravel() for name in Net.NAMES[:3]]
        for n in range(len(values["dense"])):
            parts += [values[name][n].ravel() for name in Net.NAMES[3:]]
        self.nets[which] = (width, np.concatenate(parts).astype("<f4").tobytes())

    def write(self, path):
        with open(path, "wb") as file:
            file.write(MAGIC + self.games)
            for width, data in self.nets:
                file.write(struct.pack("<Q", width) + data)
            file.write(self.filter)


class Fitter:
    def __init__(self, net, samples, options, total):
        self.net, self.samples, self.options, self.total = net, samples, options, total
        device = net.device
        self.rate = torch.tensor(0.0, device=device)
        self.index = torch.zeros(options.batch, dtype=torch.long, device=device)
        residual, rest = net.parameters()[:1], net.parameters()[1:]
        groups = [{"params": residual, "weight_decay": options.decay}, {"params": rest, "weight_decay": 0.0}]
        cuda = device.type == "cuda"
        self.adam = torch.optim.AdamW(
            groups, lr=self.rate if cuda else 0.0, betas=BETAS, eps=1e-8, fused=cuda, capturable=cuda)
        self.average = [p.detach().clone() for p in net.parameters()]
        self.sum, self.graph, self.done = torch.zeros((), device=device), None, 0

    def plain_step(self):
        for p in self.net.parameters():
            p.grad = None
        loss = self.net.loss(self.samples.batch(self.index), self.options.equity, self.options.sparse,
                             self.options.pairs)
        (loss * SCALE).backward()
        torch._foreach_mul_([p.grad for p in self.net.parameters()], 1.0 / SCALE)
        self.adam.step()
        self.sum += loss.detach()

    def capture(self):
        """Records a step, so that repeating it costs no time on the host. The state of the fit does not change."""
        kept = [p.detach().clone() for p in self.net.parameters()]
        moments = [[value.clone() for value in state.values()] for state in self.adam.state.values()]
        self.rate.zero_()
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.plain_step()
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.plain_step()
        self.restart(kept, moments)

    def restart(self, values, moments=()):
        with torch.no_grad():
            for p, value in zip(self.net.parameters(), values):
                p.copy_(value)
            for n, state in enumerate(self.adam.state.values()):
                for k, value in enumerate(state.values()):
                    value.copy_(moments[n][k]) if moments else value.zero_()
        self.sum.zero_()

    def resume(self, state):
        self.adam.load_state_dict(state["adam"])
        self.average, self.done, self.total = state["average"], state["done"], state["total"]
        self.restart(state["values"], [list(of.values()) for of in self.adam.state.values()])

    def step(self, index):
        x = self.done / self.total
        rate = self.options.rate * (0.01 + 0.99 * 0.5 * (1.0 + math.cos(math.pi * x)))
        rate *= min(1.0, (self.done + 1) / max(1.0, self.options.warm))
        self.index.copy_(index)
        if self.net.device.type == "cuda":
            if self.graph is None:
                self.capture()
            self.rate.fill_(rate)
            self.graph.replay()
        else:
            for group in self.adam.param_groups:
                group["lr"] = rate
            self.plain_step()
        self.done += 1
        if self.done % AVERAGE_EVERY == 0:
            over = max(20.0, self.total * self.options.average)
            decay = min(max(0.0, 1.0 - AVERAGE_EVERY / over), 1.0 - 2.0 / (self.done / AVERAGE_EVERY + 2.0))
            torch._foreach_lerp_(self.average, [p.detach() for p in self.net.parameters()], 1.0 - decay)

    def pace(self):
        """Seconds a step, measured without learning."""
        self.capture()
        torch.cuda.synchronize()
        began = time.time()
        for _ in range(50):
            self.graph.replay()
        torch.cuda.synchronize()
        pace = (time.time() - began) / 50
        self.restart(self.average)
        return pace

    def averaged(self):
        return dict(zip(Net.NAMES, self.average))

    def state(self):
        return {"done": self.done, "total": self.total, "average": self.average, "adam": self.adam.state_dict(),
                "values": [p.detach() for p in self.net.parameters()]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", help="files of `train slots`")
    parser.add_argument("--base", required=True, help="checkpoint whose other nets are kept")
    parser.add_argument("--from", dest="start", help="checkpoint to start from; another width starts from random weights")
    parser.add_argument("--width", type=int, default=1024, help="units of the first layer")
    parser.add_argument("--passes", type=float, default=10.0, help="passes over the data")
    parser.add_argument("--seconds", type=float, default=0.0, help="as many passes as take this long instead")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=1.5e-3, help="falls to a hundredth along a cosine")
    parser.add_argument("--warm", type=float, default=200, help="steps in which the rate rises from 0")
    parser.add_argument("--average", type=float, default=1 / 16, help="share of the steps that the average remembers")
    parser.add_argument("--equity", type=float, default=0.5, help="weight of the squared equity error")
    parser.add_argument("--sparse", type=float, default=0.0, help="penalty on the first layer's activations")
    parser.add_argument("--pairs", type=float, default=0.0,
                        help="weight of the squared difference of the equity errors of neighbors, mostly plays of one roll")
    parser.add_argument("--decay", type=float, default=RESIDUAL_DECAY, help="decay of residuals")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held", action="append", default=[], help="file to measure on; may be repeated")
    parser.add_argument("--state", help="file to keep the state in, and to continue from if it exists")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--measure", action="store_true", help="only measure, in plain arithmetic")
    parser.add_argument("--out", help="the checkpoint to write")
    options = parser.parse_args()

    device = torch.device(options.device)
    start = time.time()

    def say(text):
        print(f"{time.time() - start:6.1f} s  {text}", flush=True)

    schema = Schema(options.data[0])
    base = Checkpoint(options.base, schema.sizes)
    net = Net(schema, options.width, device).random(options.seed)
    if options.start:
        width, values = Checkpoint(options.start, schema.sizes).net(schema)
        if width == options.width:
            net.set(values)
            say(f"continues {options.start}")
    held = {path: Samples(schema, [path], device) for path in options.held}

    def measured(name, values):
        probe = Net(schema, options.width, device).set(values)
        for path, samples in held.items():
            error, divergence, pairs, most = probe.measure(samples, as_engine=not options.measure)
            say(f"{name} on {path}: equity error {error:.5f}, divergence {divergence:.6f}, "
                f"active pairs {pairs:.3f}, sums up to {most:.1f}")

    if options.measure:
        measured("plain", net.detached())
        return
    measured("start", net.detached())
    samples = Samples(schema, options.data, device)
    say(f"{samples.count} positions")
    order = torch.Generator(device=device).manual_seed(options.seed)

    def batches():
        step = 2 if options.pairs > 0.0 else 1
        size, passed = options.batch // step, 0
        while True:
            mixed = torch.randperm(samples.count // step - step + 1, generator=order, device=device)
            for at in range(0, len(mixed) - size + 1, size):
                index = mixed[at : at + size]
                if step == 2:
                    # Pairs begin at even and odd positions in turn.
                    index = (2 * index + passed % 2).view(-1, 1) + torch.arange(2, device=device)
                yield index.view(-1)
            passed += 1

    total = max(1, int(options.passes * samples.count / options.batch))
    fitter = Fitter(net, samples, options, total)
    source = batches()
    if options.state and os.path.exists(options.state):
        fitter.resume(torch.load(options.state, map_location=device))
        total = fitter.total
        for _ in range(fitter.done):
            next(source)
        say(f"resumes at step {fitter.done} of {total}")
    elif options.seconds > 0.0:
        pace = fitter.pace()
        fitter.total = total = max(1, int(options.seconds / pace))
        passes = total * options.batch / samples.count
        say(f"{pace * 1e3:.3f} ms a step of {options.batch}, {total} steps, {passes:.1f} passes")
    report, reported = max(1, total // 8), fitter.done
    while fitter.done < total:
        fitter.step(next(source))
        if fitter.done % report == 0 or fitter.done == total:
            loss, reported = fitter.sum.item() / (fitter.done - reported), fitter.done
            fitter.sum.zero_()
            say(f"step {fitter.done} of {total}: loss {loss:.6f}")
            measured("average", fitter.averaged())
            base.replace(schema.part, options.width, fitter.averaged())
            base.write(options.out)
            if options.state:
                torch.save(fitter.state(), options.state)
    base.write(options.out)
    say(f"wrote {options.out}")


if __name__ == "__main__":
    main()
