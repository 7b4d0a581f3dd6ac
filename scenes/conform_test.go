package scenes

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/physics"
)

// TestTasksConform checks what every task must satisfy in every behaviour. That demonstrators succeed at it is tested
// in scenes/expert.
func TestTasksConform(t *testing.T) {
	for _, name := range Tasks.Names() {
		task, err := Tasks.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		if task.Horizon() < 1 || len(task.Behaviours()) < 2 {
			t.Errorf("%s: horizon %d, behaviours %v", name, task.Horizon(), task.Behaviours())
		}
		names := task.Behaviours()
		if distinct := slices.Compact(slices.Sorted(slices.Values(names))); len(distinct) != len(names) {
			t.Errorf("%s: two behaviours have one name: %v", name, names)
		}
		for b, behaviour := range task.Behaviours() {
			t.Run(name+"/"+behaviour, func(t *testing.T) { conforms(t, task, b) })
		}
		for _, b := range []int{-1, len(task.Behaviours())} {
			if task.Reset(NewTabletop(), b, seed.Of("x").Rand()) == nil {
				t.Errorf("%s: behaviour %d, which does not exist, is accepted", name, b)
			}
		}
	}
}

func conforms(t *testing.T, task Task, b int) {
	const n = 40
	w := NewTabletop()
	var first Observation
	robotVaries, sceneVaries := map[int]bool{}, map[int]bool{}
	for i := range n {
		if err := task.Reset(w, b, seed.Of("conform", i).Rand()); err != nil {
			t.Fatal(err)
		}
		if o := task.Outcome(w); o != (Outcome{}) {
			t.Fatalf("start %d is decided already: %+v", i, o)
		}
		var o Observation
		w.Observe(&o)
		hash := w.Hash()
		again := NewTabletop()
		if err := task.Reset(again, b, seed.Of("conform", i).Rand()); err != nil {
			t.Fatal(err)
		}
		if again.Hash() != hash {
			t.Fatalf("start %d: the same seed gives another state on another tabletop", i)
		}
		if i == 0 {
			first = o
		}
		for k := range o.Robot {
			robotVaries[k] = robotVaries[k] || o.Robot[k] != first.Robot[k]
		}
		for k := range o.Scene {
			sceneVaries[k] = sceneVaries[k] || o.Scene[k] != first.Scene[k]
		}
		checkGoal(t, w, task, b)
		checkStays(t, w, i)
	}
	for k := range first.Robot {
		if k != RobotWidth && k != RobotGrip && !robotVaries[k] { // the gripper starts open
			t.Errorf("number %d of the robot is the same in every start", k)
		}
	}
	for k := SceneBlocks; k < len(first.Scene); k++ {
		if !sceneVaries[k] {
			t.Errorf("number %d of the scene is the same in every start", k)
		}
	}
}

// checkGoal checks the goal of a task in an initial state of behaviour b: it is to move the part that b grasps, the
// whole distance is missing, and the hand does not touch the part yet.
func checkGoal(t *testing.T, w *Tabletop, task Task, b int) {
	t.Helper()
	goal, grasp := task.Goal(w), task.GraspPoint(w, b)
	if goal.GraspPoint != grasp {
		t.Errorf("the goal is to grasp %+v, the behaviour's grasp point is %+v", goal.GraspPoint, grasp)
	}
	if !(goal.Distance > 0) || math.Abs(goal.Missing-goal.Distance) > 1e-3 {
		t.Errorf("at the start %v m of %v m are missing", goal.Missing, goal.Distance)
	}
	if d := w.distanceTo(grasp.Part, grasp.At); d > 0.01 {
		t.Errorf("the grasp point %v is %.3f m outside of the %s", grasp.At, d, partName(grasp.Part))
	}
	if m := w.Trace(task, Earned); m.Phase != Reaching || m.Reach < 0.05 || m.Reach > 1 {
		t.Errorf("at the start the phase is %s, %.3f m from the grasp point", m.Phase, m.Reach)
	}
}

// distanceTo returns the distance of a point from the boxes of a block or of a mechanism, 0 inside (m).
func (t *Tabletop) distanceTo(part physics.Part, p physics.Vec) float64 {
	outside := func(b *physics.Box) float64 {
		q := b.Pose.ApplyT(p).Abs().Sub(b.Half)
		return physics.Vec{X: max(q.X, 0), Y: max(q.Y, 0), Z: max(q.Z, 0)}.Norm()
	}
	if part.Kind == physics.FreeBody {
		half := physics.Vec{X: BlockLengths[part.Index], Y: BlockHalf, Z: BlockHalf}
		return outside(&physics.Box{Pose: t.Block(part.Index), Half: half})
	}
	least := math.Inf(1)
	for _, b := range sliderBoxes() {
		if b.part == part.Index {
			b.box.Pose.P = b.box.Pose.P.AddScaled(t.Slider(b.part), sliderSpecs()[b.part].Axis)
			least = math.Min(least, outside(&b.box))
		}
	}
	return least
}

// checkStays checks that an untouched tabletop stays as it is for one second, observed exactly.
func checkStays(t *testing.T, w *Tabletop, start int) {
	t.Helper()
	w.noise = noise{}
	var before, after Observation
	w.Observe(&before)
	for range ControlRate {
		if err := w.Step(Action{ActionGripper: 1}); err != nil {
			t.Fatal(err)
		}
	}
	w.Observe(&after)
	for k := range before.Scene {
		// A difference of almost 2π is an angle that jumps from -π to π.
		if d := math.Abs(float64(after.Scene[k] - before.Scene[k])); d > 1e-3 && d < 6 {
			t.Errorf("start %d: number %d of the scene moves from %v to %v by itself",
				start, k, before.Scene[k], after.Scene[k])
		}
	}
	for k := range 3 {
		if d := math.Abs(float64(after.Robot[RobotTCP+k] - before.Robot[RobotTCP+k])); d > 5e-3 {
			t.Errorf("start %d: the tool centre point drifts by %v m", start, d)
		}
	}
}
