package stats

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Components are the two parts of the variance of a difference of two methods, from a pilot: what varies between trials
// (training runs, with their data and seeds), and what varies between the rollouts of one trial. Rollouts reduce only
// the second part, trials both.
type Components struct {
	A          string `json:"a"`
	B          string `json:"b"`
	Paired     bool   `json:"paired"`     // else the methods have trials of their own
	Trials     int    `json:"trials"`     // of the pilot: pairs, or the smaller number of a method
	Groups     int    `json:"groups"`     // over whose means a trial's score is averaged
	Difference Maybe  `json:"difference"` // mean score of A - B in the pilot
	Observed   Maybe  `json:"observed_variance"`
	Between    Maybe  `json:"between_variance"` // τ²
	Within     Maybe  `json:"within_variance"`  // ω², of one rollout in each group; undefined where nothing tells it
	Rollouts   Maybe  `json:"pilot_rollouts"`   // in each group and trial of the pilot, harmonic mean
	Starts     bool   `json:"paired_starts"`    // both methods were run from the same starts, so ω² is of differences
	// Careful is the factor of Observed that gives its one-sided 80 % upper limit (Browne, Statist. Med. 14 (1995)
	// 1933): a pilot of few trials may have had a small spread by luck.
	Careful  Maybe    `json:"careful_factor"`
	Warnings Warnings `json:"warnings"`
}

// ComponentsOf estimates the components from a pilot's rollouts, of methods a and b (indices into data.Methods). With
// the scores x_mt (means over groups of means of rollouts) of trial t, differences d_t = x_at - x_bt and the variance
// v_mg of single rollouts within a trial, pooled over trials,
//
//	ω² = 1/G² Σ_g (v_ag + v_bg),  S² = Var d_t,  τ² = max(0, S² - mean_t 1/G² Σ_g (v_ag/R_atg + v_bg/R_btg))
//
// so that R rollouts in each group give differences of variance τ² + ω²/R. Where both methods were run from the same
// starts, v is the variance of the differences on a start. Without pairing S² is the mean of both methods' variances,
// and so are τ² and ω². It returns an error for no group, fewer than two trials, more than two million groups x
// trials, and infinities.
func ComponentsOf(data Long, a, b int, paired bool) (Components, error) {
	c := Components{A: data.Methods[a], B: data.Methods[b], Paired: paired, Groups: len(data.Groups)}
	p, err := pilotOf(data, a, b)
	if err != nil {
		return c, err
	}
	g := float64(c.Groups)
	c.Starts = paired && p.sameStarts()
	var within float64 // of one rollout in each group: ω² without the halves of unpaired methods
	known := true
	variances := [2][]float64{make([]float64, c.Groups), make([]float64, c.Groups)}
	for group := range c.Groups {
		for m := range 2 {
			v, ok := p.within(m, group)
			if c.Starts {
				v, ok = p.withinPairs(group)
				v /= 2 // half for each method: their sum is the variance of the difference
			}
			variances[m][group], known = v, known && ok
			within += v / (g * g)
		}
	}
	noise, inverse := 0.0, 0.0 // means over complete trials of the rollouts' part, and of 1/R
	scores, cells := [2][]float64{}, 0.0
	for t := range data.Trials {
		x, ok := [2]float64{}, [2]bool{true, true}
		part := [2]float64{}
		for m := range 2 {
			for group := range c.Groups {
				s := p.cell(m, group, t)
				if s.n == 0 {
					ok[m] = false
					continue
				}
				x[m] += s.sum / s.n / g
				part[m] += variances[m][group] / (g * g * s.n)
			}
		}
		if paired && ok[0] && ok[1] {
			scores[0], scores[1] = append(scores[0], x[0]-x[1]), append(scores[1], 0)
			noise += part[0] + part[1]
		}
		for m := range 2 {
			if !paired && ok[m] {
				scores[m] = append(scores[m], x[m])
				noise += part[m]
			}
			if paired && ok[0] && ok[1] || !paired && ok[m] {
				for group := range c.Groups {
					inverse, cells = inverse+1/p.cell(m, group, t).n, cells+1
				}
			}
		}
	}
	c.Trials = min(len(scores[0]), len(scores[1]))
	if c.Trials < 2 {
		return c, fmt.Errorf("stats: a pilot needs two complete trials of both methods, there are %d", c.Trials)
	}
	first, err := Summarise(scores[0])
	if err != nil {
		return c, err
	}
	second, err := Summarise(scores[1])
	if err != nil {
		return c, err
	}
	variance, freedom := first.SD.Or(0)*first.SD.Or(0), float64(c.Trials-1)
	noise /= float64(len(scores[0]))
	c.Difference = first.Mean
	if !paired {
		c.Difference = Some(first.Mean.Or(0) - second.Mean.Or(0))
		variance = (variance + second.SD.Or(0)*second.SD.Or(0)) / 2
		freedom = float64(len(scores[0]) + len(scores[1]) - 2)
		noise *= float64(len(scores[0])) / float64(len(scores[0])+len(scores[1]))
		within /= 2
	}
	c.Observed, c.Rollouts = Some(variance), Some(cells/inverse)
	c.Careful = Some(freedom / QuantileChi2(0.2, freedom))
	if !known {
		c.Between = c.Observed
		c.Warnings.add("nothing tells the variance of single rollouts (each trial has one score): plans are for as " +
			"many rollouts a trial as the pilot had")
		return c, nil
	}
	c.Within, c.Between = Some(within), Some(max(0, variance-noise))
	if variance < noise {
		c.Warnings.add("trials vary no more than their rollouts explain: the variance between trials is taken for 0, " +
			"and the careful plan is the safer one")
	}
	if c.Trials < 5 {
		c.Warnings.add("a pilot of %d trials tells their variance within a factor of %.2g only", c.Trials,
			c.Careful.Or(1))
	}
	return c, nil
}

// pilotCell is the rollouts of a method in a group and trial.
type pilotCell struct {
	n, sum, squares float64
	starts          map[int32]float64 // outcome by start; nil where a rollout has none
	several         bool              // an entry of several rollouts that are not all successes or failures
}

// pilot is the rollouts of two methods.
type pilot struct {
	cells  []pilotCell // [method][group][trial]
	groups int
	trials int
}

func (p *pilot) cell(method, group, trial int) *pilotCell {
	return &p.cells[(method*p.groups+group)*p.trials+trial]
}

// maxPilot bounds groups x trials of a pilot: each has two cells of 40 bytes, 160 MB in all, with rollouts or
// without.
const maxPilot = 2_000_000

// pilotOf gathers the rollouts of methods a and b.
func pilotOf(data Long, a, b int) (*pilot, error) {
	p := &pilot{groups: len(data.Groups), trials: len(data.Trials)}
	if p.groups == 0 {
		return nil, fmt.Errorf("stats: a pilot needs a group: one where the data have none")
	}
	if p.trials > maxPilot/p.groups {
		return nil, fmt.Errorf("stats: %d groups and %d trials are too many for a pilot", p.groups, p.trials)
	}
	p.cells = make([]pilotCell, 2*p.groups*p.trials)
	for i, e := range data.Entries {
		if math.IsInf(e.Sum, 0) || math.IsNaN(e.Sum) || e.Rollouts < 1 {
			return nil, fmt.Errorf("stats: entry %d has outcome %v of %d rollouts", i+1, e.Sum, e.Rollouts)
		}
		m := 0
		switch int(e.Method) {
		case a:
		case b:
			m = 1
		default:
			continue
		}
		c, r := p.cell(m, int(e.Group), int(e.Trial)), float64(e.Rollouts)
		if c.n == 0 {
			c.starts = map[int32]float64{}
		}
		c.n, c.sum = c.n+r, c.sum+e.Sum
		switch {
		case e.Rollouts == 1:
			c.squares += e.Sum * e.Sum
		case e.Sum == math.Trunc(e.Sum) && e.Sum >= 0 && e.Sum <= r:
			c.squares += e.Sum // successes: 1² each
		default:
			c.several = true
		}
		if _, again := c.starts[e.Start]; e.Start < 0 || e.Rollouts > 1 || again {
			c.starts = nil
		}
		if c.starts != nil {
			c.starts[e.Start] = e.Sum
		}
	}
	return p, nil
}

// within is the variance of single rollouts of a method in a group, pooled over trials; ok is false where no trial has
// two, or where the rollouts are known by their sum alone.
func (p *pilot) within(method, group int) (v float64, ok bool) {
	squares, df := 0.0, 0.0
	for t := range p.trials {
		c := p.cell(method, group, t)
		if c.several {
			return 0, false
		}
		if c.n > 1 {
			squares, df = squares+max(0, c.squares-c.sum*c.sum/c.n), df+c.n-1
		}
	}
	return squares / max(df, 1), df > 0
}

// sameStarts reports whether both methods were run once from the same starts, in every group and trial.
func (p *pilot) sameStarts() bool {
	for g := range p.groups {
		for t := range p.trials {
			a, b := p.cell(0, g, t), p.cell(1, g, t)
			if a.n == 0 || b.n == 0 {
				continue
			}
			if a.starts == nil || b.starts == nil || len(a.starts) != len(b.starts) {
				return false
			}
			for s := range a.starts {
				if _, ok := b.starts[s]; !ok {
					return false
				}
			}
		}
	}
	return true
}

// withinPairs is the variance of the difference of both methods on one start, in a group, pooled over trials.
func (p *pilot) withinPairs(group int) (v float64, ok bool) {
	squares, df := 0.0, 0.0
	for t := range p.trials {
		a, b := p.cell(0, group, t), p.cell(1, group, t)
		if a.n < 2 || b.n < 2 {
			continue
		}
		cross := 0.0
		for _, start := range slices.Sorted(maps.Keys(a.starts)) { // sorted, so that the sum is the same each time
			cross += a.starts[start] * b.starts[start]
		}
		sum := a.sum - b.sum
		squares, df = squares+max(0, a.squares+b.squares-2*cross-sum*sum/a.n), df+a.n-1
	}
	return squares / max(df, 1), df > 0
}
