package policies

import (
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Losses are the mean losses of a policy over the frames of each group of a dataset, by the same measure that training
// reports: on the training data what it has learned, on other data what it will meet, and for a reference policy the
// L_ref of methods that need one.
func (p *Policy) Losses(data *demos.Dataset, groups demos.Groups) ([]float64, error) {
	s, err := collect(p.net, data, groups, p.shape, p.cfg.Chunk)
	if err != nil {
		return nil, err
	}
	loss := make([]float64, len(s.names))
	row := 0
	for i := range data.Episodes {
		e := &data.Episodes[i]
		chunks := make([][]scenes.Action, e.Frames())
		for t := range chunks {
			chunks[t] = make([]scenes.Action, p.cfg.Chunk)
		}
		if err := p.Act(chunks, e.Observations); err != nil {
			return nil, err
		}
		g := groups.Of[i]
		for _, chunk := range chunks {
			loss[g] += s.distance(row, chunk, p.shape) / float64(len(s.frames[g]))
			row++
		}
	}
	return loss, nil
}

// distance is the mean squared error of a predicted chunk against the demonstrated one of a row.
func (s *samples) distance(row int, chunk []scenes.Action, sh shape) (sum float64) {
	y := s.y[row*sh.out:]
	for t := range chunk {
		for i, v := range chunk[t] {
			d := float64(v) - float64(y[t*actionSize+i])
			sum += d * d
		}
	}
	return sum / float64(sh.actions)
}
