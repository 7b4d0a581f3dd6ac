"""Replays our demonstrations in CALVIN itself: raw relative actions, open loop, judged by CALVIN's own oracle.

  check_calvin_actions.py DATASET... --calvin-env CHECKOUT

A DATASET is one of ours in CALVIN's format. Each episode starts from the robot_obs and scene_obs of its first frame. The
table has a line for each behaviour and style: how many succeed, and how far the tool centre point and the part that
counts (drawer, door, red block) are from our recording in its last frame. The last line sums it up. The exit status is 1
unless every episode succeeds that succeeded here.
"""
import argparse
import collections
import contextlib
import io
import json
import os
import sys
from pathlib import Path

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("datasets", type=Path, nargs="+")
parser.add_argument("--calvin-env", type=Path, required=True)
options = parser.parse_args()
checkout = options.calvin_env.resolve()
sys.path.insert(0, str(checkout))

import calvin  # bench/remote/python/examples/calvin.py

FAR = 10  # mm; ends that are farther off are named
PARTS = {"slider": slice(0, 1), "drawer": slice(1, 2)}  # of scene_obs; the red block's place for the others


def episodes(dataset):
    """The frames and labels of each episode."""
    sidecar = json.loads((dataset / "counterpoise.json").read_text())
    spans = np.load(dataset / "ep_start_end_ids.npy")
    if len(spans) != len(sidecar["episodes"]):
        sys.exit(f"{dataset} has {len(spans)} episodes and {len(sidecar['episodes'])} labels")
    for (first, last), labels in zip(spans, sidecar["episodes"]):
        yield [np.load(dataset / f"episode_{i:07d}.npz") for i in range(first, last + 1)], labels


def replay(env, frames, goal):
    """Plays an episode; returns the first control step of success, 0 without it, and the state in the last frame."""
    env.reset(frames[0]["robot_obs"], frames[0]["scene_obs"])
    won, last = 0, None
    for step, frame in enumerate(frames, 1):
        if step == len(frames):
            last = env.observation(env.env.get_state_obs())
        _, done = env.step(frame["rel_actions"])
        won = won or (step if goal in done else 0)
    return won, last


with contextlib.redirect_stdout(io.StringIO()):
    env = calvin.Calvin(checkout, cameras=False, egl=False)
rows, lost, far, total = collections.defaultdict(list), [], [], 0
for dataset in options.datasets:
    for number, (frames, labels) in enumerate(episodes(dataset)):
        behaviour, name = labels["behaviour"], f"{dataset.name} {number}"
        if labels["success"] != "true":
            continue  # our own demonstrator failed
        won, last = replay(env, frames, calvin.GOALS[behaviour])
        part = PARTS.get(behaviour, slice(6, 9))
        tool = np.linalg.norm(last["robot"][:3] - frames[-1]["robot_obs"][:3]) * 1e3
        moved = np.linalg.norm(last["scene"][part] - frames[-1]["scene_obs"][part]) * 1e3
        rows[labels["task"], behaviour, labels["style"]].append((won > 0, tool, moved))
        total += 1
        if not won:
            lost.append(name)
        if max(tool, moved) > FAR:
            far.append(f"{name} ({behaviour} {labels['style']}): tool {tool:.1f} mm, part {moved:.1f} mm")

print("| task | behaviour | style | succeed | tool's end off by, mm: median, most | part's end, mm: median, most |")
print("|---|---|---|---|---|---|")
for (task, behaviour, style), ends in rows.items():
    won, tool, moved = (np.array(x) for x in zip(*ends))
    print(f"| {task} | {behaviour} | {style} | {won.sum()} of {len(ends)} | {np.median(tool):.1f}, {tool.max():.1f} "
          f"| {np.median(moved):.1f}, {moved.max():.1f} |")
for line in far:
    print(f"more than {FAR} mm off: {line}")
drawers = [moved for (_, behaviour, _), ends in rows.items() if behaviour == "drawer" for _, _, moved in ends]
print(f"{total - len(lost)} of {total} demonstrations succeed in CALVIN by its oracle, {len(far)} end more than {FAR} mm off,"
      f" drawers {np.median(drawers or [np.nan]):.1f} mm off in the median" + "".join(f"; not {name}" for name in lost))
sys.stdout.flush()
os._exit(bool(lost) or not total)  # PyBullet may crash when Python ends
