package scenes

import (
	"math"
	"testing"

	"counterpoise/physics"
)

// Home TCP of CALVIN (mees/calvin, evaluation/utils.py): position to 1e-5 m, fixed-axis Euler angles to 1e-4 rad.
func TestHomePoseIsCalvins(t *testing.T) {
	at := NewTabletop().TCP()
	e := at.R.Euler()
	if d := at.P.Sub(physics.Vec{X: 0.02587, Y: -0.23131, Z: 0.57128}).Norm(); d > 2e-5 {
		t.Errorf("home tool centre point is %v, %.3g m from CALVIN's", at.P, d)
	}
	if d := e.Sub(physics.Vec{X: 3.0905, Y: -0.0291, Z: 1.5001}); math.Abs(d.X)+math.Abs(d.Y)+math.Abs(d.Z) > 3e-4 {
		t.Errorf("home orientation is %v", e)
	}
}
