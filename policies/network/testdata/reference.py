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
HEADS = {
    "squared": (squared, 1),
    "gaussian": (gaussian, 2),
    "bins": (bins, 17),
    "flow": (flow, 1),
    "diffusion": (diffusion, 1),
}


def head(name):
    loss, each = HEADS[name]
    out = fill(3, 1.0, ROWS, each * COMPONENTS).requires_grad_()
    rows = loss(out)
    rows.sum().backward()
    result = {"rows": rows.tolist(), "gradient": out.grad[0, : 2 * each].tolist()}
    if name in NOISED:
        result["noised"] = NOISED[name][:, :3].flatten().tolist()
    return result



class Parameters:
    """Hands out parameters in the order of the network's Dims, each filled with its number as tag."""

    def __init__(self):
        self.all = []

    def __call__(self, *dims):
        self.all.append(fill(10 + len(self.all), 0.5, *dims).requires_grad_())
        return self.all[-1]


FEATURES, HIDDEN = 5, 32
WIDTH, ATTENTION_HEADS = 8, 4
X = fill(4, 1.0, ROWS, FEATURES)
relu, layer_norm = torch.relu, torch.nn.functional.layer_norm


def block(p, x, memory=None):
    h = layer_norm(x, (WIDTH,), p(WIDTH), p(WIDTH))
    attended = h if memory is None else torch.cat([memory, h], 1)
    q = h @ p(WIDTH, WIDTH) + p(WIDTH)
    kv = attended @ p(WIDTH, 2 * WIDTH) + p(2 * WIDTH)
    split = lambda v: v.unflatten(-1, (ATTENTION_HEADS, -1)).transpose(1, 2)
    mixed = torch.nn.functional.scaled_dot_product_attention(split(q), split(kv[..., :WIDTH]), split(kv[..., WIDTH:]))
    x = x + mixed.transpose(1, 2).flatten(2) @ p(WIDTH, WIDTH) + p(WIDTH)
    h = layer_norm(x, (WIDTH,), p(WIDTH), p(WIDTH))
    return x + relu(h @ p(WIDTH, HIDDEN) + p(HIDDEN)) @ p(HIDDEN, WIDTH) + p(WIDTH)


def encode(p, x):
    for _ in range(2):
        x = block(p, x)
    return layer_norm(x, (WIDTH,), p(WIDTH), p(WIDTH))


def decode(p, memory, head, each):
    q = p(2, WIDTH).expand(ROWS, 2, WIDTH)
    if head in NOISED:
        q = q + NOISED[head].reshape(ROWS, 2, 7) @ p(7, WIDTH)
        angles = TIME * math.pi * 2 ** torch.arange(6)
        q = q + (torch.stack([angles.sin(), angles.cos()], -1).flatten(1) @ p(12, WIDTH))[:, None]
    q = block(p, q, memory)
    return (layer_norm(q, (WIDTH,), p(WIDTH), p(WIDTH)) @ p(WIDTH, 7 * each) + p(7 * each)).flatten(1)


def transformer(p, head, each):
    groups = [[0, 1], [2], [3, 4]]
    w, b = p(3, 2, WIDTH), p(3, WIDTH)
    tokens = [X[:, of] @ w[g, : len(of)] + b[g] for g, of in enumerate(groups)]
    return decode(p, encode(p, torch.stack(tokens, 1)), head, each)


# Pictures in patches: [rows, patches, values] for the static camera, then for the gripper camera.
def pictures(sides, values):
    static, gripper = [side * side for side in sides]
    all = fill(6, 0.5, ROWS, static * values[0] + gripper * values[1])
    return [
        all[:, : static * values[0]].reshape(ROWS, static, values[0]),
        all[:, static * values[0] :].reshape(ROWS, gripper, values[1]),
    ]


def vit(p, head, each):
    tokens = [x @ p(x.shape[2], WIDTH) + p(x.shape[1], WIDTH) for x in pictures((10, 7), (300, 432))]
    robot = p(64, WIDTH)[:FEATURES]
    tokens.append((X @ robot + p(WIDTH))[:, None])
    return decode(p, encode(p, torch.cat(tokens, 1)), head, each)


def spatial_softmax(x):  # x [rows, maps, side, side]
    s = torch.softmax(x.flatten(2), 2).unflatten(2, x.shape[2:])
    at = torch.linspace(-1, 1, x.shape[3])
    return torch.cat([(s.sum(2) * at).sum(2), (s.sum(3) * at).sum(2)], 1)


def cnn(p, head, each):
    inputs = []
    for x, side in zip(pictures((25, 21), (48, 48)), (25, 21)):
        x = x.unflatten(1, (side, side)).permute(0, 3, 1, 2)
        # Blocks of 4x4 pixels [y, x, channel] become the picture, and 2x2 blocks of the kernel one of 8x8 pixels.
        x = torch.nn.functional.pixel_shuffle(x.unflatten(1, (4, 4, 3)).permute(0, 3, 1, 2, 4, 5).flatten(1, 3), 4)
        w = p(2, 2, 48, 16).unflatten(2, (4, 4, 3)).permute(5, 4, 0, 2, 1, 3).reshape(16, 3, 8, 8)
        x = relu(torch.nn.functional.conv2d(x, w, p(16), stride=4))
        x = relu(torch.nn.functional.conv2d(x, p(4, 4, 16, 32).permute(3, 2, 0, 1), p(32), stride=2))
        x = torch.nn.functional.conv2d(x, p(3, 3, 32, 32).permute(3, 2, 0, 1), p(32))
        inputs.append(spatial_softmax(x))
    return perceptron(p, inputs, head, each)


def perceptron(p, inputs, head, each):
    inputs += [X, torch.zeros(ROWS, 64 - FEATURES)]
    if head in NOISED:
        inputs += [NOISED[head], torch.zeros(ROWS, 64 - COMPONENTS), TIME, torch.zeros(ROWS, 63)]
    x = torch.cat(inputs, 1)
    h = relu(x @ p(x.shape[1], HIDDEN) + p(HIDDEN))
    h = relu(h @ p(HIDDEN, HIDDEN) + p(HIDDEN))
    out = math.ceil(each * COMPONENTS / 64) * 64
    return (h @ p(HIDDEN, out) + p(out))[:, : each * COMPONENTS]


def mlp(p, head, each):
    return perceptron(p, [], head, each)


def resnet18(p, head, each):
    """torchvision's resnet18 (BasicBlock, [2, 2, 2, 2]) with GroupNorm, 8 maps in the first stage."""

    def norm_conv(x, k, to, stride):
        w = p(k, k, x.shape[1], to).permute(3, 2, 0, 1)
        x = torch.nn.functional.conv2d(x, w, stride=stride, padding=k // 2)
        return torch.nn.functional.group_norm(x, max(1, to // 16), p(to), p(to))

    inputs = []
    for x, side in zip(pictures((200, 84), (3, 3)), (200, 84)):
        h = norm_conv(x.unflatten(1, (side, side)).permute(0, 3, 1, 2), 7, 8, 2)
        h = torch.nn.functional.max_pool2d(relu(h), 3, stride=2, padding=1)
        for to, stride in ((8, 1), (8, 1), (16, 2), (16, 1), (32, 2), (32, 1), (64, 2), (64, 1)):
            y = norm_conv(relu(norm_conv(h, 3, to, stride)), 3, to, 1)
            h = relu(y + (h if stride == 1 else norm_conv(h, 1, to, stride)))
        h = torch.nn.functional.conv2d(h, p(1, 1, 64, 32).permute(3, 2, 0, 1), p(32))
        inputs.append(spatial_softmax(h))
    return perceptron(p, inputs, head, each)


NETWORKS = {"mlp": mlp, "transformer": transformer, "vit": vit, "cnn": cnn, "resnet18": resnet18}


def network(name, head):
    p = Parameters()
    loss, each = HEADS[head]
    rows = loss(NETWORKS[name](p, head, each))
    rows.sum().backward()
    return {
        "network": name,
        "head": head,
        "rows": rows.tolist(),
        # of each parameter, the sum of its gradient times fill
        "gradients": [(v.grad * fill(5, 1.0, *v.shape)).sum().item() for v in p.all],
    }


if __name__ == "__main__":
    reference = {
        "torch": torch.__version__,
        "heads": {name: head(name) for name in HEADS},
        "networks": [network(name, head) for name in NETWORKS for head in ("gaussian", "flow")],
    }
    print(json.dumps(reference, indent=1))
