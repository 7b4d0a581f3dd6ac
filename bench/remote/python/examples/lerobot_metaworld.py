#!/usr/bin/env python3
"""LeRobot's ACT in Meta-World: a third of the demonstrations is bad. Does it help to name two good ones?

    lerobot_metaworld.py [--task pick-place-v3] [--style tremble] [--good 20] [--bad 10] [--seeds 1-4] [--out FOLDER]

Demonstrations of Meta-World's own expert, good and bad, become a LeRobotDataset that has no label of style or success.
LeRobot's own ACTPolicy learns from it, from frames drawn as they are (natural), or by the weights of `weigh --known
0,1` (named), which are drawn by torch's WeightedRandomSampler. A seed names the first weights and the batches of a
training, the same for both. All are rolled out from the same starts, FOLDER/evaluations/ARM/seed-N/eval_info.json has
the outcomes in LeRobot's form, and `counterpoise stats compare` tests them. What FOLDER has already is not made again.

With --bad 0 only natural is trained: that is for choosing the steps, on good data alone.

It takes LeRobot 0.4.4, metaworld 3.1.1 and h5py beside the package counterpoise.

Predicted before the comparison was run: named succeeds more often, by 5 to 30 points. What trembles fails or takes
longer, so that the bad demonstrations have half of the frames or more; but ACT's loss is the absolute error, which an
unsteady hand spoils less than a squared one.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import datasets
import h5py
import numpy as np
import pyarrow.parquet
import torch
from lerobot.configs.types import FeatureType, NormalizationMode, PolicyFeature
from lerobot.datasets.lerobot_dataset import LeRobotDataset
from lerobot.policies.act.configuration_act import ACTConfig
from lerobot.policies.act.modeling_act import ACTPolicy
from lerobot.policies.factory import make_pre_post_processors
from lerobot.utils.constants import ACTION, OBS_ENV_STATE, OBS_STATE

import counterpoise
from counterpoise.examples import metaworld_tasks

STATE, WIDTH, ACTIONS = 4, 39, 4  # numbers of the hand (position, opening), of an observation, and of an action
RATE = 80  # control steps a second of Meta-World
CHUNK, EXECUTED = 20, 10  # actions that ACT predicts, and those that are executed before it is asked again
BATCH = 32
LEAST_SPREAD = 0.01  # of an input by which it is divided: some numbers are the same in all demonstrations


def split(observation):
    """What ACT observes of Meta-World's 39 numbers: the hand (..., 4), and everything else (..., 35); metres, and
    quaternions of objects."""
    observation = np.asarray(observation, np.float32)
    return {OBS_STATE: observation[..., :STATE], OBS_ENV_STATE: observation[..., STATE:]}


def convert(demos, root, task):
    """Writes a file in robomimic's form as a LeRobotDataset, without the labels style and success."""
    vector = {"dtype": "float32", "names": None}
    features = {
        OBS_STATE: {**vector, "shape": (STATE,)},
        OBS_ENV_STATE: {**vector, "shape": (WIDTH - STATE,)},
        ACTION: {**vector, "shape": (ACTIONS,)},
    }
    made = LeRobotDataset.create("local/metaworld", RATE, features, root=root, use_videos=False)
    with h5py.File(demos) as file:
        for i in range(len(file["data"])):
            demo = file[f"data/demo_{i}"]
            (observations,) = demo["obs"].values()
            for observation, action in zip(observations[:], demo["actions"][:], strict=True):
                made.add_frame({**split(observation), ACTION: action.astype(np.float32), "task": task})
            made.save_episode()
    made.finalize()


def load(root):
    """A dataset's frames in order, as LeRobot gives them, each with the CHUNK actions from there on: a map of tensors
    (n, ...), action (n, CHUNK, 4) and action_is_pad (n, CHUNK); and its statistics."""
    ahead = {ACTION: [i / RATE for i in range(CHUNK)]}
    data = LeRobotDataset("local/metaworld", root=root, delta_timestamps=ahead)
    rows = [data[i] for i in range(len(data))]
    frames = {k: torch.stack([row[k] for row in rows]) for k in (OBS_STATE, OBS_ENV_STATE, ACTION, "action_is_pad")}
    stats = {name: dict(of) for name, of in data.meta.stats.items() if name in (OBS_STATE, OBS_ENV_STATE, ACTION)}
    for of in stats.values():
        of["std"] = np.maximum(of["std"], LEAST_SPREAD)
    return frames, stats


def frame_weights(path):
    """The weights of all frames (n) of a file weights-METHOD.parquet, in the dataset's order."""
    table = pyarrow.parquet.read_table(path)
    return table["weight"].to_numpy()[np.argsort(table["index"].to_numpy())]


def act_config(a):
    """LeRobot's configuration of a small ACT that observes states alone."""
    return ACTConfig(
        input_features={
            OBS_STATE: PolicyFeature(FeatureType.STATE, (STATE,)),
            OBS_ENV_STATE: PolicyFeature(FeatureType.ENV, (WIDTH - STATE,)),
        },
        output_features={ACTION: PolicyFeature(FeatureType.ACTION, (ACTIONS,))},
        normalization_mapping={
            kind: NormalizationMode.MEAN_STD for kind in ("STATE", "ENV", "ACTION")
        },  # LeRobot's default leaves ENV as it is
        chunk_size=CHUNK,
        n_action_steps=EXECUTED,
        dim_model=a.width,
        n_heads=4,
        dim_feedforward=2 * a.width,
        n_encoder_layers=1,
        n_decoder_layers=1,
        dropout=0.0,
        use_vae=False,
        optimizer_lr=a.rate,
        device="cpu",
        push_to_hub=False,
    )


def train(frames, stats, weights, seed, a):
    """Trains an ACT on frames that are drawn with replacement by their weights (n). Returns it with its processors."""
    torch.manual_seed(seed)
    config = act_config(a)
    policy = ACTPolicy(config)
    before, after = make_pre_post_processors(config, dataset_stats=stats)
    preset = config.get_optimizer_preset()
    optimizer = torch.optim.AdamW(policy.get_optim_params(), preset.lr, weight_decay=preset.weight_decay, fused=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, a.steps)
    drawn = torch.Generator().manual_seed(seed)
    sampler = torch.utils.data.WeightedRandomSampler(weights, a.steps * BATCH, generator=drawn)
    frames = before(frames)  # normalised
    frames = {name: frames[name] for name in (OBS_STATE, OBS_ENV_STATE, ACTION, "action_is_pad")}
    policy.train()
    for rows in torch.utils.data.BatchSampler(sampler, BATCH, drop_last=True):
        loss, _ = policy({name: values[rows] for name, values in frames.items()})
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), preset.grad_clip_norm)
        optimizer.step()
        schedule.step()
    policy.eval()
    return policy, before, after


@torch.no_grad()
def rollout(env, trained, start, horizon):
    """The outcome of a rollout from the start of a seed, as eval_info.json has it."""
    policy, before, after = trained
    observation, _ = env.reset(seed=start)
    low, high = env.action_space.low, env.action_space.high
    total = 0.0
    for step in range(horizon):
        if step % EXECUTED == 0:
            observed = {name: torch.from_numpy(values) for name, values in split(observation).items()}
            chunk = after(policy.predict_action_chunk(before(observed)))[0].numpy()  # (CHUNK, 4)
        observation, reward, _, _, info = env.step(np.clip(chunk[step % EXECUTED], low, high))
        total += float(reward)
        if info["success"]:
            break
    return {"seed": start, "success": bool(info["success"]), "steps": step + 1, "sum_reward": round(total, 3)}


def evaluation(env, trained, a):
    """The rollouts of a policy in the form of LeRobot's eval_info.json."""
    episodes = [rollout(env, trained, a.start + i, a.horizon) for i in range(a.rollouts)]
    right = 100 * float(np.mean([e["success"] for e in episodes]))
    return {"per_episode": episodes, "aggregated": {"pc_success": right, "n_episodes": len(episodes)}}


def write(path, content):
    """Writes JSON whole or not at all, with a line for each episode."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content).replace('[{"seed"', '[\n{"seed"').replace('}, {"seed"', '},\n{"seed"')
    part = path.with_suffix(".part")
    part.write_text(text.replace('}], "agg', '}\n], "agg') + "\n")
    os.replace(part, path)


def prepare(a, program):
    """Makes demonstrations, the dataset and the weights, where the folder lacks them. Returns the weights of frames by
    arm, None for equal ones."""
    demos, data, weighed = a.out / "demos.hdf5", a.out / "data", a.out / "weights"
    module = "counterpoise.examples.metaworld_tasks"
    experts, episodes = [f"optimal={module}:expert?name={a.task}"], f"{a.good}"
    if a.bad:
        experts.append(f"{a.style}={module}:bad?name={a.task}&style={a.style}&seed={a.seed}")
        episodes += f",{a.bad}"
    if not demos.exists():
        command = [*program, "demos", "collect", demos, "--python", sys.executable, "--seed", str(a.seed)]
        command += ["--episodes", episodes, "--horizon", str(a.horizon), "--env", f"{module}:make?name={a.task}"]
        subprocess.run([*command, *(word for e in experts for word in ("--expert", e))], check=True)
    if not data.exists():
        part = a.out / "data.part"
        subprocess.run(["rm", "-rf", part], check=True)
        convert(demos, part, a.task)
        part.rename(data)
    if not a.bad:
        return {"natural": None}
    weights = weighed / "weights-resemblance.parquet"
    if not weights.exists():
        subprocess.run([*program, "weigh", data, "--known", a.known, "--rule", "rank", "--out", weighed], check=True)
    return {"natural": None, "named": weights}


def numbers(text):
    """1-4 or 1,3 as a list."""
    ranges = (piece.partition("-") for piece in text.split(","))
    return [n for first, _, last in ranges for n in range(int(first), int(last or first) + 1)]


def main(arguments=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--task", default="pick-place-v3", help="of Meta-World")
    p.add_argument("--style", default="tremble", help="of the bad demonstrations (metaworld_tasks.bad)")
    p.add_argument("--good", type=int, default=20, help="good demonstrations")
    p.add_argument("--bad", type=int, default=10, help="bad demonstrations, after the good ones")
    p.add_argument("--known", default="0,1", help="numbers of those that are named good")
    p.add_argument("--seed", type=int, default=1, help="of the demonstrations")
    p.add_argument("--seeds", type=numbers, default="1-4", help="of the trainings")
    p.add_argument("--steps", type=int, default=400, help="gradient steps of a training")
    p.add_argument("--width", type=int, default=64, help="of the network (dim_model)")
    p.add_argument("--rate", type=float, default=1e-3, help="learning rate, which falls to 0 by a cosine")
    p.add_argument("--rollouts", type=int, default=50, help="of each policy")
    p.add_argument("--start", type=int, default=0, help="seed of the first start; the others follow")
    p.add_argument("--horizon", type=int, default=150, help="control steps of a rollout")
    p.add_argument("--out", type=Path, default=Path("runs/lerobot-metaworld"))
    a = p.parse_args(arguments)
    torch.set_num_threads(1)
    datasets.disable_progress_bars()
    a.out.mkdir(parents=True, exist_ok=True)
    program = counterpoise.find_program()
    arms, env = prepare(a, program), metaworld_tasks.make(a.task)
    frames, stats = load(a.out / "data")
    for seed in a.seeds:
        for arm, path in arms.items():
            kept = a.out / "evaluations" / arm / f"seed-{seed}" / "eval_info.json"
            if kept.exists():
                continue
            begun = time.monotonic()
            weights = np.ones(len(frames[ACTION])) if path is None else frame_weights(path)
            trained = train(frames, stats, weights, seed, a)
            between = time.monotonic()
            result = evaluation(env, trained, a)
            write(kept, result)
            print(
                f"{arm}, seed {seed}: {result['aggregated']['pc_success']:.0f} % of {a.rollouts} rollouts; "
                f"{between - begun:.0f} s of training, {time.monotonic() - between:.0f} s of rollouts",
                flush=True,
            )
    if len(arms) > 1 and len(a.seeds) > 1:
        subprocess.run([*program, "stats", "compare", a.out / "evaluations", "--against", "natural"], check=True)


if __name__ == "__main__":
    main()
