"""A method for the arena: keep the smoother two thirds of the demonstrations of each behaviour.

    counterpoise arena pools arena --format counterpoise
    python arena_smooth.py arena smooth.csv
    counterpoise arena score arena smooth.csv
"""
import csv
import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

arena, out = Path(sys.argv[1]), sys.argv[2]
rows = list(csv.DictReader(open(arena / "pools.csv")))
groups = defaultdict(list)  # (pool, behaviour) -> its rows
for row in rows:
    card = json.loads((arena / row["pool"] / "card.json").read_text())
    episode = card["episodes"][int(row["episode"])]
    actions = np.load(arena / row["pool"] / episode["file"])["actions"]
    row["jerk"] = np.square(np.diff(actions[:, :6], n=2, axis=0)).mean()
    groups[row["pool"], episode["behaviour"]].append(row)
for members in groups.values():
    limit = np.quantile([row["jerk"] for row in members], 2 / 3)
    for row in members:
        row["weight"] = 1 if row.pop("jerk") <= limit else 0
with open(out, "w", newline="") as f:
    writer = csv.DictWriter(f, rows[0])
    writer.writeheader()
    writer.writerows(rows)
