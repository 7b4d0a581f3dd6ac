"""The vector environment: it equals Gymnasium's SyncVectorEnv over single environments in every mode of autoreset."""

import warnings

import counterpoise
import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

N = 3


def made(mode, observation="state", steps=7):
    """A vector environment and a SyncVectorEnv of the same environments, whose rollouts end after some steps."""
    ours = counterpoise.CounterpoiseVectorEnv(
        "picking", num_envs=N, autoreset_mode=mode, observation=observation, max_episode_steps=steps
    )

    def one():
        return counterpoise.CounterpoiseEnv("picking", observation=observation, episode_length=steps)

    return ours, SyncVectorEnv([one] * N, autoreset_mode=mode)


def same(a, b):
    """Equality with types and shapes, except that info may have its keys in another order."""
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        return all(same(a[k], b[k]) for k in a)
    if isinstance(a, np.ndarray) and a.dtype == object:
        return b.dtype == object and a.shape == b.shape and all(same(x, y) for x, y in zip(a, b))
    return data_equivalence(a, b, exact=True)


def actions(rng):
    """Actions under which rollouts end at different steps: one environment in three gets NaN now and then."""
    a = rng.uniform(-1, 1, (N, 7)).astype(np.float32)
    if rng.random() < 0.3:
        a[rng.integers(N), 0] = np.nan
    return a


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("observation", ["state", "both"])
def test_equals_sync_vector_env(mode, observation):
    ours, theirs = made(mode, observation)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    assert ours.metadata == theirs.metadata and ours.num_envs == theirs.num_envs
    assert same(ours.reset(seed=[5, 1, 7])[1], theirs.reset(seed=[5, 1, 7])[1])
    ours.reset(seed=11)
    theirs.reset(seed=11)
    rng, ended = np.random.default_rng(2), 0
    for _ in range(30):
        a = actions(rng)
        got, want = ours.step(a), theirs.step(a)
        for name, x, y in zip(("observations", "rewards", "terminated", "truncated", "info"), got, want):
            assert same(x, y), (name, x, y)
        done = got[2] | got[3]
        ended += done.sum()
        if mode is AutoresetMode.DISABLED and done.any():
            with pytest.raises(gymnasium.error.ResetNeeded):
                ours.step(a)
            got, want = (e.reset(options={"reset_mask": done.copy()}) for e in (ours, theirs))
            assert same(got[0], want[0]) and same(got[1], want[1])
    assert ended > 6
    ours.close()
    theirs.close()


def test_make_vec():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs = gymnasium.make_vec(
            "counterpoise/opening-v0", num_envs=4, observation="pictures", autoreset_mode="SameStep",
            behaviour="drawer", render_mode="rgb_array", max_episode_steps=2,
        )
        observed, info = envs.reset(seed=3)
    assert isinstance(envs.unwrapped, counterpoise.CounterpoiseVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert observed in envs.observation_space and list(info["rollout"]) == [3, 4, 5, 6]
    envs.step(np.zeros((4, 7), np.float32))
    *_, truncated, info = envs.step(np.zeros((4, 7), np.float32))
    assert truncated.all() and info["_final_info"].all() and (info["final_info"]["steps"] == 2).all()
    assert len(envs.render()) == 4
    with pytest.raises(ValueError, match="shape"):
        envs.step(np.zeros((3, 7), np.float32))
    envs.close()
    envs.close()


def shared(a, b):
    """Whether two observations have a dict or memory in common (data_shares_objects of Gymnasium 1.4)."""
    return a is b or any(shared(a[k], b[k]) if isinstance(a[k], dict) else np.shares_memory(a[k], b[k]) for k in a)


def test_observations_are_never_reused():
    envs = counterpoise.CounterpoiseVectorEnv(num_envs=2, observation="both")
    kept = [envs.reset(seed=0)[0], envs.step(np.ones((2, 7), np.float32))[0], envs.step(np.ones((2, 7), np.float32))[0]]
    for a, b in ((0, 1), (1, 2), (0, 2)):
        assert not shared(kept[a], kept[b])
    kept[2]["agent_pos"][:] = 0  # writable
    before = envs.step(np.zeros((2, 7), np.float32))[0]["agent_pos"]
    assert np.abs(before).max() > 0.1
    envs.close()


def test_a_masked_reset_leaves_the_others_as_they_were():
    envs = counterpoise.CounterpoiseVectorEnv(num_envs=2, observation="both", size=16)
    envs.reset(seed=0)
    observed = envs.step(np.zeros((2, 7), np.float32))[0]
    kept = {k: observed[k][1].copy() for k in ("agent_pos", "environment_state")}
    picture = observed["pixels"]["ego"][1].copy()
    for part in (observed["agent_pos"], observed["environment_state"], observed["pixels"]["ego"]):
        part[:] = 9  # as a caller that scales in place
    again = envs.reset(options={"reset_mask": np.array([True, False])})[0]
    assert all((again[k][1] == v).all() for k, v in kept.items()) and (again["pixels"]["ego"][1] == picture).all()
    envs.close()


def test_wrong_masks():
    envs = counterpoise.CounterpoiseVectorEnv(num_envs=2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros((2, 7), np.float32))
    for mask in (np.zeros(2, bool), np.ones(3, bool), [True, False], np.ones(2)):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="seeds"):
        envs.reset(seed=[1])
    for seed in (1.0, "ab", {}.keys):
        with pytest.raises(ValueError, match="seed must be a whole number or a list of 2, not"):
            envs.reset(seed=seed)
    envs.close()


@pytest.mark.parametrize("number", [0, 2.0, "2"])
def test_wrong_numbers_of_environments(number):
    with pytest.raises(ValueError, match="num_envs must be a whole number, 1 or more"):
        counterpoise.CounterpoiseVectorEnv(num_envs=number)


@pytest.mark.parametrize("number", [np.int64(2), True])
def test_numbers_of_environments_become_ints(number):
    envs = counterpoise.CounterpoiseVectorEnv(num_envs=number)
    assert type(envs.num_envs) is int and envs.num_envs == number
    assert envs.reset(seed=0)[0]["agent_pos"].shape == (number, 15)
    envs.close()
