package demos

import (
	"cmp"
	"fmt"
	"strconv"
	"unicode/utf8"

	"counterpoise/internal/num"
	"counterpoise/scenes"
)

// Raw is one episode of any dataset, with the widths found in its file: the common content of all file formats.
// It suffices to count and to weight datasets of other robots. Raw.Episode converts it if it comes from the
// tabletop. All matrices have the same number of rows T.
type Raw struct {
	Labels  map[string]string // properties of the episode by name: "task", "behaviour", "style", ...
	Actions Matrix            // (T, A)
	State   Matrix            // (T, S), proprioception; the tabletop's scenes.Observation.Robot
	Scene   Matrix            // (T, P), privileged simulator state, width 0 if absent; scenes.Observation.Scene
	// Absolute (T, 7) holds each frame's action as a pose, scenes.AbsoluteAction, in formats that carry both kinds:
	// CALVIN's. Its width is 0 elsewhere. Episodes, and so conversions, keep Actions alone.
	Absolute Matrix
	Cameras  []Camera // empty if the episode was read without pictures
	Films    []Film   // cameras whose pictures are in videos; empty likewise. Conversions do without them
	Odd      []Oddity // what the reader found odd in an episode that can be used
}

// Oddity is something odd in an episode that can be used.
type Oddity struct {
	Kind string // what demonstrations of this kind have, such as "gaps in time"
	Text string // of this episode
}

// Matrix holds one vector per frame in row-major order.
type Matrix struct {
	Width  int
	Values []float32
}

// Rows returns the number of frames.
func (m Matrix) Rows() int { return len(m.Values) / max(1, m.Width) }

// Row returns the vector of frame t as a subslice, not a copy.
func (m Matrix) Row(t int) []float32 { return m.Values[t*m.Width : (t+1)*m.Width] }

// SideBySide returns the columns of matrices of t rows beside one another. A single matrix is returned as it is.
func SideBySide(list []Matrix, t int) Matrix {
	if len(list) == 1 {
		return list[0]
	}
	var all Matrix
	for _, m := range list {
		all.Width += m.Width
	}
	all.Values = make([]float32, 0, t*all.Width)
	for i := range t {
		for _, m := range list {
			all.Values = append(all.Values, m.Row(i)...)
		}
	}
	return all
}

// Camera holds the pictures of one camera: 8-bit RGB, frame by frame, rows from top to bottom.
type Camera struct {
	Name          string // "static", "ego"
	Height, Width int    // pixels
	Data          []byte // (T, Height, Width, 3)
}

// Frame returns the picture of frame t as a subslice, not a copy.
func (c *Camera) Frame(t int) []byte {
	n := c.Height * c.Width * 3
	return c.Data[t*n : (t+1)*n]
}

// Film is the pictures of one camera that a dataset keeps in a video. They are decoded when they are asked for and one
// after another, so that an episode with films takes no more memory than one without.
type Film struct {
	Name          string
	Height, Width int // pixels
	// Each decodes the pictures of the first n frames of the episode and yields them in order: 8-bit RGB, rows from top
	// to bottom, valid during the call. An error of yield ends it and is returned.
	Each func(n int, yield func(t int, rgb []byte) error) error
}

// Square pictures of the tabletop's two cameras.
const (
	staticSize  = scenes.StaticSize  // side in pixels, static camera
	egoSize     = scenes.GripperSize // side in pixels, gripper camera
	staticBytes = staticSize * staticSize * 3
	egoBytes    = egoSize * egoSize * 3
)

// cameraSize returns the side of a camera's pictures in pixels, or 0 for the name of no camera of the tabletop.
func cameraSize(name string) int { return map[string]int{"static": staticSize, "ego": egoSize}[name] }

// MaxFrames is the largest length of an episode, in frames: almost three hours at 100 Hz. Longer claims are treated as
// damage; demonstrations of the tabletop have a few hundred frames. Memory is bounded by a budget, not by this.
const MaxFrames = 1_000_000

// Frames returns the length of the episode in control steps.
func (r *Raw) Frames() int { return r.Actions.Rows() }

// Episode converts the episode to one of the tabletop. It returns an error if widths, picture sizes or labels
// do not fit. A sentence for a task that tells one of ours is that task. If there is no label "behaviour", what the
// sentence tells is the behaviour, or the task. Success is what the label "success" says by
// Truth, and unsaid where it says neither yes nor no. The episode shares its pictures with r.
func (r *Raw) Episode() (*Episode, error) {
	t := r.Frames()
	for _, m := range []struct {
		name  string
		m     Matrix
		width int
	}{
		{"actions", r.Actions, scenes.ActionSize},
		{"state", r.State, scenes.RobotSize},
		{"scene", r.Scene, scenes.SceneSize},
	} {
		if m.m.Width != m.width || m.m.Rows() != t {
			return nil, fmt.Errorf("%s have shape (%d, %d), expected (%d, %d): this is not a dataset of our tabletop",
				m.name, m.m.Rows(), m.m.Width, t, m.width)
		}
	}
	e := &Episode{Task: r.Labels["task"], Behaviour: r.Labels["behaviour"], Style: r.Labels["style"],
		Observations: make([]scenes.Observation, t), Actions: make([]scenes.Action, t)}
	task, behaviour, told := taskOf(e.Task)
	if told {
		e.Task = task
	}
	if _, ok := r.Labels["behaviour"]; !ok {
		e.Behaviour = cmp.Or(behaviour, e.Task)
	}
	yes, known := Truth(r.Labels["success"])
	e.Success, e.Unsaid = yes && known, !known
	if text, ok := r.Labels["index"]; ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("label index is %.40q, expected a number from 0", text)
		}
		e.Index = n
	}
	likeness := scenes.LookAlikeOf(e.Task)
	for i := range t {
		o := &e.Observations[i]
		o.LookAlike = likeness
		copy(o.Robot[:], r.State.Row(i))
		copy(o.Scene[:], r.Scene.Row(i))
		copy(e.Actions[i][:], r.Actions.Row(i))
	}
	if err := r.assignPictures(e); err != nil {
		return nil, err
	}
	return e, e.Check()
}

// assignPictures sets the pictures of the cameras "static" and "ego" in the observations of an episode. Other
// cameras are ignored.
func (r *Raw) assignPictures(e *Episode) error {
	for k := range r.Cameras {
		c := &r.Cameras[k]
		size := cameraSize(c.Name)
		if size == 0 {
			continue
		}
		if c.Height != size || c.Width != size || len(c.Data) != e.Frames()*size*size*3 {
			return fmt.Errorf("camera %s has %d bytes of %dx%d pictures, expected %d pictures of %dx%d", c.Name,
				len(c.Data), c.Width, c.Height, e.Frames(), size, size)
		}
		for t := range e.Observations {
			o := &e.Observations[t]
			if c.Name == "static" {
				o.Static = c.Frame(t)
			} else {
				o.Gripper = c.Frame(t)
			}
		}
	}
	return nil
}

// Check returns an error if the episode cannot be stored: it must have 1 to MaxFrames frames, as many observations as
// actions, UTF-8 labels, finite numbers, actions that can be meant (scenes.Action.Check), and pictures of the right
// size in all frames or in none.
func (e *Episode) Check() error {
	t := e.Frames()
	if t < 1 || t > MaxFrames || len(e.Observations) != t {
		return fmt.Errorf("has %d actions and %d observations, expected as many of both, 1 to %d", t,
			len(e.Observations), MaxFrames)
	}
	for _, label := range []string{e.Task, e.Behaviour, e.Style} {
		if !utf8.ValidString(label) {
			return fmt.Errorf("has the label %.40q, expected UTF-8", label)
		}
	}
	static, ego := len(e.Observations[0].Static), len(e.Observations[0].Gripper)
	if (static != 0 && static != staticBytes) || (ego != 0 && ego != egoBytes) {
		return fmt.Errorf("has pictures of %d and %d bytes, expected %d and %d", static, ego, staticBytes, egoBytes)
	}
	for i := range e.Observations {
		o := &e.Observations[i]
		if len(o.Static) != static || len(o.Gripper) != ego {
			return fmt.Errorf("has other pictures in frame %d than in frame 0", i)
		}
		for k, v := range [][]float32{o.Robot[:], o.Scene[:]} {
			if c := num.FirstNonFinite(v); c >= 0 {
				return fmt.Errorf("frame %d: %s[%d] is %v, not finite; mend the frame, or leave the episode out "+
					"(demos filter --episodes)",
					i, [...]string{"robot_obs", "scene_obs"}[k], c, v[c])
			}
		}
		if err := e.Actions[i].Check(); err != nil {
			return fmt.Errorf("frame %d: %w", i, err)
		}
	}
	return nil
}

// labels returns the labels of the episode, which every format of this program has: without success where it is unsaid.
func (e *Episode) labels() map[string]string {
	labels := map[string]string{"task": e.Task, "behaviour": e.Behaviour, "style": e.Style,
		"index": strconv.Itoa(e.Index)}
	if !e.Unsaid {
		labels["success"] = strconv.FormatBool(e.Success)
	}
	return labels
}

// Raw converts the episode for writers. The numbers and, if pictures is true, the pictures are copied.
func (e *Episode) Raw(pictures bool) *Raw {
	t := e.Frames()
	r := &Raw{
		Labels:  e.labels(),
		Actions: Matrix{scenes.ActionSize, make([]float32, 0, scenes.ActionSize*t)},
		State:   Matrix{scenes.RobotSize, make([]float32, 0, scenes.RobotSize*t)},
		Scene:   Matrix{scenes.SceneSize, make([]float32, 0, scenes.SceneSize*t)},
	}
	for i := range e.Observations {
		r.Actions.Values = append(r.Actions.Values, e.Actions[i][:]...)
		r.State.Values = append(r.State.Values, e.Observations[i].Robot[:]...)
		r.Scene.Values = append(r.Scene.Values, e.Observations[i].Scene[:]...)
	}
	if pictures {
		for _, c := range e.Cameras() {
			images := Camera{c.Name, c.Size, c.Size, make([]byte, 0, t*c.Size*c.Size*3)}
			for i := range e.Observations {
				images.Data = append(images.Data, c.Of(&e.Observations[i])...)
			}
			r.Cameras = append(r.Cameras, images)
		}
	}
	return r
}

// EpisodeCamera describes one of the tabletop's cameras, for writers that store pictures frame by frame.
type EpisodeCamera struct {
	Name string
	Size int                              // pixels, square
	Of   func(*scenes.Observation) []byte // the camera's picture, RGB bytes
}

// Cameras returns the cameras of which this episode has pictures.
func (e *Episode) Cameras() []EpisodeCamera {
	var cameras []EpisodeCamera
	if len(e.Observations) > 0 && e.Observations[0].Static != nil {
		cameras = append(cameras,
			EpisodeCamera{"static", staticSize, func(o *scenes.Observation) []byte { return o.Static }})
	}
	if len(e.Observations) > 0 && e.Observations[0].Gripper != nil {
		cameras = append(cameras,
			EpisodeCamera{"ego", egoSize, func(o *scenes.Observation) []byte { return o.Gripper }})
	}
	return cameras
}
