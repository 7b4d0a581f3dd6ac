package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// memory is a dataset in memory.
type memory []*demos.Raw

func (m memory) Card() demos.Card                       { return demos.Card{} }
func (m memory) Episodes() int                          { return len(m) }
func (m memory) Read(i int, _ bool) (*demos.Raw, error) { return m[i], nil }
func (m memory) Close() error                           { return nil }

// expert is one recording of CALVIN; the file says of which version, and what the rows are.
type expert struct {
	Name, Task, Behaviour string
	Robot, Scene          []float32
	Relative, Absolute    [][]float32
	TCP, Joints           [][]float32
	Success               int // first control step at which CALVIN's oracle held, 0 never
}

// experts returns CALVIN's recordings of experts that succeeded, eight a behaviour, and as a dataset. Of mechanisms,
// blocks and fingers the file has the start alone, which is what a replay reads.
func experts(t testing.TB) (all []expert, m memory) {
	t.Helper()
	var file struct{ Trajectories []expert }
	golden.ReadGzipJSON(t, "../../testdata/experts.json.gz", &file)
	for _, e := range file.Trajectories {
		if e.Success == 0 {
			continue
		}
		raw := &demos.Raw{
			Labels: map[string]string{"task": e.Task, "behaviour": e.Behaviour},
			State:  demos.Matrix{Width: scenes.RobotSize}, Scene: demos.Matrix{Width: scenes.SceneSize},
			Actions: demos.Matrix{Width: scenes.ActionSize}, Absolute: demos.Matrix{Width: scenes.ActionSize},
		}
		for i := range e.Relative {
			if i > 0 { // the start has more digits
				copy(e.Robot[scenes.RobotTCP:], e.TCP[i])
				copy(e.Robot[scenes.RobotJoints:], e.Joints[i])
			}
			raw.State.Values = append(raw.State.Values, e.Robot...)
			raw.Scene.Values = append(raw.Scene.Values, e.Scene...)
			raw.Actions.Values = append(raw.Actions.Values, e.Relative[i]...)
			raw.Absolute.Values = append(raw.Absolute.Values, e.Absolute[i]...)
		}
		all, m = append(all, e), append(m, raw)
	}
	if len(m) != 40 {
		t.Fatalf("%d experts, expected 40", len(m))
	}
	return all, m
}

// generated returns the demonstrations of recipes as a dataset.
func generated(t testing.TB, recipes ...string) memory {
	t.Helper()
	var m memory
	for _, text := range recipes {
		recipe, err := demos.ParseRecipe(text)
		if err != nil {
			t.Fatal(err)
		}
		d, err := demos.Generate(context.Background(), recipe, 3, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Episodes {
			m = append(m, d.Episodes[i].Raw(false))
		}
	}
	return m
}

// played replays a dataset and returns the results.
func played(t testing.TB, m demos.Reader, o Options) []*Result {
	t.Helper()
	var all []*Result
	if err := Play(context.Background(), m, o, func(r *Result) error {
		all = append(all, r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// texts formats results for comparisons.
func texts(all []*Result) string {
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Sprint(err)
	}
	return string(text)
}
