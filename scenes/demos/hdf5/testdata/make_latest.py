#!/usr/bin/env python3
"""Writes latest_LIBVER.hdf5.gz, with every index of chunks that HDF5's newer data layouts have (version 4 of "v110",
version 5 of "latest") and with attributes in fractal heaps, and latest_small.hdf5.gz, with some of them. For each array
of the group "chunks" the group "plain" has one of the same name and elements without chunks. With a SCALE arrays have
so many times as many chunks, and objects attributes.

  pip install h5py==3.16.0 numpy
  python make_latest.py FOLDER SCALE v110 latest
"""
import ctypes
import gzip
import re
import sys

import h5py
import numpy as np


def raw_edges(properties):
    """Stores chunks that reach beyond the array without filters: H5Pset_chunk_opts, which h5py does not have."""
    with open("/proc/self/maps") as maps:
        path = next(m for m in re.findall(r"\S*/libhdf5[-_a-z]*\S*\.so\S*", maps.read()) if "_hl" not in m)
    if ctypes.CDLL(path).H5Pset_chunk_opts(ctypes.c_int64(properties.id), ctypes.c_uint(2)) < 0:
        raise OSError("H5Pset_chunk_opts failed")


class Writer:
    def __init__(self, f):
        self.chunks, self.plain = f.create_group("chunks"), f.create_group("plain")

    def add(self, name, shape, chunks, maxshape=None, kind="u1", holes=0, **storage):
        """Adds an array, of which every holes-th chunk of the first dimension is not written."""
        d = self.create(name, shape, chunks, maxshape or shape, kind, **storage)
        values = values_of(shape, kind)
        if not holes:
            d[...] = values
        for i in range(0, shape[0] if holes else 0, chunks[0]):
            if i // chunks[0] % holes == holes - 1:
                values[i:i + chunks[0]] = d.fillvalue
            else:
                d[i:i + chunks[0]] = values[i:i + chunks[0]]
        self.plain[name] = values

    def create(self, name, shape, chunks, maxshape, kind, early=False, raw=False, fill=None, **filters):
        properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        properties.set_chunk(chunks)
        if early:
            properties.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
        if raw:
            raw_edges(properties)
        if fill is not None:
            properties.set_fill_value(np.array(fill, kind))
        if "shuffle" in filters:
            properties.set_shuffle()
        if filters.get("compression") == "gzip":
            properties.set_deflate(4)
        if "fletcher32" in filters:
            properties.set_fletcher32()
        space = h5py.h5s.create_simple(shape, tuple(h5py.h5s.UNLIMITED if n is None else n for n in maxshape))
        h5py.h5d.create(self.chunks.id, name.encode(), h5py.h5t.py_create(np.dtype(kind)), space, properties)
        return self.chunks[name]

    def grow(self, name, step, times, chunks, maxshape, axis=0, kind="u1", **filters):
        """Adds an array that grows along an axis, as a logger writes it."""
        shape = list(step)
        shape[axis] *= times
        values = values_of(shape, kind)
        d = self.chunks.create_dataset(name, [0 if i == axis else n for i, n in enumerate(step)], kind, chunks=chunks,
                                       maxshape=maxshape, **filters)
        for i in range(times):
            d.resize((i + 1) * step[axis], axis)
            part = tuple(slice(i * n, (i + 1) * n) if a == axis else slice(None) for a, n in enumerate(step))
            d[part] = values[part]
        self.plain[name] = values
        return d

    def cut(self, name, shape):
        """Makes an array smaller."""
        self.chunks[name].resize(shape)
        values = self.plain[name][tuple(slice(n) for n in shape)]
        del self.plain[name]
        self.plain[name] = values


def values_of(shape, kind):
    """Is 0, 1, ... modulo 251, a prime, so that no two rows are alike."""
    n = int(np.prod(shape))
    return (np.arange(n) % 251).astype(kind).reshape(shape)


SCALE = int(sys.argv[2])
GZIP = {"compression": "gzip"}
ALL = {"compression": "gzip", "shuffle": True, "fletcher32": True}


def arrays(w):
    w.add("single", (5, 7), (5, 7), kind="f4")
    w.add("single filtered", (5, 7), (5, 7), kind=">i4", **ALL)
    w.add("implicit 1", (20,), (6,), early=True)
    w.add("implicit 3", (7, 5, 6), (2, 3, 4), early=True, kind="u2")
    w.add("implicit limited", (7, 5), (2, 3), (9, 11), early=True)
    w.add("fixed", (40,), (7,), kind="f8", holes=3, fill=2.5)
    w.add("fixed pictures", (9, 12, 10, 3), (2, 5, 10, 3), **GZIP)
    w.add("fixed limited", (20, 9), (3, 4), (64, 30), kind="i2", **ALL)
    w.add("fixed paged", (1100 * SCALE,), (1,), holes=40, fill=9)
    w.add("fixed paged filtered", (520 * SCALE, 2), (1, 1), fletcher32=True)
    w.add("fixed raw edges", (7, 5), (3, 2), raw=True, **GZIP)
    w.add("extensible", (40, 2), (3, 2), (None, 2), kind="f4", holes=4)
    w.add("extensible limited", (9, 8, 5), (2, 3, 2), (12, None, 9), kind="u2")
    w.add("extensible raw edges", (5, 5), (2, 2), (None, 5), raw=True, **ALL)
    w.grow("grown", (1,), 300 * SCALE, (1,), (None,))
    w.grow("grown filtered", (1, 3), 260 * SCALE, (1, 3), (None, 3), kind="f4", **GZIP)
    w.grow("grown pictures", (1, 6, 5, 3), 6 * SCALE, (1, 6, 5, 3), (None, 6, 5, 3), **GZIP)
    w.grow("grown behind", (2, 3, 4), 9, (1, 2, 3), (2, None, 4), axis=1, kind="u2", shuffle=True)
    w.grow("cut", (2,), 60, (3,), (None,))
    w.cut("cut", (70,))
    w.add("tree", (20, 11), (3, 4), (None, None), kind="f4", holes=3, fill=-1)
    w.add("tree filtered", (6, 7, 8, 3), (2, 3, 4, 3), (None, None, 8, None), **ALL)
    w.add("tree deep", (20 * SCALE, 8), (1, 1), (None, None))
    w.add("tree deep filtered", (15 * SCALE, 6), (1, 1), (None, None), fletcher32=True)
    w.add("tree raw edges", (5, 5), (2, 2), (None, None), raw=True, **GZIP)
    sparse(w, "extensible paged", 150_000, {})
    sparse(w, "extensible paged filtered", 150_000, GZIP)
    w.add("nothing written", (3, 3), (2, 2), (None, None), holes=1)


def sparse(w, name, n, filters):
    """Adds an array of so many chunks that the blocks of their index have pages, of which few are written."""
    d = w.chunks.create_dataset(name, (n,), "u1", chunks=(1,), maxshape=(None,), **filters)
    values = np.zeros(n, "u1")
    for i in 0, 5, 70, 4096, 131_060, 131_065, 132_100, 133_500, 135_000, n - 1:
        d[i] = values[i] = i % 251
    w.plain.create_dataset(name, data=values, **GZIP, chunks=(n,))


def attributes(f):
    """Adds groups whose attributes are in heaps; "deep" has so many that their tree has levels."""
    for name, n, order in ("few", 9, False), ("ordered", 30, True), ("deep", 80 * SCALE, False):
        g = f.create_group("attributes/" + name, track_order=order)
        for i in range(n):
            g.attrs[f"number_{i}"] = i
        for i in range(0, n, 7):
            del g.attrs[f"number_{i}"]
    g = f.create_group("attributes/kinds")
    for name, value in (
        ("huge", np.full(20_000, 0.5, "f4")), ("large", np.full(900, 7, "i4")), ("text", "größer" * 1000),
        ("bytes", np.bytes_(b"x" * 5000)), ("true", True), ("unsigned", np.uint64(2**63)), ("half", 0.5),
        ("empty", h5py.Empty("f4")), ("names", ["a", "b"]), ("success", np.int64(1)),
    ):
        g.attrs[name] = value


def swmr(f, w):
    """Adds an array as one process does that others read at the same time: nothing new can begin after that."""
    values = values_of((20 * SCALE, 3), "f4")
    d = w.chunks.create_dataset("swmr", (0, 3), "f4", chunks=(2, 3), maxshape=(None, 3))
    w.plain["swmr"] = values
    f.swmr_mode = True
    for i in range(len(values)):
        d.resize(i + 1, 0)
        d[i] = values[i]
        d.flush()


def small(f):
    """Makes a file of some kilobytes with the newer structures, where the fuzzer of hdf5_test.go begins."""
    w = Writer(f)
    w.add("fixed", (5,), (2,))
    w.add("extensible", (9,), (1,), (None,))
    w.add("tree", (3, 3), (2, 2), (None, None), compression="gzip")
    for i in range(9):
        w.chunks.attrs[f"number_{i}"] = i
    w.chunks.attrs["huge"] = np.zeros(1100, "i4")


def write(name, libver, fill):
    path = f"{sys.argv[1]}/latest_{name}.hdf5"
    with h5py.File(path, "w", libver=(libver, libver)) as f:
        fill(f)
    with open(path, "rb") as plain, open(path + ".gz", "wb") as out:
        with gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as z:
            z.write(plain.read())


def everything(f):
    w = Writer(f)
    arrays(w)
    attributes(f)
    swmr(f, w)


for version in sys.argv[3:]:
    write(version, version, everything)
write("small", "latest", small)
