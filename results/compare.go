package results

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// Compare sets the records of two folders side by side: for every arm and behaviour that both have, what moved from a to
// b, by how much, and whether that is more than noise. Where both used the same seed, trial t of one is paired with trial
// t of the other; else the trials are two independent samples, and the test is Welch's. All tests are one family. The
// versions may differ: that is what most comparisons are about. It errs where it isn't clear what to compare.
func Compare(a, b []bench.Record, nameA, nameB string) (document.Document, error) {
	cs, err := bases(a, b, nameA, nameB)
	if err != nil {
		return document.Document{}, err
	}
	d := document.Document{Title: fmt.Sprintf("Counterpoise: %s against %s", nameB, nameA)}
	for _, c := range cs {
		d.Sections = append(d.Sections, c.section())
	}
	return d, nil
}

// settings are what the records of one run have in common.
type settings struct {
	size    bench.Size // without the trials
	version string
}

func (s settings) String() string {
	return fmt.Sprintf("policy %s, %d rollouts, %s, seed %d, version %s", s.size.Policy, s.size.Rollouts, budget(s.size), s.size.Seed, s.version)
}

// basis are two runs that are compared.
type basis struct {
	names    [2]string
	settings [2]settings
	records  [2][]bench.Record
}

// bases finds out which runs to compare: those that agree in their sizes and seed, else the only ones that there are.
func bases(a, b []bench.Record, nameA, nameB string) (cs []basis, err error) {
	runs := [2]map[settings][]bench.Record{bySettings(a), bySettings(b)}
	names := [2]string{nameA, nameB}
	for _, x := range ordered(runs[0]) {
		for _, y := range ordered(runs[1]) {
			if x.size == y.size {
				cs = append(cs, basis{names, [2]settings{x, y}, [2][]bench.Record{runs[0][x], runs[1][y]}})
			}
		}
	}
	if len(cs) > 0 {
		return cs, nil
	}
	for i, r := range runs {
		if len(r) != 1 {
			return nil, fmt.Errorf("%s holds runs of %d settings, and none of them is in %s: compare folders that hold one each", names[i], len(r), names[1-i])
		}
	}
	x, y := ordered(runs[0])[0], ordered(runs[1])[0]
	return []basis{{names, [2]settings{x, y}, [2][]bench.Record{a, b}}}, nil
}

func bySettings(records []bench.Record) map[settings][]bench.Record {
	m := map[settings][]bench.Record{}
	for _, r := range records {
		s := settings{size(r.Cell), r.Cell.Version}
		m[s] = append(m[s], r)
	}
	return m
}

func ordered(m map[settings][]bench.Record) []settings {
	var all []settings
	for s := range m {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b settings) int { return cmp.Compare(a.String(), b.String()) })
	return all
}

// way is an arm, whatever experiment it belongs to: all of a cell that two runs have to share for their success to be
// compared.
type way struct{ task, recipe, groups, method, setting string }

func wayOf(c bench.Cell) way {
	_, setting, _ := strings.Cut(c.Policy, ":")
	return way{c.Task, c.Recipe, c.Groups, c.Method, setting}
}

func (w way) String() string {
	words := []string{w.task, amounts(w.recipe), w.method}
	if w.groups != "behaviour" {
		words = append(words, "groups by "+w.groups)
	}
	if w.setting != "" {
		words = append(words, w.setting)
	}
	return strings.Join(words, ", ")
}

// paired says whether trial t of both runs drew the same random numbers.
func (b basis) paired() bool { return b.settings[0].size.Seed == b.settings[1].size.Seed }

// ways are the arms of one of the runs: in the order of the experiments, then those that no experiment knows by name.
func (b basis) ways(i int) (ws []way) {
	has := map[way]bool{}
	for _, r := range b.records[i] {
		has[wayOf(r.Cell)] = true
	}
	for _, w := range knownWays() {
		if has[w] {
			ws = append(ws, w)
			delete(has, w)
		}
	}
	rest := slices.SortedFunc(maps.Keys(has), func(a, b way) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return append(ws, rest...)
}

// knownWays are the arms of all experiments, each once.
func knownWays() (ws []way) {
	for _, name := range bench.Experiments.Names() {
		e, _ := bench.Experiments.Get(name)
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				if w := (way{d.Task, a.Recipe, string(a.Groups), a.Method, a.Setting}); !slices.Contains(ws, w) {
					ws = append(ws, w)
				}
			}
		}
	}
	return ws
}

// move is one arm's success in one behaviour, in both runs.
type move struct {
	way       way
	behaviour string
	success   [2]stats.Summary // percent
	test      stats.Test       // second minus first, percentage points
	holm      stats.Maybe
	flips     int // rollouts that both played, and that ended otherwise
	rollouts  int // rollouts that both played
	note      string
}

// moves compares everything that both runs have.
func (b basis) moves() (ms []move) {
	other := b.ways(1)
	for _, w := range b.ways(0) {
		if slices.Contains(other, w) {
			for _, name := range b.behaviours(w) {
				ms = append(ms, b.move(w, name))
			}
		}
	}
	p := make([]float64, len(ms))
	for i, m := range ms {
		p[i] = m.test.P.Or(math.NaN())
	}
	for i, adjusted := range stats.Holm(p) {
		ms[i].holm = stats.Some(adjusted)
	}
	return ms
}

// behaviours are those of an arm, as its first record has them.
func (b basis) behaviours(w way) (names []string) {
	for _, r := range b.records[0] {
		if wayOf(r.Cell) == w {
			for _, o := range r.Rollouts {
				names = append(names, o.Behaviour)
			}
			return append(names, worst)
		}
	}
	return nil
}

func (b basis) move(w way, behaviour string) move {
	x, y := b.trials(w, behaviour)
	m := b.tested(x, y)
	m.way, m.behaviour = w, behaviour
	m.flips, m.rollouts = b.flipped(w, behaviour)
	return m
}

// tested compares the numbers of two runs. Of paired trials only those count that both have.
func (b basis) tested(x, y []float64) (m move) {
	var err error
	if b.paired() {
		x, y = both(x, y)
		m.test, err = stats.PairedT(y, x, level)
	} else {
		m.test, err = stats.WelchT(present(y), present(x), level)
	}
	if err != nil {
		m.note = "no test: it needs two trials in both"
	}
	m.success[0], _ = stats.Summarise(x)
	m.success[1], _ = stats.Summarise(y)
	m.note = cmp.Or(m.note, strings.Join(m.test.Warnings, "; "))
	m.scale(b.unit())
	return m
}

// both are the pairs of which neither is missing.
func both(x, y []float64) (xs, ys []float64) {
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			xs, ys = append(xs, x[i]), append(ys, y[i])
		}
	}
	return xs, ys
}

// present are the numbers that are not missing.
func present(x []float64) (xs []float64) {
	xs, _ = both(x, x)
	return xs
}

// whole compares the mean over all arms and behaviours that both runs have: what is too small to be seen in one of them
// may be plain in all.
func (b basis) whole() move {
	var sum [2][]float64
	n := 0.0
	other := b.ways(1)
	for _, w := range b.ways(0) {
		if !slices.Contains(other, w) {
			continue
		}
		for _, name := range b.behaviours(w) {
			if name == worst {
				continue
			}
			x, y := b.trials(w, name)
			for i, v := range [2][]float64{x, y} {
				sum[i] = added(sum[i], v)
			}
			n++
		}
	}
	m := b.tested(sum[0], sum[1])
	m.scale(1 / n)
	return m
}

// added is the sum of two series; the first may be empty yet.
func added(sum, v []float64) []float64 {
	if sum == nil {
		return slices.Clone(v)
	}
	for i := range sum {
		sum[i] += v[i]
	}
	return sum
}

// unit is what one of the numbers that are compared is worth in percent. Where both runs have as many rollouts these are
// counts of successes, because counts are exact, rates are not, and a t-test divides by the spread of their differences.
func (b basis) unit() float64 {
	if b.counts() {
		return 100 / float64(b.settings[0].size.Rollouts)
	}
	return 1
}

// counts says whether counts of successes can be compared.
func (b basis) counts() bool { return b.settings[0].size.Rollouts == b.settings[1].size.Rollouts }

// scale turns a move into percent.
func (m *move) scale(unit float64) {
	to := func(v *stats.Maybe) {
		if x, ok := v.Get(); ok {
			*v = stats.Some(unit * x)
		}
	}
	for i := range m.success {
		to(&m.success[i].Mean)
		to(&m.success[i].SD)
	}
	to(&m.test.MeanDifference)
	to(&m.test.CI.Low)
	to(&m.test.CI.High)
}

// trials are the successes of both runs, trial by trial, as counts or in percent; NaN where one lacks the trial.
func (b basis) trials(w way, behaviour string) (x, y []float64) {
	last := 0
	for _, rs := range b.records {
		for _, r := range rs {
			last = max(last, r.Cell.Trial)
		}
	}
	out := [2][]float64{}
	for i, rs := range b.records {
		out[i] = slices.Repeat([]float64{math.NaN()}, last+1)
		for _, r := range rs {
			if wayOf(r.Cell) == w {
				v := successesOf(r, behaviour)
				if !b.counts() {
					v *= 100 / float64(r.Cell.Rollouts)
				}
				out[i][r.Cell.Trial] = v
			}
		}
	}
	return out[0], out[1]
}

// flipped counts the rollouts that both runs played from the same state, and those of them of which one succeeded and
// one failed.
func (b basis) flipped(w way, behaviour string) (flips, rollouts int) {
	if !b.paired() {
		return 0, 0
	}
	for _, r := range b.records[0] {
		if wayOf(r.Cell) != w {
			continue
		}
		for _, s := range b.records[1] {
			if wayOf(s.Cell) != w || s.Cell.Trial != r.Cell.Trial {
				continue
			}
			x, _ := r.Of(behaviour)
			y, _ := s.Of(behaviour)
			for i := range min(len(x.Steps), len(y.Steps)) {
				rollouts++
				if (x.Steps[i] > 0) != (y.Steps[i] > 0) {
					flips++
				}
			}
		}
	}
	return flips, rollouts
}
