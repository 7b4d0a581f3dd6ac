package curate

import (
	"errors"
	"math"
)

// errMotion is the error of scores of motion for demonstrations without a state.
var errMotion = errors.New("needs the state of the robot, and the demonstrations have none, perhaps only pictures")

// positions returns the moving point of a demonstration in each frame: the position of the hand where its columns are
// known (m), or all columns of the state in their standard deviations.
func (p *Pool) positions(d *Demo) ([][]float64, error) {
	if p.widths[1] == 0 {
		return nil, errMotion
	}
	columns := p.hand
	if columns == nil {
		for j := range p.widths[1] {
			if p.columns[1].scale(j) > 0 {
				columns = append(columns, j)
			}
		}
	}
	out := make([][]float64, d.Frames())
	for t := range out {
		out[t] = make([]float64, len(columns))
		row := d.State.Row(t)
		for i, j := range columns {
			if out[t][i] = float64(row[j]); p.hand == nil {
				out[t][i] *= p.columns[1].scale(j)
			}
		}
	}
	return out, nil
}

// leastFrames is the number of frames below which a motion has no derivatives to speak of.
const leastFrames = 5

// errShort is the error of scores of motion for a demonstration that is too short.
var errShort = errors.New("has fewer than 5 frames, which show no motion; leave it out")

// errStill is that of a demonstration that does not move.
var errStill = errors.New("does not move at all; leave it out")

// speed returns the speed profile of a demonstration, in units of positions a second, one number fewer than frames.
func (p *Pool) speed(d *Demo) ([]float64, error) {
	x, err := p.positions(d)
	if err != nil {
		return nil, err
	}
	if len(x) < leastFrames {
		return nil, errShort
	}
	out := make([]float64, len(x)-1)
	moves := false
	for t := range out {
		out[t] = p.Rate * distance(x[t], x[t+1])
		moves = moves || out[t] > 0
	}
	if !moves {
		return nil, errStill
	}
	return out, nil
}

// distance returns the Euclidean distance of two points.
func distance(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += (v - b[i]) * (v - b[i])
	}
	return math.Sqrt(sum)
}
