package play

import (
	"fmt"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/internal/num"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/film"
	"counterpoise/scenes/render/soft"
)

// Episode is a rollout or a demonstration with the state at each control step, so that any moment can be shown.
type Episode struct {
	Moments []scenes.Snapshot // the start, and one after each control step
	Success int               // the control step at which it succeeded; 0: it did not
	Touches []Touches         // what touched what, by moment; nil for an attempt that is driven
}

// Touches are the contacts of the robot, and of the part that the task is about, from a moment on until the next entry.
type Touches struct {
	Moment int      `json:"moment"`
	Which  []string `json:"which"` // "left finger on red block"; sorted
}

// newEpisode begins an episode with the tabletop as it is.
func newEpisode(task scenes.Task, t *scenes.Tabletop) *Episode {
	e := &Episode{}
	e.add(task, t)
	return e
}

// add appends the tabletop as it is.
func (e *Episode) add(task scenes.Task, t *scenes.Tabletop) {
	e.Moments = append(e.Moments, t.Snapshot())
	which := t.Trace(task, scenes.Earned).Touches
	if n := len(e.Touches); n == 0 || !slices.Equal(e.Touches[n-1].Which, which) {
		e.Touches = append(e.Touches, Touches{len(e.Moments) - 1, which})
	}
}

// Start names where an episode starts: that of a rollout of "counterpoise eval".
type Start struct {
	Task      string `json:"task"`
	Behaviour string `json:"behaviour"`
	Start     int    `json:"start"` // 0 to MaxStart
	Seed      uint64 `json:"seed"`
}

// MaxStart bounds the number of a start, so that a typing error is told.
const MaxStart = 1_000_000

// find returns the task and the number of the behaviour.
func (s Start) find() (task scenes.Task, behaviour int, err error) {
	if task, err = scenes.Tasks.Get(s.Task); err != nil {
		return nil, 0, err
	}
	if behaviour = slices.Index(task.Behaviours(), s.Behaviour); behaviour < 0 {
		return nil, 0, fmt.Errorf("%s has no behaviour %q; it has %v", s.Task, s.Behaviour, task.Behaviours())
	}
	if s.Start < 0 || s.Start > MaxStart || s.Seed > maxSeed {
		return nil, 0, fmt.Errorf("starts are 0 to %d and seeds 0 to %d, not %d and %d", MaxStart,
			uint64(maxSeed), s.Start, s.Seed)
	}
	return task, behaviour, nil
}

// key draws the start.
func (s Start) key() seed.Key {
	return record.Cell{Task: s.Task, Seed: s.Seed}.StartKey().With(s.Behaviour).With(s.Start)
}

// reset puts a tabletop into the start.
func (s Start) reset(task scenes.Task, t *scenes.Tabletop, behaviour int) error {
	if err := task.Reset(t, behaviour, s.key().Rand()); err != nil {
		return fmt.Errorf("rollout %d can't start: %w", s.Start, err)
	}
	return nil
}

// open returns the task and a tabletop at the start.
func (s Start) open() (task scenes.Task, behaviour int, t *scenes.Tabletop, err error) {
	if task, behaviour, err = s.find(); err != nil {
		return nil, 0, nil, err
	}
	t = scenes.NewTabletop()
	return task, behaviour, t, s.reset(task, t, behaviour)
}

// Play rolls a policy out from a start.
func Play(s Start, p Actor) (*Episode, error) {
	task, _, t, err := s.open()
	if err != nil {
		return nil, err
	}
	e := newEpisode(task, t)
	e.Success, err = roll(task, t, p, func(scenes.Action) { e.add(task, t) })
	return e, err
}

// Demonstrate plays a demonstrator of a style from a start. It may end without what its style is meant to show.
func Demonstrate(s Start, style string) (*Episode, error) {
	task, behaviour, t, err := s.open()
	if err != nil {
		return nil, err
	}
	ex, err := expert.New(s.Task, style, t, behaviour, s.key().With("demonstrator").Rand())
	if err != nil {
		return nil, err
	}
	e := newEpisode(task, t)
	for range task.Horizon() {
		a, _, done := ex.Act(t)
		if done {
			break
		}
		if err := t.Step(a); err != nil {
			return nil, err
		}
		e.add(task, t)
		if e.Success == 0 && task.Outcome(t).Earned == scenes.Right {
			e.Success = len(e.Moments) - 1
		}
	}
	return e, nil
}

// View says through which camera a moment is seen, and how large.
type View struct {
	Camera string `json:"camera"` // static, gripper or free
	Width  int    `json:"width"`  // pixels, film.MinSize to film.MaxSize
	Height int    `json:"height"`
	// Smooth smooths edges, which takes four times as long. Pictures of a policy, 200x200 and 84x84, are not smooth.
	Smooth bool `json:"smooth"`
	// Of the free camera: how far it is turned from where it stands at first (rad), and its distance as a multiple.
	Azimuth   float64 `json:"azimuth"`
	Elevation float64 `json:"elevation"`
	Distance  float64 `json:"distance"`
}

// camera returns the view's camera in a scene.
func (v View) camera(s *scenes.Snapshot) (render.Camera, error) {
	if v.Camera != "free" {
		c, ok := film.Camera(v.Camera, s)
		if !ok {
			return c, fmt.Errorf("no camera %q; there is static, gripper and free", v.Camera)
		}
		return c, nil
	}
	o := film.Default
	o.Azimuth += v.Azimuth
	o.Elevation = min(1.5, max(-0.1, o.Elevation+v.Elevation))
	if v.Distance > 0 {
		o.Distance *= min(3, max(0.3, v.Distance))
	}
	c := o.Camera()
	c.Stationary = v.Azimuth == 0 && v.Elevation == 0 && (v.Distance == 0 || v.Distance == 1)
	return c, nil
}

// Painter draws moments. It keeps its buffers between pictures, and what stands still before each camera.
type Painter struct {
	renderers map[string]*soft.Renderer
	rgb       []uint8
}

// Paint draws a scene into RGBA pixels, rows from the top, 4 bytes a pixel. The result is valid until the next call.
func (p *Painter) Paint(into []uint8, s *scenes.Snapshot, v View) ([]uint8, error) {
	if i := num.FirstNonFinite([]float32{float32(v.Azimuth), float32(v.Elevation), float32(v.Distance)}); i >= 0 {
		return nil, fmt.Errorf("the camera's angles and distance are finite numbers, not %v, %v and %v", v.Azimuth,
			v.Elevation, v.Distance)
	}
	if min(v.Width, v.Height) < film.MinSize || max(v.Width, v.Height) > film.MaxSize {
		return nil, fmt.Errorf("a picture has %d to %d pixels a side, not %dx%d", film.MinSize, film.MaxSize, v.Width,
			v.Height)
	}
	c, err := v.camera(s)
	if err != nil {
		return nil, err
	}
	if p.renderers == nil {
		p.renderers = map[string]*soft.Renderer{}
	}
	r := p.renderers[v.Camera]
	if r == nil {
		r = soft.New()
		p.renderers[v.Camera] = r
	}
	n := v.Width * v.Height
	if len(p.rgb) != 3*n {
		p.rgb = make([]uint8, 3*n)
	}
	f := render.Frame{Width: v.Width, Height: v.Height, RGB: p.rgb}
	if v.Smooth {
		err = render.DrawAntialiased(r, s, c, f)
	} else {
		err = r.View(s, c, f)
	}
	if err != nil {
		return nil, err
	}
	if len(into) != 4*n {
		into = make([]uint8, 4*n)
	}
	for i := range n {
		copy(into[4*i:4*i+3], p.rgb[3*i:3*i+3])
		into[4*i+3] = 255
	}
	return into, nil
}
