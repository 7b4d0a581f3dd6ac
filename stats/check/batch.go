package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats"
	"counterpoise/stats/table"
)

// Alpha bounds the probability that New reports outcomes that go with the place in a batch where they do not.
const Alpha = 0.01

// shuffles is the number of random orders of the starts that a batch test compares the given one with.
const shuffles = 1999

// maxUnits bounds the starts of a batch test; the first ones are taken.
const maxUnits = 20_000

// leastUnits is the number of starts from which on a table without a column of places is searched for batches.
const leastUnits = 20

// periods are the usual sizes of batches.
var periods = []int{2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 25, 32, 40, 48, 50, 64}

// placeWords are words in the names of columns that say where in a batch a rollout was.
var placeWords = []string{
	"env", "environment", "batch", "slot", "worker", "rank", "process", "proc", "lane", "position", "thread", "vec_env",
}

// isPlace reports whether a name has one of the words. How many environments there are is no place.
func isPlace(name string) bool {
	words := "_" + strings.Join(wording.NameWords(name), "_") + "_"
	for _, w := range []string{"size", "n", "num", "number", "name", "count"} {
		if strings.Contains(words, "_"+w+"_") {
			return false
		}
	}
	return slices.ContainsFunc(placeWords, func(w string) bool { return strings.Contains(words, "_"+w+"_") })
}

// batches tests whether outcomes go with the place in a batch: with a column of places, or without one in rounds of a
// usual size. A start that is hard is no fault of its place, so what is shuffled is which start has which place; with p
// values by Holm's correction, at most a share Alpha of results without a fault are reported.
func batches(d *data) (found []Finding, looked string) {
	if slices.ContainsFunc(d.Long.Entries, func(e stats.Entry) bool { return e.Rollouts != 1 }) {
		return nil, "no order of rollouts, as rows count several"
	}
	at := d.column("value")
	type tested struct {
		name string
		column
	}
	var tests []tested
	var ps []float64
	for c, name := range d.Rows.Names {
		if d.role(c) != "" || c == at || !isPlace(name) {
			continue
		}
		if of, ok := d.places(c); ok {
			tests = append(tests, tested{name, of})
			p, _ := of.units().Test(shuffles)
			ps = append(ps, p)
		}
	}
	if len(tests) == 0 {
		u, ok := d.rounds()
		if !ok {
			return nil, fmt.Sprintf("too few rollouts to see batches (%d or more starts)", leastUnits)
		}
		p, best := u.Test(shuffles)
		looked = fmt.Sprintf("outcomes in batches of usual sizes, 2 to %d (α = %g)", periods[len(u.Columns)-1], Alpha)
		if u.cut {
			looked += fmt.Sprintf(", of the first %d starts", maxUnits)
		}
		if p > Alpha {
			return nil, looked
		}
		n := periods[best]
		return []Finding{{"batches", fmt.Sprintf("outcomes go with the place in rounds of %d (%s): %s", n, chance(p),
			u.extremes(best)), nil, "if environments run in batches, look whether each batch resets to new starts; " +
			"if starts are laid out in rows, it is the starts"}}, looked
	}
	var names []string
	holm := stats.Holm(ps)
	for i, t := range tests {
		names = append(names, fmt.Sprintf("%q", t.name))
		if holm[i] > Alpha {
			continue
		}
		u := t.units()
		found = append(found, Finding{"batches", fmt.Sprintf("outcomes go with %s (%s): %s", t.name,
			chance(holm[i]), u.extremes(0)), t.lines(u), "run again with the starts in another order, or one by one"})
	}
	return found, fmt.Sprintf("outcomes by place in a batch (%s; α = %g)", few(names), Alpha)
}

// chance is a p value of shuffles.
func chance(p float64) string { return "p = " + strings.TrimPrefix(fmt.Sprintf("%.4f", p), "0") }

// column is a column of places, by entry.
type column struct {
	*data
	names  []string // of the places
	places []int    // by entry
}

// places reads a column of places; ok is false where there is one alone, or where most are of one row.
func (d *data) places(at int) (c column, ok bool) {
	index := map[string]int{}
	c = column{data: d, places: make([]int, len(d.Long.Entries))}
	for i := range d.Long.Entries {
		text := d.text(i, at)
		if table.Missing(text) {
			return c, false
		}
		n, known := index[text]
		if !known {
			n = len(index)
			index[text] = n
			c.names = append(c.names, text)
		}
		c.places[i] = n
	}
	return c, len(index) > 1 && 2*len(index) <= len(c.places)
}

// units are what is shuffled: starts, with the sum of what their outcomes are above the mean of their cell. Those of
// one block change places with each other.
type units struct {
	stats.Places           // by unit: in a column of places, or in rounds of each size
	names        []string  // of places, of a column of them
	outcomes     []float64 // by unit: their sum
	cut          bool      // only the first units are taken
}

// unit is the start of an entry within its cell: its name, or the number of the row in its cell.
func (d *data) unit() (names []string) {
	names = make([]string, len(d.Long.Entries))
	rows, single := map[cell]int{}, d.Paired && !d.Starts && d.column("start") < 0 && d.single()
	for i, e := range d.Long.Entries {
		c := d.cell(i)
		if single {
			c.trial = -1
		}
		if names[i] = d.start(i); names[i] == "" && single {
			names[i] = d.Long.Trials[e.Trial]
		} else if names[i] == "" {
			names[i] = strconv.Itoa(rows[c])
		}
		rows[c]++
	}
	return names
}

// single reports whether each trial has one row of a method and group: then trials are what is repeated.
func (d *data) single() bool {
	seen := map[cell]bool{}
	for _, e := range d.Long.Entries {
		c := cell{e.Method, e.Trial, e.Group}
		if seen[c] {
			return false
		}
		seen[c] = true
	}
	return true
}

// above are the outcomes above the mean of their cell.
func (d *data) above() (out []float64) {
	sums, counts := map[cell]float64{}, map[cell]float64{}
	single := d.single()
	of := func(i int) cell {
		c := d.cell(i)
		if single {
			c.trial = -1
		}
		return c
	}
	for i, e := range d.Long.Entries {
		sums[of(i)] += e.Sum
		counts[of(i)]++
	}
	for i, e := range d.Long.Entries {
		out = append(out, e.Sum-sums[of(i)]/counts[of(i)])
	}
	return out
}

// units are the starts of a column of places. Where a start has one place in all methods and trainings, its rollouts
// move together; else those of a training, or of a method, or each alone.
func (c column) units() units {
	names := c.unit()
	above := c.above()
	u := units{names: c.names}
	keys := []func(i int) unitKey{
		func(i int) unitKey { return unitKey{cell{-1, -1, c.Long.Entries[i].Group}, names[i]} },
		func(i int) unitKey {
			return unitKey{cell{-1, c.Long.Entries[i].Trial, c.Long.Entries[i].Group}, names[i]}
		},
		func(i int) unitKey {
			return unitKey{cell{c.Long.Entries[i].Method, -1, c.Long.Entries[i].Group}, names[i]}
		},
		func(i int) unitKey { return unitKey{c.cell(i), names[i]} },
		func(i int) unitKey { return unitKey{c.cell(i), strconv.Itoa(i)} },
	}
	for level, key := range keys {
		place, one := map[unitKey]int{}, true
		for i := range c.places {
			k := key(i)
			if before, known := place[k]; known && before != c.places[i] {
				one = false
				break
			}
			place[k] = c.places[i]
		}
		if !one && level < len(keys)-1 {
			continue
		}
		index, blocks := map[unitKey]int{}, map[cell]int{}
		u.Columns = make([][]int, 1)
		for i := range c.places {
			u.add(index, blocks, key(i), above[i], c.Long.Entries[i].Sum, c.places[i])
		}
		return u
	}
	return u
}

// unitKey names a unit within those that it may change places with.
type unitKey struct {
	block cell
	unit  string
}

// add adds an outcome to its unit, with its place in the only column unless it is negative.
func (u *units) add(index map[unitKey]int, blocks map[cell]int, k unitKey, above, outcome float64, place int) {
	n, known := index[k]
	if !known {
		if len(index) == maxUnits {
			u.cut = true
			return
		}
		n = len(index)
		index[k] = n
		u.Sums, u.Sizes, u.outcomes = append(u.Sums, 0), append(u.Sizes, 0), append(u.outcomes, 0)
		b, old := blocks[k.block]
		if !old {
			b = len(blocks)
			blocks[k.block] = b
			u.Blocks = append(u.Blocks, nil)
		}
		u.Blocks[b] = append(u.Blocks[b], n)
		if place >= 0 {
			u.Columns[0] = append(u.Columns[0], place)
		}
	}
	u.Sums[n] += above
	u.outcomes[n] += outcome
	u.Sizes[n]++
}

// rounds are the starts of a table without a column of places, in rounds of each usual size that occurs twice or more:
// by their numbers, else in the order of the rows. ok is false where there are few.
func (d *data) rounds() (u units, ok bool) {
	names := d.unit()
	above := d.above()
	index, blocks := map[unitKey]int{}, map[cell]int{}
	var first []int // entry by unit
	for i, e := range d.Long.Entries {
		before := len(index)
		u.add(index, blocks, unitKey{cell{-1, -1, e.Group}, names[i]}, above[i], e.Sum, -1)
		if len(index) > before {
			first = append(first, i)
		}
	}
	most := 0
	number := make([]int, len(u.Sums))
	for _, block := range u.Blocks {
		most = max(most, len(block))
		for at, n := range block {
			number[n] = at
		}
	}
	numbers := make([]int, len(number))
	whole := true
	for n, i := range first {
		v, err := strconv.Atoi(names[i])
		whole = whole && err == nil && v >= 0
		numbers[n] = v
	}
	if whole {
		number = numbers
	}
	if most < leastUnits {
		return u, false
	}
	for _, size := range periods {
		if 2*size > most {
			break
		}
		places := make([]int, len(number))
		for n, v := range number {
			places[n] = v % size
		}
		u.Columns = append(u.Columns, places)
	}
	return u, true
}

// extremes says which places have the least and the greatest outcomes.
func (u units) extremes(at int) string {
	low, high, means := u.ends(at)
	name := func(p int) string {
		if u.names != nil {
			return u.names[p]
		}
		return "place " + strconv.Itoa(p)
	}
	return fmt.Sprintf("mean %.3g at %s, %.3g at %s", means[low], name(low), means[high], name(high))
}

// ends are the places with the least and the greatest mean outcome, and the means.
func (u units) ends(at int) (low, high int, means []float64) {
	places := 1 + slices.Max(u.Columns[at])
	means = make([]float64, places)
	counts := make([]float64, places)
	for i, p := range u.Columns[at] {
		means[p] += u.outcomes[i]
		counts[p] += u.Sizes[i]
	}
	low, high = u.Columns[at][0], u.Columns[at][0]
	for p := range means {
		if counts[p] == 0 {
			continue
		}
		means[p] /= counts[p]
		if means[p] < means[low] || counts[low] == 0 {
			low = p
		}
		if means[p] > means[high] || counts[high] == 0 {
			high = p
		}
	}
	return low, high, means
}

// lines are those of the first rows of the places with the least and the greatest mean.
func (c column) lines(u units) []int {
	low, high, _ := u.ends(0)
	return []int{c.line(slices.Index(c.places, low)), c.line(slices.Index(c.places, high))}
}
