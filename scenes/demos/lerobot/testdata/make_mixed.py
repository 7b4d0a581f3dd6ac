#!/usr/bin/env python3
"""Writes mixed/, a dataset by LeRobot's own API with what its usual ones do not have: half precision, whole numbers and
truth values, pictures with the channels first, a file of data for each episode, several tasks an episode.

  pip install "lerobot[dataset]==0.6.1"      Python 3.12
  python make_mixed.py mixed
"""
import os
import shutil
import sys

os.environ["HF_HUB_OFFLINE"] = "1"
import numpy as np
from lerobot.datasets.lerobot_dataset import LeRobotDataset

out = sys.argv[1]
shutil.rmtree(out, ignore_errors=True)
features = {
    "action": {"dtype": "float16", "shape": (4,), "names": ["a", "b", "c", "d"]},
    "observation.joints": {"dtype": "int32", "shape": (2,), "names": ["knee", "hip"]},
    "observation.open": {"dtype": "bool", "shape": (1,), "names": None},
    "observation.images.top": {"dtype": "image", "shape": (3, 8, 10), "names": ["channels", "height", "width"]},
}
d = LeRobotDataset.create(repo_id="x/mixed", fps=12, features=features, root=out,
                          robot_type="zweiarmig", use_videos=False)
d.meta.update_chunk_settings(chunks_size=2, data_files_size_in_mb=0.001)
tasks = [["öffne die Schublade"], ["引き出しを開ける", "öffne die Schublade"], ["引き出しを開ける"]]
n = 0
for names in tasks:
    for i in range(4):
        picture = np.zeros((3, 8, 10), np.uint8)
        picture[0], picture[2, :, 5:] = 10 * n, 200
        d.add_frame({
            "action": (np.arange(4) / 8 + n).astype(np.float16),
            "observation.joints": np.array([n, -n], np.int32),
            "observation.open": np.array([i > 1]),
            "observation.images.top": picture,
            "task": names[i * len(names) // 4],
        })
        n += 1
    d.save_episode()
d.finalize()
