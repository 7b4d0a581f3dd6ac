package robomimic

import (
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
	want := demos.Description{Robot: "Panda, Sawyer", Rate: 20,
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
