package evaluations

import (
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/internal/budget"
	"counterpoise/stats/evals"
	columns "counterpoise/stats/table"
)

// trainings keeps evaluations of three trainings of two methods, each from states of its own, and returns their folder.
func trainings(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for method, outcomes := range map[string][3]string{
		"natural": {"+---------", "----------", "++--------"},
		"equal":   {"+++++++---", "+++++-----", "+++++++++-"},
	} {
		for trial, left := range outcomes {
			e := evaluated(method, left, "++++++++++", "----------")
			e.Trial = trial + 1
			path := filepath.Join(dir, method, "seed-"+strconv.Itoa(e.Trial)+".json")
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := e.Save(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// Several trainings of each method are a table of methods and seeds, which pair them.
func TestTrainingsAreTrials(t *testing.T) {
	s, sentences, err := evals.Read([]string{trainings(t)}, evals.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(sentences) != 2 || !strings.Contains(sentences[1], "6 results (files of eval "+
		"--out; success of 30 rollouts") ||
		!strings.Contains(sentences[1], "equal seeds 1, 2, 3; natural seeds 1, 2, 3") {
		t.Errorf("%q", sentences)
	}
	taken, err := s.Detect(columns.Choice{})
	if err != nil || !taken.Paired {
		t.Fatalf("%+v, %v", taken, err)
	}
	if n := len(taken.Long.Entries); n != 2*3*3*10 {
		t.Errorf("%d rollouts, want 180", n)
	}
	sums := map[string]float64{}
	for _, e := range taken.Long.Entries {
		if taken.Long.Groups[e.Group] == "picking/left" {
			sums[taken.Long.Methods[e.Method]+" "+taken.Long.Trials[e.Trial]] += e.Sum
		}
	}
	want := map[string]float64{
		"natural 1": 1, "natural 2": 0, "natural 3": 2, "equal 1": 7, "equal 2": 5, "equal 3": 9,
	}
	if !maps.Equal(sums, want) {
		t.Errorf("successes of the left behaviour: %v, want %v", sums, want)
	}
}

// What is no whole evaluation under an oracle is an error that says what to do.
func TestOutcomesRefuse(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		change       func(*record.Evaluation)
		field, error string
	}{
		"stopped":    {func(e *record.Evaluation) { e.Rollouts++ }, "", "the same eval command again plays the others"},
		"elsewhere":  {func(e *record.Evaluation) { elsewhere(e) }, "", "--value names another of: earned, calvin"},
		"no outcome": {func(*record.Evaluation) {}, "reward", "--value takes an oracle of success: earned, calvin"},
		"calvin":     {func(e *record.Evaluation) { elsewhere(e) }, "calvin", ""},
	} {
		e := evaluated(name, "+-", "--", "++")
		c.change(&e)
		path := filepath.Join(dir, name+".json")
		if err := e.Save(path); err != nil {
			t.Fatal(err)
		}
		if !isEvaluation(path) {
			t.Errorf("%s is not recognised", path)
		}
		_, err := readOutcomes(path, c.field, budget.New(0))
		if c.error == "" && err != nil || c.error != "" && (err == nil || !strings.Contains(err.Error(), c.error)) {
			t.Errorf("%s: %v, want %q", name, err, c.error)
		}
	}
	if isEvaluation(dir) || isEvaluation(filepath.Join(dir, "missing.json")) {
		t.Error("a folder and a missing file are recognised")
	}
}

// elsewhere takes the verdicts that a simulator without the earned oracle does not have.
func elsewhere(e *record.Evaluation) {
	for i := range e.Outcomes {
		e.Outcomes[i].EarnedSteps, e.Outcomes[i].EarnedWrongSteps = nil, nil
	}
}
