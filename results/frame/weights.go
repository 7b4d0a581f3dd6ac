package frame

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// FinalWeights is the last weights of an arm's groups and their reference losses, group by group and trial by
// trial. Alpha[group][trial] and References[group][trial]; the weights of one trial sum to 1.
type FinalWeights struct {
	Groups     []string
	Alpha      [][]float64
	References [][]float64 // nil where the method has no reference losses
}

// FinalWeights collects the last weights of an arm. Records whose groups differ from the first record's are
// left out. Trials without a record leave no gap: index t is the t-th record, not the t-th trial.
func (d Design) FinalWeights(arm string) (w FinalWeights) {
	for r := range d.Of(d.Arm(arm)) {
		t := r.Training
		k := len(t.Groups)
		if len(t.Alpha) == 0 || w.Groups != nil && !slices.Equal(t.Groups, w.Groups) {
			continue
		}
		if w.Groups == nil {
			w.Groups, w.Alpha = t.Groups, make([][]float64, k)
		}
		refs := ReferenceLosses(r.Record)
		if w.References == nil && refs != nil {
			w.References = make([][]float64, k)
		}
		for g := range k {
			w.Alpha[g] = append(w.Alpha[g], t.Alpha[len(t.Alpha)-1].Group[g])
			if refs != nil {
				w.References[g] = append(w.References[g], refs[g])
			}
		}
	}
	return w
}

// ReferenceLosses are the losses that a method compared the losses of its groups with: those that its first reference
// run reached. The method "ours" has a reference run for each group, perhaps after searches for them, and a group's
// reference loss is that of its own run (see record.Training).
//
// A reference loss is the loss that a group can reach, which a balancing method subtracts from the group's
// loss; nil for methods without reference runs.
func ReferenceLosses(r record.Record) []float64 {
	runs := r.Training.References
	if len(runs) == 0 {
		return nil
	}
	if name, _, _ := strings.Cut(r.Cell.Method, ":"); name != "ours" {
		return runs[0].Reached
	}
	refs := make([]float64, len(r.Training.Groups))
	for g, run := range runs[len(runs)-len(refs):] {
		refs[g] = run.Reached[g]
	}
	return refs
}

// WeightCourse is the weights of an arm over training: Alpha[trial][point][group] at gradient step
// Steps[point]. It has at most record.TrajectoryPoints points per trial.
type WeightCourse struct {
	Groups []string
	Steps  []int
	Alpha  [][][]float64
}

// WeightCourse collects the weights of an arm over training. Trials with another number of points than the first are
// left out; runs of one length have the same points. Without records all fields are nil.
func (d Design) WeightCourse(arm bench.Arm) (w WeightCourse) {
	for r := range d.Of(arm) {
		points := r.Training.Alpha
		if first := r.Training.First; first != nil { // the weights moved there
			points = first.Alpha
		}
		if len(points) == 0 || w.Steps != nil && len(w.Steps) != len(points) {
			continue
		}
		if w.Steps == nil {
			for g := range points[0].Group {
				w.Groups = append(w.Groups, groupName(r.Record, g))
			}
			for _, p := range points {
				w.Steps = append(w.Steps, p.Step)
			}
		}
		var alpha [][]float64
		for _, p := range points {
			alpha = append(alpha, p.Group)
		}
		w.Alpha = append(w.Alpha, alpha)
	}
	return w
}

// Moves reports whether a weight changes in any trial, by more than rounding. 1e-9 is far above the rounding of
// a sum of weights and far below any step of a method.
func (w WeightCourse) Moves() bool {
	for _, trial := range w.Alpha {
		for g := range w.Groups {
			low, high := trial[0][g], trial[0][g]
			for _, alpha := range trial {
				low, high = min(low, alpha[g]), max(high, alpha[g])
			}
			if high-low > 1e-9 {
				return true
			}
		}
	}
	return false
}

// groupName is the name of a record's group; its number from 1 where the record has no names. Records of older
// versions have weights without names.
func groupName(r record.Record, g int) string {
	if g < len(r.Training.Groups) {
		return r.Training.Groups[g]
	}
	return fmt.Sprint(g + 1)
}

// HasGivenWeights reports whether an arm's weights are given in advance instead of found by a method. The name
// of the method carries the weights: "fixed:0.2,0.8".
func HasGivenWeights(a bench.Arm) bool { return strings.HasPrefix(a.Method, "fixed:") }

// CollapsedGroup is a group that the method of an arm took below 1 % while its excess loss was still falling
// (mixture.Collapse), and in how many of the recorded trials.
type CollapsedGroup struct {
	Arm, Group     string
	Trials, Of     int // with the collapse, and recorded
	Earliest, Last int // steps of the collapse, from 0, over the trials that have it
}

// Collapses returns the groups that methods gave up, in the order of the arms.
func (d Design) Collapses() (all []CollapsedGroup) {
	recorded := map[string]int{}
	for r := range d.Rows() {
		arm := r.Arm.Name
		recorded[arm]++
		for _, c := range r.Training.Collapsed {
			i := slices.IndexFunc(all, func(o CollapsedGroup) bool { return o.Arm == arm && o.Group == c.Group })
			if i < 0 {
				i = len(all)
				all = append(all, CollapsedGroup{Arm: arm, Group: c.Group, Earliest: c.Step})
			}
			all[i].Trials++
			all[i].Earliest, all[i].Last = min(all[i].Earliest, c.Step), max(all[i].Last, c.Step)
		}
	}
	for i := range all {
		all[i].Of = recorded[all[i].Arm]
	}
	return all
}
