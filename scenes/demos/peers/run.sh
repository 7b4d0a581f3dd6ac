#!/bin/sh
# Runs this program's datasets through the code of those who read them: LeRobot, robomimic, CALVIN.
#
#   ./counterpoise test --peers [--checkout robomimic=PATH] [--checkout calvin=PATH] [--venv DIR]
#
# It makes a virtual environment of Python 3.10 or newer (3.12 for LeRobot 0.6.1), installs the pinned versions below
# from PyPI, generates small datasets of both tasks and prints a line for each check: PASS, FAIL or SKIPPED, with the
# reason. A check that could not run is SKIPPED and never counted as passed. The exit status is 1 if a check failed or
# none passed.
#
# --checkout names the clone of a project that PyPI does not have in the version wanted: robomimic 0.5.0 (0.3.0 is on
# PyPI) and calvin. --venv takes an environment that is there already.
set -u
here=$(cd "$(dirname "$0")" && pwd -P)
program=$1
shift
venv= robomimic5= calvin=
while [ $# -gt 0 ]; do
	case $1 in
	--checkout)
		case ${2-} in
		robomimic=*) robomimic5=${2#*=} ;;
		calvin=*) calvin=${2#*=} ;;
		*) echo "counterpoise: --checkout takes robomimic=PATH or calvin=PATH, not ${2-nothing}" >&2; exit 2 ;;
		esac
		;;
	--venv) venv=${2:?--venv takes a folder} ;;
	*)
		echo "counterpoise: test --peers has no argument $1; there are --checkout NAME=PATH and --venv DIR" >&2
		exit 2
		;;
	esac
	shift 2
done
for path in "$robomimic5" "$calvin"; do
	[ -z "$path" ] || [ -d "$path" ] || { echo "counterpoise: no folder $path; --checkout takes a clone" >&2; exit 2; }
done

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export HF_HUB_OFFLINE=1 HF_DATASETS_OFFLINE=1 WANDB_MODE=disabled HF_HOME="$work/hf"

passed=0 failed=0 skipped=0
# check NAME COMMAND... runs a check, whose last line of output says why it failed.
check() {
	name=$1
	shift
	"$@" >"$work/log" 2>&1
	case $? in
	0) passed=$((passed + 1)); echo "PASS     $name: $(tail -n 1 "$work/log")" ;;
	77) skip "$name" "$(tail -n 1 "$work/log")" ;;
	*) failed=$((failed + 1)); echo "FAIL     $name: $(tail -n 1 "$work/log")" ;;
	esac
}
skip() { skipped=$((skipped + 1)); echo "SKIPPED  $1: $2"; }

# The environment. What cannot be installed is skipped below, because its import fails there.
if [ -z "$venv" ]; then
	venv="$work/venv"
	python=$(command -v python3.12 || command -v python3.11 || command -v python3) ||
		{ echo "counterpoise: test --peers needs Python 3.10 or newer" >&2; exit 1; }
	"$python" -m venv "$venv" || { echo "counterpoise: $python makes no virtual environment" >&2; exit 1; }
	lerobot='lerobot==0.4.4'
	"$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' &&
		lerobot='lerobot[dataset,training,diffusion]==0.6.1'
	echo "counterpoise: installing $lerobot, robomimic 0.3.0 and what they need; gigabytes, once"
	"$venv/bin/pip" install -q wheel 'setuptools<76' "$lerobot" diffusers h5py tensorboard tensorboardX imageio \
		imageio-ffmpeg psutil tqdm termcolor matplotlib hydra-core omegaconf || true
	"$venv/bin/pip" install -q --no-deps --no-build-isolation robomimic==0.3.0 || true
fi
py="$venv/bin/python"

"$program" demos generate picking left=6,middle=3,right=6 --pictures --out "$work/set" >/dev/null 2>"$work/log" &&
	"$program" demos generate opening drawer=5,slider=4 --out "$work/opening" >/dev/null 2>"$work/log" ||
	{ cat "$work/log" >&2; exit 1; }
made() { "$program" demos convert "$@" >/dev/null 2>"$work/log" || { cat "$work/log" >&2; exit 1; }; }
made "$work/set" "$work/lerobot" --format lerobot --size 96
made "$work/opening" "$work/lerobot-opening" --format lerobot
made "$work/set" "$work/robomimic.hdf5" --format robomimic
made "$work/set" "$work/calvin" --format calvin --split

has() { "$py" -c "import $1" >/dev/null 2>&1; }
if has lerobot; then
	check "LeRobot, pictures" "$py" "$here/check_lerobot.py" "$work/lerobot"
	check "LeRobot, no pictures" "$py" "$here/check_lerobot.py" "$work/lerobot-opening"
	if command -v ffmpeg >/dev/null 2>&1; then
		for codec in av1 h264; do
			made "$work/set" "$work/$codec" --format lerobot --size 96 --video $codec
			check "LeRobot, $codec videos" "$py" "$here/check_lerobot.py" "$work/$codec"
		done
	else
		skip "LeRobot, videos" "ffmpeg is not installed"
	fi
	"$program" weigh "$work/lerobot" --method equal --seeds 1 --steps 10 --out "$work/weights" >/dev/null 2>&1
	check "LeRobot, weights" "$py" "$here/check_lerobot.py" "$work/lerobot" "$work/weights"
else
	skip LeRobot "it could not be installed"
fi
if has robomimic; then
	check "robomimic 0.3" "$py" "$here/check_robomimic.py" "$work/robomimic.hdf5"
else
	skip "robomimic 0.3" "it could not be installed"
fi
if [ -n "$robomimic5" ]; then
	"$program" weigh "$work/robomimic.hdf5" --method equal --seeds 1 --steps 10 --out "$work/weights5" >/dev/null 2>&1
	check "robomimic 0.5" env PYTHONPATH="$robomimic5" "$py" "$here/check_robomimic.py" "$work/robomimic.hdf5" \
		"$work/weights5/robomimic-equal.json"
else
	skip "robomimic 0.5" "give a clone with --checkout robomimic=PATH"
fi
if [ -n "$calvin" ]; then
	check CALVIN env PYTHONPATH="$calvin/calvin_models" "$py" "$here/check_calvin.py" "$work/calvin" \
		"$calvin/calvin_models"
else
	skip CALVIN "give a clone with --checkout calvin=PATH"
fi
echo "counterpoise: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
