package num

import (
	"math"
	"testing"
)

// The reference is package math, which is good to a unit in the last place on these ranges.
func TestElementaryFunctionsAgreeWithMath(t *testing.T) {
	for x := -50.0; x < 50; x += 0.00137 {
		s, c := Sincos(x)
		if math.Abs(s-math.Sin(x)) > 3e-16 || math.Abs(c-math.Cos(x)) > 3e-16 {
			t.Fatalf("Sincos(%v) = %v, %v, want %v, %v", x, s, c, math.Sin(x), math.Cos(x))
		}
	}
	for x := -3.0; x <= 3; x += 0.0173 {
		for y := -3.0; y <= 3; y += 0.0191 {
			if got, want := Atan2(y, x), math.Atan2(y, x); math.Abs(got-want) > 9e-16 {
				t.Fatalf("Atan2(%v, %v) = %v, want %v", y, x, got, want)
			}
		}
	}
}

func TestAtan2OnTheAxes(t *testing.T) {
	for _, c := range []struct{ y, x, want float64 }{
		{0, 0, 0}, {0, 1, 0}, {0, -1, math.Pi}, {1, 0, math.Pi / 2}, {-1, 0, -math.Pi / 2},
	} {
		if got := Atan2(c.y, c.x); math.Abs(got-c.want) > 1e-16 {
			t.Errorf("Atan2(%v, %v) = %v, want %v", c.y, c.x, got, c.want)
		}
	}
}
