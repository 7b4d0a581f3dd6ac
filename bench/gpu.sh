#!/bin/sh
# Trains the same policies with the Go backend and on the graphics card, and compares them: speed, losses step by step,
# success. What to run first on a machine with a card; on another it says that there is none, and takes XLA on the CPU.
#
#   bench/gpu.sh [FOLDER [STEPS]]     FOLDER is a new one, from the clone on (out/gpu); STEPS of a training (400)
#
# In the folder afterwards: report.txt (what was printed), machine.txt, and for each training its policy, what it said, and
# its log, which TensorBoard draws above each other: tensorboard --logdir FOLDER.
#
# A frame of the policy vision is two pictures, of which it sees the encoder's features; the policy vision+spatial trains
# the encoder in every step, which is what a card is for, so it gets a fortieth of the steps.
#
# Losses at the first step differ by rounding alone: 1e-6 is as it should be, 1e-3 would be products in TF32. Later steps
# differ by more, since every step goes on from the one before.
set -eu
cd "$(dirname "$0")/.."
out=${1-out/gpu}
steps=${2-400}
task=picking
recipe="$task left=9,middle=27,right=27"
[ ! -e "$out" ] || { echo "gpu.sh: $out exists; name another folder, or remove it" >&2; exit 1; }
mkdir -p "$out"

# say prints a line and keeps it in the report.
say() { echo "$*" | tee -a "$out/report.txt"; }

# machine describes the machine as far as the system describes it.
machine() {
	date
	uname -srm
	git rev-parse HEAD 2>/dev/null || true
	grep -m1 'model name' /proc/cpuinfo || true
	nvidia-smi 2>/dev/null || echo "nvidia-smi is not here: no driver of a graphics card"
	env | grep -E '^(GOMLX_|PJRT_|XLA_|CUDA_|LD_LIBRARY_PATH=)' || true
	./counterpoise doctor
}

# train NAME DEVICE POLICY METHOD STEPS [FLAG] trains one policy; what it says of itself is in NAME-DEVICE.txt.
train() {
	./counterpoise train $recipe --policy "$3" --method "$4" --steps "$5" --device "$2" --out "$out/$1-$2" >"$out/$1-$2.txt" 2>&1 ||
		{ tail -n 3 "$out/$1-$2.txt" >&2; exit 1; }
	say "  $2: $(sed -n 's/^trained by //p' "$out/$1-$2.txt")"
}

# compare prints how far losses are apart, the largest relative difference of any group up to some steps, and keeps every
# step's in NAME-difference.csv.
compare() {
	awk -F, -v most=-1 -v csv="$out/$1-difference.csv" '
		FNR == 1 { for (i = 1; i <= NF; i++) is[i] = $i ~ /^loss /; file++; next }
		file == 1 { for (i = 3; i <= NF; i++) if (is[i]) a[FNR, i] = $i; rows = FNR; next }
		{
			d = 0
			for (i = 3; i <= NF; i++) if (is[i]) {
				r = a[FNR, i] - $i; if (r < 0) r = -r
				r /= a[FNR, i] > 0 ? a[FNR, i] : 1
				if (r > d) d = r
			}
			if (FNR == 2) { print "run,step,largest relative difference" > csv; first = d }
			print $1 "," $2 "," d > csv
			if (d > most) { most = d; run = $1; at = $2 }
			if (FNR <= 11 && d > ten) ten = d
		}
		END {
			if (FNR != rows) { print "  losses: logs of different lengths"; exit }
			printf "  losses differ by at most %.1e of their size: %.1e at the first step, %.1e in the first ten, the most in run %s at step %d\n", most, first, ten, run, at
		}' "$out/$1-go-log/log.csv" "$out/$1-$xla-log/log.csv" >"$out/compared.txt"
	say "$(cat "$out/compared.txt")"
	rm "$out/compared.txt"
}

# tries rolls a policy out.
tries() {
	./counterpoise eval "$out/$1-$2" --task "$task" --rollouts 50 >"$out/$1-$2-success.txt" 2>/dev/null
	say "  $2: $(awk '$3 == "of" { printf "%s%s %s of %s", sep, $1, $2, $4; sep = ", " }' "$out/$1-$2-success.txt")"
}

machine >"$out/machine.txt" 2>&1
gpu=$(grep -m1 '^GPU training' "$out/machine.txt" | tr -s ' ')
say "$gpu"
case $gpu in
*' on: '*) xla=cuda ;;
*)
	xla=xla-cpu
	say "no graphics card trains, so XLA on the CPU is compared with the Go backend"
	;;
esac
for what in "state natural $steps" "state ours:EtaT=200 $steps" "vision natural $steps" "vision+spatial natural $((steps / 40 + 1))"; do
	set -- $what
	name=$1-${2%%:*}
	say "$1, $2, $recipe, $3 steps"
	for device in go "$xla"; do train "$name" "$device" "$1" "$2" "$3"; done
	compare "$name"
	for device in go "$xla"; do tries "$name" "$device"; done
done
say "kept in $out"
