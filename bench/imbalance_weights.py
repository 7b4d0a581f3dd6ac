"""Writes the weights of the arms of results/elsewhere/imbalance-freeze.md, and how many demonstrations each has.

    python bench/imbalance_weights.py LIST WEIGHTS SEED OUT COUNTS

LIST is what `counterpoise demos list --format csv` prints, WEIGHTS any file of weights of the same dataset, for its
digest. OUT gets a file of weights for each arm, COUNTS a row for each arm and task.

An arm takes the first demonstrations of each task, 90 in all; the others weigh 0.

    balanced      9 of each task
    third-TASK    30 of a task, 7 of six others and 6 of three
    tail          31, 15, 10, 8, 6, 5, 5, 4, 3, 3, in proportion to 1/rank; SEED draws the order of the tasks
    ...-even      the same demonstrations, but frames weigh so that each task is drawn equally often
"""

import csv
import pathlib
import random
import sys

TURNS = ["push-v3", "pick-place-v3", "shelf-place-v3"]  # which task has a third, by turns
TAIL = [31, 15, 10, 8, 6, 5, 5, 4, 3, 3]


def arms(tasks, seed):
    """Yields the name of an arm, and its number of demonstrations of each task."""
    yield "balanced", dict.fromkeys(tasks, 9)
    for turn in TURNS:
        at = tasks.index(turn)
        after = tasks[at + 1 :] + tasks[:at]
        yield "third-" + turn, {turn: 30} | dict(zip(after, 6 * [7] + 3 * [6], strict=True))
    order = random.Random(seed).sample(tasks, len(tasks))
    yield "tail", dict(zip(order, TAIL, strict=True))


def main(listed, weighed, seed, out, counted):
    with open(listed, newline="") as f:
        demos = list(csv.DictReader(f))
    with open(weighed, newline="") as f:
        of = next(csv.DictReader(f))
    tasks = list(dict.fromkeys(demo["task"] for demo in demos))
    out = pathlib.Path(out)
    out.mkdir(exist_ok=True)
    counts = []
    for name, some in arms(tasks, seed):
        taken, frames, seen = [], dict.fromkeys(tasks, 0), dict.fromkeys(tasks, 0)
        for demo in demos:
            task = demo["task"]
            taken.append(seen[task] < some[task])
            seen[task] += 1
            frames[task] += taken[-1] * int(demo["frames"])
        for arm, even in ((name, False), (name + "-even", True)):
            if arm == "balanced-even":
                continue
            counts += [[arm, task, some[task]] for task in tasks]
            with open(out / f"{arm}.csv", "w", newline="") as f:
                rows = csv.writer(f, lineterminator="\n")
                rows.writerow(["episode", "weight", "method", "dataset", "digest"])
                for demo, is_taken in zip(demos, taken, strict=True):
                    weight = max(frames.values()) / frames[demo["task"]] if even else 1
                    rows.writerow([demo["episode"], weight * is_taken, arm, of["dataset"], of["digest"]])
    with open(counted, "w", newline="") as f:
        rows = csv.writer(f, lineterminator="\n")
        rows.writerows([["arm", "task", "demonstrations"]] + counts)


if __name__ == "__main__":
    main(*sys.argv[1:])
