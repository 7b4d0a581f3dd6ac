"""Regenerates scores.json, what scipy says about bounded and staged scores with ties, paired and apart:

    python scores.py > scores.json

Written with Python 3.11, scipy 1.17.1. The p of Wilcoxon's test is that of all changes of sign, by scipy. Scipy has no
exact p of Mann and Whitney's test with ties, so it is counted over all ways to choose the ranks of one sample.
"""
import json
from collections import Counter

from scipy import stats

DATA = {
    "progress": ([0, .2, 1, 1, .5, .75, .9, 1, .35, .6, 1, .8, .05, .95, 1, .4],
                 [0, .1, .6, 1, .2, .8, .5, .3, 0, .6, .9, .2, .1, .7, .45, 0]),
    "stages": ([5, 3, 0, 5, 4, 5, 2, 5, 1, 4, 5, 3, 2, 5, 0, 4, 5, 2],
               [2, 3, 0, 4, 1, 5, 2, 0, 1, 3, 4, 0, 2, 1, 1, 4, 3, 0]),
}


def mann_whitney(a, b):
    """P(|U - mean| >= that of the samples) over all choices of len(a) of the ranks, which are doubled to be whole."""
    ranks = [round(2 * r) for r in stats.rankdata(a + b)]
    sums = [Counter() for _ in range(len(a) + 1)]
    sums[0][0] = 1
    for r in ranks:
        for k in range(len(a), 0, -1):
            for total, n in sums[k - 1].items():
                sums[k][total + r] += n
    mean = len(a) * sum(ranks) / len(ranks)
    far = abs(sum(ranks[: len(a)]) - mean)
    return sum(n for total, n in sums[-1].items() if abs(total - mean) >= far - 1e-9) / sums[-1].total()


out = []
for name, (a, b) in DATA.items():
    pair, welch = stats.ttest_rel(a, b), stats.ttest_ind(a, b, equal_var=False)
    d = [x - y for x, y in zip(a, b)]
    out.append({
        "name": name, "a": a, "b": b,
        "paired": {"t": pair.statistic, "p": pair.pvalue, "low": pair.confidence_interval().low,
                   "high": pair.confidence_interval().high,
                   "rank": stats.wilcoxon([round(v, 9) for v in d if round(v, 9)],
                                           method=stats.PermutationMethod(n_resamples=10**7)).pvalue},
        "independent": {"t": welch.statistic, "p": welch.pvalue, "low": welch.confidence_interval().low,
                        "high": welch.confidence_interval().high,
                        "rank": mann_whitney(a, b)},
    })
print(json.dumps(out))
