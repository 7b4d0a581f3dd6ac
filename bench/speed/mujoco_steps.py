"""Prints how many control steps of 1/30 s MuJoCo simulates in a second of processor time.

    mujoco_steps.py MODEL STEP

MODEL is an MJCF file whose first seven joints are a Panda's, STEP the time step in seconds, such as 1/240. The arm is
held over the table with the gripper open; what lies on the table has settled for 500 steps.
"""

import sys
import time
from fractions import Fraction

import mujoco

STEPS = 8000
HOME = [0, 0.3, 0, -2, 0, 2.3, 0.785]  # rad
OPEN = 255  # of the gripper's control

model = mujoco.MjModel.from_xml_path(sys.argv[1])
model.opt.timestep = float(Fraction(sys.argv[2]))
data = mujoco.MjData(model)
data.qpos[:7] = data.ctrl[:7] = HOME
data.qpos[7:9] = 0.04  # m
data.ctrl[7] = OPEN
mujoco.mj_step(model, data, 500)
start = time.process_time()
mujoco.mj_step(model, data, STEPS)
elapsed = time.process_time() - start
print(STEPS / elapsed * model.opt.timestep * 30)
