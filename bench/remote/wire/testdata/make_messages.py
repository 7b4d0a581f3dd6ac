"""Writes messages.txt: values as the real openpi_client.msgpack_numpy packs them, one a line: name and bytes in hex, of
long ones their SHA-256.

    pip install openpi-client==0.1.2 msgpack==1.2.4 numpy==1.26.4
    python make_messages.py > messages.txt

The keys of maps stand in the order of their bytes, which is the order that Append writes. What the values are stands in
wire_test.go.
"""
import hashlib

import numpy as np
from openpi_client import msgpack_numpy

picture = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
messages = {
    "empty": {},
    "nil": None,
    "booleans": [True, False],
    "whole": [0, 1, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1],
    "negative": [-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**63)],
    "floats": [0.5, -1e300, 3.0],
    "text": ["", "grüße", "x" * 31, "x" * 32, "y" * 256, "z" * 65536],
    "binary": [b"", b"\x00\xff", b"b" * 256, b"c" * 65536],
    "lists": [[], list(range(15)), list(range(16)), [0] * 70000],
    "map16": {f"k{i:03d}": i for i in range(300)},
    "float32": np.array([[1.5, -2.25, np.inf], [0, -0.0, 1e-40]], dtype=np.float32),
    "float64": np.array([np.pi, -np.inf]),
    "float16": np.array([0, 1, -2, 65504, 6e-8, 6.104e-5, np.inf], dtype=np.float16),
    "big-endian": np.array([1.5, -2], dtype=">f4"),
    "picture": picture,
    "not contiguous": picture[:, ::-1],
    "integers": [np.array([1, -2], dtype=t) for t in ("i1", "<i2", "<i4", "<i8", ">i2", ">i4", ">i8")],
    "unsigned": [np.array([1, 200], dtype=t) for t in ("u1", "<u2", "<u4", "<u8", ">u2", ">u4", ">u8")],
    "bool array": np.array([True, False]),
    "no dimension": np.array(7.0),
    "no elements": np.zeros((0, 7), dtype=np.float32),
    "scalars": [np.float32(1.5), np.float64(2.5), np.int64(-3), np.uint8(4), np.bool_(True), np.str_("left")],
    "text array": np.array(["ab", "c"]),
    "reply": {
        "actions": np.linspace(-1, 1, 14).reshape(2, 7),
        "policy_timing": {"infer_ms": 1.25},
        "server_timing": {"infer_ms": 1.5, "prev_total_ms": 2.5},
    },
    "question": {
        "observation/image": picture,
        "observation/state": np.arange(8, dtype=np.float32),
        "prompt": "grasp and lift the red block",
    },
}
for name, value in messages.items():
    message = msgpack_numpy.packb(value)
    text = message.hex() if len(message) < 2000 else "sha256:" + hashlib.sha256(message).hexdigest()
    print(name, text, sep="\t")
