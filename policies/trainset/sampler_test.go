package trainset

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// sized returns a Set of n[g] rows in group g, interleaved, without features and targets.
func sized(n ...int) *Set {
	s := &Set{Names: make([]string, len(n)), ByGroup: make([][]int32, len(n)), Variants: 1}
	for g := range n {
		s.Names[g] = string(rune('a' + g))
	}
	for left := true; left; {
		left = false
		for g := range n {
			if len(s.ByGroup[g]) < n[g] {
				s.ByGroup[g] = append(s.ByGroup[g], int32(len(s.Group)))
				s.Train = append(s.Train, int32(len(s.Group)))
				s.Group = append(s.Group, int32(g))
				left = true
			}
		}
	}
	return s
}

// Weighting of losses and resampling both estimate J = sum_g α_g mean_g(v) without bias, for any values v of frames:
// the mean over 20,000 batches lies within four standard errors. Wrong weights, such as α_g without N/n_g, miss by
// hundreds of standard errors.
func TestEstimatorsAreUnbiased(t *testing.T) {
	s := sized(40, 7, 1, 152)
	alpha := []float64{.1, .4, .3, .2}
	r := seed.Of("values").Rand()
	v := make([]float64, len(s.Group))
	var want float64
	for i := range v {
		v[i] = 5*float64(s.Group[i]) + r.NormFloat64()
		want += alpha[s.Group[i]] * v[i] / float64(len(s.ByGroup[s.Group[i]]))
	}
	for _, resample := range []bool{false, true} {
		d := NewSampler(s, resample, seed.Of("batches"))
		rows, w := make([]int32, 16), make([]float32, 16)
		const batches = 20000
		var sum, square float64
		for range batches {
			d.Draw(rows, w, alpha)
			var j float64
			for i, row := range rows {
				j += float64(w[i]) * v[row]
			}
			sum += j
			square += j * j
		}
		mean := sum / batches
		se := math.Sqrt((square/batches - mean*mean) / batches)
		if math.Abs(mean-want) > 4*se {
			t.Errorf("resample=%v: %.4f ± %.4f, objective %.4f", resample, mean, se, want)
		}
	}
}

// With weights on losses, one pass through the data gives each group its weight exactly, as every frame comes once.
func TestOneEpochHasTheExactWeights(t *testing.T) {
	s := sized(40, 7, 1, 152)
	alpha := []float64{.1, .4, .3, .2}
	d := NewSampler(s, false, seed.Of("batches"))
	rows, w := make([]int32, 20), make([]float32, 20)
	got := make([]float64, 4)
	for range 10 {
		d.Draw(rows, w, alpha)
		for i, row := range rows {
			got[s.Group[row]] += float64(w[i]) / 10
		}
	}
	for g := range alpha {
		if math.Abs(got[g]-alpha[g]) > 1e-6 {
			t.Errorf("group %d has weight %v, want %v", g, got[g], alpha[g])
		}
	}
}

// With resampling, the frames of a group in a batch are within one of the group's share, and a group of weight 0 has
// none. Within a group no frame comes again before all have come.
func TestResamplingShares(t *testing.T) {
	s := sized(40, 7, 30, 152)
	alpha := []float64{.25, .5, .25, 0}
	d := NewSampler(s, true, seed.Of("batches"))
	rows, w := make([]int32, 32), make([]float32, 32)
	seen := map[int32]int{}
	for batch := range 50 {
		d.Draw(rows, w, alpha)
		n := make([]float64, 4)
		for _, row := range rows {
			n[s.Group[row]]++
			seen[row]++
		}
		for g := range n {
			if math.Abs(n[g]-32*alpha[g]) > 1 {
				t.Fatalf("batch %d: %v frames of group %d, share %v", batch, n[g], g, 32*alpha[g])
			}
		}
	}
	if len(seen) != 77 {
		t.Errorf("%d different frames drawn of 77", len(seen))
	}
	for _, f := range s.ByGroup[1] {
		if n := seen[f]; n < 800/7 || n > 800/7+1 {
			t.Errorf("a frame of a group of 7 came %d times in 800 draws", n)
		}
	}
}

// Survey takes frames of the groups in turn.
func TestSurvey(t *testing.T) {
	s := sized(40, 1, 2)
	rows := make([]int32, 4)
	NewSampler(s, false, seed.Of("")).Survey(rows)
	for i, g := range []int32{0, 1, 2, 0} {
		if s.Group[rows[i]] != g {
			t.Errorf("row %d is of group %d, not %d", i, s.Group[rows[i]], g)
		}
	}
}

// greatest is a source of the greatest number below 1.
type greatest struct{}

func (greatest) Uint64() uint64 { return math.MaxUint64 }

// Rounding does not lead to a group without a weight: ten times .1 are less than 1, and than the greatest draw.
func TestNoDrawFromAGroupWithoutWeight(t *testing.T) {
	alpha := append(slices.Repeat([]float64{.1}, 10), 0)
	d := NewSampler(sized(slices.Repeat([]int{2}, 11)...), true, seed.Of("batches"))
	d.uniform = rand.New(greatest{})
	rows, w := make([]int32, 1), make([]float32, 1)
	d.Draw(rows, w, alpha)
	if g := d.set.Group[rows[0]]; g != 9 {
		t.Errorf("drawn from group %d, want 9: the last one has the weight 0", g)
	}
}
