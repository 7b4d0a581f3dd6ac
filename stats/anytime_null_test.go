package stats

import (
	"encoding/csv"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var writeAnytime = flag.Bool("write", false, "BenchmarkAnytime writes testdata/anytime-null.csv and anytime-power.csv")

// Streams of a row of testdata/anytime-null.csv and outcomes (blocks) of each; a quick test makes the first ones again.
const (
	nullStreams, quickStreams, nullLength = 20_000, 200, 500
	nullLevel                             = 0.95
)

// alone leaves a confidence sequence one null, so that a stream is followed in microseconds.
func (s *nulls) alone(null float64) {
	s.at, s.log, s.most, s.low, s.high, s.null = []float64{null}, []float64{0}, []float64{0}, 0, 0, 0
}

// nullCase is a kind of streams for which a null is true. Its stream returns how many outcomes it took to reject the
// null, looked at after each of them; 0 for never.
type nullCase struct {
	name   string
	stream func(r *rand.Rand) int
}

// bet follows draws with the mean, in [low, 1].
func bet(name string, low, mean float64, draw func(r *rand.Rand) float64) nullCase {
	return nullCase{name, func(r *rand.Rand) int {
		b, err := NewBetting(low, 1, mean, nullLevel)
		if err != nil {
			panic(err)
		}
		b.alone(mean)
		for range nullLength {
			if err := b.Add(draw(r)); err != nil {
				panic(err)
			}
			if b.first > 0 {
				break
			}
		}
		return b.first
	}}
}

// flip is 1 with a probability, else 0.
func flip(r *rand.Rand, p float64) float64 {
	if r.Float64() < p {
		return 1
	}
	return 0
}

// stages is how far a rollout of four stages comes, from 0 to 1, if each succeeds with a probability and the first
// failure ends it; progress is its mean.
func stages(r *rand.Rand, p float64) float64 {
	reached := 0.
	for reached < 4 && r.Float64() < p {
		reached++
	}
	return reached / 4
}

func progress(p float64) float64 { return (p + p*p + p*p*p + p*p*p*p) / 4 }

// safe follows rollouts of two policies, tested for their true difference; next says whose rollout is the next, from
// all outcomes so far. Every rollout is a look.
func safe(name string, pa, pb float64, next func(r *rand.Rand, i int, last bool, lastA bool) (a bool)) nullCase {
	return nullCase{name, func(r *rand.Rand) int {
		s, err := NewSafeRates(nullLevel)
		if err != nil {
			panic(err)
		}
		s.alone(pa - pb)
		if pa == pb {
			s.alone(0)
		}
		var waiting [2][]bool
		last, lastA := false, false
		for i := 0; i < 2*nullLength && s.first == 0; i++ {
			lastA = next(r, i, last, lastA)
			who, p := 1, pb
			if lastA {
				who, p = 0, pa
			}
			last = r.Float64() < p
			waiting[who] = append(waiting[who], last)
			if len(waiting[0]) > 0 && len(waiting[1]) > 0 {
				s.Add(waiting[0][0], waiting[1][0])
				waiting[0], waiting[1] = waiting[0][1:], waiting[1][1:]
			}
		}
		return s.first
	}}
}

// inTurn, twoToOne, allFirst and winner are orders of the rollouts of two policies: the last goes on with a policy
// while it succeeds.
func inTurn(_ *rand.Rand, i int, _, _ bool) bool   { return i%2 == 0 }
func twoToOne(_ *rand.Rand, i int, _, _ bool) bool { return i%3 < 2 }
func allFirst(_ *rand.Rand, i int, _, _ bool) bool { return i < nullLength }
func winner(_ *rand.Rand, _ int, last, lastA bool) bool {
	return lastA == last
}

// nullCases are rows of the table. The last is no test of this package, and shows what looking costs.
func nullCases() []nullCase {
	var all []nullCase
	for _, p := range []float64{.05, .3, .5, .8, .95} {
		all = append(all, bet(fmt.Sprintf("one rate %g", p), 0, p, func(r *rand.Rand) float64 { return flip(r, p) }))
	}
	all = append(all,
		bet("one score, uniform", 0, .5, func(r *rand.Rand) float64 { return r.Float64() }),
		bet("one score, of 4 stages", 0, .3, func(r *rand.Rand) float64 {
			return (flip(r, .5) + flip(r, .3) + flip(r, .1)) / 3
		}),
		bet("one score, skewed", 0, .25, func(r *rand.Rand) float64 { v := r.Float64(); return v * v * v }),
	)
	for _, p := range []float64{.1, .5, .9} {
		all = append(all, bet(fmt.Sprintf("pairs, rates %g", p), -1, 0, func(r *rand.Rand) float64 {
			return flip(r, p) - flip(r, p)
		}), bet(fmt.Sprintf("pairs, rates %g, alike in 80 %%", p), -1, 0, func(r *rand.Rand) float64 {
			if r.Float64() < .8 {
				return 0
			}
			return flip(r, p) - flip(r, p)
		}))
	}
	all = append(all,
		bet("pairs, rates 0.8 and 0.6, interval", -1, .8-.6, func(r *rand.Rand) float64 {
			return flip(r, .8) - flip(r, .6)
		}),
		bet("pairs, scores", -1, 0, func(r *rand.Rand) float64 { return r.Float64() - r.Float64() }),
		bet("pairs, 4 stages", -1, 0, func(r *rand.Rand) float64 { return stages(r, .8) - stages(r, .8) }),
		bet("pairs, 4 stages, seldom the first", -1, 0, func(r *rand.Rand) float64 {
			return stages(r, .2) - stages(r, .2)
		}),
		bet("pairs, 4 stages of 0.9 and 0.7, interval", -1, progress(.9)-progress(.7), func(r *rand.Rand) float64 {
			return stages(r, .9) - stages(r, .7)
		}))
	for _, p := range []float64{.05, .3, .5, .8, .95} {
		all = append(all, safe(fmt.Sprintf("two rates %g", p), p, p, inTurn))
	}
	return append(all,
		safe("two rates 0.5, two to one", .5, .5, twoToOne),
		safe("two rates 0.5, one after the other", .5, .5, allFirst),
		safe("two rates 0.5, who succeeds goes on", .5, .5, winner),
		safe("two rates 0.8 and 0.6, interval", .8, .6, inTurn),
		safe("two rates 0.95 and 0.05, interval", .95, .05, inTurn),
		nullCase{"(two rates 0.5, a z-test of 5 % after every block)", func(r *rand.Rand) int {
			a, b := 0., 0.
			for n := 1.; n <= nullLength; n++ {
				a, b = a+flip(r, .5), b+flip(r, .5)
				p := (a + b) / (2 * n)
				if n >= 5 && math.Abs(a-b)/n > 1.959964*math.Sqrt(2*p*(1-p)/n) {
					return int(n)
				}
			}
			return 0
		}})
}

// rejections are the streams of a case, of the first n, in which the true null is rejected.
func (c nullCase) rejections(n int) (rejected int) {
	for i := range n {
		if c.stream(key.With("anytime", c.name, i).Rand()) > 0 {
			rejected++
		}
	}
	return rejected
}

// With looks after every outcome, a true null is rejected in at most 5 % of streams, and an interval misses the truth
// as seldom: in the 20,000 streams of the committed table, whose first ones are made again here.
func TestAnytimeErrorRate(t *testing.T) {
	file, err := os.Open("testdata/anytime-null.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	cases := nullCases()
	if len(rows) != len(cases)+1 {
		t.Fatalf("%d rows, want %d", len(rows)-1, len(cases))
	}
	for i, c := range cases {
		row := rows[i+1]
		streams, rejected, quick := number(t, row[1]), number(t, row[2]), number(t, row[4])
		if row[0] != c.name || streams != nullStreams || (rejected > streams/20) != (i == len(cases)-1) {
			t.Errorf("%v: want %s, and at most 5 %% of %d streams rejected in all rows but the last", row, c.name,
				nullStreams)
		}
		if got := c.rejections(quickStreams); got != quick {
			t.Errorf("%s: %d of the first %d streams rejected, the table has %d", c.name, got, quickStreams, quick)
		}
	}
}

// number is a whole number of the table.
func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// powerCase are two policies with a true difference: their rates, and blocks of rollouts up to which one would go.
type powerCase struct {
	a, b float64
}

var powerCases = []powerCase{{.9, .5}, {.8, .5}, {.9, .7}, {.8, .6}, {.7, .6}}

// stops are the blocks after which independent rates, and pairs of independent rates, are shown to differ.
func (c powerCase) stops(r *rand.Rand, most int) (rates, pairs int) {
	s, err := NewSafeRates(nullLevel)
	if err != nil {
		panic(err)
	}
	b, err := NewBetting(-1, 1, 0, nullLevel)
	if err != nil {
		panic(err)
	}
	s.alone(0)
	b.alone(0)
	for range most {
		x, y := flip(r, c.a), flip(r, c.b)
		s.Add(x == 1, y == 1)
		if err := b.Add(x - y); err != nil {
			panic(err)
		}
		if s.first > 0 && b.first > 0 {
			break
		}
	}
	return s.first, b.first
}

// fixed is the number of rollouts of each policy at which the exact score test of 5 % has power 0.8, by enumeration of
// all outcomes.
func (c powerCase) fixed() int {
	power := func(n int) (sum float64) {
		p1, p2, choose := make([]float64, n+1), make([]float64, n+1), logChooses(n)
		binomials(p1, choose, c.a)
		binomials(p2, choose, c.b)
		of := func(i, j int) *unpaired {
			return &unpaired{k1: i, n1: n, k2: j, n2: n, choose1: choose, choose2: choose}
		}
		type outcome struct{ i, j int }
		all := map[float64]outcome{} // by |z|, of which p is a function
		for i := range n + 1 {
			for j := range i {
				all[math.Abs(of(i, j).score(0))] = outcome{i, j}
			}
		}
		sizes := slices.Sorted(maps.Keys(all))
		critical := sizes[search(len(sizes), func(at int) bool {
			o := all[sizes[at]]
			return of(o.i, o.j).exact(0, math.Inf(1)) <= .05
		})]
		for i := range n + 1 {
			for j := range n + 1 {
				if math.Abs(of(i, j).score(0)) >= critical-1e-9 {
					sum += p1[i] * p2[j]
				}
			}
		}
		return sum
	}
	mean := (c.a + c.b) / 2
	// A little below the normal approximation's number.
	n := int(2 * 7.849 * mean * (1 - mean) / ((c.a - c.b) * (c.a - c.b)) * .95)
	for power(n) < .8 {
		n++
	}
	return n
}

// stagedStops are the rollouts of each policy after which their progress is shown to differ, and their success, if each
// of four stages succeeds with the probabilities of the case.
func (c powerCase) stagedStops(r *rand.Rand, most int) (byProgress, bySuccess int) {
	s, err := NewSafeRates(nullLevel)
	if err != nil {
		panic(err)
	}
	b, err := NewBetting(-1, 1, 0, nullLevel)
	if err != nil {
		panic(err)
	}
	s.alone(0)
	b.alone(0)
	for range most {
		x, y := stages(r, c.a), stages(r, c.b)
		s.Add(x == 1, y == 1)
		if err := b.Add(x - y); err != nil {
			panic(err)
		}
		if s.first > 0 && b.first > 0 {
			break
		}
	}
	return b.first, s.first
}

var stagedCases = []powerCase{{.95, .8}, {.9, .8}, {.8, .65}, {.6, .45}, {.9, .85}}

// fixedStaged is the number of rollouts of each policy at which a t-test of 5 % of their progress has power 0.8.
func (c powerCase) fixedStaged() int {
	variance := func(p float64) float64 {
		m, square := progress(p), 0.
		for k, reached := 1., 1.; k <= 4; k++ {
			reached *= p
			square += reached * (2*k - 1) / 16 // E of the square of a number of stages
		}
		return square - m*m
	}
	sd := math.Sqrt((variance(c.a) + variance(c.b)) / 2)
	need, err := RequiredN(TwoSampleDesign{D: (progress(c.a) - progress(c.b)) / sd}, .8, .05)
	if err != nil {
		panic(err)
	}
	return need.N
}

// stagedRows are the rows of testdata/anytime-stages.csv, from so many streams each.
func stagedRows(streams int) (text string) {
	text = "stage succeeds with a,b,outcome,fixed n (power .8),mean n,median n,90 % of streams,power at fixed n," +
		"power at twice fixed n\n"
	for _, c := range stagedCases {
		fixed := [2]int{c.fixedStaged(), powerCase{math.Pow(c.a, 4), math.Pow(c.b, 4)}.fixed()}
		most := 12 * max(fixed[0], fixed[1])
		var stops [2][]float64
		for i := range streams {
			p, s := c.stagedStops(key.With("anytime stages", c.a, c.b, i).Rand(), most)
			for j, n := range []int{p, s} {
				if n == 0 {
					n = most
				}
				stops[j] = append(stops[j], float64(n))
			}
		}
		for j, name := range []string{"progress", "success"} {
			text += fmt.Sprintf("%g,%g,%s,%d,%s\n", c.a, c.b, name, fixed[j], summary(stops[j], fixed[j]))
		}
	}
	return text
}

// The committed table of stages has its cases, their fixed numbers of rollouts, and about the power of a few streams.
func TestAnytimeOfStages(t *testing.T) {
	read := func(text string) (rows [][]string) {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	text, err := os.ReadFile("testdata/anytime-stages.csv")
	if err != nil {
		t.Fatal(err)
	}
	table, few := read(string(text)), read(stagedRows(quickStreams))
	if len(table) != len(few) || !slices.Equal(table[0], few[0]) {
		t.Fatalf("%d rows below %q, want %d below %q", len(table)-1, table[0], len(few)-1, few[0])
	}
	for i, row := range table[1:] {
		here := few[i+1]
		power, err := strconv.ParseFloat(row[7], 64)
		about, wrong := strconv.ParseFloat(here[7], 64)
		if !slices.Equal(row[:4], here[:4]) || err != nil || wrong != nil || math.Abs(power-about) > .15 {
			t.Errorf("%q, and of %d streams %q", row, quickStreams, here)
		}
	}
}

// stagedStreams are the streams of a row of testdata/anytime-stages.csv.
const stagedStreams = 20_000

// BenchmarkAnytimeStages makes the table of stages: go test ./stats -run - -bench AnytimeStages -benchtime 1x -write.
func BenchmarkAnytimeStages(b *testing.B) {
	for range b.N {
		text := stagedRows(stagedStreams)
		if *writeAnytime {
			if err := os.WriteFile("testdata/anytime-stages.csv", []byte(text), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// summary are the mean, the median and the 90 % quantile of stopping times, and the shares that stop by the fixed n and
// by twice as many.
func summary(stops []float64, fixed int) string {
	slices.Sort(stops)
	mean, at := 0., [2]float64{}
	for _, n := range stops {
		mean += n / float64(len(stops))
		for i := range at {
			if n <= float64((i+1)*fixed) {
				at[i] += 1 / float64(len(stops))
			}
		}
	}
	return fmt.Sprintf("%.1f,%g,%g,%.3f,%.3f", mean, stops[len(stops)/2], stops[9*len(stops)/10], at[0], at[1])
}

// BenchmarkAnytime makes the tables of false positives and of power: go test ./stats -run - -bench Anytime -benchtime
// 1x -write.
func BenchmarkAnytime(b *testing.B) {
	for range b.N {
		null := "streams,n,rejected,percent,rejected of the first\n"
		for _, c := range nullCases() {
			n := c.rejections(nullStreams)
			null += fmt.Sprintf("\"%s\",%d,%d,%.2f,%d\n", c.name, nullStreams, n, 100*float64(n)/nullStreams,
				c.rejections(quickStreams))
		}
		power := "a,b,test,fixed n (power .8),mean n,median n,90 % of streams,power at fixed n,power at twice fixed n\n"
		for _, c := range powerCases {
			fixed := c.fixed()
			var stops [2][]float64
			const streams = 20_000
			for i := range streams {
				s, p := c.stops(key.With("anytime power", c.a, c.b, i).Rand(), 12*fixed)
				for j, n := range []int{s, p} {
					if n == 0 {
						n = 12 * fixed
					}
					stops[j] = append(stops[j], float64(n))
				}
			}
			for j, name := range []string{"two rates", "pairs"} {
				power += fmt.Sprintf("%g,%g,%s,%d,%s\n", c.a, c.b, name, fixed, summary(stops[j], fixed))
			}
		}
		if *writeAnytime {
			for name, text := range map[string]string{"null": null, "power": power} {
				if err := os.WriteFile("testdata/anytime-"+name+".csv", []byte(text), 0o644); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
