"""The tests take the program that counterpoise.find_program finds: set COUNTERPOISE to try another build."""

import base64
import json
from pathlib import Path

import numpy as np
import pytest


def recorded_rollouts():
    """The rollouts that the Go tests write and hold to be the simulator's (simulator.TestRolloutsForPython)."""
    rollouts = json.loads((Path(__file__).parent / "rollouts.json").read_text())
    for r in rollouts:
        r["actions"] = np.frombuffer(base64.b64decode(r["actions"]), "<f4").reshape(-1, 7)
    return rollouts


@pytest.fixture(scope="session", params=recorded_rollouts(), ids=lambda r: f"{r['task']}-{r['behaviour']}")
def recorded(request):
    return request.param
