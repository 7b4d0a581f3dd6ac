package curate

import (
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/dsp/fourier"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("psd", psd{}) }

// psd is minus the power of corrections: with S_c the periodogram of component c of the hand's velocity, n frames at
// rate f,
//
//	s = -ln( sum_c mean_{f_k >= 2 Hz} S_c(f_k) ),   S_c(f_k) = |sum_t v_c(t) e^{-2πi f_k t/f}|²/(n f)
//
// Sojib and Begum 2026, arXiv:2605.01544, rank by the power spectral density of the trajectory: lower is smoother. The
// paper's choice of signal and band is not checked here, since its authors published no code: reaches of an arm have
// little above 2 Hz, and corrections, oscillations and abrupt adjustments have.
type psd struct{}

// psdFrom is the frequency above which motion counts as correction, in Hz.
const psdFrom = 2

// leastPower is the least mean power, that of rounding.
const leastPower = 1e-18

func (psd) About() Description {
	return Description{Summary: "less power of the hand's velocity above 2 Hz",
		Source: "Sojib and Begum 2026, arXiv:2605.01544", Cost: "a Fourier transform a demonstration and component"}
}

func (psd) Score(p *Pool, _ seed.Key) ([]float64, error) {
	return p.Each(func(d *Demo) (float64, error) {
		x, err := p.positions(d)
		if err != nil {
			return 0, err
		}
		if len(x) < leastFrames {
			return 0, errShort
		}
		n := len(x) - 1
		transform := fourier.NewFFT(n)
		v := make([]float64, n)
		power := 0.0
		for c := range x[0] {
			for t := range n {
				v[t] = p.Rate * (x[t+1][c] - x[t][c])
			}
			sum, bins := 0.0, 0
			for k, z := range transform.Coefficients(nil, v) {
				if p.Rate*float64(k)/float64(n) >= psdFrom {
					sum += math.Pow(cmplx.Abs(z), 2) / (float64(n) * p.Rate)
					bins++
				}
			}
			power += sum / float64(max(1, bins))
		}
		return -math.Log(max(leastPower, power)), nil
	})
}
