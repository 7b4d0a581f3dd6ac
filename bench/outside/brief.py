"""Weights for counterpoise run --weights: behaviours count the same, and in each the brief demonstrations more.

usage: python brief.py pools/pools.csv > brief.csv

J = sum_r u_r l_r / sum_r u_r over all frames r. A frame of demonstration e, of behaviour b, with T_e frames, has

    u_e = 1/F_b x m_b/T_e,   F_b the frames of b, m_b the median number of frames of a demonstration of b
"""
import csv
import statistics
import sys
from collections import defaultdict

datasets = defaultdict(list)  # digest -> demonstrations
with open(sys.argv[1], newline="") as f:
    for row in csv.DictReader(f):
        datasets[row["digest"]].append(row)

out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["method", "digest", "demonstration", "weight"])
for digest, demonstrations in datasets.items():
    lengths = defaultdict(list)  # behaviour -> frames of each demonstration
    for d in demonstrations:
        lengths[d["behaviour"]].append(int(d["frames"]))
    for d in demonstrations:
        own, all_of = int(d["frames"]), lengths[d["behaviour"]]
        weight = 1 / sum(all_of) * statistics.median(all_of) / own
        out.writerow(["brief", digest, d["demonstration"], repr(weight)])
