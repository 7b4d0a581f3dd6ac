"""Writes unequal.json: exact tests of two success rates of very unequal numbers of rollouts.

    python unequal.py > unequal.json    # Python 3.11, scipy 1.17

p: the greatest probability over a dense grid of the rates within Clopper and Pearson's limits of the larger number
(level 1 - 1e-4) of a score statistic as large, plus 1e-4 (Berger & Boos). fisher, boschloo: scipy.
"""
import json

import numpy as np
from scipy.stats import beta, binom, boschloo_exact, fisher_exact


def p(k1, n1, k2, n2):
    if n1 > n2:
        k1, n1, k2, n2 = k2, n2, k1, n1
    g = 1e-4
    low = 0 if k2 == 0 else beta.ppf(g / 2, k2, n2 - k2 + 1)
    high = 1 if k2 == n2 else beta.ppf(1 - g / 2, k2 + 1, n2 - k2)
    a, b = np.arange(n1 + 1)[:, None], np.arange(n2 + 1)[None]
    pooled = (a + b) / (n1 + n2)
    with np.errstate(all="ignore"):
        z = np.nan_to_num(abs(a / n1 - b / n2) / np.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2)))
    region = z >= z[k1, k2] - 1e-9
    best = 0
    for q in np.linspace(low, high, 3001):
        best = max(best, binom.pmf(a[:, 0], n1, q) @ (region @ binom.pmf(b[0], n2, q)))
    return min(1, g + float(best))


rows = []
for k1, n1, k2, n2 in [(1, 10, 20, 2000), (9, 10, 1980, 2000), (18, 20, 4900, 5000), (9, 10, 450, 1000),
                       (2, 10, 300, 500), (9, 10, 900, 2000), (1980, 2000, 9, 10), (0, 5, 30, 60), (10, 10, 600, 1000),
                       (0, 20, 40, 1990), (0, 20, 40, 2000)]:
    t = np.array([[k1, n1 - k1], [k2, n2 - k2]])
    rows.append(dict(k1=k1, n1=n1, k2=k2, n2=n2, p=p(k1, n1, k2, n2), fisher=float(fisher_exact(t)[1]),
                     boschloo=float(boschloo_exact(t.T, n=64).pvalue)))
print(json.dumps(rows, indent=1))
