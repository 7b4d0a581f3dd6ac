package lerobot

import (
	"reflect"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// A dataset that LeRobot 0.6.1 wrote (testdata/make_mixed.py): half precision, whole numbers, truth values, pictures
// with the channels first, and a file of data for each episode.
func TestReadsMixedTypes(t *testing.T) {
	r, err := format{}.Open("testdata/mixed", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := demos.Description{Robot: "zweiarmig", Rate: 12, Actions: []string{action},
		Cameras: []demos.CameraDescription{{Name: "top", Height: 8, Width: 10}}}
	if d := demos.Describe(r); r.Episodes() != 3 || !reflect.DeepEqual(d, want) {
		t.Fatalf("%d episodes, %+v", r.Episodes(), d)
	}
	for e, task := range []string{"öffne die Schublade", "引き出しを開ける", "引き出しを開ける"} {
		raw, err := r.Read(e, true)
		if err != nil {
			t.Fatal(err)
		}
		if raw.Frames() != 4 || raw.Actions.Width != 4 || raw.State.Width != 3 || raw.Labels["task"] != task {
			t.Fatalf("episode %d is %+v, %v", e, raw.Labels, raw.Actions)
		}
		for i := range 4 {
			n := float32(4*e + i)
			open := float32(0)
			if i > 1 {
				open = 1
			}
			if a := raw.Actions.Row(i); !reflect.DeepEqual(a, []float32{n, n + .125, n + .25, n + .375}) {
				t.Errorf("episode %d, frame %d: action %v", e, i, a)
			}
			if s := raw.State.Row(i); !reflect.DeepEqual(s, []float32{n, -n, open}) {
				t.Errorf("episode %d, frame %d: state %v", e, i, s)
			}
			red := byte(10 * n)
			if p := raw.Cameras[0].Frame(i); len(p) != 240 ||
				!reflect.DeepEqual(p[12:18], []byte{red, 0, 0, red, 0, 200}) {
				t.Errorf("episode %d, frame %d: pixels %v", e, i, p[12:18])
			}
		}
	}
}
