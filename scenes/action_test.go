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

// A gripper command above zero opens, and every other one closes, 0 and -0 too, in relative and absolute actions:
// CALVIN's evaluation reads a policy's output so (calvin_env/envs/play_lmp_wrapper.py: action[-1] = 1 if action[-1] > 0
// else -1).
func TestGripperCommandZeroCloses(t *testing.T) {
	for command, opens := range map[float32]bool{
		1: true, 1e-30: true, 0: false, float32(math.Copysign(0, -1)): false, -1e-30: false, -1: false,
	} {
		for _, absolute := range []bool{false, true} {
			w := NewTabletop()
			for range 30 {
				var err error
				if tcp, euler := w.Target().P, w.TargetEuler(); absolute {
					err = w.StepAbsolute(AbsoluteAction{float32(tcp.X), float32(tcp.Y), float32(tcp.Z),
						float32(euler.X), float32(euler.Y), float32(euler.Z), command})
				} else {
					err = w.Step(Action{ActionGripper: command})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			var o Observation
			w.Observe(&o)
			if width := o.Robot[RobotWidth]; (o.Robot[RobotGrip] > 0) != opens || (width > 0.079) != opens ||
				(width < 0.001) == opens {
				t.Errorf("the command %g (absolute: %v): the gripper is %.4f m open, last command %v; opens: %v",
					command, absolute, width, o.Robot[RobotGrip], opens)
			}
		}
	}
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
		t.Errorf("got %v, want %q", err, want)
	}
}
