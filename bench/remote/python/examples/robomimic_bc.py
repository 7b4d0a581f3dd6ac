#!/usr/bin/env python3
"""robomimic's behaviour cloning on demonstrations of Counterpoise, and its success in the simulator.

    robomimic_bc.py [--demos 30] [--epochs 100] [--rollouts 20] [--out runs/robomimic]

It takes robomimic (0.3.0 is on PyPI) beside the package counterpoise.
"""

import argparse
import glob
import subprocess
from pathlib import Path

import counterpoise
import gymnasium
import numpy as np
import robomimic.scripts.train
import robomimic.utils.file_utils as files
import torch
from robomimic.config import config_factory


def train(data, out, epochs):
    """Trains BC on the state of robot and scene, and returns the last checkpoint's file."""
    c = config_factory("bc")
    with c.unlocked():
        c.experiment.name, c.train.output_dir = "bc", str(out)
        c.experiment.rollout.enabled = False  # robomimic's rollouts know the environments of robosuite
        c.experiment.logging.log_tb = c.experiment.logging.terminal_output_to_txt = False
        c.experiment.save.enabled, c.experiment.save.every_n_epochs = True, epochs
        c.experiment.epoch_every_n_steps = 100
        c.train.data, c.train.num_epochs, c.train.batch_size, c.train.cuda = str(data), epochs, 64, False
        c.train.hdf5_filter_key = "train"  # or the name of a behaviour
        c.train.num_data_workers = 0
        c.observation.modalities.obs.low_dim = ["robot_obs", "scene_obs"]
        # robomimic 0.3.0 normalises observations of batches of one alone, so they stay as they are.
        c.train.hdf5_normalize_obs = False
    c.lock()
    robomimic.scripts.train.train(c, device=torch.device("cpu"))
    return max(glob.glob(f"{out}/bc/*/models/model_epoch_*.pth"), key=lambda f: Path(f).stat().st_mtime)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--demos", type=int, default=30, help="demonstrations of each behaviour")
    arguments.add_argument("--epochs", type=int, default=100, help="of 100 gradient steps")
    arguments.add_argument("--rollouts", type=int, default=20, help="of each behaviour")
    arguments.add_argument("--out", type=Path, default=Path("runs/robomimic"))
    a = arguments.parse_args()
    data = a.out / "picking.hdf5"
    if not data.exists():
        recipe = f"left={a.demos},middle={a.demos},right={a.demos}"
        subprocess.run(
            [*counterpoise.find_program(), "demos", "generate", "picking", recipe, "--format", "robomimic", "--out",
             data], check=True,
        )
    policy, _ = files.policy_from_checkpoint(ckpt_path=train(data, a.out, a.epochs), device=torch.device("cpu"))
    env, success = gymnasium.make("counterpoise/picking-v0"), {}
    for seed in range(3 * a.rollouts):  # left, middle, right in turn
        observation, info = env.reset(seed=seed)
        policy.start_episode()
        ended = False
        while not ended:
            action = policy(
                {"robot_obs": observation["agent_pos"], "scene_obs": observation["environment_state"]}
            )
            observation, _, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        success.setdefault(info["behaviour"], []).append(info["is_success"])
    env.close()
    for behaviour, ends in success.items():
        print(f"{behaviour}: {np.sum(ends)} of {len(ends)}")


if __name__ == "__main__":
    main()
