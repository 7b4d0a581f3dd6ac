"""Draws the states of calvin.json with CALVIN itself, unmodified, for the test TestCalvinPictures.

    python calvin_pictures.py CALVIN_ENV OUT [STATES]

CALVIN_ENV is a checkout of github.com/mees/calvin_env with its data, whose requirements (pybullet, omegaconf and so on)
the interpreter has. For each of CALVIN's two renderers a file OUT/tiny.rgb and OUT/opengl.rgb is written: for each state
the number of pixels in which the static camera sees the red block (uint32, little-endian), then the pictures of the
static camera (200 x 200 x 3 bytes) and the gripper camera (84 x 84 x 3). Then

    go test ./policies/encoder -run CalvinPictures -calvin OUT

measures the embedded encoder on these pictures and writes its features of them, but no picture, to calvin.json.

STATES is a file of other states, one a line, as bench/remote/python/examples/calvin.py --looks writes it. Named
OUT/states.jsonl, it is what go test ./policies/encoder -run CalvinRollouts -rollouts OUT measures.
"""
import json
import os
import subprocess
import sys
from pathlib import Path


def environment(root, opengl):
    """CALVIN's environment of scene D with its static and its gripper camera, without Hydra."""
    from omegaconf import OmegaConf
    sys.path.insert(0, str(root))
    from calvin_env.envs.play_table_env import PlayTableSimEnv

    def load(name):
        return OmegaConf.load(root / "conf" / name)

    robot = OmegaConf.merge(load("robot/panda.yaml"), load("robot/panda_longer_finger.yaml"))
    robot.pop("defaults", None)
    config = OmegaConf.create({
        "robot": robot, "scene": load("scene/calvin_scene_D.yaml"), "env": load("env/play_table_env.yaml"),
        "data_path": str(root / "data"), "use_vr": False,
        "cameras": {"static": load("cameras/cameras/static.yaml"), "gripper": load("cameras/cameras/gripper.yaml")},
    })
    OmegaConf.resolve(config)
    settings = {k: v for k, v in config.env.items() if k not in ("_target_", "_recursive_")}
    settings.update(use_vr=False, use_egl=opengl, use_scene_info=True, show_gui=False)
    return PlayTableSimEnv(**settings)


def draw(root, path, opengl, states):
    import numpy as np
    import pybullet
    env = environment(root, opengl)
    cameras = {c.name: c for c in env.cameras}
    static = cameras["static"]
    red = next(o.uid for o in env.scene.movable_objects if "red" in o.name)
    if states:
        states = [json.loads(line) for line in Path(states).read_text().splitlines()]
    else:
        states = json.loads((Path(__file__).parent / "calvin.json").read_text())["states"]
    with open(path, "wb") as f:
        for s in states:
            env.reset(robot_obs=np.array(s["robot"]), scene_obs=np.array(s["scene"]))
            mask = pybullet.getCameraImage(
                width=200, height=200, viewMatrix=static.viewMatrix, projectionMatrix=static.projectionMatrix,
                renderer=pybullet.ER_TINY_RENDERER, physicsClientId=env.cid)[4]
            f.write(np.uint32((np.array(mask) == red).sum()).tobytes())
            for name, size in (("static", 200), ("gripper", 84)):
                rgb, _ = cameras[name].render()
                assert rgb.shape == (size, size, 3) and rgb.dtype == np.uint8
                f.write(rgb.tobytes())
    print(len(states), "states in", path, flush=True)
    os._exit(0)  # CALVIN's environment does not close


if __name__ == "__main__":
    root, out = Path(sys.argv[1]).absolute(), Path(sys.argv[2])
    states = sys.argv[3] if len(sys.argv) > 3 else ""
    if len(sys.argv) > 4:
        draw(root, out, sys.argv[4] == "opengl", states)
    out.mkdir(parents=True, exist_ok=True)
    for renderer in ("tiny", "opengl"):  # a process each: PyBullet keeps the renderer that it has
        subprocess.run([sys.executable, __file__, root, out / (renderer + ".rgb"), states, renderer], check=True)
