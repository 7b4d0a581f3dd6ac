#!/usr/bin/env python3
"""Writes dense.hdf5.gz, groups whose links are in fractal heaps: "few" of ten links that track their order, "many" of
1,200, "long" of 160 with names of 3,500 letters, so that the heap has tables below its table. Every seventh link is
removed again, which leaves holes. All lead to the array "x" of 0, 1, 2.

  pip install h5py==3.16.0 numpy
  python make_dense.py FOLDER
"""
import gzip
import io
import sys

import h5py
import numpy as np

memory = io.BytesIO()
with h5py.File(memory, "w") as f:
    f["x"] = np.arange(3, dtype=np.float32)
    for group, links, letters in ("few", 10, 0), ("many", 1200, 0), ("long", 160, 3500):
        g = f.create_group(group, track_order=True)
        for i in range(links):
            g[f"link_{i:04d}" + "y" * letters] = f["x"]
        for i in range(0, links, 7):
            del g[f"link_{i:04d}" + "y" * letters]
with open(f"{sys.argv[1]}/dense.hdf5.gz", "wb") as out:
    with gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as z:
        z.write(memory.getvalue())
