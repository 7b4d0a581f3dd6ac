package demos

import "math"

// Moments accumulates the count, mean, minimum, maximum and standard deviation of each component of a stream of
// vectors, for formats that store normalisation statistics. For the n-th value x of a component it updates
//
//	δ   = x − mean
//	mean ← mean + δ/n
//	S   ← S + δ·(x − mean)          S = Σ (x − mean)², with the new mean
//
// Source: Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4
// (1962). Unlike Σx² − n·mean², the update does not cancel when the mean is large against the deviation.
type Moments struct {
	N              int
	Mean, Min, Max []float64
	squares        []float64 // S
}

// Add accumulates one vector. All vectors must have the same width.
func (m *Moments) Add(row []float32) {
	if m.N == 0 {
		m.Mean, m.squares = make([]float64, len(row)), make([]float64, len(row))
		m.Min, m.Max = make([]float64, len(row)), make([]float64, len(row))
		for i, x := range row {
			m.Min[i], m.Max[i] = float64(x), float64(x)
		}
	}
	m.N++
	for i, x := range row {
		v := float64(x)
		d := v - m.Mean[i]
		m.Mean[i] += d / float64(m.N)
		m.squares[i] += d * (v - m.Mean[i])
		m.Min[i], m.Max[i] = min(m.Min[i], v), max(m.Max[i], v)
	}
}

// AddAll accumulates every row of a matrix.
func (m *Moments) AddAll(rows Matrix) {
	for t := range rows.Rows() {
		m.Add(rows.Row(t))
	}
}

// Std returns the standard deviation sqrt(S/N) of each component, with divisor N as in numpy.std.
func (m *Moments) Std() []float64 {
	s := make([]float64, len(m.squares))
	for i, q := range m.squares {
		s[i] = math.Sqrt(q / float64(m.N))
	}
	return s
}
