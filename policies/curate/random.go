package curate

import (
	"encoding/hex"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("random", random{}) }

// random is a uniform number in [0, 1), drawn for the content of a demonstration: the control whose AUROC is 1/2.
type random struct{}

func (random) About() Description {
	return Description{Summary: "a random number: a control", Source: "control", Cost: "none"}
}

func (random) Score(p *Pool, key seed.Key) ([]float64, error) {
	return p.Each(func(d *Demo) (float64, error) {
		return key.With("random", hex.EncodeToString(d.digest[:])).Rand().Float64(), nil
	})
}
