package encoder

// densePlain computes a dense layer with ReLU in plain Go. x is [rows, in], w [in, out], b [out], dst [rows, out];
// out must be a multiple of 16, as for dense.
//
//	dst[r, j] = max(0, b_j + sum_i x[r, i] w[i, j])
func densePlain(dst, x, w, b []float32, rows, in, out int) {
	for r := range rows {
		to := dst[r*out:][:out]
		copy(to, b)
		for i, v := range x[r*in:][:in] {
			if v == 0 {
				continue // about half of the inputs are 0 after a layer with ReLU
			}
			for j, u := range w[i*out:][:out] {
				to[j] += v * u
			}
		}
		for j, v := range to {
			to[j] = max(0, v)
		}
	}
}
