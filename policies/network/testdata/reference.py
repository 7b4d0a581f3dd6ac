"""Losses and gradients of heads and networks, computed by torch in float64: the reference of reference_test.go.

    python reference.py > reference.json

Inputs are no random numbers but the values of fill below, which the test computes as well. Every equation is written
out here from its source, with torch's own functions where it has them; nothing is translated from the Go code.
"""

import json
import math

import torch

torch.set_default_dtype(torch.float64)


def fill(tag, scale, *dims):
    """Returns scale sin(1 + tag + 0.7 i + 0.01 i²) for element i, in rows."""
    i = torch.arange(math.prod(dims), dtype=torch.float64)
    return (scale * torch.sin(1 + tag + 0.7 * i + 0.01 * i * i)).reshape(dims)


ROWS, COMPONENTS = 3, 14  # two actions of seven components
Y = fill(1, 0.8, ROWS, COMPONENTS)
NOISE = fill(2, 1.5, ROWS, COMPONENTS)
TIME = torch.tensor([[0.1], [0.5], [0.9]])
PER_ACTION = 7 / COMPONENTS


def squared(out):
    return torch.nn.functional.mse_loss(out, Y, reduction="none").mean(1)


def gaussian(out):
    out = out.reshape(ROWS, COMPONENTS, 2)
    low, high = math.log(0.02), math.log(1.0)
    sigma = torch.exp(low + (high - low) * torch.sigmoid(out[..., 1]))
    return -PER_ACTION * torch.distributions.Normal(out[..., 0], sigma).log_prob(Y).sum(1)


def bins(out):
    out = out.reshape(ROWS, COMPONENTS, 17)
    nearest = (Y[..., None] - torch.linspace(-1, 1, 17)).abs().argmin(-1)
    return PER_ACTION * torch.nn.functional.cross_entropy(out.transpose(1, 2), nearest, reduction="none").sum(1)


def flow(out):
    return ((out - (Y - NOISE)) ** 2).mean(1)


def diffusion(out):
    return ((out - NOISE) ** 2).mean(1)


# What the network is given of the actions: x_t of flow matching and of diffusion.
ANGLE = TIME * math.acos(0.02)
NOISED = {
    "flow": (1 - TIME) * NOISE + TIME * Y,
    "diffusion": torch.cos(ANGLE) * Y + torch.sin(ANGLE) * NOISE,
}
HEADS = {"squared": (squared, 1), "gaussian": (gaussian, 2), "bins": (bins, 17), "flow": (flow, 1), "diffusion": (diffusion, 1)}


def head(name):
    loss, each = HEADS[name]
    out = fill(3, 1.0, ROWS, each * COMPONENTS).requires_grad_()
    rows = loss(out)
    rows.sum().backward()
    result = {"rows": rows.tolist(), "gradient": out.grad[0, : 2 * each].tolist()}
    if name in NOISED:
        result["noised"] = NOISED[name][:, :3].flatten().tolist()
    return result


if __name__ == "__main__":
    print(json.dumps({"torch": torch.__version__, "heads": {name: head(name) for name in HEADS}}, indent=1))
