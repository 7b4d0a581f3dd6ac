package scenes

import (
	"fmt"
	"math"

	"counterpoise/internal/num"
)

// MaxRecorded is the greatest magnitude of a component of a recorded relative action, and of any gripper command.
// CALVIN's recorder clips to 1, and its robot executes what it is given, so recordings of policies may have somewhat
// more. Twice the clip is more than the arm can follow (0.04 m in 1/30 s is 1.2 m/s, and 0.1 rad is 3 rad/s, where a
// joint turns at 2 rad/s). Beyond it stand numbers of another meaning: poses, whose angle of a hand that points down is
// π, millimetres, degrees, or bytes. At 1 a recorded policy that is not clipped would be refused; at 4 poses would
// pass.
const MaxRecorded = 2

// actionAxes are the names of the components of an Action and an AbsoluteAction.
var actionAxes = [ActionSize]string{
	"x", "y", "z", "rotation about x", "rotation about y", "rotation about z", "gripper",
}

// Check returns an error if a recorded action cannot be meant as one: a component is not finite, or its magnitude is
// greater than MaxRecorded. It serves readers of data, which add episode and frame to the sentence; Step executes
// every finite action.
func (a *Action) Check() error {
	for i, x := range a {
		if err := checkComponent("relative action", i, x); err != nil {
			return err
		}
	}
	return nil
}

// Check returns an error if a recorded pose cannot be meant as one: a component is not finite, the place is farther
// than MaxReach from the robot's base, or the magnitude of the gripper's command is greater than MaxRecorded.
func (a *AbsoluteAction) Check() error {
	const what = "absolute action"
	if i := num.FirstNonFinite(a[:]); i >= 0 {
		return checkComponent(what, i, a[i])
	}
	p := vecAt(a[ActionTranslation:])
	if d := p.Sub(BasePosition).Norm(); d > MaxReach {
		return fmt.Errorf("the %s commands the place (%.4g, %.4g, %.4g), %.4g m from the robot's base, beyond "+
			"%.1f m, which the arm does not reach over the table: positions are in metres in the world frame; "+
			"convert the actions, or leave the episode out", what, p.X, p.Y, p.Z, d, MaxReach)
	}
	return checkComponent(what, ActionGripper, a[ActionGripper])
}

// checkComponent checks one component of a relative action, or a gripper command.
func checkComponent(what string, i int, x float32) error {
	if math.Abs(float64(x)) <= MaxRecorded {
		return nil
	}
	component := fmt.Sprintf("component %d (%s) of the %s is %v", i, actionAxes[i], what, x)
	switch {
	case x-x != 0: // NaN - NaN and Inf - Inf are NaN
		return fmt.Errorf("%s, not finite; mend the frame, or leave the episode out (demos filter --episodes)",
			component)
	case i == ActionGripper:
		return fmt.Errorf("%s, outside [-%d, %d]: > 0 opens and <= 0 closes the gripper; convert the actions, or "+
			"leave the episode out", component, MaxRecorded, MaxRecorded)
	}
	unit := fmt.Sprintf("%v m", MaxTranslation)
	if i >= ActionRotation {
		unit = fmt.Sprintf("%v rad", MaxRotation)
	}
	return fmt.Errorf("%s, outside [-%d, %d]: its unit is %s in 1/30 s; convert the actions, or leave the episode out",
		component, MaxRecorded, MaxRecorded, unit)
}
