#!/bin/sh
# Measures how trainings on XLA's CPU plugin share the cores of a machine: one at a time, as many side by side as there
# are cores in one process, and as many processes with one each, with XLA's pool of threads as the program sets it (4)
# and with one thread (PJRT_NPROC=1).
#
#   bench/workers.sh [POLICY...]     without policies state, state+transformer and vision+cnn
#
# Each figure is of the same trainings, those of E1 without rollouts; demonstrations are made in each anew, pictures
# included. It prints trainings a minute by the clock, best of WORKERS_ROUNDS rounds (3), in which the arrangements
# follow each other, and seconds of the processor a training. Other programs on the machine slow all: leave it alone.
set -eu
cd "$(dirname "$0")/.."
rounds=${WORKERS_ROUNDS-3}
cores=$(nproc)
[ $# -gt 0 ] || set -- state state+transformer vision+cnn
out=$PWD/out/workers
mkdir -p "$out"
folder=$(mktemp -d "$out/measured.XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
./counterpoise version >/dev/null # builds the program, where that is still to do

# trainings prints how many trials of E1, seven trainings each, and how many steps of each a policy's figure rests on.
trainings() {
	case $1 in
	*cnn*) echo 1 25 ;;
	*transformer*) echo 1 100 ;;
	*) echo 2 1000 ;;
	esac
}

# train POLICY WORKERS NUMBER makes the trainings in the folder of this round, which several processes share; NUMBER tells
# them apart.
train() {
	read -r trials steps <<-END
		$(trainings "$1")
	END
	./counterpoise run E1 --policy "$1" --trials "$trials" --steps "$steps" --rollouts 0 --seed 1 --chance=false \
		--films=false --device xla-cpu --workers "$2" --out "$folder/run" >"$folder/log.$3" 2>&1 ||
		{ tail -n 3 "$folder/log.$3" >&2; exit 1; }
}

# seconds prints the seconds of the clock and of the processor that a command of this script takes.
seconds() {
	(
		begin=$(date +%s.%N)
		"$@"
		end=$(date +%s.%N)
		times >"$folder/spent"
		awk -v b="$begin" -v e="$end" 'NR == 2 { split($1, u, /[ms]/); split($2, s, /[ms]/)
			print e - b, 60 * (u[1] + s[1]) + u[2] + s[2] }' "$folder/spent"
	)
}

# processes POLICY N runs N processes of one worker each.
processes() {
	n=0
	all=
	while [ "$n" -lt "$2" ]; do
		n=$((n + 1))
		train "$1" 1 "$n" &
		all="$all $!"
	done
	for p in $all; do wait "$p"; done
}

# arrangement NAME POLICY THREADS COMMAND... measures one and keeps its figures.
arrangement() {
	rm -rf "$folder/run"
	name=$1 policy=$2 threads=$3
	shift 3
	case $threads in 4) unset PJRT_NPROC ;; *) export PJRT_NPROC="$threads" ;; esac
	seconds "$@" >>"$folder/$policy,$name,$threads"
}

round=0
while [ "$round" -lt "$rounds" ]; do
	round=$((round + 1))
	for policy; do
		for threads in 4 1; do
			arrangement "1 process of 1" "$policy" "$threads" train "$policy" 1 1
			arrangement "1 process of $cores" "$policy" "$threads" train "$policy" "$cores" 1
			arrangement "$cores processes of 1" "$policy" "$threads" processes "$policy" "$cores"
		done
	done
done
echo "trainings on XLA side by side, $cores cores:$(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2)"
printf '%-18s %-18s %7s %15s %14s\n' policy arrangement threads trainings/min CPU-s/training
for policy; do
	for threads in 4 1; do
		for name in "1 process of 1" "1 process of $cores" "$cores processes of 1"; do
			count=$((7 * $(trainings "$policy" | cut -d' ' -f1)))
			sort -g "$folder/$policy,$name,$threads" | head -n 1 |
				awk -v c="$count" -v p="$policy" -v n="$name" -v t="$threads" \
					'{ printf "%-18s %-18s %7d %15.1f %14.2f\n", p, n, t, 60 * c / $1, $2 / c }'
		done
	done
done
