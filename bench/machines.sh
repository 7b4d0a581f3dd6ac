#!/bin/sh
# The first minutes of a newcomer on other machines than this one: ./counterpoise setup, a small run and the tests, each
# machine in a clone of its own.
#
#   bench/machines.sh [MACHINE...] [-- ARGUMENT...]
#
# Without a name it takes all machines. What follows -- goes to ./counterpoise test: --hashes takes seconds, nothing takes
# all tests. The logs and clones lie in $MACHINES (.build/machines). A step that passed is not repeated: remove its file
# to repeat it. Some machines take root (user, readonly, offline), some a program (core: taskset; arm64:
# qemu-aarch64-static; wasm: node); otherwise the table says so.
set -u

cd "$(dirname "$0")/.." || exit 1
out=${MACHINES:-$PWD/.build/machines}
machines= step_failed=
while [ $# -gt 0 ]; do
	case $1 in
	--) shift && break ;;
	*) machines="$machines $1" && shift ;;
	esac
done
: "${machines:=nohup user nohome readonly blank core offline nocc ci oldest newest arm64 wasm}"
mkdir -p "$out"
oldest=go$(sed -n 's/^go //p' go.mod)

# newest names the newest stable Go that the module proxy has.
newest() { go list -m -versions go | tr ' ' '\n' | grep -E '^[0-9]+\.[0-9]+(\.[0-9]+)?$' | tail -n 1; }

# about says what a machine is, and lacks says what is missing here to be it.
about() {
	case $1 in
	nohup) echo "under nohup, without a terminal" ;;
	user) echo "as a user who is not root" ;;
	nohome) echo "HOME unset" ;;
	readonly) echo "HOME read-only" ;;
	blank) echo "in a folder with a blank" ;;
	core) echo "on one core" ;;
	offline) echo "without a network, modules downloaded" ;;
	nocc) echo "without a C compiler" ;;
	ci) echo "CI=true, TERM=dumb, NO_COLOR=1" ;;
	oldest) echo "with $oldest" ;;
	newest) echo "with go$(newest)" ;;
	arm64) echo "arm64 under qemu-user, pinned bytes" ;;
	wasm) echo "WebAssembly under Node, pinned bytes" ;;
	*) echo "bench/machines.sh: there is no machine $1" >&2 && exit 2 ;;
	esac
}

lacks() {
	case $1 in
	user | readonly | offline) [ "$(id -u)" = 0 ] || echo "root" ;;
	core) command -v taskset >/dev/null || echo "taskset" ;;
	arm64) command -v qemu-aarch64-static >/dev/null || echo "qemu-user-static" ;;
	wasm) command -v node >/dev/null || echo "node" ;;
	esac
}

# on runs a command as the machine does.
on() {
	machine=$1 && shift
	case $machine in
	nohup) nohup setsid -w "$@" ;;
	user | readonly) env HOME="$out/$machine-home" setpriv --reuid=65534 --regid=65534 --clear-groups "$@" ;;
	nohome) env -u HOME "$@" ;;
	core) taskset -c 0 "$@" ;;
	offline) env GOPROXY=off unshare -n sh -c 'ip link set lo up; exec "$@"' sh "$@" ;;
	nocc) env PATH="$out/nocc-bin" "$@" ;;
	ci) env CI=true TERM=dumb NO_COLOR=1 "$@" ;;
	oldest) env GOTOOLCHAIN="$oldest" "$@" ;;
	newest) env GOTOOLCHAIN="go$(newest)" "$@" ;;
	arm64) env GOARCH=arm64 "$@" ;;
	wasm) env GOOS=js GOARCH=wasm "$@" ;;
	*) "$@" ;;
	esac
}

# runner names the program that runs another processor's tests.
runner() { [ "$1" = arm64 ] && echo qemu-aarch64-static || echo "$(go env GOROOT)/lib/wasm/go_js_wasm_exec"; }

# enters makes a machine's clone and what it needs beside it.
enters() {
	clone=$out/$1
	[ "$1" != blank ] || clone="$out/a blank"
	[ -d "$clone" ] || git clone -q --depth 1 "file://$PWD" "$clone"
	case $1 in
	user | readonly)
		mkdir -p "$out/$1-home" && chown -R 65534:65534 "$clone"
		[ "$1" = user ] && chown 65534:65534 "$out/user-home" || chmod 555 "$out/readonly-home"
		;;
	nocc)
		mkdir -p "$out/nocc-bin"
		for tool in $(echo "$PATH" | tr ':' '\n' | while read -r dir; do ls -d "$dir"/* 2>/dev/null; done); do
			case ${tool##*/} in *gcc* | *g++* | *clang* | cc | c++ | c89* | c99* | tcc) continue ;; esac
			[ -e "$out/nocc-bin/${tool##*/}" ] || ln -s "$tool" "$out/nocc-bin/"
		done
		;;
	esac
}

# step MACHINE STEP COMMAND... runs a step unless it has passed, and prints a cell of the table.
step() {
	log=$out/$1-$2.log passed=$out/$1-$2.passed
	if [ ! -e "$passed" ]; then
		began=$(date +%s)
		machine=$1 name=$2
		shift 2
		if (cd "$clone" && on "$machine" "$@") </dev/null >"$log" 2>&1; then
			echo "$(($(date +%s) - began)) s" >"$passed"
		else
			step_failed=1
			printf ' | failed: %s' "$log"
			return
		fi
	fi
	printf ' | %s' "$(cat "$passed")"
}

printf '| machine | setup | run | test |\n|---|---|---|---|\n'
for m in $machines; do
	what=$(about "$m") || exit 2
	printf '| %s' "$what"
	need=$(lacks "$m")
	if [ -n "$need" ]; then
		printf ' | not here: it takes %s | | |\n' "$need"
		continue
	fi
	enters "$m"
	case $m in
	arm64 | wasm) printf ' | | ' && step "$m" test ./counterpoise test --hashes -exec "$(runner "$m")" ;;
	*)
		step "$m" setup ./counterpoise setup
		step "$m" run ./counterpoise run quick --trials 2 --rollouts 2 --steps 20 --chance=false --films=false --out small
		step "$m" test ./counterpoise test "$@"
		;;
	esac
	printf ' |\n'
done
[ -z "$step_failed" ]
