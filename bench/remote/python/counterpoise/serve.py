"""A Python function as a policy server, behind openpi's websocket protocol, for `counterpoise eval --remote`."""

import threading
import traceback

import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve as serve_websocket

from . import wire
from .spaces import ACTION_SIZE

MAX_QUESTION = 64 << 20  # bytes of a message


def observation_of(question):
    """The observation, as the environments' spaces have it, of a question with the keys of the preset counterpoise."""
    observed = {}
    for key, name in (("observation.state", "agent_pos"), ("scene_state", "environment_state")):
        if key in question:
            observed[name] = question[key]
    pixels = {k: question.get(f"observation.images.{k}") for k in ("static", "ego")}
    pixels = {k: picture for k, picture in pixels.items() if picture is not None}
    if pixels:
        observed["pixels"] = pixels
    return observed


def serve(policy, port, *, host="127.0.0.1", metadata=None, ready=None):
    """Answers questions with policy(observation), until it is stopped. Ctrl-C returns. Pages of browsers are refused.

    Arguments:
        policy: a function that takes an observation (counterpoise.spaces) and returns an action (7), or a chunk of
            actions (n, 7) to execute before the next question. Its answer must depend on the observation alone. It
            runs once at a time, though on a thread for each client, so a model needs no lock of its own. With
            metadata {"batch": N} every array of an observation has one more axis in front, of up to N observations,
            and the answer is (observations, n, 7).
        port: of the address; 0 takes a free one.
        host: the address to listen on, which only this machine reaches unless another is given.
        metadata: a map for the client, such as {"name": "mine"}.
        ready: called with the port once the server listens.
    """

    turn = threading.Lock()
    axes = 3 if (metadata or {}).get("batch", 1) > 1 else 2

    def converse(connection):
        connection.send(wire.pack(metadata or {}))
        while True:
            try:
                question = connection.recv()
            except ConnectionClosed:
                return
            try:
                observation = observation_of(wire.unpack(question))
                with turn:
                    actions = policy(observation)
                reply = wire.pack({"actions": _chunk(actions, axes)})
            except Exception:
                connection.send(traceback.format_exc())
                connection.close(1011, "the policy has raised an exception")
                return
            connection.send(reply)

    def health(connection, request):
        return connection.respond(200, "OK\n") if request.path == "/healthz" else None

    with serve_websocket(
        # A page in a browser, which could reach a server of this machine, always names its origin; programs name none.
        converse, host, port, compression=None, max_size=MAX_QUESTION, process_request=health, origins=[None]
    ) as server:
        if ready is not None:
            ready(server.socket.getsockname()[1])
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


def _chunk(actions, axes):
    """Actions as an array of float32: (n, 7) of one observation, with 3 axes (observations, n, 7)."""
    array = np.asarray(actions, np.float32)
    array = array[None] if array.ndim == 1 and axes == 2 else array
    if array.ndim != axes or array.shape[-1] != ACTION_SIZE:
        n = ACTION_SIZE
        expected = f"({n},) or (n, {n})" if axes == 2 else f"(observations, n, {n})"
        raise ValueError(f"the policy gives an array of shape {np.shape(actions)}, expected {expected}")
    return array
