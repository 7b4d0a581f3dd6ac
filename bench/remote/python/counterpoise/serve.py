"""A Python function as a policy server, behind openpi's websocket protocol, for `counterpoise eval --remote`."""

import asyncio
import concurrent.futures
import ipaddress
import logging
import socket
import threading
import traceback

import numpy as np
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websocket
from websockets.exceptions import ConnectionClosed

from . import wire

MAX_OBSERVATION = 8 << 20  # bytes: two pictures of 1024 x 1024, and numbers
MAX_QUESTION = 64 << 20  # bytes of a message, however many observations it has
MAX_UNREAD = 256 << 20  # bytes of all clients' questions that have not been read; beyond it the longest is given up
IDLE_SECONDS = 3600  # after which a client that asks nothing loses its place

log = logging.getLogger("counterpoise.serve")
log.addHandler(logging.NullHandler())  # clients' mistakes are not printed unless logging is set up


def observation_of(question):
    """The observation, as the environments' spaces have it, of a question with the keys of the preset counterpoise."""
    if not isinstance(question, dict):
        raise ValueError(f"a question is a map with the keys of an observation, not {type(question).__name__}")
    observed = {}
    for key, name in (("observation.state", "agent_pos"), ("scene_state", "environment_state")):
        if key in question:
            observed[name] = question[key]
    pixels = {k: question.get(f"observation.images.{k}") for k in ("static", "ego")}
    pixels = {k: picture for k, picture in pixels.items() if picture is not None}
    if pixels:
        observed["pixels"] = pixels
    return observed


def serve(policy, port, *, host="127.0.0.1", metadata=None, ready=None, connections=64):
    """Answers questions with policy(observation), until it is stopped. Ctrl-C returns; a port that cannot be had is an
    OSError. Pages of browsers are refused, and at a loopback address requests that name another host.

    Arguments:
        policy: a function that takes an observation (counterpoise.spaces) and returns an action (7), or a chunk of
            actions (n, 7) to execute before the next question. Its answer must depend on the observation alone. It
            runs once at a time, on one thread that is not the caller's, so a model needs no lock of its own. With
            metadata {"batch": N} every array of an observation has one more axis in front, of up to N observations,
            and the answer is (observations, n, 7).
        port: of the address; 0 takes a free one.
        host: the address to listen on, which only this machine reaches unless another is given.
        metadata: a map for the client, such as {"name": "mine"}; ValueError if it cannot be sent.
        ready: called with the port once the server listens.
        connections: clients at a time; one more gets status 503.
    """
    greeting = _greeting(metadata or {})
    with concurrent.futures.ThreadPoolExecutor(1) as policy_thread:
        run(lambda listening: _Server(policy, listening, *greeting, connections, policy_thread), port, host, ready)


def run(make_server, port, host, ready):
    """Runs the server that make_server(listening socket) returns until it is stopped, on a thread of its own. Ctrl-C
    returns."""
    listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    loop = asyncio.new_event_loop()
    # Such as that there are no open files left for one more client, which asyncio survives.
    loop.set_exception_handler(lambda _, problem: log.error(problem["message"], exc_info=problem.get("exception")))
    task = loop.create_task(make_server(listening).run(ready))
    task.add_done_callback(lambda _: loop.stop())
    # An event, because CPython up to 3.12 takes a thread for ended once Ctrl-C has come into its join().
    ended = threading.Event()

    def forever():
        loop.run_forever()
        ended.set()

    # A thread of its own, because a notebook runs a loop in the caller's already, and one a thread is the limit.
    threading.Thread(target=forever, daemon=True).start()
    try:
        ended.wait()
    except KeyboardInterrupt:
        loop.call_soon_threadsafe(task.cancel)
        ended.wait()
    loop.close()
    if not task.cancelled():
        task.result()


def _greeting(metadata):
    """The metadata as bytes, and the number of observations a question that it announces. ValueError names what in it
    cannot be sent."""
    if not isinstance(metadata, dict) or not all(isinstance(key, str) for key in metadata):
        raise ValueError(f'metadata is a map with words as keys, such as {{"name": "mine"}}, not {metadata!r}')
    batch = metadata.get("batch", 1)
    if not isinstance(batch, int) or isinstance(batch, bool) or batch < 1:
        raise ValueError(f"the metadata's batch is an int, 1 or more, not {batch!r}")
    for key, value in metadata.items():
        try:
            wire.unpack(wire.pack(value), strict_keys=True)
        except (TypeError, ValueError, OverflowError) as problem:
            raise ValueError(f"the metadata's {key!r} cannot be sent: {problem}") from problem
    return wire.pack(metadata), batch


class _Server:
    """What the connections of a server share. All but the policy runs on the loop's thread."""

    def __init__(self, policy, listening, metadata, batch, connections, policy_thread):
        self.policy, self.listening, self.metadata = policy, listening, metadata
        self.connections, self.policy_thread = connections, policy_thread
        self.axes = 3 if batch > 1 else 2
        self.max_question = min(MAX_QUESTION, MAX_OBSERVATION * batch)
        self.loopback = ipaddress.ip_address(listening.getsockname()[0]).is_loopback
        self.clients = set()  # connections that have been let in and are not closed

    async def run(self, ready):
        """Serves until it is cancelled."""

        def connection(*arguments, **settings):
            return _Connection(self.clients, *arguments, **settings)

        async with serve_websocket(
            # A page in a browser, which could reach a server of this machine, always names its origin; programs name
            # none. A question waits for the answer before it, so no other one need be read meanwhile.
            self.converse, sock=self.listening, compression=None, max_size=self.max_question, max_queue=1,
            process_request=self.admit, origins=[None], create_connection=connection, logger=log,
        ) as server:
            if ready is not None:
                ready(self.listening.getsockname()[1])
            await server.serve_forever()

    def admit(self, connection, request):
        """The answer to a request that is not for a conversation, or that is refused."""
        hosts = request.headers.get_all("Host")
        if self.loopback and not (len(hosts) == 1 and _local(hosts[0])):
            # A page in a browser on this machine can make a name of its own resolve to the loopback address.
            return connection.respond(403, "this server is for this machine alone\n")
        if request.path == "/healthz":
            return connection.respond(200, "OK\n")
        if len(self.clients) >= self.connections:
            return connection.respond(503, "too many connections\n")
        self.clients.add(connection)

    async def converse(self, connection):
        """Answers the questions of a client."""
        loop = asyncio.get_running_loop()
        try:
            await connection.send(self.metadata)
            while True:
                question = await asyncio.wait_for(connection.recv(), IDLE_SECONDS)
                connection.unread = max(0, connection.unread - _frame(len(question)))
                reply = await loop.run_in_executor(self.policy_thread, self.answer, question)
                await connection.send(reply)
                if isinstance(reply, str):
                    await connection.close(1011, "the policy has raised an exception")
                    return
        except ConnectionClosed:
            pass
        except asyncio.TimeoutError:
            await connection.close(1001, "no question for too long")

    def answer(self, question):
        """The reply to a question: bytes, or the traceback of an exception. Runs on the policy's thread."""
        try:
            actions = self.policy(observation_of(wire.unpack(question)))
            return wire.pack({"actions": _chunk(actions, self.axes)})
        except BaseException:  # SystemExit of a policy would end the loop in the middle of its work
            return traceback.format_exc()


class _Connection(ServerConnection):
    """A connection that counts the bytes that have come and have not been read, heads of frames included."""

    def __init__(self, clients, *arguments, **settings):
        super().__init__(*arguments, **settings)
        self.clients, self.unread = clients, 0

    def connection_lost(self, reason):
        self.clients.discard(self)
        super().connection_lost(reason)

    def data_received(self, data):
        self.unread += len(data)
        if sum(c.unread for c in self.clients) > MAX_UNREAD:
            max(self.clients, key=lambda c: c.unread).transport.abort()
        super().data_received(data)


def _frame(length):
    """Bytes that a client sends for a message of a length: with the head of one frame, masked (RFC 6455, 5.2)."""
    return length + 6 + (0 if length < 126 else 2 if length < 1 << 16 else 8)


def _local(host):
    """Whether a request's Host names this machine by its loopback address."""
    name = host.rsplit(":", 1)[0] if host.rpartition(":")[2].isdigit() else host
    try:
        return name.lower() == "localhost" or ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def _chunk(actions, axes):
    """Actions as an array of float32: (n, 7) of one observation, with 3 axes (observations, n, 7)."""
    from .spaces import ACTION_SIZE, numbers  # which need Gymnasium, and servers of environments do not

    array = numbers(actions).astype(np.float32, copy=False)
    array = array[None] if array.ndim == 1 and axes == 2 else array
    if array.ndim != axes or array.shape[-1] != ACTION_SIZE:
        n = ACTION_SIZE
        expected = f"({n},) or (n, {n})" if axes == 2 else f"(observations, n, {n})"
        raise ValueError(f"the policy gives an array of shape {np.shape(actions)}, expected {expected}")
    return array
