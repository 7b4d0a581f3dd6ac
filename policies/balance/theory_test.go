package balance

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
)

// The study's theory, sentence by sentence, on models whose optimum is known.

// linear is k behaviours a = θ_i s + noise, states of their own scale: its samples, group by group.
type linear struct{ s, a [][]float64 }

func newLinear(theta, scale []float64, n []int) linear {
	r := seed.Of("linear").Rand()
	l := linear{make([][]float64, len(n)), make([][]float64, len(n))}
	for i := range n {
		for range n[i] {
			s := scale[i] * r.NormFloat64()
			l.s[i] = append(l.s[i], s)
			l.a[i] = append(l.a[i], theta[i]*s+0.1*r.NormFloat64())
		}
	}
	return l
}

// moments are m_i = E_i[s²] and the least-squares parameter of each group alone.
func (l linear) moments() (m, theta []float64) {
	for i := range l.s {
		ss, sa := 0.0, 0.0
		for t, s := range l.s[i] {
			ss, sa = ss+s*s, sa+s*l.a[i][t]
		}
		m, theta = append(m, ss/float64(len(l.s[i]))), append(theta, sa/ss)
	}
	return m, theta
}

// fit trains θ by gradient descent on sum_i α_i E_i (a - θ s)².
func (l linear) fit(alpha []float64) (theta float64) {
	for range 3000 {
		g := 0.0
		for i := range l.s {
			for t, s := range l.s[i] {
				g += alpha[i] * 2 * (theta*s - l.a[i][t]) * s / float64(len(l.s[i]))
			}
		}
		theta -= 0.02 * g
	}
	return theta
}

// Proposition 1 and Eq. 6 (Parekh et al.): "the learned parameters θ of the robot's policy are a weighted sum of the
// sub-policy parameters", θ = sum_i ρ_i θ_i, where E_i[s²] = 1 for all. Where it is not, the weights are
// ρ_i E_i[s²] / sum_j ρ_j E_j[s²] and the printed formula is off. Eq. 11 is the same under equal weights.
func TestProposition1(t *testing.T) {
	for what, scale := range map[string][]float64{"equal E[s²]": {1, 1, 1}, "unequal E[s²]": {.5, 1, 2}} {
		l := newLinear([]float64{-1, 0.5, 2}, scale, []int{400, 1200, 400})
		m, own := l.moments()
		for law, alpha := range map[string][]float64{"Eq. 6": {.2, .6, .2}, "Eq. 11": uniform(3)} {
			corrected, weight, printed := 0.0, 0.0, 0.0
			for i := range m {
				corrected, weight = corrected+alpha[i]*m[i]*own[i], weight+alpha[i]*m[i]
				printed += alpha[i] * own[i]
			}
			corrected /= weight
			got := l.fit(alpha)
			if math.Abs(got-corrected) > 1e-9 {
				t.Errorf("%s, %s: trained to %v, the corrected weights give %v", law, what, got, corrected)
			}
			off := math.Abs(got - printed)
			if scale[0] == 1 && off > .05 || scale[0] != 1 && off < .5 {
				t.Errorf("%s, %s: trained to %v, the printed weights give %v", law, what, got, printed)
			}
		}
	}
}

// Eq. 8, E_i[loss] <= L_BC/ρ_i, and Eq. 12, E_i[loss] <= k L_eq-w, for any policy whatever, as long as no loss is
// negative: squared error and cross-entropy of random predictions. They hold since the other groups' terms are not
// negative, and so say nothing about training: a bound of the kind holds for every loss that is not negative.
func TestBoundsHoldForLossesThatAreNotNegative(t *testing.T) {
	r := seed.Of("bounds").Rand()
	squared := func() float64 { d := r.NormFloat64() - r.NormFloat64(); return d * d }
	entropy := func() float64 {
		p := softmax([]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
		return -math.Log(p[r.IntN(3)])
	}
	for range 300 {
		k := 1 + r.IntN(6)
		rho, loss := make([]float64, k), make([]float64, k)
		for i := range k {
			rho[i] = r.ExpFloat64()
			kind := squared
			if r.IntN(2) == 0 {
				kind = entropy
			}
			for range 10 {
				loss[i] += kind() / 10
			}
		}
		rho = normalised(rho)
		bc, eq := along(rho, loss), along(uniform(k), loss)
		for i := range k {
			if loss[i] > bc/rho[i]*(1+1e-12) || loss[i] > float64(k)*eq*(1+1e-12) {
				t.Fatalf("group %d of %v: loss %v, bounds %v and %v", i, loss, loss[i], bc/rho[i], float64(k)*eq)
			}
		}
	}
}

// The counter-example: Eq. 1 minimises -ln π(a|s), which for a Gaussian policy can be negative. A group that is
// learned to a deviation of .05 has -ln π = ln(.05 sqrt(2π)) + 1/2 = -1.577; one at 1 has 1.419. With ρ = (.9, .1),
// L_BC = -1.277 and Eq. 8 would say 1.419 <= -12.77.
func TestBoundsFailForAGaussianLikelihood(t *testing.T) {
	nll := func(sigma float64) float64 { return math.Log(sigma*math.Sqrt(2*math.Pi)) + .5 }
	loss, rho := []float64{nll(.05), nll(1)}, []float64{.9, .1}
	bc, eq := along(rho, loss), along(uniform(2), loss)
	if loss[1] <= bc/rho[1] || loss[1] <= 2*eq {
		t.Errorf("losses %v satisfy the bounds %v and %v after all", loss, bc/rho[1], 2*eq)
	}
	// What the study derives is for the divergence, which is what is left when the entropy is taken off: no longer
	// negative.
	if kl := loss[0] - nll(.05); kl < 0 {
		t.Errorf("divergence %v", kl)
	}
}

// Eq. 14 and 23: at the maximum over α with a sum of 1 alone, all δ_i are equal to their mean, -λ; the step of the
// ascent is δ + λ, which sums to zero.
func TestTheAscentKeepsTheSum(t *testing.T) {
	r := seed.Of("sum").Rand()
	for range 100 {
		a := Zero{EtaT: .5}.Start(counted(1, 2, 3, 4)).(*ascent)
		loss := []float64{r.Float64(), r.Float64(), r.Float64(), r.Float64()}
		a.Begin(10, nil)
		a.Observe(loss) // .05 (δ - mean δ) stays inside from 1/4
		mean := along(uniform(4), loss)
		for i, v := range a.Alpha() {
			if want := .25 + .05*(loss[i]-mean); math.Abs(v-want) > 1e-12 {
				t.Fatalf("losses %v: weights %v, group %d should be %v", loss, a.Alpha(), i, want)
			}
		}
	}
}

// The projection matters only where a weight would be negative: until then Euclidean and Clipped are the study's step.
func TestProjectionsAgreeInside(t *testing.T) {
	for _, c := range []struct {
		v    []float64
		clip []float64
	}{
		{[]float64{.1, .3, .6}, []float64{.1, .3, .6}},
		{[]float64{-.2, .5, .7}, []float64{0, 5. / 12, 7. / 12}},
	} {
		near(t, "clipped", Clipped.apply(c.v), c.clip, 1e-12)
	}
	near(t, "inside", Euclidean.apply([]float64{.1, .3, .6}), []float64{.1, .3, .6}, 1e-12)
	near(t, "outside", Euclidean.apply([]float64{-.2, .5, .7}), []float64{0, .4, .6}, 1e-12)
}
