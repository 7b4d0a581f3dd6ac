package film

import (
	"math"

	"counterpoise/scenes"
)

// Rate is the number of moments a second: one a control step, so films lose no step.
const Rate = scenes.ControlRate

// Moment is one control step of a film. The positions suffice to draw it; the observation is for texts beside
// the picture.
type Moment struct {
	Scene       scenes.Snapshot    // positions of everything that is drawn
	Observation scenes.Observation // numbers that a policy observes, without pictures
	Phase       string             // as a demonstrator names it, such as "grasp"; empty where unknown
}

// Film is one episode, Rate moments a second. A film of 5 s has 150 moments. It holds no pictures: these are
// drawn when it is written or shown.
type Film struct {
	Title   string
	Moments []Moment
	Success bool // whether the episode reached its goal
}

// Add appends the present state of a tabletop. It copies what it needs, so the tabletop may go on.
func (f *Film) Add(t *scenes.Tabletop, phase string) {
	m := Moment{Scene: t.Snapshot(), Phase: phase}
	t.Observe(&m.Observation)
	f.Moments = append(f.Moments, m)
}

// Spread returns n moments at equal distances, the first and the last of the film among them. A film with fewer
// than n moments gives some of them twice. The film must not be empty.
//
// Moment i is the one at round(i/(n-1) · (len-1)). The result points into the film.
func (f *Film) Spread(n int) []*Moment {
	all := make([]*Moment, n)
	for i := range all {
		at := math.Round(float64(i) / float64(max(1, n-1)) * float64(len(f.Moments)-1))
		all[i] = &f.Moments[int(at)]
	}
	return all
}
