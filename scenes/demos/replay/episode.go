package replay

import (
	"fmt"

	"counterpoise/internal/num"
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
	recorded *bool // see Result.Recorded
}

// unplayable is an error of the numbers of one episode. The others of the dataset can be played.
type unplayable struct{ error }

func (u unplayable) Unwrap() error { return u.error }

// newRecording checks an episode and returns what is to be played. An error names the frame and the component. It is
// unplayable where a number is at fault; others, such as a dataset without absolute actions, hold for all episodes.
func newRecording(number int, raw *demos.Raw, o *Options) (*recording, error) {
	actions := raw.Actions
	if o.Actions == Absolute {
		if actions = raw.Absolute; actions.Width == 0 {
			return nil, fmt.Errorf("there are no absolute actions in it: this dataset carries relative ones alone; " +
				"replay those, or a copy in CALVIN's format, which has both of our datasets")
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
			return nil, unplayable{fmt.Errorf("frame %d: %w", i, err)}
		}
	}
	var err error
	if e.goal, err = o.goalOf(raw.Labels); err != nil {
		return nil, err
	}
	if own, err := new(Options).goalOf(raw.Labels); err == nil && own.equals(&e.goal) {
		e.recorded = recordedSuccess(raw.Labels)
	}
	return e, nil
}

// recordedSuccess returns what the labels of an episode say about its success; nil if nothing.
func recordedSuccess(labels map[string]string) *bool {
	yes, known := demos.Truth(labels["success"])
	if !known {
		return nil
	}
	return &yes
}

// checkFrame returns an error if a number of frame t is not finite, or its action cannot be meant as one of its kind.
func (e *recording) checkFrame(t int) error {
	o, a := &e.frames[t], e.actions[t]
	for _, v := range []struct {
		name string
		v    []float32
	}{{"robot_obs", o.Robot[:]}, {"scene_obs", o.Scene[:]}} {
		if i := num.FirstNonFinite(v.v); i >= 0 {
			return fmt.Errorf("%s[%d] is %v, not finite; mend the frame, or leave the episode out", v.name, i, v.v[i])
		}
	}
	if e.kind == Absolute {
		return (*scenes.AbsoluteAction)(&a).Check()
	}
	return (*scenes.Action)(&a).Check()
}
