package rlds

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// Sequences of a known length are vectors, and a number of 64 bits has no sign, as TFDS wrote them
// (testdata/make_listed.py).
func TestReadsSequences(t *testing.T) {
	r, err := format{}.Open("testdata/listed/1.0.0", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for e, want := range []string{
		"{3 [0 0 0.5 0 1 0.5]} {4 [0 1 2 3 10 11 12 13]} map[id:18446744073709551615]",
		"{3 [1 0 0.5 1 1 0.5 1 2 0.5]} {4 [0 1 2 3 10 11 12 13 20 21 22 23]} map[id:18446744073709551614]",
	} {
		raw, err := r.Read(e, true)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(raw.Actions, raw.State, raw.Labels); got != want {
			t.Errorf("episode %d is %s, want %s", e, got, want)
		}
	}
}

// Pictures that are not read are told (testdata/make_depth.py).
func TestTellsOtherPictures(t *testing.T) {
	r, err := format{}.Open("testdata/depth/1.0.0", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(0, true)
	if err != nil || len(raw.Cameras) != 1 || raw.Cameras[0].Name != "image" || raw.Cameras[0].Data[0] != 7 {
		t.Fatalf("%v, %v", raw, err)
	}
	var want []string
	for _, name := range []string{"depth", "grey", "metres", "rgba"} {
		want = append(want, "pictures "+name+" are left out: three channels of bytes are read")
	}
	if got := demos.Describe(r).LeftOut; !slices.Equal(got, want) {
		t.Errorf("left out %q, want %q", got, want)
	}
}

// A step whose sequence has another length than the description is an error.
func TestLengthsOfSequences(t *testing.T) {
	const path = actionPath
	r := &reader{leaves: map[string]leaf{path: {kind: "float32", shape: []int{3}, listed: true}}}
	err := r.joinSequences(map[string]values{
		path + flatValues: {list: floatList},
		path + rowLengths: {int64List, protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 4)},
	})
	if err == nil || !strings.Contains(err.Error(), path+": a step has 4 elements, expected the 3 of "+featuresName) {
		t.Errorf("error %v", err)
	}
}
