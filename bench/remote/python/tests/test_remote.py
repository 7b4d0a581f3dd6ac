"""One policy, two ways: through Gymnasium, and served to counterpoise eval --remote. Every rollout ends alike."""

import importlib.util
import json
import subprocess
import threading
from pathlib import Path

import counterpoise
from counterpoise.serve import serve

spec = importlib.util.spec_from_file_location(
    "plain_function", Path(__file__).parents[1] / "examples" / "plain_function.py"
)
plain_function = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plain_function)

ROLLOUTS = 3


def test_gymnasium_and_eval_remote_agree():
    ports, listening = [], threading.Event()

    def ready(port):
        ports.append(port)
        listening.set()

    threading.Thread(target=serve, args=(plain_function.policy, 0), kwargs={"ready": ready}, daemon=True).start()
    assert listening.wait(10)
    said = subprocess.run(
        [*counterpoise.find_program(), "eval", "--remote", f"ws://127.0.0.1:{ports[0]}", "--task", "picking",
         "--rollouts", str(ROLLOUTS), "--observe", "observation.images.static=", "--observe",
         "observation.images.ego=", "--json"],
        check=True, capture_output=True, text=True,
    ).stdout
    remote = {o["behaviour"]: list(zip(o["earned"], o["steps"])) for o in json.loads(said)["outcomes"]}

    env, here = counterpoise.CounterpoiseEnv("picking"), {}
    for seed in range(3 * ROLLOUTS):
        observation, info = env.reset(seed=seed)
        calvin, ended = 0, False
        while not ended:
            observation, _, terminated, truncated, info = env.step(plain_function.policy(observation))
            ended = terminated or truncated
            calvin = calvin or info["success_calvin"] * info["steps"]
        here.setdefault(info["behaviour"], []).append((info["success_earned"] * info["steps"], calvin))
    env.close()
    assert here == remote
    assert any(earned for ends in here.values() for earned, _ in ends)
