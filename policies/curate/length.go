package curate

import "counterpoise/internal/seed"

func init() { Scores.Add("length", length{}) }

// length is minus the number of frames: the control that every other score is held to, because many scores measure
// little else (arXiv:2606.10229).
type length struct{}

func (length) About() Description {
	return Description{Summary: "shorter is better: a control", Source: "arXiv:2606.10229", Cost: "counts frames"}
}

func (length) Score(p *Pool, _ seed.Key) ([]float64, error) {
	return p.Each(func(d *Demo) (float64, error) { return -float64(d.Frames()), nil })
}
