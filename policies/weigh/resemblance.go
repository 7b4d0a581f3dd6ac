package weigh

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// Resemblance weighs single demonstrations by how well those that are known to be good predict them. It is for data of
// which a few demonstrations are known to be good and nobody has grouped the others into better and worse.
//
// A policy learns the known demonstrations alone, and its loss ℓ_e on the actions of demonstration e says how little
// e is like them (resemblance_losses.go). The idea is that of Moore and Lewis 2010, "Intelligent Selection of Language
// Model Training Data", who select text by a model of the text that is wanted. Within a group of n demonstrations that
// are not known, such as those of one behaviour, the weight of a frame falls linearly with the rank of its
// demonstration, as in the linear ranking of Baker 1985, "Adaptive Selection Methods for Genetic Algorithms":
//
//	v_e = 1 - (rank_e + 1/2)/n,   rank_e = 0 for the least ℓ_e,   v_e = 1 for a known e
//	f_e = v_e T_g / (T sum_{e in g} v_e T_e)
//
// with T_e, T_g and T the frames of the demonstration, of its group and of all. Ranks need no share of good ones to be
// known. Each group keeps the share of its frames, so that a behaviour that is harder to predict loses nothing.
//
// Ranks leave a share s of bad ones s² of the weight even where all are told from good ones, and take weight from good
// ones where all are good. By the gap, which the user asks for, v_e is 1 within the spread of the known ones, each
// predicted by the others, and falls to 0 outside (gap.go).
type Resemblance struct {
	*Groups
	Known []bool    // demonstration -> it is known to be good
	Loss  []float64 // ℓ_e; of a known one under the others of them, NaN where it is the only one
	Value []float64 // v_e, in [0, 1]
	// Weak are the groups with one or two known demonstrations, whose spread is a guess; none by rank.
	Weak []int
	// Out says which demonstrations have the value 0 because they failed or are bad by their labels; nil: none.
	Out []bool
	// AllBad are the groups of which all demonstrations failed or are bad. They stay: nothing else is there.
	AllBad []int
}

// ResemblanceOptions say how demonstrations are compared.
type ResemblanceOptions struct {
	By       []string              // labels whose groups keep their shares; none: the behaviour, or the task
	Known    func(*demos.Raw) bool // whether a demonstration is known to be good
	Pictures bool                  // by features of pictures too, see CorpusOptions
	Gap      bool                  // v_e by the gap in place of the rank
	// Bad says of all demonstrations, by the labels of each, which failed or are bad, so that they get no weight; nil:
	// those that failed by a label.
	Bad      func(labels []map[string]string) []bool
	Progress func(done, total int) // demonstrations read, all of them twice
}

// Resemble reads a dataset and weighs its demonstrations. No known demonstration, and nothing but known ones, are
// errors, and so is what ReadGroups and ReadCorpus refuse; one group is none.
func Resemble(ctx context.Context, r demos.Reader, o ResemblanceOptions) (*Resemblance, error) {
	s := &Resemblance{Groups: &Groups{LabelledGroups: demos.LabelledGroups{By: demos.Labels(o.By)}}}
	var labels []map[string]string
	err := trainset.Each(ctx, r, false, o.Progress, func(i int, raw *demos.Raw) error {
		labels = append(labels, raw.Labels)
		if len(s.By) == 0 {
			s.By = []string{"task"}
			if _, ok := raw.Labels["behaviour"]; ok {
				s.By = []string{"behaviour"}
			}
		}
		s.Known = append(s.Known, o.Known(raw))
		return s.add(demos.Place(r, i), raw)
	})
	switch {
	case err != nil:
		return nil, err
	case !slices.Contains(s.Known, true):
		return nil, fmt.Errorf("none of the %d demonstrations is one of these; demos list shows their numbers "+
			"and labels", r.Episodes())
	case !slices.Contains(s.Known, false):
		all := "this is the only demonstration"
		if n := r.Episodes(); n > 1 {
			all = fmt.Sprintf("these are all %d demonstrations", n)
		}
		return nil, fmt.Errorf("%s, so that there is nothing to weigh; name a few good ones of more", all)
	}
	divided := &Groups{LabelledGroups: demos.LabelledGroups{Groups: s.divided()}}
	c, err := ReadCorpus(ctx, r, divided, CorpusOptions{Pictures: o.Pictures, Chunk: NetworkChunk, Each: true},
		o.Progress)
	if err != nil {
		return nil, err
	}
	if s.Loss, err = c.resemblanceLosses(ctx, s.Known); err != nil {
		return nil, err
	}
	if o.Bad == nil {
		o.Bad = failed
	}
	s.leaveOut(o.Bad(labels))
	if !o.Gap {
		s.Value = s.byRank()
		return s, nil
	}
	sp, err := s.spreadOf(ctx, c)
	s.Value, s.Weak = sp.values(s), sp.weak
	return s, err
}

// failed are the demonstrations that failed by a label.
func failed(labels []map[string]string) []bool {
	var outcomes demos.Outcomes
	for _, l := range labels {
		outcomes.Add(l)
	}
	outcome, out := outcomes.Outcome(), make([]bool, len(labels))
	for e := range out {
		out[e] = outcome.Of[e] == demos.Failed
	}
	return out
}

// leaveOut takes bad demonstrations out, but not where a group has no others, nor where a known one is bad: then bad
// ones are what is asked for.
func (s *Resemblance) leaveOut(bad []bool) {
	n := make([]int, len(s.Names))
	for e, of := range s.Of {
		switch {
		case bad[e] && s.Known[e]:
			return
		case bad[e]:
			n[of]++
		}
	}
	for g := range n {
		if n[g] == s.N[g] {
			s.AllBad = append(s.AllBad, g)
		}
	}
	s.Out = make([]bool, len(s.Of))
	for e, of := range s.Of {
		s.Out[e] = bad[e] && !slices.Contains(s.AllBad, int(of))
	}
}

// isOut reports whether a demonstration is left out by its labels.
func (s *Resemblance) isOut(e int) bool { return s.Out != nil && s.Out[e] }

// LeftOut returns how many demonstrations of a group are left out by their labels.
func (s *Resemblance) LeftOut(group int) (n int) {
	for e, of := range s.Of {
		if int(of) == group && s.isOut(e) {
			n++
		}
	}
	return n
}

// Counts returns how many demonstrations of a group have the value 1, a value between, and 0.
func (s *Resemblance) Counts(group int) (whole, between, none int) {
	for e, of := range s.Of {
		switch v := s.Value[e]; {
		case int(of) != group:
		case v == 1:
			whole++
		case v == 0:
			none++
		default:
			between++
		}
	}
	return whole, between, none
}

// Whole returns the weight of a frame of a demonstration of value 1 in each group, shares of the largest.
func (s *Resemblance) Whole() []float64 {
	out := s.sums() // then T_g over them
	for g := range out {
		out[g] = float64(s.Frames[g]) / out[g]
	}
	most := slices.Max(out)
	for g := range out {
		out[g] /= most
	}
	return out
}

// sums returns the sum of v_e T_e of each group.
func (s *Resemblance) sums() []float64 {
	sum := make([]float64, len(s.Names))
	for e, of := range s.Of {
		sum[of] += s.Value[e] * float64(s.Lengths[e])
	}
	return sum
}

// divided returns the groups with the known demonstrations of each apart, so that a corpus has frames of all.
func (s *Resemblance) divided() (g demos.Groups) {
	at := map[string]int32{}
	for e, of := range s.Of {
		name := s.Names[of]
		if s.Known[e] {
			name += ", known"
		}
		k, met := at[name]
		if !met {
			k = int32(len(g.Names))
			at[name] = k
			g.Names, g.N, g.Frames = append(g.Names, name), append(g.N, 0), append(g.Frames, 0)
		}
		g.Of = append(g.Of, k)
		g.N[k]++
		g.Frames[k] += s.Lengths[e]
	}
	return g
}

// byRank returns v_e by rank among those that are not left out, which have 0. Of equal losses the earlier demonstration
// comes first.
func (s *Resemblance) byRank() []float64 {
	ranked := make([][]int, len(s.Names)) // those not known, by loss
	v := make([]float64, len(s.Of))
	for e, of := range s.Of {
		switch v[e] = 1; {
		case s.isOut(e):
			v[e] = 0
		case !s.Known[e]:
			ranked[of] = append(ranked[of], e)
		}
	}
	for _, in := range ranked {
		slices.SortStableFunc(in, func(a, b int) int { return cmp.Compare(s.Loss[a], s.Loss[b]) })
		for rank, e := range in {
			v[e] = 1 - (float64(rank)+.5)/float64(len(in))
		}
	}
	return v
}

// Sampling returns the weights of demonstrations and of their frames, f_e.
func (s *Resemblance) Sampling() []Sample {
	all := 0
	for _, n := range s.Lengths {
		all += n
	}
	sum := s.sums()
	out := make([]Sample, len(s.Of))
	for e, of := range s.Of {
		frame := s.Value[e] * float64(s.Frames[of]) / float64(all) / sum[of]
		out[e] = Sample{Episode: e, Group: s.Names[of], Frames: s.Lengths[e], Weight: frame * float64(s.Lengths[e]),
			FrameWeight: frame}
	}
	return out
}

// MedianLoss returns the median loss of the demonstrations of a group that are known, or of those that are not; NaN
// where there are none with a loss.
func (s *Resemblance) MedianLoss(group int, known bool) float64 {
	var of []float64
	for e, l := range s.Loss {
		if int(s.Of[e]) == group && s.Known[e] == known && l == l {
			of = append(of, l)
		}
	}
	return median(of)
}

// Least returns the n demonstrations that have the least value, without those that are left out by their labels: the
// least first and of equal values that with the greater loss.
func (s *Resemblance) Least(n int) (all []int) {
	for e, known := range s.Known {
		if !known && !s.isOut(e) {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Value[a], s.Value[b]), cmp.Compare(s.Loss[b], s.Loss[a]))
	})
	return all[:min(n, len(all))]
}
