package trainset

import (
	"slices"

	"counterpoise/policies/encoder"
	"counterpoise/policies/network"
)

// Set holds the training rows of a dataset whose demonstrations are in k groups. Rows are frames, in the order of
// episodes and time. A row has one view or more: its features as drawn and, under random shifts, as computed from
// shifted pictures, or the shifted pictures themselves.
type Set struct {
	Names    []string  // of the k groups
	Variants int       // views of each row, 1 or more
	In       int       // numbers of X a view, padded with zeros
	Slots    int       // numbers of Y a row, padded with zeros
	X        []float32 // [Variants][rows][In]: features, raw at first, see Standardize
	Y        []float32 // [rows][Slots]: chunk x 7 action components in action units, [-1, 1]
	Group    []int32   // row -> group
	First    []int32   // episode -> its first row
	Train    []int32   // rows to train on, in order
	ByGroup  [][]int32 // group -> its rows to train on
	HeldOut  [][]int32 // group -> its held-out rows; nil where nothing is held out
	// Weight is the weight v of each row in the loss of its group, of sum 1 over a group; nil: 1/n for each of n rows.
	Weight []float64

	// Pictures are the pictures of each row by camera; nil unless the network reads pictures itself. Shifts are what
	// its views shift them by: that of view v of row r is at (v - 1) n + r, of n rows.
	Pictures [][2][]uint8
	Shifts   []encoder.Shift
	// Stride is the number of control steps between two observations of a history.
	Stride int
}

// Before returns the row of the observation that is age observations older than a row in its history. Before the start
// of an episode it is the episode's first.
func (s *Set) Before(row int32, age int) int32 {
	episode, found := slices.BinarySearch(s.First, row)
	if !found {
		episode--
	}
	return max(s.First[episode], row-int32(age*s.Stride))
}

// Picture returns the picture of a camera in a view, of the observation of an age in its history. A shifted picture is
// written to buffer, which is returned, with another length if it did not fit.
func (s *Set) Picture(view int32, camera, age int, buffer []uint8) (picture, into []uint8) {
	row := s.Before(s.Row(view), age)
	picture = s.Pictures[row][camera]
	if n := int32(len(s.Group)); view >= n {
		buffer = s.Shifts[view/n*n-n+row].Apply(camera, buffer, picture)
		return buffer, buffer
	}
	return picture, buffer
}

// Row returns the row that a view shows. View v n + r is the v-th view of row r of n.
func (s *Set) Row(view int32) int32 { return view % int32(len(s.Group)) }

// Views returns all views of some rows.
func (s *Set) Views(rows []int32) []int32 {
	var out []int32
	for v := range s.Variants {
		for _, r := range rows {
			out = append(out, int32(v*len(s.Group))+r)
		}
	}
	return out
}

// RowsOf returns the rows of an episode.
func (s *Set) RowsOf(episode int) []int32 {
	to := len(s.Group)
	if episode+1 < len(s.First) {
		to = int(s.First[episode+1])
	}
	rows := make([]int32, 0, to-int(s.First[episode]))
	for r := s.First[episode]; r < int32(to); r++ {
		rows = append(rows, r)
	}
	return rows
}

// Standardize applies the scaling of features to every view.
func (s *Set) Standardize(by network.Standardizer) {
	for at := 0; at < len(s.X); at += s.In {
		x := s.X[at:][:len(by.Mean)]
		by.Apply(x, x)
	}
}

// MeanByGroup averages numbers of rows by group: over held-out rows, or over training rows where nothing is held out.
func (s *Set) MeanByGroup(of []float32) []float64 {
	rows := s.ByGroup
	if s.HeldOut != nil {
		rows = s.HeldOut
	}
	mean := make([]float64, len(rows))
	for g, in := range rows {
		for _, row := range in {
			mean[g] += float64(of[row]) / float64(len(in))
		}
	}
	return mean
}
