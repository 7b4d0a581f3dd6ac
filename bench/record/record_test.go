package record

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestOutcomesCount(t *testing.T) {
	r := Record{Rollouts: []Outcomes{{Behaviour: "left", Steps: []int{0, 12, 360, 0, 1}}}}
	o, ok := r.Of("left")
	if n, recorded := o.Successes(CALVIN); !ok || !recorded || n != 3 {
		t.Errorf("%+v, %v: %d successes, want 3", o, ok, n)
	}
	if n, recorded := o.Successes(Earned); recorded || n != 0 {
		t.Errorf("%+v: %d earned successes, which are not recorded", o, n)
	}
	if _, ok := r.Of("right"); ok {
		t.Error("found a behaviour that has no rollouts")
	}
}

// A record must survive its file: whatever JSON drops can't be repeated.
func TestRecordSurvivesJSON(t *testing.T) {
	c := someCell
	c.Reading, c.SeedSource = "each", SeedFreeze
	r := Record{
		Schema: SchemaVersion, Cell: c, Renderer: NoRenderer,
		Device: &Device{"xla-cpu", "a processor", "0123456789abcdef", "AVX2", PlainKernels, "tf32", "convolutions"},
		Data:   Data{Hash: "feed", Version: "2", Seed: 1<<64 - 1},
		Training: Training{
			Backend: "b", Config: Config{Observer: "state", Steps: 3000, Rate: 1e-3, Schedule: "cosine"},
			Groups: []string{"left", "right"},
			Alpha:  []Point{{3, []float64{0.1, 0.9}}}, Loss: []Point{{3, []float64{1.0 / 3, 2}}},
			Selection: &Selection{Dropped: []int{4}, DroppedBad: 1, AUROC: new(float64)},
		},
		Rollouts: []Outcomes{
			{"left", 360, []int{0, 17}, []int{0, 20}, []int{9, 0}, []int{8, 0}, []int{0, 3}, []int{6, 0}},
		},
		Provenance: Provenance{"(devel)", "0123", true, "go1.26", true, "linux/amd64", "a processor", 2},
		Duration:   Duration{1, .5, 2, 3},
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var again Record
	if err := json.Unmarshal(b, &again); err != nil || !reflect.DeepEqual(r, again) {
		t.Errorf("%v\n got %+v\nwant %+v", err, again, r)
	}
}

// What a record of version 1 does not have is not recorded, which is not zero.
func TestNotRecorded(t *testing.T) {
	const line = `{"cell":{"task":"opening","policy":"vision","trial":2},"renderer":"soft",` +
		`"outcomes":[{"behaviour":"slider","horizon":360,"steps":[0,70]}],"origin":{"go":"go1.26"}}`
	var r Record
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		t.Fatal(err)
	}
	if r.SchemaVersion() != 1 || r.Cell.Policy != (Policy{Observer: "vision", Network: DefaultNetwork,
		Head: DefaultHead}) || r.Cell.SeedSource != "" || r.Cell.Reading != "" {
		t.Errorf("version %d, cell %+v", r.SchemaVersion(), r.Cell)
	}
	if d, ok := r.TrainedOn(); ok {
		t.Errorf("device %+v is recorded", d)
	}
	o := r.Rollouts[0]
	for i := range o.Steps {
		_, earned := o.Earned(i)
		_, wrong := o.Wrong(i)
		_, clipped := o.Clipped(i)
		_, nonFinite := o.NonFinite(i)
		if earned || wrong || clipped || nonFinite {
			t.Errorf("rollout %d: earned %v, wrong %v, clipped %v, not finite %v are recorded", i, earned, wrong,
				clipped, nonFinite)
		}
	}
	if _, _, ok := o.Verdict(0, CALVIN); ok {
		t.Error("a failure is known to have shown no other behaviour")
	}
	if v, step, ok := o.Verdict(1, CALVIN); v != Right || step != 70 || !ok {
		t.Error("a success is not known to be one")
	}
	for r := range o.Steps {
		if _, _, ok := o.Verdict(r, Earned); ok {
			t.Errorf("rollout %d: the verdict of the earned oracle is recorded", r)
		}
	}
	for _, oracle := range []Oracle{CALVIN, Earned} {
		if c, ok := o.Count(oracle); ok {
			t.Errorf("%s: counts %+v are known", oracle, c)
		}
	}
}

// A rollout succeeds, shows the wrong behaviour, or does neither, by each oracle.
func TestRecordedOutcomes(t *testing.T) {
	o := Outcomes{
		Steps: []int{12, 0, 0, 7, 0}, WrongSteps: []int{0, 40, 0, 0, 9},
		EarnedSteps: []int{0, 0, 0, 8, 90}, EarnedWrongSteps: []int{0, 40, 0, 0, 0},
		ClippedActions: []int{1, 2, 0, 0, 0},
	}
	type decided struct {
		verdict Verdict
		step    int
	}
	const neither, right, wrong = Neither, Right, Wrong
	for oracle, want := range map[Oracle][]decided{
		CALVIN: {{right, 12}, {wrong, 40}, {neither, 0}, {right, 7}, {wrong, 9}},
		Earned: {{neither, 0}, {wrong, 40}, {neither, 0}, {right, 8}, {right, 90}},
	} {
		for r, w := range want {
			if v, step, ok := o.Verdict(r, oracle); !ok || v != w.verdict || step != w.step {
				t.Errorf("%s, rollout %d: verdict %d at step %d, %v; want %+v", oracle, r, v, step, ok, w)
			}
		}
	}
	if c, ok := o.Count(CALVIN); !ok || c != (Counts{Right: 2, Wrong: 2, Neither: 1}) {
		t.Errorf("by CALVIN's oracle %+v, %v", c, ok)
	}
	if c, ok := o.Count(Earned); !ok || c != (Counts{Right: 2, Wrong: 1, Neither: 2}) {
		t.Errorf("by the earned oracle %+v, %v", c, ok)
	}
	if n, ok := o.Clipped(1); n != 2 || !ok {
		t.Errorf("%d clipped actions, %v", n, ok)
	}
}

// Devices give the same results unless something other than the hardware's name differs; what differs is in their text.
func TestDevices(t *testing.T) {
	d := Device{Kind: "xla-cpu", Name: "a processor", Plugin: "0123456789abcdef", Instructions: "AVX2"}
	change := func(f func(*Device)) Device {
		other := d
		f(&other)
		return other
	}
	if same := change(func(d *Device) { d.Name = "another" }); !d.SameResults(same) {
		t.Errorf("%v and %v differ", d, same)
	}
	seen := map[string]bool{d.String(): true}
	for _, other := range []Device{
		change(func(d *Device) { d.Kind, d.Plugin = "go", "" }),
		change(func(d *Device) { d.Instructions = "AVX-512" }),
		change(func(d *Device) { d.Plugin = "ffff456789abcdef" }),
		change(func(d *Device) { d.Kernels = PlainKernels }),
		change(func(d *Device) { d.Options = "--xla_cpu_enable_fast_math=true" }),
		change(func(d *Device) { d.Revision = "convolutions" }),
		{Kind: "go"},
	} {
		if d.SameResults(other) || seen[other.String()] {
			t.Errorf("%v is taken for another device", other)
		}
		seen[other.String()] = true
	}
	if got := d.String(); got != "xla-cpu (plugin 0123456789ab, AVX2)" {
		t.Errorf("text %q", got)
	}
}

// A program without SIMD is another device of XLA, also in records that do not name its kernels. On the Go backend the
// instructions say it, and records without provenance say nothing.
func TestRecordsOfPlainKernels(t *testing.T) {
	for _, c := range []struct {
		kind string
		of   Provenance
		want string
	}{
		{"xla-cpu", Provenance{Go: "go1.26", SIMD: true}, ""},
		{"xla-cpu", Provenance{Go: "go1.26"}, PlainKernels},
		{"cuda", Provenance{Go: "go1.26"}, PlainKernels},
		{"go", Provenance{Go: "go1.26"}, ""},
		{"xla-cpu", Provenance{}, ""},
	} {
		r := Record{Device: &Device{Kind: c.kind}, Provenance: c.of}
		if d, ok := r.TrainedOn(); !ok || d.Kernels != c.want || r.Device.Kernels != "" {
			t.Errorf("%s, %+v: kernels %q, want %q", c.kind, c.of, d.Kernels, c.want)
		}
	}
}

// The revision of a network stands in the device of its own policies, and on the Go backend in none.
func TestDeviceFor(t *testing.T) {
	xla := Device{Kind: "xla-cpu"}
	if d := xla.For("convolutions"); d.Revision != "convolutions" || d.SameResults(xla) || d.For("") != xla {
		t.Errorf("%v", d)
	}
	if d := (Device{Kind: "go"}); d.For("convolutions") != d {
		t.Errorf("%v", d.For("convolutions"))
	}
}

// Records of a cell without rollouts contradict each other by their weights, those of one with rollouts by these.
func TestSameResult(t *testing.T) {
	of := func(rollouts, steps int, alpha float64) Record {
		r := Record{Cell: Cell{Rollouts: rollouts}, Data: Data{Hash: "feed"}}
		r.Training.Alpha = []Point{{Step: 0, Group: []float64{alpha, 1 - alpha}}}
		if rollouts > 0 {
			r.Rollouts = []Outcomes{{Behaviour: "left", Steps: []int{steps}}}
		}
		return r
	}
	for _, c := range []struct {
		a, b Record
		want bool
	}{
		{of(0, 0, .5), of(0, 0, .5), true},
		{of(0, 0, .5), of(0, 0, .6), false},
		{of(1, 90, .5), of(1, 90, .5), true},
		{of(1, 90, .5), of(1, 91, .5), false},
	} {
		if got := c.a.SameResult(c.b); got != c.want {
			t.Errorf("%v, want %v: %+v and %+v", got, c.want, c.a, c.b)
		}
	}
}
