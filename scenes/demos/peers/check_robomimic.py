"""Trains BC of robomimic on a file for a few steps: on vectors with validation, on each behaviour, with next
observations, and on pictures.

  check_robomimic.py FILE                 versions 0.3 and 0.5
  check_robomimic.py FILE WEIGHTS.json    0.5 also with the weights of groups that counterpoise weigh has written

The last line says what was done, or what is wrong; the exit status is 1 if something is.
"""
import json
import sys
import tempfile

import h5py
import torch

import robomimic
import robomimic.scripts.train
from robomimic.config import config_factory


def train(file, key=None, valid=None, pictures=(), following=False, data=None):
    c = config_factory("bc")
    with c.unlocked():
        c.experiment.name, c.train.output_dir = "check", tempfile.mkdtemp()
        c.experiment.rollout.enabled = c.experiment.logging.log_tb = c.experiment.logging.terminal_output_to_txt = False
        c.experiment.validate = valid is not None
        c.experiment.epoch_every_n_steps = c.experiment.validation_epoch_every_n_steps = 2
        c.train.data, c.train.cuda, c.train.num_epochs, c.train.batch_size = data or file, False, 1, 4
        c.train.num_data_workers, c.train.hdf5_cache_mode = 0, "low_dim"
        c.train.hdf5_filter_key, c.train.hdf5_validation_filter_key = key, valid
        c.train.hdf5_load_next_obs = following
        c.observation.modalities.obs.low_dim = ["robot_obs"]
        c.observation.modalities.obs.rgb = list(pictures)
        if pictures:
            c.observation.encoder.rgb.core_class = "VisualCore"
            core = c.observation.encoder.rgb.core_kwargs
            core.backbone_class, core.pool_class, core.feature_dimension = "ResNet18Conv", "SpatialSoftmax", 8
    c.lock()
    streams = sys.stdout, sys.stderr
    try:
        robomimic.scripts.train.train(c, device=torch.device("cpu"))
    finally:
        sys.stdout, sys.stderr = streams


def main():
    file, weights = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    with h5py.File(file) as f:
        lists = {k: {x.decode() for x in v[()]} for k, v in f["mask"].items()}
        first = f["data/demo_0"]
        pictures = [k for k in first["obs"] if k.endswith("_image")]
        if set(first["obs"]) != set(first["next_obs"]) or lists["train"] & lists["valid"]:
            print("next_obs has other keys than obs, or train and valid overlap")
            sys.exit(1)
    train(file, key="train", valid="valid")
    behaviours = [k for k in lists if k + "_train" in lists]
    for key in behaviours:
        train(file, key=key + "_train", valid=key + "_valid")
    train(file, following=True)
    train(file, pictures=pictures)
    done = f"vectors, {', '.join(behaviours)}, next observations, pictures of {len(pictures)} cameras"
    if weights:
        part = json.load(open(weights))["train"]
        for d in part["data"]:
            if d["filter_key"] not in lists:
                print(f"{weights} names the list {d['filter_key']}, which mask does not have")
                sys.exit(1)
        train(file, data=part["data"])
        done += ", weights"
    print(f"robomimic {robomimic.__version__}: {done}")


main()
