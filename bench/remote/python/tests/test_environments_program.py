"""The program with an environment and an expert of ours: record, train, roll out."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from counterpoise import find_program

PACKAGE = Path(__file__).parents[1]
ENV = "tests.test_environments:Point"


def act(observation):
    """The demonstrator of test_environments.Point: half of the way to 0, as far as an action goes."""
    return np.clip(-5 * observation["b"][:1], -1, 1)


def run(*arguments):
    command = [*find_program(), *map(str, arguments)]
    return subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=True).stdout


def test_record_train_roll_out(tmp_path):
    there = ["--env", ENV, "--python", sys.executable]
    demos, policy = tmp_path / "demos.hdf5", tmp_path / "policy"
    expert = "tests.test_environments_program:act"
    said = run("demos", "collect", demos, *there, "--expert", expert, "--episodes", 12)
    assert "12 demonstrations" in said and "12 solved the task" in said
    run("train", demos, "--steps", 300, "--device", "go", "--out", policy)
    result = json.loads(run("eval", policy, *there, "--rollouts", 10, "--workers", 2, "--json"))
    assert result["environment"]["state"] == ["a/x", "a/y", "b[0]", "b[1]"] and result["seeded"]
    assert sum(e["success"] for e in result["per_episode"]) >= 8
    # Each start is the seed's.
    for e in result["per_episode"]:
        assert e["steps"] > 1 or abs(np.random.default_rng(e["seed"]).uniform(-1, 1)) < 0.16
