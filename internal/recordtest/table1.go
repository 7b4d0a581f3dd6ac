package recordtest

import (
	"strings"

	"counterpoise/bench/record"
)

// WithWeights adds weights and reference losses to records of E5 and returns the records. alpha["task arm"] is the
// final weight of the optimal demonstrations, ref["task arm"] the reference losses of the optimal and of the
// suboptimal ones. Weight and first loss are .02 less in even trials and .02 more in odd trials, the second loss
// half as much.
func WithWeights(s Records, alpha map[string]float64, ref map[string][2]float64) Records {
	for h, r := range s {
		method, _, _ := strings.Cut(r.Cell.Method, ":")
		arm, ok := map[string]string{"remix-paper": "remix", "natural": "imbalanced"}[method]
		if !ok {
			arm = method
		}
		name := r.Cell.Task + " " + arm
		noise := 0.04*float64(r.Cell.Trial%2) - 0.02
		a := min(1, alpha[name]+noise)
		r.Training.Groups = []string{"optimal", "biased"}
		r.Training.Alpha = []record.Point{{Step: 0, Group: []float64{.5, .5}}, {Step: 9, Group: []float64{a, 1 - a}}}
		if l, ok := ref[name]; ok {
			reached := []float64{l[0] + noise, l[1] + noise/2}
			r.Training.References = []record.Reference{{Reached: reached}}
			if method == "ours" { // one search a group: only its own loss is the reference
				r.Training.References = []record.Reference{{Reached: []float64{reached[0], 9}},
					{Reached: []float64{9, reached[1]}}}
			}
		}
		s[h] = r
	}
	return s
}

// Table1 returns weights and reference losses in the order of those of the study's Table 1.
func Table1() (alpha map[string]float64, ref map[string][2]float64) {
	alpha = map[string]float64{"picking imbalanced": .67, "opening imbalanced": .67, "picking zero": .5,
		"opening zero": .48, "picking remix": .47, "opening remix": .5, "picking ours": .94, "opening ours": .9}
	ref = map[string][2]float64{"picking remix": {.93, .52}, "opening remix": {.05, .09}, "picking ours": {1.5, 1.9},
		"opening ours": {1.6, 2}}
	return alpha, ref
}
