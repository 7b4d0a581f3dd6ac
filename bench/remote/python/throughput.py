#!/usr/bin/env python3
"""How many control steps a second pass through Gymnasium, beside the rate of the same environments within Go.

    throughput.py [--rounds 3] [--seconds 2]

It takes turns with the Go benchmark BenchmarkVector of the clone in which this file lies (which needs Go), so that both
meet the same load of the machine, and prints the median over the rounds. Actions are random, and a rollout that has
ended is reset.
"""

import argparse
import os
import re
import statistics
import subprocess
import time
from pathlib import Path

import counterpoise
import numpy as np

CLONE = Path(__file__).resolve().parents[3]
CASES = [(False, 1), (False, 32), (True, 1), (True, 32)]  # pictures, environments


def through_gymnasium(pictures, n, seconds):
    """Steps a second of n environments, all of them counted."""
    observation = "both" if pictures else "state"
    actions = np.random.default_rng(0).uniform(-1, 1, (64, n, 7)).astype(np.float32)
    if n == 1:
        env = counterpoise.CounterpoiseEnv(observation=observation)
    else:
        env = counterpoise.CounterpoiseVectorEnv(num_envs=n, observation=observation)
    env.reset(seed=0)
    steps, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        if n == 1:
            _, _, terminated, truncated, _ = env.step(actions[steps % 64, 0])
            if terminated or truncated:
                env.reset()
        else:
            env.step(actions[steps // n % 64])
        steps += n
    env.close()
    return steps / passed


def within_go(test, pictures, n, seconds):
    """Steps a second of the same environments in one Go process."""
    said = subprocess.run(
        [test, "-test.run=^$", f"-test.benchtime={seconds}s",
         f"-test.bench=^BenchmarkVector$/^pictures={str(pictures).lower()}$/^environments={n}$"],
        check=True, capture_output=True, text=True,
    ).stdout
    return float(re.search(r"([\d.e+]+) env-steps/s", said).group(1))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--seconds", type=float, default=2)
    a = arguments.parse_args()
    (CLONE / ".build").mkdir(exist_ok=True)
    test = CLONE / ".build" / "simulator.test"
    subprocess.run(["go", "test", "-c", "-o", test, "./bench/remote/simulator"], cwd=CLONE, check=True)
    print(f"{os.cpu_count()} cores; medians of {a.rounds} rounds of {a.seconds:g} s, in turns")
    print("pictures  environments  Gymnasium, steps/s  within Go, steps/s  share")
    for pictures, n in CASES:
        pairs = []
        for _ in range(a.rounds):
            pairs.append((within_go(test, pictures, n, a.seconds), through_gymnasium(pictures, n, a.seconds)))
        go, gym = (statistics.median(p[i] for p in pairs) for i in (0, 1))
        share = statistics.median(p[1] / p[0] for p in pairs)
        print(f"{str(pictures).lower():8}  {n:12}  {gym:18.0f}  {go:18.0f}  {100 * share:4.0f} %", flush=True)


main()
