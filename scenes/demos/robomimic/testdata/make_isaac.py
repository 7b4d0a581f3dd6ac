#!/usr/bin/env python3
"""Writes isaac.hdf5, robomimic's structure as Isaac Lab records it: observations that are joined are one array obs;
without observations there are the states of the scene, in groups; and an observation may be empty.

  pip install h5py==3.16.0 numpy
  python make_isaac.py isaac.hdf5
"""
import sys

import h5py
import numpy as np

with h5py.File(sys.argv[1], "w", libver="latest") as f:
    for i in range(3):
        f[f"data/demo_{i}/actions"] = np.full((2, 1), i, np.float32)
    f["data/demo_0/obs"] = np.array([[1, 2], [3, 4]], np.float32)
    f["data/demo_1/states/articulation/robot/joint_position"] = np.array([[1, 2], [3, 4]], np.float32)
    f["data/demo_1/states/rigid_object/cube/root_pose"] = np.array([[5], [6]], np.float32)
    f["data/demo_2/obs/joints"] = np.array([[1, 2], [3, 4]], np.float32)
    f["data/demo_2/obs/object"] = np.zeros((2, 0), np.float32)
