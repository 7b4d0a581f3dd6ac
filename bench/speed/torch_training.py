"""Prints how many frames a second torch trains, after two steps that don't count.

    torch_training.py mlp|transformer|flow|cnn|resnet18 [DEVICE]

The networks are those of policies/network with torch's own modules: 256 hidden units, chunks of 8 actions of 7 numbers.
A step draws a batch from data in memory, computes squared errors, their gradient and Adam. DEVICE is cpu, whose seconds
are those of the processor, or cuda, where data and networks are on the card, seconds are those of the clock, and the
figure is the median of five.
"""

import math
import statistics
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

FEATURES, CHUNK, ACTION, HIDDEN, WIDTH, HEADS = 16, 8, 7, 256, 64, 4


def perceptron(inputs):
    return nn.Sequential(
        nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, CHUNK * ACTION)
    )


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = perceptron(FEATURES)

    def forward(self, x):
        return self.net(x)


class Block(nn.Module):
    """A pre-norm block whose tokens attend to a memory and to each other."""

    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.q, self.kv, self.out = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, WIDTH))

    def forward(self, x, memory=None):
        h = self.norm1(x)
        seen = h if memory is None else torch.cat([memory, h], 1)
        heads = lambda t: t.unflatten(-1, (HEADS, -1)).transpose(1, 2)
        k, v = self.kv(seen).chunk(2, -1)
        mixed = F.scaled_dot_product_attention(heads(self.q(h)), heads(k), heads(v))
        x = x + self.out(mixed.transpose(1, 2).flatten(2))
        return x + self.mlp(self.norm2(x))


class Transformer(nn.Module):
    def __init__(self, generative):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(FEATURES, WIDTH))
        self.bias = nn.Parameter(torch.randn(FEATURES, WIDTH))
        self.queries = nn.Parameter(torch.randn(CHUNK, WIDTH))
        self.encoder = nn.ModuleList([Block(), Block()])
        self.decoder = Block()
        self.norm, self.last = nn.LayerNorm(WIDTH), nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, ACTION))
        if generative:
            self.action, self.time = nn.Linear(ACTION, WIDTH), nn.Linear(12, WIDTH)

    def forward(self, x, noisy=None, t=None):
        z = x[..., None] * self.weight + self.bias
        for block in self.encoder:
            z = block(z)
        q = self.queries.expand(len(x), -1, -1)
        if noisy is not None:
            angle = t * math.pi * 2.0 ** torch.arange(6, device=t.device)
            fourier = torch.cat([angle.sin(), angle.cos()], 1)
            q = q + self.action(noisy.unflatten(1, (CHUNK, ACTION))) + self.time(fourier)[:, None]
        return self.last(self.decoder(q, self.norm(z))).flatten(1)


class CNN(nn.Module):
    """Reads each picture by a tower of convolutions, cnn's or that of a subclass."""

    def tower(self):
        return nn.Sequential(
            nn.Conv2d(3, 16, 8, 4), nn.ReLU(), nn.Conv2d(16, 32, 4, 2), nn.ReLU(), nn.Conv2d(32, 32, 3)
        )

    def __init__(self):
        super().__init__()
        tower = self.tower
        self.static, self.gripper, self.mlp = tower(), tower(), perceptron(FEATURES + 4 * 32)

    def forward(self, x, static, gripper):
        return self.mlp(torch.cat([expected(self.static(static)), expected(self.gripper(gripper)), x], 1))


def normalised(inputs, maps, kernel, stride):
    """A convolution without bias, and group normalisation of 16 maps each."""
    return nn.Sequential(
        nn.Conv2d(inputs, maps, kernel, stride, kernel // 2, bias=False), nn.GroupNorm(max(1, maps // 16), maps)
    )


class Residual(nn.Module):
    def __init__(self, inputs, maps, stride):
        super().__init__()
        self.first, self.second = normalised(inputs, maps, 3, stride), normalised(maps, maps, 3, 1)
        self.shortcut = normalised(inputs, maps, 1, stride) if stride > 1 else nn.Identity()

    def forward(self, x):
        return F.relu(self.second(F.relu(self.first(x))) + self.shortcut(x))


class ResNet18(CNN):
    def tower(self):
        blocks, inputs = [], 64
        for maps in (64, 128, 256, 512):
            blocks += [Residual(inputs, maps, 1 if maps == 64 else 2), Residual(maps, maps, 1)]
            inputs = maps
        head = [normalised(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
        return nn.Sequential(*head, *blocks, nn.Conv2d(512, 32, 1))


def expected(maps):
    """Returns the expected positions of maps under a softmax over their pixels."""
    h, w = maps.shape[2:]
    p = maps.flatten(2).softmax(-1).unflatten(-1, (h, w))
    y, x = (torch.linspace(-1, 1, side, device=maps.device) for side in (h, w))
    return torch.cat([(p.sum(3) * y).sum(2), (p.sum(2) * x).sum(2)], 1)


# Side of the static camera's picture, frames of a batch, steps, frames in memory.
SIZES = {"mlp": (0, 256, 1000, 4096), "cnn": (100, 32, 40, 256), "resnet18": (200, 32, 40, 256)}


def main(work, device="cpu"):
    torch.manual_seed(1)
    net = {"mlp": MLP, "cnn": CNN, "resnet18": ResNet18}.get(work, lambda: Transformer(work == "flow"))().to(device)
    side, batch, steps, frames = SIZES.get(work, (0, 256, 60, 4096))
    rounds = 1
    if device == "cuda":
        steps, rounds = max(steps, 200), 5
    torch.set_default_device(device)
    x, y = torch.randn(frames, FEATURES), torch.randn(frames, CHUNK * ACTION)
    pictures = [torch.rand(frames, 3, side, side), torch.rand(frames, 3, 84, 84)] if side else []
    adam = torch.optim.Adam(net.parameters(), 1e-3)

    def step():
        i = torch.randint(frames, (batch,))
        target, inputs = y[i], [x[i]] + [p[i] for p in pictures]
        if work == "flow":
            t, noise = torch.rand(batch, 1), torch.randn(batch, CHUNK * ACTION)
            inputs += [(1 - t) * noise + t * target, t]
            target = target - noise
        loss = F.mse_loss(net(*inputs), target)
        adam.zero_grad()
        loss.backward()
        adam.step()

    step(), step()
    rates = []
    for _ in range(rounds):
        start = now(device)
        for _ in range(steps):
            step()
        rates.append(batch * steps / (now(device) - start))
    print(statistics.median(rates))


def now(device):
    """Returns the seconds of the processor, or of the clock once a card has done all that it was asked."""
    if device == "cpu":
        return time.process_time()
    torch.cuda.synchronize()
    return time.perf_counter()


main(*sys.argv[1:])
