"""Regenerates aggregates.json, the values of rliable for the tests of this package:

    python aggregates.py > aggregates.json

Written with Python 3.11, rliable 1.2.0, numpy 2.4, pandas 2. Point estimates are those of rliable.metrics; "stratified" intervals of
single methods are rliable's stratified bootstrap. "paired" intervals draw whole trials for all methods and tasks, with
rliable's metrics on the drawn scores. Scores have the shape [method][trial][task].
"""
import json

import numpy as np
from rliable import library, metrics

MEASURES = {"mean": metrics.aggregate_mean, "median": metrics.aggregate_median, "iqm": metrics.aggregate_iqm,
            "optimality_gap": metrics.aggregate_optimality_gap}
TAUS = [0.1, 0.5, 0.8]
REPS = 2000


def ends(x):
    return [float(v) for v in np.quantile(x, [0.025, 0.975])]


def case(scores, rng):
    methods, trials, _ = scores.shape
    out = {"scores": scores.tolist(), "taus": TAUS, "methods": []}
    for x in scores:
        one = {}
        for name, f in MEASURES.items():
            _, ci = library.get_interval_estimates({"m": x}, lambda s, f=f: np.array([f(s)]), reps=REPS,
                                                   random_state=np.random.RandomState(1))
            one[name] = {"estimate": float(f(x)), "stratified": [float(v) for v in ci["m"].ravel()]}
        one["profile"] = [float(library.run_score_deviation(x, tau)) for tau in TAUS]
        out["methods"].append(one)
    draws = rng.integers(trials, size=(REPS, trials))
    out["pairs"] = []
    for b in range(methods):
        for a in range(b):
            p = [metrics.probability_of_improvement(scores[a][d], scores[b][d]) for d in draws[:REPS // 2]]
            q = [metrics.aggregate_iqm(scores[a][d]) - metrics.aggregate_iqm(scores[b][d]) for d in draws]
            out["pairs"].append({"a": a, "b": b, "p": float(metrics.probability_of_improvement(scores[a], scores[b])),
                                 "p_paired": ends(p), "iqm_paired": ends(q)})
    return out


def main():
    rng = np.random.default_rng(7)
    trial = rng.normal(size=(1, 12, 1)) * 0.15
    smooth = np.clip(0.5 + trial + rng.normal(size=(3, 12, 2)) * 0.15 + np.array([0, 0.05, 0.2])[:, None, None], 0, 1.2)
    counts = rng.binomial(10, [[0.3, 0.7, 0.5], [0.5, 0.7, 0.9]], size=(15, 2, 3)).transpose(1, 0, 2) / 10
    print(json.dumps([case(smooth, rng), case(counts, rng)], separators=(",", ":")))


main()
