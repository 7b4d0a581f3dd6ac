package expert

import "math/rand/v2"

func init() {
	Styles.Add("miss", miss{Spread: 0.2})
	Styles.Add("biased", miss{Spread: 0.2, OneSide: true})
}

// miss goes through the whole motion beside the thing and never notices. It fails: misses to either side average out in
// a cloned policy, misses that always go to the same side (biased) shift it.
type miss struct {
	Spread  float64 // how much farther than need be, at most, as a share
	OneSide bool    // always the same side
}

func (s miss) About() string {
	if s.OneSide {
		return "ends beside it, always on the same side"
	}
	return "ends beside it, on either side"
}

func (miss) Ends() bool { return false }

func (s miss) Apply(plan *route, r *rand.Rand) Expert {
	off := plan.beside[0]
	if !s.OneSide {
		off = plan.beside[r.IntN(2)]
	}
	off = off.Scale(uniform(r, 1, 1+s.Spread))
	for i := range plan.legs {
		plan.legs[i].pose.P = plan.legs[i].pose.P.Add(off)
	}
	return plan
}
