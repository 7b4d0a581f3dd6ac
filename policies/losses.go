package policies

import (
	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/scenes/demos"
)

// Losses are the mean losses of a policy over the frames of each group of a dataset, by the measure that training reports: on the
// training data what it has learned, on other data what it will meet.
func (p *Policy) Losses(data *demos.Dataset, groups demos.Groups) ([]float64, error) {
	look := p.cfg.View()
	look.Variants = 1
	s, err := collect(p.net, look, data, groups, p.shape, p.cfg.Chunk, seed.Key{})
	if err != nil {
		return nil, err
	}
	s.apply(p.inputs, p.shape)
	defer backend.VZeroUpper()
	rows, err := p.rowLosses(s)
	if err != nil {
		return nil, err
	}
	loss := make([]float64, len(s.names))
	for row, l := range rows {
		g := s.group[row]
		loss[g] += float64(l) / float64(len(s.frames[g]))
	}
	return loss, nil
}

// evalRows is the number of rows whose losses are computed at once.
const evalRows = 256

// rowLosses is the loss of every row of standardised samples.
func (p *Policy) rowLosses(s *samples) ([]float32, error) {
	var out []float32
	b := newBatch(evalRows, p.shape)
	for n := len(s.group); len(out) < n; {
		for i := range b.rows {
			b.rows[i] = int32(min(len(out)+i, n-1)) // the last block repeats the last row
		}
		b.load(s, p.shape)
		if err := b.evaluate(p.eval, p.weights); err != nil {
			return nil, err
		}
		out = append(out, b.losses[:min(evalRows, n-len(out))]...)
	}
	return out, nil
}
