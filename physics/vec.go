package physics

import "math"

// Vec is a vector of three components; the unit is the caller's.
type Vec struct{ X, Y, Z float64 }

// Add returns a + b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a - b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Scale returns s a.
func (a Vec) Scale(s float64) Vec { return Vec{float64(s * a.X), float64(s * a.Y), float64(s * a.Z)} }

// Neg returns -a.
func (a Vec) Neg() Vec { return Vec{-a.X, -a.Y, -a.Z} }

// AddScaled returns a + s b.
func (a Vec) AddScaled(s float64, b Vec) Vec {
	return Vec{a.X + float64(s*b.X), a.Y + float64(s*b.Y), a.Z + float64(s*b.Z)}
}

// Dot returns a · b.
func (a Vec) Dot(b Vec) float64 {
	return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z)
}

// Cross returns a × b.
func (a Vec) Cross(b Vec) Vec {
	return Vec{
		float64(a.Y*b.Z) - float64(a.Z*b.Y),
		float64(a.Z*b.X) - float64(a.X*b.Z),
		float64(a.X*b.Y) - float64(a.Y*b.X),
	}
}

// Norm returns the length of a.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Unit returns a scaled to length one; a zero vector stays zero.
func (a Vec) Unit() Vec {
	n := a.Norm()
	if n == 0 {
		return Vec{}
	}
	return a.Scale(1 / n)
}

// Abs returns the absolute values of the components.
func (a Vec) Abs() Vec { return Vec{math.Abs(a.X), math.Abs(a.Y), math.Abs(a.Z)} }

// taxicab returns |x| + |y| + |z|: at least the length of a, without a square root.
func (a Vec) taxicab() float64 { return math.Abs(a.X) + math.Abs(a.Y) + math.Abs(a.Z) }

// IsFinite reports whether no component is NaN or infinite.
func (a Vec) IsFinite() bool {
	return a.X-a.X == 0 && a.Y-a.Y == 0 && a.Z-a.Z == 0 // NaN - NaN and Inf - Inf are NaN
}

// at returns component i (0, 1, 2).
func (a Vec) at(i int) float64 {
	switch i {
	case 0:
		return a.X
	case 1:
		return a.Y
	}
	return a.Z
}
