#!/usr/bin/env python3
"""Serves a policy that lerobot-train has kept, for `counterpoise eval --remote`. LeRobot 0.4.4 and 0.6.1.

    serve_lerobot.py CHECKPOINT/pretrained_model [PORT]

The policy is any that answers with a chunk of actions for one observation; n_action_steps of them are executed.
"""

import sys

import torch
from lerobot.configs.policies import PreTrainedConfig
from lerobot.policies.factory import get_policy_class, make_pre_post_processors

from counterpoise.serve import serve

SOURCES = {"observation.images.static": "static", "observation.images.ego": "gripper"}

path, port = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8000
config = PreTrainedConfig.from_pretrained(path)
policy = get_policy_class(config.type).from_pretrained(path, config=config)
before, after = make_pre_post_processors(config, path)


def act(observation):
    """Chunks of actions (b, n, 7) for b observations."""
    batch = {"observation.state": torch.tensor(observation["agent_pos"])}
    for name, picture in observation["pixels"].items():
        batch[f"observation.images.{name}"] = torch.tensor(picture).permute(0, 3, 1, 2) / 255
    return after(policy.predict_action_chunk(before(batch)))[:, : config.n_action_steps]


# Pictures in the size that the policy was trained on, scaled as demos convert --size scales them.
sizes = {key: feature.shape[-1] for key, feature in config.image_features.items()}
observes = ["observation.state=robot", *(f"{key}={SOURCES[key]}:{size}" for key, size in sizes.items())]
serve(act, port, metadata={"name": path, "batch": 64, "observes": observes},
      ready=lambda port: print(f"ws://127.0.0.1:{port}", flush=True))
