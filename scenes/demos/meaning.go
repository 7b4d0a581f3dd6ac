package demos

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"math"
	"slices"
	"strconv"
)

// meaning compares the episodes of a dataset with one another as they are read. Other widths than those of the first
// one, which are another robot's, are an error; other units, single frames, and what a reader found odd are warnings.
type meaning struct {
	widths [3]int // of actions, state and scene of the episode that was read first, which is number first
	first  int
	met    []uint64 // episodes that were read, a bit each
	single numbers  // of one frame
	odd    []oddities
	scales []scale

	actions hash.Hash // SHA-256 of the actions of the first hashed episodes
	hashed  int
}

// oddities are the episodes with one kind of Oddity.
type oddities struct {
	Oddity // the first
	numbers
}

// numbers are episodes in the order in which they were found: all are counted, and ten are named. A dataset has
// millions of them if somebody wants it to.
type numbers struct {
	count int
	named []int
}

func (n *numbers) add(episode int) {
	if n.count++; n.count <= 10 {
		n.named = append(n.named, episode)
	}
}

// have is the subject and the verb of a warning.
func (n numbers) have() string {
	if n.count == 1 {
		return "1 demonstration has"
	}
	return fmt.Sprintf("%d demonstrations have", n.count)
}

// String names the episodes.
func (n numbers) String() string {
	text := "numbers "
	for i, e := range n.named {
		if i > 0 {
			text += ", "
		}
		text += strconv.Itoa(e)
	}
	if n.count > len(n.named) {
		text += ", ..."
	}
	return text
}

// meet marks an episode as read, and reports whether it was before.
func (m *meaning) meet(i int) (before bool) {
	for len(m.met) <= i/64 {
		m.met = append(m.met, 0)
	}
	before = m.met[i/64]>>(i%64)&1 == 1
	m.met[i/64] |= 1 << (i % 64)
	return before
}

// scale is the size of the numbers of an episode: for each column of state and actions, of at most maxScaled columns,
// the root mean square in quarter octaves, 4 log2(rms).
type scale struct {
	episode int
	columns []int8
}

// At most maxScaled columns of state and actions each, and maxScales episodes, are compared: 6 MB.
const (
	maxScaled = 32
	maxScales = 100_000
)

// noScale is the scale of a column whose numbers are below leastScale: they may be zeros with noise, whose ratio says
// nothing. Metres and radians of a robot at a table are above it.
const (
	noScale    = math.MinInt8
	leastScale = 0.01
)

// add takes episode i, whose number is that of NumberOf, each once. It is an error where its widths are not those of
// the first one.
func (m *meaning) add(i, number int, r *Raw) error {
	if m == nil {
		return nil
	}
	widths := [3]int{r.Actions.Width, r.State.Width, r.Scene.Width}
	if m.met == nil {
		m.widths, m.first, m.actions = widths, number, sha256.New()
	}
	for k, name := range []string{"actions", "state", "scene"} {
		if widths[k] != m.widths[k] {
			return fmt.Errorf("has %s of width %d, and episode %d has %d: a dataset is of one robot; leave it out",
				name, widths[k], m.first, m.widths[k])
		}
	}
	if i == m.hashed {
		hashFloats(m.actions, r.Actions.Values)
		m.hashed++
	}
	if m.meet(i) {
		return nil
	}
	if r.Frames() == 1 {
		m.single.add(number)
	}
	for _, o := range r.Odd {
		k := slices.IndexFunc(m.odd, func(known oddities) bool { return known.Kind == o.Kind })
		if k < 0 {
			k = len(m.odd)
			m.odd = append(m.odd, oddities{Oddity: o})
		}
		m.odd[k].add(number)
	}
	if len(m.scales) < maxScales {
		m.scales = append(m.scales, scale{number, append(scales(r.State), scales(r.Actions)...)})
	}
	return nil
}

// scales returns the sizes of the first columns of a matrix.
func scales(x Matrix) []int8 {
	squares := make([]float64, min(x.Width, maxScaled))
	for t := range x.Rows() {
		for k, v := range x.Row(t)[:len(squares)] {
			squares[k] += float64(v) * float64(v)
		}
	}
	out := make([]int8, len(squares))
	for k, sum := range squares {
		rms := math.Sqrt(sum / float64(max(1, x.Rows())))
		if out[k] = noScale; rms >= leastScale {
			out[k] = int8(min(127, math.Round(4*math.Log2(rms))))
		}
	}
	return out
}

// unitRatios are intervals of the ratio of sizes, in quarter octaves, that a change of units makes: degrees for radians
// (57.3) and centimetres for metres (100), and millimetres for metres (1000), each with a factor of 1.4 for how
// episodes differ.
var unitRatios = [][2]int{{21, 29}, {38, 42}}

// mixedColumns is the least number of columns that must be in other units: a position or an orientation.
const mixedColumns = 3

// mixed returns the episodes whose numbers look as if they were in other units than those of most: three columns or
// more are so many times larger or smaller than their median over episodes. Fewer than four episodes have no majority.
func (m *meaning) mixed() (episodes numbers) {
	if len(m.scales) < 4 {
		return episodes
	}
	medians := make([]int, len(m.scales[0].columns))
	column := make([]int8, 0, len(m.scales))
	for k := range medians {
		column = column[:0]
		for _, s := range m.scales {
			column = append(column, s.columns[k])
		}
		slices.Sort(column)
		medians[k] = int(column[(len(column)-1)/2])
	}
	for _, s := range m.scales {
		for _, ratio := range unitRatios {
			above, below := 0, 0
			for k, e := range s.columns {
				d := int(e) - medians[k]
				switch {
				case e == noScale || medians[k] == noScale:
				case d >= ratio[0] && d <= ratio[1]:
					above++
				case -d >= ratio[0] && -d <= ratio[1]:
					below++
				}
			}
			if max(above, below) >= mixedColumns {
				episodes.add(s.episode)
				break
			}
		}
	}
	return episodes
}

// warnings are the sentences about the episodes so far.
func (m *meaning) warnings() (all []string) {
	if m == nil {
		return nil
	}
	if n := m.single; n.count > 0 {
		all = append(all, fmt.Sprintf("%s a single frame, which shows no motion: %v", n.have(), n))
	}
	if n := m.mixed(); n.count > 0 {
		all = append(all, fmt.Sprintf("%s numbers 40 to 1400 times larger or smaller than the others, as if in other "+
			"units (degrees, millimetres): %v", n.have(), n))
	}
	for _, o := range m.odd {
		all = append(all, fmt.Sprintf("%s %s: %v; the first: %s", o.have(), o.Kind, o.numbers, o.Text))
	}
	return all
}
