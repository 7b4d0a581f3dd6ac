package demos

import "math"

// Moments are running statistics of vectors, for the files of other formats that ask for them. Mean and squares are
// updated as in Welford, "Note on a method for calculating corrected sums of squares and products" (1962).
type Moments struct {
	N              int
	Mean, Min, Max []float64
	squares        []float64
}

// Add takes one vector; all must have one width.
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

// AddAll takes every row.
func (m *Moments) AddAll(rows Matrix) {
	for t := range rows.Rows() {
		m.Add(rows.Row(t))
	}
}

// Std is the standard deviation with divisor N, as numpy.std has it.
func (m *Moments) Std() []float64 {
	s := make([]float64, len(m.squares))
	for i, q := range m.squares {
		s[i] = math.Sqrt(q / float64(m.N))
	}
	return s
}
