#!/usr/bin/env python3
"""Writes nested.hdf5, in robomimic's structure with what Isaac Lab and others have in obs besides arrays of numbers:
groups, what MimicGen generates from, texts, records and a single number; demo_1 has no obs, as robosuite records it.
Attributes are of types that Python's own numbers are not, and one is empty.

  pip install h5py==3.16.0 numpy
  python make_nested.py nested.hdf5
"""
import sys

import h5py
import numpy as np

with h5py.File(sys.argv[1], "w") as f:
    g = f.create_group("data/demo_0")
    g["actions"] = np.arange(4, dtype=np.float32).reshape(2, 2)
    g["obs/robot/joints/qpos"] = np.array([[1, 2], [3, 4]], np.float32)
    g["obs/robot/gripper"] = np.array([5, 6], np.float32)
    g["obs/eef"] = np.array([[7], [8]], np.float32)
    g["obs/object/cube"] = np.array([[9], [10]], np.float32)
    g["obs/wrist/image"] = np.full((2, 4, 5, 3), 11, np.uint8)
    g["obs/datagen_info/eef_pose/arm"] = np.zeros((2, 4, 4))
    g["obs/datagen_info/subtask_term_signals/grasp"] = np.zeros(2, bool)
    g["obs/sentence"] = np.array([b"lift", b"lift"])
    g.create_dataset("obs/words", data=["lift", "lift"], dtype=h5py.string_dtype())
    g["obs/records"] = np.zeros(2, [("a", "f4"), ("b", "i4")])
    g["obs/rate"] = 20.0
    g["states"] = np.zeros((2, 9))
    g.attrs["quality"], g.attrs["half"] = np.float32(0.1), np.float16(0.5)
    g.attrs["seed"], g.attrs["good"] = np.uint64(2**64 - 1), np.bool_(True)
    g = f.create_group("data/demo_1")
    g["actions"] = np.zeros((2, 2), np.float32)
    g["states"] = np.array([[1, 2, 3], [4, 5, 6.]])
    f["data"].attrs["env_args"] = h5py.Empty("S1")
