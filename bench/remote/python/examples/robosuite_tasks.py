"""robosuite's tasks, for `counterpoise demos collect`, `eval --env` and `try --env`, and a scripted expert for Lift
(robosuite 1.5.1 with mujoco 3.3.2; robosuite ships no experts).

    counterpoise demos collect out/lift.hdf5 --horizon 100 --env counterpoise.examples.robosuite_tasks:make \\
        --expert "optimal=counterpoise.examples.robosuite_tasks:expert?noise=0" \\
        --expert "miss=counterpoise.examples.robosuite_tasks:expert?beside=0.04"

For data of people that robomimic has collected, such as lift/mh/low_dim_v15.hdf5 with its operators of three qualities:

    counterpoise advise lift/mh/low_dim_v15.hdf5
    counterpoise try lift/mh/low_dim_v15.hdf5 --drop mask=worse --horizon 400 \\
        --env "counterpoise.examples.robosuite_tasks:make?dataset=lift/mh/low_dim_v15.hdf5"

An observation is what counterpoise reads of such a file: all vectors of the robot in alphabetical order, then those of
the objects. With a dataset it has the vectors of that file, and the environment of its attributes.
"""

import json

import numpy as np
import robosuite
from robosuite.controllers import load_composite_controller_config

# Draws the noise of all demonstrations of an expert: an expert is made at each start.
generator = np.random.default_rng(0)


class Task:
    """A task of robosuite in which the seed of reset decides the start."""

    def __init__(self, keys, **options):
        np.random.seed(0)  # which draws the size of the cube
        self.env = robosuite.make(
            has_renderer=False, has_offscreen_renderer=False, use_camera_obs=False, ignore_done=True, **options
        )
        self.env.hard_reset = False  # which would draw another size, and compile the scene, at every start
        self.keys = keys or sorted(k for k, v in self.env.reset().items() if is_robots(k, v))
        low, high = self.env.action_spec
        self.action_space = Bounds(low, high)

    def observation(self, all):
        return np.concatenate([np.ravel(all[k]) for k in [*self.keys, "object-state"]])

    def reset(self, seed=None):
        if seed is not None:
            seed_all(self.env, seed)
        return self.observation(self.env.reset()), {}

    def step(self, action):
        all, reward, done, info = self.env.step(np.asarray(action))
        return self.observation(all), reward, False, done, {**info, "success": bool(self.env._check_success())}


class Bounds:
    """The bounds of actions, as gymnasium.spaces.Box has them."""

    def __init__(self, low, high):
        self.low, self.high, self.shape = np.float32(low), np.float32(high), low.shape


def is_robots(name, value):
    """Whether an observable is a vector of a robot, and not its vectors joined."""
    return name.startswith("robot") and np.ndim(value) == 1 and not name.endswith("-state")


def seed_all(env, seed):
    """Seeds what robosuite draws starts from: its own generator, those of the samplers of places, and numpy's."""
    np.random.seed(seed % 2**32)
    env.rng = np.random.default_rng(seed)
    samplers = [getattr(env, "placement_initializer", None)]
    while samplers:
        sampler = samplers.pop()
        if sampler is not None:
            sampler.rng = np.random.default_rng([seed, len(samplers)])
            samplers += getattr(sampler, "samplers", {}).values()


def make(name="Lift", robots="Panda", dataset=""):
    """A task by its name, or that of a dataset of robomimic with the vectors that it has."""
    if not dataset:
        control = load_composite_controller_config(controller="BASIC")
        return Task([], env_name=name, robots=robots, controller_configs=control, control_freq=20)
    import h5py

    with h5py.File(dataset) as file:
        first = next(iter(file["data"].values()))["obs"]
        options = json.loads(file["data"].attrs["env_args"])
        keys = sorted(k for k, v in first.items() if k != "object" and v.ndim == 2)
    drawing = ("has_", "use_camera", "camera", "render", "ignore_done", "env_name")
    asked = {k: v for k, v in options["env_kwargs"].items() if not k.startswith(drawing)}
    return Task(keys, env_name=options["env_name"], **asked)


def expert(noise=0.0, beside=0.0):
    """Lifts the cube: over it, down, closes, up. With Gaussian noise on its actions, or so many meters beside the cube,
    on a side of each demonstration, as somebody would who is bad at it. Of the observation of make(), with a Panda."""
    angle, closed = generator.uniform(0, 2 * np.pi), 0
    aside = beside * np.array([np.cos(angle), np.sin(angle), 0])

    def act(observation):
        nonlocal closed
        hand, cube = observation[0:3], observation[43:46] + aside
        to = cube - hand
        over = np.linalg.norm(to[:2]) < 0.012
        action = np.zeros(7)
        action[6] = -1
        if closed or (over and abs(to[2]) < 0.012):
            closed += 1
            action[6] = 1
            action[2] = 0.0 if closed < 6 else 1.0
        else:
            goal = to if over else to + np.array([0, 0, 0.06])
            action[:3] = np.clip(goal / 0.05 * 0.8, -1, 1)
        action[:6] += noise * generator.standard_normal(6)
        return np.clip(action, -1, 1)

    return act
