#!/usr/bin/env python3
"""Writes mixed.hdf5, in robomimic's structure, with what its own files do not have: lists of names as strings of
variable length, one of them empty, half precision, pictures with the channels first.

  pip install h5py==3.16.0 numpy
  python make_mixed.py mixed.hdf5
"""
import json
import sys

import h5py
import numpy as np

with h5py.File(sys.argv[1], "w") as f:
    data = f.create_group("data")
    for i in range(3):
        g = data.create_group(f"demo_{i}")
        g.attrs["num_samples"] = 2
        g["actions"] = (np.arange(6).reshape(2, 3) / 8 + i).astype(np.float16)
        g["obs/größe"] = np.array([[i, True], [i, False]], np.int16)
        picture = np.zeros((2, 3, 4, 5), np.uint8)
        picture[:, 0], picture[1, 2, :, 1] = 10 * i, 200
        g["obs/front_image"] = picture
    data.attrs["total"] = 6
    data.attrs["env_args"] = json.dumps({"env_name": "Lift", "type": 1, "env_kwargs": {
        "control_freq": 20, "robots": ["Panda", "Sawyer"]}})
    for name, demos in (("schnell", ["demo_0"]), ("langsam", ["demo_1", "demo_2"]), ("leer", [])):
        f.create_dataset("mask/" + name, data=np.array(demos, dtype=object), dtype=h5py.string_dtype())
