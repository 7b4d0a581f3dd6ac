package theory

import (
	"fmt"
	"slices"

	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// balanced15 evaluates that the ascent of Eq. 14 comes to rest where δ_1 = ... = δ_k (Eq. 15). Three groups in the
// plane with E_i[s²] = 1 have θ_α = sum_i α_i θ_i and L_i = |θ_α - θ_i|²: without references the rest is the centre
// of the circle through the θ_i.
func balanced15() Proposition {
	acute := [][2]float64{{0, 0}, {2, 0}, {0.6, 1.7}}
	none, _ := rest("zero", acute, nil)
	exampleCells, _ := rest("remix-paper", acute, []float64{0.1, 0, 0.3})
	flat, alpha := rest("zero", [][2]float64{{0, 0}, {2, 0}, {0.6, 0.2}}, nil)
	return Proposition{
		Equation: "P15", Deviation: max(spanOf(none), spanOf(exampleCells)),
		Setting: "the ascents of zero and remix-paper on three groups in the plane whose rest has all weights positive",
		Counterexample: fmt.Sprintf("Eq. 15 leaves out α_i >= 0: where the third θ lies between the others "+
			"its weight ends at %.0g, and δ_3 is %.2g below the others.",
			alpha[2], flat[0]-flat[2]),
	}
}

// rest runs the ascent of a method until it is at rest, and returns the excesses δ_i = L_i -
// L_i^ref and the weights α there. The policy is at its optimum θ_α in every step. ref are the reference losses, nil
// for a method that has none.
func rest(method string, thetas [][2]float64, ref []float64) (delta, alpha []float64) {
	const steps = 4000
	m, err := balance.Named(fmt.Sprintf("%s:EtaT=%d", method, steps/20)) // η = .05
	if err != nil {
		panic(err) // a method of this program
	}
	g := demos.Groups{Names: make([]string, len(thetas)), Frames: slices.Repeat([]int{1}, len(thetas))}
	mix := m.Start(g)
	if r, ok := mix.(mixture.Referenced); ok {
		r.Reference()
		r.Refer(ref)
	} else {
		ref = make([]float64, len(thetas))
	}
	mix.(mixture.Initializer).Begin(steps, nil)
	loss := make([]float64, len(thetas))
	for range steps {
		at := sum(mix.Alpha(), thetas)
		for i := range thetas {
			d := apart(at, thetas[i])
			loss[i] = d * d
		}
		mix.Observe(loss)
	}
	for i := range loss {
		delta = append(delta, loss[i]-ref[i])
	}
	return delta, mix.Alpha()
}

// spanOf returns the difference of the largest and the smallest value.
func spanOf(v []float64) float64 { return slices.Max(v) - slices.Min(v) }
