// Package num has arithmetic with the same rounding on every processor.
//
// Go may fuse x*y + z into one instruction with a single rounding: it does on arm64 and on amd64 with GOAMD64=v3, and
// does not on amd64 with GOAMD64=v1 (Go specification, "Floating-point operators"). The last bits then differ, and a
// simulator amplifies last bits into different grasps. An explicit conversion, float64(x*y) + z, forbids the fusion.
// The simulator therefore adds products only in that form; Mad is its short name. Sine, cosine and arc tangent are
// here for the same reason: those of package math are compiled with whatever fusion the build allows.
//
// Only +, -, *, / and math.Sqrt are used, which IEEE 754 rounds exactly. A test reads the source of this package, of
// physics and of scenes and fails on a product that could be fused.
package num
