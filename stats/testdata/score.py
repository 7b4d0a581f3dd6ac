"""Writes score.json: tests of two success rates and their intervals, of other programs or by enumeration.

    python score.py > score.json    # Python 3.11, scipy 1.17

barnard, boschloo: scipy; its barnard_exact loses tables with the same statistic to rounding, so that its p is too small
for 9/10 against 3/10 and 1/7 against 6/8. p, exact: the exact score test and the differences that it does not reject,
from a dense grid of rates and differences; the rates under each hypothesis maximise the likelihood numerically. mee:
differences at which the score statistic is 1.96 (statsmodels' score interval is another: it misses Newcombe's published
one for 56/70 against 48/80). tango: differences at which the likelihood's score statistic is 1.96.
paired: the exact p over a dense grid. cmh: the convolution of scipy's hypergeometric distributions; its odds ratio and
interval are roots of tail probabilities.
"""
import json

import numpy as np
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import barnard_exact, binom, boschloo_exact, hypergeom, norm


def restricted(k1, n1, k2, n2, d):
    lo, hi = max(0, -d), min(1, 1 - d)

    def loss(q):
        p = min(1 - 1e-15, max(1e-15, q + d)); q = min(1 - 1e-15, max(1e-15, q))
        return -(k1 * np.log(p) + (n1 - k1) * np.log1p(-p) + k2 * np.log(q) + (n2 - k2) * np.log1p(-q))

    return minimize_scalar(loss, bounds=(lo, hi), method="bounded", options={"xatol": 1e-12}).x


def z(k1, n1, k2, n2, d):
    top = k1 / n1 - k2 / n2 - d
    if abs(top) < 1e-12:
        return 0
    q = restricted(k1, n1, k2, n2, d)
    v = (q + d) * (1 - q - d) / n1 + q * (1 - q) / n2
    return top / np.sqrt(v) if v > 1e-10 else np.sign(top) * np.inf


def exact_p(k1, n1, k2, n2, d):
    table = np.array([[abs(z(a, n1, b, n2, d)) for b in range(n2 + 1)] for a in range(n1 + 1)])
    region = table >= abs(z(k1, n1, k2, n2, d)) - 1e-6
    q = np.linspace(max(0, -d), min(1, 1 - d), 2001)
    p1 = binom.pmf(np.arange(n1 + 1)[:, None], n1, np.clip(q + d, 0, 1)[None])
    p2 = binom.pmf(np.arange(n2 + 1)[:, None], n2, q[None])
    return float(np.einsum("aq,ab,bq->q", p1, region.astype(float), p2).max())


def exact_ci(k1, n1, k2, n2):
    d0 = k1 / n1 - k2 / n2
    def edge(out):
        a, b = d0, out
        if exact_p(k1, n1, k2, n2, out) > .05:
            return out
        if min(a, b) < 0 < max(a, b):
            if exact_p(k1, n1, k2, n2, 0) > .05: a = 0
            else: b = 0
        for _ in range(14):
            m = (a + b) / 2
            if exact_p(k1, n1, k2, n2, m) > .05: a = m
            else: b = m
        return a
    return [edge(-1), edge(1)]


def tango_z(b, c, n, d):
    top = b - c - n * d
    if abs(top) < 1e-12: return 0
    lo, hi = max(0, -d), (1 - d) / 2
    def loss(q):
        p = [q + d, q, 1 - 2 * q - d]
        return -sum(k * np.log(max(1e-15, x)) for k, x in zip([b, c, n - b - c], p))
    q = minimize_scalar(loss, bounds=(lo, hi), method="bounded", options={"xatol": 1e-13}).x
    v = n * (2 * q + d * (1 - d))
    return top / np.sqrt(v) if v > 1e-10 else np.sign(top) * np.inf


def tango(b, c, n):
    c95 = norm.ppf(.975); d0 = (b - c) / n
    f = lambda s: lambda d: tango_z(b, c, n, d) - s * c95
    low = brentq(f(1), -1 + 1e-9, d0) if f(1)(-1 + 1e-9) > 0 else -1
    high = brentq(f(-1), d0, 1 - 1e-9) if f(-1)(1 - 1e-9) < 0 else 1
    return [low, high]


def paired_p(b, c, n):
    if b == c:
        return 1
    obs = abs(b - c) / np.sqrt(b + c)
    best = 0
    q = np.linspace(0, .5, 4001)
    total = np.zeros_like(q)
    for s in range(1, n + 1):
        k = np.arange(s + 1)
        inside = np.abs(2 * k - s) / np.sqrt(s) >= obs - 1e-9
        total += binom.pmf(s, n, 2 * q) * binom.pmf(k[inside], s, .5).sum()
    return float(total.max())


def cmh(tables):
    w = np.array([1.0]); low = 0
    for k1, n1, k2, n2 in tables:
        k = k1 + k2; a = max(0, k - n2); b = min(k, n1)
        w = np.convolve(w, hypergeom.pmf(np.arange(a, b + 1), n1 + n2, k, n1)); low += a
    s = np.arange(low, low + len(w)); t = sum(x[0] for x in tables)
    at = w[t - low]
    out = {"p": float(w[w <= at * (1 + 1e-7)].sum()), "p_central": float(min(1, 2 * min(w[s >= t].sum(), w[s <= t].sum())))}
    def tails(logodds):
        v = np.log(np.maximum(w, 1e-300)) + s * logodds; v = np.exp(v - v.max()); v /= v.sum()
        return v[s >= t].sum(), v[s <= t].sum(), (v * s).sum()
    root = lambda f: float(np.exp(brentq(f, -300, 300, xtol=1e-13)))
    out["odds"] = None if t in (s[0], s[-1]) else root(lambda x: tails(x)[2] - t)
    out["low"] = 0 if t == s[0] else root(lambda x: tails(x)[0] - .025)
    out["high"] = None if t == s[-1] else root(lambda x: tails(x)[1] - .025)
    return out


unpaired = []
for k1, n1, k2, n2 in [(17, 20, 14, 20), (9, 10, 3, 10), (0, 10, 0, 10), (10, 10, 0, 10), (10, 10, 10, 10), (31, 50, 41, 50),
                       (5, 12, 7, 9), (1, 7, 6, 8), (0, 20, 5, 20), (20, 20, 15, 20), (3, 5, 1, 25)]:
    t = [[k1, n1 - k1], [k2, n2 - k2]]
    row = dict(k1=k1, n1=n1, k2=k2, n2=n2, barnard=float(barnard_exact(np.array(t).T, pooled=True, n=256).pvalue),
               boschloo=float(boschloo_exact(np.array(t).T, n=256).pvalue))
    if k1 + k2 in (0, n1 + n2):
        row["barnard"] = row["boschloo"] = 1.0
    row["p"] = exact_p(k1, n1, k2, n2, 0)
    if n1 <= 20:
        row["exact"] = exact_ci(k1, n1, k2, n2)
    if 0 < k1 + k2 < n1 + n2 and abs(k1 / n1 - k2 / n2) < 1:
        c95, d0 = norm.ppf(.975), k1 / n1 - k2 / n2
        f = lambda s: lambda d: z(k1, n1, k2, n2, d) - s * c95
        row["mee"] = [float(brentq(f(1), -1 + 1e-9, d0)), float(brentq(f(-1), d0, 1 - 1e-9))]
    unpaired.append(row)
paired = []
for both, b, c, neither in [(3, 8, 1, 8), (10, 5, 0, 5), (0, 7, 7, 0), (20, 12, 4, 14), (5, 0, 0, 5), (0, 10, 0, 0), (30, 9, 3, 8)]:
    n = both + b + c + neither
    paired.append(dict(both=both, b=b, c=c, neither=neither, p=paired_p(b, c, n), tango=[float(x) for x in tango(b, c, n)]))
strata = []
for tables in [[(17, 20, 14, 20)], [(17, 20, 14, 20), (9, 20, 12, 20)], [(6, 10, 2, 10), (8, 12, 5, 11), (3, 5, 1, 6)],
               [(10, 10, 8, 10), (10, 10, 9, 10)], [(0, 10, 5, 10), (1, 10, 4, 10)], [(5, 5, 0, 5), (5, 5, 0, 5)],
               [(10, 10, 10, 10), (7, 10, 3, 10)], [(45, 50, 30, 50), (20, 50, 15, 50), (33, 50, 21, 50)]]:
    strata.append(dict(tables=tables, **cmh(tables)))
print(json.dumps({"unpaired": unpaired, "paired": paired, "strata": strata}, indent=1))
