"""One environment: Gymnasium's checker, spaces, starts, and rollouts that equal Go's bit for bit."""

import hashlib
import warnings

import counterpoise
import gymnasium
import numpy as np
import pytest
from counterpoise.program import SimulatorError
from gymnasium.utils.env_checker import check_env

STILL = np.zeros(7, np.float32)


@pytest.mark.parametrize("task", counterpoise.TASKS)
@pytest.mark.parametrize("observation", ["state", "pictures", "both"])
def test_gymnasiums_checker_finds_nothing(task, observation):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"counterpoise/{task}-v0", observation=observation, render_mode="rgb_array")
        check_env(env.unwrapped)
        env.close()


def test_spaces():
    env = gymnasium.make("counterpoise/opening-v0", observation="both")
    space = env.observation_space
    assert space["agent_pos"].shape == (15,) and space["environment_state"].shape == (24,)
    assert space["pixels"]["static"].shape == (200, 200, 3) and space["pixels"]["ego"].shape == (84, 84, 3)
    assert env.action_space == gymnasium.spaces.Box(-1, 1, (7,), np.float32)
    observed, info = env.reset(seed=1)
    assert space.contains(observed)
    assert info["behaviour"] == "drawer" and info["rollout"] == 0 and info["is_success"] is False
    env.close()
    env = gymnasium.make("counterpoise/picking-v0", observation="pictures", size=96)
    assert {k: s.shape for k, s in env.observation_space["pixels"].items()} == dict.fromkeys(
        ("static", "ego"), (96, 96, 3)
    )
    assert "environment_state" not in env.observation_space.spaces
    env.close()


def test_rollouts_equal_gos_bit_for_bit(recorded):
    task, _, knobs = recorded["task"].partition(":")
    env = gymnasium.make(
        f"counterpoise/{task}-v0", knobs=knobs, observation="both", behaviour=recorded["behaviour"],
        trial=recorded["trial"], start_seed=recorded["seed"],
    )
    numbers, pictures = hashlib.sha256(), hashlib.sha256()

    def add(observed):
        for key in ("agent_pos", "environment_state"):
            numbers.update(observed[key].astype("<f4", casting="no").tobytes())
        for camera in ("static", "ego"):
            pictures.update(observed["pixels"][camera].tobytes())

    observed, info = env.reset(seed=recorded["rollout"])
    assert info["rollout"] == recorded["rollout"] and info["behaviour"] == recorded["behaviour"]
    add(observed)
    for i, action in enumerate(recorded["actions"]):
        assert i == 0 or not (terminated or truncated)
        observed, reward, terminated, truncated, info = env.step(action)
        add(observed)
    assert info["success_earned"] == recorded["success"] == (reward == 1.0) == terminated
    assert (numbers.hexdigest(), pictures.hexdigest()) == (recorded["numbers"], recorded["pictures"])
    env.close()


def test_drawn_states_look_as_observed():
    env = gymnasium.make("counterpoise/picking-v0", observation="both").unwrapped
    first = env.reset(seed=1)[0]
    then = env.step(np.full(7, 0.5, np.float32))[0]
    for observed in (first, then):
        drawn = env.draw(observed["agent_pos"], observed["environment_state"])
        assert all(np.array_equal(drawn[c], observed["pixels"][c]) for c in ("static", "ego"))
    with pytest.raises(ValueError, match="states of shapes"):
        env.draw(first["agent_pos"][:7], first["environment_state"])
    env.close()
    env = gymnasium.make("counterpoise/picking-v0").unwrapped
    env.reset(seed=1)
    with pytest.raises(SimulatorError, match="without pictures"):
        env.draw(first["agent_pos"], first["environment_state"])
    env.close()


def test_starts():
    env = gymnasium.make("counterpoise/picking-v0")
    names = [env.reset(seed=s)[1] for s in range(6)]
    assert [n["behaviour"] for n in names] == ["left", "middle", "right"] * 2
    assert [n["rollout"] for n in names] == [0, 0, 0, 1, 1, 1]
    by_seed = env.reset(seed=4)[0]
    by_name = env.reset(options={"behaviour": "middle", "rollout": 1})[0]
    other = env.reset(options={"behaviour": "middle", "rollout": 1, "trial": 1})[0]
    assert np.array_equal(by_seed["environment_state"], by_name["environment_state"])
    assert not np.array_equal(by_seed["environment_state"], other["environment_state"])
    env.reset(seed=3)
    after = env.reset()[1]["rollout"]
    env.reset(seed=3)
    assert env.reset()[1]["rollout"] == after
    same = env.reset(seed=3, options={"behaviour": None, "rollout": None, "trial": None})[1]
    assert same == env.reset(seed=3)[1]
    with pytest.raises(ValueError, match="no behaviour 'up'"):
        env.reset(options={"behaviour": "up"})
    for rollout in (-1, 2.5, 1 << 64):
        with pytest.raises(ValueError, match="rollout must be a whole number"):
            env.reset(options={"rollout": rollout})
    for key, meant in {"behavior": "behaviour", "Rollout": "rollout", "trials": "trial"}.items():
        with pytest.raises(ValueError, match=f"no option '{key}'; did you mean '{meant}'"):
            env.reset(options={key: 1})
    env.reset(options={"render_every": 2})
    with pytest.raises(ValueError, match="options must be a map"):
        env.reset(options=["left"])
    env.close()


def test_ends():
    env = gymnasium.make("counterpoise/picking-v0")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(STILL)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="shape"):
        env.unwrapped.step(np.zeros(8))
    for action in ([None] * 7, ["0"] * 7, np.zeros(7, complex), np.zeros(7, "M8[s]")):
        with pytest.raises(ValueError, match="an action of type .*, expected numbers"):
            env.unwrapped.step(action)
    first = env.unwrapped.step([0] * 7)[0]["agent_pos"]  # none of these has moved the arm
    env.reset(seed=0)
    assert (env.step(np.zeros(7, np.float64))[0]["agent_pos"] == first).all()
    env.reset(seed=0)
    for i in range(360):
        *_, terminated, truncated, info = env.step(STILL)
        assert not terminated and truncated == (i == 359) and info["steps"] == i + 1
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(STILL)
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(np.full(7, np.nan, np.float32))
    assert terminated and not truncated and reward == 0 and info["non_finite"] and not info["is_success"]
    env.close()


@pytest.mark.parametrize("arguments, length", [
    ({}, 360), ({"max_episode_steps": 400}, 400), ({"max_episode_steps": 9}, 9), ({"max_episode_steps": -1}, 360),
    ({"episode_length": 400}, 400), ({"episode_length": 9, "max_episode_steps": 400}, 9),
])
def test_lengths(arguments, length):
    made = [gymnasium.make("counterpoise/picking-v0", **arguments)]
    if arguments.get("max_episode_steps", 1) > 0:
        made.append(gymnasium.make_vec("counterpoise/picking-v0", vectorization_mode="sync", **arguments))
        made.append(gymnasium.make_vec("counterpoise/picking-v0", **arguments))
    for env in made:
        env.reset(seed=0)
        ends = [bool(np.all(env.step(np.broadcast_to(STILL, env.action_space.shape))[3])) for _ in range(length)]
        assert ends == [False] * (length - 1) + [True]
        env.close()


def test_actions_beyond_the_space_are_executed():
    env = gymnasium.make("counterpoise/picking-v0")
    places = []
    for size in (1, 2):
        env.reset(seed=0)
        for _ in range(3):
            observed = env.step(np.array([0, 0, size, 0, 0, 0, 1], np.float32))[0]
        places.append(observed["agent_pos"][2])
    assert places[1] > places[0]
    env.close()


def test_oracles():
    made = {o: gymnasium.make("counterpoise/picking-v0", oracle=o) for o in ("earned", "calvin")}
    for env in made.values():
        assert set(env.reset(seed=0)[1]) == set(env.step(STILL)[4])
        env.close()
    with pytest.raises(SimulatorError, match="no oracle"):
        gymnasium.make("counterpoise/picking-v0", oracle="delphi")


def test_render():
    env = gymnasium.make("counterpoise/picking-v0", render_mode="rgb_array", render_size=(160, 120))
    env.reset(seed=0)
    picture = env.render()
    assert picture.shape == (120, 160, 3) and picture.dtype == np.uint8 and picture.std() > 10
    env.close()
    with pytest.raises(ValueError, match="render_mode"):
        counterpoise.CounterpoiseEnv(render_mode="human")


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"knobs": {"Yaw": 1000}}, "Yaw"),
        ({"knobs": {"Colour": 1}}, "Colour"),
        ({"knobs": 3}, "knobs must be a map"),
        ({"behaviour": "up"}, "no behaviour"),
        ({"observation": "sound"}, "observation must be"),
        ({"observation": ["state"]}, "observation must be"),
        ({"observation": "pictures", "size": 3}, "3 pixels"),
        ({"trial": -1}, "trial must be a whole number, 0 or more"),
        ({"trial": 1.5}, "not 1.5"),
        ({"start_seed": -1}, "start_seed must be a whole number, 0 or more"),
        ({"start_seed": 1 << 63}, "less than 2"),
        ({"episode_length": 0}, "episode_length must be a whole number, 1 or more"),
        ({"episode_length": 9.5}, "episode_length must be a whole number"),
        ({"episode_length": "9"}, "episode_length must be a whole number"),
        ({"observation": "pictures", "size": 96.0}, "size must be a whole number"),
        ({"size": -1}, "size must be a whole number"),
        ({"render_size": 480}, "render_size must be a width and a height"),
        ({"render_size": (480, "320")}, "render_size must be a width and a height"),
        ({"render_size": (1, 2, 3)}, "render_size must be a width and a height"),
    ],
)
def test_wrong_arguments_get_a_sentence(arguments, said):
    with pytest.raises((ValueError, SimulatorError), match=said):
        gymnasium.make("counterpoise/picking-v0", **arguments).reset(seed=0)
