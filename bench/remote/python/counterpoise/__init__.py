"""Counterpoise's tabletop as Gymnasium environments.

    import counterpoise, gymnasium
    env = gymnasium.make("counterpoise/picking-v0")
    envs = gymnasium.make_vec("counterpoise/picking-v0", num_envs=32)

counterpoise.CounterpoiseEnv documents the arguments, counterpoise.spaces every number of observations and actions. The
simulator is the program counterpoise, which the package starts and ends.
"""

try:
    import gymnasium
except ModuleNotFoundError:  # counterpoise.environments serves environments of any kind
    gymnasium = None

__all__ = ["CounterpoiseEnv", "CounterpoiseVectorEnv", "SimulatorError", "TASKS", "find_program"]

TASKS = ("picking", "opening")

if gymnasium is not None:
    from .env import CounterpoiseEnv
    from .program import SimulatorError, find_program
    from .vector import CounterpoiseVectorEnv

    for _task in TASKS:
        gymnasium.register(
            id=f"counterpoise/{_task}-v0",
            entry_point="counterpoise.env:CounterpoiseEnv",
            vector_entry_point="counterpoise.vector:CounterpoiseVectorEnv",
            kwargs={"task": _task},
        )


def __getattr__(name):
    if gymnasium is None and name in __all__:
        raise ModuleNotFoundError(f"counterpoise.{name} needs Gymnasium: pip install gymnasium", name="gymnasium")
    raise AttributeError(f"module counterpoise has no attribute {name}")
