package balance_test

import (
	"fmt"

	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// begin tells a mixture how many steps there will be.
func begin(m balance.Mixture, steps int) {
	m.(balance.Beginner).Begin(steps, nil)
}

// Table 1 of Parekh et al. gives the learned weights of suboptimal and optimal demonstrations as .0633/.9367 in picking and
// .0563/.9437 in opening, with reference losses of 1.893/1.505 and 2.018/1.626. Both rows follow from one number, η·T = 2.25,
// if the policy fits both groups equally well all along: the weights drift at a constant rate and stop where training
// does, not at an equilibrium.
func ExampleRemixPaper_tableOneIsLinearDrift() {
	for _, task := range []struct {
		name string
		ref  []float64
	}{{"picking", []float64{1.893, 1.505}}, {"opening", []float64{2.018, 1.626}}} {
		m := balance.RemixPaper{EtaT: 2.25}.Start(demos.Groups{Names: []string{"suboptimal", "optimal"}, Frames: []int{1, 2}})
		m.(balance.Referenced).Refer(task.ref)
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

// With the reference losses at zero the same ascent stays where it started, at 1/k, as long as the groups' losses are alike: the
// .50/.50 and .516/.484 that Table 1 gives for Zero are its starting point, not a finding.
func ExampleZero_startingPoint() {
	m := balance.Zero{EtaT: 2.25}.Start(demos.Groups{Names: []string{"suboptimal", "optimal"}})
	begin(m, 3000)
	for range 3000 {
		m.Observe([]float64{.105, .100})
	}
	fmt.Printf("%.3f %.3f\n", m.Alpha()[0], m.Alpha()[1])
	// Output: 0.506 0.494
}

// Only differences of reference losses matter to the study's ascent: adding 10 to all of them changes nothing. Re-Mix clips each
// example's excess at zero and would never leave its prior.
func ExampleOurs_onlyDifferencesMatter() {
	for _, more := range []float64{0, 10} {
		m := balance.Ours{EtaT: 2.25}.Start(demos.Groups{Names: []string{"a", "b"}})
		for range 2 {
			m.(balance.Referenced).Reference()
			m.(balance.Referenced).Refer([]float64{.3 + more, .1 + more})
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
	fmt.Println(err, balance.Settings(m))
	_, err = balance.Named("ours:Eta=5")
	fmt.Println(err)
	// Output:
	// <nil> [EtaT Beta1 Beta2 MetaSteps HeldOut Project]
	// balance: method "ours": no setting "Eta"; known: EtaT, Beta1, Beta2, MetaSteps, HeldOut, Project
}
