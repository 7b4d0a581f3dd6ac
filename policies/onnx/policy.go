package onnx

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/num"
	"counterpoise/scenes"
)

// Names of the inputs of a policy, and entries of its metadata.
const (
	InputState  = "observation.state"
	InputScene  = "scene_state"
	InputStatic = "observation.images.static"
	InputEgo    = "observation.images.ego"
	InputNoise  = "noise"
	Output      = "action"

	MetadataExecute = "counterpoise.execute"
	MetadataTask    = "counterpoise.task"
)

// Sides of the pictures, in pixels.
const (
	StaticSide = scenes.StaticSize
	EgoSide    = scenes.GripperSize
)

// Limits of a policy: two seconds of actions, and four of them at once by default, as policies of this program.
const (
	maxChunk       = 64
	defaultExecute = 4
	maxHistory     = 8 // observations, as policies of this program
)

// Policy is a model that acts. It is safe for use by several goroutines at once.
type Policy struct {
	data    []byte // the file
	plan    *plan
	chunk   int
	execute int
	history int
	limits  limits // of an answer
}

// Recognises reports whether data may be an ONNX model: ModelProto begins with its field 1, a small version number.
func Recognises(data []byte) bool { return len(data) > 2 && data[0] == 0x08 && data[1] < 32 }

// Decode returns the policy of a model. It computes one answer, so that a model that cannot act is an error here. When
// ctx ends, this function and the policy's answers return its error, also in the middle of an operator.
func Decode(ctx context.Context, data []byte) (*Policy, error) { return decode(data, maxWork, ctx.Err) }

// decode is Decode with a bound on the work of an answer.
func decode(data []byte, work int64, ended func() error) (*Policy, error) {
	room := budget.New(int64(len(data)))
	if err := room.Spend("the model", int64(len(data))); err != nil {
		return nil, err
	}
	m, err := Parse(data, room)
	if err != nil {
		return nil, err
	}
	p := &Policy{data: data, limits: limits{max(0, room.Limit()/2-room.Mark()), work, ended}}
	if p.plan, err = newPlan(m); err != nil {
		return nil, err
	}
	if err := m.finite(); err != nil {
		return nil, err
	}
	if err := p.checkInputs(); err != nil {
		return nil, err
	}
	if err := p.measure(); err != nil {
		return nil, err
	}
	p.execute = min(defaultExecute, p.chunk)
	if text, ok := m.Metadata[MetadataExecute]; ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > p.chunk {
			return nil, fmt.Errorf("its metadata %s is %.20q, expected 1 to %d", MetadataExecute, text, p.chunk)
		}
		p.execute = n
	}
	return p, nil
}

// inputs are the inputs that a policy may have: the dimensions without the batch, for each type.
var inputs = map[string]map[int][]int{
	InputState:  {typeFloat: {scenes.RobotSize}},
	InputScene:  {typeFloat: {scenes.SceneSize}},
	InputStatic: {typeUint8: {StaticSide, StaticSide, 3}, typeFloat: {3, StaticSide, StaticSide}},
	InputEgo:    {typeUint8: {EgoSide, EgoSide, 3}, typeFloat: {3, EgoSide, EgoSide}},
	InputNoise:  {typeFloat: {-1}},
}

// checkInputs returns an error unless every input is one of the signature.
func (p *Policy) checkInputs() error {
	first := ""
	for _, v := range p.plan.model.Graph.Inputs {
		types, known := inputs[v.Name]
		if !known {
			return fmt.Errorf("has an input %.60q; those of a policy are %s", v.Name,
				strings.Join(slices.Sorted(maps.Keys(inputs)), ", "))
		}
		dims, known := types[v.Type]
		if !known {
			return fmt.Errorf("input %s has elements of type %d, expected float32, or uint8 for pictures", v.Name,
				v.Type)
		}
		one, history := v.Dims, 1 // dimensions without that of the history
		if v.Name != InputNoise && len(v.Dims) == len(dims)+2 {
			one, history = slices.Delete(slices.Clone(v.Dims), 1, 2), v.Dims[1]
		}
		fits := len(one) == len(dims)+1 && (one[0] == -1 || one[0] == 1)
		for k := range dims {
			fits = fits && (one[k+1] == dims[k] || one[k+1] == -1 || dims[k] == -1)
		}
		if v.Name == InputNoise {
			fits = fits && one[1] > 0 && one[1] <= maxChunk*len(scenes.Action{})
		}
		if !fits || history < 1 || history > maxHistory {
			return fmt.Errorf("input %s has the shape %v, expected a batch of 1 or open, then %v, "+
				"with a history of 1 to %d observations between both if it has one", v.Name, v.Dims, dims, maxHistory)
		}
		switch {
		case v.Name == InputNoise:
		case first == "":
			first, p.history = v.Name, history
		case history != p.history:
			return fmt.Errorf("input %s has a history of %d observations and %s one of %d; they must be the same",
				v.Name, history, first, p.history)
		}
	}
	p.history = max(1, p.history)
	return nil
}

// measure finds the length of a chunk by an answer to an observation of zeros.
func (p *Policy) measure() error {
	var o scenes.Observation
	if p.Pictures() {
		o.Static, o.Gripper = make([]byte, 3*StaticSide*StaticSide), make([]byte, 3*EgoSide*EgoSide)
	}
	in, err := p.inputs(slices.Repeat([]scenes.Observation{o}, p.history))
	if err != nil {
		return err
	}
	out, err := p.plan.compute(in, p.limits)
	if err != nil {
		return err
	}
	const size = len(scenes.Action{})
	n := out.count()
	fits := len(out.dims) == 3 && out.dims[2] == size || len(out.dims) == 2 && out.dims[1]%size == 0
	if !out.isFloat() || !fits || n < size || n > maxChunk*size || out.dims[0] != 1 {
		return fmt.Errorf("its output has the shape %v, expected [1, chunk, %d] of floating-point numbers with a "+
			"chunk of 1 to %d", out.dims, size, maxChunk)
	}
	p.chunk = n / size
	return nil
}

// Act predicts actions, as policies.Policy and policies.Historian have it.
func (p *Policy) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	h := p.history
	if len(dst)*h != len(obs) {
		return fmt.Errorf("onnx: %d chunks of actions for %d observations, %d each", len(dst), len(obs), h)
	}
	for i, chunk := range dst {
		if len(chunk) > p.chunk {
			return fmt.Errorf("onnx: %d actions requested of a policy that predicts %d", len(chunk), p.chunk)
		}
		out, err := p.Outputs(obs[i*h:][:h], nil)
		if err != nil {
			return err
		}
		for t := range chunk {
			copy(chunk[t][:], out[t*len(scenes.Action{}):])
		}
	}
	return nil
}

// Outputs returns the components of the chunk [7 chunk] for an observation and those before it, the present one first,
// one action after another. noise is the input of that name; nil derives it from the observations.
func (p *Policy) Outputs(history []scenes.Observation, noise []float32) ([]float32, error) {
	in, err := p.inputs(history)
	if err != nil {
		return nil, fmt.Errorf("onnx: %w", err)
	}
	if t := in[InputNoise]; t != nil && noise != nil {
		if len(noise) != len(t.f) {
			return nil, fmt.Errorf("onnx: %d numbers of noise, expected %d", len(noise), len(t.f))
		}
		t.f = noise
	}
	out, err := p.plan.compute(in, p.limits)
	if err != nil {
		return nil, fmt.Errorf("onnx: %w", err)
	}
	if len(out.f) != p.chunk*len(scenes.Action{}) {
		return nil, fmt.Errorf("onnx: the output has the shape %v for this observation, and had %d actions before",
			out.dims, p.chunk)
	}
	return out.f, nil
}

// inputs returns the inputs of the model for an observation and those before it.
func (p *Policy) inputs(history []scenes.Observation) (map[string]*tensor, error) {
	in := map[string]*tensor{}
	var noise Value
	for _, v := range p.plan.model.Graph.Inputs {
		if v.Name == InputNoise {
			noise = v
			continue
		}
		all := &tensor{kind: v.Type}
		for i := range history {
			t, err := part(v, &history[i])
			if err != nil {
				return nil, err
			}
			all.dims, all.f = t.dims, append(all.f, t.f...)
		}
		if len(v.Dims) > len(all.dims) {
			all.dims = slices.Insert(all.dims, 1, len(history))
		}
		in[v.Name] = all
	}
	if noise.Name != "" {
		in[noise.Name] = noiseFor(in, noise.Dims[1])
	}
	return in, nil
}

// part returns what an input sees of one observation.
func part(v Value, o *scenes.Observation) (*tensor, error) {
	switch v.Name {
	case InputState:
		return vector(v.Name, o.Robot[:])
	case InputScene:
		return vector(v.Name, o.Scene[:])
	case InputStatic:
		return picture(v, o.Static, StaticSide)
	default:
		return picture(v, o.Gripper, EgoSide)
	}
}

// vector returns numbers as an input.
func vector(name string, x []float32) (*tensor, error) {
	if k := num.FirstNonFinite(x); k >= 0 {
		return nil, fmt.Errorf("%s[%d] of an observation is %v", name, k, x[k])
	}
	return &tensor{kind: typeFloat, dims: []int{1, len(x)}, f: x}, nil
}

// picture returns 8-bit RGB by rows as an input of the type of a value: as it is, or by colours in [0, 1].
func picture(v Value, rgb []byte, side int) (*tensor, error) {
	if len(rgb) != 3*side*side {
		return nil, fmt.Errorf("an observation has %d bytes of %s, expected %dx%d pixels: have both cameras drawn",
			len(rgb), v.Name, side, side)
	}
	t := &tensor{kind: v.Type, dims: []int{1, side, side, 3}, f: make([]float32, len(rgb))}
	if v.Type == typeUint8 {
		for k, b := range rgb {
			t.f[k] = float32(b)
		}
		return t, nil
	}
	t.dims = []int{1, 3, side, side}
	for k, b := range rgb {
		t.f[k%3*side*side+k/3] = float32(b) / 255
	}
	return t, nil
}

// noiseFor draws n numbers from N(0, 1), keyed by the bits of all inputs: the same observation gives the same actions.
func noiseFor(in map[string]*tensor, n int) *tensor {
	h := fnv.New64a()
	for _, name := range slices.Sorted(maps.Keys(in)) {
		for _, x := range in[name].f {
			b := math.Float32bits(x)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	r := rand.New(rand.NewPCG(h.Sum64(), 0))
	t := &tensor{kind: typeFloat, dims: []int{1, n}, f: make([]float32, n)}
	for k := range t.f {
		t.f[k] = float32(r.NormFloat64())
	}
	return t
}

// Chunk is the number of actions predicted for an observation.
func (p *Policy) Chunk() int { return p.chunk }

// History is the number of observations that an answer depends on.
func (p *Policy) History() int { return p.history }

// Execute is the number of actions to execute before the next observation.
func (p *Policy) Execute() int { return p.execute }

// Task is the task of the demonstrations; empty if the model does not say.
func (p *Policy) Task() string { return p.plan.model.Metadata[MetadataTask] }

// Pictures reports whether observations must have pictures.
func (p *Policy) Pictures() bool {
	return slices.ContainsFunc(p.plan.model.Graph.Inputs, func(v Value) bool {
		return v.Name == InputStatic || v.Name == InputEgo
	})
}

// Save writes the file that the policy was read from, whole or not at all.
func (p *Policy) Save(path string) error {
	if err := durable.WriteFile(path, p.data); err != nil {
		return fmt.Errorf("onnx: saving: %w", err)
	}
	return nil
}
