package lerobot

import (
	"reflect"
	"strconv"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// A dataset that LeRobot 0.6.1 annotated (testdata/make_language.py): its columns of sentences, lists of structures
// behind those of numbers, are neither state nor labels, and the others are read beside them.
func TestReadsAnnotatedDatasets(t *testing.T) {
	r, err := format{}.Open("testdata/language", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := demos.Description{Rate: 10, Actions: []string{action}}
	if d := demos.Describe(r); r.Episodes() != 3 || !reflect.DeepEqual(d, want) {
		t.Fatalf("%d episodes, %+v", r.Episodes(), d)
	}
	for e, task := range []string{"open the drawer", "close the drawer", "open the drawer"} {
		raw, err := r.Read(e, true)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"task": task, "task_index": strconv.Itoa(e % 2)}
		if !reflect.DeepEqual(raw.Labels, want) || warningOf(raw) != "" {
			t.Errorf("episode %d has labels %v, want %v; %s", e, raw.Labels, want, warningOf(raw))
		}
		if raw.Frames() != 4 || raw.Actions.Width != 2 || raw.State.Width != 3 {
			t.Fatalf("episode %d: %+v, %+v", e, raw.Actions, raw.State)
		}
		for i := range 4 {
			n := float32(4*e + i)
			a, s := raw.Actions.Row(i), raw.State.Row(i)
			if !reflect.DeepEqual(a, []float32{n, -n}) || !reflect.DeepEqual(s, []float32{n, n + 1, n + 2}) {
				t.Errorf("episode %d, frame %d: action %v, state %v", e, i, a, s)
			}
		}
	}
}
