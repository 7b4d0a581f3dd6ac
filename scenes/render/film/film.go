package film

import (
	"math"

	"counterpoise/scenes"
)

// Rate is the number of moments a second: one a control step.
const Rate = 30

// Moment is one control step of a film.
type Moment struct {
	Scene       scenes.Snapshot    // positions of everything that is drawn
	Observation scenes.Observation // numbers that a policy observes, without pictures
	Phase       string             // what the actor is doing, as it says itself; empty where that is unknown
}

// Film is one episode, Rate moments a second.
type Film struct {
	Title   string
	Moments []Moment
	Success bool // whether the episode reached its goal
}

// Add appends the present state of a tabletop.
func (f *Film) Add(w *scenes.Tabletop, phase string) {
	m := Moment{Scene: w.Snapshot(), Phase: phase}
	w.Observe(&m.Observation)
	f.Moments = append(f.Moments, m)
}

// Spread returns n moments at equal distances, the first and the last of the film among them. A film with fewer
// than n moments gives some of them twice. The film must not be empty.
func (f *Film) Spread(n int) []*Moment {
	all := make([]*Moment, n)
	for i := range all {
		at := math.Round(float64(i) / float64(max(1, n-1)) * float64(len(f.Moments)-1))
		all[i] = &f.Moments[int(at)]
	}
	return all
}
