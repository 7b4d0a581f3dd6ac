#!/usr/bin/env python3
"""Writes runs.parquet: truth values in runs of any length, as pyarrow has them in data pages of version 2, alone, with
nulls and in lists, in several pages and row groups.

  pip install pyarrow==26.0.1
  python make_runs.py runs.parquet
"""
import sys

import pyarrow as pa
import pyarrow.parquet as pq

n = 200
pq.write_table(pa.table({
    "flag": [i % 31 < 13 for i in range(n)],
    "maybe": [None if i % 5 == 0 else i % 31 < 13 for i in range(n)],
    "list": [[i % 31 < 13] * (i % 3) for i in range(n)],
}), sys.argv[1], data_page_version="2.0", row_group_size=120, data_page_size=8, write_batch_size=50)
