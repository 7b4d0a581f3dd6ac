#!/usr/bin/env python3
"""Copies a policy file with features muted: the copy's network sees the mean of training in their place.

    python mute_features.py POLICY OUT --keep "static map 1" --keep "gripper map 1"
    ./counterpoise train RECIPE --policy vision --from OUT --out NARROW

Of the maps of the cameras those that --keep names stay; joints and gripper stay in any case. Maps 1 to 10 of each
camera belong to the red, the blue and the pink block, door, drawer, button, switch, hand, left and right finger, in
this order, and those after them to nothing in particular. train --from keeps the muting, so that the network learns to
do without. The form of the file is described in policies/file.go.
"""

import argparse
import hashlib
import json
import struct
import sys
from pathlib import Path

MAGIC = b"counterpoise policy\n"
DIGEST = 32  # bytes, at the end


def mute(raw, keep):
    """The bytes of the muted copy, and the names of the features that it has lost."""
    if not raw.startswith(MAGIC) or hashlib.sha256(raw[:-DIGEST]).digest() != raw[-DIGEST:]:
        raise ValueError("this is no policy file, or a damaged one")
    at = len(MAGIC) + 4
    (length,) = struct.unpack_from("<I", raw, len(MAGIC))
    features = [f["name"] for f in json.loads(raw[at : at + length])["features"]]
    for prefix in keep:
        if not any(name.startswith(prefix + " ") for name in features):
            raise ValueError(f"the policy has no feature {prefix!r}; it has {', '.join(features)}")
    lost = [i for i, f in enumerate(features) if " map " in f and not any(f.startswith(k + " ") for k in keep)]
    out = bytearray(raw[:-DIGEST])
    gains = at + length + 4 * len(features)  # behind the means
    for i in lost:
        struct.pack_into("<f", out, gains + 4 * i, 0)
    return bytes(out) + hashlib.sha256(out).digest(), [features[i] for i in lost]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("policy", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--keep", action="append", default=[], help="map that stays, such as 'static map 1'")
    a = arguments.parse_args()
    try:
        muted, lost = mute(a.policy.read_bytes(), a.keep)
    except ValueError as e:
        sys.exit(f"{a.policy}: {e}")
    a.out.write_bytes(muted)
    print(f"muted {len(lost)} features")


if __name__ == "__main__":
    main()
