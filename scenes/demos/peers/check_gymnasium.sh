# The Gymnasium package beside each LeRobot, and the four paths of bench/remote/README.md, small. run.sh reads this
# file.
package=$(cd "$here/../../../bench/remote/python" && pwd -P)
export COUNTERPOISE="$program"

# equip NAME PYTHON installs what the environment lacks of the package's dependencies beside it, in $site; the
# environment stays as it is.
equip() {
	site="$work/site-$(basename "$2")-$(echo "$1" | tr -d ' ')"
	has "$2" gymnasium || { skip "$1" "Gymnasium is not installed"; return 1; }
	"$2" -m pip install -q --target "$site" msgpack websockets pytest >"$work/log" 2>&1 ||
		{ skip "$1" "msgpack, websockets or pytest cannot be installed"; return 1; }
}

# equipped PYTHON COMMAND... runs a command, or function of this file, with the package and what it needs.
equipped() (
	export PYTHONPATH="$package:$site" PATH="$(dirname "$1"):$PATH"
	shift
	"$@"
)

# act_and_eval FOLDER runs the example of ACT, and one of its policies in LeRobot's own evaluation.
act_and_eval() {
	RECIPE='opening drawer=2,slider=1' SIZE=32 STEPS=3 ROLLOUTS=1 PORT=0 \
		sh "$package/examples/lerobot_act.sh" "$1" --batch_size=2 --policy.dim_model=32 --policy.n_heads=2 \
		--policy.dim_feedforward=64 &&
		lerobot-eval --policy.path="$1/trained/equal/seed-1/checkpoints/last/pretrained_model" --policy.device=cpu \
			--env.discover_packages_path=gym_counterpoise --env.type=counterpoise --env.task=opening --env.size=32 \
			--eval.n_episodes=2 --eval.batch_size=2 --seed=0 --output_dir="$1/eval"
}

# gymnasium NAME PYTHON runs the tests of the package, LeRobot's evaluation included, and the path of LeRobot.
gymnasium() {
	equip "Gymnasium, $1" "$2" || return
	check "Gymnasium, $1" equipped "$2" "$2" -m pytest -q -p no:cacheprovider "$package/tests"
	has "$2" lerobot || { skip "ten minutes, $1" "it could not be installed"; return; }
	check "ten minutes, $1" equipped "$2" act_and_eval "$work/ten-$(basename "$site")"
}

gymnasium "LeRobot 0.6" "$py6"
gymnasium "LeRobot 0.4" "$py"
if has "$py" gymnasium && [ -d "$site" ]; then
	check "ten minutes, a plain function" equipped "$py" "$py" "$package/examples/plain_function.py" --rollouts 2
	if has "$py" robomimic; then
		check "ten minutes, a loop in torch" equipped "$py" "$py" "$package/examples/torch_bc.py" --seeds 1,2 \
			--recipe 'opening slider=3,drawer=3' --known 0,1,3,4 --steps 3 --rollouts 1 --out "$work/ten-torch"
		check "ten minutes, robomimic" equipped "$py" "$py" "$package/examples/robomimic_bc.py" --demos 10 --epochs 1 \
			--rollouts 1 --out "$work/ten"
	else
		skip "ten minutes, a loop in torch, and robomimic" "robomimic, which brings torch and h5py, is not installed"
	fi
else
	skip "ten minutes, a plain function and robomimic" "Gymnasium is not installed"
fi
