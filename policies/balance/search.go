package balance

// search minimises a weighted sum of the group losses over the weights α, while the policy trains: gradient descent
// in α through one step of the policy (Parekh et al., Eq. 18 and 19; Liu et al. 2022, "Auto-Lambda", Eq. 4-6).
//
//	θ' = θ - β_1 ∇_θ L_α(θ),   L_α = sum_j α_j L_j
//	α ← Π(α - β_2 ∇_α sum_i t_i L_i(θ')),   ∇_{α_j} L_i(θ') = -β_1 <∇L_i(θ'), ∇L_j(θ)>
//
// The target weights t are e_i for the lowest loss of behaviour i, and 1/k for the lowest mean loss.
type search struct {
	alpha  []float64
	target []float64 // t
	beta1  float64   // β_1, step size of the look-ahead
	beta2  float64   // β_2, step size of the weights
	share  float64   // share of episodes held out to measure L_i(θ') on; 0 measures it on training data
	steps  int       // 0: as many as the run that it prepares
	Loss             // of the policy that the search trains
}

func (s *search) Alpha() []float64     { return s.alpha }
func (s *search) Observe([]float64)    {}
func (s *search) LookAhead() float64   { return s.beta1 }
func (s *search) HoldOut() float64     { return s.share }
func (s *search) Memory() []*[]float64 { return []*[]float64{&s.alpha} }

func (s *search) Steps(main int) int {
	if s.steps == 0 {
		return main
	}
	return s.steps
}

func (s *search) ObserveGradients(gram [][]float64) {
	v := make([]float64, len(s.alpha))
	for j, a := range s.alpha {
		v[j] = a
		for i, t := range s.target {
			v[j] += s.beta2 * t * s.beta1 * gram[i][j]
		}
	}
	s.alpha = project(v)
}

// only is the target e_i.
func only(i, k int) []float64 {
	t := make([]float64, k)
	t[i] = 1
	return t
}
