"""Rollouts: what environments and vector environments share.

A rollout has a number that its seed gives, and starts from the state that rollout of the same number, behaviour, trial
and start seed has in `counterpoise eval`. See Rollouts.start.
"""

import difflib
import operator

import numpy as np

from . import spaces
from .program import Simulator

RIGHT, WRONG = 1, 2  # scenes.Verdict
MAX_SEED = 1 << 63  # greater seeds count modulo this
OPTIONS = ("behaviour", "rollout", "trial")  # those of reset

# What an info has, with the value at a rollout's start.
START_INFO = {
    "is_success": False,
    "success_earned": False,
    "success_calvin": False,
    "wrong_earned": False,
    "wrong_calvin": False,
    "non_finite": False,
    "steps": 0,
    "clipped": 0,
}


def task_text(task, knobs):
    """The task's text with knobs: picking and {"Yaw": 90} are picking:Yaw=90. knobs may be text such as Yaw=90."""
    if not knobs:
        return task
    if isinstance(knobs, str):
        return f"{task}:{knobs}"
    if not isinstance(knobs, dict):
        raise ValueError(f'knobs must be a map such as {{"Yaw": 90}}, or text such as Yaw=90, not {knobs!r}')
    return f"{task}:" + ",".join(f"{k}={v}" for k, v in knobs.items())


def whole(name, value, least=0):
    """The value as an int. ValueError unless it is a whole number that fits into info, least or more."""
    try:
        number = int(operator.index(value))
    except TypeError:
        number = -1
    if not least <= number < MAX_SEED:
        raise ValueError(f"{name} must be a whole number, {least} or more and less than 2**63, not {value!r}")
    return number


class Rollouts:
    """Rollouts in n environments of one simulator.

    Attributes: opened (what the simulator said about the task), behaviours (names), horizon (control steps).
    """

    def __init__(
        self, task, n, *, observation, behaviour, knobs, oracle, start_seed, trial, size, episode_length, program
    ):
        if observation not in list(spaces.OBSERVATIONS):  # a list, because what is no text may have no hash
            known = ", ".join(spaces.OBSERVATIONS)
            raise ValueError(f"observation must be one of {known}, not {observation!r}")
        self.n, self.kind, self.oracle, self.trial = whole("num_envs", n, 1), observation, oracle, whole("trial", trial)
        chosen_seed = None if start_seed is None else whole("start_seed", start_seed)
        self.simulator = Simulator(
            task=task_text(task, knobs), environments=self.n, pictures=observation != "state",
            size=whole("size", size or 0), oracle=oracle,
            horizon=0 if episode_length is None else whole("episode_length", episode_length, 1), program=program,
        )
        self.opened = self.simulator.opened
        self.behaviours, self.horizon = self.opened["behaviours"], self.opened["horizon"]
        self.start_seed = self.opened["seed"] if chosen_seed is None else chosen_seed
        try:
            self.fixed = None if behaviour is None else self.behaviour_index(behaviour)
        except ValueError:
            self.simulator.close()
            raise
        self.observation_space = spaces.observation_space(observation, self.opened)
        self.action_space = spaces.action_space()
        self.starts = [None] * n  # behaviour (index), rollout and trial of each environment's rollout
        self._all = np.arange(n, dtype="<i8")

    def behaviour_index(self, name):
        if name not in self.behaviours:
            raise ValueError(f"{self.opened['task']} has no behaviour {name!r}; there is {', '.join(self.behaviours)}")
        return self.behaviours.index(name)

    def start(self, seed, options):
        """Behaviour (index), rollout and trial that a seed and the options of reset mean.

        With a behaviour chosen, seed s is rollout s of it. Without, seed s is rollout s // B of behaviour s % B, where
        B is the number of behaviours: seeds 0 to 3 B - 1 are three rollouts of each. The options behaviour, rollout
        and trial override these unless they are None. A key that is nearly one of these is a ValueError; others, which
        are for wrappers, are ignored.
        """
        if not isinstance(options, (dict, type(None))):
            raise ValueError(f"options must be a map with the keys behaviour, rollout and trial, not {options!r}")
        options = {k: v for k, v in (options or {}).items() if v is not None}
        for key in options:
            near = difflib.get_close_matches(str(key).lower(), OPTIONS, 1, 0.75)
            if key not in OPTIONS and near:
                raise ValueError(f"there is no option {key!r}; did you mean {near[0]!r}?")
        seed %= MAX_SEED
        if "behaviour" in options:
            b, rollout = self.behaviour_index(options["behaviour"]), seed
        elif self.fixed is not None:
            b, rollout = self.fixed, seed
        else:
            rollout, b = divmod(seed, len(self.behaviours))
        return b, whole("rollout", options.get("rollout", rollout)), whole("trial", options.get("trial", self.trial))

    def reset(self, chosen, starts):
        """First observations, one a row, of the rollouts that begin in the chosen environments."""
        behaviours, rollouts, trials = zip(*starts, strict=True)
        reply = self.simulator.request(
            do="reset", chosen=np.asarray(chosen, "<i8"), behaviours=np.array(behaviours, "<i8"),
            rollouts=np.array(rollouts, "<u8"), trials=np.array(trials, "<i8"),
            seeds=np.full(len(chosen), self.start_seed, "<u8"), pictures_of=len(chosen),
        )
        for i, start in zip(chosen, starts, strict=True):
            self.starts[i] = start
        return spaces.observation(self.kind, self.opened, reply)

    def start_info(self, i):
        """The info of environment i at the start of its rollout."""
        return {**START_INFO, **self._name(i)}

    def _name(self, i):
        b, rollout, trial = self.starts[i]
        return {
            "behaviour": self.behaviours[b], "rollout": rollout, "trial": trial, "start_seed": self.start_seed,
        }

    def step(self, actions, chosen=None):
        """Observations, rewards, terminated, truncated and the columns of info after one control step.

        actions is (k, 7); row i is executed in environment chosen[i], or in environment i.
        """
        reply = self.simulator.request(
            do="step", chosen=self._all if chosen is None else chosen, actions=actions, pictures_of=len(actions)
        )
        columns = {
            "is_success": reply[self.oracle] == RIGHT,
            "success_earned": reply["earned"] == RIGHT,
            "success_calvin": reply["calvin"] == RIGHT,
            "wrong_earned": reply["earned"] == WRONG,
            "wrong_calvin": reply["calvin"] == WRONG,
            "non_finite": reply["non_finite"],
            "steps": reply["steps"],
            "clipped": reply["clipped"],
        }
        observed = spaces.observation(self.kind, self.opened, reply)
        return observed, reply["reward"], reply["terminated"], reply["truncated"], columns

    def step_info(self, i, columns, row):
        """The info of environment i, from one row of the columns that step has returned."""
        return {**{k: v[row].item() for k, v in columns.items()}, **self._name(i)}

    def draw(self, agent_pos, environment_state):
        """Our pictures of any states, one a row, by camera: uint8 (k, size, size, 3)."""
        robot = np.ascontiguousarray(agent_pos, "<f4")
        scene = np.ascontiguousarray(environment_state, "<f4")
        if robot.ndim != 2 or robot.shape[1] != spaces.ROBOT_SIZE or scene.shape != (len(robot), spaces.SCENE_SIZE):
            raise ValueError(f"states of shapes {robot.shape} and {scene.shape}, expected (k, {spaces.ROBOT_SIZE}) and"
                             f" (k, {spaces.SCENE_SIZE})")
        reply = self.simulator.request(do="draw", robot=robot, scene=scene, pictures_of=len(robot))
        return {name: reply[name] for name in self.opened["cameras"]}

    def render(self, i, width, height):
        """A picture of environment i for people: uint8 (height, width, 3)."""
        return self.simulator.request(do="render", environment=i, width=width, height=height)["picture"]

    def close(self):
        self.simulator.close()
