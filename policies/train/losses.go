package train

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/network"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// Losses returns the mean loss of a trained model over the frames of each group of a dataset, in the unit of its head:
// on the training data what the model has learned, on other data how it generalises. Pictures are taken as drawn,
// without random shifts. It computes on the Go backend, whatever trained the model.
func Losses(m *network.Model, cfg Config, data *demos.Dataset, groups demos.Groups) ([]float64, error) {
	l := layout(m, cfg)
	l.Extractor.Variants, l.Extractor.Looks = 1, 0
	s, err := trainset.Collect(l, data, groups, seed.Key{})
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	s.Standardize(m.Standardizer)
	b, err := backend.Go()
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	defer backend.VZeroUpper()
	onGo := device{backend: b}
	var params []*tensors.Tensor
	for i, d := range m.Network.Dims(m.Sizes) {
		params = append(params, tensors.FromFlatDataAndDimensions(m.Weights[i], d...))
	}
	e, err := newEvaluator(onGo, m, nil, params)
	if err != nil {
		return nil, err
	}
	rows, err := e.rows(s)
	if err != nil {
		return nil, err
	}
	return s.MeanByGroup(rows), nil
}

// evaluator computes losses of rows, without gradients, under parameters that may change between calls.
type evaluator struct {
	model  *network.Model
	data   *resident // of the rows; nil: on the host
	params []*tensors.Tensor
	exec   *graph.Exec
}

// newEvaluator returns the graph of row losses. The parameters are those of rows; batch takes any.
func newEvaluator(d device, m *network.Model, data *resident, params []*tensors.Tensor) (*evaluator, error) {
	losses := func(m *network.Model, b network.Batch, p []*graph.Node) []*graph.Node {
		return []*graph.Node{m.RowLosses(b, p)}
	}
	exec, err := d.batchGraph("losses", m, data, losses)
	return &evaluator{m, data, params, exec}, err
}

// batch computes the losses of a loaded batch under parameters.
func (e *evaluator) batch(b *batch, params []*tensors.Tensor) error {
	out, err := b.run(e.exec, params)
	backend.Release(out)
	return err
}

// evaluationRows is the number of rows whose losses are computed at once. Networks that read pictures take fewer: their
// inputs and activations are thousands of numbers a row.
const (
	evaluationRows        = 256
	pictureEvaluationRows = 16
)

// rows returns the loss of every row of a standardised set. Under a Generative head its noise is the same in every
// call.
func (e *evaluator) rows(s *trainset.Set) ([]float32, error) {
	var out []float32
	at := evaluationRows
	if e.model.Pictures() != nil {
		at = pictureEvaluationRows
	}
	b := newBatch(at, e.model, e.data, seed.Of("counterpoise", "evaluation noise"))
	defer b.release()
	for n := len(s.Group); len(out) < n; {
		for i := range b.rows {
			b.rows[i] = int32(min(len(out)+i, n-1)) // the last block repeats the last row
		}
		b.load(s)
		if err := e.batch(b, e.params); err != nil {
			return nil, err
		}
		out = append(out, b.losses[:min(at, n-len(out))]...)
	}
	return out, nil
}
