package record_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/faults"
	"counterpoise/scenes"
)

// playedOf returns n rollouts of a behaviour from a first one on; every third succeeded by step 10 and its number.
func playedOf(behaviour string, first, n int) record.Part {
	p := record.Part{First: first, Outcomes: record.Outcomes{Behaviour: behaviour, Horizon: 360}}
	for r := first; r < first+n; r++ {
		step := 0
		if r%3 == 0 {
			step = 10 + r
		}
		for _, list := range []*[]int{&p.Steps, &p.EarnedSteps} {
			*list = append(*list, step)
		}
		for _, list := range []*[]int{&p.WrongSteps, &p.EarnedWrongSteps, &p.ClippedActions, &p.NonFiniteSteps} {
			*list = append(*list, 0)
		}
	}
	return p
}

// evaluation is one with some rollouts of picking.
func evaluation(parts ...record.Part) record.Evaluation {
	e := record.Evaluation{Format: record.EvaluationFormat, Task: "picking", Rollouts: 8, Seed: 1,
		Version:  bench.Version,
		Renderer: record.NoRenderer, Policy: record.Evaluated{Name: "ws://127.0.0.1:8000", Chunk: 8, Execute: 4,
			Metadata: json.RawMessage(`{"a":[1.5,"<f4> [1,2]"],"b":null}`), Observes: []string{"state=robot"},
			Prompt: "<go>"}}
	for _, p := range parts {
		e.Add(p, bench.Behaviours(e.Task))
	}
	return e
}

// Parts in any order become one part for each behaviour, in the task's order.
func TestAddParts(t *testing.T) {
	e := evaluation(playedOf("right", 0, 8), playedOf("left", 5, 3), playedOf("middle", 0, 3), playedOf("left", 0, 5))
	if e.Complete(3) || e.Played() != 19 {
		t.Errorf("%d rollouts, complete %v", e.Played(), e.Complete(3))
	}
	e.Add(playedOf("middle", 3, 5), bench.Behaviours(e.Task))
	want := []record.Part{playedOf("left", 0, 8), playedOf("middle", 0, 8), playedOf("right", 0, 8)}
	if !reflect.DeepEqual(e.Outcomes, want) || !e.Complete(3) {
		t.Errorf("got %+v", e.Outcomes)
	}
}

// A file has the evaluation that was saved, and one whose content contradicts itself is refused.
func TestEvaluationFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "e.json")
	e := evaluation(playedOf("left", 0, 8), playedOf("right", 2, 2))
	if err := e.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := bench.LoadEvaluation(path)
	if err != nil || !got.Same(e) || !e.Same(got) || !reflect.DeepEqual(got.Outcomes, e.Outcomes) ||
		!reflect.DeepEqual(got.Policy, e.Policy) { // the metadata as compact as they were, for those who print them
		t.Errorf("%+v, %v", got, err)
	}
	if !got.Has(scenes.Earned) || !got.Has(scenes.CALVIN) {
		t.Error("verdicts are missing")
	}
	elsewhere := evaluation(playedOf("left", 0, 8)) // as CALVIN itself has it
	elsewhere.Outcomes[0].EarnedSteps, elsewhere.Outcomes[0].EarnedWrongSteps = nil, nil
	if err := elsewhere.Save(path + ".calvin"); err != nil {
		t.Fatal(err)
	}
	if got, err := bench.LoadEvaluation(path + ".calvin"); err != nil || got.Has(scenes.Earned) ||
		!got.Has(scenes.CALVIN) {
		t.Errorf("%+v, %v", got, err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), `"steps": [10, 0, 0, 13, 0, 0, 16, 0]`) {
		t.Errorf("%s, %v", text, err)
	}
	for name, change := range map[string]func(*record.Evaluation){
		"another policy": func(e *record.Evaluation) { e.Policy.Digest = "a" },
		"another seed":   func(e *record.Evaluation) { e.Seed++ },
		"other metadata": func(e *record.Evaluation) { e.Policy.Metadata = json.RawMessage(`{}`) },
		"another prompt": func(e *record.Evaluation) { e.Policy.Prompt = "stop" },
		"other keys":     func(e *record.Evaluation) { e.Policy.Observes = nil },
		"other actions":  func(e *record.Evaluation) { e.Policy.Execute++ },
		"another sign":   func(e *record.Evaluation) { e.Policy.Inverted = true },
	} {
		other := e
		if change(&other); other.Same(e) {
			t.Errorf("%s is the same", name)
		}
	}
	for name, change := range map[string]func(*record.Evaluation){
		"form": func(e *record.Evaluation) { e.Task = "" }, "rollouts": func(e *record.Evaluation) { e.Rollouts = 0 },
		"overlap":      func(e *record.Evaluation) { e.Outcomes[1].Behaviour = "left" },
		"no behaviour": func(e *record.Evaluation) { e.Outcomes[0].Behaviour = "up" },
		"length":       func(e *record.Evaluation) { e.Outcomes[0].WrongSteps = []int{1} },
		"verdicts":     func(e *record.Evaluation) { e.Outcomes[0].EarnedSteps = nil },
		"horizon":      func(e *record.Evaluation) { e.Outcomes[0].Steps[0] = 361 },
		"before zero":  func(e *record.Evaluation) { e.Outcomes[0].First = -1 },
		"order":        func(e *record.Evaluation) { slices.Reverse(e.Outcomes) },
		"many":         func(e *record.Evaluation) { e.Rollouts = record.MaxRollouts + 1 },
		"a chunk":      func(e *record.Evaluation) { e.Policy.Chunk = -1 },
		"executed":     func(e *record.Evaluation) { e.Policy.Execute = -1 },
		"no share": func(e *record.Evaluation) {
			e.Chance = []record.Chance{{Behaviour: "left", Estimate: 0.1,
				Upper: 1.1}}
		},
		"no chance": func(e *record.Evaluation) {
			e.Chance = []record.Chance{{Behaviour: "left", Estimate: -0.1, Upper: 0.1}}
		},
		"no bound": func(e *record.Evaluation) {
			e.Chance = []record.Chance{{Behaviour: "left", Estimate: 0.1,
				Upper: 0}}
		},
		"both CALVIN": func(e *record.Evaluation) { e.Outcomes[0].WrongSteps[0] = 9 },
		"both earned": func(e *record.Evaluation) { e.Outcomes[0].EarnedWrongSteps[3] = 40 },
		"after its end": func(e *record.Evaluation) {
			e.Outcomes[0].NonFiniteSteps[0] = 10
		},
		"wrong after its end": func(e *record.Evaluation) {
			e.Outcomes[0].NonFiniteSteps[1], e.Outcomes[0].EarnedWrongSteps[1] = 10, 11
		},
	} {
		bad := evaluation(playedOf("left", 0, 8), playedOf("right", 2, 2))
		change(&bad)
		if err := bad.Save(path); err != nil {
			t.Fatal(err)
		}
		if _, err := bench.LoadEvaluation(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{"{}", "[]", "", `{"evaluation": 2}`} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := bench.LoadEvaluation(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A policy behind a server may be the same at another address; one in a file, which its digest names, is not.
func TestEvaluationsElsewhere(t *testing.T) {
	e := evaluation(playedOf("left", 0, 8))
	moved := e
	moved.Policy.Name = "ws://127.0.0.1:9000"
	if !e.SameElsewhere(moved) || !moved.SameElsewhere(e) || e.SameElsewhere(e) {
		t.Error("a policy at another address is not taken for the same, or one at its own is")
	}
	for name, change := range map[string]func(*record.Evaluation){
		"another seed": func(e *record.Evaluation) { e.Seed++ },
		"a file":       func(e *record.Evaluation) { e.Policy.Digest = "a" },
		"no metadata":  func(e *record.Evaluation) { e.Policy.Metadata = nil },
	} {
		a, b := e, moved
		change(&a)
		if name != "another seed" {
			change(&b)
		}
		if a.SameElsewhere(b) {
			t.Errorf("%s: taken for the same elsewhere", name)
		}
	}
}

// The file of an evaluation has the old rollouts or the new ones, whatever fails.
func TestEvaluationUnderFaults(t *testing.T) {
	faults.Check(t, faults.Writer{
		Old: func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "e.json"), []byte("another"), 0o644)
		},
		Write: func(dir string) error { return evaluation(playedOf("left", 0, 8)).Save(filepath.Join(dir, "e.json")) },
	})
}

// Any text in place of an evaluation gives one that is kept as it was read, or an error.
func FuzzEvaluation(f *testing.F) {
	for _, e := range []record.Evaluation{evaluation(playedOf("left", 0, 8)), evaluation(playedOf("left", 2, 3),
		playedOf("right", 0, 1))} {
		text, err := e.Bytes()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "e.json")
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		e, err := bench.LoadEvaluation(path)
		if err != nil {
			return
		}
		if err := e.Save(path); err != nil {
			t.Fatal(err)
		}
		again, err := bench.LoadEvaluation(path)
		if err != nil || again.Played() != e.Played() || again.Complete(3) != e.Complete(3) {
			t.Errorf("%q reads back with %d rollouts of %d, %v", text, again.Played(), e.Played(), err)
		}
	})
}
