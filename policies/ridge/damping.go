package ridge

// By these the factor of damping changes at a turn and at every other step (Riedmiller and Braun 1993, η⁻ and η⁺).
const (
	shrink = 0.5
	growth = 1.2
)

// damping shortens the steps of a search in the weights (a mixture.GradientObserver with look-ahead). A network answers
// new weights with one gradient step, a ridge with its optimum, so that steps of the size that suits a network throw
// the weights of a ridge from one side of the best ones to the other. The factor starts at 1, which it never exceeds.
// It shrinks whenever the weights turn back, that is, when two moves that follow each other have a negative inner
// product, and grows again otherwise: losses are far steeper at the ends of the simplex than inside. A search that
// never turns back never notices.
type damping struct {
	factor float64   // of the gradients that a search receives, in (0, 1]
	alpha  []float64 // the weights at the last step
	move   []float64 // by which they had changed there
}

// damp takes note of the weights of a step and returns its gradients times the factor.
func (d *damping) damp(gram [][]float64, alpha []float64) [][]float64 {
	d.follow(alpha)
	damped := make([][]float64, len(gram))
	for i, row := range gram {
		damped[i] = make([]float64, len(row))
		for j, v := range row {
			damped[i][j] = d.factor * v
		}
	}
	return damped
}

// follow shrinks the factor if these weights turn back from the last move.
func (d *damping) follow(alpha []float64) {
	if d.alpha == nil {
		d.factor, d.alpha = 1, alpha
		return
	}
	move, turn := make([]float64, len(alpha)), 0.0
	for g, a := range alpha {
		move[g] = a - d.alpha[g]
		if d.move != nil {
			turn += move[g] * d.move[g]
		}
	}
	if turn < 0 {
		d.factor *= shrink
	} else {
		d.factor = min(1, d.factor*growth)
	}
	d.alpha, d.move = alpha, move
}
