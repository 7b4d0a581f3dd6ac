package bench

import (
	"counterpoise/policies/train"
	"encoding/json"
	"reflect"
	"testing"
)

func TestOutcomesCount(t *testing.T) {
	r := Record{Rollouts: []Outcomes{{Behaviour: "left", Steps: []int{0, 12, 360, 0, 1}}}}
	if o, ok := r.Of("left"); !ok || o.Successes() != 3 {
		t.Errorf("%+v, %v: want 3 successes", o, ok)
	}
	if _, ok := r.Of("right"); ok {
		t.Error("found a behaviour that has no rollouts")
	}
}

// A record must survive its file: whatever JSON drops can't be repeated.
func TestRecordSurvivesJSON(t *testing.T) {
	c := someCell
	c.Reading, c.Condition.Ambiguity, c.SeedSource = "each", 0.2, SeedFreeze
	r := Record{
		Schema: SchemaVersion, Cell: c, Renderer: NoRenderer, Device: &Device{"cpu", "a processor"},
		Data: Data{Hash: "feed", Version: "2", Seed: 1<<64 - 1},
		Training: Training{
			Backend: "b", Config: train.DefaultConfig(), Groups: []string{"left", "right"},
			Alpha: []Point{{3, []float64{0.1, 0.9}}}, Loss: []Point{{3, []float64{1.0 / 3, 2}}},
		},
		Rollouts:   []Outcomes{{"left", 360, []int{0, 17}, []int{0, 20}, []int{9, 0}, []int{0, 3}}},
		Provenance: Provenance{"(devel)", "0123", true, "go1.26", true, "linux/amd64", "a processor", 2},
		Duration:   Duration{1, 2, 3},
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
	if r.SchemaVersion() != 1 || r.Cell.Policy != VisionPolicy || r.Cell.SeedSource != "" || r.Cell.Reading != "" {
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
		if earned || wrong || clipped {
			t.Errorf("rollout %d: earned %v, wrong %v, clipped %v are recorded", i, earned, wrong, clipped)
		}
	}
	if _, ok := o.Neither(0); ok || o.Oracle(0) != 0 {
		t.Error("a failure is known to have shown no other behaviour")
	}
	if neither, ok := o.Neither(1); neither || !ok || o.Oracle(1) != 70 {
		t.Error("a success is not known to be one")
	}
}

// A rollout succeeds, shows the wrong behaviour, or does neither.
func TestRecordedOutcomes(t *testing.T) {
	o := Outcomes{Steps: []int{12, 0, 0}, EarnedSteps: []int{0, 0, 0}, WrongSteps: []int{0, 40, 0},
		ClippedActions: []int{1, 2, 0}}
	for i, want := range []struct {
		wrong, clipped int
		neither        bool
	}{{0, 1, false}, {40, 2, false}, {0, 0, true}} {
		wrong, ok1 := o.Wrong(i)
		clipped, ok2 := o.Clipped(i)
		neither, ok3 := o.Neither(i)
		earned, ok4 := o.Earned(i)
		if wrong != want.wrong || clipped != want.clipped || neither != want.neither || earned != 0 ||
			!(ok1 && ok2 && ok3 && ok4) {
			t.Errorf("rollout %d: wrong %d, clipped %d, neither %v, earned %d", i, wrong, clipped, neither, earned)
		}
	}
}
