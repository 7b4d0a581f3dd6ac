"""LeRobot's plugin: Counterpoise's tasks as an environment of lerobot-eval and lerobot-train.

    lerobot-eval --policy.path=P --env.type=counterpoise --env.discover_packages_path=gym_counterpoise \\
        --env.task=picking --eval.n_episodes=60 --eval.batch_size=10 --seed=0

LeRobot imports this package for the third of these flags, and makes gym_counterpoise/TASK. Episode i of an
evaluation has seed --seed + i, so a multiple of the number of behaviours from a seed of 0 tries each equally often,
from the starts of `counterpoise eval`. Without LeRobot the package registers the environments alone.

LeRobot 0.4.4 and 0.6.1 read success from info["is_success"], which is the oracle's that --env.oracle names.
"""

import gymnasium
from counterpoise import TASKS

for _task in TASKS:
    gymnasium.register(
        id=f"gym_counterpoise/{_task}", entry_point="counterpoise.env:CounterpoiseEnv", kwargs={"task": _task},
        order_enforce=False,  # a wrapper would hide task_description from LeRobot; the environment enforces it itself
    )

try:
    import lerobot  # noqa: F401
except ImportError:
    pass
else:
    from .lerobot_config import CounterpoiseConfig  # noqa: F401  registers itself
