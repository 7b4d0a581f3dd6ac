package balance

import "counterpoise/scenes/demos"

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
// = EtaT/T. The weights start at 1/k, which fits the study's Table 1, or at the shares of the data (From).
type ascent struct {
	alpha []float64
	ref   []float64 // L^ref; nil until the reference runs are made
	etaT  float64   // η·T
	eta   float64   // η
	onto  Projection
	Loss  // of the policy that the weights are found on
}

// StudyComponents is the number of components of an action, over which the study's losses are most likely sums: the
// references that its Table 1 prints for its own method (1.505 and 1.626 of the optimal demonstrations) lie near E|a|²
// of CALVIN's experts here (1.58 and 1.67). The study names no unit. Losses are means over components in this program,
// so that a loss of the study is StudyComponents times one of ours, and ηT of ours is StudyComponents times ηT of the
// study.
const StudyComponents = 7

// studyEtaT is ηT by the study's Table 1, in its unit: by the law of drift (Drift) with equal losses, gaps of the
// references of .388 and .392 take the optimal demonstrations to the printed .9367 and .9437.
const studyEtaT = 2.25

// defaultEtaT is studyEtaT in the unit of this program. For other losses than squared errors of actions try a tenth and
// ten times as much.
const defaultEtaT = studyEtaT * StudyComponents

// defaultSteps is the number of steps T that an ascent assumes until Begin sets it.
const defaultSteps = 1000

// Drift returns the weights that an ascent ends with, by the law of drift. From weights α_g(0), which are 1/k unless
// From says otherwise, and with losses L_g, means over its steps,
//
//	α_g = α_g(0) + ηT/k sum_h (δ_g - δ_h),   δ_g = L_g - L_g^ref
//
// followed by the projection onto the simplex. It is the sum of the steps of ascent, and therefore exact as long as the
// projection changes no step; it is exact for two groups, too, whose weights reach an end of the simplex and stay
// there. With losses and references that were measured elsewhere it is a prediction.
func Drift(from []float64, etaT float64, loss, ref []float64) []float64 {
	a := &ascent{alpha: from, ref: ref, eta: etaT}
	a.Observe(loss)
	return a.alpha
}

func newAscent(g demos.Groups, from From, etaT float64) *ascent {
	return &ascent{alpha: from.weights(g), etaT: etaT, eta: etaT / defaultSteps}
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
