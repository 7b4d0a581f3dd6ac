package balance

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// counted is k groups with n[g] demonstrations of ten frames, and a few frames more for the later ones.
func counted(n ...int) demos.Groups {
	g := demos.Groups{N: n}
	for i, c := range n {
		g.Names = append(g.Names, fmt.Sprintf("group %d", i))
		g.Frames = append(g.Frames, c*10+i)
		for range c {
			g.Of = append(g.Of, int32(i))
		}
	}
	return g
}

// losses are synthetic: a level per group that falls with noise. Some losses are zero, some groups stay constant.
func losses(g demos.Groups, steps int) [][]float64 {
	r := seed.Of("losses").Rand()
	out := make([][]float64, steps)
	for t := range out {
		out[t] = make([]float64, len(g.Names))
		for i := range out[t] {
			level := float64(i%4) * math.Exp(-float64(t)/30)
			out[t][i] = level * (1 + 0.3*r.NormFloat64()*r.Float64())
			out[t][i] = max(0, out[t][i])
		}
	}
	return out
}

// begin starts a method as a trainer does: reference runs and a first stage where the mixture needs them, the number of
// steps, random numbers.
func begin(m Method, g demos.Groups, l [][]float64) mixture.Mixture {
	mix := m.Start(g)
	if s, ok := mix.(mixture.Staged); ok {
		s.Weigh(through(prepared(s.First(), g, l), l))
	}
	return prepared(mix, g, l)
}

// prepared is a mixture after its reference runs, before its first step.
func prepared(mix mixture.Mixture, g demos.Groups, l [][]float64) mixture.Mixture {
	if r, ok := mix.(mixture.Referenced); ok {
		for run := r.Reference(); run != nil; run = r.Reference() {
			initialize(run, len(l))
			through(run, l)
			r.Refer(slices.Clone(shares(g.Frames))) // made up: one number a group that follows the groups' order
		}
	}
	initialize(mix, len(l))
	return mix
}

// through reports all losses to a mixture and returns the log of its weights before each step.
func through(mix mixture.Mixture, l [][]float64) *mixture.Log {
	log := new(mixture.Log)
	for _, loss := range l {
		log.Alpha = append(log.Alpha, slices.Clone(mix.Alpha()))
		observe(mix, loss)
	}
	return log
}

func initialize(m mixture.Mixture, steps int) {
	if b, ok := m.(mixture.Initializer); ok {
		b.Begin(steps, func(words ...any) float64 { return seed.Of("run").With(words...).Rand().Float64() })
	}
}

// observe reports one step to a mixture, with gradients and examples synthesised from the losses of the groups, so
// that they follow the groups' order. A group of loss 0 is absent from the batch.
func observe(m mixture.Mixture, loss []float64) {
	m.Observe(slices.Clone(loss))
	if o, ok := m.(mixture.HeldOutObserver); ok {
		o.ObserveHeldOut(slices.Clone(loss))
	}
	if o, ok := m.(mixture.GradientObserver); ok {
		gram := make([][]float64, len(loss))
		for i, a := range loss {
			for j, b := range loss {
				gram[i] = append(gram[i], -0.1*math.Sqrt(a*b))
				if i == j {
					gram[i][j] += a
				}
			}
		}
		o.ObserveGradients(gram)
	}
	if o, ok := m.(mixture.ExampleObserver); ok {
		var group []int32
		var examples, ref []float32
		for i, l := range loss {
			for e := range 3 {
				if l > 0 {
					group = append(group, int32(i))
					examples, ref = append(examples, float32(l)*float32(e)), append(ref, 1)
				}
			}
		}
		o.ObserveExamples(group, examples, ref)
	}
}

// run reports losses to a method, and returns its weights before the first step and after every step.
func run(m Method, g demos.Groups, l [][]float64) [][]float64 {
	mix := begin(m, g, l)
	out := [][]float64{slices.Clone(mix.Alpha())}
	for _, loss := range l {
		observe(mix, loss)
		out = append(out, slices.Clone(mix.Alpha()))
	}
	return out
}

// allMethods are the registered methods, and some with settings that take other code paths.
func allMethods(t *testing.T) map[string]Method {
	t.Helper()
	all := map[string]Method{}
	for _, name := range append(Methods.Names(), "ours:HeldOut=.2,MetaSteps=0", "ours:Project=1,EtaT=100",
		"ours:Stages=2", "remix-paper:Stages=2,Weights=mean", "cagrad:Stages=2") {
		m, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = m
	}
	return all
}

var sizes = map[string]demos.Groups{
	"one group":                     counted(5),
	"two":                           counted(10, 20),
	"three, one starved":            counted(27, 9, 27),
	"one sample":                    counted(40, 1, 30),
	"fifty":                         counted(slices.Repeat([]int{3, 7, 11, 40, 2}, 10)...),
	"thousands against one, and 50": counted(5000, 1, 50),
}

// Every method keeps its weights on the simplex, whatever the groups and the losses.
func TestWeightsStayOnTheSimplex(t *testing.T) {
	t.Parallel()
	for name, m := range allMethods(t) {
		for what, g := range sizes {
			for step, alpha := range run(m, g, losses(g, 200)) {
				if err := simplex(alpha, len(g.Names)); err != nil {
					t.Errorf("%s, %s, step %d: %v", name, what, step, err)
					break
				}
			}
		}
	}
}

func simplex(alpha []float64, k int) error {
	sum := 0.0
	for _, a := range alpha {
		if !(a >= 0) {
			return fmt.Errorf("weight %v", a)
		}
		sum += a
	}
	if len(alpha) != k || !(math.Abs(sum-1) < 1e-9) {
		return fmt.Errorf("%d weights for %d groups, sum %v", len(alpha), k, sum)
	}
	return nil
}

// Methods do not depend on the order of the groups: permuting the groups permutes the weights.
func TestPermutingGroupsPermutesWeights(t *testing.T) {
	t.Parallel()
	for name, m := range allMethods(t) {
		for what, g := range sizes {
			l := losses(g, 50)
			order := seed.Of("order", what).Rand().Perm(len(g.Names))
			want, got := run(m, g, l), run(m, permuted(g, order), permute(l, order))
			for step := range want {
				for i, from := range order {
					if math.Abs(got[step][i]-want[step][from]) > 1e-9 {
						t.Fatalf("%s, %s, step %d: group %d weighs %v, permuted %v", name, what, step, from,
							want[step][from], got[step][i])
					}
				}
			}
		}
	}
}

// permuted puts group order[i] in place i.
func permuted(g demos.Groups, order []int) demos.Groups {
	out := g
	out.Names, out.N, out.Frames = make([]string, len(order)), make([]int, len(order)), make([]int, len(order))
	place := make([]int32, len(order))
	for i, from := range order {
		out.Names[i], out.N[i], out.Frames[i] = g.Names[from], g.N[from], g.Frames[from]
		place[from] = int32(i)
	}
	out.Of = make([]int32, len(g.Of))
	for e, of := range g.Of {
		out.Of[e] = place[of]
	}
	return out
}

func permute(rows [][]float64, order []int) [][]float64 {
	out := make([][]float64, len(rows))
	for t, row := range rows {
		for _, from := range order {
			out[t] = append(out[t], row[from])
		}
	}
	return out
}

// Groups that are alike in size and losses stay alike in weight, but for the control, which draws them.
func TestEqualGroupsStayEqual(t *testing.T) {
	g := counted(12, 12, 12, 12)
	g.Frames = []int{130, 130, 130, 130}
	l := losses(g, 100)
	for _, row := range l {
		for i := range row {
			row[i] = row[1]
		}
	}
	for name, m := range allMethods(t) {
		if name == "random" {
			continue
		}
		for step, alpha := range run(m, g, l) {
			for _, a := range alpha {
				if math.Abs(a-0.25) > 1e-9 {
					t.Fatalf("%s, step %d: equal groups weigh %v", name, step, alpha)
				}
			}
		}
	}
}

// Two runs of a method share no state.
func TestRunsAreIndependent(t *testing.T) {
	g := counted(27, 9, 27)
	l := losses(g, 60)
	for name, m := range allMethods(t) {
		want := run(m, g, l)
		other := begin(m, g, losses(g, 10))
		for _, row := range losses(counted(1, 2, 3), 10) {
			observe(other, row)
		}
		for step, alpha := range run(m, g, l) {
			if !slices.Equal(alpha, want[step]) {
				t.Fatalf("%s, step %d: a second run gave %v, the first %v", name, step, alpha, want[step])
			}
		}
	}
}

// Methods do not change the slices of the groups that Start receives.
func TestMethodsLeaveGroupsAlone(t *testing.T) {
	for name, m := range allMethods(t) {
		g := counted(27, 9, 27)
		run(m, g, losses(g, 20))
		want := counted(27, 9, 27)
		if !slices.Equal(g.N, want.N) || !slices.Equal(g.Frames, want.Frames) || !slices.Equal(g.Of, want.Of) {
			t.Errorf("%s changed the groups", name)
		}
	}
}

// Every method has a description of its own, short enough for a line of a table.
func TestEveryMethodIsDescribed(t *testing.T) {
	seen := map[string]string{}
	for _, name := range Methods.Names() {
		m, _ := Methods.Get(name)
		about := m.About().String()
		if other := seen[about]; other != "" || len(about) < 20 || len(about) > 110 {
			t.Errorf("%s is described as %q (%s)", name, about, other)
		}
		seen[about] = name
	}
}
