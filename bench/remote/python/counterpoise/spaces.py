"""What an observation and an action are: the Gymnasium spaces, with units and frames.

scenes/interface.go of the repository is the definition; this is its summary. Positions are in metres in the world
frame: the origin on the floor under the middle of the table, x to the right, y away from the robot, z up. Euler angles
are about the fixed world axes, x first, then y, then z (radians).

Action, 7 numbers, float32, for one control step of 1/30 s: CALVIN's relative action.

    0-2  added to the position of the running target along world x, y, z; 1 is 0.02 m
    3-5  added to the fixed-axis Euler angles x, y, z of the running target; 1 is 0.05 rad
    6    gripper: > 0 opens, <= 0 closes

The space is [-1, 1]. An action outside it is executed as it is, neither clipped nor refused, as in Counterpoise's own
rollouts and in CALVIN. An action with a number that is not finite moves nothing and ends the rollout as a failure.

agent_pos, 15 numbers, float32: the state of the robot (CALVIN's robot_obs).

    0-2   position of the tool centre point (m)
    3-5   orientation of the tool centre point, fixed-axis Euler angles (rad)
    6     width of the gripper's opening, both fingers together (m), 0 to 0.08
    7-13  angles of the seven joints, from the base to the flange (rad)
    14    last gripper command: -1 close, +1 open

environment_state, 24 numbers, float32: the state of the scene (CALVIN's scene_obs). It is privileged: a policy that is
to act on pictures must not read it.

    0-3   positions of sliding door, drawer, button and switch on their rails (m)
    4-5   bulb and LED: 1 lit, 0 dark
    6-23  for each of the red, the blue and the pink block: position of the centre (m), Euler angles (rad)

pixels, 8-bit RGB from the top row down: static, the camera beside the table (200 x 200 x 3), and ego, the camera on the
gripper (84 x 84 x 3).
"""

import numpy as np
from gymnasium import spaces

ACTION_SIZE, ROBOT_SIZE, SCENE_SIZE = 7, 15, 24

# Kinds of observations, each with the keys that it has.
OBSERVATIONS = {
    "state": ("agent_pos", "environment_state"),
    "pictures": ("agent_pos", "pixels"),
    "both": ("agent_pos", "environment_state", "pixels"),
}


def numbers(action):
    """The action as an array. ValueError if it holds no numbers: None, which NumPy takes for NaN, or text."""
    array = np.asarray(action)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"an action of type {array.dtype}, expected numbers such as float32")
    return array


def action_space():
    """The space of an action: Box [-1, 1], shape (7,), float32."""
    return spaces.Box(-1.0, 1.0, (ACTION_SIZE,), np.float32)


def observation_space(kind, opened):
    """The space of an observation: a Dict with the keys of OBSERVATIONS[kind].

    opened is the simulator's reply to the request open, which has the bounds of the numbers and the pictures' sizes.
    """
    made = {}
    for key in OBSERVATIONS[kind]:
        if key == "agent_pos":
            made[key] = spaces.Box(opened["robot_low"], opened["robot_high"], dtype=np.float32)
        elif key == "environment_state":
            made[key] = spaces.Box(opened["scene_low"], opened["scene_high"], dtype=np.float32)
        else:
            made[key] = spaces.Dict(
                {
                    name: spaces.Box(0, 255, (size, size, 3), np.uint8)
                    for name, size in zip(opened["cameras"], opened["sizes"], strict=True)
                }
            )
    return spaces.Dict(made)


def observation(kind, opened, reply):
    """The observations of a reply, one a row, with the keys of the space. The arrays are the reply's."""
    made = {}
    for key in OBSERVATIONS[kind]:
        if key == "agent_pos":
            made[key] = reply["robot"]
        elif key == "environment_state":
            made[key] = reply["scene"]
        else:
            made[key] = {name: reply[name] for name in opened["cameras"]}
    return made


def row(batch, i):
    """Row i of a batch of observations."""
    return {k: row(v, i) if isinstance(v, dict) else v[i] for k, v in batch.items()}
