"""Asks a policy that counterpoise serves by the real openpi client, and prints PASS or FAIL.

    pip install openpi-client==0.1.2 websockets typing_extensions
    counterpoise serve POLICY --listen 127.0.0.1:8000 &
    python client_check.py 127.0.0.1 8000

Checked: the metadata, one answer and several, and that an error comes as text and ends the connection. A policy that
acts on a history gets as many observations for each answer, behind each other on the first axis.
"""
import sys

import numpy as np
from openpi_client.websocket_client_policy import WebsocketClientPolicy


SIZES = {"robot": (15,), "scene": (24,), "static": (200, 200, 3), "gripper": (84, 84, 3)}


def question(observes, lead=()):
    """Observations of random numbers under the keys that the metadata say."""
    rng = np.random.default_rng(0)
    q = {}
    for key, _, source in (assignment.rpartition("=") for assignment in observes):
        name, _, form = source.partition(":")
        h, *rest = SIZES[name]
        shape = (*lead, *rest[::-1], h) if form == "chw" else (*lead, h, *rest)
        q[key] = rng.integers(0, 256, shape, dtype=np.uint8) if rest else rng.normal(0, 0.1, shape).astype("f4")
    return q


def main(host, port):
    client = WebsocketClientPolicy(host, port)
    meta = client.get_server_metadata()
    observes, history = meta["observes"], meta["history"]
    one = client.infer(question(observes, (history,) if history > 1 else ()))
    actions = one["actions"]
    shape = (meta["chunk"], 7) if history == 1 else (1, meta["chunk"], 7)  # a history is on the axis of several
    assert actions.shape == shape and actions.dtype == np.float32, actions.shape
    assert np.isfinite(actions).all() and one["server_timing"]["infer_ms"] > 0
    q = question(observes, (5 * history,))
    many = client.infer(q)["actions"]
    assert many.shape == (5, meta["chunk"], 7), many.shape
    for i in range(5):
        rows = slice(i * history, (i + 1) * history)
        alone = client.infer({k: v[rows] for k, v in q.items()})["actions"]
        assert (alone == many[i]).all(), "an answer depends on the others of its batch"
    try:
        client.infer({"observation.state": np.zeros(3, np.float32)})
    except RuntimeError as e:
        assert "the question has no" in str(e) or "has shape" in str(e), e
        return f"{len(observes)} keys, {meta['chunk']} actions, errors as text"
    raise AssertionError("an observation of another shape is answered")


if __name__ == "__main__":
    try:
        print("PASS", main(sys.argv[1], int(sys.argv[2])))
    except Exception as e:
        print("FAIL", type(e).__name__, e)
        sys.exit(1)
