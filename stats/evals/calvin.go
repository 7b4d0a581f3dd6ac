package evals

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/stats/markup"
)

func init() {
	Formats.Add("calvin", Format{
		About:      "results.json of CALVIN's evaluate_policy.py",
		Recognises: func(path string) bool { return filepath.Base(path) == "results.json" && !isDir(path) },
		Read:       readCALVIN,
	})
}

// calvinEpoch is what print_and_save (calvin_agent/evaluation/utils.py) writes for one checkpoint, under its epoch.
type calvinEpoch struct {
	Length scalar            `json:"avg_seq_len"` // tasks in a row, of five
	Chain  map[string]scalar `json:"chain_sr"`    // "1" to "5": share of sequences with as many tasks in a row
	Tasks  map[string]struct {
		Success, Total int
	} `json:"task_info"`
}

// readCALVIN reads the last epoch: the checkpoint that a training ends with, not the best one. Field success gives each
// task's successes; avg_seq_len and chain_1 to chain_5 are single numbers of the whole evaluation, so they need an
// evaluation a seed.
func readCALVIN(path, field string, room *budget.Budget) (Results, error) {
	raw, err := room.ReadFile(path)
	if err != nil {
		return Results{}, err
	}
	var epochs map[string]calvinEpoch
	if err := room.JSON(path, markup.WithoutNaN(raw), &epochs); err != nil {
		return Results{}, err
	}
	last := lastEpoch(epochs)
	e, ok := epochs[last]
	if !ok || e.Tasks == nil && e.Chain == nil {
		return Results{}, fmt.Errorf("%s has no epoch with task_info: it is no results.json of CALVIN's evaluation",
			path)
	}
	field = cmp.Or(field, "success")
	out, err := e.outcomes(path, field)
	if err != nil {
		return Results{}, err
	}
	if len(out) == 0 {
		return Results{}, fmt.Errorf("%s: epoch %s has no task", path, last)
	}
	which := ""
	if len(epochs) > 1 {
		which = fmt.Sprintf(", the last of %d", len(epochs))
	}
	rollouts := 0
	for i, r := range out {
		rollouts += r.Rollouts
		if last != "null" {
			out[i].Checkpoint = "epoch " + last
		}
	}
	what := fmt.Sprintf("%s of epoch %s%s: %d rollouts", field, last, which, rollouts)
	var warnings []string
	if field == "success" {
		what = fmt.Sprintf("%s of epoch %s%s: %d attempts at tasks", field, last, which, rollouts)
		chains := "attempts of one chain depend on each other, so that intervals are too narrow; chains that went " +
			"further have more attempts, and later ones are harder"
		if e.Length.ok {
			chains += fmt.Sprintf("; %.4g tasks in a row on average (--value avg_seq_len)", e.Length.value)
		}
		warnings = append(warnings, chains)
	}
	return Results{Outcomes: slices.Clip(out), What: what, Warnings: warnings}, nil
}

// lastEpoch returns the name of the last epoch. One that is no number, such as "null", is a checkpoint without an epoch
// and the last.
func lastEpoch(epochs map[string]calvinEpoch) (last string) {
	at := math.Inf(-1)
	for _, name := range sortedKeys(epochs) {
		n, err := strconv.ParseFloat(name, 64)
		if err != nil {
			n = math.MaxFloat64
		}
		if n > at {
			last, at = name, n
		}
	}
	return last
}

// outcomes returns what a field of an epoch says.
func (e calvinEpoch) outcomes(path, field string) (out []Outcome, err error) {
	chain, isChain := strings.CutPrefix(field, "chain_")
	switch {
	case field == "success":
		for _, task := range sortedKeys(e.Tasks) {
			t := e.Tasks[task]
			if t.Total < 1 || t.Success < 0 || t.Success > t.Total || t.Total > math.MaxInt32 {
				return nil, fmt.Errorf("%s: task %q has %d successes of %d", path, task, t.Success, t.Total)
			}
			out = append(out, Outcome{Group: task, Rollouts: t.Total, Sum: float64(t.Success)})
		}
		return out, nil
	case field == "avg_seq_len" && e.Length.ok:
		return []Outcome{{Rollouts: 1, Sum: e.Length.value}}, nil
	case isChain && e.Chain[chain].ok:
		return []Outcome{{Rollouts: 1, Sum: e.Chain[chain].value}}, nil
	}
	known := []string{"success", "avg_seq_len"}
	for _, n := range sortedKeys(e.Chain) {
		known = append(known, "chain_"+n)
	}
	return nil, fieldError(path, field, known)
}
