#!/usr/bin/env python3
"""Writes language/, a dataset that LeRobot annotated (lerobot-annotate, without the model that it asks): beside actions
and states the columns language_persistent and language_events, lists of structures whose lengths differ from frame to
frame. The second of three episodes has no annotation.

  pip install "lerobot[dataset]==0.6.1"      Python 3.12
  python make_language.py language
"""
import os
import pathlib
import shutil
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
import numpy as np
from lerobot.annotations.steerable_pipeline.executor import Executor
from lerobot.annotations.steerable_pipeline.reader import iter_episodes
from lerobot.annotations.steerable_pipeline.staging import EpisodeStaging
from lerobot.annotations.steerable_pipeline.writer import LanguageColumnsWriter, speech_atom
from lerobot.datasets.lerobot_dataset import LeRobotDataset

out = pathlib.Path(sys.argv[1])
shutil.rmtree(out, ignore_errors=True)
features = {
    "action": {"dtype": "float32", "shape": (2,), "names": ["a", "b"]},
    "observation.state": {"dtype": "float32", "shape": (3,), "names": ["x", "y", "z"]},
}
d = LeRobotDataset.create(repo_id="x/language", fps=10, features=features, root=out, use_videos=False)
n = 0
for task in "open the drawer", "close the drawer", "open the drawer":
    for _ in range(4):
        d.add_frame({"action": np.array([n, -n], np.float32), "observation.state": np.arange(3, dtype=np.float32) + n,
                     "task": task})
        n += 1
    d.save_episode()
d.finalize()


def row(style, content, time):
    return {"role": "assistant", "content": content, "style": style, "timestamp": time}


with tempfile.TemporaryDirectory() as staged:
    staged = pathlib.Path(staged)
    records = list(iter_episodes(out))
    for record in records:
        if record.episode_index == 1:
            continue
        times = record.frame_timestamps
        staging = EpisodeStaging(staged, record.episode_index)
        staging.write("plan", [row("plan", "1. reach\n2. pull", times[0])] + [
            row("subtask", f"part {i}", times[i]) for i in range(1 + record.episode_index)])
        staging.write("interjections", [row("interjection", "nicht so schnell, größer", times[2]),
                                        speech_atom(times[2], "ok")])
    LanguageColumnsWriter().write_all(records, staged, out)
Executor._ensure_annotation_metadata_in_info(out)

again = LeRobotDataset("x/language", root=out)
assert len(again) == n and len(again[n - 1]["language_persistent"]) == 4, again[n - 1]
assert len(again[2]["language_events"]) == 2 and not again[5]["language_persistent"]
