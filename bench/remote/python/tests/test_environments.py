"""The server of environments, on plain classes with reset and step: Gymnasium is not imported."""

import subprocess
import sys
import threading
import types
from pathlib import Path

import numpy as np
import pytest
from counterpoise import environments, wire
from counterpoise.environments import UnfitEnvironment, serve
from websockets.sync.client import connect

PACKAGE = Path(__file__).parents[1]


class Point:
    """A point on a line that moves by the action; the goal is 0."""

    action_space = types.SimpleNamespace(low=np.array([-1.0]), high=np.array([1.0]))
    max_path_length = 20

    def reset(self, seed=None):
        self.at = np.random.default_rng(seed).uniform(-1, 1)
        return self.observation(), {}

    def observation(self):
        picture = np.full((4, 5, 3), int(100 + 100 * self.at), np.uint8)
        return {"b": np.array([self.at, 1.0]), "a": {"y": 2, "x": np.float32(3)}, "camera": picture, "word": "go"}

    def step(self, action):
        self.at += 0.1 * float(action[0])
        return self.observation(), -abs(self.at), False, False, {"success": abs(self.at) < 0.05}


class Talk:
    """A client of a server of environments."""

    def __init__(self, make_env, **arguments):
        ports, listening = [], threading.Event()

        def ready(port):
            ports.append(port)
            listening.set()

        threading.Thread(target=serve, args=(make_env, 0), kwargs={"ready": ready, **arguments}, daemon=True).start()
        assert listening.wait(10)
        self.connection = connect(f"ws://127.0.0.1:{ports[0]}", compression=None, max_size=None)
        self.greeting = wire.unpack(self.connection.recv())

    def ask(self, **request):
        self.connection.send(wire.pack(request))
        return wire.unpack(self.connection.recv())

    def reset(self, slots, seeds):
        return self.ask(do="reset", slots=np.array(slots), seeds=np.array(seeds, np.uint64))

    def step(self, slots, actions):
        return self.ask(do="step", slots=np.array(slots), actions=np.array(actions, np.float32))


def test_conversation():
    talk = Talk(Point, name="point", task="go to 0")
    g = talk.greeting
    assert g["serves"] == "environments" and g["protocol"] == 1 and g["name"] == "point" and g["task"] == "go to 0"
    assert g["state"] == ["a/x", "a/y", "b[0]", "b[1]"] and g["left_out"] == ["word"]
    assert g["cameras"] == [{"name": "camera", "height": 4, "width": 5}]
    assert g["action_low"].tolist() == [-1] and g["action_high"].tolist() == [1] and g["horizon"] == 20
    assert g["seeded"] and g["versions"]["numpy"] == np.__version__
    starts = talk.reset([0, 5], [3, 4])["state"]
    want = [np.random.default_rng(s).uniform(-1, 1) for s in (3, 4)]
    assert starts.dtype == np.float32 and starts.shape == (2, 4)
    assert starts[:, 2].tolist() == np.float32(want).tolist() and starts[0, [0, 1, 3]].tolist() == [3, 2, 1]
    # One slot is stepped and the other stays, and each seed has one start.
    after = talk.step([5], [[-1.0]])
    assert after["state"][0, 2] == np.float32(want[1] - 0.1) and not after["success"][0] and not after["ended"][0]
    assert talk.reset([0], [4])["state"][0, 2] == starts[1, 2]
    for _ in range(20):
        at = after["state"][0, 2]
        after = talk.step([5], [[-10 * np.clip(at, -0.1, 0.1)]])
    assert after["success"][0] and abs(after["reward"][0]) < 0.05 and "pictures" not in after


def test_pictures():
    talk = Talk(Point)
    talk.reset([0, 1], [3, 4])
    after = talk.ask(do="step", slots=np.array([1, 0]), actions=np.array([[0], [0.1]], np.float32), pictures=True)
    (pictures,) = after["pictures"]
    assert pictures.dtype == np.uint8 and pictures.shape == (2, 4, 5, 3)
    assert (pictures == (100 + 100 * after["state"][:, 2]).astype(int)[:, None, None, None]).all()

    class Eye(Point):
        def observation(self):
            return super().observation()["camera"]

    assert Talk(Eye).greeting["cameras"][0]["name"] == "picture" and Talk(Eye).greeting["state"] == []

    class Shrinking(Point):
        def step(self, action):
            answer = super().step(action)
            answer[0]["camera"] = answer[0]["camera"][:2]
            return answer

    talk = Talk(Shrinking)
    talk.reset([0], [3])
    wrong = talk.ask(do="step", slots=np.array([0]), actions=np.zeros((1, 1), np.float32), pictures=True)
    assert "picture camera of an observation has shape (2, 5, 3)" in wrong["error"]


def test_environment_that_is_not_registered():
    missing = type("NamespaceNotFound", (Exception,), {})("Namespace mine not found.")
    assert environments.explained(missing).endswith("gymnasium:MODULE:ID imports the MODULE that registers it")


def test_expert():
    talk = Talk(Point, expert=lambda: lambda observation: -observation["b"][:1])
    at = talk.reset([2], [7])["state"][0, 2]
    assert talk.ask(do="demonstrate", slots=np.array([2]))["actions"].tolist() == [[-at]]
    assert "has no expert" in Talk(Point).ask(do="demonstrate", slots=np.array([2]))["error"]


@pytest.mark.parametrize("value", [0.3, "no", None, [True, False]])
def test_success_is_a_truth_value(value):
    talk = Talk(Point, success=lambda step: value)
    talk.reset([0], [1])
    assert "expected true or false" in talk.step([0], [[0.0]])["error"]


def test_an_expert_that_returns_a_function():
    talk = Talk(Point, expert=lambda: lambda observation: lambda state: state)
    talk.reset([0], [1])
    assert "returns a function" in talk.ask(do="demonstrate", slots=np.array([0]))["error"]


def test_success_by_a_function():
    talk = Talk(Point, success=lambda step: step.reward > -100)
    talk.reset([0], [0])
    assert talk.step([0], [[0.0]])["success"].tolist() == [True]


def broken(**methods):
    return type("Broken", (Point,), methods)


@pytest.mark.parametrize(("make_env", "sentence"), [
    (broken(observation=lambda self: {"word": "go"}), "has 0 numbers"),
    (broken(observation=lambda self: {"b": np.nan}), r"number 0 \(b\) of an observation is nan"),
    (broken(max_path_length=None), "give horizon"),
    (broken(action_space="Discrete(2)"), "actions are vectors of numbers with bounds"),
    (broken(reset=lambda self, seed=None: np.zeros(3)), "old interface"),
])
def test_unfit(make_env, sentence):
    if "nan" in sentence:
        talk = Talk(Point)
        session = environments._Session(make_env, None, None, {**talk.greeting, "state": ["b"], "left_out": [],
                                                                    "cameras": []})
        with pytest.raises(UnfitEnvironment, match=sentence):
            session.reset([0], [0])
        return
    with pytest.raises(UnfitEnvironment, match=sentence):
        environments.describe(make_env)


def test_errors_of_a_conversation():
    class Moody(Point):
        steps = 0

        def observation(self):
            Moody.steps += 1
            return super().observation() if Moody.steps < 4 else {"b": np.zeros(7)}

        def step(self, action):
            if action[0] > 0.9:
                raise RuntimeError("the arm broke")
            observation, *rest, info = super().step(action)
            return observation, *rest, {} if action[0] < -0.9 else info

    talk = Talk(Moody)
    assert "before it is reset" in talk.step([0], [[0.0]])["error"]
    talk.reset([0], [0])
    assert talk.step([0], [[0.95]])["error"] == "the environment raises RuntimeError: the arm broke"
    assert "shape (1, 2), expected (1, 1)" in talk.step([0], [[0.0, 0.0]])["error"]
    assert "neither success nor is_success" in talk.step([0], [[-0.95]])["error"]
    assert "has 7 numbers, and the first had 4" in talk.step([0], [[0.0]])["error"]
    assert "no request 'dance'" in talk.ask(do="dance")["error"]


def test_program_and_missing_packages():
    """The program makes environments by name, without Gymnasium, and names the command that brings what is missing."""
    block = "import sys; sys.modules['gymnasium'] = None; from counterpoise.environments import main; "
    for argument, words in [
        ("gymnasium:CartPole-v1", "-m pip install gymnasium"),
        ("no_such_package:make", "-m pip install no_such_package"),
    ]:
        code = block + f"sys.argv = ['environments', '{argument}']; main()"
        ran = subprocess.run([sys.executable, "-c", code], cwd=PACKAGE, capture_output=True, text=True, check=False)
        assert ran.returncode == 1 and ran.stdout.startswith("error ") and words in ran.stdout, ran
    code = block + "sys.argv = ['environments', 'tests.test_environments:Point']; main()"
    server = subprocess.Popen([sys.executable, "-c", code], cwd=PACKAGE, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout.readline().startswith("listening ws://127.0.0.1:")
    finally:
        server.terminate()
        server.wait()
