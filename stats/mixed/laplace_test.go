package mixed

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/stats"
)

// simulated draws an experiment from the model: logits of cells, SDs of the four terms.
func simulated(key seed.Key, trials, methods, groups, starts, rollouts int, beta []float64, sd [4]float64) stats.Long {
	r := key.Rand()
	d := stats.Long{Starts: starts * trials}
	for m := range methods {
		d.Methods = append(d.Methods, string(rune('A'+m)))
	}
	for g := range groups {
		d.Groups = append(d.Groups, string(rune('a'+g)))
	}
	for t := range trials {
		d.Trials = append(d.Trials, string(rune('0'+t)))
		ofTrial := sd[0] * r.NormFloat64()
		start := make([]float64, groups*starts)
		for s := range start {
			start[s] = sd[3] * r.NormFloat64()
		}
		for m := range methods {
			ofMethod := sd[1] * r.NormFloat64()
			for g := range groups {
				ofCell := sd[2] * r.NormFloat64()
				for s := range starts {
					eta := beta[m*groups+g] + ofTrial + ofMethod + ofCell + start[g*starts+s]
					e := stats.Entry{Method: int32(m), Trial: int32(t), Group: int32(g), Start: int32(s),
						Rollouts: int32(rollouts)}
					for range rollouts {
						if r.Float64() < 1/(1+math.Exp(-eta)) {
							e.Sum++
						}
					}
					d.Entries = append(d.Entries, e)
				}
			}
		}
	}
	return d
}

// prepared is the likelihood of data with the given terms, all cells kept.
func prepared(data stats.Long, terms ...term) *likelihood {
	index := make([]int32, len(data.Methods)*len(data.Groups))
	for i := range index {
		index[i] = int32(i)
	}
	entries := append([]stats.Entry(nil), data.Entries...)
	return &likelihood{blocks: blocksOf(entries, data, terms, index), cells: len(index), terms: len(terms)}
}

var sixCells = []float64{-1, 0.5, 0.2, 0.8, -0.3, 1.5}

// A leaf that stands for several gives the likelihood and the gradient of as many leaves one by one.
func TestLeavesOfOneKindAreComputedOnce(t *testing.T) {
	data := simulated(seed.Of("mixed", "kinds"), 3, 3, 2, 60, 1, sixCells, [4]float64{0.8, 0.5, 0.6, 1})
	terms := []term{ofTrial, ofMethod, ofCell, ofStart}
	together, apart := prepared(data, terms...), prepared(data, terms...)
	for i := range apart.blocks {
		if n := len(apart.blocks[i].leaves); n > 2*8 { // three methods succeed or fail in each of two groups
			t.Errorf("block %d has %d leaves", i, n)
		}
		split(&apart.blocks[i])
		if n := len(apart.blocks[i].leaves); n != 2*60 {
			t.Errorf("block %d has %d starts", i, n)
		}
	}
	theta := append(append([]float64(nil), sixCells...), 0.7, -0.4, 0.9, 1.3)
	got, want := make([]float64, len(theta)), make([]float64, len(theta))
	one, err := together.at(theta, got)
	if err != nil {
		t.Fatal(err)
	}
	all, err := apart.at(theta, want)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(one-all) > 1e-10*math.Abs(all) {
		t.Errorf("likelihood %.15g together, %.15g apart", one, all)
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9*max(1, math.Abs(want[i])) {
			t.Errorf("derivative %d is %.12g together, %.12g apart", i, got[i], want[i])
		}
	}
}

// split replaces each leaf that stands for several by as many leaves with rows of their own.
func split(b *block) {
	rows, coupled, leaves := b.rows, b.coupled, b.leaves
	b.rows, b.coupled, b.leaves = nil, nil, nil
	for _, f := range leaves {
		for range int(f.count) {
			b.leaves = append(b.leaves, leaf{
				first: int32(len(b.rows)), end: int32(len(b.rows)) + f.end - f.first, couple: int32(len(b.coupled)),
				touched: f.touched, count: 1,
			})
			b.rows = append(b.rows, rows[f.first:f.end]...)
			b.coupled = append(b.coupled, coupled[f.couple:f.couple+f.touched]...)
		}
	}
	b.allocate()
}

// The gradient is that of the function, for leaves of every kind, at σ of both signs, and with a prior.
func TestGradientIsThatOfTheFunction(t *testing.T) {
	data := simulated(seed.Of("mixed", "gradient"), 4, 3, 2, 5, 2, sixCells, [4]float64{0.8, 0.5, 0.6, 1})
	for _, terms := range [][]term{
		{ofTrial, ofMethod, ofCell, ofStart}, {ofTrial, ofMethod, ofCell}, {ofTrial, ofCell}, {ofMethod}, {ofTrial},
		{ofTrial, ofStart},
	} {
		f := prepared(data, terms...)
		f.prior = 2
		theta := append(append([]float64(nil), sixCells...), []float64{0.7, -0.4, 0.9, 1.3}[:len(terms)]...)
		got := make([]float64, len(theta))
		if _, err := f.at(theta, got); err != nil {
			t.Fatal(err)
		}
		for i := range theta {
			const h = 1e-4
			var sides [2]float64
			for side, sign := range []float64{1, -1} {
				x := append([]float64(nil), theta...)
				x[i] += sign * h
				v, err := f.at(x, nil)
				if err != nil {
					t.Fatal(err)
				}
				sides[side] = v
			}
			if want := (sides[0] - sides[1]) / (2 * h); math.Abs(got[i]-want) > 1e-6*max(1, math.Abs(want)) {
				t.Errorf("%v: derivative %d is %.10g, differences give %.10g", terms, i, got[i], want)
			}
		}
	}
}
