package frame

import (
	"cmp"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/stats"
)

// DoseResponse is the success of a behaviour by the number of its demonstrations, ascending. Behaviours without
// demonstrations in an arm have no point there: a policy cannot be expected to show them.
type DoseResponse struct {
	Behaviour string
	Doses     []Dose
}

// Dose is the success of a behaviour with some demonstrations.
type Dose struct {
	Demonstrations int            // 1 or more
	Mean           float64        // percent, over trials
	Interval       stats.Interval // of the mean; undefined for fewer than two trials
}

// DoseResponses returns the dose-response of each behaviour over the arms that are trained like the first: by its
// method and setting. Arms with the same number of demonstrations of a behaviour are averaged, trial by trial.
//
// Other methods and settings are left out, so that the number of demonstrations is all that differs within a
// curve besides the other behaviours' numbers.
func (d Design) DoseResponses() (all []DoseResponse) {
	for _, b := range d.Behaviours() {
		all = append(all, d.doseResponse(b))
	}
	return all
}

// doseResponse averages success over arms within each trial before it averages over trials: trials are independent,
// arms of one trial are not, so the interval is over trials.
//
// A trial without a record of some arm averages over those that it has. The order of the result is by number of
// demonstrations; the map's order does not enter it.
func (d Design) doseResponse(behaviour string) DoseResponse {
	byAmount := map[int][][]float64{} // success in percent: amount, trial, arm
	first := d.Arms[0]
	for r := range d.Rows() {
		if a := r.Arm; a.Method != first.Method || a.Variation() != first.Variation() {
			continue
		}
		n := demonstrationsOf(r.Record, behaviour)
		trials := byAmount[n]
		if trials == nil {
			trials = make([][]float64, d.Plan.Size.Trials)
		}
		trials[r.Cell.Trial] = append(trials[r.Cell.Trial], d.Percent(SuccessesOf(r.Record, behaviour, d.Oracle)))
		byAmount[n] = trials
	}
	out := DoseResponse{Behaviour: behaviour}
	for n, trials := range byAmount {
		if n > 0 {
			out.Doses = append(out.Doses, pooled(n, trials))
		}
	}
	slices.SortFunc(out.Doses, func(a, b Dose) int { return cmp.Compare(a.Demonstrations, b.Demonstrations) })
	return out
}

// demonstrationsOf is the number of demonstrations of a behaviour that a record was trained on. Several groups
// of one behaviour, such as two styles of it, are added.
func demonstrationsOf(r record.Record, behaviour string) (n int) {
	for _, g := range r.Data.Groups {
		if g.Behaviour == behaviour {
			n += g.Demos
		}
	}
	return n
}

// pooled is mean and interval over trials of the mean over arms. The interval is the one-sample t-interval of
// confidence Level; it is not cut at 0 and 100 here.
func pooled(n int, trials [][]float64) Dose {
	var means []float64
	for _, t := range trials {
		if len(t) > 0 {
			means = append(means, stats.Mean([][]float64{t}))
		}
	}
	d := Dose{Demonstrations: n, Mean: stats.Mean([][]float64{means})}
	if t, err := stats.PairedT(means, make([]float64, len(means)), Level); err == nil {
		d.Interval = t.CI
	}
	return d
}
