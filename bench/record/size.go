package record

import "fmt"

// Size says how much of an experiment is run.
type Size struct {
	Trials   int    // paired repetitions; a test needs 2, the study has 10
	Rollouts int    // per behaviour and policy; 0 trains alone: records have weights and losses and no success
	Steps    int    // gradient steps per policy; 0 for the calibrated number of task and policy
	Seed     uint64 // of everything random
	Policy   Policy // trained in every arm, up to the arm's own settings
	// SeedSource is one of the constants Seed...; empty where it is not recorded.
	SeedSource string `json:",omitempty"`
}

// WithoutTrials is the size with no number of trials: runs that differ in it alone are of one size.
func (s Size) WithoutTrials() Size {
	s.Trials = 0
	return s
}

// The largest sizes: far beyond any experiment, and such that what is kept of a plan, of the rollouts of a policy and
// of the steps of a training fits into the memory of a large machine. The largest number of trials is MaxTrial.
const (
	MaxRollouts = 1_000_000
	MaxSteps    = 100_000_000
)

// Check returns an error for the first size that makes no sense.
func (s Size) Check() error {
	for _, of := range []struct {
		name       string
		size, most int
	}{{"trials", s.Trials, MaxTrial}, {"rollouts", s.Rollouts, MaxRollouts}, {"steps", s.Steps, MaxSteps}} {
		if of.size > of.most {
			return fmt.Errorf("%s must be %d or fewer, not %d", of.name, of.most, of.size)
		}
	}
	if s.Trials < 1 {
		return fmt.Errorf("trials must be 1 or more, not %d", s.Trials)
	}
	if s.Rollouts < 0 {
		return fmt.Errorf("rollouts must be 1 or more, or 0 for weights alone, not %d", s.Rollouts)
	}
	if s.Steps < 0 {
		return fmt.Errorf("steps must be 1 or more, or 0 for the calibrated number, not %d", s.Steps)
	}
	return nil
}
