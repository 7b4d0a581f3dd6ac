"""Prints what the scores of bench/elsewhere.sh keep, and how many demonstrations failed.

    python bench/elsewhere_kept.py DIR [PROGRAM]

DIR is the folder of bench/elsewhere.sh, PROGRAM is ./counterpoise unless another is given. A row is a style: the trials
that are there, its bad demonstrations, those of them that failed, and the share of them that the two thirds by each
score keep (67 percent by chance). The last row is the expert's own demonstrations, in all styles.
"""

import collections
import csv
import pathlib
import subprocess
import sys

SCORES = ["jerk", "policyloss"]


def read(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def count(folder, program):
    """Counts by style of one dataset: demonstrations, those that failed, and those that each score keeps."""
    kept = {
        score: {row["episode"] for row in read(folder / score / "weights.csv") if float(row["weight"]) > 0}
        for score in SCORES
    }
    counts = collections.defaultdict(collections.Counter)
    listed = subprocess.run([program, "demos", "list", folder / "demos.hdf5", "--format", "csv"], check=True,
                            capture_output=True, text=True).stdout
    for demo in csv.DictReader(listed.splitlines()):
        of = counts[demo["style"]]
        of["all"] += 1
        of["failed"] += demo["success"] != "true"
        for score in SCORES:
            of[score] += demo["episode"] in kept[score]
    return counts


def main(folder, program="./counterpoise"):
    total, trials = collections.defaultdict(collections.Counter), collections.Counter()
    for done in sorted(pathlib.Path(folder).glob("*/trial-*/done")):
        for style, of in count(done.parent, program).items():
            total[style] += of
            trials[style] += 1
    print("style,datasets,demonstrations,failed," + ",".join(f"kept by {score} (%)" for score in SCORES))
    for style in sorted(total, key=lambda style: (style == "optimal", style)):
        of = total[style]
        shares = ",".join(f"{100 * of[score] / of['all']:.0f}" for score in SCORES)
        print(f"{style},{trials[style]},{of['all']},{of['failed']},{shares}")


if __name__ == "__main__":
    main(*sys.argv[1:])
