// Package probes asks of the tasks what "What Are We Actually Benchmarking in Robot Manipulation?" (arXiv 2606.04233)
// asks of benchmarks: whether a policy that sees no object solves them, whether success holds from other starts, and
// what the demonstrator does to it. Each policy is plain cloning of balanced demonstrations by the trainer of package
// elsewhere, from a state that a probe chooses.
package probes
