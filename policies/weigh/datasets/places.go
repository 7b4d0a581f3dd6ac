package datasets

import (
	"fmt"
	"slices"
	"strconv"

	"counterpoise/policies/weigh"
	"counterpoise/scenes/demos"
)

// Total is the number of demonstrations of all datasets, those that are not weighed included.
func (s *Set) Total() int { return s.first[len(s.first)-1] }

// LeftOut is the number of demonstrations that are not weighed.
func (s *Set) LeftOut() int { return len(s.lengths) - len(s.index) }

// Numbers are the numbers of all demonstrations, ascending: those of the files or, of several datasets, from 0 on.
func (s *Set) Numbers() []int {
	if len(s.opened) == 1 {
		return demos.Numbers(s.opened[0])
	}
	numbers := make([]int, s.Total())
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// numbers are those of the demonstrations of each dataset, see demos.NumberOf.
func (s *Set) numbers() (all [][]int) {
	for _, r := range s.opened {
		all = append(all, demos.Numbers(r))
	}
	return all
}

// locate returns the dataset of a demonstration that is weighed, and its place there, from 0.
func (s *Set) locate(e int) (dataset, place int) {
	if s.index != nil {
		e = s.index[e]
	}
	return s.first.Locate(e)
}

// Place returns the dataset of a demonstration that is weighed, and its number there.
func (s *Set) Place(e int) (dataset, number int) {
	k, e := s.locate(e)
	return k, demos.NumberOf(s.opened[k], e)
}

// Title returns the name of a demonstration that is weighed: its number or, of several datasets, "dataset number".
func (s *Set) Title(e int) string {
	k, n := s.Place(e)
	if len(s.Names) == 1 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s %d", s.Names[k], n)
}

// Samples returns weights of all demonstrations of all datasets, from those of the demonstrations that are weighed. All
// others weigh 0.
func (s *Set) Samples(weighed []weigh.Sample) []weigh.Sample {
	all := whole(weighed, s.index, s.lengths)
	for i := range all {
		k, e := s.first.Locate(i)
		all[i].Dataset, all[i].Episode = s.Names[k], demos.NumberOf(s.opened[k], e)
	}
	return all
}

// Part returns those of Samples that are of dataset k.
func (s *Set) Part(samples []weigh.Sample, k int) []weigh.Sample {
	return samples[s.first[k]:s.first[k+1]]
}

// whole returns a sample of every demonstration of datasets of which only some are weighed: demonstration e of samples
// has the number index[e] among all, whose frames are lengths. All others have the weight 0. A nil index returns the
// samples as they are.
func whole(samples []weigh.Sample, index, lengths []int) []weigh.Sample {
	if index == nil {
		return samples
	}
	all := make([]weigh.Sample, len(lengths))
	for i, n := range lengths {
		all[i] = weigh.Sample{Episode: i, Frames: n}
	}
	for e, i := range index {
		samples[e].Episode = i
		all[i] = samples[e]
	}
	return all
}

// Lists reports whether a list of dataset k (a filter key of robomimic) has the demonstrations of a group and no
// others. A label may be no list of its file: it is empty, or HDF5 has no such name, or other demonstrations are in it.
func (s *Set) Lists(k int, list string, g *weigh.Groups, group int) (bool, error) {
	var members []int
	for e, of := range g.Of {
		if int(of) != group {
			continue
		}
		at, place := s.locate(e)
		if at != k {
			return false, nil
		}
		members = append(members, place)
	}
	listed, ok, err := demos.ListOf(s.opened[k], list)
	return ok && slices.Equal(listed, members), err
}
