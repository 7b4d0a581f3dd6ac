package policies

// notFinite is the first index of a NaN or infinity, or -1.
func notFinite(v []float32) int {
	for i, f := range v {
		if f-f != 0 { // Inf - Inf and NaN - NaN are NaN
			return i
		}
	}
	return -1
}
