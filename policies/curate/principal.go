package curate

import (
	"gonum.org/v1/gonum/mat"
)

// principal returns the coordinates of rows along their first k principal components, in the rows' own units: with
// C = V Λ V' the covariance of the rows x and m their mean, V_k' (x - m). Fewer where the rows have fewer columns.
func principal(x [][]float32, k int) [][]float64 {
	width := len(x[0])
	mean := make([]float64, width)
	for _, row := range x {
		for j, v := range row {
			mean[j] += float64(v) / float64(len(x))
		}
	}
	centred := mat.NewDense(len(x), width, nil)
	for i, row := range x {
		for j, v := range row {
			centred.Set(i, j, float64(v)-mean[j])
		}
	}
	var cov mat.SymDense
	cov.SymOuterK(1/float64(len(x)), centred.T())
	var eigen mat.EigenSym
	k = min(k, width)
	out := make([][]float64, len(x))
	if !eigen.Factorize(&cov, true) { // does not happen for finite symmetric matrices
		for i := range out {
			out[i] = append([]float64(nil), centred.RawRowView(i)[:k]...)
		}
		return out
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	var projected mat.Dense
	projected.Mul(centred, vectors.Slice(0, width, width-k, width))
	for i := range out {
		out[i] = make([]float64, k)
		for c := range k {
			out[i][c] = projected.At(i, k-1-c) // eigenvalues ascend
		}
	}
	return out
}
