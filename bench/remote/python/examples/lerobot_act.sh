#!/bin/sh
# LeRobot's ACT on imbalanced demonstrations of Counterpoise, with frames drawn as they are and by a method's weights,
# and whether the difference is more than noise.
#
#   lerobot_act.sh [OUT]
#
# It takes LeRobot (0.4.4 or 0.6.1) beside the package counterpoise. RECIPE (of the demonstrations), SIZE (of their
# pictures), METHOD (that weighs them), STEPS (gradient steps of each policy), ROLLOUTS (of each behaviour), DEVICE and
# PORT may be set; arguments after OUT go to lerobot-train. What OUT has already is not made again.
set -eu
out=${1:-runs/lerobot}
[ $# -eq 0 ] || shift
recipe=${RECIPE:-opening drawer=60,slider=20} size=${SIZE:-64} method=${METHOD:-equal} steps=${STEPS:-2000}
rollouts=${ROLLOUTS:-50} device=${DEVICE:-cpu} port=${PORT:-8000}
here=$(dirname "$0")
program=$(python -c 'import counterpoise; print(counterpoise.find_program()[0])')

[ -d "$out/data" ] || "$program" demos generate "$recipe" --pictures --size "$size" --format lerobot --out "$out/data"
"$program" weigh "$out/data" --method "natural,$method" --out "$out/weights"

# Both policies draw frames in the same way, by weights: natural's are all equal. An ACT of this size takes 0.4 s a step
# on one core; its backbone starts from random numbers, so it learns as fast as the rest.
for arm in natural "$method"; do
	[ -d "$out/$arm/checkpoints/last" ] || python "$out/weights/lerobot_weights.py" \
		--weights="$out/weights/weights-$arm.parquet" --dataset.repo_id=local/counterpoise --dataset.root="$out/data" \
		--policy.type=act --policy.device="$device" --policy.push_to_hub=false --policy.chunk_size=16 \
		--policy.n_action_steps=8 --policy.use_vae=false --policy.dim_model=256 --policy.dim_feedforward=512 \
		--policy.n_encoder_layers=2 --policy.pretrained_backbone_weights=null --policy.optimizer_lr=2e-4 \
		--policy.optimizer_lr_backbone=2e-4 --batch_size=8 --num_workers=0 --steps="$steps" --save_freq="$steps" \
		--wandb.enable=false --output_dir="$out/$arm" "$@"
	python "$here/serve_lerobot.py" "$out/$arm/checkpoints/last/pretrained_model" "$port" >"$out/$arm.server" &
	server=$!
	trap 'kill $server 2>/dev/null || true' EXIT
	until address=$(grep -s '^ws://' "$out/$arm.server"); do
		kill -0 $server || exit 1 # it has said why
		sleep 1
	done
	"$program" eval --remote "$address" --task "${recipe%% *}" --rollouts "$rollouts" --out "$out/$arm.json"
	kill $server
	wait $server 2>/dev/null || true # the port is free again
done
"$program" compare "$out/natural.json" "$out/$method.json"
