"""Writes what LeRobot decodes of the videos of a dataset, and of what its tools make of it, for a test of ours.

  check_videos.py DATASET OUT

OUT gets the datasets set, deleted, part and merged, and for each camera of each the pictures of all frames as bytes of
RGB, SET.CAMERA.rgb. go test ./scenes/demos/lerobot -run FilmsOfLeRobot -films OUT compares them with ours.
"""
import pathlib
import shutil
import sys

import numpy as np

from lerobot.datasets.dataset_tools import delete_episodes, merge_datasets, split_dataset
from lerobot.datasets.lerobot_dataset import LeRobotDataset


def main(dataset, out):
    shutil.copytree(dataset, out / "set")
    data = LeRobotDataset("local/set", root=out / "set")
    deleted = delete_episodes(data, [0, 2], output_dir=out / "deleted", repo_id="local/deleted")
    part = split_dataset(data, {"part": [1, 3, 5]}, output_dir=out)["part"]
    merged = merge_datasets([part, deleted], output_repo_id="local/merged", output_dir=out / "merged")
    for name, made in {"set": data, "deleted": deleted, "part": part, "merged": merged}.items():
        for camera in made.meta.camera_keys:
            with open(out / f"{name}.{camera.rsplit('.', 1)[-1]}.rgb", "wb") as file:
                for i in range(len(made)):
                    picture = made[i][camera].numpy().transpose(1, 2, 0)
                    file.write((255 * picture).round().astype(np.uint8).tobytes())


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
