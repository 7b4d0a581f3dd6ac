package curate

import (
	"counterpoise/internal/seed"
)

func init() { Scores.Add("resemblance", resemblance{}) }

// resemblance is minus how badly a policy of the known good demonstrations predicts a demonstration: the median over
// its frames of the mean over components c of a chunk of r_c²/σ_c², r_c the residual, σ_c² the mean of r_c²
// over the frames of known ones, each predicted by the others (Moore and Lewis 2010 select text so; package
// weigh has it with pictures). A known demonstration is predicted by those of the other folds.
type resemblance struct{}

// knownFolds bounds the fits that predict known demonstrations by the others.
const knownFolds = 10

func (resemblance) About() Description {
	return Description{Summary: "a policy of the known good demonstrations predicts it", Source: "Moore and Lewis 2010",
		Needs: []Need{Policy, Known}, Cost: "at most 11 fits, each to at most 1,024 frames of known ones"}
}

func (resemblance) Score(p *Pool, _ seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	var known, others []int
	for e := range r.in {
		if p.known(e) {
			known = append(known, e)
		} else {
			others = append(others, e)
		}
	}
	residuals := make([][][]float64, len(r.in))
	squares, frames := make([]float64, p.widths[0]), 0.0
	if len(known) > 1 {
		folds := min(len(known), knownFolds)
		for f := range folds {
			var fitted, left []int
			for i, e := range known {
				if i%folds == f {
					left = append(left, e)
				} else {
					fitted = append(fitted, e)
				}
			}
			if err := p.predict(r, fitted, left, residuals); err != nil {
				return nil, err
			}
		}
		for _, e := range known {
			for _, row := range residuals[e] {
				frames += chunk
				for i, v := range row {
					squares[i%len(squares)] += v * v
				}
			}
		}
	}
	if err := p.predict(r, known, others, residuals); err != nil {
		return nil, err
	}
	if len(known) == 1 { // the only one predicts itself: there is no other
		if err := p.predict(r, known, known, residuals); err != nil {
			return nil, err
		}
	}
	out := make([]float64, len(r.in))
	for e, of := range residuals {
		var losses []float64
		for _, row := range of {
			sum := 0.0
			for i, v := range row {
				scale := 1.0
				if s := squares[i%len(squares)]; s > 0 {
					scale = frames / s
				}
				sum += v * v * scale
			}
			losses = append(losses, sum/float64(len(row)))
		}
		out[e] = -median(losses)
	}
	return out, nil
}

// predict fits a policy to some demonstrations and writes the residuals of others.
func (p *Pool) predict(r *rows, fitted, left []int, residuals [][][]float64) error {
	k, err := p.clone(r, fitted)
	if err != nil {
		return err
	}
	for _, e := range left {
		residuals[e] = residualsOf(k, r, e)
	}
	return nil
}

// residualsOf returns the residuals of the rows of a demonstration.
func residualsOf(k *KernelRidge, r *rows, e int) (all [][]float64) {
	for _, i := range r.in[e] {
		v := make([]float64, len(r.y[i]))
		k.Residual(v, r.x[i], r.y[i])
		all = append(all, v)
	}
	return all
}
