"""robosuite's tasks as environments, where robosuite is installed."""

import json

import numpy as np
import pytest

pytest.importorskip("robosuite")
h5py = pytest.importorskip("h5py")

from counterpoise.examples import robosuite_tasks  # noqa: E402


def rolled(task, act, seed, steps=100):
    observation, _ = task.reset(seed=seed)
    for _ in range(steps):
        observation, _, _, _, info = task.step(act(observation))
        if info["success"]:
            return True
    return False


def test_the_seed_decides_the_start():
    first, second = robosuite_tasks.make(), robosuite_tasks.make()
    one, other = first.reset(seed=5)[0], first.reset(seed=6)[0]
    assert len(one) == 53
    assert np.array_equal(second.reset(seed=5)[0], one)
    assert not np.array_equal(one, other)


def test_the_expert_lifts_and_the_bad_one_does_not():
    task = robosuite_tasks.make()
    assert all(rolled(task, robosuite_tasks.expert(), seed) for seed in range(3))
    assert not any(rolled(task, robosuite_tasks.expert(beside=0.04), seed) for seed in range(3))


def test_a_dataset_of_robomimic_says_what_is_observed(tmp_path):
    """A file in the form of lift/mh/low_dim_v15.hdf5, with some of its vectors."""
    made = robosuite_tasks.make()
    control = robosuite_tasks.load_composite_controller_config(controller="BASIC")
    kwargs = {"robots": ["Panda"], "controller_configs": control, "control_freq": 20, "has_renderer": False,
              "use_camera_obs": False, "camera_heights": 84, "render_gpu_device_id": 0, "ignore_done": True}
    with h5py.File(tmp_path / "mh.hdf5", "w") as file:
        file.create_group("data").attrs["env_args"] = json.dumps(
            {"env_name": "Lift", "type": 1, "env_version": "1.5.1", "env_kwargs": kwargs})
        observed = file.create_group("data/demo_0/obs")
        for name, width in (("robot0_gripper_qpos", 2), ("object", 10), ("robot0_eef_pos", 3)):
            observed[name] = np.zeros((4, width))
    task = robosuite_tasks.make(dataset=str(tmp_path / "mh.hdf5"))
    got, all = task.reset(seed=5)[0], made.reset(seed=5)[0]
    assert len(got) == 15
    assert np.allclose(got[:3], all[:3]) and np.allclose(got[5:], all[43:])
