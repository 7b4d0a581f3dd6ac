package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/physics"
)

// started returns a tabletop in an initial state of a task, and what the generator draws next.
func started(t *testing.T, text string, key seed.Key, behaviour int) (*Tabletop, *rand.Rand) {
	t.Helper()
	task, err := ParseTask(text)
	if err != nil {
		t.Fatal(err)
	}
	w, r := NewTabletop(), key.Rand()
	if err := task.Reset(w, behaviour, r); err != nil {
		t.Fatal(err)
	}
	return w, r
}

// observed returns the observation of the present state.
func observed(w *Tabletop) (o Observation) {
	w.Observe(&o)
	return o
}

// exact returns the observation without errors.
func exact(w *Tabletop) Observation {
	n := w.noise
	defer func() { w.noise = n }()
	w.noise = noise{}
	return observed(w)
}

// equalNumbers reports whether two observations have the same numbers.
func equalNumbers(a, b Observation) bool { return a.Robot == b.Robot && a.Scene == b.Scene }

// errorsOf returns the errors of an observation as lengths (m), by what they are errors of.
func errorsOf(o, truth *Observation) map[string][]float64 {
	errors := map[string][]float64{}
	add := func(what string, x float64) { errors[what] = append(errors[what], x) }
	for i := range physics.Joints {
		k := RobotJoints + i
		add("joints", jointLever*float64(o.Robot[k]-truth.Robot[k]))
	}
	for i := range 3 {
		add("tool", float64(o.Robot[RobotTCP+i]-truth.Robot[RobotTCP+i]))
	}
	for i := range blockCount {
		a, b := o.Scene[BlockIndex(i):], truth.Scene[BlockIndex(i):]
		ra, rb := physics.FromEuler(vecAt(a[BlockEuler:])), physics.FromEuler(vecAt(b[BlockEuler:]))
		turn := ra.MulT(&rb)
		v, p := turn.RotationVector(), vecAt(a).Sub(vecAt(b))
		for _, x := range [3]float64{p.X, p.Y, p.Z} {
			add("blocks", x)
		}
		for _, x := range [3]float64{v.X, v.Y, v.Z} {
			add("turns of blocks", float64(blockLever*x))
		}
	}
	return errors
}

// The errors of an observation have the standard deviation of the knob, as lengths, and half of their variance stays
// the same for an episode. That of the tool centre point, which several joints make, is as great.
func TestNoiseHasItsStandardDeviation(t *testing.T) {
	const episodes, mm = 150, 2.0
	const sd = mm / 1000
	squares, products, n := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for i := range episodes {
		w, _ := started(t, fmt.Sprintf("picking:Noise=%g,Start=0", mm), seed.Of("noise", i), i%3)
		o, e := observed(w), exact(w)
		first := errorsOf(&o, &e)
		if err := w.Step(Action{ActionGripper: 1}); err != nil {
			t.Fatal(err)
		}
		o, e = observed(w), exact(w)
		for what, xs := range errorsOf(&o, &e) {
			for k, x := range xs {
				squares[what] += x * x
				products[what] += x * first[what][k]
				n[what]++
			}
		}
	}
	for what, count := range n {
		// The root mean square of 450 numbers is within 3.3 % of σ in two cases of three, and 15 % is four of
		// these. The correlation of two frames of an episode is 1/2, ± 0.04.
		if got := math.Sqrt(squares[what] / count); math.Abs(got/sd-1) > 0.15 {
			t.Errorf("%s: standard deviation %.3f mm, want %.3f", what, 1000*got, mm)
		}
		if got := products[what] / squares[what]; math.Abs(got-0.5) > 0.16 {
			t.Errorf("%s: correlation %.2f of two frames of an episode, want 0.5", what, got)
		}
	}
	if len(n) != 4 {
		t.Errorf("errors of %d kinds of numbers, want 4", len(n))
	}
}

// Noise changes what is observed and nothing else: neither the states nor the random numbers after Reset.
func TestNoiseLeavesTheStateAlone(t *testing.T) {
	for _, task := range Tasks.Names() {
		for i := range 4 {
			key := seed.Of("noise alone", i)
			plain, r := started(t, task, key, i%2)
			noisy, rn := started(t, task+":Noise=10", key, i%2)
			if r.Uint64() != rn.Uint64() {
				t.Errorf("%s: the noise draws random numbers of the reset", task)
			}
			b := &randomActions{r: key.With("actions").Rand()}
			for range 30 {
				a := b.next()
				for _, w := range []*Tabletop{plain, noisy} {
					if err := w.Step(a); err != nil {
						t.Fatal(err)
					}
				}
			}
			if equalNumbers(observed(noisy), observed(plain)) {
				t.Errorf("%s: the observation has no errors", task)
			}
			if noisy.noise = (noise{}); noisy.Hash() != plain.Hash() {
				t.Errorf("%s: the noise changes the state", task)
			}
		}
	}
}

// A state with noise observes the same again, and after saving and loading; other episodes have other errors, and a
// tabletop that loads or resets to a state without noise observes exactly.
func TestNoiseIsPartOfTheState(t *testing.T) {
	w, _ := started(t, "opening:Noise=3", seed.Of("saved noise"), 1)
	plain := NewTabletop().Save(nil)
	state := w.Save(nil)
	other := NewTabletop()
	if err := other.Load(state); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if !equalNumbers(observed(w), observed(w)) || !equalNumbers(observed(w), observed(other)) ||
			w.Hash() != other.Hash() {
			t.Fatal("equal states are observed with different errors")
		}
		for _, w := range []*Tabletop{w, other} {
			if err := w.Step(Action{ActionTranslation: 0.5}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := other.Load(plain); err != nil || other.Inexact() {
		t.Errorf("a state without noise is loaded with noise, %v", err)
	}
	if w.Clear(); w.Inexact() {
		t.Error("a cleared tabletop observes with errors")
	}
	for _, damaged := range [][]byte{state[:16], state[:24], append(state[:8:8], plain...)} {
		if err := w.Load(damaged); err == nil || w.Inexact() {
			t.Errorf("%d bytes of a damaged state are loaded", len(damaged))
		}
	}
}

// Recorded starts can be restored at the greatest noise: inexact joints, widths and mechanisms stay in their ranges.
func TestInexactStartsCanBeRestored(t *testing.T) {
	w := NewTabletop()
	for _, task := range Tasks.Names() {
		for i := range 40 {
			start, _ := started(t, task+":Noise=10", seed.Of("restored noise", i), i%2)
			o := observed(start)
			if _, err := w.Restore(&o); err != nil {
				t.Errorf("%s, start %d: %v", task, i, err)
			}
			if w.Inexact() {
				t.Errorf("%s, start %d: the restored state has noise", task, i)
			}
		}
	}
}
