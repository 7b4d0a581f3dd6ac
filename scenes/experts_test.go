package scenes

import (
	"math"
	"strings"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/physics"
)

// trajectory is one recording of CALVIN; testdata/experts.json.gz says how it was made.
type trajectory struct {
	Name, Task, Behaviour string
	Robot                 [RobotSize]float32 // robot_obs that CALVIN was reset to
	Scene                 [SceneSize]float32 // scene_obs that CALVIN was reset to
	Relative              []Action
	Absolute              []AbsoluteAction
	TCP                   [][6]float64
	Joints                [][physics.Joints]float64
	Success               int // first control step at which CALVIN's oracle held
}

func loadTrajectories(t testing.TB) []trajectory {
	t.Helper()
	var all struct{ Trajectories []trajectory }
	golden.ReadGzipJSON(t, "testdata/experts.json.gz", &all)
	return all.Trajectories
}

// start puts a tabletop into the state that CALVIN was reset to.
func (r *trajectory) start(t testing.TB) *Tabletop {
	t.Helper()
	w := NewTabletop()
	if _, err := w.Restore(&Observation{Robot: r.Robot, Scene: r.Scene}); err != nil {
		t.Fatal(err)
	}
	return w
}

// tcp returns CALVIN's pose of the tool centre point after n control steps.
func (r *trajectory) tcp(n int) physics.Pose {
	c := r.TCP[n]
	return physics.Pose{
		P: physics.Vec{X: c[0], Y: c[1], Z: c[2]},
		R: physics.FromEuler(physics.Vec{X: c[3], Y: c[4], Z: c[5]}),
	}
}

// distance returns how far two poses are apart (m, rad).
func distance(a, b physics.Pose) (far, turn float64) {
	d := a.R.MulT(&b.R)
	return a.P.Sub(b.P).Norm(), d.RotationVector().Norm()
}

// playback is what became of a trajectory here.
type playback struct {
	success      int     // first control step of success, 0 never
	end, endTurn float64 // distance of the tool centre point from CALVIN's after the last action (m, rad)
	worst        float64 // greatest distance after any action (m)
	clips        int     // actions whose target was moved back
}

// play plays a trajectory's relative or absolute actions.
func (r *trajectory) play(t testing.TB, relative bool) (p playback) {
	t.Helper()
	w := r.start(t)
	success := func() bool { return false }
	if r.Task != "" {
		task, err := Tasks.Get(r.Task)
		if err != nil {
			t.Fatal(err)
		}
		success = func() bool { return task.Outcome(w).CALVIN == Right }
	}
	for i := range r.Relative {
		step := func() error { return w.StepAbsolute(r.Absolute[i]) }
		if relative {
			step = func() error { return w.Step(r.Relative[i]) }
		}
		err := step()
		if err != nil {
			t.Fatal(err)
		}
		if p.success == 0 && success() {
			p.success = i + 1
		}
		p.end, p.endTurn = distance(w.TCP(), r.tcp(i+1))
		p.worst = max(p.worst, p.end)
	}
	p.clips = w.ClippedTargets()
	return p
}

// CALVIN's scripted experts, eight for each of five behaviours, do here what they did there: their relative actions and
// their absolute ones succeed, at CALVIN's control step to within two, and the tool ends within 3 mm and 1 degree of
// CALVIN's. On the way it stays within 5 mm, or 15 mm where it passes the drawer's handle, on which the fingers' shapes
// differ.
func TestCalvinsExpertsSucceed(t *testing.T) {
	experts := 0
	for _, r := range loadTrajectories(t) {
		if r.Success == 0 {
			continue // the rotation
		}
		experts++
		for kind, relative := range map[string]bool{"relative": true, "absolute": false} {
			p := r.play(t, relative)
			if p.success == 0 || p.success < r.Success-2 || p.success > r.Success+2 {
				t.Errorf("%s, %s: success at step %d, CALVIN's at %d", r.Name, kind, p.success, r.Success)
			}
			near := 0.005
			if r.Behaviour == "drawer" {
				near = 0.015
			}
			if p.end > 0.003 || p.endTurn > math.Pi/180 || p.worst > near {
				t.Errorf("%s, %s: the tool ends %.1f mm and %.2f degrees from CALVIN's and is up to %.1f mm from it",
					r.Name, kind, p.end*1e3, p.endTurn*180/math.Pi, p.worst*1e3)
			}
			if p.clips != 0 {
				t.Errorf("%s, %s: %d targets are clipped", r.Name, kind, p.clips)
			}
		}
	}
	if experts != 40 {
		t.Errorf("testdata has %d experts, want 40", experts)
	}
}

// CALVIN's thresholds are those of conf/tasks/new_playtable_tasks.yaml at commit 797142c of calvin_env: a lifted block
// has risen by more than 5 cm, the slider moved by more than 15 cm and the drawer by more than 12 cm. Its experts
// succeed at the first control step at which they have. Their actions are played in twenty parts, so that a step is a
// millimetre.
func TestThresholdsAreCalvins(t *testing.T) {
	const parts = 20
	moved := map[string]func(w *Tabletop) (far, threshold float64){
		"picking": func(w *Tabletop) (float64, float64) { return w.Block(Red).P.Z - w.startBlock[Red].Z, 0.05 },
		"slider":  func(w *Tabletop) (float64, float64) { return w.Slider(Door) - w.startRail[Door], 0.15 },
		"drawer":  func(w *Tabletop) (float64, float64) { return w.Slider(Drawer) - w.startRail[Drawer], 0.12 },
	}
	for _, r := range loadTrajectories(t) {
		far := moved[r.Behaviour]
		if r.Task == "picking" {
			far = moved[r.Task]
		}
		if r.Success == 0 || !strings.HasSuffix(r.Name, "000") {
			continue
		}
		task, err := Tasks.Get(r.Task)
		if err != nil {
			t.Fatal(err)
		}
		w := r.start(t)
		before, at := 0.0, 0.0
		won := false
		for i := 0; i < parts*len(r.Relative) && !won; i++ {
			a := r.Relative[i/parts]
			for k := range ActionGripper {
				a[k] /= parts
			}
			if err := w.Step(a); err != nil {
				t.Fatal(err)
			}
			var threshold float64
			before = at
			at, threshold = far(w)
			if won = task.Outcome(w).CALVIN == Right; won != (at > threshold) {
				t.Errorf("%s: success is %v with %.4f m of more than %.2f m", r.Name, won, at, threshold)
				break
			}
		}
		if !won || at-before > 0.002 || task.Goal(w).Missing != 0 {
			t.Errorf("%s: success %v after a step of %.4f m, goal %+v", r.Name, won, at-before, task.Goal(w))
		}
	}
}

// Turning the hand in place about one Euler angle after another ends within a degree of CALVIN's: relative actions add
// to Euler angles, they do not turn about fixed axes.
func TestRotationIsCalvins(t *testing.T) {
	for _, r := range loadTrajectories(t) {
		if r.Name != "rotation" {
			continue
		}
		for kind, relative := range map[string]bool{"relative": true, "absolute": false} {
			if p := r.play(t, relative); p.end > 1e-3 || p.endTurn > 0.1*math.Pi/180 {
				t.Errorf("%s: the tool ends %.2f mm and %.3f degrees from CALVIN's", kind, p.end*1e3,
					p.endTurn*180/math.Pi)
			}
		}
		return
	}
	t.Error("there is no rotation in testdata")
}
