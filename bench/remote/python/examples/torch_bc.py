#!/usr/bin/env python3
"""A training loop of your own, in torch: does it help to draw frames by the weights of `weigh --known`?

    torch_bc.py [--recipe "opening slider=20,drawer=20,slider:erratic=10,drawer:erratic=10"] [--known 0,1,20,21]
                [--seeds 1-10] [--steps 250] [--rollouts 30] [--out runs/torch]

Each seed is a trial: demonstrations, weights, a training of each policy and the states that rollouts start from are its
own. The policies are one network of one first state, which draws frames as they are (natural), by the weights
(resemblance), from the half of the demonstrations that has the larger weights (better half), or from the optimal ones
alone (left out). OUT/rollouts.csv has the outcomes, and `counterpoise stats compare` tests them. Trials that the file
has already are not made again.

It takes torch and h5py beside the package counterpoise.
"""

import argparse
import csv
import subprocess
from pathlib import Path

import gymnasium
import h5py
import numpy as np
import torch

import counterpoise

CHUNK, EXECUTED = 8, 4  # actions that the network predicts, and those that are executed before it is asked again
BEHAVIOURS = {"opening": 2, "picking": 3}


def read(data, frame_weights):
    """Observations (n, 39), the actions from each frame on (n, CHUNK, 7), and the weight of each frame (n)."""
    observations, actions, weights = [], [], []
    with h5py.File(data) as file:
        for i, weight in enumerate(frame_weights):
            demo = file[f"data/demo_{i}"]
            observations.append(np.concatenate([demo["obs/robot_obs"], demo["obs/scene_obs"]], axis=1))
            ahead = np.arange(len(demo["actions"]))[:, None] + np.arange(CHUNK)
            actions.append(demo["actions"][:][ahead.clip(max=len(ahead) - 1)])  # the last action is repeated
            weights.append(np.full(len(ahead), weight))
    return [torch.tensor(np.concatenate(a), dtype=torch.float32) for a in (observations, actions, weights)]


def train(observations, actions, weights, seed, steps):
    """Behaviour cloning: squared error, frames drawn by their weights. Returns the policy as a function."""
    torch.manual_seed(seed)
    middle, spread = observations.mean(0), observations.std(0).clamp(min=0.01)
    network = torch.nn.Sequential(
        torch.nn.Linear(observations.shape[1], 256), torch.nn.ReLU(),
        torch.nn.Linear(256, 256), torch.nn.ReLU(),
        torch.nn.Linear(256, CHUNK * 7),
    )
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        rows = torch.multinomial(weights, 256, replacement=True)
        predicted = network((observations[rows] - middle) / spread).view(-1, CHUNK, 7)
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(predicted, actions[rows]).backward()
        optimizer.step()
        schedule.step()

    @torch.no_grad()
    def policy(observation):
        state = np.concatenate([observation["agent_pos"], observation["environment_state"]], axis=1)
        return network((torch.tensor(state) - middle) / spread).view(-1, CHUNK, 7).numpy()

    return policy


def rollouts(policy, task, count, trial):
    """Behaviour and success of each rollout, from the initial states of a trial."""
    envs = gymnasium.make_vec(
        f"counterpoise/{task}-v0", num_envs=count, trial=trial,
        autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
    )
    observation, info = envs.reset(seed=0)  # the behaviours of the task in turn
    behaviours, left, success = info["behaviour"].copy(), np.ones(count, bool), np.zeros(count, bool)
    step = 0
    while left.any():
        if step % EXECUTED == 0:
            chunk = policy(observation)
        observation, _, terminated, truncated, info = envs.step(chunk[:, step % EXECUTED])
        step += 1
        ended = left & (terminated | truncated)
        if ended.any():
            success[ended] = info["final_info"]["is_success"][ended]
        left &= ~ended
    envs.close()
    return behaviours, success


def trial(seed, a, program):
    """Rows (method, seed, task, episode, success) of one trial."""
    task, data, weighed = a.recipe.split()[0], a.out / f"demos-{seed}.hdf5", a.out / f"weights-{seed}"
    if not data.exists():
        subprocess.run([*program, "demos", "generate", *a.recipe.split(), "--seed", str(seed), "--format", "robomimic",
                        "--out", data], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*program, "weigh", data, "--known", a.known, "--rule", "rank", "--out", weighed], check=True,
                   stdout=subprocess.DEVNULL)
    with open(weighed / "sampling-resemblance.csv") as file:
        demonstrations = [(row["group"], float(row["frame_weight"])) for row in csv.DictReader(file)]
    most = {group: max(w for g, w in demonstrations if g == group) for group, _ in demonstrations}  # of the known ones
    with h5py.File(data) as file:
        optimal = [file[f"data/demo_{i}"].attrs["style"] == "optimal" for i in range(len(demonstrations))]
    arms = {
        "natural": [1] * len(optimal),
        "resemblance": [w for _, w in demonstrations],
        "better half": [w >= most[group] / 2 for group, w in demonstrations],
        "left out": optimal,
    }
    for method, weights in arms.items():
        policy = train(*read(data, weights), seed, a.steps)
        for i, (behaviour, ok) in enumerate(zip(*rollouts(policy, task, BEHAVIOURS[task] * a.rollouts, seed))):
            yield method, seed, f"{task}/{behaviour}", i // BEHAVIOURS[task], int(ok)


def numbers(text):
    """1-10 or 1,3 as a list."""
    ranges = (piece.partition("-") for piece in text.split(","))
    return [n for first, _, last in ranges for n in range(int(first), int(last or first) + 1)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--recipe", default="opening slider=20,drawer=20,slider:erratic=10,drawer:erratic=10")
    arguments.add_argument("--known", default="0,1,20,21", help="demonstrations that are known to be good")
    arguments.add_argument("--seeds", type=numbers, default="1-10")
    arguments.add_argument("--steps", type=int, default=250, help="of training")
    arguments.add_argument("--rollouts", type=int, default=30, help="rollouts of each behaviour")
    arguments.add_argument("--out", type=Path, default=Path("runs/torch"))
    a = arguments.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    program, table = counterpoise.find_program(), a.out / "rollouts.csv"
    head = ["method", "seed", "task", "episode", "success"]
    if not table.exists():
        table.write_text(",".join(head) + "\n")
    with open(table) as file:
        done = {int(row["seed"]) for row in csv.DictReader(file)}
    for seed in a.seeds:
        if seed not in done:
            rows = list(trial(seed, a, program))
            with open(table, "a", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows(rows)
            print(f"trial {seed} is in {table}", flush=True)
    subprocess.run([*program, "stats", "compare", table, "--against", "natural"], check=True)


if __name__ == "__main__":
    main()
