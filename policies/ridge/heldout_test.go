package ridge

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
	"counterpoise/policies/trainset"
)

// heldOutSet is 6 episodes of 3 to 8 rows in 2 groups, with 2 inputs and 1 target.
func heldOutSet() *trainset.Set {
	r := seed.Of("held-out losses").Rand()
	s := &trainset.Set{Names: []string{"a", "b"}, Variants: 1, In: 2, Slots: 1, ByGroup: make([][]int32, 2)}
	for e := range 6 {
		s.First = append(s.First, int32(len(s.Group)))
		for range 3 + e {
			x, y := r.NormFloat64(), r.NormFloat64()
			g := int32(e % 2)
			s.ByGroup[g] = append(s.ByGroup[g], int32(len(s.Group)))
			s.Group = append(s.Group, g)
			s.X = append(s.X, float32(x), float32(y))
			s.Y = append(s.Y, float32(math.Sin(x)+float64(g)*y))
		}
	}
	return s
}

// Losses are those of the weighted normal equations over the rows of the other folds, solved row by row.
func TestHeldOutLosses(t *testing.T) {
	s, cfg, key := heldOutSet(), DefaultConfig(), seed.Of("features")
	cfg.Features, cfg.Lambda = 6, 1e-2
	fold := []int{0, 0, 1, 1, 2, 2}
	weights := [][]float64{{1, 1}, {1, 3}, {1, 0}}
	got, err := HeldOutLosses(t.Context(), s, fold, 3, weights, cfg, key)
	if err != nil {
		t.Fatal(err)
	}
	f := newFourier(cfg.Features, 2, cfg.Width, key.With("features"))
	phi := func(row int32) *mat.VecDense {
		v := mat.NewVecDense(cfg.Features, nil)
		f.encode(v.RawVector().Data, s.X[2*row:][:2])
		return v
	}
	of := make([]int, len(s.Group)) // row -> episode
	for e := range fold {
		for _, row := range s.RowsOf(e) {
			of[row] = e
		}
	}
	for i, w := range weights {
		for e := range fold {
			a, b, sum := mat.NewDense(6, 6, nil), mat.NewVecDense(6, nil), 0.0
			for row, g := range s.Group {
				if fold[of[row]] == fold[e] {
					continue
				}
				v, outer := phi(int32(row)), mat.NewDense(6, 6, nil)
				outer.Outer(w[g], v, v)
				a.Add(a, outer)
				b.AddScaledVec(b, w[g]*float64(s.Y[row]), v)
				sum += w[g]
			}
			a.Scale(1/sum, a)
			b.ScaleVec(1/sum, b)
			for d := range 6 {
				a.Set(d, d, a.At(d, d)+cfg.Lambda)
			}
			var x mat.VecDense
			if err := x.SolveVec(a, b); err != nil {
				t.Fatal(err)
			}
			want := 0.0
			for _, row := range s.RowsOf(e) {
				d := mat.Dot(&x, phi(row)) - float64(s.Y[row])
				want += d * d / float64(len(s.RowsOf(e)))
			}
			if math.Abs(got[i][e]-want) > 1e-9*want {
				t.Errorf("weights %v, episode %d: %g, want %g", w, e, got[i][e], want)
			}
		}
	}
	all, err := HeldOutLosses(t.Context(), s, make([]int, 6), 1, weights, cfg, key)
	if err != nil || !math.IsNaN(all[0][0]) {
		t.Errorf("one fold alone leaves nothing to fit: %v, %v", all, err)
	}
}
