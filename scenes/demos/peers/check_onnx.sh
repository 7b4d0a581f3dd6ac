# Exported policies against ONNX Runtime: the Go test of policies/export makes the models and compares, and a model is
# served by counterpoise.serve_onnx. run.sh reads this file.
onnx_site="$work/site-onnx"
if ! command -v go >/dev/null 2>&1; then
	skip "ONNX Runtime" "Go is not installed"
elif [ -z "$py" ] ||
	! "$py" -m pip install -q --target "$onnx_site" onnxruntime==1.32.0 onnx==1.23.2 \
		"gymnasium>=1.1" "msgpack>=1.0" "websockets>=13" pytest >"$work/log" 2>&1; then
	skip "ONNX Runtime" "it could not be installed"
else
	# onnxruntime NAME runs the test, and prints how far the outputs differ.
	onnxruntime() {
		(cd "$here/../../.." && PYTHONPATH="$onnx_site" COUNTERPOISE_ONNX_PYTHON="$py" CGO_ENABLED=0 \
			go test -count=1 -v -run 'TestONNXRuntime$' ./policies/export) >"$work/onnx" 2>&1 ||
			{ tail -n 3 "$work/onnx"; return 1; }
		grep -q '^--- PASS: TestONNXRuntime' "$work/onnx" || { echo "the test did not run"; return 1; }
		echo "onnxruntime 1.32.0:" \
			$(sed -n 's/.*: \([a-z0-9+]*\): greatest difference from ONNX Runtime /\1 /p' "$work/onnx")
	}
	check "ONNX Runtime" onnxruntime
	served_onnx() {
		(cd "$here/../../../bench/remote/python" && PYTHONPATH="$onnx_site:." "$py" -m pytest -q tests/test_serve_onnx.py)
	}
	check "ONNX Runtime, served" served_onnx
fi
