package encoder

// densePlain is a rectified layer, dst[r, j] = max(0, b_j + sum_i x[r, i] w[i, j]): x [rows, in], w [in, out], out a multiple of 16.
func densePlain(dst, x, w, b []float32, rows, in, out int) {
	for r := range rows {
		to := dst[r*out:][:out]
		copy(to, b)
		for i, v := range x[r*in:][:in] {
			if v == 0 {
				continue // behind a rectified layer half of the inputs are
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
