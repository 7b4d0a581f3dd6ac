package train

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/policies/network"
	"counterpoise/policies/trainset"
)

// batch holds the rows that a graph computes on at once, and their losses. Its buffers are reused from step to step.
type batch struct {
	rows   []int32   // views, see trainset.Set
	weight []float32 // of each row in the objective
	losses []float32 // of each row, once computed

	model *network.Model
	data  *resident       // the inputs and targets of all rows, on the device; nil: x and y are copied at each load
	x     *tensors.Tensor // [rows, model.Row()], or [2, rows] indices into data: of the views, and of the targets
	y     *tensors.Tensor // [rows, Slots]; nil with data
	w     *tensors.Tensor // [rows]

	// Under a Generative head; otherwise nil.
	noise, time *tensors.Tensor // [rows, Slots], [rows, 1]
	key         seed.Key        // of noise and time
	loads       int             // loads so far: each draws noise of its own
}

// newBatch returns a batch of n rows of a model, of data that is on the device or, where data is nil, on the host. The
// key noise decides the noise of a Generative head; it is not used under other heads.
func newBatch(n int, m *network.Model, data *resident, noise seed.Key) *batch {
	row, slots := m.Row(), m.Sizes.Slots
	b := &batch{
		rows: make([]int32, n), weight: make([]float32, n), losses: make([]float32, n),
		model: m, data: data, key: noise, w: tensors.FromFlatDataAndDimensions(make([]float32, n), n),
	}
	if data != nil {
		b.x = tensors.FromFlatDataAndDimensions(make([]int32, 2*n), 2, n)
	} else {
		b.x = tensors.FromFlatDataAndDimensions(make([]float32, n*row), n, row)
		b.y = tensors.FromFlatDataAndDimensions(make([]float32, n*slots), n, slots)
	}
	if _, ok := m.Head.(network.Generative); ok {
		b.noise = tensors.FromFlatDataAndDimensions(make([]float32, n*slots), n, slots)
		b.time = tensors.FromFlatDataAndDimensions(make([]float32, n), n, 1)
	}
	return b
}

// release frees the tensors of a batch that is no longer used.
func (b *batch) release() {
	for _, v := range []*tensors.Tensor{b.x, b.y, b.w, b.noise, b.time} {
		if v != nil {
			backend.Release([]*tensors.Tensor{v})
		}
	}
}

// load copies the inputs, targets and weights of the rows into the tensors that graphs read, and draws new noise
// under a Generative head. Callers set rows and weight before.
func (b *batch) load(s *trainset.Set) {
	if b.data != nil {
		tensors.MustMutableFlatData(b.x, func(index []int32) {
			copy(index, b.rows)
			for r, view := range b.rows {
				index[len(b.rows)+r] = s.Row(view)
			}
		})
	} else {
		b.copyRows(s)
	}
	tensors.MustMutableFlatData(b.w, func(w []float32) { copy(w, b.weight) })
	if b.noise != nil {
		b.drawNoise()
	}
	b.loads++
}

// copyRows copies the inputs and targets of the rows from the host.
func (b *batch) copyRows(s *trainset.Set) {
	pictures := b.model.Pictures()
	tensors.MustMutableFlatData(b.x, func(x []float32) {
		if pictures == nil {
			gather(x, s.X, b.rows, s.In)
			return
		}
		n := b.model.Row()
		var shifted [2][]uint8 // buffers, one a camera
		for r, view := range b.rows {
			fillRow(x[r*n:][:n], s, view, pictures, &shifted)
		}
	})
	tensors.MustMutableFlatData(b.y, func(y []float32) { gather(y, s.Y, b.rows, s.Slots) })
}

// gather copies the given rows, n numbers each, side by side to dst. Indices wrap at the end of src: view v N + r of
// row r has the target of row r.
func gather(dst, src []float32, rows []int32, n int) {
	for r, row := range rows {
		copy(dst[r*n:][:n], src[int(row)*n%len(src):])
	}
}

// fillRow writes the features of a view and, after them, its pictures as the network reads them.
func fillRow(dst []float32, s *trainset.Set, view int32, pictures []network.Picture, shifted *[2][]uint8) {
	copy(dst[:s.In], s.X[int(view)*s.In:])
	at := s.In
	for _, p := range pictures {
		n := layers.Volume(p.Dims)
		pixels, buffer := s.Picture(view, int(p.Camera), p.Age, shifted[p.Camera])
		shifted[p.Camera] = buffer
		p.Fill(dst[at:at+n], pixels)
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
// If the data is on the device, the graph gathers the rows of the batch from it.
func batchNodes(m *network.Model, onDevice bool, in []*graph.Node) (b network.Batch, rest []*graph.Node) {
	take := func() *graph.Node {
		first := in[0]
		in = in[1:]
		return first
	}
	b.X, b.Y = take(), take()
	if onDevice {
		index := graph.ExpandAxes(take(), -1) // [2, batch, 1]
		row := func(i int) *graph.Node { return graph.Squeeze(graph.Slice(index, graph.AxisElem(i)), 0) }
		b.X, b.Y = graph.Gather(b.X, row(0)), graph.Gather(b.Y, row(1))
	}
	if m.Scales() {
		b.Mean, b.Gain = take(), take()
	}
	if _, ok := m.Head.(network.Generative); ok {
		b.Noise, b.Time = take(), take()
	}
	return b, in
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
	if b.data != nil {
		in = []any{b.data.x, b.data.y, b.x}
	}
	if b.model.Scales() {
		in = append(in, b.model.Standardizer.Mean, b.model.Standardizer.Gain)
	}
	if b.noise != nil {
		in = append(in, b.noise, b.time)
	}
	for _, p := range append(params[:len(params):len(params)], more...) {
		in = append(in, p)
	}
	out, err := call(e, in)
	if err != nil {
		return nil, err
	}
	tensors.MustConstFlatData(out[0], func(l []float32) { copy(b.losses, l) })
	return out, nil
}

// call calls a graph, and clears the vector registers that the Go backend leaves dirty.
func call[T any](e *graph.Exec, in []T) ([]*tensors.Tensor, error) {
	args := make([]any, len(in))
	for i, v := range in {
		args[i] = v
	}
	out, err := e.Call(args...)
	backend.VZeroUpper()
	if err != nil {
		return nil, fmt.Errorf("computing: %w", err)
	}
	return out, nil
}
