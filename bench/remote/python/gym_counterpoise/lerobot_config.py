"""The configuration behind --env.type=counterpoise."""

from dataclasses import dataclass, field

from counterpoise.spaces import ACTION_SIZE, OBSERVATIONS, ROBOT_SIZE, SCENE_SIZE
from lerobot.configs.types import FeatureType, PolicyFeature
from lerobot.envs.configs import EnvConfig

CAMERAS = {"static": 200, "ego": 84}  # side of each camera's own picture, pixels

# What LeRobot's datasets, and so policies, call the observations.
NAMES = {
    "action": "action",
    "agent_pos": "observation.state",
    "environment_state": "observation.environment_state",
    "pixels/static": "observation.images.static",
    "pixels/ego": "observation.images.ego",
}


@EnvConfig.register_subclass("counterpoise")
@dataclass
class CounterpoiseConfig(EnvConfig):
    """A task of Counterpoise. The arguments are those of counterpoise.CounterpoiseEnv.

    observation is pictures for policies that were trained on an export of demos generate or demos convert; size is the
    --size of that export, 0 for none. A policy with one camera ignores the other.
    """

    task: str | None = "picking"
    fps: int = 30
    observation: str = "pictures"
    size: int = 0
    behaviour: str | None = None
    knobs: str | None = None  # such as Yaw=90,Noise=2
    oracle: str = "earned"
    start_seed: int | None = None
    trial: int = 0
    episode_length: int | None = None  # control steps after which a rollout is truncated; the task's 360 by default
    features: dict[str, PolicyFeature] = field(default_factory=dict)
    features_map: dict[str, str] = field(default_factory=lambda: dict(NAMES))

    def __post_init__(self):
        if self.observation not in OBSERVATIONS:
            raise ValueError(f"--env.observation takes {', '.join(OBSERVATIONS)}, not {self.observation!r}")
        self.features["action"] = PolicyFeature(FeatureType.ACTION, (ACTION_SIZE,))
        for key in OBSERVATIONS[self.observation]:
            if key == "agent_pos":
                self.features[key] = PolicyFeature(FeatureType.STATE, (ROBOT_SIZE,))
            elif key == "environment_state":
                self.features[key] = PolicyFeature(FeatureType.ENV, (SCENE_SIZE,))
            else:
                for name, own in CAMERAS.items():
                    side = self.size or own
                    self.features[f"pixels/{name}"] = PolicyFeature(FeatureType.VISUAL, (side, side, 3))

    @property
    def gym_kwargs(self) -> dict:
        return {
            "observation": self.observation, "size": self.size or None, "behaviour": self.behaviour,
            "knobs": self.knobs, "oracle": self.oracle, "start_seed": self.start_seed, "trial": self.trial,
            "episode_length": self.episode_length, "render_mode": "rgb_array",
        }
