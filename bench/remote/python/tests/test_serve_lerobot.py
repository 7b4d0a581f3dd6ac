"""examples/serve_lerobot.py: a served ACT answers what LeRobot's own evaluation would do."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from counterpoise import wire
from websockets.sync.client import connect

lerobot = pytest.importorskip("lerobot")
torch = pytest.importorskip("torch")

from lerobot.configs.types import FeatureType, PolicyFeature  # noqa: E402
from lerobot.envs.utils import preprocess_observation  # noqa: E402
from lerobot.policies.act.configuration_act import ACTConfig  # noqa: E402
from lerobot.policies.act.modeling_act import ACTPolicy  # noqa: E402
from lerobot.policies.factory import make_pre_post_processors  # noqa: E402

PACKAGE = Path(__file__).parents[1]
CAMERAS = ("static", "ego")


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    """A small untrained ACT as lerobot-train keeps it, with the policy and its processors."""
    shapes = {"observation.state": (15,), **{f"observation.images.{c}": (3, 32, 32) for c in CAMERAS}}
    kinds = {1: FeatureType.STATE, 3: FeatureType.VISUAL}
    torch.manual_seed(1)
    config = ACTConfig(
        input_features={k: PolicyFeature(kinds[len(s)], s) for k, s in shapes.items()},
        output_features={"action": PolicyFeature(FeatureType.ACTION, (7,))}, chunk_size=6, n_action_steps=4,
        dim_model=32, n_heads=2, dim_feedforward=64, use_vae=False, pretrained_backbone_weights=None, device="cpu",
    )
    stats = {k: {"mean": torch.rand(n, *[1] * (len(s) - 1)), "std": 0.5 + torch.rand(n, *[1] * (len(s) - 1))}
             for k, s in {**shapes, "action": (7,)}.items() for n in s[:1]}
    policy = ACTPolicy(config)
    before, after = make_pre_post_processors(config, dataset_stats=stats)
    folder = tmp_path_factory.mktemp("checkpoint")
    for part in (policy, before, after):
        part.save_pretrained(folder)
    policy.eval()
    return folder, policy, before, after


@pytest.fixture
def server(checkpoint):
    """The address of the example's server of the checkpoint."""
    with subprocess.Popen(
        [sys.executable, PACKAGE / "examples" / "serve_lerobot.py", checkpoint[0], "0"], stdout=subprocess.PIPE,
        text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join([str(PACKAGE), *sys.path])},
    ) as process:
        try:
            yield next(line.strip() for line in process.stdout if line.startswith("ws://"))
        finally:
            process.kill()


def test_answers_are_those_of_lerobot(checkpoint, server):
    _, policy, before, after = checkpoint
    random = np.random.default_rng(1)
    with connect(server, compression=None, max_size=None) as c:
        said = wire.unpack(c.recv())
        assert set(said["observes"]) == {
            "observation.state=robot", "observation.images.static=static:32", "observation.images.ego=gripper:32"}
        for n in (1, 3):
            state = random.standard_normal((n, 15), np.float32)
            pixels = {k: random.integers(0, 256, (n, 32, 32, 3), np.uint8) for k in CAMERAS}
            c.send(wire.pack(
                {"observation.state": state, **{f"observation.images.{k}": p for k, p in pixels.items()}}))
            actions = wire.unpack(c.recv())["actions"]
            policy.reset()
            batch = before(preprocess_observation(
                {"agent_pos": state, "pixels": pixels}))
            wanted = np.stack([after(policy.select_action(batch)).numpy() for _ in range(4)], axis=1)
            assert actions.shape == (n, 4, 7)
            np.testing.assert_allclose(actions, wanted, atol=1e-5)
