# A policy of ours in CALVIN's own environment, in closed loop: bench/remote/python/examples/calvin.py and
# calvin_contacts.py, small. run.sh reads this file.
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
		"$py" "$python_package/examples/calvin_contacts.py" "$address" --calvin-env "$calvin_env" --rollouts 1 >contacts &&
		cat contacts && test "$(grep -c '^| .* | [01] of 1 |' contacts)" = 6 &&
		echo "6 rollouts of a served policy in $(sed -n 's/.*"program": "\([^"]*\)".*/\1/p' there.json)"
)
if [ -z "$calvin_env" ]; then
	skip "CALVIN's environment" "give a clone with --checkout calvin_env=PATH"
elif [ -z "$py" ] || ! "$py" -m pip install -q --no-deps --target "$calvin_site" pybullet==3.2.7 gym==0.26.2 \
	gym-notices GitPython gitdb smmap numpy-quaternion scipy msgpack websockets >"$work/log" 2>&1; then
	skip "CALVIN's environment" "PyBullet cannot be installed"
else
	calvin_env=$(cd "$calvin_env" && pwd -P)
	check "CALVIN's environment" in_calvin
fi
