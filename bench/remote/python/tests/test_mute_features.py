"""The example that mutes features of a policy file."""

import hashlib
import json
import struct
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
import mute_features

NAMES = ["static map 1 x", "static map 10 x", "gripper map 1 mass", "joint 1"]


def policy(names, numbers):
    """A policy file in the form of policies/file.go: means, gains, weights."""
    header = json.dumps({"features": [{"name": n, "unit": "1"} for n in names]}).encode()
    raw = mute_features.MAGIC + struct.pack("<I", len(header)) + header + struct.pack(f"<{len(numbers)}f", *numbers)
    return raw + hashlib.sha256(raw).digest()


def test_the_gains_of_other_maps_are_zero_and_nothing_else_changes():
    means, weights = [1, 2, 3, 4], [9, 10]
    raw = policy(NAMES, means + [5, 6, 7, 8] + weights)
    muted, lost = mute_features.mute(raw, ["static map 1"])
    assert lost == ["static map 10 x", "gripper map 1 mass"]
    assert muted == policy(NAMES, means + [5, 0, 0, 8] + weights)


def test_what_is_no_policy_is_refused():
    raw = policy(NAMES, [0] * 8)
    with pytest.raises(ValueError, match="no feature 'static map 3'"):
        mute_features.mute(raw, ["static map 3"])
    for wrong in (b"", raw[:-1], raw[:60] + b"x" + raw[61:]):
        with pytest.raises(ValueError, match="no policy file"):
            mute_features.mute(wrong, [])
