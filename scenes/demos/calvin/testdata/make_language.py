#!/usr/bin/env python3
"""Writes annotations of language as programs besides CALVIN's keep them: language_arrays.npy with arrays of texts and of
numbers, and language_objects.npy with an array of objects, a tuple of NumPy's texts, and an array for each window.

  pip install numpy==2.4.6
  python make_language.py FOLDER
"""
import sys

import numpy as np

ann, task, indx = ["öffne", "lift it"], ["open", "lift"], [(40, 44), (45, 2**40)]
for name, language, windows in (
    ("arrays", {"ann": np.array(ann), "task": np.array(task)}, np.array(indx)),
    ("objects", {"ann": np.array(ann, dtype=object), "task": tuple(map(np.str_, task))}, tuple(map(np.array, indx))),
):
    np.save(f"{sys.argv[1]}/language_{name}.npy",
            np.array({"language": language, "info": {"episodes": [], "indx": windows}}, dtype=object))
