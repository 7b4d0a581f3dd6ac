"""PushT as an environment, where gym-pusht is installed."""

import numpy as np
import pytest

pytest.importorskip("gym_pusht")

from counterpoise.examples import pusht_tasks  # noqa: E402


def rolled(task, act, seed, steps=150):
    observation, _ = task.reset(seed=seed)
    for _ in range(steps):
        observation, _, _, _, info = task.step(act(observation))
        if info["success"]:
            return True
    return False


def test_the_seed_decides_the_start():
    first, second = pusht_tasks.make(), pusht_tasks.make()
    one, other = first.reset(seed=5)[0], first.reset(seed=6)[0]
    assert len(one) == 8
    assert np.array_equal(second.reset(seed=5)[0], one)
    assert not np.array_equal(one, other)


def test_success_is_that_of_gym_pusht_unless_another_is_asked():
    task, loose = pusht_tasks.make(), pusht_tasks.make(cover=0.3)
    observation, _ = task.reset(seed=4)
    loose.reset(seed=4)
    for _ in range(150):
        action = pusht_tasks.expert(observation)
        observation, _, ended, _, info = task.step(action)
        other = loose.step(action)[4]
        assert info["success"] == ended == info["is_success"]
        assert other["success"] == (info["coverage"] > 0.3)
    assert not ended or info["coverage"] > 0.95


def test_the_expert_succeeds_and_the_bad_ones_do_not():
    task = pusht_tasks.make()
    assert all(rolled(task, pusht_tasks.expert, seed) for seed in range(3, 6))
    for style in ("beside", "early"):
        assert not any(rolled(task, pusht_tasks.bad(style), seed) for seed in range(3, 6))


def test_the_bad_one_shows_the_same_at_the_same_start():
    task, ends = pusht_tasks.make(), []
    for _ in range(2):
        act = pusht_tasks.bad("beside")
        observation, _ = task.reset(seed=7)
        for _ in range(10):
            observation = task.step(act(observation))[0]
        ends.append(observation)
    assert np.array_equal(*ends)
