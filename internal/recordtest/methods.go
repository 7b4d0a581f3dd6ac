package recordtest

import (
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes/demos"
)

// FourMethods plans an experiment of four methods on one recipe, of which the last is compared with each other, and
// makes up records of three trials. In step s of training, method k has the weights 0.2 + k s/1000, 0.4 and 0.4 - k
// s/1000.
func FourMethods(t testing.TB) (bench.Plan, Records) {
	t.Helper()
	names := []string{"imbalanced", "zero", "remix", "our"}
	d := bench.Design{Task: "picking", Compared: "Our method against the others", Sides: [2]string{"our", "other"}}
	for _, n := range names {
		d.Arms = append(d.Arms, bench.Arm{Name: n, Recipe: "left=9,middle=27,right=27", Groups: "behaviour", Method: n})
	}
	for _, b := range []string{"left", "middle", "right"} {
		for _, n := range names[:3] {
			d.Comparisons = append(d.Comparisons, bench.Comparison{Behaviour: b, Arm: "our", Against: n})
		}
	}
	e := bench.Experiment{Name: "methods", Question: "Which?", Source: "a test", Designs: []bench.Design{d}}
	p := bench.Plan{Name: "methods", Experiments: []bench.Experiment{e},
		Size: record.Size{Trials: 3, Rollouts: 10, Steps: 100, Seed: 1, Policy: bench.StatePolicy}}
	s := Records{}
	for k, a := range d.Arms {
		for trial := range 3 {
			c := p.Cell(e, d, a, trial)
			r := Record(c, 4+k+trial%2, 5+(k*trial)%3, 6)
			r.Data.Groups = []demos.GroupCount{{Behaviour: "left", Demos: 9}, {Behaviour: "middle", Demos: 27},
				{Behaviour: "right", Demos: 27}}
			r.Training.Groups = []string{"left", "middle", "right"}
			for step := 0; step < 100; step += 20 {
				shift := float64(k*step) / 1000
				r.Training.Alpha = append(r.Training.Alpha,
					record.Point{Step: step, Group: []float64{0.2 + shift, 0.4, 0.4 - shift}})
			}
			s[c.Hash()] = r
		}
	}
	return p, s
}
