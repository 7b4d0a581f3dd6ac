package play

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/runner"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// small is a setting whose policies are cloned in a fraction of a second.
func small() Setting {
	return Setting{Task: "picking", Demos: []int{2, 4, 4}, Bad: 50, Style: "erratic", Named: 1, Good: 90, Starts: 2,
		Seed: 3}
}

// A recipe is one that demos generate reads, and has as many demonstrations as the sliders say.
func TestRecipes(t *testing.T) {
	for _, c := range []struct {
		change           func(*Setting)
		recipe, balanced string
	}{
		{func(*Setting) {}, "picking left=1,middle=2,right=2,left:erratic=1,middle:erratic=2,right:erratic=2",
			"picking left=4,middle=3,right=3"},
		{func(s *Setting) { s.Bad = 0 }, "picking left=2,middle=4,right=4", "picking left=4,middle=3,right=3"},
		{func(s *Setting) { s.Demos, s.Bad = []int{0, 1, 10}, 90 },
			"picking middle=1,right=1,right:erratic=9", "picking left=4,middle=4,right=3"},
	} {
		s := small()
		c.change(&s)
		if got := s.Recipe(); got != c.recipe {
			t.Errorf("recipe %q, want %q", got, c.recipe)
		}
		if got := s.Balanced(); got != c.balanced {
			t.Errorf("balanced %q, want %q", got, c.balanced)
		}
		for _, text := range []string{s.Recipe(), s.Balanced()} {
			r, err := demos.ParseRecipe(text)
			if err != nil {
				t.Fatal(err)
			}
			if want := s.Demos[0] + s.Demos[1] + s.Demos[2]; r.Demos() != want || r.String() != text {
				t.Errorf("%s is read as %s, with %d demonstrations of %d", text, r, r.Demos(), want)
			}
		}
	}
}

func TestSettingsAreChecked(t *testing.T) {
	for _, change := range []func(*Setting){
		func(s *Setting) { s.Task = "pouring" }, func(s *Setting) { s.Style = "optimal" },
		func(s *Setting) { s.Style = "lazy" }, func(s *Setting) { s.Demos = []int{1, 2} },
		func(s *Setting) { s.Demos = []int{0, 0, 0} }, func(s *Setting) { s.Demos[1] = -1 },
		func(s *Setting) { s.Demos[2] = MaxDemos + 1 }, func(s *Setting) { s.Bad = 100 },
		func(s *Setting) { s.Named = -1 }, func(s *Setting) { s.Good = 101 }, func(s *Setting) { s.Starts = 0 },
		func(s *Setting) { s.Seed = 1 << 53 },
	} {
		s := small()
		if change(&s); s.Check() == nil {
			t.Errorf("%+v is taken", s)
		}
	}
	for _, s := range []Setting{small(), DefaultSetting()} {
		if err := s.Check(); err != nil {
			t.Error(err)
		}
	}
}

// Every arm gives each demonstration a weight, of sum 1; those that know the bad ones give these what they say.
func TestArms(t *testing.T) {
	s := small()
	bad := map[string]float64{}
	for _, a := range s.ArmsOf() {
		c, err := Clone(t.Context(), s, a.Name, nil)
		if err != nil {
			t.Fatalf("%s: %v", a.Name, err)
		}
		sum := 0.0
		for _, w := range c.Weight {
			sum += w
		}
		if math.Abs(sum-1) > 1e-9 || slices.Min(c.Weight) < 0 {
			t.Errorf("%s: weights of sum %g: %v", a.Name, sum, c.Weight)
		}
		bad[a.Name] = c.Bad
	}
	if len(bad) != len(Arms) {
		t.Errorf("arms %v of %d", bad, len(Arms))
	}
	if bad["balanced"] != 0 || bad["bad left out"] != 0 || math.Abs(bad["fixed weights"]-.1) > 1e-9 ||
		bad["plain cloning"] < .4 || bad["upsampled"] < .4 || bad["named good"] >= bad["plain cloning"] {
		t.Errorf("weight on bad ones %v", bad)
	}
	s.Bad = 0
	if got := len(s.ArmsOf()); got != 3 {
		t.Errorf("%d arms without bad ones", got)
	}
	if _, err := Clone(t.Context(), s, "named good", nil); err == nil {
		t.Error("good ones are named where none is bad")
	}
}

// The page counts what counterpoise eval counts: the policy's file is one of the command line, and rollouts of the same
// seed have the same starts and outcomes.
func TestRollsAsEvalDoes(t *testing.T) {
	for _, s := range []Setting{
		{Task: "picking", Demos: []int{1, 6, 6}, Style: "erratic", Starts: 4, Seed: 1},
		{Task: "opening", Demos: []int{5, 5}, Style: "erratic", Starts: 4, Seed: 2},
	} {
		c, err := Clone(t.Context(), s, "plain cloning", nil)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := Roll(t.Context(), s, c.Policy, nil)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "policy")
		data, err := c.Policy.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := policies.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := runner.Evaluate(t.Context(), p, runner.Evaluation{Task: s.Task, Seed: s.Seed, Rollouts: s.Starts,
			Workers: 1, Progress: func(int, int) {}})
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for b, o := range want {
			n := 0
			for i, at := range o.EarnedSteps {
				// A rollout that has both moved the right part and the wrong one before is decided by the first.
				if wrong := o.EarnedWrongSteps[i]; at > 0 && wrong > 0 && wrong < at {
					at = 0
				}
				if at > 0 {
					n++
				}
				if rows[b].Steps[i] != at {
					t.Errorf("%s %s rollout %d: success at %d, of eval %d", s.Task, o.Behaviour, i, rows[b].Steps[i],
						at)
				}
			}
			if rows[b].Right != n || rows[b].Rollouts != s.Starts || rows[b].Behaviour != o.Behaviour {
				t.Errorf("%+v, want %d of %s", rows[b], n, o.Behaviour)
			}
			right += n
		}
		if right == 0 {
			t.Errorf("%s: no success to compare", s.Task)
		}
	}
}

// An episode of a policy ends as its rollout does, and a demonstrator succeeds unless its style fails.
func TestEpisodes(t *testing.T) {
	s := Setting{Task: "picking", Demos: []int{4, 4, 4}, Style: "erratic", Starts: 2, Seed: 1}
	c, err := Clone(t.Context(), s, "balanced", nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Roll(t.Context(), s, c.Policy, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range rows[1].Steps {
		e, err := Play(Start{"picking", "middle", i, 1}, c.Policy)
		if err != nil {
			t.Fatal(err)
		}
		if e.Success != want || want > 0 && len(e.Moments) != want+1 {
			t.Errorf("start %d: success at %d of %d moments, want %d", i, e.Success, len(e.Moments), want)
		}
	}
	for style, succeeds := range map[string]bool{"optimal": true, "erratic": false} {
		e, err := Demonstrate(Start{"opening", "drawer", 17, 1}, style)
		if err != nil {
			t.Fatal(err)
		}
		if e.Success > 0 != succeeds {
			t.Errorf("%s: success at %d", style, e.Success)
		}
	}
	for _, s := range []Start{{"pouring", "left", 0, 1}, {"picking", "drawer", 0, 1}, {"picking", "left", -1, 1},
		{"picking", "left", MaxStart + 1, 1}, {"picking", "left", 0, 1 << 60}} {
		if _, err := Demonstrate(s, "optimal"); err == nil {
			t.Errorf("%+v is played", s)
		}
	}
}

// The page's pictures of the two cameras are those that policies observe, pixel by pixel.
func TestPicturesAreThePolicys(t *testing.T) {
	table := scenes.NewTabletop()
	now := table.Snapshot()
	var o scenes.Observation
	if err := render.DrawObservation(soft.New(), &now, &o); err != nil {
		t.Fatal(err)
	}
	var p Painter
	for _, c := range []struct {
		camera string
		size   int
		want   []uint8
	}{{"static", scenes.StaticSize, o.Static}, {"gripper", scenes.GripperSize, o.Gripper}} {
		rgba, err := p.Paint(nil, &now, View{Camera: c.camera, Width: c.size, Height: c.size})
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.size * c.size {
			if !bytes.Equal(rgba[4*i:4*i+3], c.want[3*i:3*i+3]) || rgba[4*i+3] != 255 {
				t.Fatalf("%s: pixel %d is %v, the policy's %v", c.camera, i, rgba[4*i:4*i+4], c.want[3*i:3*i+3])
			}
		}
	}
	first, err := p.Paint(nil, &now, View{Camera: "free", Width: 60, Height: 40})
	if err != nil {
		t.Fatal(err)
	}
	turned, err := p.Paint(nil, &now, View{Camera: "free", Width: 60, Height: 40, Azimuth: 1, Distance: 2})
	if err != nil || bytes.Equal(first, turned) {
		t.Errorf("the free camera does not turn: %v", err)
	}
	if _, err := p.Paint(nil, &now, View{Camera: "free", Width: 60, Height: 40, Elevation: math.Inf(1)}); err == nil ||
		!strings.Contains(err.Error(), "angles and distance are finite") {
		t.Errorf("an elevation that is infinite: %v", err)
	}
	for _, v := range []View{{Camera: "static"}, {Camera: "roof", Width: 60, Height: 40},
		{Camera: "free", Width: 1 << 20, Height: 40}, {Camera: "free", Width: 60, Height: 40, Azimuth: math.NaN()}} {
		if _, err := p.Paint(nil, &now, v); err == nil {
			t.Errorf("%+v is drawn", v)
		}
	}
}

// Whatever a page asks, the answer is JSON or a sentence.
func TestCalls(t *testing.T) {
	var c Calls
	for name, args := range map[string]string{"about": "null", "arms": `{"task":"picking","demos":[1,2,3],` +
		`"style":"early","starts":1}`} {
		reply, err := c.Call(name, []byte(args), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := json.Marshal(reply.Value); err != nil || !strings.HasPrefix(string(text), "{") {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
	cloned, err := Clone(t.Context(), small(), "balanced", nil)
	if err != nil {
		t.Fatal(err)
	}
	file, err := cloned.Policy.Encode()
	if err != nil {
		t.Fatal(err)
	}
	start := []byte(`{"task":"picking","behaviour":"left","start":17,"seed":1}`)
	reply, err := c.Call("play", start, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	shown := reply.Value.(Shown)
	v := View{Camera: "gripper", Width: 84, Height: 84}
	if _, err := c.Draw(nil, shown.ID, shown.Moments+5, v); err != nil {
		t.Error(err)
	}
	if _, err := c.Call("close", []byte("1"), nil, nil); err != nil {
		t.Error(err)
	}
	if _, err := c.Draw(nil, shown.ID, 0, v); err == nil {
		t.Error("a closed episode is drawn")
	}
	for _, refused := range []struct {
		name, args string
		bytes      []byte
	}{
		{"sing", "null", nil}, {"arms", "{", nil}, {"arms", `{"task":"pouring"}`, nil}, {"clone", "null", nil},
		{"play", string(start), nil}, {"play", string(start), file[:len(file)/2]},
		{"play", string(start), []byte("PNG")},
		{"play", string(start), []byte(neuralMagic)},
		{"demonstrate", `{"task":"picking","behaviour":"left","style":"lazy"}`, nil},
	} {
		if _, err := c.Call(refused.name, []byte(refused.args), refused.bytes, nil); err == nil {
			t.Errorf("%s %s is answered", refused.name, refused.args)
		}
	}
}

// A neural policy, as train keeps it, is told from a damaged file.
func TestNeuralPoliciesAreNamed(t *testing.T) {
	recipe, err := demos.ParseRecipe("picking left=1")
	if err != nil {
		t.Fatal(err)
	}
	data, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	groups := data.Groups(demos.ByBehaviour)
	cfg := train.DefaultConfig()
	cfg.Hidden, cfg.Steps, cfg.Batch = 8, 1, 8
	model, _, err := train.Train(t.Context(), data, groups, balance.Fixed{1}.Start(groups), cfg, seed.Of("play"),
		train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := policies.NewNeural(cfg, model)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "policy")
	if err := p.Save(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DecodePolicy(text); err == nil || !strings.Contains(err.Error(), "neural") {
		t.Errorf("a neural policy: %v", err)
	}
}
