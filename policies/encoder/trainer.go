//go:build !js

package encoder

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/policies/optimizer"
)

// trainer is the state of an encoder's training.
type trainer struct {
	cfg    Config
	sample func(n int) (*Sample, error)
	next   int // number of the next sample
	labels []label

	patches  [2]*tensors.Tensor // of the current batch, for each camera [batch, P, PatchValues]
	shares   [2]*tensors.Tensor // [batch, P, objects]
	y, valid []float32          // labels of the current batch, and 1 where a label exists [batch, labels]

	centres   []*tensors.Tensor // of the patches: x and y for each camera
	params    []*tensors.Tensor // six for each camera, then the read-out layer's matrix and bias
	optimizer []optimizer.Adam  // one for each parameter

	gain        []float32    // 1/σ of each label, 0 for a label that hardly varies
	shareWeight [2][]float32 // weight of each object's squared errors of shares

	gradient *graph.Exec // objective and its gradient by params
	readOut  *graph.Exec
}

// open draws the initial parameters, computes the statistics of the labels, and compiles the graphs.
func (t *trainer) open(key seed.Key) error {
	n := len(t.labels)
	for i, e := range Cameras {
		t.patches[i] = zeros(t.cfg.Batch, e.PatchCount(), e.PatchValues())
		t.shares[i] = zeros(t.cfg.Batch, e.PatchCount(), len(t.cfg.Objects))
		c, p := e.tensors(e.initialise(key.With("eye", i)))
		t.centres, t.params = append(t.centres, c...), append(t.params, p...)
	}
	t.params = append(t.params, zeros(Width, n), zeros(n))
	for _, p := range t.params {
		size := p.Shape().Size()
		t.optimizer = append(t.optimizer, optimizer.Adam{M: make([]float32, size), V: make([]float32, size)})
	}
	t.y, t.valid = make([]float32, t.cfg.Batch*n), make([]float32, t.cfg.Batch*n)
	if err := t.measure(); err != nil {
		return err
	}
	b, _, err := backend.ForTraining()
	if err == nil {
		t.readOut, err = graph.NewExec(b, func(in []*graph.Node) *graph.Node { return readOut(in) })
	}
	if err == nil {
		t.gradient, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node {
			loss := objective(in)
			return append([]*graph.Node{loss}, graph.Gradient(loss, in[firstParam:len(in)-targets]...)...)
		})
	}
	return err
}

// zeros returns a tensor of zeros.
func zeros(dims ...int) *tensors.Tensor {
	return tensors.FromFlatDataAndDimensions(make([]float32, layers.Volume(dims)), dims...)
}

// load reads the next batch of samples: their patches, shares and labels.
func (t *trainer) load() error {
	n := len(t.labels)
	for r := range t.cfg.Batch {
		m, err := t.sample(t.next)
		if err == nil {
			err = m.labels(t.y[r*n:][:n], t.valid[r*n:][:n], t.cfg.Objects)
		}
		if err != nil {
			return fmt.Errorf("sample %d: %w", t.next, err)
		}
		pictures, objects := [2][]uint8{m.Static, m.Gripper}, [2][]uint8{m.StaticObjects, m.GripperObjects}
		for i, e := range Cameras {
			size := e.PatchCount() * e.PatchValues()
			tensors.MustMutableFlatData(t.patches[i], func(z []float32) {
				e.CutPatches(z[r*size:][:size], pictures[i])
			})
			size = e.PatchCount() * len(t.cfg.Objects)
			tensors.MustMutableFlatData(t.shares[i], func(q []float32) {
				e.shares(q[r*size:][:size], objects[i], t.cfg.Objects)
			})
		}
		t.next++
	}
	return nil
}

// step performs one step of Adam on the next batch and returns the loss before it.
func (t *trainer) step(step int) (float64, error) {
	if err := t.load(); err != nil {
		return 0, err
	}
	out, err := t.gradient.Call(t.objectiveInputs()...)
	backend.VZeroUpper()
	if err != nil {
		return 0, err
	}
	defer backend.Release(out)
	loss := float64(tensors.ToScalar[float32](out[0]))
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return 0, fmt.Errorf("the loss is %v; lower the learning rate (%g)", loss, t.cfg.LearningRate)
	}
	rate := t.cfg.LearningRate * optimizer.Cosine.Factor(step, t.cfg.Steps)
	for i, p := range t.params {
		tensors.MustConstFlatData(out[1+i], func(g []float32) {
			tensors.MustMutableFlatData(p, func(theta []float32) { t.optimizer[i].Step(theta, g, rate, step+1) })
		})
	}
	return loss, nil
}

// inputs returns the inputs of the graph readOut.
func (t *trainer) inputs() []any {
	in := []any{t.patches[0], t.patches[1]}
	for _, v := range append(t.centres[:4:4], t.params...) {
		in = append(in, v)
	}
	return in
}

// objectiveInputs returns the inputs of the graph objective.
func (t *trainer) objectiveInputs() []any {
	n, batch := len(t.labels), t.cfg.Batch
	in := append(t.inputs(), tensors.FromFlatDataAndDimensions(t.y, batch, n),
		tensors.FromFlatDataAndDimensions(t.labelWeights(), batch, n))
	for i := range Cameras {
		in = append(in, t.shares[i], tensors.FromFlatDataAndDimensions(t.shareWeight[i], len(t.cfg.Objects)))
	}
	return in
}

// weights returns a copy of the parameters of one camera's spatial encoder, for index 0 (static) or 1 (gripper).
func (t *trainer) weights(camera int) (w [][]float32) {
	for _, p := range t.params[6*camera:][:6] {
		w = append(w, tensors.MustCopyFlatData[float32](p))
	}
	return w
}
