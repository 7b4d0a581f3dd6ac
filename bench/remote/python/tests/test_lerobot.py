"""LeRobot's evaluation in the environments: what a policy is given, and that a success counts as one."""

from dataclasses import dataclass
from pathlib import Path

import counterpoise
import numpy as np
import pytest
from conftest import recorded_rollouts

lerobot = pytest.importorskip("lerobot")
torch = pytest.importorskip("torch")

from gym_counterpoise.lerobot_config import CounterpoiseConfig  # noqa: E402
from lerobot.envs.configs import HubEnvConfig  # noqa: E402
from lerobot.envs.factory import make_env  # noqa: E402
from lerobot.scripts.lerobot_eval import rollout  # noqa: E402


class Recorded(torch.nn.Module):
    """A policy that plays the recorded actions in every environment, and stands still afterwards."""

    config = None

    def __init__(self, actions):
        super().__init__()
        self.actions = actions

    def reset(self):
        self.step, self.seen = 0, None

    def select_action(self, batch):
        self.seen = self.seen or {k: tuple(v.shape) if hasattr(v, "shape") else v for k, v in batch.items()}
        n = batch["observation.state"].shape[0]
        a = self.actions[min(self.step, len(self.actions) - 1)]
        self.step += 1
        return torch.from_numpy(np.tile(a, (n, 1)))


def same(x):
    return x


def rolled_out(envs, recorded):
    """What LeRobot's rollout of the recorded actions gives from seeds 0 and 1, and what the policy saw."""
    policy = Recorded(recorded["actions"])
    return rollout(envs, policy, same, same, same, same, seeds=[0, 1]), policy.seen


@pytest.fixture(scope="module")
def lift():
    """The recorded lift from rollout 0 of the left behaviour."""
    return next(r for r in recorded_rollouts() if r["task"] == "picking" and r["success"] and r["rollout"] == 0)


@pytest.mark.parametrize("observation", ["pictures", "both"])
def test_a_success_counts(lift, observation):
    cfg = CounterpoiseConfig(task="picking", behaviour="left", observation=observation, size=96)
    ((_, envs),) = make_env(cfg, n_envs=2).items()
    result, seen = rolled_out(envs[0], lift)
    assert result["success"].any(dim=1).tolist() == [True, False]
    assert seen["observation.state"] == (2, 15)
    assert seen["observation.images.static"] == seen["observation.images.ego"] == (2, 3, 96, 96)
    assert ("observation.environment_state" in seen) == (observation == "both")
    assert seen["task"] == ["grasp and lift the red block"] * 2
    envs[0].close()


@pytest.fixture
def hub(monkeypatch):
    """A repository on LeRobot's EnvHub with our env.py. Downloading it is all that LeRobot's make_env is spared."""
    env = Path(__file__).parents[1] / "envhub" / "env.py"
    found = "local/counterpoise", "env.py", str(env), "main"
    monkeypatch.setattr("lerobot.envs.factory._download_hub_file", lambda *_: found)
    return found[0]


@pytest.mark.parametrize("asynchronous", [False, True])
def test_envhub(hub, asynchronous):
    ((suite, tasks),) = make_env(hub, n_envs=2, use_async_envs=asynchronous, trust_remote_code=True).items()
    assert (suite, list(tasks)) == ("counterpoise", [0])
    envs = tasks[0]
    if asynchronous and not hasattr(envs, "envs"):  # LeRobot 0.4.4 rolls out in SyncVectorEnv alone: it reads env.envs
        assert envs.reset(seed=[0, 1])[0]["agent_pos"].shape == (2, 15)
        assert "is_success" in envs.step(np.zeros((2, 7), np.float32))[4]
    else:
        result, seen = rolled_out(envs, {"actions": np.zeros((1, 7), np.float32)})
        assert result["success"].shape[0] == 2 and not result["success"].any()
        assert seen["observation.images.static"] == (2, 3, 200, 200)
    envs.close()


def test_envhub_by_a_configuration(hub):
    @dataclass
    class Ours(HubEnvConfig):
        task: str | None = "opening"
        size: int = 32

    envs = make_env(Ours(hub_path=hub), n_envs=1, trust_remote_code=True)["counterpoise"][0]
    assert envs.call("task") == ("opening",)
    assert envs.single_observation_space["pixels"]["ego"].shape == (32, 32, 3)
    envs.close()


def test_a_wrong_configuration_gets_a_sentence():
    with pytest.raises(ValueError, match="observation"):
        CounterpoiseConfig(observation="sound")
    with pytest.raises(counterpoise.SimulatorError, match="no oracle"):
        make_env(CounterpoiseConfig(oracle="delphi"), n_envs=1)
