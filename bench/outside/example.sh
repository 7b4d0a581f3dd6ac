#!/bin/sh
# The worked example of weights from outside, end to end, in a new folder:
#
#	bench/outside/example.sh FOLDER [COUNTERPOISE]
#
# COUNTERPOISE is the program; by default the script of this clone. It takes some minutes on two cores. What it prints
# stands in output.txt. Python is needed for brief.py alone; the second tool is awk.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?usage: example.sh FOLDER [COUNTERPOISE]}
counterpoise=${2:-$here/../../counterpoise}
mkdir -p "$folder"
cd "$folder"
cp "$here/brief.py" "$here/detours.toml" .

# 1. The demonstrations that the run trains on, with their digests. brief.py reads no more than the list.
"$counterpoise" demos pools detours.toml --list --out pools

# 2. A tool in Python, and one in awk that weighs every behaviour the same: u = 1/(frames of the behaviour).
python3 brief.py pools/pools.csv > brief.csv
awk -F, 'NR == FNR { if (FNR > 1) frames[$1, $4] += $3; next }
	FNR == 1 { print "method,digest,demonstration,weight"; next }
	{ printf "awk-equal,%s,%s,%.17g\n", $1, $2, 1 / frames[$1, $4] }' pools/pools.csv pools/pools.csv > awk-equal.csv

# 3. Both are arms beside those of the experiment.
"$counterpoise" run detours.toml --weights brief.csv --weights awk-equal.csv --chance=false --films=false \
	--device go --out run

# 4. Somebody else checks the folder: two cells are made again, drawn at random.
"$counterpoise" submit-check run --remake 2 --sample-seed 1
