"""Counterpoise for LeRobot's EnvHub: copy this file to a repository on the Hub, whose users install the package
counterpoise (pip install counterpoise-*.whl).

    from lerobot.envs.factory import make_env
    make_env("USER/REPOSITORY", n_envs=4, trust_remote_code=True)
"""

import functools

import counterpoise
import gymnasium


def make_one(task, **arguments):
    """One environment. It is at the top of the file so that processes which are spawned find it."""
    return counterpoise.CounterpoiseEnv(task, **arguments)


def make_env(n_envs=1, use_async_envs=False, cfg=None):
    """{"counterpoise": {0: a vector environment of n_envs}}, with the pictures and starts of the defaults.

    cfg.task chooses the task (picking by default), cfg.size the side of the pictures (pixels). LeRobot finds success in
    the last info of a rollout, which a vector environment gives with SAME_STEP alone.
    """
    task = getattr(cfg, "task", None) or "picking"
    one = functools.partial(
        make_one, task, observation="pictures", size=getattr(cfg, "size", None), render_mode="rgb_array"
    )
    kind = gymnasium.vector.AsyncVectorEnv if use_async_envs else gymnasium.vector.SyncVectorEnv
    envs = kind([one] * n_envs, autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP)
    return {"counterpoise": {0: envs}}
