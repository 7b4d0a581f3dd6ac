"""Writes anytime.json: e-values and confidence sequences of other programs, for outcomes that come one by one.

    python anytime.py > anytime.json    # Python 3.11, numpy 2, scipy 1.17, confseq 0.0.11 (its pure Python parts)

betting: confseq's lambda_aKelly with trunc_scale = 3/4 (aGRAPA of Waudby-Smith & Ramdas), as the logarithm of the
wealth against a null after each outcome, and the grid of nulls whose wealth never reached 20. rates: the e-process of
Turner & Gruenwald for blocks of one outcome each; the nearest rates under a null minimise the relative entropy
numerically. Ends of intervals lie half a step beyond the last null that is kept.
"""
import json

import numpy as np
from confseq.betting_strategies import lambda_aKelly
from scipy.optimize import minimize_scalar

GRID = 1000


def wealth(x, m):
    with np.errstate(divide="ignore"):  # at m = 0 and 1 one side of the bets has no bound
        return np.cumsum(np.log1p(lambda_aKelly(x, m, trunc_scale=0.75) * (x - m)))


def ends(nulls, logs):
    kept = np.flatnonzero(np.max(logs, axis=1) < np.log(20))
    low, high = kept[0], kept[-1]
    return [float((nulls[low] + nulls[max(0, low - 1)]) / 2),
            float((nulls[high] + nulls[min(len(nulls) - 1, high + 1)]) / 2)]


def betting(x, low, high, null):
    x = np.asarray(x, float)
    u = (x - low) / (high - low)
    grid = np.arange(GRID + 1) / GRID
    logs = np.array([wealth(u, m) for m in grid])
    return {"outcomes": x.tolist(), "low": low, "high": high, "null": null,
            "log": wealth(u, (null - low) / (high - low)).tolist(), "ci": ends(low + (high - low) * grid, logs)}


def nearest(a, b, delta):
    def entropy(q):
        p = q + delta
        return sum(t * np.log(t / r) + (1 - t) * np.log((1 - t) / (1 - r)) for t, r in ((a, p), (b, q)))
    q = minimize_scalar(entropy, bounds=(max(0, -delta) + 1e-12, min(1, 1 - delta) - 1e-12), method="bounded",
                        options={"xatol": 1e-13}).x
    return q + delta, q


def rates(a, b):
    nulls = -1 + 2 * np.arange(1, GRID // 5) / (GRID // 5)  # every fifth null, as each step minimises
    likely = lambda p, y: p if y else 1 - p
    logs = np.zeros((len(nulls), len(a)))
    zero = []
    for i, delta in [*enumerate(nulls), (-1, 0.0)]:
        log, successes = 0.0, [0, 0]
        for t in range(len(a)):
            ra, rb = (1 + successes[0]) / (2 + t), (1 + successes[1]) / (2 + t)
            na, nb = nearest(ra, rb, delta)
            log += np.log(likely(ra, a[t]) * likely(rb, b[t]) / likely(na, a[t]) / likely(nb, b[t]))
            successes[0] += a[t]; successes[1] += b[t]
            if i < 0:
                zero.append(float(log))
            else:
                logs[i, t] = log
    kept = np.flatnonzero(np.max(logs, axis=1) < np.log(20))
    return {"a": [int(v) for v in a], "b": [int(v) for v in b], "log": zero,
            "kept": [float(nulls[kept[0]]), float(nulls[kept[-1]])],
            "rejected": [float(nulls[kept[0] - 1]) if kept[0] else -1, float(nulls[kept[-1] + 1])
                         if kept[-1] + 1 < len(nulls) else 1]}


rng = np.random.default_rng(20261128)
draw = lambda n, p: (rng.random(n) < p).astype(int)
first = draw(60, .8)
print(json.dumps({
    "betting": [
        betting(draw(40, .7), 0, 1, .5), betting(np.ones(20), 0, 1, .66), betting(np.zeros(12), 0, 1, .25),
        betting(np.round(rng.beta(3, 2, 30), 3), 0, 1, .5),
        betting(draw(60, .8) - draw(60, .5), -1, 1, 0), betting(np.round(rng.random(25) - rng.random(25), 3), -1, 1, 0),
        betting(draw(50, .9), 0, 1, .333)],
    "rates": [rates(draw(40, .9), draw(40, .3)), rates(draw(60, .8), draw(60, .6)), rates(draw(30, .5), draw(30, .5)),
              rates(np.ones(8, int), np.zeros(8, int)), rates(first, first)],
}))
