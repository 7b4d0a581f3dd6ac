package evals

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/stats/markup"
)

func init() {
	Formats.Add("diffusion_policy", Format{
		About:      "eval_log.json of diffusion_policy's eval.py",
		Recognises: isDiffusionLog,
		Read:       readDiffusionLog,
	})
}

// diffusionSeed matches a number of one rollout in eval_log.json, as the env_runners write it:
// test/sim_max_reward_100000 is the highest reward of the rollout from seed 100000 (diffusion_policy/env_runner).
var diffusionSeed = regexp.MustCompile(`^(.*[^0-9])_([0-9]{1,12})$`)

// isDiffusionLog reports whether a path is an eval_log.json with the scores of an env_runner.
func isDiffusionLog(path string) bool {
	if filepath.Base(path) != "eval_log.json" || isDir(path) {
		return false
	}
	f, _, err := bounded.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 1<<16)
	n, _ := f.Read(head)
	return bytes.Contains(head[:n], []byte("mean_score")) || bytes.Contains(head[:n], []byte("sim_max_reward"))
}

// readDiffusionLog reads a field with a number for each rollout, by default test/sim_max_reward, whose seeds are
// starts; or a single number, such as test/mean_score.
func readDiffusionLog(path, field string, room *budget.Budget) (Results, error) {
	raw, err := room.ReadFile(path)
	if err != nil {
		return Results{}, err
	}
	var log map[string]json.RawMessage
	if err := room.JSON(path, markup.WithoutNaN(raw), &log); err != nil {
		return Results{}, err
	}
	usual := field == ""
	field = cmp.Or(field, "test/sim_max_reward")
	var out []Outcome
	fields := map[string]bool{}
	for _, key := range sortedKeys(log) {
		var v scalar
		if json.Unmarshal(log[key], &v) != nil || !v.ok {
			continue // the path of a film
		}
		m := diffusionSeed.FindStringSubmatch(key)
		if m == nil {
			fields[key] = true
			if key == field {
				return Results{Outcomes: []Outcome{{Rollouts: 1, Sum: v.value}}, What: field}, nil
			}
			continue
		}
		if fields[m[1]] = true; m[1] == field {
			if err := room.Spend(path, 200); err != nil {
				return Results{}, err
			}
			out = append(out, Outcome{Start: m[2], Rollouts: 1, Sum: v.value})
		}
	}
	if len(out) > 0 {
		return Results{Outcomes: out, What: fmt.Sprintf("%s of %d rollouts", field, len(out))}, nil
	}
	if fields["test/mean_score"] && usual {
		return readDiffusionLog(path, "test/mean_score", room)
	}
	known := sortedKeys(fields)
	slices.SortStableFunc(known, func(a, b string) int { // what is tested first
		return cmp.Compare(strings.Index(b, "test/"), strings.Index(a, "test/"))
	})
	return Results{}, fieldError(path, field, known)
}
