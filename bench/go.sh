#!/bin/sh
# The speed of two releases of Go, with and without vector instructions (Linux on amd64 with AVX2).
#
#   bench/go.sh [OLD [NEW [ROUNDS]]]
#
# OLD is go.mod's Go and NEW the newest stable one unless they are named, as in go1.26.8. Each benchmark is built four
# times and started in turn, ROUNDS times (7), on one core with a fixed number of operations. The table has ratios of
# processor time within a round: median (least, greatest).
set -eu

cd "$(dirname "$0")/.."
old=${1:-go$(sed -n 's/^go //p' go.mod)}
new=${2:-go$(go list -m -versions go | tr ' ' '\n' | grep -E '^[0-9.]+$' | tail -n 1)}
rounds=${3:-7}
out=.build/go-speed
rm -rf "$out" && mkdir -p "$out"

# work lists the benchmarks: name in the table, package, benchmark, operations.
work() {
	cat <<-LIST
		physics|./physics|^BenchmarkBusy\$|100000x
		pictures|./scenes/render/soft|^BenchmarkPair\$|2500x
		training, batches of 64|./policies/train|^BenchmarkTrain\$/net=state/batch=64\$/cores=one|100x
		training, batches of 256|./policies/train|^BenchmarkTrain\$/net=state/batch=256\$/cores=one|30x
	LIST
}

# builds GO KIND makes the test binaries of a release, with vectors or plain.
builds() {
	export GOTOOLCHAIN="$1" CGO_ENABLED=0 GOFLAGS=-buildvcs=false GOEXPERIMENT=
	if [ "$2" = vectors ]; then
		./counterpoise version >/dev/null # which writes the module file that Go 1.27 takes
		GOEXPERIMENT=simd
		case $1 in go1.26*) ;; *) GOFLAGS="$GOFLAGS -modfile=$PWD/.build/simd.mod" ;; esac
	fi
	work | cut -d '|' -f 2 | sort -u | while read -r package; do
		go test -c -o "$out/$1-$2-${package##*/}" "$package"
	done
}

# seconds GO KIND PACKAGE BENCHMARK OPERATIONS prints the processor seconds of a run.
seconds() {
	(
		cd "$3"
		GOMAXPROCS=1 GODEBUG=asyncpreemptoff=1 "$root/$out/$1-$2-${3##*/}" -test.run '^$' -test.bench "$4" \
			-test.benchtime "$5" >/dev/null
		times
	) | awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } print s }'
}

root=$PWD
for go in "$old" "$new"; do
	(builds "$go" vectors)
	(builds "$go" plain)
done
printf '| work | %s / %s, vectors | without / with, %s | without / with, %s |\n|---|--:|--:|--:|\n' \
	"${new#go}" "${old#go}" "${old#go}" "${new#go}"
work | while IFS='|' read -r name package benchmark operations; do
	for _ in $(seq "$rounds"); do
		for go in "$old" "$new"; do
			for kind in vectors plain; do
				printf '%s ' "$(seconds "$go" "$kind" "$package" "$benchmark" "$operations" </dev/null)"
			done
		done
		echo
	done >"$out/rounds"
	for ratio in 3/1 2/1 4/3; do
		awk -v a="${ratio%/*}" -v b="${ratio#*/}" '{ print $a / $b }' "$out/rounds" | sort -n | awk '
			{ x[NR] = $1 }
			END { printf " | %.2f (%.2f, %.2f)", (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2, x[1], x[NR] }'
	done >"$out/cells"
	printf '| %s%s |\n' "$name" "$(cat "$out/cells")"
done
