package mixture

import "math"

// UnsettledSwing is the swing above which weights have not settled: a twentieth of all weight changes hands in a step.
const UnsettledSwing = 0.05

// Swing returns how much weight changes hands from one step to the next, the mean over the later half of the run:
//
//	mean_t 1/2 sum_g |α_g(t+1) - α_g(t)|
//
// in [0, 1]. A method that has arrived has 0. One whose steps are too large for its losses jumps from side to side, and
// has up to 1: its last weights, and their mean, then say nothing of what it looked for.
func (l *Log) Swing() float64 {
	steps := l.Alpha[len(l.Alpha)/2:]
	swing := 0.0
	for t := range len(steps) - 1 {
		for g, a := range steps[t] {
			swing += math.Abs(steps[t+1][g]-a) / 2 / float64(len(steps)-1)
		}
	}
	return swing
}
