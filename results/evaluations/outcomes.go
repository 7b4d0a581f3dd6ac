package evaluations

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/scenes"
	"counterpoise/stats/evals"
)

func init() {
	evals.Formats.Add("counterpoise", evals.Format{
		About: "files of eval --out", Recognises: isEvaluation, Read: readOutcomes,
	})
}

// head is how the file of an evaluation begins (record.Evaluation).
var head = regexp.MustCompile(`^\s*\{\s*"evaluation"\s*:`)

// isEvaluation reports whether a file begins as one of an evaluation does.
func isEvaluation(path string) bool {
	f, _, err := bounded.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, 64)
	n, _ := f.Read(start)
	return head.Match(start[:n])
}

// readOutcomes returns whether each rollout of an evaluation succeeded, for stats compare, which asks for several
// trainings of each method, such as METHOD/seed-N.json. The field is the oracle that decides, by default the earned
// one. A group is a behaviour with its task, whose knobs may differ between files; a start is the initial state, of the
// seed, the trial and the rollout. An evaluation that was stopped is an error, because it has fewer rollouts of the
// later behaviours.
func readOutcomes(path, field string, room *budget.Budget) (evals.Results, error) {
	oracle := scenes.Oracle(field)
	if field == "" {
		oracle = scenes.Earned
	} else if !slices.Contains(scenes.Oracles(), field) {
		return evals.Results{}, fmt.Errorf("%s has no outcome %q; --value takes an oracle of success: %s", path, field,
			strings.Join(scenes.Oracles(), ", "))
	}
	e, err := bench.LoadEvaluation(path)
	if err != nil {
		return evals.Results{}, err
	}
	if !e.Complete(len(bench.Behaviours(e.Task))) {
		return evals.Results{}, fmt.Errorf("%s was stopped after %d rollouts; the same eval command again plays the "+
			"others",
			path, e.Played())
	}
	if err := room.Spend(path, 200*int64(e.Played())); err != nil {
		return evals.Results{}, err
	}
	var out []evals.Outcome
	for _, p := range e.Outcomes {
		for r := range p.Steps {
			verdict, _, ok := p.Verdict(r, oracle)
			if !ok {
				return evals.Results{}, fmt.Errorf("%s lacks verdicts of the %s oracle; --value names another of: %s",
					path,
					oracle, strings.Join(scenes.Oracles(), ", "))
			}
			o := evals.Outcome{Group: e.Task + "/" + p.Behaviour, Rollouts: 1,
				Start: fmt.Sprintf("seed %d trial %d rollout %d", e.Seed, e.Trial, r)}
			if verdict == scenes.Right {
				o.Sum = 1
			}
			out = append(out, o)
		}
	}
	what := fmt.Sprintf("success of %d rollouts by the %s oracle, version %s", len(out), oracle, e.Version)
	return evals.Results{Outcomes: out, What: what}, nil
}
