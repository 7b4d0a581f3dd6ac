package policies

import "runtime"

// cores are one, and as many side by side as there are.
var cores = []struct {
	name  string
	count int
}{{"one", 1}, {"all", runtime.GOMAXPROCS(0)}}
