"""Opens a dataset in LeRobot, edits it with LeRobot's tools, and trains on it for a few steps.

  check_lerobot.py DATASET            ACT, ACT normalised by quantiles, and Diffusion where there are pictures
  check_lerobot.py DATASET WEIGHTS    ACT with the frames drawn by WEIGHTS/weights-equal.parquet

The last line says what was done, or what is wrong; the exit status is 1 if something is.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import lerobot
from lerobot.datasets.dataset_tools import delete_episodes, merge_datasets, split_dataset
from lerobot.datasets.lerobot_dataset import LeRobotDataset

NUMBERS = {"mean", "std", "min", "max", "count", "q01", "q10", "q50", "q90", "q99"}
SMALL_ACT = ["--policy.type=act", "--policy.chunk_size=4", "--policy.n_action_steps=4", "--policy.dim_model=32",
             "--policy.n_heads=2", "--policy.dim_feedforward=64", "--policy.pretrained_backbone_weights=null"]


def wrong(text):
    print(text)
    sys.exit(1)


def whole(data, what):
    """Every feature has all statistics, and quantiles are those of numbers in their range."""
    for name in data.meta.features:
        s = data.meta.stats.get(name, {})
        if not NUMBERS <= set(s):
            wrong(f"{what}: {name} lacks {sorted(NUMBERS - set(s))}")
        for low, high in (("min", "q01"), ("q01", "q50"), ("q50", "q99"), ("q99", "max")):
            if not (np.asarray(s[low]) <= np.asarray(s[high]) + 1e-6).all():
                wrong(f"{what}: {low} of {name} is above its {high}")


def compare(data):
    """Statistics of vectors are numpy's."""
    columns = data.hf_dataset.with_format("numpy")
    for name in ("action", "observation.state"):
        x, s = np.stack(list(columns[name])).astype(float), data.meta.stats[name]
        for key, value in {"mean": x.mean(0), "std": x.std(0), "q01": np.quantile(x, .01, 0),
                           "q99": np.quantile(x, .99, 0)}.items():
            if not np.allclose(s[key], value, rtol=1e-4, atol=1e-5):
                wrong(f"{key} of {name} is {s[key]}, numpy says {value}")


def train(root, command, arguments):
    out = pathlib.Path(tempfile.mkdtemp()) / "run"
    done = subprocess.run(
        [sys.executable, *command, "--dataset.repo_id=local/set", f"--dataset.root={root}", "--policy.device=cpu",
         "--policy.push_to_hub=false", "--batch_size=2", "--steps=3", "--save_freq=3", "--log_freq=1",
         "--num_workers=0", "--wandb.enable=false", f"--output_dir={out}", *arguments], capture_output=True, text=True)
    if done.returncode or not list(out.rglob("model.safetensors")):
        wrong("; ".join(done.stderr.strip().splitlines()[-2:]) or "nothing was trained")
    return done.stderr


def main():
    root = pathlib.Path(sys.argv[1])
    data = LeRobotDataset("local/set", root=root)
    if len(sys.argv) > 2:
        folder = pathlib.Path(sys.argv[2])
        plug = [str(folder / "lerobot_weights.py"), f"--weights={folder / 'weights-equal.parquet'}"]
        if "drawn by the weights" not in train(root, plug, SMALL_ACT):
            wrong("the weights were not used")
        print(f"LeRobot {lerobot.__version__}: ACT trained on frames drawn by weight")
        return
    if "observation.environment_state" in data.meta.features:
        wrong("observation.environment_state is an observation")
    whole(data, "the dataset")
    compare(data)
    for i in range(0, len(data), max(1, len(data) // 20)):
        data[i]
    folder = pathlib.Path(tempfile.mkdtemp())
    whole(delete_episodes(data, [0, 2], output_dir=folder / "deleted", repo_id="local/deleted"), "after delete")
    parts = split_dataset(data, {"train": 0.7, "val": 0.3}, output_dir=folder / "split")
    for name, part in parts.items():
        whole(part, f"after split, {name}")
    merged = merge_datasets(list(parts.values()), output_repo_id="local/merged", output_dir=folder / "merged")
    whole(merged, "after merge")
    if len(merged) != len(data):
        wrong(f"after split and merge there are {len(merged)} frames of {len(data)}")
    done = "delete, split, merge"
    if data.meta.camera_keys:
        trainer = ["-m", "lerobot.scripts.lerobot_train"]
        train(root, trainer, SMALL_ACT)
        train(root, trainer, [*SMALL_ACT, '--policy.normalization_mapping={"VISUAL": "MEAN_STD", "STATE": "QUANTILES", '
                              '"ACTION": "QUANTILES"}'])
        train(root, trainer, ["--policy.type=diffusion", "--policy.down_dims=[16,32]", "--policy.horizon=8",
                              "--policy.n_action_steps=4", "--policy.drop_n_last_frames=3",
                              "--policy.pretrained_backbone_weights=null"])
        done += ", ACT, ACT by quantiles, Diffusion"
    print(f"LeRobot {lerobot.__version__}: {data.num_episodes} episodes, {len(data)} frames: {done}")


main()
