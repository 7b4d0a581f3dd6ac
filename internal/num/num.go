package num

import "math"

// Mad returns a*b + c with two roundings (multiply, then add) on every processor, never a fused multiply-add.
func Mad(a, b, c float64) float64 { return float64(a*b) + c }

// Clamp limits x to [lo, hi], for lo <= hi. It returns NaN for NaN.
func Clamp(x, lo, hi float64) float64 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

// π/2 in three parts whose products with an integer below 2^24 are exact (Cody and Waite, Software Manual for the
// Elementary Functions, 1980).
const (
	halfPi1 = 1.57079631090164184570    // 0x3FF921FB50000000
	halfPi2 = 1.58932547122958567343e-8 // 0x3E5110B460000000
	halfPi3 = 6.12323399573676603587e-17
)

// Sincos returns sin(x) and cos(x), x in radians, to about one unit in the last place for |x| < 1e6.
//
// The argument is reduced by the nearest multiple n of π/2 to y in about [-π/4, π/4]. With z = y², the minimax
// polynomials S and C of Cephes' sin.c (Moshier, 1989) give
//
//	sin y = y + y z S(z)     cos y = 1 - z/2 + z² C(z)
//
// and n mod 4 selects the quadrant.
func Sincos(x float64) (sin, cos float64) {
	n := math.Floor(Mad(x, 2/math.Pi, 0.5))
	y := x - float64(n*halfPi1)
	y -= float64(n * halfPi2)
	y -= float64(n * halfPi3)
	z := float64(y * y)
	s := Mad(z, 1.58962301576546568060e-10, -2.50507477628578072866e-8)
	s = Mad(z, s, 2.75573136213857245213e-6)
	s = Mad(z, s, -1.98412698295895385996e-4)
	s = Mad(z, s, 8.33333333332211858878e-3)
	s = Mad(z, s, -1.66666666666666307295e-1)
	s = Mad(float64(y*z), s, y)
	c := Mad(z, -1.13585365213876817300e-11, 2.08757008419747316778e-9)
	c = Mad(z, c, -2.75573141792967388112e-7)
	c = Mad(z, c, 2.48015872888517045348e-5)
	c = Mad(z, c, -1.38888888888730564116e-3)
	c = Mad(z, c, 4.16666666666665929218e-2)
	c = Mad(float64(z*z), c, 1-float64(0.5*z))
	switch int64(n) & 3 {
	case 0:
		return s, c
	case 1:
		return c, -s
	case 2:
		return -s, -c
	}
	return -c, s
}

// Atan2 returns the angle of the point (x, y), in (-π, π] rad; Atan2(0, 0) is 0. The quotient of the smaller by the
// greater coordinate, in [0, 1], goes to atan; the octant decides how the result is reflected.
func Atan2(y, x float64) float64 {
	if x == 0 && y == 0 {
		return 0
	}
	ay, ax := math.Abs(y), math.Abs(x)
	var a float64
	if ay <= ax {
		a = atan(ay / ax)
	} else {
		a = math.Pi/2 - atan(ax/ay)
	}
	if x < 0 {
		a = math.Pi - a
	}
	if y < 0 {
		return -a
	}
	return a
}

// atan returns the arc tangent (rad) of t in [0, 1], by the rational approximation t + t z P(z)/Q(z), z = t², of
// Cephes' atan.c. It holds for t <= tan(π/8); greater t are reduced by atan t = π/4 + atan((t-1)/(t+1)).
func atan(t float64) float64 {
	const tan1_8 = 0.41421356237309504880 // tan(π/8)
	base := 0.0
	if t > tan1_8 {
		base = math.Pi / 4
		t = (t - 1) / (t + 1)
	}
	z := float64(t * t)
	p := Mad(z, -8.750608600031904122785e-1, -1.615753718733365076637e1)
	p = Mad(z, p, -7.500855792314704667340e1)
	p = Mad(z, p, -1.228866684490136173410e2)
	p = Mad(z, p, -6.485021904942025371773e1)
	q := z + 2.485846490142306297962e1
	q = Mad(z, q, 1.650270098316988542046e2)
	q = Mad(z, q, 4.328810604912902668951e2)
	q = Mad(z, q, 4.853903996359136964868e2)
	q = Mad(z, q, 1.945506571482613964425e2)
	return base + Mad(float64(t*z), p/q, t)
}
