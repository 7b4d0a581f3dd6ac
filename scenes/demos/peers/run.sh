#!/bin/sh
# Runs this program's datasets through the code of those who read them: LeRobot, robomimic, CALVIN, TensorFlow Datasets.
#
#   ./counterpoise test --peers [--checkout NAME=PATH]... [--venv NAME=DIR]...
#
# It makes virtual environments of Python, installs the pinned versions below from PyPI, generates small datasets of
# both tasks and prints a line for each check: PASS, FAIL or SKIPPED, with the reason. A check that could not run is
# SKIPPED and never counted as passed. The exit status is 1 if a check failed or none passed.
#
# --checkout names the clone of a project that PyPI does not have in the version wanted: robomimic (0.5.0; 0.3.0 is on
# PyPI), calvin and calvin_env. --venv takes an environment that is there already: main (LeRobot 0.4.4 and robomimic
# 0.3.0, Python 3.10 or 3.11), lerobot6 (LeRobot 0.6.1, Python 3.12 or newer), tfds. Each is made with the newest Python
# that it takes of those on the PATH; gigabytes, once.
#
# Files check_*.sh beside this one are read at the end. They call check and skip, and find the program in $program, the
# datasets in $work, checkouts in $robomimic5, $calvin and $calvin_env, and the environments' Python in $py, $py6 and
# $pytf, which may lack what they need.
set -u
here=$(cd "$(dirname "$0")" && pwd -P)
program=$1
shift
venv= venv6= venvtf= robomimic5= calvin= calvin_env=
while [ $# -gt 0 ]; do
	path=${2-}
	path=${path#*=}
	case $path in
	/*) ;;
	*) path=$PWD/$path ;; # checks change the folder
	esac
	case $1${2:+ $2} in
	"--checkout robomimic="*) robomimic5=$path ;;
	"--checkout calvin="*) calvin=$path ;;
	"--checkout calvin_env="*) calvin_env=$path ;;
	"--venv main="*) venv=$path ;;
	"--venv lerobot6="*) venv6=$path ;;
	"--venv tfds="*) venvtf=$path ;;
	*)
		echo "counterpoise: test --peers has no argument $1 ${2-}; there are --checkout robomimic=PATH, --checkout" \
			"calvin=PATH, --checkout calvin_env=PATH, and --venv main=DIR, lerobot6=DIR or tfds=DIR" >&2
		exit 2
		;;
	esac
	shift 2
done
for path in "$robomimic5" "$calvin" "$calvin_env" "$venv" "$venv6" "$venvtf"; do
	[ -z "$path" ] || [ -d "$path" ] || { echo "counterpoise: no folder $path" >&2; exit 2; }
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

# first prints the path of the first Python that is there, of the names given.
first() {
	for name in "$@"; do
		command -v "$name" >/dev/null 2>&1 && "$name" -c 'import venv' 2>/dev/null && { command -v "$name"; return; }
	done
	return 1
}
# environment DIR PYTHON PACKAGES... makes a virtual environment. What cannot be installed is skipped below, because its
# import fails there.
environment() {
	at=$1 python=$2
	shift 2
	"$python" -m venv "$at" || return
	echo "counterpoise: installing" "$@" >&2
	"$at/bin/pip" install -q wheel 'setuptools<76' "$@" >"$work/log" 2>&1 || tail -n 1 "$work/log" >&2
}
if [ -z "$venv" ] && python=$(first python3.11 python3.10 python3); then
	venv="$work/venv"
	environment "$venv" "$python" lerobot==0.4.4 diffusers h5py tensorboard tensorboardX imageio imageio-ffmpeg \
		psutil tqdm termcolor matplotlib hydra-core omegaconf
	"$venv/bin/pip" install -q --no-deps --no-build-isolation robomimic==0.3.0 >/dev/null 2>&1 || true
fi
if [ -z "$venv6" ] && python=$(first python3.13 python3.12); then
	venv6="$work/venv6"
	environment "$venv6" "$python" 'lerobot[dataset,training,diffusion,smolvla]==0.6.1'
fi
if [ -z "$venvtf" ] && python=$(first python3.12 python3.11 python3.10); then
	venvtf="$work/venvtf"
	environment "$venvtf" "$python" tensorflow-cpu==2.21.0 tensorflow-datasets==4.9.10 importlib_resources
fi
py=${venv:+$venv/bin/python} py6=${venv6:+$venv6/bin/python} pytf=${venvtf:+$venvtf/bin/python}

"$program" demos generate picking left=6,middle=3,right=6 --pictures --out "$work/set" >/dev/null 2>"$work/log" &&
	"$program" demos generate opening drawer=5,slider=4 --out "$work/opening" >/dev/null 2>"$work/log" ||
	{ cat "$work/log" >&2; exit 1; }
made() { "$program" demos convert "$@" >/dev/null 2>"$work/log" || { cat "$work/log" >&2; exit 1; }; }
made "$work/set" "$work/lerobot" --format lerobot --size 96
made "$work/opening" "$work/lerobot-opening" --format lerobot
made "$work/set" "$work/robomimic.hdf5" --format robomimic
made "$work/set" "$work/calvin" --format calvin --split
made "$work/set" "$work/rlds" --format rlds
made "$work/opening" "$work/rlds-opening" --format rlds
"$program" weigh "$work/lerobot" --method equal --seeds 1 --steps 10 --out "$work/weights" >/dev/null 2>&1
for codec in av1 h264; do
	command -v ffmpeg >/dev/null 2>&1 && made "$work/set" "$work/$codec" --format lerobot --size 96 --video $codec
done

# has PYTHON MODULE tells whether a module can be imported.
has() { "$1" -c "import $2" >/dev/null 2>&1; }
# lerobot NAME PYTHON runs the checks of LeRobot.
lerobot() {
	has "$2" lerobot || { skip "$1" "it could not be installed"; return; }
	check "$1, pictures" "$2" "$here/check_lerobot.py" "$work/lerobot"
	check "$1, no pictures" "$2" "$here/check_lerobot.py" "$work/lerobot-opening"
	for codec in av1 h264; do
		if [ -d "$work/$codec" ]; then
			check "$1, $codec videos" "$2" "$here/check_lerobot.py" "$work/$codec"
		else
			skip "$1, $codec videos" "ffmpeg is not installed"
		fi
	done
	check "$1, weights" "$2" "$here/check_lerobot.py" "$work/lerobot" "$work/weights"
}
lerobot "LeRobot 0.4" "$py"
lerobot "LeRobot 0.6" "$py6"
if has "$py6" lerobot; then # 0.4 does not weigh losses
	check "LeRobot 0.6, weighted losses" "$py6" "$here/check_lerobot.py" "$work/lerobot" "$work/weights" --weigh-losses
else
	skip "LeRobot 0.6, weighted losses" "it could not be installed"
fi
if has "$pytf" tensorflow_datasets; then
	check "TFDS, pictures" "$pytf" "$here/check_rlds.py" "$work/rlds" "$work/set"
	check "TFDS, no pictures" "$pytf" "$here/check_rlds.py" "$work/rlds-opening" "$work/opening"
else
	skip TFDS "it could not be installed"
fi
if has "$py" robomimic; then
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
for more in "$here"/check_*.sh; do
	[ ! -e "$more" ] || . "$more"
done
echo "counterpoise: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
