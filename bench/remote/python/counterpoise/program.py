"""The simulator's process: where the program is found, how the process is started, spoken to and ended.

Requests and replies are defined in bench/remote/simulator/protocol.go of the repository.
"""

import importlib.metadata
import json
import os
import select
import shutil
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
import weakref
from pathlib import Path

import numpy as np

from . import wire

PROTOCOL = 1  # simulator.Protocol

START_SECONDS = 1200  # the clone's script builds the program first, which can take minutes
REPLY_SECONDS = 300  # for a reply; a step of 1024 environments with pictures takes two
MAX_REPLY = 1 << 30  # bytes; the observations of 1024 environments with pictures are 145 MB


CLOSED = "the simulator is closed, by close() or after an error: make the environment again"


class SimulatorError(RuntimeError):
    """The simulator refused a request, or cannot be reached. The message says why and what to do."""


def find_program():
    """The command line that starts the program, as a list.

    In this order: the file that the environment variable COUNTERPOISE names, the program that this package's wheel has
    installed, counterpoise on the PATH, and the script counterpoise of the clone from which this package was installed.
    SimulatorError if there is none.
    """
    named = os.environ.get("COUNTERPOISE")
    if named:
        if not (os.path.isfile(named) and os.access(named, os.X_OK)):
            raise SimulatorError(f"COUNTERPOISE names {named!r}, which is no program; set it to the file counterpoise")
        return [named]
    found = _in_wheel() or shutil.which("counterpoise")
    if found:
        return [found]
    for root in _clones():
        if (root / "go.mod").is_file() and (root / "counterpoise").is_file():
            return [str(root / "counterpoise")]
    raise SimulatorError(
        "the program counterpoise is not found: install a wheel that holds it, or set COUNTERPOISE to its file (in a "
        "clone, the script counterpoise), or put it on the PATH"
    )


def _in_wheel():
    """The program beside this Python's own, where pip has put it from the wheel of this package; None if it has not."""
    try:
        files = importlib.metadata.distribution("counterpoise").files or ()
    except importlib.metadata.PackageNotFoundError:
        return None
    for file in files:
        if file.name in ("counterpoise", "counterpoise.exe") and file.parent.name in ("bin", "Scripts"):
            at = os.path.abspath(file.locate())
            if os.access(at, os.X_OK):
                return at
    return None


def _clones():
    """Folders that may be the clone: above this file, and above the folder that pip installed from (PEP 610)."""
    here = Path(__file__).resolve()
    if len(here.parents) > 4:
        yield here.parents[4]  # bench/remote/python/counterpoise/program.py
    try:
        text = importlib.metadata.distribution("counterpoise").read_text("direct_url.json")
        url = urllib.parse.urlparse(json.loads(text)["url"]) if text else None
    except (importlib.metadata.PackageNotFoundError, KeyError, ValueError):
        return
    if url and url.scheme == "file":
        parents = Path(urllib.request.url2pathname(url.path)).parents
        if len(parents) > 2:
            yield parents[2]  # bench/remote/python


class Simulator:
    """A process that steps environments. One thread uses it at a time, and the process that started it alone; any
    thread of that may close it.

    Attributes: opened, the reply to the request open.
    """

    _all = weakref.WeakSet()  # those of this process and of the one that it was forked from

    def __init__(self, *, task, environments, pictures, size, oracle, horizon, program=None):
        command = find_program() if program is None else [os.fspath(program)]
        # A session of its own: Ctrl-C in a terminal is for this process, which then closes the pipes.
        more = {"start_new_session": True} if os.name == "posix" else {}
        if sys.platform == "linux":
            more["pipesize"] = 1 << 20  # pictures pass in fewer turns
        self._owner = os.getpid()
        self._asking = threading.Lock()  # held by the thread that waits for a reply
        self._process = None
        try:
            self._process = subprocess.Popen(
                [*command, "simulate"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **more
            )
        except OSError as e:
            raise SimulatorError(f"{command[0]} cannot be started: {e}") from e
        Simulator._all.add(self)
        self._poll = None
        if hasattr(select, "poll"):
            self._poll = select.poll()
            self._poll.register(self._process.stdout, select.POLLIN)
        try:
            greeting = self._receive(START_SECONDS)
            if greeting.get("protocol") != PROTOCOL:
                raise SimulatorError(
                    f"{command[0]} ({greeting.get('program')}) speaks another protocol than this package: install both "
                    "from one wheel or one clone"
                )
            self.opened = self.request(
                do="open", task=task, environments=environments, pictures=pictures, size=size, oracle=oracle,
                horizon=horizon,
            )
        except BaseException:
            self.close()
            raise

    def request(self, pictures_of=0, **request):
        """The reply to a request. SimulatorError if the request is refused, the process is gone, or another thread waits
        for a reply, which stays as it is.

        pictures_of is the number of environments whose pictures follow the reply. Those of each camera are added to it
        under the camera's name, uint8 (pictures_of, size, size, 3).
        """
        if os.getpid() != self._owner:
            raise SimulatorError("a process cannot use the simulator of its parent: make the environment in it")
        if self._process is None:
            raise SimulatorError(CLOSED)
        message = wire.pack(request)
        if not self._asking.acquire(blocking=False):
            raise SimulatorError("another thread is using the simulator; make an environment for each thread")
        try:
            self._send(len(message).to_bytes(4, "little") + message)
            reply = self._receive(REPLY_SECONDS)
            if pictures_of and "error" not in reply:
                for name, size in zip(self.opened["cameras"], self.opened["sizes"], strict=True):
                    reply[name] = np.empty((pictures_of, size, size, 3), np.uint8)
                    self._read(memoryview(reply[name]).cast("B"), time.monotonic() + REPLY_SECONDS)
        except BaseException:  # a reply that is still to come would answer the next request
            self.close()
            raise
        finally:
            self._asking.release()
        if "error" in reply:
            raise SimulatorError(reply["error"])
        return reply

    def __reduce__(self):
        raise TypeError("a simulator is a process, which cannot be pickled or copied; make the environment where it is used")

    def _send(self, message):
        view = memoryview(message)
        try:
            while view:
                view = view[self._pipe("stdin").write(view) :]
        except (OSError, ValueError) as e:  # ValueError: another thread has closed the pipe
            raise SimulatorError(self._ended()) from e

    def _pipe(self, name):
        """A pipe of the process. SimulatorError where another thread has closed the simulator meanwhile."""
        process = self._process
        if process is None:
            raise SimulatorError(CLOSED)
        return getattr(process, name)

    def _receive(self, seconds):
        head = self._read(bytearray(4), time.monotonic() + seconds)
        length = int.from_bytes(head, "little")
        if length > MAX_REPLY:
            raise SimulatorError(f"the program announces a reply of {length} bytes: it is not counterpoise simulate")
        message = self._read(bytearray(length), time.monotonic() + seconds)
        try:
            reply = wire.unpack(message)
        except ValueError as e:
            raise SimulatorError(f"the program's reply cannot be read ({e}): it is not counterpoise simulate") from e
        if not isinstance(reply, dict):
            raise SimulatorError("the program's reply is no map: it is not counterpoise simulate")
        return reply

    def _read(self, buffer, deadline):
        """Fills a buffer from the pipe, and returns it."""
        view = memoryview(buffer)
        while view:
            # Windows cannot wait for a pipe: there a simulator that hangs is waited for.
            if self._poll and not self._poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
                raise SimulatorError("the simulator does not answer in time, and is ended: make the environment again")
            try:
                got = self._pipe("stdout").readinto(view)
            except (OSError, ValueError) as e:  # another thread has closed the pipe
                raise SimulatorError(self._ended()) from e
            if not got:
                raise SimulatorError(self._ended())
            view = view[got:]
        return buffer

    def _ended(self):
        process = self._process
        if process is None:
            return CLOSED
        try:
            status = process.wait(5)
        except subprocess.TimeoutExpired:
            return "the simulator has closed its pipe"
        return f"the simulator has ended with status {status}; what it said stands in the standard error output"

    def close(self):
        """Ends the process. Closing twice is allowed."""
        process, self._process = getattr(self, "_process", None), None
        if process is None or os.getpid() != self._owner:
            return
        _close_pipes(process)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __del__(self):
        try:
            self.close()
        except Exception:  # at the interpreter's end modules may be gone; the pipes close by themselves
            pass


def _close_pipes(process):
    for pipe in (process.stdin, process.stdout):
        try:
            pipe.close()
        except OSError:
            pass


def _leave_to_parent():
    """Closes a forked process's copies of the pipes: a simulator ends when nobody holds them any more."""
    for simulator in list(Simulator._all):
        if simulator._process is not None:
            _close_pipes(simulator._process)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
