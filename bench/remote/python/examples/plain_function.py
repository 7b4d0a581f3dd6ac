#!/usr/bin/env python3
"""A plain Python function as a policy: how often does it lift the red block?

    plain_function.py [--rollouts 20] [--serve PORT]

The rollouts start where those of `counterpoise eval --task picking` do. With --serve the function waits on the loopback
address, behind openpi's protocol, for `counterpoise eval --remote`.
"""

import argparse

import gymnasium
import numpy as np

import counterpoise
from counterpoise.serve import serve


def policy(observation):
    """An action (7) for one observation: go above the red block, come down, close the gripper, lift.

    What to do next follows from the observation alone. Units and frames: counterpoise.spaces.
    """
    hand, block = observation["agent_pos"], observation["environment_state"][6:12]
    away = block[:3] - hand[:3]  # m
    turn = (block[5] - hand[5] + np.pi / 2) % np.pi - np.pi / 2  # rad; half a turn makes no difference to the fingers
    level = np.hypot(away[0], away[1])
    closing, missed = hand[14] < 0, hand[6] < 0.03  # the block is 0.04 m wide
    action = np.zeros(7, np.float32)
    close = not missed and (closing or level < 0.01 and abs(away[2]) < 0.008)
    action[6] = -1 if close else 1
    if close and hand[6] < 0.05:  # the fingers are at the block
        action[2] = 1
    elif not close:
        above = 0.1 if level > 0.015 or abs(turn) > 0.1 else 0.0
        action[:3] = np.clip((away + [0, 0, above]) / 0.02 / 3, -1, 1)
        action[5] = np.clip(turn / 0.05 / 3, -1, 1)
    return action


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rollouts", type=int, default=20, help="rollouts of each behaviour")
    arguments.add_argument("--serve", type=int, metavar="PORT", help="wait for counterpoise eval --remote")
    a = arguments.parse_args()
    if a.serve is not None:
        serve(policy, a.serve, ready=lambda port: print(f"ws://127.0.0.1:{port}", flush=True))
        return
    envs = gymnasium.make_vec(
        "counterpoise/picking-v0", num_envs=3 * a.rollouts, autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP
    )
    observation, info = envs.reset(seed=0)  # seeds 0, 1, 2, ... are left, middle, right in turn
    behaviours, left = info["behaviour"].copy(), np.ones(envs.num_envs, bool)
    success = np.zeros(envs.num_envs, bool)
    while left.any():
        rows = [counterpoise.spaces.row(observation, i) for i in range(envs.num_envs)]
        observation, _, terminated, truncated, info = envs.step(np.stack([policy(r) for r in rows]))
        ended = left & (terminated | truncated)
        if ended.any():
            success[ended] = info["final_info"]["is_success"][ended]
        left &= ~ended
    envs.close()
    for name in ("left", "middle", "right"):
        of = behaviours == name
        print(f"{name}: {success[of].sum()} of {of.sum()}")


if __name__ == "__main__":
    main()
