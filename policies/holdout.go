package policies

import (
	"math"

	"counterpoise/internal/seed"
)

// holdOut is the same samples with a share of each group's episodes kept out of training, at least one and not all. Which
// ones is drawn by the key and the group's name. Whole episodes are kept out, since neighbouring frames of one are
// nearly the same. A group of one episode cannot be divided: its held-out frames are its training frames.
//
// Features stay standardised over all frames, so that policies see the same inputs with and without a split.
func (s *samples) holdOut(share float64, k seed.Key) *samples {
	if share == 0 {
		return s
	}
	out := *s
	out.train, out.frames, out.held = nil, make([][]int32, len(s.names)), make([][]int32, len(s.names))
	away := s.drawEpisodes(share, k)
	for e := range s.first {
		for _, row := range s.rowsOf(e) {
			g := s.group[row]
			if away[e] {
				out.held[g] = append(out.held[g], row)
				continue
			}
			out.train, out.frames[g] = append(out.train, row), append(out.frames[g], row)
		}
	}
	for g := range out.held {
		if out.held[g] == nil {
			out.held[g] = out.frames[g]
		}
	}
	return &out
}

// drawEpisodes says of each episode whether it is held out.
func (s *samples) drawEpisodes(share float64, k seed.Key) []bool {
	of := make([][]int, len(s.names))
	for e := range s.first {
		if rows := s.rowsOf(e); len(rows) > 0 {
			g := s.group[rows[0]]
			of[g] = append(of[g], e)
		}
	}
	away := make([]bool, len(s.first))
	for g, episodes := range of {
		n := len(episodes)
		order := k.With(s.names[g]).Rand().Perm(n)
		for _, i := range order[:min(n-1, max(1, int(math.Round(share*float64(n)))))] {
			away[episodes[i]] = true
		}
	}
	return away
}

// rowsOf are the rows of an episode.
func (s *samples) rowsOf(e int) []int32 {
	to := len(s.group)
	if e+1 < len(s.first) {
		to = int(s.first[e+1])
	}
	rows := make([]int32, 0, to-int(s.first[e]))
	for r := s.first[e]; r < int32(to); r++ {
		rows = append(rows, r)
	}
	return rows
}
