"""The policy server: openpi's protocol, as its client and counterpoise eval --remote speak it."""

import threading
import time
import urllib.request

import numpy as np
import pytest
from counterpoise import wire
from counterpoise.serve import serve
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect


@pytest.fixture
def asked():
    """Starts a server for a policy, and returns its address."""

    def start(policy, **arguments):
        ports, listening = [], threading.Event()

        def ready(port):
            ports.append(port)
            listening.set()

        threading.Thread(target=serve, args=(policy, 0), kwargs={"ready": ready, **arguments}, daemon=True).start()
        assert listening.wait(10)
        return f"127.0.0.1:{ports[0]}"

    return start


def question():
    return {
        "observation.state": np.arange(15, dtype=np.float32), "scene_state": np.zeros(24, np.float32),
        "observation.images.static": np.full((200, 200, 3), 7, np.uint8),
        "observation.images.ego": np.zeros((84, 84, 3), np.uint8), "prompt": "grasp and lift the red block",
    }


def test_conversation(asked):
    seen = []

    def policy(observation):
        seen.append(observation)
        return observation["agent_pos"][:7]

    address = asked(policy, metadata={"name": "mine"})
    with connect(f"ws://{address}", compression=None, max_size=None) as c:
        assert wire.unpack(c.recv()) == {"name": "mine"}
        for _ in range(2):
            c.send(wire.pack(question()))
            actions = wire.unpack(c.recv())["actions"]
            assert actions.shape == (1, 7) and actions.dtype == np.float32 and actions[0, 6] == 6
    assert seen[0]["pixels"]["static"].shape == (200, 200, 3) and seen[0]["environment_state"].shape == (24,)
    assert urllib.request.urlopen(f"http://{address}/healthz").read() == b"OK\n"


def test_clients_take_turns(asked):
    inside, most = [], []

    def policy(observation):
        inside.append(1)
        time.sleep(0.05)
        most.append(len(inside))
        inside.pop()
        return observation["agent_pos"][:7]

    address = asked(policy)

    def ask():
        with connect(f"ws://{address}", compression=None, max_size=None) as c:
            c.recv()
            for _ in range(3):
                c.send(wire.pack(question()))
                c.recv()

    clients = [threading.Thread(target=ask) for _ in range(4)]
    for c in clients:
        c.start()
    for c in clients:
        c.join()
    assert most == [1] * 12


@pytest.mark.parametrize("policy, said", [(lambda o: 1 / 0, "ZeroDivisionError"), (lambda o: [1, 2], "shape")])
def test_an_exception_is_told(asked, policy, said):
    with connect(f"ws://{asked(policy)}", compression=None) as c:
        assert wire.unpack(c.recv()) == {}
        c.send(wire.pack({"observation.state": np.zeros(15, np.float32)}))
        text = c.recv()
        assert isinstance(text, str) and said in text
        with pytest.raises(ConnectionClosedError):
            c.recv()


@pytest.mark.parametrize("given, told", [(np.zeros((2, 5, 7)), None), (np.zeros((5, 7)), "(observations, n, 7)")])
def test_a_batch(asked, given, told):
    with connect(f"ws://{asked(lambda o: given, metadata={'batch': 8})}", compression=None) as c:
        assert wire.unpack(c.recv()) == {"batch": 8}
        c.send(wire.pack({"observation.state": np.zeros((2, 15), np.float32)}))
        answer = c.recv()
        if told:
            assert told in answer
        else:
            assert wire.unpack(answer)["actions"].shape == (2, 5, 7)


def test_garbage_is_told(asked):
    with connect(f"ws://{asked(lambda o: np.zeros(7))}", compression=None) as c:
        c.recv()
        c.send(b"\xc1\xff")
        assert "Traceback" in c.recv()


@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1", "null"])
def test_pages_of_browsers_are_refused(asked, origin):
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://{asked(lambda o: np.zeros(7))}", origin=origin)
