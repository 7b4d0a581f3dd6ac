package balance

// ascent is the maximising half of the study's min-max problem (Parekh et al., Eq. 13-15): the weights climb
//
//	L_eq-l(α) = sum_i α_i δ_i,   δ_i = L_i(θ) - L_i^ref
//
// along its gradient on the simplex (Eq. 14; λ = -mean δ keeps the sum), one step for each step of the policy, until
// what is left of each behaviour is the same, δ_1 = ... = δ_k (Eq. 15):
//
//	α ← Π(α + η (δ + λ))
//
// The study leaves out that α_i >= 0; Π sees to that, see Projection. Nor does it name η or the number of steps T. Only
// their product matters to how far the weights can drift, so that is what is set: η = EtaT/T. Starting weights are 1/k,
// which its Table 1 fits.
type ascent struct {
	alpha []float64
	ref   []float64 // L^ref; nil until known
	etaT  float64
	eta   float64
	onto  Projection
}

// defaultEtaT fits both rows of the study's Table 1: with equal losses, α_opt = 1/2 + ηT (gap of the references)/2
// gives .9367 and .9437 from gaps of .388 and .392 at ηT = 2.25. Losses in other units want another; sweep .25, 1,
// 2.25, 5.
const defaultEtaT = 2.25

// unannounced is the number of steps assumed where nobody says how many there will be.
const unannounced = 1000

func newAscent(k int, etaT float64) *ascent {
	return &ascent{alpha: uniform(k), etaT: etaT, eta: etaT / unannounced}
}

func (a *ascent) Begin(steps int, _ func(...any) float64) { a.eta = a.etaT / float64(steps) }

func (a *ascent) Alpha() []float64 { return a.alpha }

func (a *ascent) Memory() []*[]float64 { return []*[]float64{&a.alpha} }

func (a *ascent) Observe(loss []float64) {
	if a.ref == nil {
		panic("balance: the reference losses of this method are not known; make its reference runs before training")
	}
	v, lambda := make([]float64, len(loss)), 0.0
	for i, l := range loss {
		v[i] = l - a.ref[i]
		lambda -= v[i] / float64(len(loss))
	}
	for i, delta := range v {
		v[i] = a.alpha[i] + a.eta*(delta+lambda)
	}
	a.alpha = a.onto.apply(v)
}
