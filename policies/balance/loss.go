package balance

import (
	"fmt"
	"slices"
)

// Loss is the loss of the runs that find weights: that of the policy that results, or another. The study's equations
// have divergences D_KL(π_i || π_θ), which are squared errors for a policy of fixed variance and negative
// log-likelihoods for one that learns its variance; Re-Mix has cross-entropies of discretised actions.
type Loss int

const (
	// PolicyLoss is the loss of the policy's own head.
	PolicyLoss Loss = iota
	// SquaredLoss is the mean squared error.
	SquaredLoss
	// GaussianLoss is the negative log-likelihood under a Gaussian with a learned variance.
	GaussianLoss
	// BinsLoss is the cross-entropy of discretised actions.
	BinsLoss
)

// lossWords are the words of the setting. All but the first are names of heads.
var lossWords = []string{"policy", "squared", "gaussian", "bins"}

// MarshalText returns the word of the setting.
func (l Loss) MarshalText() ([]byte, error) { return []byte(lossWords[l]), nil }

// UnmarshalText reads the word of the setting.
func (l *Loss) UnmarshalText(text []byte) error {
	i := slices.Index(lossWords, string(text))
	if i < 0 {
		return fmt.Errorf("want policy, squared, gaussian or bins")
	}
	*l = Loss(i)
	return nil
}

// Head is the head of the policy that is trained to measure the loss; empty is the head of the policy that results.
func (l Loss) Head() string {
	if l == PolicyLoss {
		return ""
	}
	return lossWords[l]
}

// checkLoss returns an error for a method whose weights are to be found on another loss than the policy's in one stage:
// that stage trains the policy.
func checkLoss(m Method) error {
	var stages int
	var loss Loss
	switch m := m.(type) {
	case Zero:
		stages, loss = m.Stages, m.Loss
	case RemixPaper:
		stages, loss = m.Stages, m.Loss
	case Ours:
		stages, loss = m.Stages, m.Loss
		if m.HeldOut > 0 {
			stages = 2
		}
	}
	if stages < 2 && loss != PolicyLoss {
		return fmt.Errorf("setting Loss=%s needs Stages=2: the only stage trains the policy, by the loss of its head",
			loss.Head())
	}
	return nil
}

// reference is the run of a reference policy under constant weights.
type reference struct {
	constant
	Loss
}
