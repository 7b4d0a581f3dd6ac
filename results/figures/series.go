package figures

import "math"

// Line is a named series of points, sorted by X. Dose and Levels draw it.
type Line struct {
	Name   string
	Points []Point
}

// Point is a mean in percent at X, with its interval.
type Point struct {
	X, Mean float64
	Interval
}

// Interval is the two ends of an interval, percent. It is not drawn where an end is NaN.
type Interval struct{ Low, High float64 }

// NoInterval is an interval that is not drawn, such as that of a mean over one trial.
var NoInterval = Interval{math.NaN(), math.NaN()}

// defined reports whether the interval is to be drawn.
func (i Interval) defined() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }
