package curate

import (
	"math"
	"slices"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("jerk", jerk{}) }

// jerk is minus the logarithm of the dimensionless jerk of the speed profile v of n frames at rate f (Balasubramanian,
// Melendez-Calderon, Roby-Brami and Burdet 2015, "On the analysis of movement smoothness", Eq. 9):
//
//	s = -ln( (n/f)³/v_peak² · sum_t (v_{t+2} - 2 v_{t+1} + v_t)² f⁴ /f )
//
// with the second difference as the authors' code has it (siva82kb/smoothness, python/smoothness.py,
// log_dimensionless_jerk).
type jerk struct{}

func (jerk) About() Description {
	return Description{Summary: "less jerk of the hand, for its duration and peak speed",
		Source: "Balasubramanian et al. 2015", Cost: "one pass over the states"}
}

func (jerk) Score(p *Pool, _ seed.Key) ([]float64, error) {
	return p.Each(func(d *Demo) (float64, error) {
		v, err := p.speed(d)
		if err != nil {
			return 0, err
		}
		return logDimensionlessJerk(v, p.Rate), nil
	})
}

// leastJerk is the least dimensionless jerk. A minimum-jerk reach has 204; a constant speed would have 0.
const leastJerk = 1e-9

// logDimensionlessJerk returns minus the logarithm of the dimensionless jerk of a speed profile.
func logDimensionlessJerk(v []float64, rate float64) float64 {
	peak, duration, sum := slices.Max(v), float64(len(v))/rate, 0.0
	for t := range len(v) - 2 {
		j := (v[t+2] - 2*v[t+1] + v[t]) * rate * rate
		sum += j * j / rate
	}
	return -math.Log(max(leastJerk, duration*duration*duration/(peak*peak)*sum))
}
