#!/bin/sh
# Trains and tests the arms of results/elsewhere/imbalance-freeze.md in Meta-World, one trial after another, and goes on
# where it was stopped.
#
#   sh bench/imbalance.sh DIR SEED PYTHON [TRIALS]     PYTHON is one with metaworld 3.1.1 and bench/remote/python
#
# A trial draws its demonstrations, trainings and starts by a seed of its own: SEED with the last two digits replaced by
# the trial's number. DIR/trial-N has 31 demonstrations of each task, the weights by which an arm takes some of them
# (imbalance_weights.py), and the results of every arm; two trials run at a time, on a processor each. counterpoise dev
# elsewhere FOLDER --from DIR makes the page.
# What results/elsewhere/imbalance.csv has is not made again. COUNTERPOISE names another program than that of this
# clone.
set -eu
cd "$(dirname "$0")/.."

# one DIR SEED PYTHON TRIAL makes the demonstrations of a trial, and trains and tests the arms.
one() {
	out=$1/trial-$4 seed=${2%??}$(printf %02d "$4") python=$3
	[ ! -e "$out/done" ] || return 0
	! grep -qs "^$4," results/elsewhere/imbalance.csv || return 0
	program=${COUNTERPOISE-./counterpoise}
	module=counterpoise.examples.metaworld_tasks
	tasks=push-v3,pick-place-v3,shelf-place-v3,soccer-v3,assembly-v3,basketball-v3,bin-picking-v3,box-close-v3
	tasks=$tasks,lever-pull-v3,door-open-v3
	mkdir -p "$out"
	[ -e "$out/demos.hdf5" ] || "$program" demos collect "$out/demos.hdf5" --python "$python" --seed "$seed" \
		--task $tasks --episodes 31 --horizon 150 --env "$module:make?name={task}" \
		--expert "optimal=$module:expert?name={task}"
	"$program" demos list "$out/demos.hdf5" --format csv >"$out/demos.csv"
	[ -e "$out/jerk" ] || "$program" weigh "$out/demos.hdf5" --score jerk --rule keep:Share=0.667 --by task \
		--seed "$seed" --out "$out/jerk" # for the digest of the dataset
	"$python" bench/imbalance_weights.py "$out/demos.csv" "$out/jerk/weights.csv" "$seed" "$out/weights" "$out/counts.csv"
	set --
	for weights in "$out"/weights/*.csv; do
		set -- "$@" --weights "$weights"
	done
	PJRT_NPROC=1 "$program" try "$out/demos.hdf5" --out "$out" --python "$python" --seed "$seed" --seeds 1 \
		--rollouts 15 --steps 3000 --horizon 150 --workers 1 --device xla-cpu --env "$module:make?name={task}" \
		--methods bc "$@"
	touch "$out/done"
}

if [ "${4-}" ] && [ "${5-}" ]; then # one trial, as the line below asks for
	mkdir -p "$1"
	one "$1" "$2" "$3" "$5" >"$1/trial-$5.log" 2>&1
	exit
fi
seq "${4-10}" | xargs -P 2 -L 1 sh bench/imbalance.sh "$1" "$2" "$3" one
