package bench

import (
	"encoding/json"
	"reflect"
	"testing"

	"counterpoise/policies"
)

func TestThinned(t *testing.T) {
	for _, c := range []struct{ n, keep, want int }{{0, 5, 0}, {5, 5, 5}, {6, 5, 5}, {1000, 50, 50}} {
		p := make([]Point, c.n)
		for i := range p {
			p[i].Step = i
		}
		got := thinned(p, c.keep)
		if len(got) != c.want {
			t.Errorf("%d of %d points are kept, want %d", len(got), c.n, c.want)
		}
		if c.n > 0 && (got[0].Step != 0 || got[len(got)-1].Step != c.n-1) {
			t.Errorf("of %d points the first and last kept are %d and %d", c.n, got[0].Step, got[len(got)-1].Step)
		}
	}
}

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
		Cell: someCell, Renderer: Unseen, Data: Data{Hash: "feed", Version: "2", Seed: 1<<64 - 1},
		Training: Training{Backend: "b", Config: policies.DefaultConfig(), Groups: []string{"left", "right"}, Alpha: []Point{{3, []float64{0.1, 0.9}}}, Loss: []Point{{3, []float64{1.0 / 3, 2}}}},
		Rollouts: []Outcomes{{"left", 360, []int{0, 17}}},
		Origin:   Here(), Duration: Duration{1, 2, 3},
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
