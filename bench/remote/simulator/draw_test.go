package simulator

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/remote/wire"
	"counterpoise/scenes"
)

// The pictures of a state are those that the observation with the same numbers carries, also in a Vector that has other
// environments, has reset none, and scales its pictures.
func TestDraw(t *testing.T) {
	for _, size := range []int{0, 96} {
		o := Options{
			Task: "opening", Oracle: scenes.Earned, Environments: 3, Pictures: true, PictureSize: size, Workers: 2,
			NewRenderer: newRenderer,
		}
		observer, err := NewVector(o)
		if err != nil {
			t.Fatal(err)
		}
		o.Environments, o.Task = 1, "picking"
		drawer, err := NewVector(o)
		if err != nil {
			t.Fatal(err)
		}
		seen, err := observer.Reset([]int{0, 1, 2}, []Start{{0, 1, 0, 1}, {1, 2, 0, 1}, {0, 3, 0, 1}})
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := drawer.Draw(seen.Robot, seen.Scene)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(drawn.Robot, seen.Robot) || !slices.Equal(drawn.Scene, seen.Scene) {
			t.Error("the states have changed")
		}
		for k := range seen.Pictures {
			if !bytes.Equal(drawn.Pictures[k], seen.Pictures[k]) {
				t.Errorf("size %d: the pictures of camera %d differ", size, k)
			}
		}
	}
}

// Of a task whose blocks look alike, the pictures of a state have its colours, as those of observations do.
func TestDrawLookAlike(t *testing.T) {
	v, err := NewVector(Options{
		Task: "picking:LookAlike=1,Clutter=2", Oracle: scenes.Earned, Environments: 1, Pictures: true,
		NewRenderer: newRenderer,
	})
	if err != nil {
		t.Fatal(err)
	}
	seen, err := v.Reset([]int{0}, []Start{{0, 1, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := v.Draw(seen.Robot, seen.Scene)
	if err != nil {
		t.Fatal(err)
	}
	for k := range seen.Pictures {
		if !bytes.Equal(drawn.Pictures[k], seen.Pictures[k]) {
			t.Errorf("the pictures of camera %d differ", k)
		}
	}
}

// States that cannot be drawn are refused by one sentence; what is merely nowhere is drawn.
func TestDrawRefuses(t *testing.T) {
	c := greeted(t)
	if m := c.ask(openRequest(1, map[string]any{"pictures": true})); m["error"] != nil {
		t.Fatal(m)
	}
	for words, request := range map[string]map[string]any{
		"not finite":  drawRequest(1, float32(math.NaN())),
		"0 numbers":   drawRequest(0, 0),
		"1024 states": drawRequest(MaxEnvironments+1, 0),
		"robot must":  {"do": "draw", "robot": wire.NewFloat32(make([]float32, 14), 1, 14), "scene": "none"},
	} {
		text, _ := c.ask(request)["error"].(string)
		if !strings.Contains(text, words) {
			t.Errorf("the reply is %q, want %q", text, words)
		}
	}
	v, err := NewVector(Options{
		Task: "picking", Oracle: scenes.Earned, Environments: 1, Pictures: true, NewRenderer: newRenderer,
	})
	if err != nil {
		t.Fatal(err)
	}
	large, err := NewVector(Options{
		Task: "picking", Oracle: scenes.Earned, Environments: 1, Pictures: true, PictureSize: 1024,
		NewRenderer: newRenderer,
	})
	if err != nil {
		t.Fatal(err)
	}
	const n = 171 // of 6 MiB each
	if _, err := large.Draw(make([]float32, n*scenes.RobotSize), make([]float32, n*scenes.SceneSize)); err == nil ||
		!strings.Contains(err.Error(), "the pictures of 171 observations take 6291456 bytes each") {
		t.Errorf("more pictures than an answer may have: %v", err)
	}
	for _, x := range []float32{1e30, -math.MaxFloat32} {
		robot, scene := make([]float32, scenes.RobotSize), make([]float32, scenes.SceneSize)
		for i := range scene {
			scene[i] = x
		}
		if _, err := v.Draw(robot, scene); err != nil {
			t.Error(err)
		}
	}
}
