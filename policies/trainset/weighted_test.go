package trainset

import (
	"math"
	"strings"
	"testing"

	"counterpoise/internal/seed"
)

// episodes makes a Set of sized one with an episode for each number of rows.
func episodes(s *Set, rows ...int32) *Set {
	first := int32(0)
	for _, n := range rows {
		s.First = append(s.First, first)
		first += n
	}
	return s
}

// In one pass through the data the weights of a row are u_r / sum u, where α is each group's part of u: the objective
// of given weights, sum_r u_r l_r / sum_r u_r, for any losses l.
func TestOneEpochHasTheWeightsOfFrames(t *testing.T) {
	s := episodes(sized(40, 7, 1, 152), 50, 100, 50)
	u := [][]float64{{2}, make([]float64, 100), {0.25}}
	r := seed.Of("weights").Rand()
	for i := range u[1] {
		u[1][i] = r.Float64()
	}
	u[1][3] = 0
	s, err := s.Weighted(u)
	if err != nil {
		t.Fatal(err)
	}
	flat := make([]float64, len(s.Group))
	alpha, total := make([]float64, 4), 0.0
	for e := range u {
		for i, row := range s.RowsOf(e) {
			flat[row] = u[e][min(i, len(u[e])-1)]
			alpha[s.Group[row]] += flat[row]
			total += flat[row]
		}
	}
	for g := range alpha {
		alpha[g] /= total
	}
	d := NewSampler(s, false, seed.Of("batches"))
	rows, w := make([]int32, 20), make([]float32, 20)
	got := make([]float64, len(s.Group))
	for range 10 {
		d.Draw(rows, w, alpha)
		for i, row := range rows {
			got[row] += float64(w[i]) / 10
		}
	}
	for row, v := range got {
		if want := flat[row] / total; math.Abs(v-want) > 1e-7*want {
			t.Errorf("row %d has weight %v, want %v", row, v, want)
		}
	}
}

// With equal weights, whatever they are, every row has the float32 weight that it has without any, and so it has with
// weights α_g/n_g under other α: the float64 rounding of the two formulas is lost in float32.
func TestEqualWeightsAreNone(t *testing.T) {
	plain := episodes(sized(40, 7, 1, 152), 50, 100, 50)
	for _, alpha := range [][]float64{{.2, .035, .005, .76}, {.25, .25, .25, .25}, {.1, .4, .3, .2}} {
		u := make([][]float64, 3)
		for e := range u {
			for _, row := range plain.RowsOf(e) {
				g := plain.Group[row]
				u[e] = append(u[e], .37*alpha[g]/float64(len(plain.ByGroup[g])))
			}
		}
		weighted, err := plain.Weighted(u)
		if err != nil {
			t.Fatal(err)
		}
		for _, batch := range []int{20, 64, 100, 256} {
			a, b := NewSampler(plain, false, seed.Of("batches")), NewSampler(weighted, false, seed.Of("batches"))
			rows := [2][]int32{make([]int32, batch), make([]int32, batch)}
			w := [2][]float32{make([]float32, batch), make([]float32, batch)}
			a.Draw(rows[0], w[0], alpha)
			b.Draw(rows[1], w[1], alpha)
			for r := range batch {
				if rows[0][r] != rows[1][r] || w[0][r] != w[1][r] {
					t.Fatalf("α %v, batch %d: row %d has weight %v, and %v with weights of frames",
						alpha, batch, rows[0][r], w[0][r], w[1][r])
				}
			}
		}
	}
}

// A group whose frames all weigh 0 has equal weights within: its α decides.
func TestWeightsOfZero(t *testing.T) {
	s, err := episodes(sized(2, 2), 4).Weighted([][]float64{{0, 1, 0, 3}})
	if err != nil {
		t.Fatal(err)
	}
	for row, want := range []float64{.5, .25, .5, .75} { // groups a, b, a, b
		if s.Weight[row] != want {
			t.Errorf("row %d has weight %v, want %v", row, s.Weight[row], want)
		}
	}
}

func TestWeightsThatDoNotFit(t *testing.T) {
	for word, u := range map[string][][]float64{
		"weights of 1 demonstrations for a dataset of 2":     {{1}},
		"demonstration 1 has 3 weights for 2 frames":         {{1}, {1, 1, 1}},
		"demonstration 0 has 0 weights":                      {{}, {1}},
		"demonstration 1, frame 1 has weight -1":             {{1}, {1, -1}},
		"demonstration 0, frame 0 has weight NaN":            {{math.NaN()}, {1}},
		"demonstration 0, frame 0 has weight +Inf; weights ": {{math.Inf(1)}, {1}},
	} {
		if _, err := episodes(sized(2, 2), 2, 2).Weighted(u); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
}
