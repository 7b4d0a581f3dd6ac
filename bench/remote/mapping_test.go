package remote

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes"
)

func TestParse(t *testing.T) {
	for _, name := range PresetNames() {
		m, err := Parse(name, nil)
		if err != nil || !slices.Equal(m.Strings(), Presets[name]) {
			t.Errorf("preset %s: %v, %v", name, m.Strings(), err)
		}
	}
	m, err := Parse("openpi-libero", []string{"observation/state=robot", "prompt=", "a=b=static:64x48:chw",
		"c=gripper:96:chw", "d=static:200"})
	want := []string{"observation/image=static:224x224", "observation/wrist_image=gripper:224x224",
		"observation/state=robot", "a=b=static:64x48:chw", "c=gripper:96:chw", "d=static"}
	if err != nil || !slices.Equal(m.Strings(), want) {
		t.Errorf("%v, %v", m.Strings(), err)
	}
	for text, word := range map[string]string{
		"a": "is no assignment", "=robot": "is no assignment", "a=robott": `did you mean "robot"?`,
		"a=static:0x4": "from 1 to 1024", "a=static:axb": "neither the size", "a=robot:2x2": "only pictures",
		"a=static:2000x2": "from 1 to 1024", "a=static:0": "from 1 to 1024",
		"a=static:96:chw:224x224": `"224x224" is a second size`, "a=position+static": "unknown source",
		"prompt>x=robot": "a value and the map",
		"x>>y=robot":     "empty part",
	} {
		if _, err := Parse("counterpoise", []string{text}); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Parse("openpi", nil); err == nil || !strings.Contains(err.Error(), "known: counterpoise, lerobot") {
		t.Errorf("%v", err)
	}
	nothing := []string{"observation.state=", "observation.images.static=", "observation.images.ego=", "task="}
	if _, err := Parse("lerobot", nothing); err == nil {
		t.Error("a mapping that shows nothing")
	}
}

// The sources of numbers have the units that they name.
func TestSources(t *testing.T) {
	var o scenes.Observation
	o.Robot[scenes.RobotEuler+2], o.Robot[scenes.RobotWidth], o.Robot[scenes.RobotGrip] = math.Pi/2, 0.06, -1
	for width, want := range map[float32]float32{0.09: 0, 0.08: 0, 0: 1, -0.01: 1} { // a joint may pass its stop
		wide := scenes.Observation{}
		wide.Robot[scenes.RobotWidth] = width
		if got := (Observed{Numbers: []string{"closed"}}).numbers(nil, &wide); got[0] != want {
			t.Errorf("a gripper of width %v is closed by %v, want %v", width, got[0], want)
		}
	}
	for name, want := range map[string][]float32{
		"axisangle": {0, 0, math.Pi / 2}, "fingers": {0.03, -0.03}, "closed": {0.25}, "command": {-1}, "width": {0.06},
	} {
		got := Observed{Numbers: []string{name}}.numbers(nil, &o)
		if len(got) != len(want) {
			t.Fatalf("%s: %v", name, got)
		}
		for i := range got {
			if math.Abs(float64(got[i]-want[i])) > 1e-6 {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
	}
	for name, s := range sources {
		if got := (Observed{Numbers: []string{name}}).numbers(nil, &o); len(got) != s.size || s.about == "" {
			t.Errorf("%s has %d numbers", name, len(got))
		}
	}
}
