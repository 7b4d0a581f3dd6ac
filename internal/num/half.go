package num

import "math"

// Half returns the value of a binary16 of IEEE 754: 1 bit of sign, 5 of the exponent with bias 15, 10 of the fraction.
// All of its values are binary32 values, whose exponents have bias 127 and whose fractions have 23 bits.
func Half(b uint16) float64 {
	sign, exponent, fraction := uint32(b>>15)<<31, uint32(b>>10&31), uint32(b&1023)
	switch exponent {
	case 0: // no implied leading bit: fraction times 2^-24
		x := float64(float64(fraction) * (1.0 / (1 << 24)))
		if sign != 0 {
			return -x
		}
		return x
	case 31: // infinite or NaN
		exponent = 255
	default:
		exponent += 127 - 15
	}
	return float64(math.Float32frombits(sign | exponent<<23 | fraction<<13))
}
