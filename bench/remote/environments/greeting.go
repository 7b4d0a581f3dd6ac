package environments

import (
	"fmt"
	"reflect"
	"slices"

	"counterpoise/bench/remote/wire"
)

// Protocol is the number of the protocol that this client speaks.
const Protocol = 1

// Space is what an environment says of itself in the first message of its server.
type Space struct {
	Name    string    `json:"name"`
	Task    string    `json:"task,omitempty"`    // a sentence; empty if it does not say
	State   []string  `json:"state"`             // names of the numbers of a state
	Cameras []Camera  `json:"cameras,omitempty"` // pictures of an observation
	LeftOut []string  `json:"left_out,omitempty"`
	Low     []float32 `json:"low"` // bounds of each number of an action; may be infinite
	High    []float32 `json:"high"`
	Horizon int       `json:"horizon"` // steps after which a rollout ends
	Slots   int       `json:"slots"`   // the most environments of a connection
	Seeded  bool      `json:"seeded"`  // reset takes a seed; whether it decides the start is tested (CheckSeeds)
	Success string    `json:"success"` // what decides success: "info" or "a function"
	// Versions are those of Python and of the packages that make the environment, by name.
	Versions map[string]string `json:"versions"`
}

// Camera is one of the pictures of an observation, 8-bit RGB.
type Camera struct {
	Name   string `json:"name"`
	Height int    `json:"height"` // pixels
	Width  int    `json:"width"`
}

// The bounds of what a server may announce.
const (
	maxNumbers = 1 << 16 // of a state or an action
	maxCameras = 16
	maxSide    = 1 << 12 // pixels of a picture
	maxSlots   = 1 << 12
	maxHorizon = 1 << 20
)

// spaceOf reads the first message of a server.
func spaceOf(v any) (s Space, err error) {
	m, ok := v.(map[string]any)
	if !ok || m["serves"] != "environments" {
		return s, wire.Errorf(wire.ErrType, "the server is none of environments: its first message does not say so; "+
			"python -m counterpoise.environments starts one, and eval --remote takes servers of policies")
	}
	if n, _ := m["protocol"].(int64); n != Protocol {
		return s, wire.Errorf(wire.ErrType, "the server speaks protocol %v of environments, and this program %d: "+
			"install the Python package and the program of the same version", m["protocol"], Protocol)
	}
	r := reader{m: m}
	s = Space{
		Name: r.text("name"), Task: r.text("task"), Success: r.text("success"), State: r.texts("state"),
		LeftOut: r.texts("left_out"), Low: r.row("action_low"), High: r.row("action_high"),
		Horizon: r.number("horizon", maxHorizon), Slots: r.number("slots", maxSlots), Versions: map[string]string{},
	}
	s.Cameras = r.cameras("cameras")
	s.Seeded, _ = m["seeded"].(bool)
	versions, _ := m["versions"].(map[string]any)
	for name, v := range versions {
		s.Versions[name], _ = v.(string)
	}
	switch {
	case r.err != nil:
		return s, r.err
	case len(s.State) == 0 && len(s.Cameras) == 0 || len(s.State) > maxNumbers:
		return s, wire.Errorf(wire.ErrType, "the environment's states have %d numbers, expected 1 to %d", len(s.State),
			maxNumbers)
	case len(s.Low) == 0 || len(s.Low) > maxNumbers || len(s.Low) != len(s.High):
		return s, wire.Errorf(wire.ErrType, "the environment's actions have %d lower and %d upper bounds, expected as "+
			"many of both, 1 to %d", len(s.Low), len(s.High), maxNumbers)
	}
	for i := range s.Low {
		if !(s.Low[i] < s.High[i]) {
			return s, wire.Errorf(wire.ErrType, "the bounds of number %d of an action are %v and %v, no interval", i,
				s.Low[i], s.High[i])
		}
	}
	return s, nil
}

// same returns an error unless the environment of another connection is the same one.
func (s Space) same(other Space) error {
	if !reflect.DeepEqual(s, other) {
		return fmt.Errorf("two connections show different environments: %+v and %+v", s, other)
	}
	return nil
}

// Clip limits an action to the bounds, in place. NaN stays.
func (s Space) Clip(action []float32) {
	for i, a := range action {
		if a < s.Low[i] {
			action[i] = s.Low[i]
		} else if a > s.High[i] {
			action[i] = s.High[i]
		}
	}
}

// reader reads the values of a message. The first error is kept, and later reads return zero values.
type reader struct {
	m   map[string]any
	err error
}

func (r *reader) fail(key, expected string) {
	if r.err == nil {
		r.err = wire.Errorf(wire.ErrType, "the server's %q is no %s", key, expected)
	}
}

func (r *reader) text(key string) string {
	s, ok := r.m[key].(string)
	if !ok {
		r.fail(key, "text")
	}
	return s
}

func (r *reader) texts(key string) (all []string) {
	list, ok := r.m[key].([]any)
	if !ok {
		r.fail(key, "list of texts")
	}
	for _, v := range list {
		s, ok := v.(string)
		if !ok {
			r.fail(key, "list of texts")
		}
		all = append(all, s)
	}
	return all
}

func (r *reader) number(key string, most int64) int {
	n, ok := r.m[key].(int64)
	if !ok || n < 1 || n > most {
		r.fail(key, fmt.Sprintf("whole number from 1 to %d", most))
		return 0
	}
	return int(n)
}

// cameras reads a list of cameras, which may be absent.
func (r *reader) cameras(key string) (all []Camera) {
	if r.m[key] == nil {
		return nil
	}
	list, ok := r.m[key].([]any)
	if !ok || len(list) > maxCameras {
		r.fail(key, fmt.Sprintf("list of at most %d cameras", maxCameras))
		return nil
	}
	for _, v := range list {
		m, _ := v.(map[string]any)
		of := reader{m: m}
		c := Camera{Name: of.text("name"), Height: of.number("height", maxSide), Width: of.number("width", maxSide)}
		if of.err != nil && r.err == nil {
			r.err = of.err
		}
		all = append(all, c)
	}
	return all
}

// pictures reads the pictures of n environments, those of each camera one after another.
func (r *reader) pictures(key string, cameras []Camera, n int) (all [][]byte) {
	list, ok := r.m[key].([]any)
	if !ok || len(list) != len(cameras) {
		r.fail(key, fmt.Sprintf("list of the pictures of %d cameras", len(cameras)))
		return nil
	}
	for i, c := range cameras {
		shape := []int{n, c.Height, c.Width, 3}
		a, ok := list[i].(wire.Array)
		if !ok || a.Type != "|u1" || !slices.Equal(a.Shape, shape) {
			r.fail(key, fmt.Sprintf("list of pictures of shape %v in bytes (camera %s has %v)", shape, c.Name, a.Shape))
			return nil
		}
		all = append(all, a.Data)
	}
	return all
}

// numbers reads an array of a shape.
func (r *reader) numbers(key string, shape ...int) []float64 {
	a, ok := r.m[key].(wire.Array)
	if !ok || !slices.Equal(a.Shape, shape) {
		r.fail(key, fmt.Sprintf("array of shape %v (it has %v)", shape, a.Shape))
		return nil
	}
	x, err := a.Float64s()
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("the server's %q: %w", key, err)
	}
	return x
}

// row reads an array of one dimension.
func (r *reader) row(key string) (out []float32) {
	a, ok := r.m[key].(wire.Array)
	if !ok || len(a.Shape) != 1 {
		r.fail(key, "array of one dimension")
		return nil
	}
	for _, v := range r.numbers(key, a.Shape...) {
		out = append(out, float32(v))
	}
	return out
}
