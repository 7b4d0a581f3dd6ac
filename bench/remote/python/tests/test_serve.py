"""The policy server: openpi's protocol, as its client and counterpoise eval --remote speak it."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest
from counterpoise import wire
from counterpoise.serve import serve
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidMessage, InvalidStatus
from websockets.sync.client import connect

PACKAGE = Path(__file__).parents[1]


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


@pytest.mark.parametrize("policy, said", [
    (lambda o: 1 / 0, "ZeroDivisionError"), (lambda o: [1, 2], "shape"), (lambda o: [None] * 7, "expected numbers"),
    (lambda o: ["1"] * 7, "expected numbers"), (lambda o: sys.exit("enough"), "enough"),
])
def test_an_exception_is_told(asked, policy, said):
    with connect(f"ws://{asked(policy)}", compression=None) as c:
        assert wire.unpack(c.recv()) == {}
        c.send(wire.pack({"observation.state": np.zeros(15, np.float32)}))
        text = c.recv()
        assert isinstance(text, str) and said in text
        with pytest.raises(ConnectionClosedError):
            c.recv()


@pytest.mark.parametrize("metadata, told", [
    ({"task": object()}, "the metadata's 'task' cannot be sent"), ({"n": 1 << 70}, "the metadata's 'n' cannot be sent"),
    ({"n": [{1: 2}]}, "the metadata's 'n' cannot be sent"),
    ({"batch": "8"}, "batch is an int, 1 or more, not '8'"), ({"batch": 0}, "not 0"), (["mine"], "a map"),
    ({1: "one"}, "words as keys"),
])
def test_metadata_that_cannot_be_sent(metadata, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        serve(lambda o: np.zeros(7), 0, metadata=metadata)


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


@pytest.mark.parametrize("garbage, told", [
    (b"\xc1\xff", "Traceback"), (wire.pack([1, 2]), "a question is a map"), ("text", "no value of the protocol"),
    (b"\x81\x91\x01\x01", "no value of the protocol"), (b"\x81\xc4\x0b__ndarray__\xc3", "no value of the protocol"),
])
def test_garbage_is_told(asked, garbage, told):
    with connect(f"ws://{asked(lambda o: np.zeros(7))}", compression=None) as c:
        c.recv()
        c.send(garbage)
        last = c.recv().strip().splitlines()
        assert last[0].startswith("Traceback") and (told == "Traceback" or last[-1].startswith(f"ValueError: {told}"))


@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1", "null"])
def test_pages_of_browsers_are_refused(asked, origin):
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://{asked(lambda o: np.zeros(7))}", origin=origin)


def refusal(address, **headers):
    """The status of the answer to a handshake."""
    host, port = address.split(":")
    lines = {"Host": address, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
             "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", **headers}
    with socket.create_connection((host, int(port)), 10) as s:
        s.sendall(("GET / HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items() if v) + "\r\n").encode())
        return int(s.recv(4096).split()[1])


@pytest.mark.parametrize("host, status", [
    ("127.0.0.1", 101), ("localhost:80", 101), ("[::1]:80", 101), ("evil.example", 403), ("127.0.0.1.evil.example", 403),
    ("10.0.0.1:8000", 403), (None, 403),
])
def test_foreign_hosts_are_refused(asked, host, status):
    assert refusal(asked(lambda o: np.zeros(7)), Host=host) == status


def test_one_connection_too_many(asked):
    address = asked(lambda o: np.zeros(7), connections=2)
    with connect(f"ws://{address}"), connect(f"ws://{address}") as second:
        assert refusal(address) == 503
        assert urllib.request.urlopen(f"http://{address}/healthz").read() == b"OK\n"
        second.close()
        for _ in range(100):
            if refusal(address) == 101:
                return
            time.sleep(0.05)
    pytest.fail("a place that is free again is not given away")


PROGRAM = """
import resource, signal, sys
import numpy as np
from counterpoise.serve import serve
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]),) * 2)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for jobs in the background
serve(lambda o: np.zeros(7), int(sys.argv[1]), metadata={"batch": 8},
      ready=lambda port: print(port, flush=True))
"""


@contextlib.contextmanager
def server(port=0, files=1024):
    """A server in a process of its own that may have a number of open files: the process and its port."""
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(port), str(files)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, env={
                              **os.environ, "PYTHONPATH": os.pathsep.join([str(PACKAGE), *sys.path]),
                          }) as process:
        try:
            yield process, int(process.stdout.readline() or 0)
        finally:
            process.kill()


def answers(port):
    """Waits until a question is answered."""
    for _ in range(300):
        with contextlib.suppress(OSError, InvalidMessage, ConnectionClosed, EOFError):
            with connect(f"ws://127.0.0.1:{port}", open_timeout=2) as c:
                c.recv(5)
                c.send(wire.pack({"observation.state": np.zeros((1, 15), np.float32)}))
                assert "expected (observations, n, 7)" in c.recv(5)
                return
        time.sleep(0.1)
    pytest.fail("no answer")


@pytest.mark.parametrize("files, connections", [(1024, 1000), (40, 100)])
def test_a_thousand_connections_are_survived(files, connections):
    """Also where the server runs out of open files. A connection takes no thread."""
    with server(files=files) as (process, port):
        sockets = []
        with contextlib.suppress(OSError):
            for _ in range(connections):
                sockets.append(socket.create_connection(("127.0.0.1", port), 2))
        for s in sockets:
            with contextlib.suppress(OSError):
                s.sendall(b"GET / HTTP/1.1\r\n")
        time.sleep(1)
        threads = int(re.search(r"Threads:\s*(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1])
        assert process.poll() is None and threads < 20
        for s in sockets:
            s.close()
        answers(port)


def test_unfinished_questions_are_bounded():
    """Clients that begin large questions and do not end them take not much more memory together than MAX_UNREAD."""
    with server() as (process, port), contextlib.ExitStack() as connections:
        clients = []
        for _ in range(12):
            c = connections.enter_context(connect(f"ws://127.0.0.1:{port}", compression=None))
            c.recv()
            with contextlib.suppress(OSError):  # a frame of 62 MiB, of which the last bytes do not come
                c.socket.sendall(b"\x82\xff" + (62 << 20).to_bytes(8, "big") + bytes(4) + bytes((62 << 20) - 10))
            clients.append(c)
        peak = int(re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1]) >> 10
        assert peak < 700
        answers(port)
        for c in clients:
            c.socket.close()


def test_questions_that_were_read_do_not_count(asked, monkeypatch):
    """A client that asks for long is not given up for the heads of its frames."""
    monkeypatch.setattr("counterpoise.serve.MAX_UNREAD", 2000)
    with connect(f"ws://{asked(lambda o: np.zeros(7))}", compression=None) as c:
        c.recv()
        for _ in range(1000):
            c.send(wire.pack({"observation.state": np.zeros(15, np.float32)}))
            assert isinstance(c.recv(), bytes)


def test_addresses_of_version_6(asked):
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no loopback address of version 6")
    port = asked(lambda o: np.zeros(7), host="::1", metadata={"name": "six"}).rpartition(":")[2]
    with connect(f"ws://[::1]:{port}", compression=None) as c:
        assert wire.unpack(c.recv()) == {"name": "six"}


def test_a_server_that_cannot_listen_fails():
    with server() as (_, port), server(port) as (second, none):
        assert none == 0 and second.wait(10) == 1 and "Address already in use" in second.stderr.read()


def test_an_interrupt_ends_it_in_order():
    """Also where a client takes its time to answer that the connection ends."""
    with server() as (process, port):
        with connect(f"ws://127.0.0.1:{port}") as client, socket.create_connection(("127.0.0.1", port)) as slow:
            client.recv()
            slow.sendall((f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
            slow.recv(4096)
            process.send_signal(signal.SIGINT)
            time.sleep(0.5)
        assert process.wait(10) == 0 and process.stderr.read() == ""
