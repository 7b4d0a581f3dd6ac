"""Asks a policy that counterpoise serves by the real openpi client, and prints PASS or FAIL.

    pip install openpi-client==0.1.2 websockets typing_extensions
    counterpoise serve POLICY --listen 127.0.0.1:8000 &
    python client_check.py 127.0.0.1 8000

Checked: the metadata, one observation and several, and that an error comes as text and ends the connection.
"""
import sys

import numpy as np
from openpi_client.websocket_client_policy import WebsocketClientPolicy


def question(keys, lead=()):
    sizes = {"observation.state": (15,), "scene_state": (24,), "observation.images.static": (200, 200, 3),
             "observation.images.ego": (84, 84, 3)}
    rng = np.random.default_rng(0)
    q = {}
    for k in keys:
        shape = lead + sizes[k]
        q[k] = rng.integers(0, 256, shape, dtype=np.uint8) if "images" in k else rng.normal(0, 0.1, shape).astype("f4")
    return q


def main(host, port):
    client = WebsocketClientPolicy(host, port)
    meta = client.get_server_metadata()
    keys = [assignment.split("=")[0] for assignment in meta["observes"]]
    one = client.infer(question(keys))
    assert one["actions"].shape == (meta["chunk"], 7) and one["actions"].dtype == np.float32, one["actions"].shape
    assert np.isfinite(one["actions"]).all() and one["server_timing"]["infer_ms"] > 0
    many = client.infer(question(keys, (5,)))["actions"]
    assert many.shape == (5, meta["chunk"], 7), many.shape
    q = question(keys, (5,))
    for i in range(5):
        alone = client.infer({k: v[i] for k, v in q.items()})["actions"]
        assert (alone == many[i]).all(), "an answer depends on the others of its batch"
    try:
        client.infer({"observation.state": np.zeros(3, np.float32)})
    except RuntimeError as e:
        assert "observation.state" in str(e), e
        return f"{len(keys)} keys, {meta['chunk']} actions, errors as text"
    raise AssertionError("an observation of another shape is answered")


if __name__ == "__main__":
    try:
        print("PASS", main(sys.argv[1], int(sys.argv[2])))
    except Exception as e:
        print("FAIL", type(e).__name__, e)
        sys.exit(1)
