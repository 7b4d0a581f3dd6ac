package curate

import (
	"math"
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("sal", sal{}) }

// sal is the spectral arc length of the speed profile (Balasubramanian et al. 2015, Eq. 3; RINSE, arXiv:2604.23000, as
// a score of demonstrations). With V the magnitude of the spectrum of the profile, zero-padded to 2⁴ times the next
// power of two, over its greatest,
//
//	s = -sum_k sqrt( ((f_{k+1} - f_k)/(f_c - f_0))² + (V_{k+1} - V_k)² ),   f_0 <= f_k <= f_c
//
// f_c is the last frequency below 10 Hz at which V is 0.05 or more, and f_0 the first. The defaults are those of the
// authors' code (siva82kb/smoothness, python/smoothness.py, spectral_arclength).
type sal struct{}

// The settings of the spectral arc length.
const (
	salPadding   = 4
	salCutoff    = 10.0 // Hz
	salAmplitude = 0.05
)

func (sal) About() Description {
	return Description{Summary: "spectral arc length of the hand's speed: smoother is better",
		Source: "Balasubramanian et al. 2015; RINSE, arXiv:2604.23000", Cost: "a Fourier transform a demonstration"}
}

func (sal) Score(p *Pool, _ seed.Key) ([]float64, error) {
	return p.Each(func(d *Demo) (float64, error) {
		v, err := p.speed(d)
		if err != nil {
			return 0, err
		}
		return spectralArcLength(v, p.Rate), nil
	})
}

// spectralArcLength returns the spectral arc length of a speed profile that is not all 0.
func spectralArcLength(v []float64, rate float64) float64 {
	n := 1 << (int(math.Ceil(math.Log2(float64(len(v))))) + salPadding)
	padded := make([]float64, n)
	copy(padded, v)
	spectrum := fourier.NewFFT(n).Coefficients(nil, padded)
	step := rate / float64(n)
	// The code of the authors takes the whole circle: frequencies above half the rate mirror those below.
	magnitude := make([]float64, 0, n)
	for k := 0; k < n && float64(k)*step <= salCutoff; k++ {
		magnitude = append(magnitude, cmplx.Abs(spectrum[min(k, n-k)]))
	}
	greatest := 0.0
	for _, c := range spectrum {
		greatest = max(greatest, cmplx.Abs(c))
	}
	for k := range magnitude {
		magnitude[k] /= greatest
	}
	loud := func(m float64) bool { return m >= salAmplitude }
	first := slices.IndexFunc(magnitude, loud)
	last := len(magnitude) - 1
	for last > first && !loud(magnitude[last]) {
		last--
	}
	if last == first {
		return 0
	}
	sum := 0.0
	for k := first; k < last; k++ {
		sum += math.Hypot(1/float64(last-first), magnitude[k+1]-magnitude[k])
	}
	return -sum
}
