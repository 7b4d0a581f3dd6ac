"""Serves a plain Python function as a policy, for `counterpoise eval --remote ws://127.0.0.1:8000`.

    pip install openpi-client==0.1.2 websockets typing_extensions
    python serve.py
    counterpoise eval --remote ws://127.0.0.1:8000 --task picking

Put your policy into act: all of openpi that is used is its form of messages. What the numbers of state and actions are
stands in bench/remote/python/README.md.
"""
import traceback
import numpy as np
from openpi_client import msgpack_numpy
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve


def act(observation):
    """One observation in, a chunk of actions [chunk, 7] out. This one moves above the red block, down, and up with it."""
    state, way = observation["observation.state"], observation["scene_state"][6:9] - observation["observation.state"][0:3]
    if state[14] < 0:  # the gripper closes: wait for it, then lift
        return np.array([[0, 0, state[6] < 0.06, 0, 0, 0, -1]], np.float32)
    if np.linalg.norm(way[:2]) > 0.01:
        way[2] = 0
    grip = -1 if np.linalg.norm(way) < 0.015 else 1
    return np.array([[*np.clip(way / 0.02, -1, 1), 0, 0, 0, grip]], np.float32)


def talk(connection):
    connection.send(msgpack_numpy.packb({"name": "my policy"}))  # metadata: whatever the record should keep
    while True:
        try:
            question = msgpack_numpy.unpackb(connection.recv())
            connection.send(msgpack_numpy.packb({"actions": act(question)}))
        except ConnectionClosed:
            return
        except Exception:
            connection.send(traceback.format_exc())  # the client shows the exception and ends
            return connection.close(1011)


# A question has at most 64 MiB. Without an origin a request comes from a program, and not from a page in a browser.
serve(talk, "127.0.0.1", 8000, compression=None, max_size=64 << 20, origins=[None]).serve_forever()
