# Our demonstrations in CALVIN's own environment, open loop (check_calvin_actions.py), and a policy of ours there in
# closed loop: bench/remote/python/examples/calvin.py and calvin_contacts.py, small. run.sh reads this file.
#
# With COUNTERPOISE_TEST_DEMONSTRATIONS=full these are 50 optimal demonstrations of each behaviour, 30 of every other style
# that ends well, and 100 noisy ones of the drawer; without it, 5 and 1. They come from seeds of their own.
python_package=$(cd "$here/../../../bench/remote/python" && pwd -P)
calvin_site="$work/site-calvin-env"
# in_calvin trains a policy for a few steps, serves it, rolls it out in CALVIN and here, and compares both.
in_calvin() (
	cd "$work" && export PYTHONPATH="$python_package:$calvin_site" COUNTERPOISE="$program" || return
	"$program" train picking left=6,middle=6,right=6 --steps 200 --device go --out policy || return
	"$program" serve policy --listen 127.0.0.1:0 >serving 2>&1 &
	server=$!
	trap 'kill $server' EXIT
	for second in 1 2 3 4 5 6 7 8 9 10; do
		address=$(sed -n 's,.* at \(ws://[0-9.:]*\);.*,\1,p' serving)
		[ -z "$address" ] || break
		sleep 1
	done
	"$py" "$python_package/examples/calvin.py" "$address" --calvin-env "$calvin_env" --task picking --rollouts 2 \
		--workers 2 --out there.json &&
		"$program" eval policy --task picking --rollouts 2 --out here.json &&
		"$program" compare here.json there.json --oracle calvin --margin 5 &&
		"$py" "$python_package/examples/calvin.py" "$address" --calvin-env "$calvin_env" --task picking --rollouts 1 \
			--heights ours --out heights.json &&
		"$py" "$python_package/examples/calvin_contacts.py" "$address" --calvin-env "$calvin_env" --rollouts 1 >contacts &&
		cat contacts && test "$(grep -c '^| .* | [01] of 1 |' contacts)" = 10 &&
		echo "9 rollouts of a served policy in $(sed -n 's/.*"program": "\([^"]*\)".*/\1/p' there.json)"
)
# demonstrations NAME SEED RECIPE generates demonstrations in CALVIN's format.
demonstrations() {
	"$program" demos generate "$3" --seed "$2" --out "$work/calvin-actions/ours" &&
		"$program" demos convert "$work/calvin-actions/ours" "$work/calvin-actions/$1" --format calvin &&
		rm -r "$work/calvin-actions/ours"
}
# actions_in_calvin replays the raw relative actions of our demonstrations in CALVIN.
actions_in_calvin() (
	full=${COUNTERPOISE_TEST_DEMONSTRATIONS-}
	mkdir "$work/calvin-actions" && "$program" list styles >"$work/styles" || return
	for style in $(awk '$2 == "succeeds" { print $1 }' "$work/styles"); do
		case $full$style in
		fulloptimal) each=50 ;;
		full*) each=30 ;;
		optimal) each=5 ;;
		*) each=1 ;;
		esac
		demonstrations "$style-picking" 4242 "picking $style=$((3 * each))" &&
			demonstrations "$style-opening" 4242 "opening $style=$((2 * each))" || return
	done
	[ "$full" != full ] || demonstrations noisy-drawer 99 "opening drawer:noisy=100" || return
	PYTHONPATH="$python_package:$python_package/examples:$calvin_site" "$py" "$here/check_calvin_actions.py" \
		"$work"/calvin-actions/* --calvin-env "$calvin_env" >"$work/calvin-actions.md"
	status=$?
	tail -n 1 "$work/calvin-actions.md"
	return $status
)
if [ -z "$calvin_env" ]; then
	skip "CALVIN's environment, actions" "give a clone with --checkout calvin_env=PATH"
	skip "CALVIN's environment" "give a clone with --checkout calvin_env=PATH"
elif [ -z "$py" ] || ! "$py" -m pip install -q --no-deps --target "$calvin_site" pybullet==3.2.7 gym==0.26.2 \
	gym-notices GitPython gitdb smmap numpy-quaternion scipy msgpack websockets >"$work/log" 2>&1; then
	skip "CALVIN's environment, actions" "PyBullet cannot be installed"
	skip "CALVIN's environment" "PyBullet cannot be installed"
else
	calvin_env=$(cd "$calvin_env" && pwd -P)
	check "CALVIN's environment, actions" actions_in_calvin
	sed -n '/^[|m]/p' "$work/calvin-actions.md" 2>/dev/null
	check "CALVIN's environment" in_calvin
fi
