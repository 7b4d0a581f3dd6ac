package decide

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
	"counterpoise/stats"
)

// Pool is a dataset in which a third of the demonstrations of each behaviour, 10 of 30, is in one bad style, or none is
// where Style is empty.
type Pool struct{ Task, Style string }

// Pools are the pools on which it is measured what it is worth to name some demonstrations good: those that were
// measured to cost most first, so that what has run at any time answers most.
func Pools() (all []Pool) {
	for _, style := range []string{"biased", "erratic", "miss", "hasty", "", "slow", "mistake", "retry", "release",
		"early", "noisy", "detour", "fumble"} {
		all = append(all, Pool{"picking", style}, Pool{"opening", style})
	}
	return all
}

// String names the pool.
func (p Pool) String() string {
	if p.Style == "" {
		return p.Task + ", nothing wrong"
	}
	return p.Task + ", " + p.Style
}

// Recipe is what the pool is made of.
func (p Pool) Recipe() demos.Recipe {
	task, err := scenes.ParseTask(p.Task)
	var parts []string
	for _, b := range task.Behaviours() {
		if p.Style == "" {
			parts = append(parts, b+"=30")
		} else {
			parts = append(parts, b+"=20", b+":"+p.Style+"=10")
		}
	}
	r, failed := demos.ParseRecipe(p.Task + " " + strings.Join(parts, ","))
	if err != nil || failed != nil {
		panic("decide: a pool of constants cannot be read")
	}
	return r
}

// Naming is a way of weighing a pool by how like demonstrations are to those of each behaviour that are named good.
type Naming struct {
	Named int  // demonstrations of each behaviour
	Wrong bool // one of them is bad
	Gap   bool // by the gap, else by rank
}

// Namings are the ways that are measured. Two of 20 are a tenth, which try names unless the user names some.
var Namings = []Naming{{2, false, false}, {1, false, true}, {2, false, true}, {4, false, true}, {8, false, true},
	{8, true, true}}

// String names the arm: "gap 8, one wrong".
func (n Naming) String() string {
	rule, wrong := "rank", ""
	if n.Gap {
		rule = "gap"
	}
	if n.Wrong {
		wrong = ", one wrong"
	}
	return fmt.Sprintf("%s %d%s", rule, n.Named, wrong)
}

// Of returns the demonstrations that are named good in a pool, spread evenly over the good ones of each behaviour, the
// first replaced by a bad one where that is asked for; nil where there is none.
func (n Naming) Of(made *demos.Dataset) (all []int) {
	good, bad := map[string][]int{}, map[string][]int{}
	for i := range made.Episodes {
		e := &made.Episodes[i]
		if e.Style == expert.Optimal {
			good[e.Behaviour] = append(good[e.Behaviour], i)
		} else {
			bad[e.Behaviour] = append(bad[e.Behaviour], i)
		}
	}
	for b, list := range good {
		for k := range n.Named {
			all = append(all, list[k*len(list)/n.Named])
		}
		if n.Wrong {
			if bad[b] == nil {
				return nil
			}
			all[len(all)-n.Named] = bad[b][0]
		}
	}
	slices.Sort(all)
	return all
}

// PoolWorth is the success of the arms of a pool, in percent by draw, mean over behaviours.
type PoolWorth struct {
	Pool
	Success map[string][]float64
	Costly  bool // leaving the bad ones out gains more than bench.VerdictMargin, by the whole interval
	Fails   bool // demonstrations of the style fail
}

// PoolWorths are the pools all of whose arms have records.
func PoolWorths(choices []Choice, of map[string]record.Record) (all []PoolWorth) {
pools:
	for i, p := range Pools() {
		w := PoolWorth{Pool: p, Success: map[string][]float64{}}
		for _, c := range choices {
			if c.Recipe != i {
				continue
			}
			r, ok := of[c.Cell]
			if !ok {
				continue pools
			}
			w.Success[c.Arm] = append(w.Success[c.Arm], percentOf(r))
		}
		if w.Success[ArmPlain] == nil {
			continue
		}
		if p.Style != "" {
			gap, _ := stats.PairedT(w.Success[ArmDropped], w.Success[ArmPlain], frame.Level)
			style, _ := expert.Styles.Get(p.Style)
			w.Costly, w.Fails = gap.CI.Low.Or(0) > bench.VerdictMargin, !style.Succeeds()
		}
		all = append(all, w)
	}
	return all
}

// percentOf is the success of a record in percent, over all rollouts.
func percentOf(r record.Record) float64 {
	total := 0
	for _, o := range r.Rollouts {
		total += len(o.Steps)
	}
	return 100 * frame.SuccessesOf(r, bench.AllBehaviours, record.Earned) / float64(total)
}

// Gain is an arm's success minus that of plain cloning, by draw; nil where the pool has no such arm.
func (w PoolWorth) Gain(arm string) []float64 {
	if w.Success[arm] == nil {
		return nil
	}
	out := slices.Clone(w.Success[arm])
	for t, v := range w.Success[ArmPlain] {
		out[t] -= v
	}
	return out
}

// Recovered is the share of the gap that an arm recovers on pools, in percent: the sum of its gains over that of
// leaving the bad ones out, with an interval by bootstrap over draws.
func Recovered(arm string, among []PoolWorth) (b stats.Bootstrapped) {
	var gain, gap, draws []float64
	for _, w := range among {
		for t, v := range w.Gain(arm) {
			if t == len(gain) {
				gain, gap, draws = append(gain, 0), append(gap, 0), append(draws, float64(t))
			}
			gain[t], gap[t] = gain[t]+v, gap[t]+w.Gain(ArmDropped)[t]
		}
	}
	share := func(strata [][]float64) float64 {
		a, b := 0., 0.
		for _, t := range strata[0] {
			a, b = a+gain[int(t)], b+gap[int(t)]
		}
		return 100 * a / b
	}
	b, err := stats.Bootstrap([][]float64{draws}, share, frame.Level, 2000, seed.Of("named good", arm), nil)
	if err != nil || math.IsNaN(b.Estimate.Or(0)) {
		return stats.Bootstrapped{}
	}
	return b
}

// MeanGain is the mean of an arm's gains over the pools that have it, tested over draws.
func MeanGain(arm string, among []PoolWorth) (t stats.Test) {
	var gains [][]float64
	for _, w := range among {
		if g := w.Gain(arm); g != nil {
			gains = append(gains, g)
		}
	}
	var mean []float64
	for _, g := range gains {
		for t := range g {
			if t == len(mean) {
				mean = append(mean, 0)
			}
			mean[t] += g[t] / float64(len(gains))
		}
	}
	t, _ = stats.PairedT(mean, make([]float64, len(mean)), frame.Level)
	return t
}
