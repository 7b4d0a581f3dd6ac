package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"counterpoise/internal/seed"
)

// simulated simulates rollouts of two methods: trial t's true rates of a and b are normal with the given SDs about
// their means, share a part that cancels in their difference, and are cut to [0, 1]; success is binomial.
func simulated(r *rand.Rand, trials, rollouts, groups int, rateA, rateB, between float64, paired bool) Long {
	d := Long{Methods: []string{"a", "b"}}
	for g := range groups {
		d.Groups = append(d.Groups, fmt.Sprint(g))
	}
	for t := range trials {
		d.Trials = append(d.Trials, fmt.Sprint(t))
		shared := r.NormFloat64() * 0.05
		for m, rate := range []float64{rateA, rateB} {
			if !paired {
				shared = 0
			}
			// The SD of the difference of two such parts is between; without pairing each has between itself.
			own := r.NormFloat64() * between
			if paired {
				own /= math.Sqrt2
			}
			p := min(1, max(0, rate+shared+own))
			for g := range groups {
				k := 0
				for range rollouts {
					if r.Float64() < p {
						k++
					}
				}
				d.Entries = append(d.Entries, Entry{Method: int32(m), Trial: int32(t), Group: int32(g), Start: -1,
					Rollouts: int32(rollouts), Sum: float64(k)})
			}
		}
	}
	return d
}

// scoresByTrial are the scores of both methods of simulated rollouts.
func scoresByTrial(d Long) (a, b []float64) {
	a, b = make([]float64, len(d.Trials)), make([]float64, len(d.Trials))
	for _, e := range d.Entries {
		[][]float64{a, b}[e.Method][e.Trial] += e.Sum / float64(e.Rollouts) / float64(len(d.Groups))
	}
	return a, b
}

// An experiment of the planned size shows what it was planned for as often as planned: by simulation of rollouts, for
// differences and equality, with and without pairing, whatever the number of rollouts. Bounds are three standard errors
// of 1500 simulations, and one point for rates that are not quite normal.
func TestPlansHoldInSimulation(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const runs = 1500
	for i, c := range []struct {
		rateA, rateB, between, margin float64
		groups                        int
		paired                        bool
	}{
		{0.65, 0.5, 0.08, 0, 1, true},
		{0.7, 0.6, 0.05, 0, 3, true},
		{0.6, 0.45, 0.06, 0, 1, false},
		{0.6, 0.6, 0.05, 0.1, 1, true},
		{0.5, 0.5, 0.05, 0.1, 2, false},
	} {
		components, err := Assumed(c.rateA, c.rateB, c.between, c.groups, c.paired)
		if err != nil {
			t.Fatal(err)
		}
		goal := Goal{Difference: c.rateA - c.rateB, Margin: c.margin, Power: 0.8, Alpha: 0.05}
		plan, err := components.Plan(goal, []int{5, 20, 100}, Costs{})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range plan.Options {
			r, found := seed.Of("plan_test", i, o.Rollouts).Rand(), 0
			for range runs {
				a, b := scoresByTrial(simulated(r, o.Trials, o.Rollouts, c.groups, c.rateA, c.rateB, c.between,
					c.paired))
				test := PairedT
				if !c.paired {
					test = StudentT
				}
				x, err := test(a, b, 0.95)
				if err != nil {
					t.Fatal(err)
				}
				p := x.P
				if c.margin > 0 {
					e, err := Equivalent(x, -c.margin, c.margin, 0.05)
					if err != nil {
						t.Fatal(err)
					}
					p = e.P
				}
				if p.Or(1) < 0.05 {
					found++
				}
			}
			want := o.Power.Or(0)
			got := float64(found) / runs
			if bound := 3*math.Sqrt(want*(1-want)/runs) + 0.01; math.Abs(got-want) > bound {
				t.Errorf("%+v: %d trials of %d rollouts find it in %.3f of runs, want %.3f within %.3f", c, o.Trials,
					o.Rollouts, got, want, bound)
			}
		}
	}
}

// The components of a pilot are, on average over pilots, those that it was simulated with.
func TestComponentsAreUnbiased(t *testing.T) {
	for _, paired := range []bool{true, false} {
		r := seed.Of("components", paired).Rand()
		const runs, between = 300, 0.1
		tau, within := 0.0, 0.0
		for range runs {
			c, err := ComponentsOf(simulated(r, 40, 40, 2, 0.5, 0.5, between, paired), 0, 1, paired)
			if err != nil {
				t.Fatal(err)
			}
			tau, within = tau+c.Between.Or(0)/runs, within+c.Within.Or(0)/runs
		}
		// Rates that vary by trial have E p(1 - p) = 1/4 - Var p; half of it a group, and both methods or one.
		spread := between*between/2 + 0.05*0.05
		want := (0.25 - spread) * 2 / 2
		if !paired {
			want = (0.25 - between*between) / 2
		}
		if math.Abs(tau-between*between) > 0.001 || math.Abs(within-want) > 0.003 {
			t.Errorf("paired %v: between %.4f, want %.4f; within %.4f, want %.4f", paired, tau, between*between, within,
				want)
		}
	}
}

// Without pairing a pilot may have more trials of one method: each method's variance and noise count half all the same,
// and the degrees of freedom are those of the smaller part.
func TestComponentsOfUnequalTrials(t *testing.T) {
	d := Long{Methods: []string{"a", "b"}, Groups: []string{"all"}}
	successes, rollouts := [2][]float64{{2, 5, 8}, {10, 14, 18, 22, 26, 30}}, [2]float64{10, 40}
	variance, noise := 0.0, 0.0
	for m, ks := range successes {
		var rates []float64
		within := 0.0
		for _, k := range ks {
			d.Entries = append(d.Entries, Entry{Method: int32(m), Trial: int32(len(d.Trials)), Start: -1,
				Rollouts: int32(rollouts[m]), Sum: k})
			d.Trials = append(d.Trials, fmt.Sprint(m, k))
			rates = append(rates, k/rollouts[m])
			within += (k - k*k/rollouts[m]) / (rollouts[m] - 1) / float64(len(ks))
		}
		sd := must[Summary](t)(Summarise(rates)).SD.Or(0)
		variance, noise = variance+sd*sd/2, noise+within/rollouts[m]/2
	}
	c := must[Components](t)(ComponentsOf(d, 0, 1, false))
	agree(t, "between", c.Between.Or(0), variance-noise, 1e-12)
	free := 4. * 2 * 5 / 7
	agree(t, "careful", c.Careful.Or(0), free/QuantileChi2(0.2, free), 1e-12)
}

// The same starts of both methods leave the variance of differences on a start, which shared starts make small.
func TestComponentsOfPairedStarts(t *testing.T) {
	d := Long{Methods: []string{"a", "b"}, Groups: []string{"all"}, Trials: []string{"1", "2", "3"}, Starts: 4}
	// Both succeed from starts 0 and 1 and fail from 2; from 3 only a does, in trial 1.
	for trial := range int32(3) {
		for start := range int32(4) {
			for m := range int32(2) {
				success := start < 2 || start == 3 && m == 0 && trial == 0
				sum := 0.0
				if success {
					sum = 1
				}
				d.Entries = append(d.Entries, Entry{Method: m, Trial: trial, Start: start, Rollouts: 1, Sum: sum})
			}
		}
	}
	c, err := ComponentsOf(d, 0, 1, true)
	// Differences on a start: 0, 0, 0, 1 in trial 1 (sum of squared deviations 3/4), else 0; 9 degrees of freedom.
	if err != nil || !c.Starts || math.Abs(c.Within.Or(0)-0.75/9) > 1e-15 {
		t.Errorf("%+v, %v", c, err)
	}
}

// A few rows may name many groups and trials, whose table would take gigabytes.
func TestPilotIsBounded(t *testing.T) {
	none := Long{Methods: []string{"a", "b"}, Trials: make([]string, 3)}
	if _, err := ComponentsOf(none, 0, 1, true); err == nil || !strings.Contains(err.Error(), "a group") {
		t.Errorf("no groups: %v", err)
	}
	d := Long{Methods: []string{"a", "b"}, Groups: make([]string, 1000), Trials: make([]string, 100_000)}
	if _, err := ComponentsOf(d, 0, 1, true); err == nil || !strings.Contains(err.Error(), "too many for a pilot") {
		t.Errorf("1000 groups and 100000 trials: %v", err)
	}
}

// Power of equality tests, by R 4.2.2 (integrate, testdata/equivalence.R).
func TestEquivalencePower(t *testing.T) {
	for _, c := range []struct {
		d     EquivalenceDesign
		n     int
		alpha float64
		want  float64
	}{
		{EquivalenceDesign{0, 1, false}, 10, 0.05, 0.795207266706},
		{EquivalenceDesign{0.3, 1, false}, 10, 0.05, 0.638453405102},
		{EquivalenceDesign{0, 0.5, false}, 40, 0.05, 0.856211762466},
		{EquivalenceDesign{0, 2, false}, 3, 0.05, 0.558044542817},
		{EquivalenceDesign{0, 1, true}, 20, 0.05, 0.855804946791},
		{EquivalenceDesign{-0.1, 0.4, true}, 100, 0.025, 0.500463036036},
		{EquivalenceDesign{0, 0.2, true}, 500, 0.05, 0.870298397969},
		{EquivalenceDesign{0, 0.3, false}, 10, 0.05, 0.00149336694457},
	} {
		p, err := PowerOf(c.d, c.n, c.alpha)
		if err != nil || math.Abs(p.Power.Or(0)-c.want) > 1e-9 {
			t.Errorf("%v, n = %d: %v, want %v (%v)", c.d, c.n, p.Power, c.want, err)
		}
	}
}

// With as many rollouts as the pilot had, the careful number of trials is that of the upper limit of the pilot's whole
// variance; with more rollouts the limit of what varies between trials stays, and the rollouts' part falls.
func TestCarefulTrials(t *testing.T) {
	const rollouts = 20
	d := simulated(rand.New(rand.NewPCG(3, 4)), 12, rollouts, 2, .4, .6, .15, true)
	c := must[Components](t)(ComponentsOf(d, 0, 1, true))
	goal := Goal{Difference: .1, Power: .8, Alpha: .05}
	plan := must[RolloutPlan](t)(c.Plan(goal, []int{rollouts, 1_000_000}, Costs{}))
	pilot, limit := c.Observed.Or(0), c.Observed.Or(0)*c.Careful.Or(0)
	for i, variance := range []float64{limit, limit - (pilot - c.Between.Or(0))} {
		need := must[Power](t)(RequiredN(PairedDesign{goal.Difference / math.Sqrt(variance)}, goal.Power, goal.Alpha))
		if o := plan.Options[i]; o.Careful != Some(float64(need.N)) || o.Careful.Or(0) <= float64(o.Trials) {
			t.Errorf("%d rollouts: %v trials, careful %v, want %d", o.Rollouts, o.Trials, o.Careful, need.N)
		}
	}
	if c.Between.Or(0) <= 0 || plan.Options[0].Careful == plan.Options[1].Careful {
		t.Errorf("the pilot does not tell the two parts apart: %+v", c)
	}
}

// Trials of a pilot that vary by less than their rollouts explain, or not at all, did so by luck: the careful plan
// takes the upper limit of what binomial rollouts of these rates have, by hand: p = 51/60 and 36/60 within trials, and
// (60 + 1/2)/61 where all succeeded.
func TestCarefulTrialsOfAlikePilots(t *testing.T) {
	const n = 20.0
	within := func(ks ...float64) (v float64) {
		for _, k := range ks {
			v += k * (n - k) / n / (float64(len(ks)) * (n - 1))
		}
		return v
	}
	all := 60.5 / 61 * 0.5 / 61
	for _, c := range []struct {
		a, b []float64
		want float64 // variance of the difference of one rollout each
		told bool
	}{
		{[]float64{17, 16, 18}, []float64{12, 11, 13}, within(17, 16, 18) + within(12, 11, 13), false},
		{[]float64{20, 20, 20}, []float64{12, 13, 12}, all + within(12, 13, 12), true},
		{[]float64{20, 20, 20}, []float64{0, 0, 0}, 2 * all, true},
	} {
		d := Long{Methods: []string{"a", "b"}, Groups: []string{"all"}, Trials: []string{"0", "1", "2"}}
		for m, ks := range [][]float64{c.a, c.b} {
			for trial, k := range ks {
				d.Entries = append(d.Entries, Entry{Method: int32(m), Trial: int32(trial), Start: -1, Rollouts: n,
					Sum: k})
			}
		}
		pilot := must[Components](t)(ComponentsOf(d, 0, 1, true))
		goal := Goal{Difference: .1, Power: .8, Alpha: .05}
		plan := must[RolloutPlan](t)(pilot.Plan(goal, []int{n}, Costs{}))
		limit := c.want / n * pilot.Careful.Or(0)
		need := must[Power](t)(RequiredN(PairedDesign{goal.Difference / math.Sqrt(limit)}, goal.Power, goal.Alpha))
		if o := plan.Options[0]; o.Careful != Some(float64(need.N)) || o.Careful.Or(0) <= float64(o.Trials) {
			t.Errorf("%v against %v: %d trials, careful %v, want %d", c.a, c.b, o.Trials, o.Careful, need.N)
		}
		if told := strings.Contains(strings.Join(plan.Warnings, ""), "ended alike"); told != c.told {
			t.Errorf("%v against %v: %v", c.a, c.b, plan.Warnings)
		}
	}
}

// The test of a plan is told with its article.
func TestPlanNamesItsTest(t *testing.T) {
	g := Goal{Difference: 0.1}
	for paired, want := range map[bool]string{true: "a difference of 0.1 by a paired t-test",
		false: "a difference of 0.1 by an independent t-test"} {
		if got := g.test(paired); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
