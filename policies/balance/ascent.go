package balance

// ascent is the maximisation over the weights in the study's min-max problem (Parekh et al., Eq. 13-15). The weights
// climb
//
//	L_eq-l(α) = sum_i α_i δ_i,   δ_i = L_i(θ) - L_i^ref
//
// along its gradient on the simplex (Eq. 14; λ = -mean δ keeps the sum), one step for each step of the policy. The
// fixed point has equal excess losses, δ_1 = ... = δ_k (Eq. 15):
//
//	α ← Π(α + η (δ + λ))
//
// The study does not state the constraint α_i >= 0; Π enforces it, see Projection. The study does not state η or the
// number of steps T either. Only their product bounds how far the weights can move, so the product is the setting: η
// = EtaT/T. The weights start at 1/k, which fits the study's Table 1.
type ascent struct {
	alpha []float64
	ref   []float64 // L^ref; nil until the reference runs are made
	etaT  float64   // η·T
	eta   float64   // η
	onto  Projection
	Loss  // of the policy that the weights are found on
}

// defaultEtaT fits both rows of the study's Table 1. With equal losses, α_opt = 1/2 + ηT (gap of the references)/2,
// which gives .9367 and .9437 from gaps of .388 and .392 at ηT = 2.25. The value depends on the unit of the losses;
// for other losses try .25, 1, 2.25 and 5.
const defaultEtaT = 2.25

// defaultSteps is the number of steps T that an ascent assumes until Begin sets it.
const defaultSteps = 1000

func newAscent(k int, etaT float64) *ascent {
	return &ascent{alpha: uniform(k), etaT: etaT, eta: etaT / defaultSteps}
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
