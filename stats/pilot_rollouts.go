package stats

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

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
		if err := e.check(i); err != nil {
			return nil, err
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

// variances returns the variances v_mg of single rollouts by method and group, and their sum over both methods and all
// groups divided by G². Where starts are paired, v_mg is half of the variance of the differences on a start, so that
// the two halves add up to it. known is false where the variance of some method and group cannot be told.
func (p *pilot) variances(starts bool) (v [2][]float64, sum float64, known bool) {
	g := float64(p.groups)
	v, known = [2][]float64{make([]float64, p.groups), make([]float64, p.groups)}, true
	for group := range p.groups {
		for m := range 2 {
			one, ok := p.within(m, group)
			if starts {
				one, ok = p.withinPairs(group)
				one /= 2
			}
			v[m][group], known = one, known && ok
			sum += one / (g * g)
		}
	}
	return v, sum, known
}

// floors are the variances of single rollouts, of which none is 0 where all are successes or failures: n that ended
// alike have the rate p = (k + 1/2)/(n + 1) and the variance p (1 - p); of the same starts p is the share of those that
// end in two ways. Alike says that some did.
func (p *pilot) floors(v [2][]float64, starts bool) (floors [2][]float64, sum float64, alike bool) {
	g := float64(p.groups)
	for m := range v {
		floors[m] = slices.Clone(v[m])
		for group := range p.groups {
			k, n, single := 0.0, 0.0, true
			for t := range p.trials {
				c := p.cell(m, group, t)
				k, n, single = k+c.sum, n+c.n, single && !c.several && c.squares == c.sum
			}
			if floors[m][group] == 0 && single && n > 0 {
				rate := (k + 0.5) / (n + 1)
				if starts {
					rate = 0.5 / (n + 1)
				}
				floors[m][group], alike = rate*(1-rate), true
				if starts {
					floors[m][group] /= 2
				}
			}
			sum += floors[m][group] / (g * g)
		}
	}
	return floors, sum, alike
}

// pilotScores has the scores of a pilot's complete trials, and sums over these trials.
type pilotScores struct {
	of      [2][]float64 // x_at and x_bt; of paired trials the differences d_t, and zeros
	noise   [2]float64   // sums of 1/G² Σ_g v_mg/R_mtg, the part of the variances of the scores that rollouts explain
	inverse float64      // sum of 1/R_mtg over groups and methods
	cells   float64      // terms of inverse
}

// scores returns the scores of the trials that have rollouts in every group, of both methods where trials are paired.
func (p *pilot) scores(variances [2][]float64, paired bool) (s pilotScores) {
	g := float64(p.groups)
	for t := range p.trials {
		x, part, ok := [2]float64{}, [2]float64{}, [2]bool{true, true}
		for m := range 2 {
			for group := range p.groups {
				c := p.cell(m, group, t)
				if c.n == 0 {
					ok[m] = false
					continue
				}
				x[m] += c.sum / c.n / g
				part[m] += variances[m][group] / (g * g * c.n)
			}
		}
		if paired && ok[0] && ok[1] {
			s.of[0], s.of[1] = append(s.of[0], x[0]-x[1]), append(s.of[1], 0)
			s.noise[0] += part[0] + part[1]
		}
		for m := range 2 {
			if !paired && ok[m] {
				s.of[m] = append(s.of[m], x[m])
				s.noise[m] += part[m]
			}
			if paired && ok[0] && ok[1] || !paired && ok[m] {
				for group := range p.groups {
					s.inverse, s.cells = s.inverse+1/p.cell(m, group, t).n, s.cells+1
				}
			}
		}
	}
	return s
}
