"""Values as bytes: msgpack with NumPy arrays, in the form of openpi_client.msgpack_numpy (openpi-client 0.1.2).

An array is a map with the binary keys __ndarray__ (true), data (the elements in C order), dtype (such as "<f4") and
shape. Nothing is ever unpickled: types that hold Python objects are refused.
"""

import msgpack
import numpy as np


def _pack_array(value):
    """The form of a NumPy array or scalar; other values stay what they are, and msgpack refuses them."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "VOc":
            raise TypeError(f"arrays of type {value.dtype} cannot be sent; convert them to numbers")
        return {
            b"__ndarray__": True,
            b"data": value.tobytes(),
            b"dtype": value.dtype.str,
            b"shape": value.shape,
        }
    if isinstance(value, np.generic):
        return {b"__npgeneric__": True, b"data": value.item(), b"dtype": value.dtype.str}
    return value


def _unpack_array(value):
    """The NumPy array of a map with the key __ndarray__. It owns its memory and may be written to."""
    if b"__ndarray__" in value:
        dtype = np.dtype(value[b"dtype"])
        if dtype.kind in "VOc":
            raise ValueError(f"an array of type {dtype} is refused")
        return np.frombuffer(bytearray(value[b"data"]), dtype).reshape(value[b"shape"])
    if b"__npgeneric__" in value:
        return np.dtype(value[b"dtype"]).type(value[b"data"])
    return value


def pack(value):
    """Bytes of a value: None, bool, int, float, str, bytes, lists, dicts with str keys, NumPy arrays and scalars."""
    return msgpack.packb(value, default=_pack_array)


def unpack(message, strict_keys=False):
    """The value of bytes that pack, or the program, has written. ValueError if they are no such value; with strict_keys
    also if a map has keys that are no words, which other readers of the protocol refuse."""
    try:
        return msgpack.unpackb(message, object_hook=_unpack_array, strict_map_key=strict_keys)
    except (KeyError, TypeError) as problem:  # an array without a type or of none, a list as a key, text for bytes
        raise ValueError(f"no value of the protocol: {problem!r}") from problem
