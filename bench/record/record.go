package record

import "strings"

// SchemaVersion is the version of the schema that this file documents.
//
//	1  before the schema had a number: records without the member "schema"
//	2  adds the device; per rollout the wrong behaviour, success earned by the gripper and clipped actions; in the
//	   cell the reading, the condition and the source of the seed
//	3  records success earned by the gripper, and adds the wrong behaviour earned by it; a rollout goes on after
//	   CALVIN's oracle has decided, until both have, and ends where both have found the wrong behaviour; adds
//	   actions that are not finite, and counts targets beyond reach as clipped in place of components
//
// Records of every version are read. What a version does not have is not recorded, which differs from zero: such a
// field is nil or empty in the struct, and its method returns ok == false. A later version only adds members.
const SchemaVersion = 3

// Record is the outcome of a cell: one line of records.jsonl. Everything but Device, Provenance and Duration depends
// on the cell alone (and, in the last bits of the training, on Training.Backend).
type Record struct {
	Schema     int        `json:"schema,omitempty"` // 0 is version 1
	Cell       Cell       `json:"cell"`
	Renderer   string     `json:"renderer"`        // of the policy's pictures; NoRenderer if it observes none
	Device     *Device    `json:"device,omitzero"` // nil: not recorded
	Data       Data       `json:"data"`
	Training   Training   `json:"training"`
	Rollouts   []Outcomes `json:"outcomes"` // one entry per behaviour, in the task's order
	Provenance Provenance `json:"origin"`
	Duration   Duration   `json:"duration"`
}

// NoRenderer is the renderer of policies that observe the scene's state and no pictures.
const NoRenderer = "none"

// Device is what the training computed on, and a card also what the policy acted on. A cell gives the same record on
// devices that differ in their names alone.
type Device struct {
	Kind         string `json:"kind"`                   // "go", "xla-cpu" or "cuda"
	Name         string `json:"name"`                   // of the hardware, as the system reports it; may be empty
	Plugin       string `json:"plugin,omitempty"`       // SHA-256 of XLA's plugin; empty for "go"
	Instructions string `json:"instructions,omitempty"` // vector instructions such as "AVX-512"; of a card its name
	Kernels      string `json:"kernels,omitempty"`      // PlainKernels, or empty
	Options      string `json:"options,omitempty"`      // settings of XLA that may change bits
	Revision     string `json:"revision,omitempty"`     // of the network's graph on XLA (network.Revised)
}

// PlainKernels stands in the device of a program without vector instructions of its own (backend.Info.Plain).
const PlainKernels = "plain kernels"

// For returns the device as it trains a policy whose network has a revision on it (network.Revision). The Go backend
// computes the same graph in all revisions.
func (d Device) For(revision string) Device {
	if d.Revision = revision; d.Kind == "go" {
		d.Revision = ""
	}
	return d
}

// SameResults reports whether a cell gives the same record on both devices.
func (d Device) SameResults(other Device) bool {
	d.Name, other.Name = "", ""
	return d == other
}

// String names what decides a device's results: "xla-cpu (plugin ad1309ac822b, AVX-512)".
func (d Device) String() string {
	var of []string
	if d.Plugin != "" {
		of = append(of, "plugin "+d.Plugin[:min(12, len(d.Plugin))])
	}
	for _, s := range []string{d.Instructions, d.Kernels, d.Options, d.Revision} {
		if s != "" {
			of = append(of, s)
		}
	}
	if of == nil {
		return d.Kind
	}
	return d.Kind + " (" + strings.Join(of, ", ") + ")"
}

// Data is what the policy was trained on: enough to generate the demonstrations again and to see that they are the
// same.
type Data struct {
	Hash    string       `json:"hash"`    // of the dataset, SHA-256 over all episodes
	Version string       `json:"version"` // of simulator and demonstrator
	Seed    uint64       `json:"seed"`    // of the pool that the demonstrations are drawn from
	Groups  []GroupCount `json:"groups"`  // demonstrations and frames per behaviour and style
}

// Training is what a record keeps of the training. The policy has the network's weights of the last gradient step,
// never those of the best one.
type Training struct {
	Backend string   `json:"backend"`         // results of different backends differ in the last bits
	Config  Config   `json:"config"`          // the full configuration that Cell.Policy abbreviates
	Groups  []string `json:"groups"`          // names of the groups that are weighted
	Alpha   []Point  `json:"alpha,omitempty"` // weights α of the groups, thinned to TrajectoryPoints
	Loss    []Point  `json:"loss,omitempty"`  // mean loss of each group in the batch, thinned alike
	// References are the runs that the method made before this one, in their order. The method "ours" makes one for
	// each group, which searches the least loss of that group: L_i^min is References[i].Reached[i]. With
	// Minimum=retrained it makes as many again, under the weights that these have found, whose losses count.
	References []Reference `json:"references,omitempty"`
	// First is the first of two stages, which found the weights that Alpha then keeps; nil where there was one stage.
	First *Reference `json:"first,omitempty"`
	// Collapsed are the groups that the method gave up while their losses still fell.
	Collapsed []Collapse `json:"collapsed,omitempty"`
	// Selection is what a score found and a rule dropped; nil for methods that drop none.
	Selection *Selection `json:"selection,omitempty"`
}

// Selection is what a score found in the demonstrations of a cell, and what a rule dropped of them (balance.Kept).
type Selection struct {
	Dropped    []int    `json:"dropped"`                         // numbers of demonstrations in the dataset, rising
	DroppedBad int      `json:"dropped_bad"`                     // how many of these are not optimal
	AUROC      *float64 `json:"auroc,omitempty"`                 // of good against bad; nil where none is bad
	AtLength   *float64 `json:"auroc_at_equal_length,omitempty"` // nil where no pair has like lengths
}

// Collapse is a group that a method took below 1 % while its excess loss was still falling (mixture.Collapse).
type Collapse struct {
	Group string `json:"group"`
	Step  int    `json:"step"` // from which on it was below, from 0, in the stage that found the weights
}

// Reference is a run that a method made to find out which losses can be reached, or to find weights.
type Reference struct {
	Alpha   []Point   `json:"alpha"`   // weights over the run, thinned
	Loss    []Point   `json:"loss"`    // mean loss of each group over the run, thinned
	Reached []float64 `json:"reached"` // mean loss of each group at its end
	Search  *Search   `json:"search,omitempty"`
}

// Search is how a search for weights ended, where that was tested (mixture.Search).
type Search struct {
	Tolerance float64 `json:"tolerance"`
	Residual  float64 `json:"residual"`
	Converged bool    `json:"converged"`
}

// Point is one value per group at a gradient step.
type Point struct {
	Step  int       `json:"step"`
	Group []float64 `json:"group"`
}

// TrajectoryPoints is the number of points that a record keeps of a trajectory over the gradient steps. Twice as many
// would nearly double the size of a record, about 12 kB.
const TrajectoryPoints = 50

// Outcomes are the rollouts that requested one behaviour, as parallel lists: entry r of each list is about rollout r,
// which starts from the same state in every arm of a trial. A list that is nil was not recorded; every other list has
// one entry per rollout. A step is a control step (1/30 s) counted from 1; 0 stands for never.
type Outcomes struct {
	Behaviour string `json:"behaviour"`
	Horizon   int    `json:"horizon"` // control steps after which a rollout ends
	// Steps are the steps at which the rollout succeeded by CALVIN's oracle (CALVIN).
	Steps []int `json:"steps"`
	// EarnedSteps are the steps at which it succeeded by the earned oracle (Earned).
	EarnedSteps []int `json:"earned,omitempty"`
	// WrongSteps are the steps at which another behaviour of the task was shown in place of the requested one, by
	// CALVIN's oracle. Where the first verdict was success it is 0.
	WrongSteps []int `json:"wrong,omitempty"`
	// EarnedWrongSteps are the same by the earned oracle: the gripper showed another behaviour.
	EarnedWrongSteps []int `json:"earned_wrong,omitempty"`
	// ClippedActions are the numbers of executed actions that were clipped: since schema 3 those that put the running
	// target beyond scenes.MaxReach from the robot's base, where it was moved back. Components outside [-1, 1] are
	// executed as they are, as in CALVIN. Schema 2 counted actions with such a component, which it clipped.
	ClippedActions []int `json:"clipped,omitempty"`
	// NonFiniteSteps are the steps at which the policy's action had a NaN or an infinity. The action is not executed
	// and ends the rollout, which failed unless an oracle had decided before.
	NonFiniteSteps []int `json:"nonfinite,omitempty"`
}

// Rollout identifies one of the rollouts of a cell.
type Rollout struct {
	Behaviour string
	Number    int // from 0
}

// Provenance says which program made a record and on which machine.
type Provenance struct {
	Program  string `json:"program"` // version of the module, "(devel)" in a clone
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"` // the working tree had changes over Commit
	Go       string `json:"go"`                 // version of the compiler
	SIMD     bool   `json:"simd"`               // built with GOEXPERIMENT=simd
	System   string `json:"system"`             // operating system and architecture
	CPU      string `json:"cpu"`                // name of the processor; empty where the system does not tell it
	Cores    int    `json:"cores"`
}

// Duration is the wall-clock time of the parts in seconds, on the machine of Provenance. It is no result.
type Duration struct {
	Data      float64 `json:"data"`
	Selection float64 `json:"selection,omitempty"` // of demonstrations, by a score
	Training  float64 `json:"training"`
	Rollouts  float64 `json:"rollouts"`
}

// Of returns the outcomes of one behaviour.
func (r Record) Of(behaviour string) (Outcomes, bool) {
	for _, o := range r.Rollouts {
		if o.Behaviour == behaviour {
			return o, true
		}
	}
	return Outcomes{}, false
}

// SchemaVersion returns the version of the schema that the record was written in, from 1.
func (r Record) SchemaVersion() int { return max(1, r.Schema) }

// TrainedOn returns the device of the training; ok is false where it is not recorded. Of records that do not name the
// program's kernels, which came later, the provenance tells them.
func (r Record) TrainedOn() (d Device, ok bool) {
	if r.Device == nil {
		return Device{}, false
	}
	d = *r.Device
	if o := r.Provenance; d.Kind != "go" && o.Go != "" && !o.SIMD {
		d.Kernels = PlainKernels
	}
	return d, true
}

// Earned returns the step at which the gripper earned the success of rollout r, 0 if it did not; ok is false where
// that is not recorded.
func (o Outcomes) Earned(r int) (step int, ok bool) { return recorded(o.EarnedSteps, r) }

// Wrong returns the step at which rollout r showed another behaviour than the requested one by CALVIN's oracle, 0 if it
// did not; ok is false where that is not recorded.
func (o Outcomes) Wrong(r int) (step int, ok bool) { return recorded(o.WrongSteps, r) }

// NonFinite returns the step at which an action that was not finite ended rollout r, 0 if none did; ok is false where
// that is not recorded.
func (o Outcomes) NonFinite(r int) (step int, ok bool) { return recorded(o.NonFiniteSteps, r) }

// NonFiniteRollouts counts the rollouts that an action that was not finite has ended; 0 where that is not recorded.
func (o Outcomes) NonFiniteRollouts() (n int) {
	for _, step := range o.NonFiniteSteps {
		if step > 0 {
			n++
		}
	}
	return n
}

// Clipped returns the number of clipped actions of rollout r; ok is false where it is not recorded.
func (o Outcomes) Clipped(r int) (actions int, ok bool) { return recorded(o.ClippedActions, r) }

// recorded returns the entry of rollout r, or false for a list that was not recorded.
func recorded(list []int, r int) (int, bool) {
	if list == nil {
		return 0, false
	}
	return list[r], true
}
