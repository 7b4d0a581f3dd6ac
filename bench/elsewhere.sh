#!/bin/sh
# Trains and tests the arms of results/elsewhere/freeze.md in Meta-World, one trial after another, and goes on where it
# was stopped.
#
#   sh bench/elsewhere.sh DIR SEED PYTHON [TRIALS]     PYTHON is one with metaworld 3.1.1 and bench/remote/python
#
# A trial draws its demonstrations, trainings and starts by a seed of its own: SEED with the last two digits replaced by
# the trial's number. DIR/STYLE/trial-N has the demonstrations, the weights by scores, and the results of every arm; two
# styles run at a time, on a processor each. counterpoise dev elsewhere FOLDER --from DIR makes the page.
# What results/elsewhere/rollouts.csv has is not made again. COUNTERPOISE names another program than that of this clone.
set -eu
cd "$(dirname "$0")/.."

# one DIR SEED PYTHON TRIAL STYLE makes a dataset of 6 good and 3 bad demonstrations of each task, and trains and tests
# the arms. Named good is the first good demonstration of each task that succeeded.
one() {
	out=$1/$5/trial-$4 seed=${2%??}$(printf %02d "$4") python=$3 style=$5
	[ ! -e "$out/done" ] || return 0
	! grep -qs "^$style,$4," results/elsewhere/rollouts.csv || return 0
	program=${COUNTERPOISE-./counterpoise}
	module=counterpoise.examples.metaworld_tasks
	tasks=push-v3,pick-place-v3,shelf-place-v3,soccer-v3,assembly-v3,basketball-v3,bin-picking-v3,box-close-v3
	tasks=$tasks,lever-pull-v3,door-open-v3
	mkdir -p "$out"
	[ -e "$out/demos.hdf5" ] || "$program" demos collect "$out/demos.hdf5" --python "$python" --seed "$seed" \
		--task $tasks --episodes 6,3 --horizon 150 --env "$module:make?name={task}" \
		--expert "optimal=$module:expert?name={task}" \
		--expert "$style=$module:bad?name={task}&style=$style&seed=$seed"
	for score in jerk policyloss; do
		[ -e "$out/$score" ] || "$program" weigh "$out/demos.hdf5" --score $score --rule keep:Share=0.667 \
			--by task --seed "$seed" --out "$out/$score"
	done
	known=$("$program" demos list "$out/demos.hdf5" --where style=optimal,success=true --format csv |
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "task") task = i }
			NR > 1 && !seen[$task]++ { printf "%s%s", comma, $1; comma = "," }')
	PJRT_NPROC=1 "$program" try "$out/demos.hdf5" --out "$out" --python "$python" --seed "$seed" --seeds 1 \
		--rollouts 15 --steps 3000 --horizon 150 --workers 1 --device xla-cpu --env "$module:make?name={task}" \
		--drop "style=$style" --known "$known" --methods drop,known,parekh,remix \
		--weights "$out/jerk/weights.csv" --weights "$out/policyloss/weights.csv"
	touch "$out/done"
}

if [ "${5-}" ]; then # one dataset, as the line below asks for
	mkdir -p "$1/$5"
	one "$@" >"$1/$5/trial-$4.log" 2>&1
	exit
fi
for trial in $(seq "${4-20}"); do
	for style in tremble stop miss hasty; do echo "$trial $style"; done
done | xargs -P 2 -L 1 sh bench/elsewhere.sh "$1" "$2" "$3"
