"""Regenerates peers.json, what pingouin and rliable say about the designs of reference.json:

    python peers.py > peers.json

Written with Python 3.11, pingouin 0.7.0, rliable 1.2.0, scipy 1.17.1, numpy 2.4.6, pandas 2. None stands for what they can't compute. rliable's intervals resample each task and
method apart, which is what this program does for methods that are not paired; they are random, so the test that reads
them allows for that.
"""
import json
import math
import warnings

import numpy as np
import pandas as pd
import pingouin as pg
from rliable import library, metrics

warnings.filterwarnings("ignore")


def number(x):
    try:
        x = float(x)
    except (TypeError, ValueError):
        return None
    return x if math.isfinite(x) else None


def column(frame, *names):
    for n in names:
        if n in frame:
            return frame[n]
    raise KeyError(names)


def pair(x, y, paired):
    out = {}
    t = pg.ttest(x, y, paired=paired, correction=not paired)
    out["t"], out["df"] = number(t["T"].iloc[0]), number(t["dof"].iloc[0])
    out["p"] = number(column(t, "p-val", "p_val").iloc[0])
    out["bf10"] = number(t["BF10"].iloc[0]) if abs(out["t"] or 0) < 15 and paired else None
    w = (pg.wilcoxon(x, y) if paired else pg.mwu(x, y)).iloc[0]
    out["biserial"] = number(w["RBC"])
    e = pg.tost(x, y, bound=0.5, paired=paired, correction=not paired)
    out["equal_p"] = number(column(e, "pval", "p-val", "p_val").iloc[0])
    # pingouin's g has Hedges' approximation 1 - 3/(4 nu - 1): exact to a thousandth at 9 degrees of freedom.
    out["g"] = number(pg.compute_effsize(x, y, paired=False, eftype="hedges")) if not paired else None
    return out


def design(d):
    m = np.array([[np.nan if v is None else v for v in row] for row in d["rows"]], dtype=float)
    n, k = m.shape
    out = {"name": d["name"], "paired": [], "apart": []}
    long = pd.DataFrame({"unit": np.repeat(np.arange(n), k), "method": np.tile(np.arange(k), n), "y": m.ravel()})
    if n > 2:
        try:
            a = pg.rm_anova(long, dv="y", within="method", subject="unit", correction=True, detailed=False, effsize="ng2")
            out["anova"] = {"F": number(a["F"].iloc[0]), "eps": number(a["eps"].iloc[0]), "ng2": number(a["ng2"].iloc[0]),
                            "p_gg": number(column(a, "p-GG-corr", "p_GG_corr").iloc[0])}
            f = pg.friedman(long.dropna(), dv="y", within="method", subject="unit")
            out["friedman"] = {"chi2": number(f["Q"].iloc[0]), "W": number(f["W"].iloc[0])}
        except (ValueError, AssertionError, ZeroDivisionError, KeyError) as e:
            out["anova_error"] = str(e)[:80]
        try:
            w = pg.welch_anova(long.dropna(), dv="y", between="method")
            out["welch"] = {"F": number(w["F"].iloc[0]), "df2": number(w["ddof2"].iloc[0]),
                            "p": number(column(w, "p-unc", "p_unc").iloc[0])}
            h = pg.kruskal(long.dropna(), dv="y", between="method")
            out["kruskal"] = {"H": number(h["H"].iloc[0])}
        except (ValueError, AssertionError, ZeroDivisionError, KeyError) as e:
            out["welch_error"] = str(e)[:80]
    for j in range(k):
        for i in range(j):
            x, y = m[:, i], m[:, j]
            both = ~np.isnan(x) & ~np.isnan(y)
            for kind, a, b in (("paired", x[both], y[both]), ("apart", x[~np.isnan(x)], y[~np.isnan(y)])):
                try:
                    out[kind].append(pair(a, b, kind == "paired"))
                except (ValueError, AssertionError, ZeroDivisionError) as e:
                    out[kind].append({"error": str(e)[:80]})
    return out


def aggregates():
    rng = np.random.default_rng(11)
    cases = []
    for scores in (np.clip(rng.normal(.5, .2, (3, 14, 2)) + np.array([0, .1, .2])[:, None, None], 0, 1.1),
                   rng.binomial(20, [[.3], [.6]], size=(16, 2, 1)).transpose(1, 0, 2) / 20):
        out = {"scores": scores.tolist(), "methods": [], "pairs": []}
        for x in scores:
            one = {}
            for name, f in (("mean", metrics.aggregate_mean), ("median", metrics.aggregate_median),
                            ("iqm", metrics.aggregate_iqm), ("optimality_gap", metrics.aggregate_optimality_gap)):
                _, ci = library.get_interval_estimates({"m": x}, lambda s, f=f: np.array([f(s)]), reps=20000,
                                                       random_state=np.random.RandomState(1))
                one[name] = [float(f(x))] + [float(v) for v in ci["m"].ravel()]
            out["methods"].append(one)
        for b in range(len(scores)):
            for a in range(b):
                p, ci = library.get_interval_estimates(
                    {"p": (scores[a], scores[b])}, metrics.probability_of_improvement, reps=3000,
                    random_state=np.random.RandomState(2))
                out["pairs"].append([float(np.ravel(p["p"])[0])] + [float(v) for v in ci["p"].ravel()])
        cases.append(out)
    return cases


with open("reference.json") as file:
    designs = json.load(file)["designs"]
print(json.dumps({"designs": [design(d) for d in designs], "aggregates": aggregates()}, separators=(",", ":")))
