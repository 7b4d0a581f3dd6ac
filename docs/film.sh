#!/bin/sh
# Draws docs/film.gif: the same start under two policies, cloned from 60 good demonstrations and from these and 60 bad
# ones. Takes a minute, ffmpeg, and the font below. The start is one of many: success over 90 rollouts stands in the
# captions, as `eval` prints it.
#
#   sh docs/film.sh
set -eu
cd "$(dirname "$0")/.."
program=$PWD/counterpoise font=${FONT:-/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf} out=$PWD/docs/film.gif
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
good="left=20,middle=20,right=20" bad="left:erratic=20,middle:erratic=20,right:erratic=20"
for name in good half; do
	[ $name = good ] && recipe=$good || recipe=$good,$bad
	"$program" demos generate "picking $recipe" --seed 1 --out $name
	"$program" train $name --policy state --out $name.policy
	"$program" eval $name.policy --task picking --rollouts 30 --out $name.json
	"$program" render picking --policy $name.policy --behaviour left --seed 1 --size 400x300 --out $name.mp4
done
# rate is success over all behaviours, in percent.
rate() { python3 -c "
import json
all = [step for o in json.load(open('$1'))['outcomes'] for step in o['earned']]
print(round(100 * sum(step > 0 for step in all) / len(all)))"; }
caption() { echo "drawtext=expansion=none:fontfile=$font:fontsize=15:fontcolor=black:x=10:y=10:text='$1'"; }
ffmpeg -v error -y -i good.mp4 -i half.mp4 -filter_complex "
	[0]tpad=stop_mode=clone:stop_duration=9,$(caption "60 good demonstrations\: $(rate good.json) % of rollouts succeed")[a];
	[1]$(caption "the same and 60 bad ones\: $(rate half.json) %")[b];
	[a][b]hstack,trim=duration=4,fps=12,split[c][d];[c]palettegen=max_colors=96[p];[d][p]paletteuse=dither=none" "$out"
