#!/usr/bin/env python3
"""Rolls out a served policy in CALVIN itself: scene D, PyBullet, CALVIN's own control, cameras and oracle.

    pip install ./bench/remote/python pybullet==3.2.7 hydra-core gym==0.26.2 GitPython numpy-quaternion scipy \\
        opencv-python-headless pandas
    git clone https://github.com/mees/calvin_env
    ./counterpoise serve POLICY --listen 127.0.0.1:8000 &
    python calvin.py ws://127.0.0.1:8000 --calvin-env calvin_env --task picking --rollouts 134 --out there.json
    ./counterpoise eval POLICY --task picking --rollouts 134 --out here.json
    ./counterpoise compare here.json there.json --oracle calvin --margin 5

With --against here.json the driver itself prints the pairs apart by whether, in CALVIN, the robot pressed on the table
or the cabinet at the end of some control step, and by whether the hand closed on nothing: was narrower than 10 mm after
three steps in which it was told to close.

--pictures says who draws what a policy sees: CALVIN by EGL, as is its default, CALVIN by PyBullet's TinyRenderer, or
we, in the state that CALVIN is in. The last tells pictures and physics apart. Pictures are drawn when the policy is
asked, not at every control step. --looks keeps the states at which it was asked.

Behind the front of its cabinet CALVIN's table has a plank, 1 mm higher than the rest, on which blocks may start; ours
has one height. With --heights ours the policy is told of blocks at rest on the plank as if they rested on the table,
which tells this from all else that differs; with --heights exact it is told of every block at rest as high as ours
rest, .07 mm lower. --looks and --pictures ours have the heights that the policy is told.

Rollout n of a behaviour starts from the state that it has in `counterpoise eval` with the same --seed and --trial, so
the rollouts are pairs. Any policy behind openpi's protocol does that acts on an observation alone and, in its metadata,
"observes" some of robot, scene, static and gripper (bench/remote/PROTOCOL.md); without metadata it gets the keys of the
preset counterpoise. Knobs of the gripper, the colours and the observations are refused.

A rollout succeeds when CALVIN's task of the behaviour is achieved, fails when that of another behaviour of the task is,
and ends after 360 control steps. --out is an evaluation in the form of `counterpoise eval`, without verdicts of the
earned oracle, which CALVIN does not have; a run that was stopped goes on where it was.
"""

import argparse
import concurrent.futures
import contextlib
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from websockets.sync.client import connect

import counterpoise
from counterpoise import wire

# CALVIN's task of each behaviour (calvin_env/conf/tasks/new_playtable_tasks.yaml).
GOALS = {
    "left": "lift_red_block_table",
    "middle": "lift_red_block_table",
    "right": "lift_red_block_table",
    "slider": "move_slider_left",
    "drawer": "open_drawer",
}
# Knobs that change what CALVIN has fixed: its gripper, its colours, its exact observations.
FOREIGN_KNOBS = ("Opening", "LookAlike", "Noise", "Ambiguity")
# What draws pictures, as evaluations name it. CALVIN's default is EGL.
RENDERERS = {"egl": "calvin, EGL", "tiny": "calvin", "ours": "counterpoise"}
BLOCKS = (6, 12, 18)  # where the positions of the blocks begin in scene_obs
PLANK = 0  # y behind which the plank is (m)
TABLE, ABOVE = 0.46, 0.0015  # z of blocks at rest on the table, and how far above it those on the plank are at most (m)
HEIGHTS = {"calvin": "", "ours": ", our heights", "exact": ", exact heights"}  # how evaluations name them
OURS = 0.45993  # z of blocks at rest on ours (m)
HORIZON = 360  # control steps, 12 s
ENDS = ("steps", "wrong", "nonfinite", "touched", "empty")  # of a rollout; the last two are for --against
EMPTY, CLOSING = 0.01, 3  # width of a hand that holds nothing (m), after so many steps in which it was told to close


class Calvin:
    """CALVIN's environment of scene D and its oracle."""

    def __init__(self, checkout, cameras, egl, heights="calvin"):
        from calvin_env.envs.play_table_env import PlayTableSimEnv
        from calvin_env.envs.tasks import Tasks
        from omegaconf import OmegaConf

        conf = checkout / "conf"

        def load(name):
            return OmegaConf.load(conf / name)

        robot = OmegaConf.merge(load("robot/panda.yaml"), load("robot/panda_longer_finger.yaml"))
        robot.pop("defaults", None)
        cameras = {n: load(f"cameras/cameras/{n}.yaml") for n in ("static", "gripper")} if cameras else {}
        config = OmegaConf.create(
            {"robot": robot, "scene": load("scene/calvin_scene_D.yaml"), "cameras": cameras, "use_vr": False,
             "env": load("env/play_table_env.yaml"), "data_path": str(checkout / "data")}
        )
        OmegaConf.resolve(config)
        arguments = {k: v for k, v in config.env.items() if not k.startswith("_")}
        arguments.update(use_egl=egl, use_scene_info=True)
        self.env = PlayTableSimEnv(**arguments)
        self.cameras, self.env.cameras = self.env.cameras, []  # pictures are drawn when they are asked for
        self.oracle = Tasks(load("tasks/new_playtable_tasks.yaml").tasks)
        self.heights = heights

    def reset(self, robot, scene):
        """Puts everything where robot_obs and scene_obs say."""
        state = self.env.reset(robot_obs=np.asarray(robot, float), scene_obs=np.asarray(scene, float))
        self.env.robot.gripper_action = int(robot[14])  # CALVIN's reset leaves the rollout's before
        self.start = self.env.get_info()
        return self.observation(state)

    def step(self, action):
        """Executes a relative action; returns the observation and the names of CALVIN's tasks that are achieved."""
        action = np.array([*action[:6], 1 if action[6] > 0 else -1], float)
        state, _, _, info = self.env.step(action)
        return self.observation(state), self.oracle.get_task_info(self.start, info)

    def touched(self):
        """Whether a part of the robot presses on the table and cabinet's fixed part (N above 0)."""
        env = self.env
        pairs = env.p.getContactPoints(env.robot.robot_uid, env.scene.fixed_objects[0].uid, physicsClientId=env.cid)
        return any(contact[4] == -1 and contact[9] > 0 for contact in pairs)

    def observation(self, state):
        scene = np.float32(state["scene_obs"])
        for x in BLOCKS:
            above = scene[x + 2] - TABLE
            if self.heights == "ours" and scene[x + 1] > PLANK and 0 < above < ABOVE:
                scene[x + 2] = TABLE
            if self.heights == "exact" and abs(above) < ABOVE:
                scene[x + 2] = OURS
        return {"robot": np.float32([*state["robot_obs"][:14], self.env.robot.gripper_action]),
                "scene": scene}

    def pictures(self):
        """static and gripper, 8-bit RGB."""
        self.env.cameras = self.cameras
        drawn, _ = self.env.get_camera_obs()
        self.env.cameras = []
        return {name: np.ascontiguousarray(drawn[f"rgb_{name}"], np.uint8) for name in ("static", "gripper")}


class Policy:
    """A policy behind openpi's protocol."""

    DEFAULT = ["observation.state=robot", "scene_state=scene", "observation.images.static=static",
               "observation.images.ego=gripper"]

    def __init__(self, address):
        # Entered and never left: the connection lasts as long as the process.
        self.connection = connect(address, compression=None, max_size=None).__enter__()
        self.metadata = wire.unpack(self.connection.recv())
        self.observes = list(self.metadata.get("observes") or self.DEFAULT)
        self.keys = dict(o.split("=", 1) for o in self.observes)
        unknown = set(self.keys.values()) - {"robot", "scene", "static", "gripper"}
        if unknown or self.metadata.get("history", 1) != 1:
            sys.exit(f"{address} observes {', '.join(self.observes)}, {self.metadata.get('history', 1)} at a time; this"
                     " driver has robot, scene, static and gripper, one at a time")
        self.chunk, self.execute = (self.metadata.get(k, 0) for k in ("chunk", "execute"))  # 0: not said
        self.pictures = bool({"static", "gripper"} & set(self.keys.values()))

    def actions(self, observation, prompt):
        """The actions to execute before the next question: [n, 7]."""
        question = {key: observation[source] for key, source in self.keys.items()}
        self.connection.send(wire.pack({**question, "prompt": prompt}))
        answer = self.connection.recv()
        if isinstance(answer, str):
            sys.exit(f"the policy's server fails: {answer}")
        return np.asarray(wire.unpack(answer)["actions"])[: self.execute or None]


class Worker:
    """What a process plays rollouts with: CALVIN has one environment in a process."""

    def __init__(self, a):
        self.policy = Policy(a.address)
        self.ours = self.policy.pictures and a.pictures == "ours"
        self.starts = task_of(a, "both" if self.ours else "state")
        self.task, self.looks = a.task, a.looks
        with contextlib.redirect_stdout(sys.stderr):  # CALVIN prints
            drawn = self.policy.pictures and not self.ours  # by CALVIN
            self.calvin = Calvin(a.calvin_env, drawn, drawn and a.pictures == "egl", a.heights)

    def look(self, behaviour, rollout, step, observation):
        """Adds CALVIN's present state to the states at which the policy looked."""
        state = {"task": self.task, "behaviour": behaviour, "rollout": rollout, "step": step, "first": step == 0,
                 "robot": observation["robot"].tolist(), "scene": observation["scene"].tolist()}
        with self.looks.open("a") as file:  # one line is one write, so that processes may share the file
            file.write(json.dumps(state) + "\n")

    def pictures(self, observation):
        """static and gripper of CALVIN's present state, 8-bit RGB."""
        if not self.ours:
            return self.calvin.pictures()
        drawn = self.starts.draw(observation["robot"], observation["scene"])
        return {"static": drawn["static"], "gripper": drawn["ego"]}

    def play(self, behaviour, rollout):
        """The steps at which a rollout succeeded, at which another behaviour was shown, at which an action was not
        finite, after which the robot first pressed on table or cabinet, and after which its hand first closed on
        nothing; 0 where it was not."""
        start, _ = self.starts.reset(seed=0, options={"behaviour": behaviour, "rollout": rollout})
        others = {GOALS[b] for b in self.starts.behaviours} - {GOALS[behaviour]}
        observation, step = self.calvin.reset(start["agent_pos"], start["environment_state"]), 0
        touched, empty, closing = 0, 0, 0
        while True:
            if self.looks:
                self.look(behaviour, rollout, step, observation)
            if self.policy.pictures:
                observation |= self.pictures(observation)
            for action in self.policy.actions(observation, self.starts.task_description):
                step += 1
                if not np.isfinite(action).all():
                    return 0, 0, step, touched, empty
                observation, done = self.calvin.step(action)
                if not touched and self.calvin.touched():
                    touched = step
                closing = 0 if action[6] > 0 else closing + 1
                if not empty and closing >= CLOSING and observation["robot"][6] < EMPTY:
                    empty = step
                if done & others:
                    return 0, step, 0, touched, empty
                if GOALS[behaviour] in done:
                    return step, 0, 0, touched, empty
                if step == HORIZON:
                    return 0, 0, 0, touched, empty


def begin(a):
    """Makes the worker of this process."""
    global worker
    worker = Worker(a)


def play(job):
    return worker.play(*job)


def task_of(a, observation="state"):
    """The task in our simulator, which has the starts of rollouts and, observed with pictures, draws ours."""
    name, _, knobs = a.task.partition(":")
    return counterpoise.CounterpoiseEnv(
        name, knobs=knobs, observation=observation, start_seed=a.seed, trial=a.trial
    )


def versions(checkout):
    """The results version of the program, and what plays the rollouts, as the evaluation's origin."""
    said = subprocess.run([*counterpoise.find_program(), "version"], check=True, capture_output=True, text=True).stdout
    commit = "of an unknown commit"
    if os.path.exists(os.path.join(checkout, ".git")):  # else git would answer for a repository around the folder
        asked = subprocess.run(["git", "-C", checkout, "rev-parse", "HEAD"], capture_output=True, text=True)
        commit = asked.stdout.strip()[:7] or commit
    origin = {"program": f"calvin_env {commit}, pybullet {importlib.metadata.version('pybullet')}", "go": "",
              "simd": False, "system": f"{platform.system()}/{platform.machine()}".lower(), "cpu": "",
              "cores": os.cpu_count()}
    return said.split("results version")[1].split()[0].rstrip(","), origin


def against(here, parts):
    """Prints how pairs of rollouts ended, apart by what happened in CALVIN, and by how many control steps successes in
    both are apart (median)."""
    print("behaviour  in CALVIN                 pairs  here  in CALVIN  here alone  in CALVIN alone  steps apart")
    for part in here["outcomes"]:
        there = parts[part["behaviour"]]
        n = min(len(there["steps"]), len(part["steps"]))
        steps, there_steps, touched, empty = (
            np.array(x[:n]) for x in (part["steps"], there["steps"], there["touched"], there["empty"]))
        h, c, both = steps > 0, there_steps > 0, (steps > 0) & (there_steps > 0)
        for name, of in (("pressed on the furniture", touched > 0), ("did not", touched == 0),
                         ("closed on nothing", empty > 0), ("did not", empty == 0)):
            counts = of.sum(), (h & of).sum(), (c & of).sum(), (h & ~c & of).sum(), (c & ~h & of).sum()
            apart = np.abs(steps - there_steps)[both & of]
            median = f"{np.median(apart):g}" if len(apart) else "-"
            row = "{:9}  {:24}  {:5}  {:4}  {:9}  {:10}  {:15}  {:>11}"
            print(row.format(part["behaviour"], name, *counts, median))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("address", help="of the server, as ws://127.0.0.1:8000")
    arguments.add_argument("--calvin-env", type=Path, required=True, help="checkout of calvin_env")
    arguments.add_argument("--task", required=True, help="picking or opening; with knobs, picking:Yaw=22.5")
    arguments.add_argument("--rollouts", type=int, default=50, help="of each behaviour")
    arguments.add_argument("--seed", type=int, help="of the states that rollouts start from; eval's by default")
    arguments.add_argument("--trial", type=int, default=0, help="whose states they are")
    arguments.add_argument("--workers", type=int, default=1, help="processes; changes no start")
    arguments.add_argument("--pictures", choices=RENDERERS, default="egl", help="who draws what the policy sees:"
                           " CALVIN by EGL, CALVIN by TinyRenderer, or we, in CALVIN's state")
    arguments.add_argument("--heights", choices=HEIGHTS, default="calvin", help="at which height"
                           " the policy is told that blocks rest")
    arguments.add_argument("--looks", type=Path, help="file to add CALVIN's state to, one a line, at each look of the"
                           " policy")
    arguments.add_argument("--out", type=Path, required=True, help="file of the evaluation")
    arguments.add_argument("--against", type=Path, help="evaluation of the same starts by eval: says where both differ")
    a = arguments.parse_args()
    if foreign := [k for k in FOREIGN_KNOBS if k + "=" in a.task]:
        sys.exit(f"CALVIN has no knob {', '.join(foreign)}")
    policy, starts = Policy(a.address), task_of(a)
    a.calvin_env = a.calvin_env.resolve()
    sys.path.insert(0, str(a.calvin_env))
    version, origin = versions(a.calvin_env)
    evaluation = {
        "evaluation": 1,
        "policy": {"name": f"{a.address} in CALVIN" + HEIGHTS[a.heights],
                   "metadata": policy.metadata, "observes": policy.observes,
                   "prompt": starts.task_description, "chunk": policy.chunk, "execute": policy.execute},
        "task": starts.canonical_task, "seed": starts.start_seed, "trial": a.trial, "rollouts": a.rollouts,
        "renderer": RENDERERS[a.pictures] if policy.pictures else "none", "version": version,
        "outcomes": [
            {"first": 0, "behaviour": b, "horizon": HORIZON, **{k: [] for k in ENDS}} for b in starts.behaviours
        ],
        "origin": origin, "seconds": 0,
    }
    if a.out.exists():  # an earlier run of the same command
        before = json.loads(a.out.read_text())
        if any(before[k] != evaluation[k] for k in ("policy", "task", "seed", "trial", "renderer", "version")):
            sys.exit(f"{a.out} has another evaluation; remove it or name another file")
        evaluation.update(outcomes=before["outcomes"], seconds=before["seconds"])
    # Rollout 0 of each behaviour, then rollout 1, ...: a file of a run that was stopped has as many of each.
    parts = {part["behaviour"]: part for part in evaluation["outcomes"]}
    jobs = [(b, r) for r in range(a.rollouts) for b, part in parts.items() if r >= len(part["steps"])]
    began, before = time.monotonic(), evaluation["seconds"]
    # Unlike multiprocessing.Pool, this one ends with the error of a process that fails or exits.
    with concurrent.futures.ProcessPoolExecutor(a.workers, initializer=begin, initargs=(a,)) as pool:
        for (behaviour, rollout), ended in zip(jobs, pool.map(play, jobs), strict=True):
            for k, step in zip(ENDS, ended, strict=True):
                parts[behaviour][k].append(step)
            evaluation["seconds"] = round(before + time.monotonic() - began, 1)
            beside = a.out.with_name(a.out.name + ".part")
            beside.write_text(json.dumps(evaluation) + "\n")
            beside.replace(a.out)
            won = ", ".join(f"{b} {np.count_nonzero(part['steps'])}" for b, part in parts.items())
            print(f"rollout {rollout} of {behaviour}; succeeded: {won}", file=sys.stderr)
    starts.close()
    if a.against:
        against(json.loads(a.against.read_text()), parts)


if __name__ == "__main__":
    main()
