package peak

import "runtime"

// Cores lists the two cases of the benchmarks: one core, and all cores at the same time.
var Cores = []struct {
	Name  string
	Count int
}{{"one", 1}, {"all", runtime.GOMAXPROCS(0)}}
