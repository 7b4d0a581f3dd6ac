#!/usr/bin/env python3
"""Writes files in robomimic's structure with libver="latest", HDF5's newest structures: latest_few.hdf5, whose groups
have few links and whose arrays are contiguous; latest_many.hdf5, with more links than an object header holds;
latest_chunked.hdf5, with chunks; and latest_logger.hdf5, as a logger writes it that others read at the same time (SWMR):
arrays grow by a frame at a time, and demonstrations have more attributes than an object header holds.

  pip install h5py==3.16.0 numpy
  python make_latest.py FOLDER
"""
import sys

import h5py
import numpy as np


def write(name, demonstrations, **storage):
    with h5py.File(f"{sys.argv[1]}/latest_{name}.hdf5", "w", libver="latest") as f:
        for i in range(demonstrations):
            g = f.create_group(f"data/demo_{i}")
            g.attrs["num_samples"] = 2
            g.create_dataset("actions", data=np.arange(6, dtype=np.float32).reshape(2, 3) + i, **storage)
            g["obs/eef"] = np.full((2, 2), i, np.float32)
        f["mask/even"] = np.array([f"demo_{i}" for i in range(0, demonstrations, 2)], "S8")


write("few", 3)
write("many", 9)
write("chunked", 1, chunks=(1, 3), compression="gzip")


def log(demonstrations, frames):
    with h5py.File(f"{sys.argv[1]}/latest_logger.hdf5", "w", libver="latest") as f:
        for i in range(demonstrations):
            g = f.create_group(f"data/demo_{i}")
            g.attrs["model_file"] = np.bytes_(b"<mujoco/>" * 500)
            for key in "operator", "quality", "scene", "lamp", "table", "day", "room", "robot":
                g.attrs[key] = f"{key}_{i % 2}"
            for name, shape, kind in ("actions", (3,), "f4"), ("obs/eef", (2,), "f4"), ("obs/front", (6, 5, 3), "u1"):
                g.create_dataset(name, (0, *shape), kind, maxshape=(None, *shape), chunks=(2, *shape),
                                 compression="gzip" if kind == "u1" else None)
        f.swmr_mode = True
        for i in range(demonstrations):
            for t in range(frames + i):
                for name in "actions", "obs/eef", "obs/front":
                    d = f[f"data/demo_{i}/{name}"]
                    d.resize(t + 1, 0)
                    d[t] = t
                    d.flush()


log(2, 21)
