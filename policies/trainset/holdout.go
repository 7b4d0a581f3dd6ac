package trainset

import (
	"math"

	"counterpoise/internal/seed"
)

// HoldOut returns the same rows with a share of the episodes of each group kept out of training, in [0, 1): at least
// one episode of a group and never all of them. The key and the name of the group decide which. Whole episodes are
// held out, since neighbouring frames of one are nearly the same. A group of one episode cannot be divided: its
// held-out rows are its training rows. With share 0 it returns the Set itself.
//
// Features stay standardised over all frames, so that policies with and without a split have the same inputs.
func (s *Set) HoldOut(share float64, k seed.Key) *Set {
	if share == 0 {
		return s
	}
	out := *s
	out.Train, out.ByGroup, out.HeldOut = nil, make([][]int32, len(s.Names)), make([][]int32, len(s.Names))
	heldOut := s.drawEpisodes(share, k)
	for e := range s.First {
		for _, row := range s.RowsOf(e) {
			g := s.Group[row]
			if heldOut[e] {
				out.HeldOut[g] = append(out.HeldOut[g], row)
				continue
			}
			out.Train, out.ByGroup[g] = append(out.Train, row), append(out.ByGroup[g], row)
		}
	}
	for g := range out.HeldOut {
		if out.HeldOut[g] == nil {
			out.HeldOut[g] = out.ByGroup[g]
		}
	}
	return &out
}

// drawEpisodes reports for each episode whether it is held out.
func (s *Set) drawEpisodes(share float64, k seed.Key) []bool {
	of := make([][]int, len(s.Names))
	for e := range s.First {
		if rows := s.RowsOf(e); len(rows) > 0 {
			g := s.Group[rows[0]]
			of[g] = append(of[g], e)
		}
	}
	heldOut := make([]bool, len(s.First))
	for g, episodes := range of {
		n := len(episodes)
		order := k.With(s.Names[g]).Rand().Perm(n)
		for _, i := range order[:min(n-1, max(1, int(math.Round(share*float64(n)))))] {
			heldOut[episodes[i]] = true
		}
	}
	return heldOut
}
