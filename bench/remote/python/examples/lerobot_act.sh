#!/bin/sh
# LeRobot's ACT on demonstrations of Counterpoise, and its success in the simulator.
#
#   lerobot_act.sh [OUT]
#
# It takes LeRobot (0.4.4 or 0.6.1) beside the package counterpoise. DEMOS (demonstrations of each behaviour), STEPS
# (gradient steps), EPISODES (rollouts) and DEVICE may be set; with more arguments after OUT, lerobot-train takes these.
set -eu
out=${1:-runs/lerobot}
[ $# -eq 0 ] || shift
demos=${DEMOS:-30} steps=${STEPS:-20000} episodes=${EPISODES:-60} device=${DEVICE:-cpu}
batch=$((episodes < 6 ? episodes : 6)) # LeRobot refuses a batch of more rollouts than there are
program=$(python -c 'import counterpoise; print(counterpoise.find_program()[0])')

[ -d "$out/data" ] || "$program" demos generate picking left=$demos,middle=$demos,right=$demos --pictures --size 96 \
	--format lerobot --out "$out/data"
lerobot-train --dataset.repo_id=local/picking --dataset.root="$out/data" --policy.type=act --policy.device="$device" \
	--policy.push_to_hub=false --steps="$steps" --save_freq="$steps" --wandb.enable=false --output_dir="$out/act" "$@"
# Seeds from 0 on are left, middle, right in turn, from the starts of counterpoise eval. --env.size is that of the data.
lerobot-eval --policy.path="$out/act/checkpoints/last/pretrained_model" --policy.device="$device" \
	--env.discover_packages_path=gym_counterpoise --env.type=counterpoise --env.task=picking --env.size=96 \
	--eval.n_episodes="$episodes" --eval.batch_size=$batch --seed=0 --output_dir="$out/eval"
