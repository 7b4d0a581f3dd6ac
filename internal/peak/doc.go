// Package peak measures what a core's vector units can do at most, for benchmarks that say how far from it they are.
package peak
