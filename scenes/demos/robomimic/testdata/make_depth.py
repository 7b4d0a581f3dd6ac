#!/usr/bin/env python3
"""Writes depth.hdf5, in robomimic's structure, with depth and pictures of four channels beside pictures that are read.

  pip install h5py==3.16.0 numpy
  python make_depth.py depth.hdf5
"""
import sys

import h5py
import numpy as np

with h5py.File(sys.argv[1], "w", libver="latest") as f:
    g = f.create_group("data/demo_0")
    g["actions"] = np.zeros((1, 2))
    for name, shape, kind in (("front_image", (1, 8, 9, 3), np.uint8), ("front_depth", (1, 8, 9, 1), np.float32),
                              ("side_image", (1, 8, 9, 4), np.uint8), ("poses", (1, 16, 4, 4), np.float64)):
        g["obs/" + name] = np.full(shape, 7, kind)
