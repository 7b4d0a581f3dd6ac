package submission

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/policies/weightfile"
	_ "counterpoise/results/study" // the seeds of its freezes
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// submitted are the records of a small experiment, which is adopted until the test ends, as its program makes them: two
// methods on one dataset in two trials.
func submitted(t *testing.T) Submission {
	t.Helper()
	arm := func(name, method string) bench.Arm {
		return bench.Arm{Name: name, Recipe: "slider=1,drawer=2", Groups: demos.ByBehaviour, Method: method}
	}
	e := bench.Experiment{Name: "submitted", Question: "?", Designs: []bench.Design{{
		Task: "opening", Arms: []bench.Arm{arm("a", "natural"), arm("b", "equal")},
		Comparisons: []bench.Comparison{{Behaviour: "slider", Arm: "b", Against: "a"}},
	}}}
	release, err := bench.Adopt(e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	p := bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e}, WithoutChance: true,
		Size: record.Size{Trials: 2, Rollouts: 2, Steps: 5, Seed: 4, Policy: bench.StatePolicy}}
	var s Submission
	r := runner.NewCellRunner(1, nil, "")
	for _, c := range p.Cells() {
		made, err := r.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		s.Records = append(s.Records, made)
	}
	return s
}

// with returns the submission with a change of a copy of its first record.
func (s Submission) with(change func(*record.Record)) Submission {
	s.Records = slices.Clone(s.Records)
	r := &s.Records[0]
	r.Rollouts = slices.Clone(r.Rollouts)
	o := &r.Rollouts[0]
	o.Steps, o.EarnedSteps = slices.Clone(o.Steps), slices.Clone(o.EarnedSteps)
	change(r)
	return s
}

func ignore(int, int) {}

// What is wrong with records by what they say: each is a problem, and a true submission has none.
func TestCheckAndRemake(t *testing.T) {
	s := submitted(t)
	check := func(s Submission) Result {
		r, err := s.Check(t.Context(), recordedConfig, 2, ignore)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := check(s); len(r.Problems) > 0 || len(r.Plans) != 1 || r.Plans[0].Size.Trials != 2 {
		t.Errorf("a true submission has problems %q, plans %+v", r.Problems, r.Plans)
	}
	damaged := s
	damaged.Damage = []string{"records.jsonl:3: damaged line"}
	lacking := s
	lacking.Records = s.Records[1:]
	cell := func(change func(*record.Cell)) Submission {
		return s.with(func(r *record.Record) { change(&r.Cell) })
	}
	for word, bad := range map[string]Submission{
		"records.jsonl:3: damaged line":                       damaged,
		"seed 4 lacks 1 record (opening slider=1,drawer=2, n": lacking,
		"made by version 1.0; this program checks version":    cell(func(c *record.Cell) { c.Version = "1.0" }),
		`no cell of this program: unknown method "magic"`:     cell(func(c *record.Cell) { c.Method = "magic" }),
		"in no experiment; add its file":                      cell(func(c *record.Cell) { c.Method = "upsample" }),
		"trained with other settings than its cell names":     cell(func(c *record.Cell) { c.Steps = 6 }),
		"weights mine@0123456789abcdef, which the folder": cell(func(c *record.Cell) {
			c.Method = "weights:mine@0123456789abcdef"
		}),
		"trained on other demonstrations": s.with(func(r *record.Record) { r.Data.Hash = strings.Repeat("0", 64) }),
		"does not say which demonstra":    s.with(func(r *record.Record) { r.Data.Seed = 0 }),
		"does not say on which device":    s.with(func(r *record.Record) { r.Device = nil }),
		"has schema 2 in place of":        s.with(func(r *record.Record) { r.Schema = 2 }),
		"has no course of a training":     s.with(func(r *record.Record) { r.Training.Groups = nil }),
	} {
		r := check(bad)
		if !slices.ContainsFunc(r.Problems, func(p string) bool { return strings.Contains(p, word) }) {
			t.Errorf("want a problem with %q, got %q", word, r.Problems)
		}
	}
	// One success that was changed fits all that the records say, and is found when its cell is made again.
	forged := s.with(func(r *record.Record) {
		o := &r.Rollouts[0]
		step := 90
		if o.EarnedSteps[1] > 0 {
			step = 0
		}
		o.Steps[1], o.EarnedSteps[1] = step, step
	})
	if r := check(forged); len(r.Problems) > 0 {
		t.Errorf("a forged success is found before anything is made again: %q", r.Problems)
	}
	here := runner.CurrentDevice()
	all := forged.Draw(99, here, network.Revision, 1)
	problems, err := all.Remake(t.Context(), runner.NewCellRunner(2, nil, "").Run, 2, ignore)
	if err != nil || len(all.Cells) != 4 || len(problems) != 1 ||
		!strings.Contains(problems[0], forged.Records[0].Cell.Hash()) ||
		!strings.Contains(problems[0], "submitted are") {
		t.Errorf("%d cells made again: %q, %v", len(all.Cells), problems, err)
	}
	gone := s.with(func(r *record.Record) { r.Cell.Method = "weights:mine@0123456789abcdef" })
	gone.Records = gone.Records[:1]
	problems, err = gone.Draw(1, here, network.Revision, 1).Remake(t.Context(), runner.NewCellRunner(1, nil, "").Run,
		1, ignore)
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0], "it cannot be made here: ") {
		t.Errorf("a cell under weights that are not here: %q, %v", problems, err)
	}
	course := s.with(func(r *record.Record) {
		r.Training.Loss = slices.Clone(r.Training.Loss)
		r.Training.Loss[0] = record.Point{Step: 0, Group: []float64{1, 1}}
	})
	if text := Differences(course.Records[0], s.Records[0]); text != "another course of the training" {
		t.Errorf("another loss: %q", text)
	}
	counts := s.Records[0]
	counts.Data.Groups = slices.Clone(counts.Data.Groups)
	counts.Data.Groups = append(counts.Data.Groups, demos.GroupCount{Behaviour: "left", Demos: 1, Frames: 9})
	if text := Differences(counts, s.Records[0]); text != "other demonstrations" {
		t.Errorf("other numbers of demonstrations: %q", text)
	}
}

// A sample of k of n cells has each cell with probability k/n, another seed is another sample, and the order of the
// records does not matter. Cells of another device are named and not drawn.
func TestDraw(t *testing.T) {
	device := record.Device{Kind: "go", Instructions: "AVX2"}
	var s Submission
	for trial := range 20 {
		s.Records = append(s.Records, record.Record{Device: &device,
			Cell: record.Cell{Task: "opening", Trial: trial, Steps: 1, Method: "natural", Version: bench.Version}})
	}
	reversed := Submission{Records: slices.Clone(s.Records)}
	slices.Reverse(reversed.Records)
	hits := map[string]int{}
	const seeds = 400
	for k := range uint64(seeds) {
		drawn := s.Draw(5, device, network.Revision, k)
		for i, r := range drawn.Cells {
			hits[r.Cell.Hash()]++
			if !reversed.Draw(5, device, network.Revision, k).Cells[i].Cell.Same(r.Cell) {
				t.Fatal("the order of the records changes the sample")
			}
		}
	}
	for _, r := range s.Records { // 100 ± 8.7 by the binomial distribution; 5 standard deviations
		if n := hits[r.Cell.Hash()]; math.Abs(float64(n)-seeds/4) > 44 {
			t.Errorf("trial %d is in %d of %d samples of a quarter", r.Cell.Trial, n, seeds)
		}
	}
	other := s.Draw(5, record.Device{Kind: "cuda"}, network.Revision, 1)
	if len(other.Cells) != 0 || len(other.Foreign) != 1 || !strings.Contains(other.Foreign[0], "20 of 20 records") {
		t.Errorf("on another device: %+v", other)
	}
}

// Of c forged records among n, a sample of k misses all with probability C(n-c, k)/C(n, k): for 2 of 20 and 5,
// 21/38.
func TestChanceOfAForgery(t *testing.T) {
	device := record.Device{Kind: "go"}
	var s Submission
	for trial := range 20 {
		s.Records = append(s.Records, record.Record{Device: &device,
			Cell: record.Cell{Task: "opening", Trial: trial, Steps: 1, Method: "natural", Version: bench.Version}})
	}
	missed := 0
	const seeds = 2000
	for k := range uint64(seeds) {
		if !slices.ContainsFunc(s.Draw(5, device, network.Revision, k).Cells,
			func(r record.Record) bool { return r.Cell.Trial < 2 }) {
			missed++
		}
	}
	want := 21. / 38
	if got := float64(missed) / seeds; math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/seeds) {
		t.Errorf("two forged records of 20 are missed by %.3f of the samples of 5, want %.3f", got, want)
	}
}

// record is a record of 10 rollouts of each behaviour of opening, of which some succeed.
func recordOf(recipe, method string, trial, slider, drawer int) record.Record {
	r := record.Record{Cell: record.Cell{Task: "opening", Recipe: recipe, Groups: "behaviour", Method: method,
		Policy: bench.StatePolicy, Trial: trial, Rollouts: 10, Steps: 7, Seed: 1, Version: bench.Version}}
	for name, n := range map[string]int{"slider": slider, "drawer": drawer} {
		o := record.Outcomes{Behaviour: name, Horizon: 360, Steps: make([]int, 10), EarnedSteps: make([]int, 10)}
		for i := range n {
			o.Steps[i], o.EarnedSteps[i] = 9, 9
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return r
}

// The board by hand. On two datasets and three trials the method gains 10, 20 and 30 points in the mean: mean 20, t(2)
// = 20/(10/√3) = 3.464, p = .0742, interval 20 ± 4.3027·5.7735. Its worst behaviour gains the same. Both p values
// are corrected together: twice .0742. A dataset without natural, an untrained policy and another version count for
// nothing.
func TestBoard(t *testing.T) {
	var records []record.Record
	for trial := range 3 {
		gain := trial + 1
		for _, recipe := range []string{"slider=1,drawer=2", "slider=2,drawer=1"} {
			records = append(records, recordOf(recipe, "natural", trial, 2, 4),
				recordOf(recipe, "mine", trial, 2+gain, 4+gain))
		}
		records = append(records, recordOf("slider=9,drawer=9", "mine", trial, 10, 10),
			recordOf("slider=9,drawer=9", "alone", trial, 10, 10))
		old := recordOf("slider=1,drawer=2", "old", trial, 9, 9)
		old.Cell.Version = "1.0"
		records = append(records, old)
	}
	b := BoardOf(records, scenes.Earned)
	if len(b.Rows) != 1 || b.Tests != 2 {
		t.Fatalf("got %+v", b)
	}
	r := b.Rows[0]
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-3*math.Abs(want) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	for _, d := range []Difference{r.Mean, r.Worst} {
		near("the difference", d.Test.MeanDifference.Or(0), 20)
		near("t", d.Test.T.Or(0), 3.4641)
		near("p", d.Test.P.Or(0), .07418)
		near("p by Holm", d.Holm.Or(0), .14836)
		near("the lower bound", d.Test.CI.Low.Or(0), 20-24.841)
		near("the upper bound", d.Test.CI.High.Or(0), 20+24.841)
	}
	near("the success", r.Mean.Success.Mean.Or(0), 50)
	near("the worst", r.Worst.Success.Mean.Or(0), 40)
	if r.Datasets != 2 || r.Method != "mine" || !slices.ContainsFunc(b.Notes, func(n string) bool {
		return strings.Contains(n, "alone is left out")
	}) {
		t.Errorf("got %+v, notes %q", r, b.Notes)
	}
	// A trial that lacks a dataset of the method does not count.
	records = slices.DeleteFunc(records, func(r record.Record) bool {
		return r.Cell.Method == "mine" && r.Cell.Trial == 0 && r.Cell.Recipe == "slider=2,drawer=1"
	})
	b = BoardOf(records, scenes.Earned)
	if test := b.Rows[0].Mean.Test; test.N.Total() != 2 || test.MeanDifference.Or(0) != 25 {
		t.Errorf("got %+v", b.Rows)
	}
	mine := weightfile.Weights{Name: "mine", Datasets: map[string][]weightfile.Frames{}}
	if name(mine.Method()) != "mine (from outside)" {
		t.Error("the name of weights")
	}
}

// A confirmatory run is complete at the look of each experiment, whatever some of its cells have beyond it. Before the
// first look, and under a seed of one's own, every trial counts.
func TestAtLook(t *testing.T) {
	p, err := bench.NewPlan("E1", func(s *record.Size) { s.Trials, s.Rollouts, s.Seed = 60, 1, 5 })
	if err != nil {
		t.Fatal(err)
	}
	frozen := map[uint64]bool{5: true}
	for _, c := range []struct {
		seeds  map[uint64]bool
		trials func(arm int) int // of each arm with records
		want   int
	}{
		{frozen, func(int) int { return 60 }, 60},
		{frozen, func(arm int) int { return 30 + 30*(arm%2) }, 30},
		{frozen, func(arm int) int { return 29 + 31*(arm%2) }, 60},
		{nil, func(arm int) int { return 30 + 30*(arm%2) }, 60},
	} {
		has, arms := map[string]bool{}, map[string]int{}
		for _, cell := range p.Cells() {
			key := cell.Task + cell.Recipe + cell.Method
			if _, known := arms[key]; !known {
				arms[key] = len(arms)
			}
			if cell.Trial < c.trials(arms[key]) {
				has[cell.Hash()] = true
			}
		}
		if q := atLook(p, c.seeds, has); q.Size.Trials != c.want {
			t.Errorf("%v: %d trials, want %d", c.seeds, q.Size.Trials, c.want)
		}
	}
}

// Seeds are frozen by the program's freezes, the first of which has the seed of the confirmatory run.
func TestFrozenSeeds(t *testing.T) {
	seeds := frozenSeeds()
	if !seeds[9586202299965344487] || seeds[1] || seeds[5000] {
		t.Errorf("%v", seeds)
	}
}

func recordedConfig(p record.Policy, steps int) (record.Config, error) {
	c, err := train.ConfigOf(p, steps)
	return record.Config(c), err
}
