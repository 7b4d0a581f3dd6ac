"""Many environments in one simulator, stepped side by side over the cores."""

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .env import METADATA, RENDER_SIZE, action_array, check_render_mode, picture_size
from .rollouts import START_INFO, Rollouts
from .spaces import ACTION_SIZE, row


class CounterpoiseVectorEnv(VectorEnv):
    """num_envs environments of one task in one process. Each behaves as CounterpoiseEnv does with the same arguments.

    gymnasium.make_vec("counterpoise/picking-v0", num_envs=32) makes it. Results equal those of
    gymnasium.vector.SyncVectorEnv, in all three modes of autoreset:

        NEXT_STEP (default)  the step after a rollout's last one resets it: its action is ignored and its reward 0
        SAME_STEP            a rollout's last step resets it; info has final_obs and final_info
        DISABLED             the caller resets, with reset(options={"reset_mask": array of bool})

    Arguments: those of CounterpoiseEnv, and
        num_envs: number of environments, 1 to 1024.
        autoreset_mode: a gymnasium.vector.AutoresetMode or its value.
        max_episode_steps: another name of episode_length, which gymnasium.make_vec passes on.
    """

    metadata = METADATA

    def __init__(
        self,
        task="picking",
        *,
        num_envs=1,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        max_episode_steps=None,
        episode_length=None,
        observation="state",
        behaviour=None,
        knobs=None,
        oracle="earned",
        start_seed=None,
        trial=0,
        size=None,
        render_mode=None,
        render_size=RENDER_SIZE,
        program=None,
    ):
        check_render_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**METADATA, "autoreset_mode": self.autoreset_mode}
        self.render_mode, self.render_size = render_mode, picture_size(render_size)
        self._rollouts = Rollouts(
            task, num_envs, observation=observation, behaviour=behaviour, knobs=knobs, oracle=oracle,
            start_seed=start_seed, trial=trial, size=size, program=program,
            episode_length=max_episode_steps if episode_length is None else episode_length,
        )
        self.num_envs = num_envs = self._rollouts.n
        self.single_observation_space = self._rollouts.observation_space
        self.single_action_space = self._rollouts.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.behaviours = list(self._rollouts.behaviours)
        self.task, self.task_description = task, self._rollouts.opened["sentence"]
        self._generators = [None] * num_envs  # one per environment, as each would have its own
        self._seeds = [None] * num_envs
        self._ended = np.zeros(num_envs, bool)  # rollouts that are over and not reset
        self._begun = False
        self._observed = None  # the last observations, for a reset of some; callers get copies

    @property
    def np_random(self):
        """The random number generators of the environments."""
        return tuple(self._generator(i) for i in range(self.num_envs))

    @property
    def np_random_seed(self):
        """The seeds of the generators."""
        self.np_random
        return tuple(self._seeds)

    def _generator(self, i, seed=None):
        if seed is not None or self._generators[i] is None:
            self._generators[i], self._seeds[i] = seeding.np_random(seed)
        return self._generators[i]

    def _start(self, i, seed, options):
        """The start of the next rollout of environment i."""
        generator = self._generator(i, seed)
        number = seed if seed is not None else int(generator.integers(1 << 31))
        return self._rollouts.start(number, options)

    def reset(self, *, seed=None, options=None):
        if seed is None or isinstance(seed, (int, np.integer)):
            seed = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        if isinstance(seed, str) or not hasattr(seed, "__len__"):
            raise ValueError(f"seed must be a whole number or a list of {self.num_envs}, not {seed!r}")
        if len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds for {self.num_envs} environments")
        mask = np.ones(self.num_envs, bool)
        if options is not None and "reset_mask" in options:
            options = dict(options)
            mask = options.pop("reset_mask")
            if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise ValueError(f"options['reset_mask'] must be a numpy array of {self.num_envs} bool")
            if not mask.any():
                raise ValueError("options['reset_mask'] must choose at least one environment")
        chosen = np.flatnonzero(mask)
        observed = self._rollouts.reset(chosen, [self._start(i, seed[i], options) for i in chosen])
        self._ended[chosen] = False
        if len(chosen) == self.num_envs:
            self._observed, self._begun = observed, True
        else:
            self._need_begun()
            self._observed = _copied(self._observed)
            _put(self._observed, chosen, observed)
        infos = {}
        for i in chosen:
            infos = self._add_info(infos, self._rollouts.start_info(i), i)
        return _copied(self._observed), infos

    def _need_begun(self):
        if not self._begun:
            raise gymnasium.error.ResetNeeded("the environments have not begun: call reset()")

    def step(self, actions):
        self._need_begun()
        actions = action_array(actions, (self.num_envs, ACTION_SIZE))
        resets = self._ended
        if self.autoreset_mode is AutoresetMode.DISABLED and resets.any():
            raise gymnasium.error.ResetNeeded(f"environments {np.flatnonzero(resets)} have ended: reset them")
        if resets.any():
            observed, rewards, terminated, truncated, infos = self._step_and_reset(actions, resets)
        else:
            observed, rewards, terminated, truncated, columns = self._rollouts.step(actions)
            infos = self._infos(columns)
        ended = terminated | truncated
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if ended.any():
                infos = self._reset_ended(np.flatnonzero(ended), observed, infos)
        else:
            self._ended = ended
        self._observed = observed
        return _copied(observed), rewards, terminated, truncated, infos

    def _step_and_reset(self, actions, resets):
        """NEXT_STEP where some environments are to be reset: these are, and the others step."""
        n, stepping = self.num_envs, np.flatnonzero(~resets)
        rewards, terminated, truncated = np.zeros(n), np.zeros(n, bool), np.zeros(n, bool)
        observed = _copied(self._observed)
        columns = {k: np.zeros(n, type(v)) for k, v in START_INFO.items()}
        if len(stepping):
            some, rewards[stepping], terminated[stepping], truncated[stepping], info = self._rollouts.step(
                actions[stepping], stepping
            )
            _put(observed, stepping, some)
            for k, v in info.items():
                columns[k][stepping] = v
        chosen = np.flatnonzero(resets)
        _put(observed, chosen, self._rollouts.reset(chosen, [self._start(i, None, None) for i in chosen]))
        return observed, rewards, terminated, truncated, self._infos(columns)

    def _reset_ended(self, ended, observed, infos):
        """SAME_STEP: resets the rollouts that have ended. Their last observation and info go to final_obs and
        final_info, their first ones take their places."""
        final = {}
        for i in ended:
            last = {k: v[i].item() if isinstance(v[i], np.generic) else v[i] for k, v in infos.items() if k[0] != "_"}
            final = self._add_info(final, {"final_obs": _copied(row(observed, i)), "final_info": last}, i)
        _put(observed, ended, self._rollouts.reset(ended, [self._start(i, None, None) for i in ended]))
        for i in ended:
            for k, v in self._rollouts.start_info(i).items():
                infos[k][i] = v
        return {**final, **infos}

    def _infos(self, columns):
        """Info of all environments: each column with the mask that Gymnasium wants beside it."""
        infos = {}
        for k, v in {**columns, **self._names()}.items():
            infos[k], infos["_" + k] = v, np.ones(self.num_envs, bool)
        return infos

    def _names(self):
        """The columns that name the rollouts."""
        names = np.full(self.num_envs, None, object)
        rollouts, trials = np.zeros(self.num_envs, int), np.zeros(self.num_envs, int)
        for i, (b, rollout, trial) in enumerate(self._rollouts.starts):
            names[i], rollouts[i], trials[i] = self.behaviours[b], rollout, trial
        seeds = np.full(self.num_envs, self._rollouts.start_seed, int)
        return {"behaviour": names, "rollout": rollouts, "trial": trials, "start_seed": seeds}

    def render(self):
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode; make the environments with render_mode='rgb_array'")
            return None
        return tuple(self._rollouts.render(i, *self.render_size) for i in range(self.num_envs))

    def close_extras(self, **kwargs):
        if hasattr(self, "_rollouts"):
            self._rollouts.close()


def _copied(batch):
    """A copy of observations."""
    return {k: _copied(v) if isinstance(v, dict) else v.copy() for k, v in batch.items()}


def _put(batch, rows, some):
    """Writes observations to some rows of a batch."""
    for k, v in some.items():
        if isinstance(v, dict):
            _put(batch[k], rows, v)
        else:
            batch[k][rows] = v
