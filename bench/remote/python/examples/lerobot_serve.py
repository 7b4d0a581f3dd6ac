#!/usr/bin/env python3
"""A policy that LeRobot has trained on our export, behind openpi's protocol, for `counterpoise eval --remote`.

    lerobot_serve.py PRETRAINED_MODEL PORT [EXECUTE]

LeRobot 0.4.4 or 0.6.1. EXECUTE is the number of actions of a chunk between two questions, else the policy's own.
"""

import sys

import numpy as np
import torch
from counterpoise.serve import serve
from lerobot.configs.policies import PreTrainedConfig
from lerobot.policies.factory import get_policy_class, make_pre_post_processors

path, port = sys.argv[1], int(sys.argv[2])
config = PreTrainedConfig.from_pretrained(path)
model = get_policy_class(config.type).from_pretrained(path).eval()
before, after = make_pre_post_processors(config, pretrained_path=path)


def scaled(picture, m):
    """A picture [n, n, 3] with m pixels a side, each the mean of its area, as `demos convert --size` scales."""
    n = len(picture)
    i, j = np.arange(n), np.arange(m)[:, None]
    share = np.clip(np.minimum((i + 1) * m, (j + 1) * n) - np.maximum(i * m, j * n), 0, None) / n
    return np.floor(np.einsum("yi,xk,ikc->yxc", share, share, picture, optimize=True) + 0.5)


@torch.no_grad()
def act(observation):
    """A chunk of actions [n, 7]."""
    batch = {"observation.state": torch.from_numpy(observation["agent_pos"])[None], "task": [""]}
    for key, feature in config.image_features.items():
        picture = scaled(observation["pixels"][key.split(".")[-1]], feature.shape[-1])
        batch[key] = torch.from_numpy(picture / 255).float().permute(2, 0, 1)[None]
    return after(model.predict_action_chunk(before(batch))[0]).numpy()


execute = int(sys.argv[3]) if len(sys.argv) > 3 else config.n_action_steps
serve(
    act, port, metadata={"lerobot": config.type, "policy": path, "execute": execute},
    ready=lambda p: print(f"ws://127.0.0.1:{p}", flush=True),
)
