"""One environment."""

import operator
import sys

import gymnasium
import numpy as np

from .rollouts import Rollouts
from .spaces import ACTION_SIZE, numbers, row

METADATA = {"render_modes": ["rgb_array"], "render_fps": 30}
RENDER_SIZE = (480, 320)  # width and height of render()'s pictures, pixels


class CounterpoiseEnv(gymnasium.Env):
    """A task of Counterpoise on its tabletop, at 30 control steps a second.

    The observation is a dict with the keys that `observation` chooses: "state" (agent_pos, environment_state),
    "pictures" (agent_pos, pixels) or "both". counterpoise.spaces says what each number is. The reward is 1 in the
    control step in which the oracle finds the requested behaviour achieved, else 0.

    A rollout is terminated when the oracle has decided: the requested behaviour is achieved, or another one has been
    shown, which cannot be undone. It is truncated after episode_length control steps, or after the task's horizon (360,
    12 s).

    info has is_success (by the oracle that was chosen), success_earned and wrong_earned, success_calvin and
    wrong_calvin (each oracle's verdict so far: the behaviour achieved, another one shown), non_finite (whether an
    action that was not finite has ended the rollout), steps, clipped (actions whose target was out of the arm's
    reach), and what repeats the rollout: behaviour, rollout, trial, start_seed.

    reset(seed=s) begins rollout s of the behaviour, or, if none is chosen, rollout s // B of behaviour s % B of the B
    behaviours; reset() one that the seed before draws. The options behaviour, rollout and trial choose directly. The
    start is that of the same rollout of `counterpoise eval` with the same --seed (start_seed) and --trial.

    Arguments:
        task: picking or opening; gymnasium.make sets it.
        observation: state, pictures or both.
        behaviour: name of the behaviour of every rollout; None takes all of them.
        knobs: settings of the task's difficulty, such as {"Yaw": 90}; counterpoise list tasks shows them.
        oracle: earned (the gripper's fingers moved the part) or calvin (CALVIN's thresholds alone).
        start_seed: seed of the initial states; None is eval's default.
        trial: trial of the initial states.
        episode_length: control steps after which a rollout is truncated; None is what gymnasium.make is given as
            max_episode_steps, else the task's horizon.
        size: side of both cameras' pictures (pixels), scaled as demos convert --size does; None keeps 200 and 84.
        render_mode: rgb_array or None.
        render_size: width and height of render()'s pictures (pixels).
        program: path of the program; None finds it (counterpoise.program.find_program).
    """

    metadata = METADATA

    def __init__(
        self,
        task="picking",
        *,
        observation="state",
        behaviour=None,
        knobs=None,
        oracle="earned",
        start_seed=None,
        trial=0,
        episode_length=None,
        size=None,
        render_mode=None,
        render_size=RENDER_SIZE,
        program=None,
    ):
        check_render_mode(render_mode)
        if episode_length is None:
            episode_length = limit_of_make(sys._getframe(1))
        self.render_mode, self.render_size = render_mode, picture_size(render_size)
        self._rollouts = Rollouts(
            task, 1, observation=observation, behaviour=behaviour, knobs=knobs, oracle=oracle, start_seed=start_seed,
            trial=trial, size=size, episode_length=episode_length, program=program,
        )
        self.observation_space, self.action_space = self._rollouts.observation_space, self._rollouts.action_space
        self.behaviours = list(self._rollouts.behaviours)
        self.task, self.canonical_task = task, self._rollouts.opened["task"]  # the second with its knobs, as files have it
        self.start_seed = self._rollouts.start_seed
        self.task_description = self._rollouts.opened["sentence"]  # for policies that read language
        self._max_episode_steps = self._rollouts.horizon
        self._running = False

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        number = seed if seed is not None else int(self.np_random.integers(1 << 31))
        start = self._rollouts.start(number, options)
        observed = self._rollouts.reset([0], [start])
        self._running = True
        return row(observed, 0), self._rollouts.start_info(0)

    def step(self, action):
        if not self._running:
            raise gymnasium.error.ResetNeeded("the rollout has ended or not begun: call reset()")
        actions = action_array(action, (ACTION_SIZE,))[None]
        observed, reward, terminated, truncated, columns = self._rollouts.step(actions)
        terminated, truncated = bool(terminated[0]), bool(truncated[0])
        self._running = not (terminated or truncated)
        return row(observed, 0), float(reward[0]), terminated, truncated, self._rollouts.step_info(0, columns, 0)

    def draw(self, agent_pos, environment_state):
        """The pictures that an observation with these numbers has, as its pixels: of a state of CALVIN, say.

        The environment itself does not change. It must have been made with pictures.
        """
        return row(self._rollouts.draw(np.asarray(agent_pos)[None], np.asarray(environment_state)[None]), 0)

    def render(self):
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode; make the environment with render_mode='rgb_array'")
            return None
        return self._rollouts.render(0, *self.render_size)

    def close(self):
        if hasattr(self, "_rollouts"):
            self._rollouts.close()


def limit_of_make(frame):
    """The max_episode_steps that gymnasium.make was given, where the frame is its own; else None.

    gymnasium.make keeps max_episode_steps to itself: it truncates earlier from outside, and cannot truncate later than
    the environment does. Its frame is the one place that has the number when the environment is made.
    """
    if frame.f_code is not gymnasium.make.__code__:
        return None
    limit = frame.f_locals.get("max_episode_steps")
    if limit is None:
        limit = getattr(frame.f_locals.get("env_spec"), "max_episode_steps", None)
    return limit if isinstance(limit, int) and limit > 0 else None  # what is neither is make's to refuse; -1 is no limit


def check_render_mode(mode):
    """ValueError if there is no such mode."""
    if mode not in (None, *METADATA["render_modes"]):
        raise ValueError(f"render_mode must be None or rgb_array, not {mode!r}")


def action_array(action, shape):
    """The action as a contiguous float32 array. ValueError if it has another shape, or holds no numbers."""
    array = numbers(action)
    if array.shape != shape:
        raise ValueError(f"an action of shape {array.shape}, expected {shape}")
    return np.ascontiguousarray(array, dtype="<f4")


def picture_size(size):
    """The width and height of render()'s pictures as ints. ValueError unless they are two whole numbers."""
    try:
        width, height = (operator.index(side) for side in size)
    except (TypeError, ValueError):
        raise ValueError(f"render_size must be a width and a height, two whole numbers, not {size!r}") from None
    return width, height
