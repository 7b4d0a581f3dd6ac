package evals

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/wording"
	"counterpoise/stats/markup"
)

func init() {
	Formats.Add("vla-eval", Format{
		About: "NAME_aggregate.json of vla-eval (allenai/vla-evaluation-harness)",
		Recognises: func(path string) bool {
			return strings.HasSuffix(filepath.Base(path), "_aggregate.json") && !isDir(path)
		},
		Read: readVLAEval,
		Seed: func(path string) string {
			if r, err := decodeVLAEval(path, budget.New(0)); err == nil && r.Seed != nil {
				return strconv.FormatFloat(*r.Seed, 'g', -1, 64)
			}
			return ""
		},
	})
}

// vlaEval is what `vla-eval export` writes of a benchmark (vla_eval/results, version 0.8).
type vlaEval struct {
	Benchmark string   `json:"benchmark"`
	Harness   string   `json:"harness_version"`
	Seed      *float64 `json:"seed"` // of the benchmark
	Partial   bool     `json:"partial"`
	Errors    int      `json:"num_errors"`
	Tasks     []struct {
		Task     string `json:"task"`
		Episodes []struct {
			ID      int               `json:"episode_id"`
			Metrics map[string]scalar `json:"metrics"`
		} `json:"episodes"`
	} `json:"tasks"`
}

// decodeVLAEval reads a file.
func decodeVLAEval(path string, room *budget.Budget) (r vlaEval, err error) {
	raw, err := room.ReadFile(path)
	if err != nil {
		return r, err
	}
	if err := room.JSON(path, markup.WithoutNaN(raw), &r); err != nil {
		return r, err
	}
	if r.Harness == "" || r.Tasks == nil {
		return r, fmt.Errorf("%s has no harness_version with tasks: it is no result of vla-eval", path)
	}
	return r, nil
}

// readVLAEval reads an outcome of each episode: success, or another of the benchmark's metrics. An episode that ended
// in an error is a failure, as vla-eval counts it.
func readVLAEval(path, field string, room *budget.Budget) (Results, error) {
	r, err := decodeVLAEval(path, room)
	if err != nil {
		return Results{}, err
	}
	field = cmp.Or(field, "success")
	seed := ""
	if r.Seed != nil {
		seed = fmt.Sprintf("%g/", *r.Seed) // episodes of one number begin alike under one seed
	}
	known := map[string]bool{}
	for _, t := range r.Tasks {
		for _, e := range t.Episodes {
			for name := range e.Metrics {
				known[name] = true
			}
		}
	}
	var out []Outcome
	for _, t := range r.Tasks {
		for _, e := range t.Episodes {
			v := e.Metrics[field]
			if !v.ok {
				return Results{}, fmt.Errorf("episode %d of task %q: %w", e.ID, t.Task,
					fieldError(path, field, sortedKeys(known)))
			}
			if err := room.Spend(path, 200); err != nil {
				return Results{}, err
			}
			out = append(out, Outcome{Group: t.Task, Start: seed + strconv.Itoa(e.ID), Rollouts: 1, Sum: v.value})
		}
	}
	if len(out) == 0 {
		return Results{}, fmt.Errorf("%s has no episode", path)
	}
	what := fmt.Sprintf("%s of %d episodes of %s", field, len(out), r.Benchmark)
	if r.Seed != nil {
		what += fmt.Sprintf(", seed %g of the benchmark", *r.Seed)
	}
	var warnings []string
	if r.Partial {
		warnings = append(warnings, "the evaluation did not end (partial): its episodes are no fixed number")
	}
	if r.Errors > 0 {
		warnings = append(warnings, fmt.Sprintf("%s ended in an error, which counts as a failure, as vla-eval has it",
			wording.Plural(r.Errors, "episode")))
	}
	return Results{Outcomes: out, What: what, Numbered: true, Warnings: warnings}, nil
}
