"""Computes reference.json, which the tests of package skills compare with; needs scikit-learn."""

import json
import random

import sklearn
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics import adjusted_rand_score, silhouette_score

random.seed(1)
rand = [{"a": a, "b": b, "ari": adjusted_rand_score(a, b)} for a, b in (
    ([random.randrange(i % 4 + 1) for _ in range(5 + 4 * i)], [random.randrange(i % 3 + 1) for _ in range(5 + 4 * i)])
    for i in range(12))]
a = [random.randrange(3) for _ in range(40)]
rand.append({"a": a, "b": [x if random.random() < .8 else 3 for x in a]})
rand[-1]["ari"] = adjusted_rand_score(rand[-1]["a"], rand[-1]["b"])
ward = []
for n, k, width in ((9, 2, 1), (20, 3, 2), (40, 5, 3), (60, 8, 4)):
    points = [[round(random.gauss(3 * (i % k), 1), 6) for _ in range(width)] for i in range(n)]
    of = [int(g) for g in AgglomerativeClustering(n_clusters=k, linkage="ward").fit_predict(points)]
    ward.append({"points": points, "k": k, "of": of, "silhouette": silhouette_score(points, of)})
with open("reference.json", "w") as f:
    json.dump({"by": "scikit-learn " + sklearn.__version__, "rand": rand, "ward": ward}, f)
    f.write("\n")
