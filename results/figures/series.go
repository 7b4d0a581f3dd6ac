package figures

import "math"

// Line is a named series of points, sorted by X. Dose and Levels draw it. Name stands at the line's end.
type Line struct {
	Name   string
	Points []Point
}

// Point is a mean in percent at X, with its interval. X is in the units of the axis: an amount or a level.
type Point struct {
	X, Mean float64
	Interval
}

// Interval is the two ends of an interval, percent. It is not drawn where an end is NaN. The ends may lie
// anywhere between 0 and 100; Low <= High.
type Interval struct{ Low, High float64 }

// NoInterval is an interval that is not drawn, such as that of a mean over one trial.
var NoInterval = Interval{math.NaN(), math.NaN()}

// defined reports whether the interval is drawn. One undefined end hides both.
func (i Interval) defined() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }
