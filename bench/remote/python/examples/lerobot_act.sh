#!/bin/sh
# LeRobot's ACT on demonstrations of Counterpoise, with frames drawn as they are and by weights of weigh, and whether
# the difference is more than noise.
#
#   lerobot_act.sh [OUT]
#
# It takes LeRobot (0.4.4 or 0.6.1) beside the package counterpoise. RECIPE (of the demonstrations), SIZE (of their
# pictures), METHOD (that weighs them) or KNOWN (numbers of those that are known to be good, by which weigh --known
# weighs the others), SEEDS (of the trainings of each policy), STEPS (gradient steps of each), ROLLOUTS (of each
# behaviour), DEVICE and PORT may be set; arguments after OUT go to lerobot-train. What OUT has already is not made
# again.
set -eu
out=${1:-runs/lerobot}
[ $# -eq 0 ] || shift
recipe=${RECIPE:-opening drawer=60,slider=20} size=${SIZE:-64} steps=${STEPS:-2000} seeds=${SEEDS:-1}
rollouts=${ROLLOUTS:-50} device=${DEVICE:-cpu} port=${PORT:-8000} weighted=${METHOD:-equal}
here=$(dirname "$0")
program=$(python -c 'import counterpoise; print(counterpoise.find_program()[0])')

[ -d "$out/data" ] || "$program" demos generate "$recipe" --pictures --size "$size" --format lerobot --out "$out/data"
"$program" weigh "$out/data" --method natural --out "$out/weights/natural"
if [ -n "${KNOWN:-}" ]; then
	weighted=resemblance
	"$program" weigh "$out/data" --known "$KNOWN" --rule rank --out "$out/weights/$weighted"
else
	"$program" weigh "$out/data" --method "$weighted" --out "$out/weights/$weighted"
fi

# Both policies draw frames in the same way, by weights: natural's are all equal. An ACT of this size takes 0.4 s a step
# on one core; its backbone starts from random numbers, so it learns as fast as the rest. A seed names the random
# numbers of a training and the states that its rollouts start from, the same for both policies.
for seed in $seeds; do
	for arm in natural "$weighted"; do
		run=$out/trained/$arm/seed-$seed evaluation=$out/evaluations/$arm/seed-$seed.json
		[ -d "$run/checkpoints/last" ] || python "$out/weights/$arm/lerobot_weights.py" \
			--weights="$out/weights/$arm/weights-$arm.parquet" --dataset.repo_id=local/counterpoise \
			--dataset.root="$out/data" --policy.type=act --policy.device="$device" --policy.push_to_hub=false \
			--policy.chunk_size=16 --policy.n_action_steps=8 --policy.use_vae=false --policy.dim_model=256 \
			--policy.dim_feedforward=512 --policy.n_encoder_layers=2 --policy.pretrained_backbone_weights=null \
			--policy.optimizer_lr=2e-4 --policy.optimizer_lr_backbone=2e-4 --batch_size=8 --num_workers=0 \
			--steps="$steps" --save_freq="$steps" --seed="$seed" --wandb.enable=false --output_dir="$run" "$@"
		python "$here/serve_lerobot.py" "$run/checkpoints/last/pretrained_model" "$port" >"$run/server" &
		server=$!
		trap 'kill $server 2>/dev/null || true' EXIT
		until address=$(grep -s '^ws://' "$run/server"); do
			kill -0 $server || exit 1 # it has said why
			sleep 1
		done
		mkdir -p "$(dirname "$evaluation")"
		"$program" eval --remote "$address" --name "$run" --task "${recipe%% *}" --rollouts "$rollouts" \
			--trial "$seed" --out "$evaluation"
		kill $server
		wait $server 2>/dev/null || true # the port is free again
	done
done
"$program" stats compare "$out/evaluations"
