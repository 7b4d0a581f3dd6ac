package advice

import "math"

// fitTable collects the estimates of single fits, as logarithms: of repeat r and fold f at r x folds + f, NaN where the
// fold has no demonstration that tells.
type fitTable struct{ group, difficulty, conflict [][]float64 }

func newFitTable(m Measurement, repeats int) *fitTable {
	lists := func(n int) [][]float64 {
		all := make([][]float64, n)
		for i := range all {
			all[i] = make([]float64, 0, repeats*folds)
		}
		return all
	}
	return &fitTable{lists(len(m.Groups)), lists(len(m.Kinds)), lists(len(m.Kinds))}
}

// add adds the estimates of one repeat, whose losses a table has. Parts are the demonstrations of each fold by group.
func (f *fitTable) add(t *lossTable, m Measurement, parts [folds]members) {
	log := func(e Estimate) float64 { return math.Log(e.Value.Or(math.NaN())) }
	for _, part := range parts {
		for i := range m.Groups {
			f.group[i] = append(f.group[i], log(t.ofGroup(m, part, i)))
		}
		for i, kind := range m.Kinds {
			f.difficulty[i] = append(f.difficulty[i], log(t.difficulty(m, part, kind)))
			f.conflict[i] = append(f.conflict[i], log(t.conflict(m, part, i)))
		}
	}
}

// fitsOf is what the estimates of single fits say together of a ratio or a loss: each fit learns from four fifths of
// the demonstrations, drawn anew and with other random features, and estimates it on the rest. The value is the
// geometric mean over the fits, and N the number of fits with an estimate.
//
// Fits share demonstrations, so their spread alone is too small for what another dataset would show. With J estimates
// of the logarithm, of variance s² and from k parts of the demonstrations in each repeat,
//
//	Var = s² (1/J + 1/(k-1))
//
// the corrected resampled t test of Nadeau and Bengio (Machine Learning 52 (2003) 239), whose second term is the size
// of the part that is held out over that of the rest. It has k - 1 degrees of freedom here, not their J - 1, with which
// the interval of three demonstrations covers in 86 % of cases (TestFitsCover). The interval has what the one over
// demonstrations lacks, the spread of the fits themselves, and is the wider of both: 1.7 times for many demonstrations.
// The rule does not use it.
func fitsOf(estimates []float64) Estimate {
	var x []float64
	parts := map[int]bool{}
	for i, v := range estimates {
		if !math.IsNaN(v) {
			x, parts[i%folds] = append(x, v), true
		}
	}
	n, k := float64(len(x)), float64(len(parts))
	if n == 0 {
		return Estimate{}
	}
	mean, variance := moments(x)
	return newEstimate(mean, math.Sqrt(variance*(1/n+1/(k-1))), k-1, len(x))
}
