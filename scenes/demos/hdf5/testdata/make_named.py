#!/usr/bin/env python3
"""Writes named_earliest.hdf5.gz and named_latest.hdf5.gz: arrays and attributes of named datatypes, which are objects of
their own.

  pip install h5py==3.16.0 numpy
  python make_named.py FOLDER
"""
import gzip
import io
import sys

import h5py
import numpy as np

for libver in "earliest", "latest":
    memory = io.BytesIO()
    with h5py.File(memory, "w", libver=libver) as f:
        f["types/real"], f["types/count"], f["types/word"] = np.dtype("<f4"), np.dtype(">i2"), h5py.string_dtype()
        f.create_dataset("x", data=[[0, 1], [2, 3]], dtype=f["types/real"])
        f.create_dataset("y", data=[1, -2, 3], dtype=f["types/count"], chunks=(2,), compression="gzip")
        f["x"].attrs.create("n", -3, dtype=f["types/count"])
        f["x"].attrs.create("name", "größe", dtype=f["types/word"])
        for i in range(10):
            f["y"].attrs.create(f"a{i}", i / 2, dtype=f["types/real"])
    with open(f"{sys.argv[1]}/named_{libver}.hdf5.gz", "wb") as out:
        with gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as z:
            z.write(memory.getvalue())
