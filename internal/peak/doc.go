// Package peak measures the greatest rate of floating-point operations of a processor core. Benchmarks report their
// own rate as a share of it, which says how much a faster implementation could gain.
package peak
