"""Reads a dataset with CALVIN's own loader, with language and without, through its transforms: windows one by one, and
batches as its data module makes them for training.

  check_calvin.py DATASET CALVIN/calvin_models

DATASET has the folders training and validation. The last line says what was read, or what is wrong.
"""
import contextlib
import itertools
import os
import pathlib
import sys
import types


def fnv1_32(text):
    """FNV-1, for pyhash, which no longer builds."""
    h = 0x811C9DC5
    for byte in text.encode():
        h = (h * 0x01000193) % 2**32 ^ byte
    return h


sys.modules.setdefault("pyhash", types.SimpleNamespace(fnv1_32=lambda: fnv1_32))
import hydra
import numpy as np
import torch
import torchvision
from calvin_agent.datasets.disk_dataset import DiskDataset
from calvin_agent.datasets.utils.episode_utils import load_dataset_statistics
from omegaconf import OmegaConf

root, conf = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]) / "conf/datamodule"
space = OmegaConf.load(conf / "observation_space/lang_rgb_static_gripper_rel_act.yaml")
body = OmegaConf.load(conf / "proprioception_dims/robot_no_joints.yaml")
plays = OmegaConf.load(conf / "transforms/play_basic.yaml")
windows, batches, tasks = 0, 0, set()
with contextlib.redirect_stdout(open(os.devnull, "w")):
    steps = load_dataset_statistics(root / "training", root / "validation", plays)
    for folder, part in (("training", "train"), ("validation", "val")):
        chain = {k: torchvision.transforms.Compose([hydra.utils.instantiate(t) for t in v])
                 for k, v in steps[part].items()}
        sentences = np.load(root / folder / "lang_annotations/auto_lang_ann.npy", allow_pickle=True).item()
        for key in ("vis", "lang"):
            d = DiskDataset(datasets_dir=root / folder, obs_space=space, proprio_state=body, key=key, num_workers=0,
                            lang_folder="lang_annotations", transforms=chain, min_window_size=16, max_window_size=32)
            for i in range(0, len(d), max(1, len(d) // 8)):
                item = d[i]
                assert item["rgb_obs"]["rgb_static"].shape == (32, 3, 200, 200), item["rgb_obs"]["rgb_static"].shape
                assert item["actions"].shape == (32, 7) and torch.isfinite(item["actions"]).all()
                assert key == "vis" or item["lang"].numel() == 384, item["lang"].shape
                windows += 1
            # CalvinDataModule, which takes an old pytorch_lightning, makes such loaders.
            loader = torch.utils.data.DataLoader(d, batch_size=4, shuffle=True, drop_last=True,
                                                 generator=torch.Generator().manual_seed(1))
            for batch in itertools.islice(loader, 3):
                seen = batch["rgb_obs"]["rgb_gripper"].shape
                assert seen == (4, 32, 3, 84, 84), seen
                assert batch["robot_obs"].shape[:2] == (4, 32) and batch["actions"].shape == (4, 32, 7)
                if key == "lang":
                    for i, sentence in zip(batch["idx"], batch["lang"], strict=True):
                        of = [k for k, (first, last) in enumerate(sentences["info"]["indx"])
                              if first <= d.episode_lookup[i] <= last]
                        assert len(of) == 1, f"window {i} is of {len(of)} demonstrations"
                        wanted = torch.as_tensor(sentences["language"]["emb"][of[0]]).flatten()
                        assert torch.equal(sentence.flatten(), wanted), f"window {i} has another's sentence"
                    assert batch["use_for_aux_lang_loss"].dtype == torch.bool
                batches += 1
        tasks |= set(sentences["language"]["task"])
assert windows, "no windows of 16 to 32 frames"
assert batches == 12, f"{batches} batches, 3 of each part with language and without are wanted"
print(f"DiskDataset read {windows} windows and {batches} batches of 4, with language and without; tasks "
      f"{', '.join(sorted(tasks))}")
