"""Meta-World's tasks and scripted experts, for `counterpoise demos collect` and `eval --env` (metaworld 3.1.1).

    counterpoise demos collect out/reach.hdf5 --env "counterpoise.examples.metaworld_tasks:make?name=reach-v3" \\
        --expert "counterpoise.examples.metaworld_tasks:expert?name=reach-v3"

The reset(seed=...) of gymnasium.make("Meta-World/MT1") ignores the seed: its documentation says so, and the goals come
from a generator of the wrapper's. Here the seed draws the start and the goal.
"""

import metaworld.policies
import numpy as np
from gymnasium.envs.mujoco.mujoco_rendering import MujocoRenderer
from metaworld.env_dict import ALL_V3_ENVIRONMENTS_GOAL_OBSERVABLE

# Draws the noise of all demonstrations: an expert is made at each start, and one of its own would begin again there.
generator = np.random.default_rng(0)
seeded = {}  # those of bad, by seed


class Seeded:
    """A task of Meta-World in which the seed of reset decides start and goal: 39 numbers, actions of 4. With a camera,
    an observation is the hand, 4 numbers, and a picture: what is told of the objects is in the picture alone."""

    def __init__(self, name, camera="", size=128):
        self.env = ALL_V3_ENVIRONMENTS_GOAL_OBSERVABLE[f"{name}-goal-observable"](seed=0)
        self.renderer = None
        if camera:
            self.renderer = MujocoRenderer(self.env.model, self.env.data, width=size, height=size, camera_name=camera)
        self.env.seeded_rand_vec, self.env._freeze_rand_vec = True, False
        self.action_space, self.max_path_length = self.env.action_space, self.env.max_path_length

    def reset(self, seed=None):
        self.env.seed(seed)
        state, info = self.env.reset()
        return self.seen(state), info

    def step(self, action):
        state, *rest = self.env.step(action)
        return self.seen(state), *rest

    def seen(self, state):
        if self.renderer is None:
            return state
        seen = Seen(hand=state[:4], picture=self.renderer.render("rgb_array"))
        seen.state = state
        return seen


class Seen(dict):
    """An observation with a picture; state, for experts, are the 39 numbers."""


def make(name, camera="", size=128):
    """The task of a name such as reach-v3. A camera, such as corner2, makes observations with pictures of a side in
    pixels; without a display MUJOCO_GL=egl or osmesa draws them."""
    return Seeded(name, camera, size)


def expert(name, noise=0.0):
    """Meta-World's scripted expert of a task, with Gaussian noise of a standard deviation on its actions."""
    policy = scripted(name)

    def act(observation):
        action = np.clip(policy.get_action(getattr(observation, "state", observation)), -1, 1)
        return np.clip(action + noise * generator.standard_normal(len(action)), -1, 1)

    return act


def scripted(name):
    """Meta-World's own policy of a task."""
    other = {"peg-insert-side-v3": "peg-insertion-side-v3"}.get(name, name)
    words = "".join(word.capitalize() for word in other.split("-"))
    return getattr(metaworld.policies, f"Sawyer{words}Policy")()


def bad(name, style, seed=0):
    """Meta-World's expert of a task, as somebody would show it who is bad at it. The seed is that of all its
    demonstrations in a process.

    tremble  an unsteady hand: noise with a standard deviation of 1 that is correlated over some ten steps
    stop     stops somewhere between the 10th and the 40th step, and waits
    miss     takes what it moves for 10 cm beside where it is, on a side of each demonstration
    hasty    three times as fast, without waiting for the hand
    """
    policy, generator = scripted(name), seeded.setdefault(seed, np.random.default_rng(seed))
    ends, angle, drift = generator.integers(10, 40), generator.uniform(0, 2 * np.pi), np.zeros(4)
    beside = 0.1 * np.array([np.cos(angle), np.sin(angle), 0])
    step = -1

    def act(observation):
        nonlocal drift, step
        step += 1
        if style == "stop" and step >= ends:
            return np.zeros(4)
        if style == "miss":
            observation = np.array(observation)
            for first in (4, 22, 36):  # what it moves, now and one step before, and the goal
                observation[first : first + 3] += beside
        action = np.array(policy.get_action(observation))
        if style == "hasty":
            action[:3] *= 3
        if style == "tremble":
            drift = 0.9 * drift + np.sqrt(1 - 0.9**2) * generator.standard_normal(4)
            action = np.clip(action, -1, 1) + drift
        return np.clip(action, -1, 1)

    return act
