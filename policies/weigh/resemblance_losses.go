package weigh

import (
	"context"
	"math"
	"slices"

	"counterpoise/policies/curate"
)

// knownFrames bounds the frames that a policy of known demonstrations is learned from: the time of a fit grows with
// their cube, and 2,048 take a second.
const knownFrames = 2048

// knownFolds bounds the fits that predict known demonstrations by the others.
const knownFolds = 10

// resemblanceLosses returns ℓ_e, how badly a policy of the known demonstrations of a closed corpus predicts
// demonstration e: the median over its frames of the mean over components c of a chunk of
//
//	r_c²/σ_c²
//
// with r_c the residual and σ_c² the mean of r_c² over the frames of known demonstrations, each predicted by the
// others. So a component that the known ones leave open, such as a turn of the wrist that does not matter, counts
// little, whatever its unit. The median is that of a demonstration's usual frame: single moments, such as that at which
// a gripper closes, are badly predicted in all. A known demonstration that is the only one has no loss, NaN, and σ_c
// is then 1.
func (c *Corpus) resemblanceLosses(ctx context.Context, known []bool) ([]float64, error) {
	var members []int
	for e, k := range known {
		if k {
			members = append(members, e)
		}
	}
	residuals, scale, err := c.knownResiduals(ctx, members)
	if err != nil {
		return nil, err
	}
	k, err := c.learn(members)
	if err != nil {
		return nil, err
	}
	loss := make([]float64, len(known))
	for e := range known {
		r := residuals[e]
		if !known[e] {
			if r, err = c.residuals(ctx, k, e); err != nil {
				return nil, err
			}
		}
		loss[e] = usual(r, scale)
	}
	return loss, nil
}

// knownResiduals returns the residuals of each known demonstration, predicted by those of the other folds, and 1/σ_c²
// from them. There are none of a demonstration that is the only one.
func (c *Corpus) knownResiduals(ctx context.Context, members []int) (of map[int][][]float64, scale []float64,
	err error) {
	folds := min(len(members), knownFolds)
	square := make([]float64, c.set.Slots) // sums of r_c²
	frames := 0
	of = map[int][][]float64{}
	for f := range folds {
		var fitted, left []int
		for i, e := range members {
			if i%folds == f {
				left = append(left, e)
			} else {
				fitted = append(fitted, e)
			}
		}
		if len(fitted) == 0 {
			break
		}
		k, err := c.learn(fitted)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range left {
			if of[e], err = c.residuals(ctx, k, e); err != nil {
				return nil, nil, err
			}
			for _, r := range of[e] {
				frames++
				for i, v := range r {
					square[i] += v * v
				}
			}
		}
	}
	return of, c.scale(square, frames), nil
}

// scale returns 1/σ_c² from the sums of r_c² over frames. The actions of a chunk share those of a single action.
func (c *Corpus) scale(square []float64, frames int) []float64 {
	out := make([]float64, len(square))
	for i := range out {
		sum := 0.0
		for at := i % c.actions; at < len(square); at += c.actions {
			sum += square[at]
		}
		out[i] = 1
		if sum > 0 {
			out[i] = float64(frames*len(square)/c.actions) / sum
		}
	}
	return out
}

// learn fits a policy to some demonstrations.
func (c *Corpus) learn(episodes []int) (*curate.KernelRidge, error) {
	var rows []int32
	for _, e := range episodes {
		rows = append(rows, c.set.RowsOf(e)...)
	}
	return c.learnRows(rows)
}

// learnRows fits a policy to at most knownFrames of some rows, evenly spaced.
func (c *Corpus) learnRows(rows []int32) (*curate.KernelRidge, error) {
	s := &c.set
	n := min(len(rows), knownFrames)
	var x, y [][]float32
	norm := 0.0
	for i := range n {
		x, y = append(x, c.inputs(rows[i*len(rows)/n])), append(y, c.targets(rows[i*len(rows)/n]))
	}
	for _, v := range s.X {
		norm += float64(v) * float64(v)
	}
	// Standardised inputs have a mean square of 1 each, except those that do not vary.
	return curate.FitKernelRidge(x, y, max(1, norm/float64(len(s.Group))))
}

// residuals returns those of each frame of a demonstration.
func (c *Corpus) residuals(ctx context.Context, k *curate.KernelRidge, episode int) (all [][]float64, err error) {
	for _, row := range c.set.RowsOf(episode) {
		r := make([]float64, c.set.Slots)
		k.Residual(r, c.inputs(row), c.targets(row))
		all = append(all, r)
	}
	return all, context.Cause(ctx)
}

// inputs returns the standardised inputs of a row.
func (c *Corpus) inputs(row int32) []float32 { return c.set.X[int(row)*c.set.In:][:c.set.In] }

// targets returns the standardised targets of a row.
func (c *Corpus) targets(row int32) []float32 { return c.set.Y[int(row)*c.set.Slots:][:c.set.Slots] }

// usual returns the median over frames of the mean of scaled squares; NaN without frames.
func usual(residuals [][]float64, scale []float64) float64 {
	var of []float64
	for _, r := range residuals {
		sum := 0.0
		for i, v := range r {
			sum += v * v * scale[i]
		}
		of = append(of, sum/float64(len(r)))
	}
	return median(of)
}

// median returns the median of numbers, which it sorts; NaN of none.
func median(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
