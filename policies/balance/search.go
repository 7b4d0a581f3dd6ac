package balance

import (
	"math"

	"counterpoise/policies/mixture"
)

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

	tolerance float64   // of mixture.Search; 0: nothing is tested
	total     int       // steps of the run, once it has begun
	tail      []float64 // steps made, then the sum of the gradient by α over those of the window
}

// Begin notes the number of steps.
func (s *search) Begin(steps int, _ func(...any) float64) { s.total = steps }

func (s *search) Alpha() []float64   { return s.alpha }
func (s *search) Observe([]float64)  {}
func (s *search) LookAhead() float64 { return s.beta1 }
func (s *search) HoldOut() float64   { return s.share }

// Memory has the tail where there is one, so that a search that nothing tests has the memory that it always had.
func (s *search) Memory() []*[]float64 {
	if s.tolerance == 0 {
		return []*[]float64{&s.alpha}
	}
	return []*[]float64{&s.alpha, &s.tail}
}

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
	if s.tolerance > 0 {
		s.note(gram)
	}
	s.alpha = project(v)
}

// window is the number of last steps whose mean gradient a convergence test takes: a tenth, since that of one batch is
// mostly noise.
func (s *search) window() int { return max(1, s.total/10) }

// note adds the gradient of a step by α to the tail.
func (s *search) note(gram [][]float64) {
	if s.tail == nil {
		s.tail = make([]float64, 1+len(s.alpha))
	}
	s.tail[0]++
	if int(s.tail[0]) <= s.total-s.window() {
		return
	}
	for j := range s.alpha {
		for i, t := range s.target {
			s.tail[1+j] -= float64(t * s.beta1 * gram[i][j])
		}
	}
}

// end returns how the search has ended. It takes the weights after the last step.
func (s *search) end() mixture.Search {
	if s.tail == nil { // it made no step
		return mixture.Search{Tolerance: s.tolerance, Residual: 1}
	}
	g, square := s.tail[1:], 0.0
	for _, v := range g {
		square += float64(v * v)
	}
	if square == 0 {
		return mixture.Search{Tolerance: s.tolerance}
	}
	v, moved := make([]float64, len(s.alpha)), 0.0
	for j, a := range s.alpha {
		v[j] = a - g[j]/math.Sqrt(square)
	}
	for j, p := range project(v) {
		d := p - s.alpha[j]
		moved += float64(d * d)
	}
	return mixture.Search{Tolerance: s.tolerance, Residual: math.Sqrt(moved)}
}

// movedSearch is a search whose policy does not simply go on by Adam, or that looks several steps ahead.
type movedSearch struct {
	*search
	theta  Theta
	last   bool // the policy ends at θ' of the last step
	unroll int
}

func (m movedSearch) Unroll() int { return m.unroll }

func (m movedSearch) Move(step int) mixture.Move {
	switch {
	case m.last && step == m.total-1, m.theta == StepTheta:
		return mixture.ToAhead
	case m.theta == FixedTheta:
		return mixture.Stay
	}
	return mixture.ByAdam
}

// only is the target e_i.
func only(i, k int) []float64 {
	t := make([]float64, k)
	t[i] = 1
	return t
}
