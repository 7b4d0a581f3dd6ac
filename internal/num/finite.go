package num

// FirstNonFinite returns the first index of a NaN or infinity, or -1.
func FirstNonFinite(v []float32) int {
	for i, f := range v {
		if f-f != 0 { // Inf - Inf and NaN - NaN are NaN
			return i
		}
	}
	return -1
}
