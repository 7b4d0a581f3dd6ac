"""Prints how many frames a second torch trains, after two steps that don't count.

    torch_training.py mlp|transformer|flow|cnn

The networks are those of policies/network with torch's own modules: 256 hidden units, chunks of 8 actions of 7 numbers.
A step draws a batch from data in memory, computes squared errors, their gradient and Adam.
"""

import math
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
            angle = t * math.pi * 2.0 ** torch.arange(6)
            fourier = torch.cat([angle.sin(), angle.cos()], 1)
            q = q + self.action(noisy.unflatten(1, (CHUNK, ACTION))) + self.time(fourier)[:, None]
        return self.last(self.decoder(q, self.norm(z))).flatten(1)


class CNN(nn.Module):
    def __init__(self):
        super().__init__()
        tower = lambda: nn.Sequential(
            nn.Conv2d(3, 16, 8, 4), nn.ReLU(), nn.Conv2d(16, 32, 4, 2), nn.ReLU(), nn.Conv2d(32, 32, 3)
        )
        self.static, self.gripper, self.mlp = tower(), tower(), perceptron(FEATURES + 4 * 32)

    def forward(self, x, static, gripper):
        return self.mlp(torch.cat([expected(self.static(static)), expected(self.gripper(gripper)), x], 1))


def expected(maps):
    """Returns the expected positions of maps under a softmax over their pixels."""
    h, w = maps.shape[2:]
    p = maps.flatten(2).softmax(-1).unflatten(-1, (h, w))
    y, x = torch.linspace(-1, 1, h), torch.linspace(-1, 1, w)
    return torch.cat([(p.sum(3) * y).sum(2), (p.sum(2) * x).sum(2)], 1)


def main(work):
    torch.manual_seed(1)
    net = {"mlp": MLP, "cnn": CNN}.get(work, lambda: Transformer(work == "flow"))()
    batch, steps, frames = (32, 40, 256) if work == "cnn" else (256, 60, 4096)
    steps = 1000 if work == "mlp" else steps
    x, y = torch.randn(frames, FEATURES), torch.randn(frames, CHUNK * ACTION)
    pictures = [torch.rand(frames, 3, 100, 100), torch.rand(frames, 3, 84, 84)] if work == "cnn" else []
    adam = torch.optim.Adam(net.parameters(), 1e-3)
    for step in range(steps + 2):
        if step == 2:
            start = time.process_time()
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
    print(batch * steps / (time.process_time() - start))


main(sys.argv[1])
