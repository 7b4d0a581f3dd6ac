package balance_test

import (
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/policies/ridge"
	"counterpoise/scenes/demos"
)

// begin tells a mixture how many steps there will be.
func begin(m mixture.Mixture, steps int) {
	m.(mixture.Initializer).Begin(steps, nil)
}

// Table 1 of Parekh et al. gives the learned weights of suboptimal and optimal demonstrations as .0633/.9367 in
// picking and .0563/.9437 in opening, with reference losses of 1.893/1.505 and 2.018/1.626. Both rows follow from one
// number, η·T = 2.25, if the policy fits both groups equally well all along: the weights drift at a constant rate and
// stop where training does, not at an equilibrium.
func ExampleRemixPaper_tableOneIsLinearDrift() {
	for _, task := range []struct {
		name string
		ref  []float64
	}{{"picking", []float64{1.893, 1.505}}, {"opening", []float64{2.018, 1.626}}} {
		groups := demos.Groups{Names: []string{"suboptimal", "optimal"}, Frames: []int{1, 2}}
		m := balance.RemixPaper{EtaT: 2.25}.Start(groups)
		m.(mixture.Referenced).Refer(task.ref)
		begin(m, 3000)
		for range 3000 {
			m.Observe([]float64{.1, .1})
		}
		fmt.Printf("%s %.3f %.3f\n", task.name, m.Alpha()[0], m.Alpha()[1])
	}
	// Output:
	// picking 0.063 0.937
	// opening 0.059 0.941
}

// With the reference losses at zero the same ascent stays where it started, at 1/k, as long as the groups' losses are
// alike: the .50/.50 and .516/.484 that Table 1 gives for Zero are its starting point, not a finding.
func ExampleZero_startingPoint() {
	m := balance.Zero{EtaT: 2.25}.Start(demos.Groups{Names: []string{"suboptimal", "optimal"}})
	begin(m, 3000)
	for range 3000 {
		m.Observe([]float64{.105, .100})
	}
	fmt.Printf("%.3f %.3f\n", m.Alpha()[0], m.Alpha()[1])
	// Output: 0.506 0.494
}

// Only differences of reference losses matter to the study's ascent: adding 10 to all of them changes nothing. Re-Mix
// clips each example's excess at zero and would never leave its prior.
func ExampleOurs_onlyDifferencesMatter() {
	for _, more := range []float64{0, 10} {
		m := balance.Ours{EtaT: 2.25}.Start(demos.Groups{Names: []string{"a", "b"}})
		for range 2 {
			m.(mixture.Referenced).Reference()
			m.(mixture.Referenced).Refer([]float64{.3 + more, .1 + more})
		}
		begin(m, 100)
		for range 100 {
			m.Observe([]float64{.3, .2})
		}
		fmt.Printf("%.4f %.4f\n", m.Alpha()[0], m.Alpha()[1])
	}
	// Output:
	// 0.3875 0.6125
	// 0.3875 0.6125
}

// A method with other settings than its defaults.
func ExampleNamed() {
	m, err := balance.Named("ours:HeldOut=.2,EtaT=5")
	fmt.Println(m, err)
	for _, s := range balance.Settings(m)[:2] {
		fmt.Printf("%s = %s, a %s in %s: %s\n", s.Key, s.Default, s.Type, s.Range, s.Meaning)
	}
	_, err = balance.Named("zero:Eta=5")
	fmt.Println(err)
	// Output:
	// {5 0.1 10 500 0.2 0 {1 0} 0 0 0 1 0 0} <nil>
	// EtaT = 5, a number in (0, 1e6]: η·T: reach of the ascent; 15.75 is 7 times 2.25, read off Table 1
	// Beta1 = 0.1, a number in (0, 1e6]: β_1: step size of the look-ahead
	// balance: method "zero": no setting "Eta"; did you mean "EtaT"? known: EtaT, Stages, Weights, Loss, From
}

// On training data the lowest loss that re-weighting can reach for a group is its specialist's: no weights fit a
// group better than forgetting the others. So a reference loss that is above what plain cloning reaches, as the
// study's are, is no minimum.
func ExampleOurs_leastLossIsTheSpecialists() {
	d, g := conflictingDemos(.4)
	c := ridgeConfig()
	c.Lambda = 1e-6
	r, err := ridge.New(d, g, c, 0, seed.Of("example"))
	if err != nil {
		fmt.Println(err)
		return
	}
	plain := []float64{8. / 16, 5. / 16, 3. / 16}
	if err := r.Fit(plain); err != nil {
		fmt.Println(err)
		return
	}
	cloned, _ := r.Losses()
	for i, name := range g.Names {
		least, alpha, err := r.Least(i)
		fmt.Printf("%s: weights %.2f, less than plain cloning reaches: %v %v\n", name, alpha, least < cloned[i], err)
	}
	// Output:
	// a: weights [1.00 0.00 0.00], less than plain cloning reaches: true <nil>
	// b: weights [0.00 1.00 0.00], less than plain cloning reaches: true <nil>
	// c: weights [0.00 0.00 1.00], less than plain cloning reaches: true <nil>
}

// Noise that nobody can fit draws weight where reference losses are zero. Measured against what is reachable, only
// what groups want differently of the same states counts: the second group's demonstrators want the same at both
// levels of noise.
func ExampleZero_noiseDrawsWeight() {
	for _, noise := range []float64{.1, 1} {
		d, g := conflictingDemos(noise)
		r, err := ridge.New(d, g, ridgeConfig(), 0, seed.Of("example"))
		if err != nil {
			fmt.Println(err)
			return
		}
		zero, least := make([]float64, 3), make([]float64, 3)
		for i := range least {
			if least[i], _, err = r.Least(i); err != nil {
				fmt.Println(err)
			}
		}
		for _, ref := range [][]float64{zero, least} {
			alpha, _, err := r.Equilibrium(ref)
			fmt.Printf("noise %.1f, least %.2f: weights %.1f %v\n", noise, ref, alpha, err)
		}
	}
	// Output:
	// noise 0.1, least [0.00 0.00 0.00]: weights [0.0 0.5 0.5] <nil>
	// noise 0.1, least [0.00 0.02 0.01]: weights [0.0 0.5 0.5] <nil>
	// noise 1.0, least [0.00 0.00 0.00]: weights [0.0 0.9 0.1] <nil>
	// noise 1.0, least [0.00 0.88 0.01]: weights [0.0 0.5 0.5] <nil>
}

// halfway lies between plain cloning and equal weights: all that a new method has to be. In this package it would
// register itself, func init() { Methods.Add("halfway", halfway{}) }, and be held to the laws that hold for all.
//
//	α_i = (ρ_i + 1/k)/2
type halfway struct{}

func (halfway) About() balance.Description {
	return balance.Description{Summary: "between plain cloning and equal weights"}
}

func (halfway) Start(g demos.Groups) mixture.Mixture {
	frames := 0
	for _, n := range g.Frames {
		frames += n
	}
	var w weights
	for _, n := range g.Frames {
		w = append(w, (float64(n)/float64(frames)+1/float64(len(g.Frames)))/2)
	}
	return w
}

// weights are a mixture that never changes.
type weights []float64

func (w weights) Alpha() []float64  { return w }
func (w weights) Observe([]float64) {}

// A new method.
func ExampleMethod() {
	var m balance.Method = halfway{}
	fmt.Printf("%.3f\n", m.Start(demos.Groups{Frames: []int{100, 300}}).Alpha())
	// Output: [0.375 0.625]
}
