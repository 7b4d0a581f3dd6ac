"""Meta-World's tasks and scripted experts, for `counterpoise demos collect` and `eval --env` (metaworld 3.1.1).

    counterpoise demos collect out/reach.hdf5 --env "counterpoise.examples.metaworld_tasks:make?name=reach-v3" \\
        --expert "counterpoise.examples.metaworld_tasks:expert?name=reach-v3"

The reset(seed=...) of gymnasium.make("Meta-World/MT1") ignores the seed: its documentation says so, and the goals come
from a generator of the wrapper's. Here the seed draws the start and the goal.
"""

import metaworld.policies
import numpy as np
from metaworld.env_dict import ALL_V3_ENVIRONMENTS_GOAL_OBSERVABLE

# Draws the noise of all demonstrations: an expert is made at each start, and one of its own would begin again there.
generator = np.random.default_rng(0)


class Seeded:
    """A task of Meta-World in which the seed of reset decides start and goal: 39 numbers, actions of 4."""

    def __init__(self, name):
        self.env = ALL_V3_ENVIRONMENTS_GOAL_OBSERVABLE[f"{name}-goal-observable"](seed=0)
        self.env.seeded_rand_vec, self.env._freeze_rand_vec = True, False
        self.action_space, self.max_path_length = self.env.action_space, self.env.max_path_length

    def reset(self, seed=None):
        self.env.seed(seed)
        return self.env.reset()

    def step(self, action):
        return self.env.step(action)


def make(name):
    """The task of a name such as reach-v3."""
    return Seeded(name)


def expert(name, noise=0.0):
    """Meta-World's scripted expert of a task, with Gaussian noise of a standard deviation on its actions."""
    words = "".join(word.capitalize() for word in name.split("-"))
    policy = getattr(metaworld.policies, f"Sawyer{words}Policy")()

    def act(observation):
        action = np.clip(policy.get_action(observation), -1, 1)
        return np.clip(action + noise * generator.standard_normal(len(action)), -1, 1)

    return act
