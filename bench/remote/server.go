package remote

import (
	"context"
	"fmt"
	"slices"
	"time"

	"counterpoise/bench/remote/wire"
	"counterpoise/internal/num"
	"counterpoise/internal/wording"
	"counterpoise/policies"
	"counterpoise/scenes"
)

// Server answers questions about observations with the actions of a policy of this program.
type Server struct {
	Policy  policies.Policy
	Mapping Mapping // of the questions; prompt, episode and step may be there and are not read
	// About are entries of the metadata besides those that the server makes: batch, history, chunk, execute, observes.
	About map[string]any
}

// MaxBatch is the number of observations that a question may have. Blocks of 48 observations are the fastest
// (policies.Neural), and 256 pairs of pictures are 36 MB.
const MaxBatch = 256

// Limits returns the limits of a question. Bytes is MaxBatch times the size of the observations that the policy reads,
// plus 1 MiB for other keys. Values admits MaxBatch observations of numbers as nested lists.
func (s *Server) Limits() wire.Limits {
	l := wire.DefaultLimits()
	each := 0
	for _, n := range s.needs() {
		o, _ := s.find(n.name)
		each += 8*o.size() + 3*side(o.Source)*side(o.Source)
	}
	l.Bytes, l.Values = int64(MaxBatch*each)+1<<20, 64*MaxBatch
	return l
}

// Check reports whether the mapping shows the policy what it observes.
func (s *Server) Check() error {
	for _, want := range s.needs() {
		o, ok := s.find(want.name)
		if n := side(o.Source); ok && (o.Width != n || o.Height != n) {
			return fmt.Errorf("%v: the policy observes pictures of %d x %d", o, n, n)
		}
		if !ok {
			return fmt.Errorf("the policy observes %s, and no key has %s: --observe KEY=%s names one", want.about,
				want.name, want.name)
		}
	}
	return nil
}

// need is a source that a policy reads.
type need struct{ name, about string }

// needs returns what the policy reads: proprioception, and pictures or the state of the scene.
func (s *Server) needs() []need {
	all := []need{{"robot", "proprioception"}}
	if s.Policy.Pictures() {
		return append(all, need{staticCamera, "pictures"}, need{gripperCamera, "pictures"})
	}
	return append(all, need{"scene", "the state of the scene"})
}

// find returns the key of a source: the last one, as assignments follow the keys of a preset.
func (s *Server) find(name string) (Observed, bool) {
	for _, o := range slices.Backward(s.Mapping) {
		if o.Source == name || len(o.Numbers) == 1 && o.Numbers[0] == name {
			return o, true
		}
	}
	return Observed{}, false
}

// Metadata returns the first message of a connection.
func (s *Server) Metadata() map[string]any {
	var observes []string
	for _, n := range s.needs() {
		o, _ := s.find(n.name)
		observes = append(observes, o.String())
	}
	m := map[string]any{"batch": MaxBatch, "history": policies.HistoryOf(s.Policy), "chunk": s.Policy.Chunk(),
		"execute": s.Policy.Execute(), "observes": observes}
	for k, v := range s.About {
		m[k] = v
	}
	return m
}

// Handle answers the questions of one connection (wire.Server).
func (s *Server) Handle(ctx context.Context, c *wire.Conn) error {
	if err := c.Send(ctx, s.Metadata()); err != nil {
		return err
	}
	var before time.Duration // the time of the answer before, from question to sending
	for {
		question, err := c.Receive(ctx)
		if err != nil {
			return err
		}
		start := time.Now()
		actions, err := s.answer(question)
		if err != nil {
			return err
		}
		ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
		timing := map[string]any{"infer_ms": ms(time.Since(start))}
		if before > 0 {
			timing["prev_total_ms"] = ms(before)
		}
		if err := c.Send(ctx, map[string]any{"actions": actions, "server_timing": timing}); err != nil {
			return err
		}
		before = time.Since(start)
	}
}

// answer returns the actions for a question: float32 [chunk, 7], or [n, chunk, 7] for one with n observations.
func (s *Server) answer(question any) (wire.Array, error) {
	obs, batch, err := s.observations(question)
	if err != nil {
		return wire.Array{}, err
	}
	n := len(obs) / policies.HistoryOf(s.Policy)
	chunks := make([][]scenes.Action, n)
	for i := range chunks {
		chunks[i] = make([]scenes.Action, s.Policy.Chunk())
	}
	if err := s.Policy.Act(chunks, obs); err != nil {
		return wire.Array{}, err
	}
	shape := []int{s.Policy.Chunk(), scenes.ActionSize}
	if batch {
		shape = append([]int{n}, shape...)
	}
	var x []float32
	for _, chunk := range chunks {
		for _, a := range chunk {
			x = append(x, a[:]...)
		}
	}
	return wire.NewFloat32(x, shape...), nil
}

// observations returns the observations of a question, and whether it has an axis for them.
func (s *Server) observations(question any) (obs []scenes.Observation, batch bool, err error) {
	m, ok := question.(map[string]any)
	if !ok {
		return nil, false, wire.Errorf(wire.ErrType, "a question is a map, not %s", kindOf(question))
	}
	n := -1 // observations; 0: one, without an axis
	for _, want := range s.needs() {
		o, _ := s.find(want.name)
		v := get(m, o.Key)
		if v == nil {
			return nil, false, wire.Errorf(wire.ErrType, "the question has no %q; it has %s", o.Key, keysOf(m))
		}
		a, err := arrayOf(v)
		if err != nil {
			return nil, false, fmt.Errorf("%q of the question: %w", o.Key, err)
		}
		rows, err := o.rows(a)
		if err != nil {
			return nil, false, err
		}
		if n < 0 {
			n = rows
			obs = make([]scenes.Observation, max(1, n))
		}
		if rows != n {
			return nil, false, wire.Errorf(wire.ErrShape, "%q has %s, a key before has %s", o.Key,
				rowsText(rows), rowsText(n))
		}
		if err := o.fill(obs, a); err != nil {
			return nil, false, err
		}
	}
	if h := policies.HistoryOf(s.Policy); len(obs)%h != 0 {
		return nil, false, wire.Errorf(wire.ErrShape, "%d observations for a policy that acts on %d of each rollout, "+
			"the present one first", len(obs), h)
	}
	return obs, n > 0, nil
}

// rows returns the number of observations of an array; 0 if it has no axis for them.
func (o Observed) rows(a wire.Array) (int, error) {
	dims, dtype := []int{o.size()}, "numbers"
	switch n := side(o.Source); {
	case o.ChannelsFirst:
		dims, dtype = []int{3, n, n}, "|u1"
	case n > 0:
		dims, dtype = []int{n, n, 3}, "|u1"
	}
	lead := len(a.Shape) - len(dims)
	if lead < 0 || lead > 1 || dtype == "|u1" && a.Type != dtype {
		return 0, wire.Errorf(wire.ErrShape, "%q has type %s and shape %v, expected %s and %v", o.Key, a.Type, a.Shape,
			dtype, dims)
	}
	for i, d := range dims {
		if a.Shape[lead+i] != d {
			return 0, wire.Errorf(wire.ErrShape, "%q has shape %v, expected %v, or [n] before it", o.Key, a.Shape, dims)
		}
	}
	if lead == 0 {
		return 0, nil
	}
	if n := a.Shape[0]; n < 1 || n > MaxBatch {
		return 0, wire.Errorf(wire.ErrShape, "%q has %d observations, expected 1 to %d", o.Key, a.Shape[0], MaxBatch)
	}
	return a.Shape[0], nil
}

// rowsText says how many observations an array has, as rows counts them.
func rowsText(n int) string {
	if n == 0 {
		return "one observation without an axis for more"
	}
	return wording.Plural(n, "observation")
}

// fill sets what a key shows of observations. Pictures refer to the array.
func (o Observed) fill(obs []scenes.Observation, a wire.Array) error {
	if n := side(o.Source); n > 0 {
		size := 3 * n * n
		for i := range obs {
			pixels := a.Data[i*size:][:size]
			if o.ChannelsFirst {
				pixels = channelsLast(pixels)
			}
			if o.Source == staticCamera {
				obs[i].Static = pixels
			} else {
				obs[i].Gripper = pixels
			}
		}
		return nil
	}
	x, err := a.Float64s()
	if err != nil {
		return err
	}
	for i := range obs {
		to := obs[i].Robot[:]
		if o.Numbers[0] == "scene" {
			to = obs[i].Scene[:]
		}
		for j := range to {
			to[j] = float32(x[i*len(to)+j])
		}
		if j := num.FirstNonFinite(to); j >= 0 {
			return wire.Errorf(wire.ErrType, "number %d of %q is %v; all must be finite", j, o.Key, to[j])
		}
	}
	return nil
}

// channelsLast turns a picture [3, h, w] into [h, w, 3].
func channelsLast(p []byte) []byte {
	out := make([]byte, 0, len(p))
	for i := range len(p) / 3 {
		out = append(out, p[i], p[len(p)/3+i], p[2*len(p)/3+i])
	}
	return out
}
