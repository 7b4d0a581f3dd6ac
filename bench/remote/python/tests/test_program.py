"""The simulator's process: found, started, ended with its client, and not believed when it is not the simulator."""

import copy
import os
import pickle
import signal
import stat
import subprocess
import sys
import textwrap
import threading
import time

import counterpoise
import numpy as np
import pytest
from counterpoise import program, wire
from counterpoise.program import SimulatorError


def alive(pid):
    """Whether a process runs; one that is dead and not waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def ends(pid, seconds=10):
    """Whether a process ends within some seconds."""
    until = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    return not alive(pid)


def script(tmp_path, text):
    path = tmp_path / "program"
    path.write_text(f"#!{sys.executable}\n" + textwrap.dedent(text))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@linux
def test_close_ends_the_process():
    env = counterpoise.CounterpoiseEnv()
    pid = env._rollouts.simulator._process.pid
    assert alive(pid)
    env.close()
    env.close()
    assert not alive(pid)
    with pytest.raises(SimulatorError, match="closed, .*: make the environment again"):
        env.reset()


@linux
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_the_simulator_dies_with_its_client(how):
    """Also when a child that the client has forked still has its pipes."""
    client = subprocess.Popen(
        [
            sys.executable, "-c",
            "import counterpoise, os, signal, time\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell ignores it for jobs in the background
            "e = counterpoise.CounterpoiseVectorEnv(num_envs=2); e.reset(seed=0)\n"
            "if os.fork() == 0:\n    time.sleep(30); os._exit(0)\n"
            "print(e._rollouts.simulator._process.pid, flush=True)\n"
            "while True: e.step(e.action_space.sample())\n",
        ],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
    )
    try:
        pid = int(client.stdout.readline())
        assert alive(pid)
        os.kill(client.pid, how)
        assert ends(pid), "the simulator outlives its client"
    finally:
        os.killpg(client.pid, signal.SIGKILL)
        client.wait()


def test_ctrl_c_in_the_terminal_is_the_clients():
    env = counterpoise.CounterpoiseEnv()
    assert os.getpgid(env._rollouts.simulator._process.pid) != os.getpgid(0)
    env.close()


@linux
def test_a_simulator_that_dies_is_an_error():
    env = counterpoise.CounterpoiseEnv()
    env.reset(seed=0)
    os.kill(env._rollouts.simulator._process.pid, signal.SIGKILL)
    with pytest.raises(SimulatorError, match="ended with status -9|closed"):
        for _ in range(3):
            env.step(np.zeros(7, np.float32))
    with pytest.raises(SimulatorError, match="closed"):
        env.step(np.zeros(7, np.float32))


@linux
def test_a_forked_child_does_not_delay_close():
    """A child that lives on, such as a worker that loads data, leaves the pipes to its parent."""
    env = counterpoise.CounterpoiseEnv()
    child = os.fork()
    if child == 0:
        time.sleep(30)
        os._exit(0)
    process, began = env._rollouts.simulator._process, time.monotonic()
    env.close()
    passed = time.monotonic() - began
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert process.returncode == 0 and passed < 4, "it was killed"


def test_another_process_cannot_use_it():
    env = counterpoise.CounterpoiseEnv()
    pid = os.fork()
    if pid == 0:
        try:
            env.reset(seed=0)
        except SimulatorError as e:
            os._exit(7 if "the simulator of its parent" in str(e) else 8)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
    env.reset(seed=0)
    env.close()


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "ended with status 0"),
        ("import sys; sys.exit(3)", "ended with status 3"),
        ("import sys; sys.stdout.write('usage: another program entirely')", "it is not counterpoise simulate"),
        ("import sys; sys.stdout.buffer.write(bytes([1, 0, 0, 0, 0x90]))", "no map"),
        ("import sys; sys.stdout.buffer.write(bytes([1, 0, 0, 0, 0xc1]))", "cannot be read .* not counterpoise simulate"),
        (
            "import sys, time; sys.stdout.buffer.write(bytes([1, 0, 0, 0, 0x80])); sys.stdout.flush(); time.sleep(9)",
            "another protocol",
        ),
        ("import sys; sys.stdout.buffer.write(bytes([9, 0, 0, 0, 1])); sys.stdout.flush()", "ended with status 0"),
    ],
)
def test_what_is_not_the_simulator_is_refused(tmp_path, text, said):
    with pytest.raises(SimulatorError, match=said):
        counterpoise.CounterpoiseEnv(program=script(tmp_path, text))


def test_one_thread_at_a_time():
    """A second one is told so, and the rollout of the first goes on."""
    env = counterpoise.CounterpoiseEnv()
    env.reset(seed=0)
    with env._rollouts.simulator._asking:  # as the thread that waits for a reply holds it
        with pytest.raises(SimulatorError, match="another thread is using the simulator"):
            env.reset(seed=1)
    assert env.step(np.zeros(7))[4]["behaviour"] == "left"
    env.close()


def test_another_thread_may_close_it():
    """The one that waits for a reply is told so."""
    env = counterpoise.CounterpoiseVectorEnv(num_envs=64, observation="both")
    env.reset(seed=0)
    said = []

    def steps():
        try:
            while True:
                env.step(np.zeros((64, 7), np.float32))
        except Exception as e:
            said.append(e)

    stepping = threading.Thread(target=steps)
    stepping.start()
    time.sleep(0.5)
    env.close()
    stepping.join()
    assert isinstance(said[0], SimulatorError) and "closed" in str(said[0])


def test_copies_are_refused():
    env = counterpoise.CounterpoiseEnv()
    for of in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="a simulator is a process"):
            of(env)
    env.reset(seed=0)
    env.close()


def test_a_simulator_that_hangs_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "START_SECONDS", 0.2)
    with pytest.raises(SimulatorError, match="does not answer"):
        counterpoise.CounterpoiseEnv(program=script(tmp_path, "import time; time.sleep(60)"))


def test_where_the_program_is_found(tmp_path, monkeypatch):
    found = script(tmp_path, "")
    monkeypatch.setenv("COUNTERPOISE", str(found))
    assert program.find_program() == [str(found)]
    monkeypatch.setenv("COUNTERPOISE", str(tmp_path / "none"))
    with pytest.raises(SimulatorError, match="no program"):
        program.find_program()
    monkeypatch.delenv("COUNTERPOISE")
    monkeypatch.setattr(program, "_in_wheel", lambda: None)
    found.rename(tmp_path / "counterpoise")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program.find_program() == [str(tmp_path / "counterpoise")]
    monkeypatch.setenv("PATH", "/nowhere")
    (tmp_path / "go.mod").write_text("module counterpoise\n")
    monkeypatch.setattr(program, "_clones", lambda: iter([tmp_path]))
    assert program.find_program() == [str(tmp_path / "counterpoise")]
    monkeypatch.setattr(program, "_clones", lambda: iter([]))
    with pytest.raises(SimulatorError, match="not found"):
        program.find_program()


def test_the_program_of_the_wheel_comes_before_the_path(tmp_path, monkeypatch):
    """Where pip put it, which RECORD says, while it is there."""
    monkeypatch.delenv("COUNTERPOISE", raising=False)
    (tmp_path / "bin").mkdir()
    own = script(tmp_path / "bin", "").rename(tmp_path / "bin" / "counterpoise")
    other = script(tmp_path, "").rename(tmp_path / "counterpoise")
    info = tmp_path / "lib" / "counterpoise-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.4\nName: counterpoise\nVersion: 1\n")
    (info / "RECORD").write_text("counterpoise/env.py,,\n../bin/counterpoise,,\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    assert program.find_program() == [str(own)]
    own.unlink()
    assert program.find_program() == [str(other)]


def test_arrays_pass_unchanged():
    for a in (np.arange(6, dtype="<f4").reshape(2, 3), np.zeros((0, 7), "<f4"), np.array(5, "<i8"), np.array([True])):
        b = wire.unpack(wire.pack({"a": a}))["a"]
        assert b.dtype == a.dtype and b.shape == a.shape and np.array_equal(a, b) and b.flags.writeable
    with pytest.raises(TypeError, match="cannot be sent"):
        wire.pack({"a": np.array([object()])})
    with pytest.raises(ValueError):
        wire.unpack(wire.pack({"a": np.zeros(3)}).replace(b"<f8", b"|O8"))
