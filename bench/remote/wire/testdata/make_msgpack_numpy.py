"""Writes msgpack_numpy.txt: values as PyPI's msgpack-numpy packs them, one a line: name and bytes in hex, first with
binary values and then without.

    pip install msgpack-numpy==0.4.8 msgpack==1.2.4 numpy==1.26.4
    python make_msgpack_numpy.py > msgpack_numpy.txt

What the values are stands in numpy_test.go.
"""
import msgpack_numpy
import numpy as np

types = "b1 i1 <i2 <i4 <i8 >i2 >i4 >i8 u1 <u2 <u4 <u8 >u2 >u4 >u8 <f2 <f4 <f8 >f2 >f4 >f8".split()
messages = {"array " + np.dtype(t).str: np.array([[1, 0], [100, 1]]).astype(t) for t in types}
messages |= {"scalar " + np.dtype(t).str: np.dtype(t).type(1).astype(t) for t in types}
messages |= {
    "negative": [np.array([-1, -2], dtype=t) for t in ("i1", "<i2", ">i4", "<i8")],
    "large": [np.uint64(2**64 - 1), np.int64(-(2**63)), np.uint64(2**63 - 1)],
    "special": np.array([np.nan, np.inf, -np.inf, -0.0]),
    "no dimension": np.array(7.0),
    "no elements": np.zeros((0, 7), dtype=np.float32),
    "not contiguous": np.arange(6.0).reshape(2, 3)[:, ::-1],
    "by columns": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "text": np.array(["ab", "c"]),
    "high bytes": np.array([128, 255, 200], dtype=np.uint8),
    "nested": {"actions": [np.arange(7, dtype=np.float32), np.arange(7, dtype=np.float32)], "more": {"x": [np.int16(3)]}},
    "plain": {"nd": "a word", "type": 1, "data": [1]},
    "complex": 1 + 2j,
    "complex scalar": np.complex64(1 + 2j),
    "complex array": np.array([1 + 2j]),
    "structured": np.array([(1, 2.0)], dtype=[("x", "<i4"), ("y", "<f8")]),
    "objects": np.array([{}, None], dtype=object),
    "void": np.zeros(2, dtype="V2"),
    "long": np.array([1], dtype=np.longdouble),
}
for name, value in messages.items():
    for binary in (True, False):
        print(name, msgpack_numpy.packb(value, use_bin_type=binary).hex(), sep="\t")
