package bench

import (
	"counterpoise/policies"
	"counterpoise/scenes/demos"
)

// Record is what is known about a cell after it ran. All but Origin and Duration is decided by the cell.
type Record struct {
	Cell       Cell       `json:"cell"`
	Renderer   string     `json:"renderer"` // what drew the policy's observations; Unseen where it sees the state
	Data       Data       `json:"data"`
	Training   Training   `json:"training"`
	Rollouts   []Outcomes `json:"outcomes"` // one entry per behaviour, in the task's order
	Provenance Provenance `json:"origin"`
	Duration   Duration   `json:"duration"`
}

// Unseen is the renderer of policies that see the scene's state and no pictures.
const NoRenderer = "none"

// Data is what the policy was trained on: enough to make the demonstrations again and to know that they are the same.
type Data struct {
	Hash    string             `json:"hash"`    // of the dataset, SHA-256 over all episodes
	Version string             `json:"version"` // of simulator and demonstrator
	Seed    uint64             `json:"seed"`    // of the pool that the demonstrations are drawn from
	Groups  []demos.GroupCount `json:"groups"`  // demonstrations and frames per behaviour
}

// Training is what happened on the way to the policy. The last step's network is the policy, never the best one's.
type Training struct {
	Backend string          `json:"backend"`         // what computed it: results of different backends differ in the last bits
	Config  policies.Config `json:"config"`          // what the cell's policy stands for, spelt out
	Groups  []string        `json:"groups"`          // names of the groups that are weighed
	Alpha   []Point         `json:"alpha,omitempty"` // their weights over training, thinned
	Loss    []Point         `json:"loss,omitempty"`  // mean loss of each group over training, thinned alike
	// References are the runs that the method made before this one, in its order: of "ours", the search for the least loss
	// of each group in turn, so that L_i^min is References[i].Reached[i].
	References []Reference `json:"references,omitempty"`
}

// Reference is a run that a method made to find what losses can be reached.
type Reference struct {
	Alpha   []Point   `json:"alpha"`   // weights over the run, thinned
	Loss    []Point   `json:"loss"`    // mean loss of each group over the run, thinned
	Reached []float64 `json:"reached"` // mean loss of each group at its end
}

// Point is one value per group at a gradient step.
type Point struct {
	Step  int       `json:"step"`
	Group []float64 `json:"group"`
}

// Outcomes are the rollouts that asked for one behaviour. Rollout r starts from the same state in every arm of a trial.
type Outcomes struct {
	Behaviour string `json:"behaviour"`
	Horizon   int    `json:"horizon"` // control steps (1/30 s) that a rollout gets
	// Steps[r] is the control step at which rollout r succeeded, from 1; 0 when it never did.
	Steps []int `json:"steps"`
}

// Successes counts the rollouts that succeeded.
func (o Outcomes) Successes() int {
	n := 0
	for _, s := range o.Steps {
		if s > 0 {
			n++
		}
	}
	return n
}

// Of finds the outcomes of one behaviour.
func (r Record) Of(behaviour string) (Outcomes, bool) {
	for _, o := range r.Rollouts {
		if o.Behaviour == behaviour {
			return o, true
		}
	}
	return Outcomes{}, false
}

// Duration is how long the parts took on the machine of Origin, in seconds of wall clock. It is no result.
type Duration struct {
	Data     float64 `json:"data"`
	Training float64 `json:"training"`
	Rollouts float64 `json:"rollouts"`
}

// Origin says which program made a record and on which machine: what to look at first when two records disagree.
type Provenance struct {
	Program  string `json:"program"` // version of the module, "(devel)" in a clone
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"` // the working tree had changes over Commit
	Go       string `json:"go"`
	SIMD     bool   `json:"simd"` // built with GOEXPERIMENT=simd
	System   string `json:"system"`
	CPU      string `json:"cpu"`
	Cores    int    `json:"cores"`
}

// Rollout is one of the rollouts of a cell.
type Rollout struct {
	Behaviour string
	Number    int // from 0
}

// TrajectoryPoints is the number of points that a record keeps of a trajectory.
const TrajectoryPoints = 50
