#!/usr/bin/env python3
"""Says what makes the sliding door easier in CALVIN than here: heights, shapes, contacts, or fingers that move apart.

    ./counterpoise train opening slider=27,drawer=27 --device go --out policy
    ./counterpoise serve policy --listen 127.0.0.1:8000 &
    python calvin_contacts.py ws://127.0.0.1:8000 --calvin-env calvin_env --rollouts 200 --out contacts.csv

calvin.py says what to install. A policy that observes the state opens the door from the same initial states here and in
CALVIN, in CALVIN where it is told the heights at which blocks rest here (calvin.py --heights ours), and so with our
boxes in place of its fingers and of the door's handle, with contacts as its fingers have them (springs of 30,000 N/m,
which let a finger sink 1 cm into what the arm presses it on with 300 N) or hard as ours, with fingers that move each on
its own, as its do, or mirror each other, as ours do, and with 1,000 iterations of its solver in place of 50. In two
more places the policy is not asked: the commands that it gave here are played in CALVIN with all of ours, and those
that it gave there are played here, until they end.

The table has successes by CALVIN's oracle: of all rollouts; of those that arrive at the handle up to 15 mm from its
middle, and beyond; of those in which no finger was pushed, and in which one was: the gripper narrowed below 70 mm though
it was told to stay open; and of those in which the hand closed on nothing: the gripper, told to close for three steps,
was narrower than 10 mm. Arrival is where the tool centre point first comes as far as the handle's face, to the
right of its middle (mean and standard deviation); a hand that never does is neither up to 15 mm nor beyond. A hand that
closed on nothing stands until it has moved 15 mm along the handle or the door 10 mm: the median number of control steps
of those that closed from 10 mm left to 30 mm right of the middle, and how many these are. --out keeps what the table
counts, a row a rollout: arrival and where the hand closed in metres, empty of a hand that never does, and for how many
steps it stood then, inf of one that stood to the end.
"""

import argparse
import concurrent.futures
import csv
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import calvin
import counterpoise
import numpy as np

# Our boxes (scenes/panda.go, armBoxes): y and z of the centre in the hand's frame and half extents (m), of the left
# finger when the hand is shut. The right finger's are their mirror image.
FINGER = [(0.0134, 0.0898, 0.0108, 0.0092, 0.0322), (0.0050, 0.1340, 0.0099, 0.0051, 0.0160),
          (0.0050, 0.1458, 0.0055, 0.0028, 0.0100)]
FINGER_ORIGIN = 0.0584  # z of the finger's frame in the hand's (m)
# Our handle (scenes/layout.go, sliderBoxes) in the frame of CALVIN's door, whose mesh is scaled by 0.8 when it is
# loaded: corners (m). Where the handle meets the panel CALVIN's begins.
HANDLE = np.array([[0.1185, -0.08, 0.0219], [0.1615, 0.08, 0.08]])
SCALE = 0.8
MIDDLE = 0.04  # x of the handle's middle with the door shut (m)
FACE = -0.014  # y at which the tool centre point reaches the handle's face (m)
HARD = {"contactStiffness": 1e9, "contactDamping": 1e6}
OPEN, CLOSING = 0, 0.07  # command above which the gripper opens, and width below which it was pushed (m)
EMPTY = 0.01  # width below which the gripper, told to close, holds nothing (m); the handle has 43 mm
STANDS = 0.015, 0.01  # less than this along the handle, and of the door, moves a hand that stands (m)
BEFORE = -0.01, 0.03  # right of the handle's middle, where a hand that closed stands before it (m)

# Where rollouts are played: the name says what is ours in CALVIN, and after COMMANDS where the commands are from.
COMMANDS = ", commands of "
OURS = "CALVIN, our heights, our boxes, hard contacts, mirrored fingers"
PLACES = ["here", "CALVIN", "CALVIN, our heights", "CALVIN, our heights, hard contacts",
          "CALVIN, our heights, our boxes", "CALVIN, our heights, our boxes, hard contacts", OURS,
          OURS + ", 1000 iterations", OURS + COMMANDS + "here", "here" + COMMANDS + OURS]


def box_fingers(urdf):
    """Replaces the collision shapes of the fingers by our boxes, and removes those of the pads, which ours include."""
    text = urdf.read_text()
    sides = {"panda_leftfinger": 1, "panda_rightfinger": -1, "finger_left_tip": 0, "finger_right_tip": 0}
    for link, side in sides.items():
        begin = text.index(f'<link name="{link}">')
        end = text.index("</link>", begin)
        boxes = "".join(
            f'<collision><origin xyz="0 {side * y} {z - FINGER_ORIGIN}" rpy="0 0 0"/><geometry>'
            f'<box size="{2 * hx} {2 * hy} {2 * hz}"/></geometry></collision>\n'
            for y, z, hx, hy, hz in FINGER if side)
        part, n = re.subn(r"<collision>.*?</collision>", lambda _: boxes, text[begin:end], flags=re.DOTALL)
        if n != 1:
            sys.exit(f"{urdf}: {link} has {n} collision shapes, not one")
        text = text[:begin] + part + text[end:]
    urdf.write_text(text)


def box_handle(mesh):
    """Replaces the convex parts of the door's handle by our box; the first part is the panel."""
    lines = mesh.read_text().splitlines()
    begins = [i for i, line in enumerate(lines) if line.startswith("o ")]
    panel = lines[begins[0]:begins[1]]
    vertices = sum(line.startswith("v ") for line in panel)
    corners = [[HANDLE[k >> axis & 1][axis] / SCALE for axis in range(3)] for k in range(8)]
    faces = [(1, 3, 2), (2, 3, 4), (5, 6, 7), (6, 8, 7), (1, 2, 5), (2, 6, 5), (3, 7, 4), (4, 7, 8), (1, 5, 3),
             (3, 5, 7), (2, 4, 6), (4, 8, 6)]
    box = ["o handle", *("v %.6f %.6f %.6f" % tuple(c) for c in corners),
           *("f %d %d %d" % tuple(vertices + i for i in f) for f in faces)]
    mesh.write_text("\n".join(panel + box) + "\n")


def with_boxes(checkout, folder):
    """A checkout in a folder whose fingers and handle are our boxes."""
    (folder / "conf").symlink_to(checkout / "conf")
    shutil.copytree(checkout / "data", folder / "data")
    box_fingers(folder / "data/franka_panda/panda_longer_finger.urdf")
    box_handle(folder / "data/calvin_table_D/meshes/slide_link_vhacd2.obj")
    return folder


class Here:
    """Our environment, with the interface of calvin.Calvin."""

    def __init__(self, env):
        self.env = env

    def reset(self, robot, scene):
        return {"robot": robot, "scene": scene}  # where env's own reset has put it

    def step(self, action):
        state, _, _, _, info = self.env.step(np.float32(action))
        achieved = {calvin.GOALS["slider"]} if info["success_calvin"] else set()
        return self.reset(state["agent_pos"], state["environment_state"]), achieved


def rollout(policy, place, starts, n, commands=None):
    """The path of a rollout, one row a step (x, y, width of the gripper, position of the door, command of the gripper),
    whether it succeeded, and its commands. With commands given the policy is not asked, and it ends with them."""
    start, _ = starts.reset(seed=0, options={"behaviour": "slider", "rollout": n})
    observation, path, given = place.reset(start["agent_pos"], start["environment_state"]), [], []
    while True:
        for action in policy.actions(observation, starts.task_description) if commands is None else commands:
            observation, achieved = place.step(action)
            robot = observation["robot"]
            path.append([robot[0], robot[1], robot[6], observation["scene"][0], action[6]])
            given.append(action)
            if won := calvin.GOALS["slider"] in achieved:
                break
        if won or commands is not None or len(path) >= calvin.HORIZON:
            return np.array(path, float), won, given


def arrival(path):
    """x of the tool centre point relative to the handle's middle when it first comes as far as its face (m), between
    control steps linearly; NaN for a hand that never does."""
    i = int(np.argmax(path[:, 1] >= FACE))
    if i == 0:
        return np.nan
    share = (FACE - path[i - 1, 1]) / (path[i, 1] - path[i - 1, 1])
    x, _, _, door, _ = path[i - 1] + share * (path[i] - path[i - 1])
    return x - (MIDDLE - door)


def pushed(path):
    """Whether the gripper, told to open for five steps, is narrower than an open one."""
    return any((path[max(i - 4, 0):i + 1, 4] > OPEN).all() and path[i, 2] < CLOSING for i in range(len(path)))


def empty(path):
    """The control step after which the gripper, told to close for three steps, is narrower than what it could hold;
    None if it never is."""
    return next((i for i in range(2, len(path)) if (path[i - 2:i + 1, 4] < OPEN).all() and path[i, 2] < EMPTY), None)


def standing(path, i):
    """Where the hand closed after control step i, right of the handle's middle (m), and for how many steps it stood
    there; infinity for one that stood to the end, and NaN twice where i is None."""
    if i is None:
        return np.nan, np.nan
    x, _, _, door, _ = path[i]
    along, opened = STANDS
    moved = (np.abs(path[i:, 0] - x) >= along) | (np.abs(path[i:, 3]) >= opened)
    return x - (MIDDLE - door), int(np.argmax(moved)) if moved.any() else np.inf


def harden(env):
    """Makes the contacts of the robot as hard as ours."""
    for link in range(env.p.getNumJoints(env.robot.robot_uid, physicsClientId=env.cid)):
        env.p.changeDynamics(env.robot.robot_uid, link, physicsClientId=env.cid, **HARD)


def mirror(env):
    """Lets the fingers move by one drive, as ours do: a gear holds them at the same distance from the middle."""
    left, right = env.robot.gripper_joint_ids
    gear = env.p.createConstraint(env.robot.robot_uid, left, env.robot.robot_uid, right, env.p.JOINT_GEAR, [0, 1, 0],
                                  [0, 0, 0], [0, 0, 0], physicsClientId=env.cid)
    env.p.changeConstraint(gear, gearRatio=-1, erp=1, maxForce=1e5, physicsClientId=env.cid)


def place_of(a, name, starts, folder):
    """The place of a name, with what it needs in a folder."""
    if name == "here":
        return Here(starts)
    sys.path.insert(0, str(a.calvin_env))
    checkout = with_boxes(a.calvin_env, folder) if "our boxes" in name else a.calvin_env
    place = calvin.Calvin(checkout, False, False, "ours" if "our heights" in name else "calvin")
    if "hard contacts" in name:
        harden(place.env)
    if "mirrored fingers" in name:
        mirror(place.env)
    if "1000 iterations" in name:
        place.env.p.setPhysicsEngineParameter(numSolverIterations=1000, physicsClientId=place.env.cid)
    return place


def play(a, name):
    """Plays the rollouts in one place: arrival, where a hand closed on nothing and for how many steps it stood there,
    success, whether a finger was pushed and whether the hand closed on nothing, one row a rollout."""
    policy = calvin.Policy(a.address)
    if policy.pictures:
        sys.exit("this is for policies from the state")
    starts = counterpoise.CounterpoiseEnv("opening", oracle="calvin")
    os.dup2(2, 1)  # PyBullet and CALVIN print
    name, _, source = name.partition(COMMANDS)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        place = place_of(a, name, starts, Path(folder))
        other = place_of(a, source, starts, Path(folder)) if source else None  # at most one of both is CALVIN
        for n in range(a.rollouts):
            commands = rollout(policy, other, starts, n)[2] if other else None
            path, won, _ = rollout(policy, place, starts, n, commands)
            closed = empty(path)
            rows.append([arrival(path), *standing(path, closed), won, pushed(path), closed is not None])
    starts.close()
    return np.array(rows, float)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("address", help="of the server, as ws://127.0.0.1:8000")
    arguments.add_argument("--calvin-env", type=Path, required=True, help="checkout of calvin_env")
    arguments.add_argument("--rollouts", type=int, default=120)
    arguments.add_argument("--places", nargs="+", choices=PLACES, default=PLACES, metavar="PLACE")
    arguments.add_argument("--out", type=Path, help="file of the rollouts, CSV")
    a = arguments.parse_args()
    a.calvin_env = a.calvin_env.resolve()
    kept = [["place", "rollout", "arrival", "closed_at", "stood", "succeeded", "pushed", "closed_on_nothing"]]
    print("| place | succeeded | arrival (mm) | up to 15 mm | beyond | finger free | finger pushed | closed on nothing |"
          " stands |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name in a.places:
        # A process each, because CALVIN has one environment in a process.
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            rows = pool.submit(play, a, name).result()
        for n, row in enumerate(rows):
            kept.append([name, n, *("" if np.isnan(x) else x for x in row[:3]), *(int(x) for x in row[3:])])
        at, closed, stood, won, narrowed, fist = rows.T
        near, far, narrowed, fist = np.abs(at) <= 0.015, np.abs(at) > 0.015, narrowed > 0, fist > 0
        counts = [f"{won[of].sum():.0f} of {of.sum()}" for of in (won >= 0, near, far, ~narrowed, narrowed, fist)]
        counts.insert(1, f"{1e3 * np.nanmean(at):+.1f} ± {1e3 * np.nanstd(at, ddof=1):.1f}")
        stood = stood[(BEFORE[0] <= closed) & (closed <= BEFORE[1])]
        counts.append(f"{np.median(stood):g} of {len(stood)}" if len(stood) else "-")
        print(f"| {name} | {' | '.join(counts)} |", flush=True)
    if a.out:
        with a.out.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(kept)


if __name__ == "__main__":
    main()
