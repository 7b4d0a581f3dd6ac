package mixture

import "math"

// Collapse is a group that a method took below CollapseShare while its excess loss was still falling: the method gave
// the group up before the policy had learned what it could from it.
type Collapse struct {
	Group int
	Step  int // first step, from 0, from which on the weight of the group is below CollapseShare
}

// CollapseShare is the weight below which a group has next to no influence on the policy: at 1 %, in batches of 256
// frames, less than three frames' worth of gradient.
const CollapseShare = 0.01

// collapseWindow is the part of the run before a collapse over which two mean losses are compared, half against half:
// a tenth of all steps, or all steps so far where they are fewer.
const collapseWindow = 0.1

// Collapses returns the groups that the weights of this run took below CollapseShare for good while their excess loss
// was still falling. A group that is below from the start is not among them, nor is one whose loss no longer fell.
//
// The excess L_g - L_g^ref falls where L_g falls, since the reference is a constant. It counts as falling where the
// mean loss of the group over the later half of a window before that step lies below the mean over the earlier half by
// more than two standard errors. Where the window has fewer than four steps, nothing shows that learning had ended,
// and the collapse is reported. Losses are held-out ones where some are held out: those are what the method observed.
func (l *Log) Collapses() (all []Collapse) {
	loss := l.Loss
	if l.HeldOut != nil {
		loss = l.HeldOut
	}
	for g := range l.Groups {
		step := len(l.Alpha)
		for step > 0 && l.Alpha[step-1][g] < CollapseShare {
			step--
		}
		if step > 0 && step < len(l.Alpha) && falling(column(loss[:step], g), len(l.Alpha)) {
			all = append(all, Collapse{g, step})
		}
	}
	return all
}

// column returns the values of group g.
func column(steps [][]float64, g int) []float64 {
	v := make([]float64, len(steps))
	for i, s := range steps {
		v[i] = s[g]
	}
	return v
}

// falling reports whether losses fall at their end, see Collapses. steps is the length of the whole run.
func falling(loss []float64, steps int) bool {
	half := min(int(collapseWindow*float64(steps)), len(loss)) / 2
	if half < 2 {
		return true
	}
	before, varBefore := meanVariance(loss[len(loss)-2*half : len(loss)-half])
	after, varAfter := meanVariance(loss[len(loss)-half:])
	return before-after > 2*math.Sqrt((varBefore+varAfter)/float64(half))
}

// meanVariance returns the mean of two or more values and their variance, with n - 1 in the denominator.
func meanVariance(v []float64) (mean, variance float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		variance += (x - mean) * (x - mean) / float64(len(v)-1)
	}
	return mean, variance
}
