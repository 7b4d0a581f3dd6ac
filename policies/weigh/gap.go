package weigh

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Settings of the gap.
const (
	gapOutside = 20   // a loss is outside where fewer than one of so many good ones is as high
	gapChance  = 0.05 // a group has a gap where good ones alone would look so with at most this probability
	gapSpread  = 0.2  // spread that is expected before any is seen, of logarithms of losses,
	gapPrior   = 2    // with as many degrees of freedom
	gapLeast   = 0.01 // a smaller value is 0
	knownParts = 4    // of the only known demonstration of a group
)

// spread is how far the losses of the known demonstrations lie apart, of logarithms: by the median distance of two of a
// group, over all groups, which is right for normal losses however few there are, and which one wrong of eight known
// ones moves little.
type spread struct {
	middle map[int]float64 // group -> median of the known ones
	known  map[int]int     // group -> known ones of the middle
	sd     float64
	free   float64 // degrees of freedom of sd
	weak   []int   // groups of fewer than three known ones
}

// spreadOf returns the spread of the losses of known ones, each predicted by the others. Where a group has a single
// known one, it is that of the losses of its parts, each predicted by the other parts and the other known ones: parts
// of one demonstration show other things than demonstrations do, so that such a spread is weak.
func (s *Resemblance) spreadOf(ctx context.Context, c *Corpus) (spread, error) {
	sp := spread{middle: map[int]float64{}, known: map[int]int{}}
	var off []float64
	for g := range s.Names {
		var members []int
		for e, of := range s.Of {
			if int(of) == g && s.Known[e] {
				members = append(members, e)
			}
		}
		var losses []float64
		for _, e := range members {
			losses = append(losses, logLoss(s.Loss[e]))
		}
		if n := len(members); n > 0 && n < 3 {
			sp.weak = append(sp.weak, g)
		}
		if len(members) == 1 {
			var err error
			if losses, err = c.partLosses(ctx, s.Known, members[0]); err != nil {
				return sp, err
			}
		}
		if len(losses) < 2 {
			continue
		}
		m := median(slices.Clone(losses))
		sp.middle[g], sp.known[g] = m, len(members)
		for i := range losses {
			for j := range i {
				off = append(off, math.Abs(losses[i]-losses[j])/math.Sqrt2)
			}
		}
		sp.free += float64(len(losses) - 1)
	}
	if len(off) > 0 {
		sp.sd = median(off) / 0.6744897501960817
	}
	sp.sd = math.Sqrt((sp.sd*sp.sd*sp.free + gapPrior*gapSpread*gapSpread) / (sp.free + gapPrior))
	sp.free += gapPrior
	return sp, nil
}

// values returns v_e by the gap between the known ones and those outside of their spread. With m the median of the
// logarithms of the K losses of the known ones of a group, and σ the spread, of ν degrees of freedom,
//
//	t_e = (log ℓ_e - m) / (σ sqrt(1 + π/(2K))),   p_e = P(T_ν > t_e),   v_e = min(1, 20 p_e)
//
// with π/(2K) the variance of the median of normal numbers in units of theirs. p_e is the probability that a good
// demonstration has a loss as high: v_e is 1 in the lower 95 % of good ones and vanishes far beyond them. A v_e below
// 0.01 is 0, so that one far outside has no weight at all. Where a group has no more with v_e < 1, and none farther
// out, than good ones would have by chance, it has no gap, and all have 1: by a binomial test of their number and
// Bonferroni's of the least p_e, together at 5 %. So have those of a group without a known one, of which nothing is
// known. Those that are left out by their labels have 0, and are in none of these tests.
//
// With one or two known ones of a group the spread is little known, and bad ones keep more of the weight than by rank.
// What the rule is worth in success was not measured.
func (sp spread) values(s *Resemblance) []float64 {
	v := slices.Repeat([]float64{1}, len(s.Of))
	t := distuv.StudentsT{Sigma: 1, Nu: sp.free}
	for g := range s.Names {
		m, has := sp.middle[g]
		if !has {
			continue
		}
		width := sp.sd * math.Sqrt(1+math.Pi/2/float64(sp.known[g]))
		n, outside, least := 0, 0, 1.0
		for e, of := range s.Of {
			if int(of) != g || s.Known[e] || s.isOut(e) {
				continue
			}
			p := t.Survival((logLoss(s.Loss[e]) - m) / width)
			least = min(least, p)
			if n++; p < 1./gapOutside {
				outside++
			}
			if v[e] = min(1, gapOutside*p); v[e] < gapLeast {
				v[e] = 0
			}
		}
		chance := float64(n) * least
		if outside > 0 {
			chance = min(chance, distuv.Binomial{N: float64(n), P: 1. / gapOutside}.Survival(float64(outside)-1))
		}
		for e, of := range s.Of {
			if int(of) == g && 2*chance > gapChance { // twice, of two tests
				v[e] = 1
			}
		}
	}
	for e := range v {
		if s.isOut(e) {
			v[e] = 0
		}
	}
	return v
}

// logLoss returns the logarithm of a loss. Losses below a millionth are one, which is as good as a fit gets.
func logLoss(loss float64) float64 { return math.Log(max(loss, 1e-6)) }

// partLosses returns the logarithms of the losses of the parts of a known demonstration, each a stretch of its frames
// that is predicted by its other parts and the other known demonstrations.
func (c *Corpus) partLosses(ctx context.Context, known []bool, e int) (losses []float64, err error) {
	rows := c.set.RowsOf(e)
	parts := min(knownParts, len(rows))
	if parts < 2 {
		return nil, nil
	}
	var others []int32
	var members []int
	for k, is := range known {
		if is {
			members = append(members, k)
			if k != e {
				others = append(others, c.set.RowsOf(k)...)
			}
		}
	}
	_, scale, err := c.knownResiduals(ctx, members)
	if err != nil {
		return nil, err
	}
	for p := range parts {
		from, to := p*len(rows)/parts, (p+1)*len(rows)/parts
		k, err := c.learnRows(slices.Concat(rows[:from], rows[to:], others))
		if err != nil {
			return nil, err
		}
		var of [][]float64
		for _, row := range rows[from:to] {
			r := make([]float64, c.set.Slots)
			k.Residual(r, c.inputs(row), c.targets(row))
			of = append(of, r)
		}
		losses = append(losses, logLoss(usual(of, scale)))
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	return losses, nil
}
