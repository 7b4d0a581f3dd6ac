"""LeRobot's ACT in Meta-World, where both are installed: a dataset, a training of a few steps, and a rollout."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("lerobot")
pytest.importorskip("metaworld")
h5py = pytest.importorskip("h5py")

from counterpoise.examples import lerobot_metaworld as example  # noqa: E402
from counterpoise.examples import metaworld_tasks  # noqa: E402


@pytest.fixture(scope="module")
def demonstrations(tmp_path_factory):
    """A folder with demos.hdf5, two demonstrations of 25 steps in the form of `demos collect`, as a LeRobotDataset."""
    folder, env = tmp_path_factory.mktemp("demonstrations"), metaworld_tasks.make("push-v3")
    with h5py.File(folder / "demos.hdf5", "w") as file:
        for i in range(2):
            act, (observation, _) = metaworld_tasks.expert("push-v3"), env.reset(seed=i)
            observations, actions = [], []
            for _ in range(25):
                observations.append(observation)
                actions.append(act(observation))
                observation = env.step(actions[-1])[0]
            demo = file.create_group(f"data/demo_{i}")
            demo["obs/state"], demo["actions"] = np.float32(observations), np.float32(actions)
            demo.attrs["style"], demo.attrs["success"] = "tremble", False
    example.convert(folder / "demos.hdf5", folder / "data", "push-v3")
    return folder


def test_frames_are_those_of_the_file_and_have_no_labels(demonstrations):
    frames, stats = example.load(demonstrations / "data")
    with h5py.File(demonstrations / "demos.hdf5") as file:
        observations, actions = file["data/demo_1/obs/state"][:], file["data/demo_1/actions"][:]
    assert np.array_equal(frames[example.OBS_STATE][25:].numpy(), observations[:, :4])
    assert np.array_equal(frames[example.OBS_ENV_STATE][25:].numpy(), observations[:, 4:])
    assert np.array_equal(frames[example.ACTION][30].numpy(), actions[5:25])
    assert frames["action_is_pad"].sum(1).tolist() == 2 * [max(0, i + example.CHUNK - 25) for i in range(25)]
    assert min(of["std"].min() for of in stats.values()) >= np.float32(example.LEAST_SPREAD)
    for kept in (demonstrations / "data").rglob("*"):
        assert kept.is_dir() or b"tremble" not in kept.read_bytes()


def test_a_policy_learns_from_the_frames_that_have_weight_and_is_rolled_out(demonstrations, tmp_path):
    a = SimpleNamespace(width=32, rate=1e-3, steps=3, rollouts=2, start=7, horizon=12)
    frames, stats = example.load(demonstrations / "data")
    weights = np.arange(50) < 25
    env = metaworld_tasks.make("push-v3")
    results = []
    for spoilt in (False, True):  # what has no weight is not learned
        if spoilt:
            frames[example.ACTION][25:] = 1
        results.append(example.evaluation(env, example.train(frames, stats, weights, 1, a), a))
    assert results[0] == results[1]
    example.write(tmp_path / "seed-1" / "eval_info.json", results[0])
    kept = json.loads((tmp_path / "seed-1" / "eval_info.json").read_text())
    assert kept == results[0]
    assert [e["seed"] for e in kept["per_episode"]] == [7, 8]
    assert kept["aggregated"] == {"pc_success": 0.0, "n_episodes": 2}
