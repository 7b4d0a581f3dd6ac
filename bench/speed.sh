#!/bin/sh
# Measures how fast the benchmark's parts are, and how fast other programs do the same work.
#
#   bench/speed.sh [--peers] [--all-cores] [--tsv] [WORK...]
#
# Without --peers only ours is measured. With it, the first run makes a virtual environment in out/speed (Python 3 with
# venv) and installs the peers' pinned versions there with pip. --tsv prints tab-separated columns: work, ours, peer,
# ratio, unit, and the peer's name. WORK names rows, such as drawer; without it all rows are measured.
#
# Figures are medians of 5 rounds (SPEED_ROUNDS), at least 5, on one core (SPEED_CORE). With --all-cores each is the sum
# of as many copies side by side as there are cores, a core each, as run has them at work. In each round ours and the
# peer's runs follow each other row by row, so that a machine that others use slows both alike. Compare ratios, not
# figures of two machines.
#
# SPEED_DEVICE=cuda measures the rows of training alone, on a graphics card, beside peers on the same card. Each figure
# is a median of 5 by itself there, so that SPEED_ROUNDS=1 suffices.
#
# A file of bench/speed/rows is a group of rows: a script that answers to
#
#   rows        prints a line for each row: its work, the unit of its figures and the peer's name, separated by tabs. It
#               is asked again after prepare, so that the unit can say what prepare found
#   prepare     builds what ours needs, in the folder $SPEED_OUT
#   peers       installs what the peers need, in the same folder
#   ours WORK   measures once and prints the figure: more is better
#   peer WORK   the same for the peer
set -eu
cd "$(dirname "$0")/.."
export SPEED_OUT="$PWD/out/speed" CGO_ENABLED=0 GOMAXPROCS=1 OMP_NUM_THREADS=1
rounds=${SPEED_ROUNDS-5}
peers= tsv= only= cores=${SPEED_CORE-0}
for a; do
	case $a in
	--peers) peers=1 ;;
	--all-cores) cores=$(seq 0 $(($(env -u OMP_NUM_THREADS nproc) - 1))) ;;
	--tsv) tsv=1 ;;
	-*) echo "speed.sh: there is no option $a; the options are --peers, --all-cores and --tsv" >&2; exit 2 ;;
	*) only="$only $a" ;;
	esac
done
least=5
[ "${SPEED_DEVICE-}" != cuda ] || least=1
[ "$rounds" -ge "$least" ] || { echo "speed.sh: SPEED_ROUNDS is $rounds; medians need at least $least" >&2; exit 2; }
mkdir -p "$SPEED_OUT"
measured=$(mktemp -d "$SPEED_OUT/measured.XXXXXX")
trap 'rm -rf "$measured"' EXIT
trap 'exit 130' INT TERM

# on runs a command on a core, where taskset is here to say so.
on() {
	core=$1
	shift
	if command -v taskset >/dev/null 2>&1; then taskset -c "$core" "$@"; else "$@"; fi
}

# measure runs a copy of a command on each of the cores, and prints the sum of their figures.
measure() {
	copies=
	for core in $cores; do
		on "$core" "$@" >"$measured/copy.$core" </dev/null &
		copies="$copies $!"
	done
	for copy in $copies; do wait "$copy"; done
	cat "$measured"/copy.* | awk '{ sum += $1 } END { print sum }'
}

# list prints the rows to measure: group, number within it, work, unit, peer.
list() {
	for group in bench/speed/rows/${SPEED_DEVICE:+training}*; do
		"$group" rows | awk -F '\t' -v g="$group" -v only="$only " \
			'only == " " || index(only, " " $1 " ") { print g "\t" NR "\t" $0 }'
	done
}

# median prints the median of the numbers in a file.
median() { sort -g "$1" | awk '{ x[NR] = $1 } END { print NR % 2 ? x[(NR + 1) / 2] : (x[NR / 2] + x[NR / 2 + 1]) / 2 }'; }

list >"$measured/rows"
[ -s "$measured/rows" ] || { echo "speed.sh: no row is named$only; without a name all are measured" >&2; exit 2; }
cut -f 1 "$measured/rows" | sort -u | while read -r group; do
	"$group" prepare
	[ -z "$peers" ] || "$group" peers
done
list >"$measured/rows"
round=0
while [ "$round" -lt "$rounds" ]; do
	round=$((round + 1))
	n=0
	while IFS='	' read -r group _ work _; do
		n=$((n + 1))
		measure "$group" ours "$work" >>"$measured/ours.$n"
		[ -z "$peers" ] || measure "$group" peer "$work" >>"$measured/peer.$n"
	done <"$measured/rows"
done
n=0
{
	printf 'work\tours\tpeer\tratio\tunit\tpeer is\n'
	while IFS='	' read -r _ _ work unit peer; do
		n=$((n + 1))
		ours=$(median "$measured/ours.$n")
		if [ -n "$peers" ]; then
			theirs=$(median "$measured/peer.$n")
			awk -v o="$ours" -v p="$theirs" -v w="$work" -v u="$unit" -v n="$peer" \
				'BEGIN { printf "%s\t%.0f\t%.0f\t%.2f\t%s\t%s\n", w, o, p, o / p, u, n }'
		else
			awk -v o="$ours" -v w="$work" -v u="$unit" 'BEGIN { printf "%s\t%.0f\t-\t-\t%s\t-\n", w, o, u }'
		fi
	done <"$measured/rows"
} >"$measured/table"
if [ -n "$tsv" ]; then
	cat "$measured/table"
else
	awk -F '\t' '{ printf "%-18s %10s %10s %7s  %-16s %s\n", $1, $2, $3, $4, $5, $6 }' "$measured/table"
fi
