package robomimic

import (
	"fmt"
	"reflect"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// A file that h5py wrote (testdata/make_mixed.py): lists of names as strings of variable length, half precision,
// pictures with the channels first, and the settings of a robosuite environment.
func TestReadsMixedTypes(t *testing.T) {
	r, err := format{}.Open("testdata/mixed.hdf5", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := demos.Description{Robot: "Panda, Sawyer", Rate: 20, Actions: []string{actionsName},
		Cameras: []demos.CameraDescription{{Name: "front", Height: 4, Width: 5}}}
	if d := demos.Describe(r); r.Episodes() != 3 || !reflect.DeepEqual(d, want) {
		t.Fatalf("%d demonstrations, %+v", r.Episodes(), d)
	}
	for i, mask := range []string{"schnell", "langsam", "langsam"} {
		raw, err := r.Read(i, true)
		if err != nil {
			t.Fatal(err)
		}
		x := float32(i)
		if raw.Labels["mask"] != mask || !reflect.DeepEqual(raw.State.Values, []float32{x, 1, x, 0}) ||
			!reflect.DeepEqual(raw.Actions.Row(1), []float32{x + .375, x + .5, x + .625}) {
			t.Errorf("demonstration %d is %+v", i, raw)
		}
		red := byte(10 * i)
		if p := raw.Cameras[0].Frame(1); !reflect.DeepEqual(p[:9], []byte{red, 0, 0, red, 0, 200, red, 0, 0}) {
			t.Errorf("demonstration %d: pixels %v", i, p[:9])
		}
	}
}

// A file that h5py wrote (testdata/make_nested.py): arrays in groups of obs are read by their path, and what a policy
// does not observe or is no array of numbers is passed over. Without obs the simulator's states are the scene. Numbers
// of any type are labels with the fewest digits that tell them from others.
func TestReadsNestedObservations(t *testing.T) {
	r, err := format{}.Open("testdata/nested.hdf5", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i, want := range []struct{ state, scene, cameras, labels string }{
		{"[7 5 1 2 8 6 3 4]", "[9 10]", "wrist/image 4x5",
			"map[good:true half:0.5 quality:0.1 seed:18446744073709551615]"},
		{"[]", "[1 2 3 4 5 6]", "", "map[]"},
	} {
		raw, err := r.Read(i, true)
		if err != nil {
			t.Fatal(err)
		}
		cameras := ""
		for _, c := range raw.Cameras {
			cameras += fmt.Sprintf("%s %dx%d", c.Name, c.Height, c.Width)
		}
		state, scene := fmt.Sprint(raw.State.Values), fmt.Sprint(raw.Scene.Values)
		labels := fmt.Sprint(raw.Labels)
		if state != want.state || scene != want.scene || cameras != want.cameras || labels != want.labels {
			t.Errorf("demonstration %d has state %s, scene %s, cameras %q and labels %s, want %+v", i, state, scene,
				cameras, labels, want)
		}
	}
}
