package peak

import "runtime"

// cores are one, and as many side by side as there are.
var Cores = []struct {
	Name  string
	Count int
}{{"one", 1}, {"all", runtime.GOMAXPROCS(0)}}
