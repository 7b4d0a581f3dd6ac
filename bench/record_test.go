package bench

import (
	"encoding/json"
	"reflect"
	"testing"

	"counterpoise/policies"
)

func TestOutcomesCount(t *testing.T) {
	r := Record{Rollouts: []Outcomes{{Behaviour: "left", Steps: []int{0, 12, 360, 0, 1}}}}
	if o, ok := r.Of("left"); !ok || o.Successes() != 3 {
		t.Errorf("%+v, %v: want 3 successes", o, ok)
	}
	if _, ok := r.Of("right"); ok {
		t.Error("found a behaviour that nobody played")
	}
}

// A record must survive its file: whatever JSON drops can't be repeated.
func TestRecordSurvivesJSON(t *testing.T) {
	r := Record{
		Cell: someCell, Renderer: NoRenderer, Data: Data{Hash: "feed", Version: "2", Seed: 1<<64 - 1},
		Training:   Training{Backend: "b", Config: policies.DefaultConfig(), Groups: []string{"left", "right"}, Alpha: []Point{{3, []float64{0.1, 0.9}}}, Loss: []Point{{3, []float64{1.0 / 3, 2}}}},
		Rollouts:   []Outcomes{{"left", 360, []int{0, 17}}},
		Provenance: Provenance{"(devel)", "0123", true, "go1.26", true, "linux/amd64", "a processor", 2}, Duration: Duration{1, 2, 3},
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
