#!/usr/bin/env python3
"""Writes files in robomimic's structure with libver="latest" that are small on disk and large in memory:
hostile_NAME.hdf5.gz, each of one demonstration.

  pip install h5py==3.16.0 numpy
  python make_hostile_latest.py FOLDER
"""
import gzip
import sys

import h5py
import numpy as np


def write(name, add):
    path = f"{sys.argv[1]}/hostile_{name}.hdf5"
    with h5py.File(path, "w", libver="latest") as f:
        g = f.create_group("data/demo_0")
        g["actions"] = np.zeros((4, 1), np.float32)
        add(g, g.create_group("obs"))
    with open(path, "rb") as plain, open(path + ".gz", "wb") as out:
        with gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as z:
            z.write(plain.read())


def holes(g, obs):
    """Has arrays of 4 GB of which one chunk was written, under all indexes that grow."""
    for name, limits in ("extensible", (None, 1 << 28)), ("tree", (None, None)), ("fixed", (4, 1 << 28)):
        d = obs.create_dataset(name, (4, 1 << 28), "f4", maxshape=limits, chunks=(4, 1 << 18), compression="gzip")
        d[:, :9] = 1


def zeros(g, obs):
    """Has many pictures, all black: chunks that compress a thousand times."""
    d = obs.create_dataset("a", (4, 240, 320, 3), "u1", maxshape=(None, 240, 320, 3), chunks=(1, 240, 320, 3),
                           compression="gzip", compression_opts=9)
    d[...] = 0
    for i in range(400):
        obs[f"b{i}"] = obs["a"]


def attributes(g, obs):
    """Has many attributes that are huge objects of their heap, and more that are small."""
    for i in range(30):
        g.attrs[f"huge_{i}"] = np.zeros(50_000, "u1")
    for i in range(400):
        g.attrs[f"small_{i}"] = i


write("holes", holes)
write("zeros", zeros)
write("attributes", attributes)
