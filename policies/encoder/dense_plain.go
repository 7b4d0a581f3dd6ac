//go:build !(goexperiment.simd && amd64)

package encoder

// kernels names how layers are computed.
func kernels() string { return "plain Go" }

// dense is a rectified layer, see densePlain.
func dense(dst, x, w, b []float32, rows, in, out int) { densePlain(dst, x, w, b, rows, in, out) }
