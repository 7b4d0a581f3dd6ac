#!/bin/sh
# A policy trained elsewhere, in our table: LeRobot's ACT on both pictures, once with every frame drawn alike (natural)
# and once with frames drawn by the weights of a balancing method; each served and evaluated from the same starts, and
# compared rollout by rollout.
#
#   lerobot_weighted.sh [OUT]
#
# It takes LeRobot (0.4.4 or 0.6.1) beside the package counterpoise. TASK (with knobs), RECIPE (demonstrations of each
# behaviour), METHOD, STEPS (gradient steps), ROLLOUTS (of each behaviour) and DEVICE may be set; with more arguments
# after OUT, lerobot-train takes these.
set -eu
out=${1:-runs/lerobot-weighted}
[ $# -eq 0 ] || shift
task=${TASK:-opening} recipe=${RECIPE:-slider=27,drawer=9} method=${METHOD:-equal} steps=${STEPS:-20000}
rollouts=${ROLLOUTS:-50} device=${DEVICE:-cpu}
program=$(python -c 'import counterpoise; print(counterpoise.find_program()[0])')
examples=$(cd "$(dirname "$0")" && pwd -P)

[ -d "$out/data" ] ||
	"$program" demos generate "$task" "$recipe" --pictures --size 84 --format lerobot --out "$out/data"
[ -d "$out/weights" ] || "$program" weigh "$out/data" --method "$method" --seeds 1 --out "$out/weights"

# train NAME COMMAND... trains a policy.
train() {
	name=$1
	shift
	[ -d "$out/$name" ] || "$@" --dataset.repo_id=local/demos --dataset.root="$out/data" --policy.type=act \
		--policy.device="$device" --policy.push_to_hub=false --steps="$steps" --save_freq="$steps" --wandb.enable=false \
		--output_dir="$out/$name" $more
}
more=$*
train natural lerobot-train
train "$method" python "$out/weights/lerobot_weights.py" --weights="$out/weights/weights-$method.parquet"

# evaluate NAME serves a policy at a free port and rolls it out.
evaluate() {
	python "$examples/lerobot_serve.py" "$out/$1/checkpoints/last/pretrained_model" 0 >"$out/$1.address" &
	server=$!
	trap 'kill $server 2>/dev/null' EXIT
	until [ -s "$out/$1.address" ]; do kill -0 $server && sleep 1; done
	"$program" eval --remote "$(cat "$out/$1.address")" --preset lerobot --task "$task" --rollouts "$rollouts" \
		--out "$out/$1.json"
	kill $server
}
evaluate natural
evaluate "$method"
"$program" compare "$out/natural.json" "$out/$method.json"
