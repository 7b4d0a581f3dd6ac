#!/usr/bin/env python3
"""Writes foreign_earliest.hdf5 and foreign_v108.hdf5: robomimic's structure with a user block before the file, big-endian
numbers, and soft links: a demonstration, an observation and a filter key that lead to others by absolute and relative
paths, and links that lead nowhere or to another file under names that are not read.

  pip install h5py==3.16.0 numpy
  python make_foreign.py .
"""
import os
import sys

import h5py
import numpy as np

for libver, block in (("earliest", 512), ("v108", 2048)):
    path = os.path.join(sys.argv[1], f"foreign_{libver}.hdf5")
    with h5py.File(path, "w", libver=(libver, "v108"), userblock_size=block) as f:
        g = f.create_group("data/demo_0")
        g["actions"] = np.array([[1, 2], [3, 4.5]], ">f8")
        g["obs/a"] = np.array([[-1], [2]], ">i2")
        g["obs/b"] = np.array([[0.5], [0.25]], ">f2")
        g.create_dataset("obs/c", data=np.array([[70000], [3]], ">u4"), chunks=(1, 1), fillvalue=70000, compression="gzip")
        g["obs/d"] = h5py.SoftLink("a")
        g["obs/e"] = h5py.SoftLink("/data/demo_0/./obs/d")
        g["obs/f"] = np.array([[1], [0]], h5py.enum_dtype({"OFF": 0, "ON": 1}, ">i4"))
        g.attrs.create("num_samples", 2, dtype=">i8")
        g.attrs.create("score", 0.1, dtype=">f4")
        f["data/demo_1"] = h5py.SoftLink("/data/demo_0")
        f["mask/all"] = np.array([b"demo_0", b"demo_1"])
        f["mask/same"] = h5py.SoftLink("all")
        f["nowhere"] = h5py.SoftLink("/nothing")
        f["ring"] = h5py.SoftLink("/ring")
        f["root"] = h5py.SoftLink("/")
        f["other"] = h5py.ExternalLink("other.hdf5", "/data")
    with open(path, "r+b") as f:
        f.write(b"notes of the laboratory")
