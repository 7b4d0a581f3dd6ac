//go:build !(goexperiment.simd && amd64)

package encoder

// kernels names the implementation of dense. It is part of the cache key of features (Extractor.Key).
func kernels() string { return "plain Go" }

// dense computes a dense layer with ReLU, see densePlain.
func dense(dst, x, w, b []float32, rows, in, out int) { densePlain(dst, x, w, b, rows, in, out) }

// moments computes sums over patches, see momentsPlain.
func moments(x, y, m, a []float32, width int, centres []float32) {
	momentsPlain(x, y, m, a, width, centres)
}

// cutPatch writes the values of a patch, see cutPatchPlain.
func (e Spatial) cutPatch(z []float32, picture []uint8, p int) { e.cutPatchPlain(z, picture, p) }

// foldDifferences compares two pictures, see foldDifferencesPlain.
func foldDifferences(dst, a, b []uint8) bool { return foldDifferencesPlain(dst, a, b) }
