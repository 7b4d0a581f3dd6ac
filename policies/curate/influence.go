package curate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
)

// influence is how a policy changes with the weight of a demonstration, exactly: the policy is a ridge on random
// Fourier features φ of the inputs,
//
//	W(v) = argmin sum_i v_{e(i)} |W'φ_i - y_i|²/n + λ|W|²,   dW/dv_e at v = 1 = -H^-1 sum_{i in e} φ_i r_i'/n
//
// with H = sum_i φ_i φ_i'/n + λI and r_i = W'φ_i - y_i. So the change of a loss L = sum_j u_j |W'φ_j - y_j|² is
// dL/dv_e = -2/n sum_{i in e} φ_i' H^-1 G r_i with G = sum_j u_j φ_j r_j'. TestInfluenceIsTheDerivative trains again.
type influence struct {
	omega *mat.Dense // [inputs][features]
	phase []float64
	chol  mat.Cholesky
	w     mat.Dense // [features][targets]
	phi   *mat.Dense
	r     *rows
}

// The sizes of the ridge: as many features as package weigh's, twice.
const (
	features = 256
	lambda   = 1e-3
)

// newInfluence fits the policy to all rows; weights are those of demonstrations, nil: all 1.
func newInfluence(r *rows, weights []float64, key seed.Key) (*influence, error) {
	f := &influence{r: r, omega: mat.NewDense(len(r.x[0]), features, nil), phase: make([]float64, features)}
	rng := key.With("features").Rand()
	scale := 1 / math.Sqrt(r.spread())
	for d := range features {
		for j := range len(r.x[0]) {
			f.omega.Set(j, d, scale*rng.NormFloat64())
		}
		f.phase[d] = 2 * math.Pi * rng.Float64()
	}
	f.phi = f.expand(r.x)
	n := float64(len(r.x))
	weighted := mat.DenseCopyOf(f.phi)
	y := mat.NewDense(len(r.x), len(r.y[0]), nil)
	for i, row := range r.y {
		v := 1.0
		if weights != nil {
			v = math.Sqrt(weights[r.of[i]])
		}
		for d, x := range weighted.RawRowView(i) {
			weighted.RawRowView(i)[d] = v * x
		}
		for c, x := range row {
			y.Set(i, c, v*float64(x))
		}
	}
	h := mat.NewSymDense(features, nil)
	h.SymOuterK(1/n, weighted.T())
	for d := range features {
		h.SetSym(d, d, h.At(d, d)+lambda)
	}
	f.chol.Factorize(h) // with λ on its diagonal it has one
	var right mat.Dense
	right.Mul(weighted.T(), y)
	right.Scale(1/n, &right)
	return f, f.chol.SolveTo(&f.w, &right)
}

// expand returns the features of inputs: sqrt(2/D) cos(ω_d x + b_d).
func (f *influence) expand(x [][]float32) *mat.Dense {
	in := mat.NewDense(len(x), len(x[0]), nil)
	for i, row := range x {
		for j, v := range row {
			in.Set(i, j, float64(v))
		}
	}
	var out mat.Dense
	out.Mul(in, f.omega)
	for i := range x {
		row := out.RawRowView(i)
		for d, v := range row {
			row[d] = math.Sqrt(2.0/features) * math.Cos(v+f.phase[d])
		}
	}
	return &out
}

// residuals returns W'φ - y of rows.
func (f *influence) residuals(phi *mat.Dense, y [][]float32) *mat.Dense {
	var out mat.Dense
	out.Mul(phi, &f.w)
	for i, row := range y {
		for c, v := range row {
			out.Set(i, c, out.At(i, c)-float64(v))
		}
	}
	return &out
}

// of returns -dL/dv_e of each demonstration for the loss of rows x, y with weights u: how much its weight lowers L.
func (f *influence) of(x, y [][]float32, u []float64) ([]float64, error) {
	phi := f.expand(x)
	residual := f.residuals(phi, y)
	for i, w := range u {
		row := residual.RawRowView(i)
		for c := range row {
			row[c] *= w
		}
	}
	var gradient, z mat.Dense
	gradient.Mul(phi.T(), residual)
	if err := f.chol.SolveTo(&z, &gradient); err != nil {
		return nil, err
	}
	own := f.residuals(f.phi, f.r.y)
	var along mat.Dense
	along.Mul(f.phi, &z) // [rows][targets]
	out := make([]float64, len(f.r.in))
	for e, in := range f.r.in {
		for _, i := range in {
			out[e] += 2 / float64(len(f.r.x)) * mat.Dot(mat.NewVecDense(own.RawMatrix().Cols, own.RawRowView(i)),
				mat.NewVecDense(own.RawMatrix().Cols, along.RawRowView(i)))
		}
	}
	return out, nil
}
