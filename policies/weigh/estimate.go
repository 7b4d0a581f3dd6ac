package weigh

import (
	"context"
	"time"

	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
)

// probeSteps is the number of steps of which a probe times all but the first.
const probeSteps = 6

// SearchTime returns how long one training of a method takes at most by a learner of a corpus, where the method
// searches for the least loss of each group (balance.Ours), and 0 for other methods. Steps are those of the training.
// It times some steps whose weights move: k groups take k searches of steps whose cost is in proportion to k. On a
// ridge a search whose weights have arrived takes no time for the rest, so that the true time may be a tenth.
func SearchTime(ctx context.Context, g *Groups, learn Learner, method string, steps int) (time.Duration, error) {
	m, err := balance.Named(method)
	ours, ok := m.(balance.Ours)
	if err != nil || !ok {
		return 0, err
	}
	if ours.MetaSteps > 0 {
		steps = ours.MetaSteps
	}
	p := &probe{alpha: make([]float64, len(g.Names))}
	p.move()
	if _, err := learn(ctx, p, seed.Of("probe")); err != nil {
		return 0, err
	}
	return p.least * time.Duration(steps*len(g.Names)), nil
}

// probe is a mixture of a few steps whose weights move in each, and that asks for gradients as a search does.
type probe struct {
	alpha []float64
	last  time.Time     // when the gradients of the step before came
	least time.Duration // of a step, since others may have waited for a busy machine
}

func (p *probe) Alpha() []float64   { return p.alpha }
func (p *probe) Observe([]float64)  {}
func (p *probe) LookAhead() float64 { return 1 }
func (p *probe) Steps(int) int      { return probeSteps }

func (p *probe) ObserveGradients([][]float64) {
	now := time.Now()
	if d := now.Sub(p.last); !p.last.IsZero() && (p.least == 0 || d < p.least) {
		p.least = d
	}
	p.last = now
	p.move()
}

// move takes every weight but the first half of the way to equal weights. The first is the rest of 1.
func (p *probe) move() {
	rest := 1.0
	for i := 1; i < len(p.alpha); i++ {
		p.alpha[i] = (p.alpha[i] + 1/float64(len(p.alpha))) / 2
		rest -= p.alpha[i]
	}
	p.alpha[0] = rest
}
