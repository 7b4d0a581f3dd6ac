package scenes

import (
	"math"
	"strings"
	"testing"
)

// Recorded actions that cannot be meant are refused with the component and what to do; the limits themselves pass.
func TestRecordedActions(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		a    Action
		want string // empty: accepted
	}{
		{Action{1, -1, 1, -1, 1, -1, 1}, ""},
		{Action{MaxRecorded, -MaxRecorded, 0, 0, 0, -MaxRecorded, MaxRecorded}, ""},
		{Action{0, nan}, "component 1 (y) of the relative action is NaN, not finite; mend"},
		{Action{5: -inf}, "component 5 (rotation about z) of the relative action is -Inf, not finite"},
		{Action{3: math.Pi}, "component 3 (rotation about x) of the relative action is 3.1415927, outside [-2, 2]: " +
			"its unit is 0.05 rad in 1/30 s; convert"},
		{Action{6: 255}, "component 6 (gripper) of the relative action is 255, outside [-2, 2]: > 0 opens"},
	} {
		refused(t, c.a.Check(), c.want)
	}
	for _, c := range []struct {
		a    AbsoluteAction
		want string
	}{
		{AbsoluteAction{0.1, -0.1, 0.5, math.Pi, 0, 40, -1}, ""},
		{AbsoluteAction{0.1, -0.1, 0.5, 0, nan},
			"component 4 (rotation about y) of the absolute action is NaN, not finite"},
		{AbsoluteAction{100, -100, 500}, "the absolute action commands the place (100, -100, 500), "},
		{AbsoluteAction{0.1, -0.1, 0.5, 6: -3}, "component 6 (gripper) of the absolute action is -3, outside [-2, 2]"},
	} {
		refused(t, c.a.Check(), c.want)
	}
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
		t.Errorf("got %v, want %q", err, want)
	}
}
