package replay

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// memory is a dataset in memory.
type memory []*demos.Raw

func (m memory) Card() demos.Card                       { return demos.Card{} }
func (m memory) Episodes() int                          { return len(m) }
func (m memory) Read(i int, _ bool) (*demos.Raw, error) { return m[i], nil }
func (m memory) Close() error                           { return nil }

// expert is one recording of CALVIN; testdata/experts.json.gz says of which version, and what the rows are.
type expert struct {
	Name, Task, Behaviour string
	Start                 struct {
		Robot []float32 `json:"robot_obs"`
		Scene []float32 `json:"scene_obs"`
	}
	Actions  [][]float32
	Relative [][]float32 `json:"rel_actions"`
	Robot    [][]float32 `json:"robot_obs"`
	Scene    [][]float32 `json:"scene_obs"`
	Success  int
}

// experts returns the recordings, and as a dataset.
func experts(t testing.TB) ([]expert, memory) {
	t.Helper()
	f, err := os.Open("testdata/experts.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Experts []expert }
	if err := json.NewDecoder(z).Decode(&all); err != nil || len(all.Experts) == 0 {
		t.Fatalf("%d experts, %v", len(all.Experts), err)
	}
	var m memory
	for _, e := range all.Experts {
		raw := &demos.Raw{
			Labels: map[string]string{"task": e.Task, "behaviour": e.Behaviour},
			State:  demos.Matrix{Width: scenes.RobotSize}, Scene: demos.Matrix{Width: scenes.SceneSize},
			Actions: demos.Matrix{Width: scenes.ActionSize}, Absolute: demos.Matrix{Width: scenes.ActionSize},
		}
		for i := range e.Actions {
			scene := append([]float32(nil), e.Start.Scene...)
			robot := e.Start.Robot // with more digits than the first row of Robot
			if i > 0 {
				copy(scene, e.Scene[i])
				robot = e.Robot[i]
			}
			raw.State.Values = append(raw.State.Values, robot...)
			raw.Scene.Values = append(raw.Scene.Values, scene...)
			raw.Actions.Values = append(raw.Actions.Values, e.Relative[i]...)
			raw.Absolute.Values = append(raw.Absolute.Values, e.Actions[i]...)
		}
		m = append(m, raw)
	}
	return all.Experts, m
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
