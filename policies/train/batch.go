package train

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/frames"
	"counterpoise/policies/layers"
	"counterpoise/policies/network"
)

// batch holds the rows that a graph computes on at once, and their losses. Its buffers are reused from step to step.
type batch struct {
	rows   []int32   // views, see frames.Set
	weight []float32 // of each row in the objective
	losses []float32 // of each row, once computed

	model *network.Model
	x     *tensors.Tensor // [rows, model.Row()]
	y     *tensors.Tensor // [rows, Slots]
	w     *tensors.Tensor // [rows]

	// Under a Generative head; otherwise nil.
	noise, time *tensors.Tensor // [rows, Slots], [rows, 1]
	key         seed.Key        // of noise and time
	loads       int             // loads so far: each draws noise of its own
}

// newBatch returns a batch of n rows of a model. The key noise decides the noise of a Generative head; it is not used
// under other heads.
func newBatch(n int, m *network.Model, noise seed.Key) *batch {
	row, slots := m.Row(), m.Sizes.Slots
	b := &batch{
		rows: make([]int32, n), weight: make([]float32, n), losses: make([]float32, n), model: m, key: noise,
		x: tensors.FromFlatDataAndDimensions(make([]float32, n*row), n, row),
		y: tensors.FromFlatDataAndDimensions(make([]float32, n*slots), n, slots),
		w: tensors.FromFlatDataAndDimensions(make([]float32, n), n),
	}
	if _, ok := m.Head.(network.Generative); ok {
		b.noise = tensors.FromFlatDataAndDimensions(make([]float32, n*slots), n, slots)
		b.time = tensors.FromFlatDataAndDimensions(make([]float32, n), n, 1)
	}
	return b
}

// load copies the inputs, targets and weights of the rows into the tensors that graphs read, and draws new noise
// under a Generative head. Callers set rows and weight before.
func (b *batch) load(s *frames.Set) {
	pictures := b.model.Pictures()
	tensors.MustMutableFlatData(b.x, func(x []float32) {
		if pictures == nil {
			gather(x, s.X, b.rows, s.In)
			return
		}
		n := b.model.Row()
		for r, row := range b.rows {
			fillRow(x[r*n:][:n], s, row, pictures)
		}
	})
	tensors.MustMutableFlatData(b.y, func(y []float32) { gather(y, s.Y, b.rows, s.Slots) })
	tensors.MustMutableFlatData(b.w, func(w []float32) { copy(w, b.weight) })
	if b.noise != nil {
		b.drawNoise()
	}
	b.loads++
}

// gather copies the given rows, n numbers each, side by side to dst. Indices wrap at the end of src: view v N + r of
// row r has the target of row r.
func gather(dst, src []float32, rows []int32, n int) {
	for r, row := range rows {
		copy(dst[r*n:][:n], src[int(row)*n%len(src):])
	}
}

// fillRow writes the features of a row and, after them, its pictures as the network reads them.
func fillRow(dst []float32, s *frames.Set, row int32, pictures []network.Picture) {
	copy(dst[:s.In], s.X[int(row)*s.In:])
	at := s.In
	for _, p := range pictures {
		n := layers.Volume(p.Dims)
		p.Fill(dst[at:at+n], s.Pictures[row][p.Camera])
		at += n
	}
}

// drawNoise draws noise from N(0, 1) for the components of every row and time steps from U[0, 1). Spare slots keep
// noise 0. The draws of load number i depend on the key and i alone, so a resumed training skips by counting.
func (b *batch) drawNoise() {
	r := b.key.With(b.loads).Rand()
	sizes := b.model.Sizes
	tensors.MustMutableFlatData(b.time, func(t []float32) {
		tensors.MustMutableFlatData(b.noise, func(v []float32) {
			for row := range t {
				t[row] = r.Float32()
				for c := range sizes.Actions {
					v[row*sizes.Slots+c] = float32(r.NormFloat64())
				}
			}
		})
	})
}

// batchNodes splits the inputs of a graph into those of the batch and the rest, in the order in which run passes them.
func batchNodes(m *network.Model, in []*graph.Node) (network.Batch, []*graph.Node) {
	b := network.Batch{X: in[0], Y: in[1]}
	if _, ok := m.Head.(network.Generative); ok {
		b.Noise, b.Time = in[2], in[3]
		return b, in[4:]
	}
	return b, in[2:]
}

// gradients computes losses and gradient of the loaded rows under parameters: the losses of the rows stay in the
// batch, the gradient of their weighted sum goes to dst, one slice a parameter.
func (b *batch) gradients(grad *graph.Exec, params []*tensors.Tensor, dst [][]float32) error {
	out, err := b.run(grad, params, b.w)
	if err != nil {
		return err
	}
	for i, o := range out[1:] {
		tensors.MustConstFlatData(o, func(g []float32) { copy(dst[i], g) })
	}
	backend.Release(out)
	return nil
}

// run calls a graph with the loaded rows, the parameters and more. Its first output must be the losses of the rows.
func (b *batch) run(e *graph.Exec, params []*tensors.Tensor, more ...*tensors.Tensor) ([]*tensors.Tensor, error) {
	in := []any{b.x, b.y}
	if b.noise != nil {
		in = append(in, b.noise, b.time)
	}
	for _, p := range append(params[:len(params):len(params)], more...) {
		in = append(in, p)
	}
	out, err := e.Call(in...)
	backend.VZeroUpper()
	if err != nil {
		return nil, fmt.Errorf("computing losses: %w", err)
	}
	tensors.MustConstFlatData(out[0], func(l []float32) { copy(b.losses, l) })
	return out, nil
}
