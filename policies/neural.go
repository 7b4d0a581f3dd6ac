package policies

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes"
)

// Neural is a Policy that a neural network computes. It acts on the backend of backend.ForActing at the time when it
// was made: the Go backend, unless a graphics card trains or another one was selected.
type Neural struct {
	cfg     train.Config
	trained *network.Model    // as trained, for Save
	model   *network.Model    // as deployed, for Act
	params  []*tensors.Tensor // of model
	product int               // see block
	card    bool              // acts on a graphics card, see block
	exec    *graph.Exec
	task    string // see SetTask
	space   *Space // nil for a policy of the tabletop
}

// NewNeural returns the policy of a trained model.
func NewNeural(cfg train.Config, m *network.Model) (*Neural, error) {
	b, device, err := backend.ForActing()
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	deployed, err := m.Deploy()
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	p := &Neural{cfg: cfg, trained: m, model: deployed, card: device.Device == backend.CUDA}
	if _, alone := deployed.Network.(network.Unbatched); !alone {
		p.product = network.LargestProduct(deployed.Network, deployed.Sizes)
	}
	for i, d := range deployed.Network.Dims(deployed.Sizes) {
		w := tensors.FromFlatDataAndDimensions(deployed.Weights[i], d...)
		// The first use of a tensor moves it to the backend, which two goroutines may not do at once: it is done here.
		if _, err := w.Buffer(b, 0); err != nil {
			return nil, fmt.Errorf("policies: parameter %d: %w", i, err)
		}
		p.params = append(p.params, w)
	}
	if p.exec, err = inference(b, deployed); err != nil {
		return nil, err
	}
	return p, nil
}

// Config returns the settings that the policy was trained with.
func (p *Neural) Config() train.Config { return p.cfg }

// SetTask says which task the demonstrations were of, for the file: a name with its knobs, as scenes.ParseTask reads
// it.
func (p *Neural) SetTask(task string) { p.task = task }

// Task returns the task of the demonstrations; empty if it is not known.
func (p *Neural) Task() string { return p.task }

// Model returns the trained model. Callers must not change it.
func (p *Neural) Model() *network.Model { return p.trained }

// Chunk is the number of actions predicted for an observation.
func (p *Neural) Chunk() int { return p.cfg.Chunk }

// Execute is the number of actions to execute before the next observation.
func (p *Neural) Execute() int { return p.cfg.Execute }

// Pictures reports whether observations must have pictures.
func (p *Neural) Pictures() bool { return p.cfg.Pictures() }

// History is the number of observations that an answer depends on, see Historian.
func (p *Neural) History() int { return p.model.Sizes.History }

// Act predicts actions, see Policy and Historian.
func (p *Neural) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	if p.space != nil {
		return p.errOtherSpace()
	}
	h := p.History()
	if len(dst)*h != len(obs) {
		return fmt.Errorf("policies: %d chunks of actions for %d observations, %d each", len(dst), len(obs), h)
	}
	return p.inActions(dst, func(x []float32, first, n, rows int) ([]*tensors.Tensor, error) {
		sizes, of := p.model.Sizes, obs[first*h:][:n*h]
		for i := range n {
			if err := p.read(x[i*sizes.In:][:sizes.Features], of[i*h:][:h]); err != nil {
				return nil, err
			}
		}
		return p.pictures(of, rows), nil
	})
}

// Reads is the number of features, see Reader. A network that reads pictures itself, and one that acts on several
// observations, need the observations.
func (p *Neural) Reads() int {
	if p.History() > 1 || len(p.model.Pictures()) > 0 || p.space != nil {
		return 0
	}
	return p.model.Sizes.Features
}

// Read writes the standardized features of an observation, see Reader.
func (p *Neural) Read(x []float32, o *scenes.Observation) error {
	return p.read(x, []scenes.Observation{*o})
}

// read writes the standardized features of an observation and those before it.
func (p *Neural) read(x []float32, history []scenes.Observation) error {
	if err := p.model.Observe(x, history); err != nil {
		return fmt.Errorf("policies: observer %q: %w", p.cfg.Observer, err)
	}
	p.model.Standardizer.Apply(x, x)
	return nil
}

// ActOn predicts actions from features, see Reader.
func (p *Neural) ActOn(dst [][]scenes.Action, x []float32) error {
	each := p.Reads()
	if each == 0 || len(dst)*each != len(x) {
		return fmt.Errorf("policies: %d chunks of actions for %d features, %d each", len(dst), len(x), each)
	}
	return p.inActions(dst, func(to []float32, first, n, _ int) ([]*tensors.Tensor, error) {
		for i := range n {
			copy(to[i*p.model.Sizes.In:], x[(first+i)*each:][:each])
		}
		return nil, nil
	})
}

// inActions is inBlocks for chunks of actions of the tabletop.
func (p *Neural) inActions(dst [][]scenes.Action,
	fill func(x []float32, first, n, rows int) ([]*tensors.Tensor, error),
) error {
	for _, chunk := range dst {
		if len(chunk) > p.cfg.Chunk {
			return fmt.Errorf("policies: %d actions requested of a policy that predicts %d", len(chunk), p.cfg.Chunk)
		}
	}
	return p.inBlocks(len(dst), fill, func(i int, components []float32) { unpack(dst[i], components) })
}

// inBlocks gives count answers in blocks of rows (block). fill writes the inputs of n answers from the first on to x
// [rows, In], and returns the pictures that the network reads itself, if any. put takes the components of answer i.
func (p *Neural) inBlocks(count int, fill func(x []float32, first, n, rows int) ([]*tensors.Tensor, error),
	put func(i int, components []float32),
) error {
	defer backend.VZeroUpper()
	for first := 0; first < count; {
		rows := block(count-first, p.product, p.card)
		n := min(rows, count-first)
		x := make([]float32, rows*p.model.Sizes.In)
		pictures, err := fill(x, first, n, rows)
		if err == nil {
			err = p.answer(n, x, pictures, rows, func(i int, c []float32) { put(first+i, c) })
		}
		if err != nil {
			return err
		}
		first += n
	}
	return nil
}

// answer gives n answers, up to rows, to the inputs x [rows, In] with graph calls for exactly that many rows.
func (p *Neural) answer(n int, x []float32, pictures []*tensors.Tensor, rows int,
	put func(i int, components []float32),
) error {
	sizes := p.model.Sizes
	if g, ok := p.model.Head.(network.Generative); ok {
		return p.sample(n, x, pictures, rows, g, put)
	}
	c := make([]float32, sizes.Actions)
	return p.forward(x, rows, func(y []float32) {
		for i := range n {
			p.model.Head.Decode(c, y[i*sizes.Out:][:sizes.Outputs])
			put(i, c)
		}
	}, pictures...)
}

// pictures returns the pictures of observations as the network reads them, [rows, dims...] each. The observer
// has checked that they are there.
func (p *Neural) pictures(obs []scenes.Observation, rows int) (out []*tensors.Tensor) {
	for _, of := range p.model.Pictures() {
		n := layers.Volume(of.Dims)
		x := make([]float32, rows*n)
		for i := range len(obs) / p.History() {
			o := &obs[i*p.History()+of.Age]
			of.Fill(x[i*n:][:n], [2][]uint8{o.Static, o.Gripper}[of.Camera])
		}
		out = append(out, tensors.FromFlatDataAndDimensions(x, append([]int{rows}, of.Dims...)...))
	}
	return out
}

// forward calls the network for rows of features x and more inputs, and lends its outputs [rows, Sizes.Out] to read.
func (p *Neural) forward(x []float32, rows int, read func(y []float32), more ...*tensors.Tensor) error {
	in := []any{tensors.FromFlatDataAndDimensions(x, rows, p.model.Sizes.In)}
	for _, t := range more {
		in = append(in, t)
	}
	for _, w := range p.params {
		in = append(in, w)
	}
	out, err := p.exec.Call1(in...)
	if err != nil {
		return fmt.Errorf("policies: inference: %w", err)
	}
	defer out.MustFinalizeAll()
	return tensors.ConstFlatData(out, read)
}

// sample draws chunks from a generative head. The noise of a row is keyed by its features.
func (p *Neural) sample(n int, x []float32, pictures []*tensors.Tensor, rows int, g network.Generative,
	put func(i int, components []float32),
) error {
	sizes := p.model.Sizes
	noisy := make([]float32, rows*sizes.Slots)
	for i := range n {
		r := rand.New(rand.NewPCG(hash(x[i*sizes.In:][:sizes.In]), 0))
		for c := range sizes.Actions {
			noisy[i*sizes.Slots+c] = float32(r.NormFloat64())
		}
	}
	for step := range g.Steps() {
		time := make([]float32, rows)
		for i := range time {
			time[i] = g.Time(step)
		}
		advance := func(y []float32) {
			for i := range n {
				g.Advance(noisy[i*sizes.Slots:][:sizes.Actions], y[i*sizes.Out:][:sizes.Outputs], step)
			}
		}
		noised := tensors.FromFlatDataAndDimensions(noisy, rows, sizes.Slots)
		t := tensors.FromFlatDataAndDimensions(time, rows, 1)
		more := append(pictures[:len(pictures):len(pictures)], noised, t)
		if err := p.forward(x, rows, advance, more...); err != nil {
			return err
		}
	}
	for i := range n {
		put(i, noisy[i*sizes.Slots:][:sizes.Slots])
	}
	return nil
}

// hash returns the FNV-1a hash of the bits of numbers.
func hash(x []float32) uint64 {
	h := fnv.New64a()
	for _, v := range x {
		b := math.Float32bits(v)
		h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
	}
	return h.Sum64()
}

// unpack copies the components of the first actions of a chunk.
func unpack(chunk []scenes.Action, components []float32) {
	for t := range chunk {
		copy(chunk[t][:], components[t*network.ActionSize:])
	}
}
