package record

import (
	"testing"
)

func TestMedianSteps(t *testing.T) {
	for _, c := range []struct {
		steps []int
		want  float64
		ok    bool
	}{{nil, 0, false}, {[]int{0, 0}, 0, false}, {[]int{0, 7}, 7, true}, {[]int{9, 0, 4}, 6.5, true}, {[]int{3, 1, 2}, 2,
		true}} {
		if got, ok := (Outcomes{Steps: c.steps}).MedianSteps(CALVIN); got != c.want || ok != c.ok {
			t.Errorf("%v: %v, %v", c.steps, got, ok)
		}
		earned := Outcomes{Steps: make([]int, len(c.steps)), EarnedSteps: c.steps}
		if got, ok := earned.MedianSteps(Earned); got != c.want || ok != c.ok {
			t.Errorf("earned %v: %v, %v", c.steps, got, ok)
		}
	}
}
