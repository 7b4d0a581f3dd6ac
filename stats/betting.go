package stats

import (
	"fmt"
	"math"
)

// Betting follows the mean of bounded outcomes that come one by one: successes, scores, differences of pairs. Outcomes
// may have any distribution, and may depend on earlier ones, as long as each has the same mean given those before it.
//
// A gambler bets against each null m, after scaling outcomes to [0, 1], and is not expected to win if it is true
// (Waudby-Smith & Ramdas, Estimating means of bounded random variables by betting, J. R. Statist. Soc. B 86 (2024) 1,
// section 4 and appendix B.3, "aGRAPA"):
//
//	E_t(m) = Π (1 + λ_i(m) (x_i - m)),  λ_i(m) = (μ̂ - m)/(σ̂² + (μ̂ - m)²), cut to [-c/(1 - m), c/m]
//
// with c = 3/4, and of the i - 1 outcomes before
//
//	μ̂_i = (1/2 + Σ x)/(i),  σ̂²_i = (1/4 + Σ (x_j - μ̂_{j+1})²)/(i)
//
// The confidence sequence is the means on a grid of 1,001 that the gambler has not refuted.
type Betting struct {
	nulls
	low, width     float64
	sum            float64
	mean, variance float64 // μ̂ and σ̂² of the next outcome, scaled
	squares        float64
}

// gridSteps is the number of steps between the nulls of a confidence sequence.
const gridSteps = 1000

// mostBet is c: the share of the wealth that is bet at most, so that no outcome ruins the gambler.
const mostBet = 0.75

// NewBetting returns the bets on outcomes in [low, high], with e-values against the null. It is an error if the null
// lies outside, or the level outside (0, 1).
func NewBetting(low, high, null, level float64) (*Betting, error) {
	if err := checkLevel(level); err != nil {
		return nil, err
	}
	if !(low < high) || !(null >= low && null <= high) {
		return nil, fmt.Errorf("stats: a mean of %v is not between %v and %v", null, low, high)
	}
	return &Betting{nulls: newNulls(low, high, (high-low)/gridSteps, null, level), low: low, width: high - low,
		mean: 0.5, variance: 0.25, squares: 0.25}, nil
}

// Add adds an outcome. It is an error if it lies outside [low, high].
func (b *Betting) Add(outcome float64) error {
	x := (outcome - b.low) / b.width
	if !(x >= 0 && x <= 1) {
		return fmt.Errorf("stats: an outcome of %v is not between %v and %v", outcome, b.low, b.low+b.width)
	}
	b.add(func(null float64) float64 {
		return math.Log1p(b.gain(x, (null-b.low)/b.width))
	})
	b.learn(x)
	return nil
}

// gain is λ(m) (x - m), the share of the wealth that a bet against m wins by the next outcome, both scaled.
func (b *Betting) gain(x, m float64) float64 {
	d := b.mean - m
	return max(-mostBet/(1-m), min(mostBet/m, d/(b.variance+d*d))) * (x - m)
}

// learn updates what the next bet is made from; n counts the outcome already.
func (b *Betting) learn(x float64) {
	b.sum += x
	n := float64(b.n)
	b.mean = (0.5 + b.sum) / (n + 1)
	b.squares += (x - b.mean) * (x - b.mean)
	b.variance = b.squares / (n + 1)
}

// Result is what the outcomes say so far.
func (b *Betting) Result() Anytime {
	if b.n == 0 {
		return b.result(b.low + b.width/2)
	}
	return b.result(b.low + b.width*b.sum/float64(b.n))
}

// boundedMean returns an interval of the mean of independent outcomes in [low, high] that came in no order, with any
// distribution. Each order lists them in a random order; the gambler of Betting bets in each, and a null is refuted
// where the mean of the final wealths reaches 1/(1 - level): a mean of e-values is one (Vovk & Wang, E-values:
// Calibration, combination and applications, Ann. Statist. 49 (2021) 3, section 3). The interval is undefined without
// outcomes and where all nulls are refuted. It is an error if an outcome lies outside, or the level outside (0, 1).
func boundedMean(orders [][]float64, low, high, level float64) (Interval, error) {
	all, err := NewBetting(low, high, low, level)
	if err != nil || len(orders) == 0 || len(orders[0]) == 0 {
		return Interval{}, err
	}
	wealth, sum := make([]float64, len(all.at)), make([]float64, len(all.at))
	for _, outcomes := range orders {
		b, err := NewBetting(low, high, low, level)
		if err != nil {
			return Interval{}, err
		}
		for i := range wealth {
			wealth[i] = 1
		}
		for _, v := range outcomes {
			x := (v - low) / (high - low)
			if !(x >= 0 && x <= 1) {
				return Interval{}, fmt.Errorf("stats: an outcome of %v is not between %v and %v", v, low, high)
			}
			for i, null := range b.at {
				wealth[i] *= 1 + b.gain(x, (null-low)/(high-low))
			}
			b.n++
			b.learn(x)
		}
		for i, w := range wealth {
			sum[i] += w
		}
	}
	s, refuted := &all.nulls, float64(len(orders))/(1-level)
	for s.low <= s.high && sum[s.low] >= refuted {
		s.low++
	}
	for s.low <= s.high && sum[s.high] >= refuted {
		s.high--
	}
	return all.Result().CI, nil
}
