package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/physics"
)

// randomActions generates actions that no demonstrator would: random walks, and hard pushes into the table, the cabinet
// and other obstacles that last up to two seconds, while the gripper opens and closes.
type randomActions struct {
	r    *rand.Rand
	push Action
	left int // control steps that the present push lasts
}

func (b *randomActions) next() Action {
	if b.left == 0 {
		b.left = 1 + b.r.IntN(60)
		for i := range b.push {
			b.push[i] = float32(uniform(b.r, -1.5, 1.5))
		}
		switch b.r.IntN(4) {
		case 0: // ram one way
			b.push = Action{ActionGripper: b.push[ActionGripper]}
			b.push[ActionTranslation+b.r.IntN(3)] = float32(1 - 2*b.r.IntN(2))
		case 1: // down with the gripper closing: squeeze what is there
			b.push = Action{ActionTranslation + 2: -1, ActionGripper: -1}
		}
	}
	b.left--
	a := b.push
	for i := range ActionGripper {
		a[i] += float32(float32(b.r.NormFloat64()) * 0.3)
	}
	return a
}

// faultSteps counts for how many control steps in a row each fault has been present.
type faultSteps map[string]int

// damage returns an error for a state that must not occur. Overlaps may occur briefly; l counts how long.
func (l faultSteps) damage(t *Tabletop) error {
	if !t.world.Finite() {
		return fmt.Errorf("the state is not finite")
	}
	deep := map[string]bool{}
	for c := range t.world.Contacts {
		if c.Gap < -5e-3 {
			deep[fmt.Sprintf("%v in %v", c.A, c.B)] = true
		}
	}
	for i := range blockCount {
		p := t.Block(i)
		if name := t.inside(p.P); name != "" {
			deep[fmt.Sprintf("the middle of block %d in %s", i, name)] = true
		}
		if v, _ := t.world.BodyVelocity(i); v.Norm() > 6 {
			return fmt.Errorf("block %d moves at %.1f m/s; falling from the table gives 3", i, v.Norm())
		}
	}
	for name := range l {
		if !deep[name] {
			delete(l, name)
		}
	}
	for name := range deep {
		if l[name]++; l[name] > 15 {
			return fmt.Errorf("%s for half a second", name)
		}
	}
	return nil
}

// inside returns the name of the solid part of the scene that contains a point, or "".
func (t *Tabletop) inside(p physics.Vec) string {
	for _, b := range fixedBoxes {
		if within(&b.box, p) {
			return b.name
		}
	}
	for _, b := range sliderBoxes() {
		s := sliderSpecs()[b.part]
		if within(&b.box, p.AddScaled(-t.Slider(b.part), s.Axis)) {
			return fmt.Sprintf("slider %d", b.part)
		}
	}
	return ""
}

// within reports whether a box contains a point.
func within(b *physics.Box, p physics.Vec) bool {
	q := b.Pose.ApplyT(p).Abs()
	return q.X < b.Half.X && q.Y < b.Half.Y && q.Z < b.Half.Z
}

// stress runs random actions for a number of control steps, from a new random state every 500, and checks every state.
func stress(t testing.TB, name string, steps int) {
	t.Helper()
	w := NewTabletop()
	r := seed.Of("abuse", name).Rand()
	b := &randomActions{r: r}
	faults := faultSteps{}
	energy := 0.0
	for i := range steps {
		if i%500 == 0 {
			randomizeParts(t, w, r)
			clear(faults)
		}
		if err := w.Step(b.next()); err != nil {
			t.Fatal(err)
		}
		energy = math.Max(energy, w.world.KineticEnergy())
		if err := faults.damage(w); err != nil {
			t.Fatalf("%s, control step %d: %v", name, i, err)
		}
	}
	t.Logf("%s: greatest kinetic energy %.1f J", name, energy)
}

// randomizeParts places the door, the drawer and the blocks at random; blocks may touch, or lie in the open drawer.
func randomizeParts(t testing.TB, w *Tabletop, r *rand.Rand) {
	t.Helper()
	w.Clear()
	for i, travel := range []float64{DoorTravel, DrawerTravel} {
		if err := w.PlaceSlider(i, uniform(r, 0, travel)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range blockCount {
		at := physics.Pose{
			P: physics.Vec{X: uniform(r, -0.05, 0.35), Y: uniform(r, -0.3, -0.03), Z: 0.5 + float64(0.1*float64(i))},
			R: physics.FromEuler(physics.Vec{X: uniform(r, -3, 3), Y: uniform(r, -1.5, 1.5), Z: uniform(r, -3, 3)}),
		}
		if err := w.world.PlaceBody(i, at); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStress(t *testing.T) {
	for i := range 4 {
		stress(t, fmt.Sprint("run ", i), 5000)
	}
}

// A million control steps: go test -bench Stress -benchtime 1x ./scenes
func BenchmarkStress(b *testing.B) {
	for i := range b.N {
		stress(b, fmt.Sprint("million ", i), 1_000_000)
	}
	b.ReportMetric(1e6*float64(b.N)/b.Elapsed().Seconds(), "control-steps/s")
}
