package curate

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// KernelRidge is kernel ridge regression, which is the mean of a Gaussian process (Rasmussen and Williams 2006,
// "Gaussian Processes for Machine Learning", Eq. 2.25), with a Gaussian kernel. From rows x_i, y_i,
//
//	y(x) = m + sum_i a_i k(x, x_i),   (K + λI) a = y - m,   k(x, x') = exp(-|x - x'|²/(2 w²))
//
// with m the mean of y. It is exact where package ridge approximates the same kernel by random features: a few
// demonstrations have few rows. A fit to n rows takes O(n³) time and O(n²) memory, a prediction O(n).
type KernelRidge struct {
	x     [][]float32
	a     *mat.Dense // [rows, targets]
	mean  []float64  // of the targets
	width float64    // w²
}

// kernelNoise is λ, the variance of the noise of standardised targets as a Gaussian process has it.
const kernelNoise = 0.1

// FitKernelRidge learns targets from inputs, row by row, with w² = width. It returns an error where rounding makes the
// kernel's matrix singular.
func FitKernelRidge(x, y [][]float32, width float64) (*KernelRidge, error) {
	n, p := len(x), len(y[0])
	k := &KernelRidge{x: x, a: mat.NewDense(n, p, nil), mean: make([]float64, p), width: width}
	for _, row := range y {
		for c, v := range row {
			k.mean[c] += float64(v) / float64(n)
		}
	}
	gram, rest := mat.NewSymDense(n, nil), mat.NewDense(n, p, nil)
	for i := range n {
		for j := i; j < n; j++ {
			gram.SetSym(i, j, k.kernel(x[i], x[j]))
		}
		gram.SetSym(i, i, 1+kernelNoise)
		for c, v := range y[i] {
			rest.Set(i, c, float64(v)-k.mean[c])
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(gram) {
		return nil, fmt.Errorf("kernel: the matrix of %d frames cannot be inverted", n)
	}
	return k, factor.SolveTo(k.a, rest)
}

// kernel returns k(x, y).
func (k *KernelRidge) kernel(x, y []float32) float64 {
	square := 0.0
	for i, v := range x {
		d := float64(v) - float64(y[i])
		square += d * d
	}
	return math.Exp(-square / (2 * k.width))
}

// Residual writes y(x) - y to dst.
func (k *KernelRidge) Residual(dst []float64, x, y []float32) {
	for c, v := range y {
		dst[c] = k.mean[c] - float64(v)
	}
	for i, near := range k.x {
		v := k.kernel(x, near)
		for c, a := range k.a.RawRowView(i) {
			dst[c] += v * a
		}
	}
}
