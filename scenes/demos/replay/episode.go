package replay

import (
	"fmt"
	"math"
	"strconv"

	"counterpoise/internal/num"
	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// recording is an episode whose numbers have been checked.
type recording struct {
	number   int
	kind     Kind
	labels   map[string]string
	frames   []scenes.Observation // frame t is recorded before action t
	actions  [][scenes.ActionSize]float32
	goal     goal
	recorded *bool // whether the recording says that it succeeded; nil where it says nothing
}

// newRecording checks an episode and returns what is to be played. An error names the frame and the component.
func newRecording(number int, raw *demos.Raw, o *Options) (*recording, error) {
	actions := raw.Actions
	if o.Actions == Absolute {
		if actions = raw.Absolute; actions.Width == 0 {
			return nil, fmt.Errorf("there are no absolute actions in it: this dataset carries relative ones alone; " +
				"replay those")
		}
	}
	t := raw.Frames()
	for _, m := range []struct {
		name  string
		m     demos.Matrix
		width int
	}{
		{string(o.Actions) + " actions", actions, scenes.ActionSize},
		{"robot state", raw.State, scenes.RobotSize},
		{"scene state", raw.Scene, scenes.SceneSize},
	} {
		if m.m.Width != m.width || m.m.Rows() != t || t == 0 {
			return nil, fmt.Errorf("its %s has %d rows of %d numbers, expected %d of %d: only recordings of the "+
				"tabletop or of CALVIN can be replayed", m.name, m.m.Rows(), m.m.Width, t, m.width)
		}
	}
	e := &recording{number: number, kind: o.Actions, labels: raw.Labels,
		frames: make([]scenes.Observation, t), actions: make([][scenes.ActionSize]float32, t)}
	for i := range t {
		copy(e.frames[i].Robot[:], raw.State.Row(i))
		copy(e.frames[i].Scene[:], raw.Scene.Row(i))
		copy(e.actions[i][:], actions.Row(i))
		if err := e.checkFrame(i); err != nil {
			return nil, fmt.Errorf("frame %d: %w; mend it or leave the episode out", i, err)
		}
	}
	if text, ok := raw.Labels["success"]; ok {
		yes, err := strconv.ParseBool(text)
		if err == nil {
			e.recorded = &yes
		}
	}
	var err error
	e.goal, err = o.goalOf(raw.Labels)
	return e, err
}

// axes are the names of an action's components.
var axes = [scenes.ActionSize]string{"x", "y", "z", "rotation about x", "rotation about y", "rotation about z",
	"gripper"}

// roundingSlack is how far a component of an action may lie beyond its range: CALVIN clips in float64 and stores
// float32.
const roundingSlack = 1e-6

// checkFrame returns an error if a number of frame t is not finite, or an action is out of its range. Components of
// relative actions lie in [-1, 1]; CALVIN's writer and ours clip them. Absolute positions lie within the arm's reach.
func (e *recording) checkFrame(t int) error {
	o, a := &e.frames[t], &e.actions[t]
	for _, v := range []struct {
		name string
		v    []float32
	}{{"robot_obs", o.Robot[:]}, {"scene_obs", o.Scene[:]}} {
		if i := num.FirstNonFinite(v.v); i >= 0 {
			return fmt.Errorf("%s[%d] is %v, not finite", v.name, i, v.v[i])
		}
	}
	what := func(i int) string { return fmt.Sprintf("%s action, component %d (%s)", e.kind, i, axes[i]) }
	if i := num.FirstNonFinite(a[:]); i >= 0 {
		return fmt.Errorf("%s is %v, not finite", what(i), a[i])
	}
	for i, x := range a {
		if (e.kind == Relative || i == scenes.ActionGripper) && math.Abs(float64(x)) > 1+roundingSlack {
			return fmt.Errorf("%s is %v, outside [-1, 1]", what(i), x)
		}
	}
	if e.kind == Absolute {
		p := physics.Vec{X: float64(a[0]), Y: float64(a[1]), Z: float64(a[2])}
		if d := p.Sub(scenes.BasePosition).Norm(); d > scenes.MaxReach {
			return fmt.Errorf("%s action commands a place %.2f m from the robot's base, beyond its reach of %.1f m",
				e.kind, d, scenes.MaxReach)
		}
	}
	return nil
}
