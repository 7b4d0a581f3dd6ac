package skills

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// MostDemonstrations is the largest number of demonstrations that are grouped: time and memory grow with its square.
const MostDemonstrations = 2000

// moments are the points of a trajectory that it is compared at, evenly spaced in time.
const moments = 8

// Found are the groups of the demonstrations of a dataset.
type Found struct {
	Of     []int // demonstration -> group
	N      []int // group -> demonstrations
	Source string
}

// What demonstrations are grouped by.
const (
	ByObjects = "what was moved and where things end"
	ByMotion  = "the motion of the robot"
)

// Find groups the demonstrations of a dataset. They are compared by the states of objects, where all have them and
// motion is false: how far each is from its start at the end, and where it ends. Else by the robot's: its position at
// eight moments, relative to its start. The tabletop's are positions in metres; of another robot they are all columns
// in standard deviations. Demonstrations without a state, and more than MostDemonstrations, are errors.
func Find(ctx context.Context, r demos.Reader, motion bool, progress func(done, total int)) (*Found, error) {
	n := r.Episodes()
	if n > MostDemonstrations {
		return nil, fmt.Errorf("there are %d demonstrations, and skills are found among %d at most; --by "+
			"LABEL=VALUE,VALUE keeps a part", n, MostDemonstrations)
	}
	var objects, motions [][]float64
	ours := true
	for i := range n {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		raw, err := r.Read(i, false)
		if err != nil {
			return nil, err
		}
		ours = ours && raw.Actions.Width == scenes.ActionSize && raw.State.Width == scenes.RobotSize &&
			(raw.Scene.Width == 0 || raw.Scene.Width == scenes.SceneSize)
		objects = append(objects, ends(raw.Scene))
		motions = append(motions, path(raw.State))
		if progress != nil {
			progress(i+1, n)
		}
	}
	f := &Found{Source: ByObjects}
	points := objects
	none := func(p []float64) bool { return len(p) == 0 }
	if motion || slices.ContainsFunc(objects, none) {
		f.Source, points = ByMotion, motions
	}
	if len(points[0]) == 0 {
		return nil, errors.New("the demonstrations have no state of objects or of the robot, perhaps only pictures; " +
			"label their skills (--labels)")
	}
	for i := range points {
		if len(points[i]) != len(points[0]) || len(motions[i]) != len(motions[0]) {
			return nil, fmt.Errorf("demonstration %s has a state of another width than the first", demos.Place(r, i))
		}
	}
	if ours {
		motions = columns(motions, hand())
	} else {
		standardise(motions)
	}
	still := make([]bool, n)
	switch {
	case f.Source == ByMotion:
		points = motions
	case ours:
		for i, p := range points {
			points[i], still[i] = moved(p)
		}
	default:
		standardise(points)
	}
	f.Of = grouped(points, motions, still)
	for _, g := range f.Of {
		for len(f.N) <= g {
			f.N = append(f.N, 0)
		}
		f.N[g]++
	}
	return f, nil
}

// ends returns how far each column is from its start at the end, and where it ends.
func ends(m demos.Matrix) (out []float64) {
	t := m.Rows()
	if m.Width == 0 || t == 0 {
		return nil
	}
	for j, v := range m.Row(t - 1) {
		out = append(out, float64(v)-float64(m.Row(0)[j]))
	}
	for _, v := range m.Row(t - 1) {
		out = append(out, float64(v))
	}
	return out
}

// path returns the columns at some moments relative to the first frame.
func path(m demos.Matrix) (out []float64) {
	t := m.Rows()
	if m.Width == 0 || t == 0 {
		return nil
	}
	for k := 1; k <= moments; k++ {
		for j, v := range m.Row(int(math.Round(float64(k*(t-1)) / moments))) {
			out = append(out, float64(v)-float64(m.Row(0)[j]))
		}
	}
	return out
}

// grouped clusters points. Demonstrations that moved nothing, such as failed ones, join the group whose mean motion is
// nearest to theirs; where nearly all are such, motions are clustered.
func grouped(points, motions [][]float64, still []bool) []int {
	var some [][]float64
	var at []int
	for i, p := range points {
		if !still[i] {
			some, at = append(some, p), append(at, i)
		}
	}
	if len(some) < leastIn {
		return cluster(motions, seed.Of("skills"))
	}
	of := slices.Repeat([]int{-1}, len(points))
	for k, g := range cluster(some, seed.Of("skills")) {
		of[at[k]] = g
	}
	means, n := meansOf(motions, of)
	for i := range of {
		if still[i] {
			of[i] = nearest(motions[i], means, n)
		}
	}
	return of
}

// leastMoved is how far something must end from its start to count as moved, in metres. Blocks settle by less.
const leastMoved = 0.01

// moved returns what ends says of the tabletop: how far the thing is from its start that moved most, in the columns of
// that mechanism or block, and where it ends if it is a block, in metres. It reports whether nothing moved.
func moved(ends []float64) (out []float64, still bool) {
	out = make([]float64, scenes.SceneSize+3)
	first, width, most := -1, 0, leastMoved
	for i := scenes.SceneSliders; i < scenes.SceneBulb; i++ {
		if far := math.Abs(ends[i]); far > most {
			first, width, most = i, 1, far
		}
	}
	for b := scenes.SceneBlocks; b < scenes.SceneSize; b += scenes.SceneBlockSize {
		at := b + scenes.BlockPosition
		if far := math.Sqrt(squared(ends[at:at+3], make([]float64, 3))); far > most {
			first, width, most = at, 3, far
		}
	}
	if first < 0 {
		return out, true
	}
	copy(out[first:first+width], ends[first:])
	if width == 3 {
		copy(out[scenes.SceneSize:], ends[scenes.SceneSize+first:])
	}
	return out, false
}

// hand are the columns of path that are positions of the tabletop's hand, in metres.
func hand() (list []int) {
	for k := range moments {
		for i := range 3 {
			list = append(list, k*scenes.RobotSize+scenes.RobotTCP+i)
		}
	}
	return list
}

// columns returns some columns of points.
func columns(points [][]float64, list []int) [][]float64 {
	out := make([][]float64, len(points))
	for i, p := range points {
		for _, j := range list {
			out[i] = append(out[i], p[j])
		}
	}
	return out
}

// standardise puts the columns of points into standard deviations; columns that are the same everywhere become 0.
func standardise(points [][]float64) {
	n := float64(len(points))
	for j := range points[0] {
		mean, square := 0.0, 0.0
		for _, p := range points {
			mean += p[j] / n
		}
		for _, p := range points {
			square += (p[j] - mean) * (p[j] - mean) / n
		}
		sd := math.Sqrt(square)
		for _, p := range points {
			if p[j] -= mean; sd > 1e-9*(1+math.Abs(mean)) {
				p[j] /= sd
			} else {
				p[j] = 0
			}
		}
	}
}
