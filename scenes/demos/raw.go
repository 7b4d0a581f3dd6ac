package demos

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"counterpoise/scenes"
)

// Raw is one episode of anybody's dataset, before anything is asked of its robot: what every file format can say.
// Datasets of any width can be counted and weighed by it. Episode is the strict view of it.
type Raw struct {
	Labels  map[string]string // "task", "behaviour", "style", ...: whatever the dataset says about the episode
	Actions Matrix            // (T, A)
	State   Matrix            // (T, S), what the robot knows of itself; ours is scenes.Observation.Robot
	Scene   Matrix            // (T, P), what only a simulator knows; width 0 where nothing is said; ours is Scene
	Cameras []Camera          // none where pictures were not asked for
}

// Matrix is a vector for each frame, row by row.
type Matrix struct {
	Width  int
	Values []float32
}

// Rows is the number of frames.
func (m Matrix) Rows() int { return len(m.Values) / max(1, m.Width) }

// Row is the vector of frame t. It is a part of the matrix, not a copy.
func (m Matrix) Row(t int) []float32 { return m.Values[t*m.Width : (t+1)*m.Width] }

// Camera is the film of one camera: 8-bit RGB, frame by frame, row by row from the top.
type Camera struct {
	Name          string // "static", "ego"
	Height, Width int    // pixels
	Data          []byte // (T, Height, Width, 3)
}

// Frame is the picture of frame t. It is a part of the film, not a copy.
func (c *Camera) Frame(t int) []byte {
	n := c.Height * c.Width * 3
	return c.Data[t*n : (t+1)*n]
}

// Our two cameras.
const (
	staticSize  = 200 // pixels, square
	egoSize     = 84
	staticBytes = staticSize * staticSize * 3
	egoBytes    = egoSize * egoSize * 3
)

// MaxFrames bounds the length of an episode (ten minutes at 30 Hz): a guard against absurd claims.
const MaxFrames = 18_000

// Frames is the episode's length in control steps.
func (r *Raw) Frames() int { return r.Actions.Rows() }

// Episode is the strict view: an error says what keeps the episode from being one of our tabletop's. A dataset that knows
// no behaviours has its tasks for them.
func (r *Raw) Episode() (*Episode, error) {
	t := r.Frames()
	for _, m := range []struct {
		name  string
		m     Matrix
		width int
	}{
		{"actions", r.Actions, scenes.ActionSize}, {"state", r.State, scenes.RobotSize}, {"scene", r.Scene, scenes.SceneSize},
	} {
		if m.m.Width != m.width || m.m.Rows() != t {
			return nil, fmt.Errorf("%s have shape (%d, %d), expected (%d, %d): this is not a dataset of our tabletop", m.name, m.m.Rows(), m.m.Width, t, m.width)
		}
	}
	e := &Episode{Task: r.Labels["task"], Behaviour: r.Labels["behaviour"], Style: r.Labels["style"],
		Observations: make([]scenes.Observation, t), Actions: make([]scenes.Action, t)}
	if _, ok := r.Labels["behaviour"]; !ok {
		e.Behaviour = e.Task
	}
	e.Success = r.Labels["success"] == "true"
	if text, ok := r.Labels["index"]; ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("label index is %.40q, expected a number from 0", text)
		}
		e.Index = n
	}
	for i := range t {
		o := &e.Observations[i]
		copy(o.Robot[:], r.State.Row(i))
		copy(o.Scene[:], r.Scene.Row(i))
		copy(e.Actions[i][:], r.Actions.Row(i))
	}
	if err := r.film(e); err != nil {
		return nil, err
	}
	return e, e.Check()
}

// film hands the pictures of our two cameras to an episode's observations. Other cameras are none of ours.
func (r *Raw) film(e *Episode) error {
	for k := range r.Cameras {
		c := &r.Cameras[k]
		size := map[string]int{"static": staticSize, "ego": egoSize}[c.Name]
		if size == 0 {
			continue
		}
		if c.Height != size || c.Width != size || len(c.Data) != e.Frames()*size*size*3 {
			return fmt.Errorf("camera %s has %d bytes of %dx%d pictures, expected %d pictures of %dx%d", c.Name, len(c.Data), c.Width, c.Height, e.Frames(), size, size)
		}
		for t := range e.Observations {
			o := &e.Observations[t]
			if c.Name == "static" {
				o.Static = c.Frame(t)
			} else {
				o.Ego = c.Frame(t)
			}
		}
	}
	return nil
}

// Check tells whether the episode is one that can be kept: a believable length, observations as long as actions, finite
// numbers, and pictures of the right size in all frames or in none.
func (e *Episode) Check() error {
	t := e.Frames()
	if t < 1 || t > MaxFrames || len(e.Observations) != t {
		return fmt.Errorf("has %d actions and %d observations, expected as many of both, 1 to %d", t, len(e.Observations), MaxFrames)
	}
	for _, label := range []string{e.Task, e.Behaviour, e.Style} {
		if !utf8.ValidString(label) {
			return fmt.Errorf("has the label %.40q, expected UTF-8", label)
		}
	}
	static, ego := len(e.Observations[0].Static), len(e.Observations[0].Ego)
	if (static != 0 && static != staticBytes) || (ego != 0 && ego != egoBytes) {
		return fmt.Errorf("has pictures of %d and %d bytes, expected %d and %d", static, ego, staticBytes, egoBytes)
	}
	for i := range e.Observations {
		o := &e.Observations[i]
		if len(o.Static) != static || len(o.Ego) != ego {
			return fmt.Errorf("has other pictures in frame %d than in frame 0", i)
		}
		for k, v := range [][]float32{o.Robot[:], o.Scene[:], e.Actions[i][:]} {
			if c := infinite(v); c >= 0 {
				return fmt.Errorf("%s is not finite in frame %d, column %d", [...]string{"robot_obs", "scene_obs", "actions"}[k], i, c)
			}
		}
	}
	return nil
}

// infinite is the place of the first number that is none, or -1.
func infinite(v []float32) int {
	for i, x := range v {
		if x != x || math.IsInf(float64(x), 0) {
			return i
		}
	}
	return -1
}

// Raw is the episode as any format can keep it. With pictures the films are copies.
func (e *Episode) Raw(pictures bool) *Raw {
	t := e.Frames()
	r := &Raw{
		Labels: map[string]string{"task": e.Task, "behaviour": e.Behaviour, "style": e.Style,
			"index": strconv.Itoa(e.Index), "success": strconv.FormatBool(e.Success)},
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
			film := Camera{c.Name, c.Size, c.Size, make([]byte, 0, t*c.Size*c.Size*3)}
			for i := range e.Observations {
				film.Data = append(film.Data, c.Of(&e.Observations[i])...)
			}
			r.Cameras = append(r.Cameras, film)
		}
	}
	return r
}

// EpisodeCamera is one of our cameras, for writers that go frame by frame.
type EpisodeCamera struct {
	Name string
	Size int // pixels, square
	Of   func(*scenes.Observation) []byte
}

// Cameras are the cameras that this episode has pictures of.
func (e *Episode) Cameras() []EpisodeCamera {
	var eyes []EpisodeCamera
	if len(e.Observations) > 0 && e.Observations[0].Static != nil {
		eyes = append(eyes, EpisodeCamera{"static", staticSize, func(o *scenes.Observation) []byte { return o.Static }})
	}
	if len(e.Observations) > 0 && e.Observations[0].Ego != nil {
		eyes = append(eyes, EpisodeCamera{"ego", egoSize, func(o *scenes.Observation) []byte { return o.Ego }})
	}
	return eyes
}
