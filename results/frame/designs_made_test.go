package frame

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
)

// madeArm is an arm of a made-up design with the groups of its record: nil for no record, empty for one without
// weights.
type madeArm struct {
	name, recipe, method string
	groups               []string
}

// madeDesign returns a design of one trial with records of its arms, whose weights are equal throughout.
func madeDesign(arms []madeArm) Design {
	design := bench.Design{Task: "picking"}
	for _, a := range arms {
		design.Arms = append(design.Arms,
			bench.Arm{Name: a.name, Recipe: a.recipe, Groups: "behaviour", Method: a.method})
	}
	e := bench.Experiment{Name: "made", Designs: []bench.Design{design}}
	p := bench.Plan{Name: "made", Experiments: []bench.Experiment{e}, Size: recordtest.Size(1)}
	records := recordtest.Records{}
	for i, a := range arms {
		if a.groups == nil {
			continue
		}
		c := p.Cell(e, design, design.Arms[i], 0)
		r := recordtest.Record(c, 1, 2, 3)
		alpha := make([]float64, len(a.groups))
		for g := range alpha {
			alpha[g] = 1 / float64(len(alpha))
		}
		r.Training.Groups = a.groups
		if len(alpha) > 0 {
			r.Training.Alpha = []record.Point{{Step: 0, Group: alpha}}
		}
		records[c.Hash()] = r
	}
	return Of(p, records).Designs[0]
}

// A dataset is a sweep from three given weights with records on, whatever methods there are besides. Records of other
// groups than its first, or without weights, do not count.
func TestSweepsNeedThreeWeights(t *testing.T) {
	two, one, styles := []string{"left", "right"}, []string{"left"}, []string{"optimal", "biased"}
	for what, c := range map[string]struct {
		arms []madeArm
		want string // the arms of each sweep
	}{
		"three": {[]madeArm{{"a", "left=1", "fixed:.1,.9", two}, {"b", "left=1", "fixed:.5,.5", two},
			{"ours", "left=1", "ours", two}, {"c", "left=1", "fixed:.9,.1", two}}, "a b ours c"},
		"two and methods": {[]madeArm{{"a", "left=1", "fixed:.1,.9", two}, {"b", "left=1", "fixed:.5,.5", two},
			{"ours", "left=1", "ours", two}, {"natural", "left=1", "natural", two}}, ""},
		"three, of which one has no record": {[]madeArm{{"a", "left=1", "fixed:.1,.9", two},
			{"b", "left=1", "fixed:.5,.5", two}, {"c", "left=1", "fixed:.9,.1", nil}}, ""},
		"three, of which one has no weights": {[]madeArm{{"a", "left=1", "fixed:.1,.9", []string{}},
			{"b", "left=1", "fixed:.5,.5", two}, {"c", "left=1", "fixed:.9,.1", two}}, ""},
		"three, of which one has other groups": {[]madeArm{{"a", "left=1", "fixed:.1,.9", two},
			{"b", "left=1", "fixed:.5,.5", styles}, {"c", "left=1", "fixed:.9,.1", two}}, ""},
		"four, of which one has other groups": {[]madeArm{{"a", "left=1", "fixed:.1,.9", two},
			{"b", "left=1", "fixed:.5,.5", styles}, {"c", "left=1", "fixed:.9,.1", two},
			{"d", "left=1", "fixed:.2,.8", two}}, "a c d"},
		"the first has one group": {[]madeArm{{"whole", "left=1", "natural", one}, {"a", "left=1", "fixed:.1,.9", two},
			{"b", "left=1", "fixed:.5,.5", two}, {"c", "left=1", "fixed:.9,.1", two}}, ""},
		"of two datasets": {[]madeArm{{"a", "left=2", "fixed:.1,.9", two}, {"b", "left=1", "fixed:.5,.5", two},
			{"c", "left=2", "fixed:.9,.1", two}, {"d", "left=1", "fixed:.2,.8", two}}, ""},
		"two datasets": {[]madeArm{{"a", "left=2", "fixed:.1,.9", two}, {"b", "left=1", "fixed:.5,.5", two},
			{"c", "left=2", "fixed:.9,.1", two}, {"d", "left=1", "fixed:.2,.8", two},
			{"e", "left=2", "fixed:.9,.1", two}, {"f", "left=1", "fixed:.3,.7", two}}, "a c e; b d f"},
	} {
		var got []string
		for _, s := range madeDesign(c.arms).Sweeps() {
			var names []string
			for _, a := range s.arms {
				names = append(names, a.Name)
			}
			got = append(got, strings.Join(names, " "))
			if !slices.Equal(s.Groups, two) {
				t.Errorf("%s: groups %q", what, s.Groups)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: sweeps of %q, want %q", what, got, c.want)
		}
	}
}

// Each device has the trials of each arm that it trained; two devices that differ in the name of the hardware are one,
// and a record without a device belongs to none.
func TestDevices(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	records := recordtest.RecordsE1(p, recordtest.Four)
	d := Of(p, records).Designs[0]
	if got := d.Devices(); got != nil {
		t.Errorf("records without devices: %+v", got)
	}
	for i, a := range d.Arms {
		for trial := range 4 {
			h := d.Cell(a, trial).Hash()
			r := records[h]
			switch {
			case i == 1 && trial == 3:
				continue
			case i == 1 && trial > 0 || i == 2 && trial == 0:
				r.Device = &record.Device{Kind: "cuda", Name: "a card"}
			default:
				r.Device = &record.Device{Kind: "go", Name: strings.Repeat("x", trial)}
			}
			records[h] = r
		}
	}
	names := []string{d.Arms[0].Name, d.Arms[1].Name, d.Arms[2].Name, d.Arms[3].Name}
	want := []DeviceShare{
		{Device: record.Device{Kind: "go"}, Networks: 12, Arms: []ArmTrials{{names[0], []int{0, 1, 2, 3}},
			{names[1], []int{0}}, {names[2], []int{1, 2, 3}}, {names[3], []int{0, 1, 2, 3}}}},
		{Device: record.Device{Kind: "cuda"}, Networks: 3, Arms: []ArmTrials{{names[1], []int{1, 2}},
			{names[2], []int{0}}}},
	}
	if got := Of(p, records).Designs[0].Devices(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Rollouts that an action ended are counted over the trials and behaviours of each arm, and the arms that have any are
// listed once.
func TestNonFinite(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	records := recordtest.RecordsE1(p, recordtest.Four)
	d := Of(p, records).Designs[0]
	if arms, n := d.NonFinite(); arms != nil || n[d.Arms[0].Name] != 0 {
		t.Errorf("records that do not say so: %q, %v", arms, n)
	}
	end := func(arm, trial, behaviour int, steps ...int) {
		records[d.Cell(d.Arms[arm], trial).Hash()].Rollouts[behaviour].NonFiniteSteps = steps
	}
	end(1, 0, 0, 0, 0, 0)
	end(2, 1, 0, 0, 7, 0)
	end(2, 1, 2, 3, 7, 1)
	end(2, 3, 1, 0, 0, 360)
	end(0, 2, 2, 0, 0, 2)
	arms, n := d.NonFinite()
	if !slices.Equal(arms, []string{d.Arms[0].Name, d.Arms[2].Name}) || n[d.Arms[0].Name] != 1 ||
		n[d.Arms[1].Name] != 0 || n[d.Arms[2].Name] != 5 {
		t.Errorf("%q, %v", arms, n)
	}
}

// HasEndings says whether an arm or a chance level has verdicts on all its rollouts of a behaviour, and whether one of
// them is that another behaviour was shown.
func TestHasEndings(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	p.Oracle = scenes.Earned
	const none, first, last = "", "balanced", "right starved"
	const all = "balanced, left starved, middle starved, right starved"
	for what, c := range map[string]struct {
		verdicts, wrong string // arms of which records
		chance          bool
		has, shown      bool
	}{
		"no verdicts":                     {none, none, false, false, false},
		"all, none wrong":                 {all, none, false, true, false},
		"the first arm":                   {first, none, false, true, false},
		"the last arm":                    {last, none, false, true, false},
		"a wrong one of the first arm":    {all, first, false, true, true},
		"a wrong one of the last arm":     {all, last, false, true, true},
		"untrained policies alone, right": {none, none, true, true, false},
	} {
		records := recordtest.RecordsE1(p, recordtest.Four)
		for r := range Of(p, records).Designs[0].Rows() {
			wrong := 0
			if strings.Contains(c.wrong, r.Arm.Name) {
				wrong = 1
			}
			if strings.Contains(c.verdicts, r.Arm.Name) {
				records[r.Cell.Hash()] = recordtest.WithVerdicts(r.Record, 0, wrong)
			}
		}
		if c.chance {
			recordtest.AddChance(records, p, 0, 0, 0)
		}
		if has, shown := Of(p, records).Findings()[0].HasEndings(); has != c.has || shown != c.shown {
			t.Errorf("%s: endings %v, a wrong behaviour %v", what, has, shown)
		}
	}
}

// A comparison that cannot be tested says why, and one with a warning has it as its note.
func TestCompareNotes(t *testing.T) {
	for trials, want := range map[int]string{0: "no test: it needs two paired trials (--trials)",
		1: "no test: it needs two paired trials (--trials)", 4: ""} {
		p := recordtest.PlanE1(t, 4)
		records := recordtest.RecordsE1(p, recordtest.Four)
		p.Size.Trials = trials
		for _, c := range Of(p, records).Findings()[0].Pairwise {
			if c.Note != want || c.Test.P.Defined() != (want == "") || c.Test.N.Total() != trials {
				t.Errorf("%d trials: %s: note %q, p %v, n %v", trials, c.Behaviour, c.Note, c.Test.P, c.Test.N)
			}
		}
	}
	// Trials that only one of the arms has are no pairs, though both have two.
	p := recordtest.PlanE1(t, 4)
	records := recordtest.RecordsE1(p, recordtest.Four)
	d := Of(p, records).Designs[0]
	for trial := range 4 {
		delete(records, d.Cell(d.Arms[trial%2], trial).Hash())
	}
	d = Of(p, records).Designs[0]
	if c := d.Compare(d.Comparisons[0]); c.Success.N != 2 || c.Baseline.N != 2 || c.Test.N.Total() != 0 {
		t.Errorf("%d and %d trials, no pairs: n is %v", c.Success.N, c.Baseline.N, c.Test.N)
	}
	same := recordtest.Counts{}
	for arm := range recordtest.Four {
		same[arm] = [3][]int{{5, 6, 7, 8}, {5, 6, 7, 8}, {5, 6, 7, 8}}
	}
	for _, c := range Of(p, recordtest.RecordsE1(p, same)).Findings()[0].Pairwise {
		if !strings.Contains(c.Note, "all differences are equal") || len(c.Test.Warnings) != 1 {
			t.Errorf("%s: note %q of warnings %q", c.Behaviour, c.Note, c.Test.Warnings)
		}
	}
}
